"""Names of guests: plain text of 1 to 24 characters, and nothing that plays tricks on a screen."""

import unicodedata

from dalapapa.rules import DalapapaError, ErrorCode

LONGEST = 24

# Control, format (direction overrides, zero-width), private, surrogate and unassigned characters.
_UNFIT = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
# Letters and signs that are drawn as nothing.
_UNSEEN = set("\u115f\u1160\u2800\u3164\uffa0")
# More accents than this on one letter only serve to cover the lines above and below.
_MOST_MARKS = 2
# Joins signs into one (a family, a flag); between letters it would only hide.
_JOINER = "\u200d"


def clean_name(text: str) -> str:
    """The name as it will be shown: composed (NFC), blanks trimmed; refused if it is not plain text."""
    name = unicodedata.normalize("NFC", text)
    marks = 0
    for i, letter in enumerate(name):
        category = unicodedata.category(letter)
        marks = marks + 1 if category.startswith("M") else 0
        unfit = category in _UNFIT and not (letter == _JOINER and _joins_signs(name, i))
        if unfit or letter in _UNSEEN or marks > _MOST_MARKS:
            raise _refusal("a name has no invisible characters and no heaps of accents")
    name = " ".join(name.split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise _refusal("a name has at least one character that can be seen")
    if len(name) > LONGEST:
        raise _refusal(f"a name has at most {LONGEST} characters, and a joined sign counts as several")
    return name


def _joins_signs(name: str, i: int) -> bool:
    """Whether the joiner here stands between two signs; the first may have a colour or a style of its own."""
    before = name[:i].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
    return all(
        unicodedata.category(letter) == "So" for letter in (before[-1:] or " ", name[i + 1 : i + 2] or " ")
    )


def _refusal(words: str) -> DalapapaError:
    return DalapapaError(ErrorCode.BAD_NAME, words, {"longest": LONGEST})
