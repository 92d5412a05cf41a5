"""Refusals over HTTP: each code has its status, each answer the same shape."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.service.stores.protocol import ConflictError, StoreError
from dalapapa.service.telling.words import Fault

log = logging.getLogger("dalapapa.http")

STATUS = {
    ErrorCode.BAD_TARGET: 400,
    ErrorCode.BAD_PLAYERS: 400,
    ErrorCode.BAD_MESSAGE: 400,
    ErrorCode.BAD_NAME: 400,
    ErrorCode.BAD_TILE_SET: 400,
    ErrorCode.NO_SUCH_BOT: 400,
    ErrorCode.NO_SESSION: 401,
    ErrorCode.BAD_LINK: 401,
    ErrorCode.BAD_ORIGIN: 403,
    ErrorCode.NO_SUCH_TABLE: 404,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.NOT_ALLOWED: 405,
    ErrorCode.TOO_BIG: 413,
    ErrorCode.TOO_FAST: 429,
    ErrorCode.TRY_AGAIN: 503,
}
_OF_STATUS = {
    404: (ErrorCode.NOT_FOUND, "there is nothing at this address"),
    405: (ErrorCode.NOT_ALLOWED, "this address does not take that method"),
    413: (ErrorCode.TOO_BIG, "this request is too big"),
}

AnyRequest = Request[Any, Any, State]


def refused(request: AnyRequest, error: DalapapaError) -> Response[Fault]:
    """The service's own refusals."""
    request.app.state.premises.metrics.refused(error.code)
    return _fault(STATUS.get(error.code, 409), error.code, error.words, dict(error.details))


def framework_refused(request: AnyRequest, error: HTTPException) -> Response[Fault]:
    """The framework's refusals, in our words."""
    status = error.status_code
    code, words = _OF_STATUS.get(status, (ErrorCode.BAD_MESSAGE, "this request cannot be read"))
    details: dict[str, object] = {}
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        details["faults"] = [
            str(fault.get("message", "")) for fault in error.extra if isinstance(fault, dict)
        ]
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return _fault(status if status < 500 else 400, code, words, details, headers)


def unreadable(request: AnyRequest, error: Exception) -> Response[Fault]:
    """JSON in JSON in JSON without end, or letters that are none."""
    return _fault(400, ErrorCode.BAD_MESSAGE, "this request cannot be read", {})


def store_in_trouble(request: AnyRequest, error: Exception) -> Response[Fault]:
    """The store did not answer."""
    return _fault(503, ErrorCode.TRY_AGAIN, "the store does not answer just now: please try again", {})


def broken(request: AnyRequest, error: Exception) -> Response[Fault]:
    """Something we did not think of: logged, and nothing of it told."""
    log.error("a request failed", exc_info=error, extra={"method": request.method})
    return _fault(500, ErrorCode.TRY_AGAIN, "something went wrong here: please try again", {})


def _fault(
    status: int,
    code: ErrorCode,
    words: str,
    details: dict[str, object],
    headers: dict[str, str] | None = None,
) -> Response[Fault]:
    return Response(
        Fault(code, words, details), status_code=status, headers=headers, media_type="application/json"
    )


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    DalapapaError: refused,
    HTTPException: framework_refused,
    RecursionError: unreadable,
    UnicodeError: unreadable,
    StoreError: store_in_trouble,
    ConflictError: store_in_trouble,
    Exception: broken,
}
