"""What the kernel cannot do."""


class TooWideError(ValueError):
    """A board does not fit on the kernel's grid: the plain rules have no such limit."""
