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


def clean_name(text: str) -> str:
    """The name as it will be shown: composed (NFC), blanks trimmed; refused if it is not plain text."""
    name = unicodedata.normalize("NFC", text)
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category.startswith("M") else 0
        if category in _UNFIT or letter in _UNSEEN or marks > _MOST_MARKS:
            raise _refusal()
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST or not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise _refusal()
    return name


def _refusal() -> DalapapaError:
    return DalapapaError(
        ErrorCode.BAD_NAME, f"a name is plain text of 1 to {LONGEST} characters", {"longest": LONGEST}
    )
