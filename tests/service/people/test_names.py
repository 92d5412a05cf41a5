import pytest

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.people.names import clean_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("<b>Bo</b>", "<b>Bo</b>"),  # plain text: shown as it is, never as a page's own words
        ("'; DROP TABLE events", "'; DROP TABLE events"),
        ("李小龍", "李小龍"),
        ("🐻", "🐻"),
        ("x" * 24, "x" * 24),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),  # mother and daughter, one sign
        ("Bo \U0001f468\U0001f3fd\u200d\U0001f33e", "Bo \U0001f468\U0001f3fd\u200d\U0001f33e"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"),
    ],
)
def test_plain_text_is_a_name(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "x" * 25,
        "a\x00b",
        "a\nb",
        "a\tb",
        "\x1b[31mred",
        "evil\u202etxt.exe",  # writes from right to left
        "\u200b\u200b",  # nothing to see
        "a\ufeffb",
        "\ue000",
        "\ud800",
        "a" + "\u0301" * 8,  # accents that cover the next lines
        "\u3164",  # a letter that is not drawn
        "\u2800",
        "\u0301",  # an accent on nothing,
        "A\u200dna",  # looks like Ana
        "\u200d\U0001f467",
        "\U0001f467\u200d",
    ],
)
def test_tricks_are_not_names(given: str) -> None:
    with pytest.raises(DalapapaError) as refusal:
        clean_name(given)
    assert refusal.value.code is ErrorCode.BAD_NAME


@pytest.mark.parametrize(
    ("given", "words"),
    [("x" * 25, "at most 24"), (" ", "at least one"), ("A\u200dna", "invisible"), ("\u200b", "invisible")],
)
def test_a_refusal_says_why(given: str, words: str) -> None:
    with pytest.raises(DalapapaError, match=words):
        clean_name(given)
