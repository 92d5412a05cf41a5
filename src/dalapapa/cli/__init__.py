"""The command line: `dalapapa …`. Each command has a file of its own; nothing imports this room.

This file is all that is loaded before it is known whether the rest can be: it imports the core only.
"""

import io
import os
import re
import sys
from importlib.metadata import PackageNotFoundError, requires

from dalapapa.cli.words import clean as cleaned  # `clean` becomes the command's module here
from dalapapa.rules import DalapapaError


def main() -> None:
    """Run the command line; what goes wrong is said in one line, never as a traceback."""
    _open_what_is_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack a letter of somebody's name
    try:
        try:
            from dalapapa.cli.app import app

            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _give_up_stdout()  # the reader (`| head`) has what it wanted
    except OSError as error:
        _give_up_stdout()
        _fail(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "dalapapa":
            raise  # nothing that could be installed
        _fail(f"this command needs more: pip install 'dalapapa[{_extra_with(missing)}]'")
    except DalapapaError as error:
        _fail(error.words)


def _extra_with(module: str) -> str:
    """The smallest extra that brings a module (which is called as its package); failing that, `all`."""
    try:
        needs = requires("dalapapa") or []
    except PackageNotFoundError:  # run from its sources
        needs = []
    extras: dict[str, set[str]] = {}
    for line in needs:
        if found := re.match(r"([\w-]+).*\bextra == ['\"](\w+)", line):
            extras.setdefault(found[2], set()).add(found[1].replace("-", "_").lower())
    bringing = [extra for extra, modules in extras.items() if module.lower() in modules and extra != "all"]
    return min(bringing, key=lambda extra: len(extras[extra]), default="all")


def _open_what_is_closed() -> None:
    """Somebody may have closed a stream (`>&-`): nothing is read from it, and what it is told is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open as long as the program runs)


def _give_up_stdout() -> None:
    """Keep Python from flushing what is left to a place that does not take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(words: str) -> None:
    print(f"dalapapa: {cleaned(words)}", file=sys.stderr)
    sys.exit(1)
