"""Logs as JSON lines. They hold no names, no tokens, no tables' addresses, no tiles."""

import logging
import sys
from typing import Any

import msgspec

from dalapapa.rules import DalapapaError, ErrorCode

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

# Only what is known to be harmless is taken from a log call's extra fields.
_FIELDS = ("code", "error", "bot", "status", "method", "version", "seconds", "address")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON; of an exception its kind and where it came from, not what it says."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line.update((field, record.__dict__[field]) for field in _FIELDS if field in record.__dict__)
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _where(traceback: Any) -> list[str]:
    places = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return places[-8:]


def start_logging(level: str = "INFO") -> None:
    """Write the program's logs to standard error, and the warnings of the libraries it uses."""
    if level.upper() not in LEVELS:
        raise DalapapaError(
            ErrorCode.BAD_MESSAGE, f"DALAPAPA_LOG is one of {', '.join(LEVELS)}, not {level!r}"
        )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    everything = logging.getLogger()
    everything.handlers[:] = [handler]
    # No more of the libraries': what they tell of every connection names tables.
    everything.setLevel(logging.WARNING)
    logging.getLogger("dalapapa").setLevel(level.upper())
