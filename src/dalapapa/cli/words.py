"""Words for a terminal."""


def clean(words: str) -> str:
    """Words without what could steer the terminal, or break the line."""
    return "".join(letter if letter.isprintable() else "�" for letter in words)
