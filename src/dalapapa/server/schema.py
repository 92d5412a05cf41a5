"""The OpenAPI document, with the websocket messages among its components."""

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from dalapapa.service.telling import keeping, messages, replays, requests, words


def message_schemas() -> dict[str, Any]:
    """Every message type; `ClientMessage` and `ServerMessage` are what may travel over the websocket."""
    structs = [
        kind
        for part in (words, requests, messages, replays, keeping)
        for kind in vars(part).values()
        if isinstance(kind, type)
        and kind.__module__ == part.__name__
        and issubclass(kind, words.Request | words.Answer)
        and kind not in (words.Request, words.Answer, messages.Happened)
    ]
    unions = {"ClientMessage": messages.ClientMessage, "ServerMessage": messages.ServerMessage}
    found, parts = msgspec.json.schema_components(
        [*structs, *unions.values()], ref_template="#/components/schemas/{name}"
    )
    return parts | dict(zip(unions, found[len(structs) :], strict=True))


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """The framework's document, with the exact types of our messages."""
    return document | {"components": {"schemas": message_schemas()}}


class WholeDocument(JsonRenderPlugin):
    """Serves the OpenAPI document at `/openapi.json`."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as JSON."""
        if not self._rendered:
            self._rendered = msgspec.json.encode(complete(openapi_schema))
        return self._rendered

    _rendered = b""
