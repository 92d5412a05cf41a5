"""The websocket of a table: it carries a conversation, keeps it to its limits, and counts."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.server.buckets import Bucket
from dalapapa.server.gate import address_of
from dalapapa.server.http import COOKIE
from dalapapa.server.premises import Premises
from dalapapa.service.people.guests import session_of
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.telling import messages
from dalapapa.service.telling.conversation import Conversation, Goodbye

NO_SUCH_TABLE, HASTY = 4404, 4429
GOODBYES = {Goodbye.SLOW: 4408, Goodbye.SILENT: 4410, Goodbye.LOGGED_OUT: 4401}
BROKEN, BUSY = 1011, 1013

log = logging.getLogger("dalapapa.socket")

AnySocket = WebSocket[None, None, State]


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Watch a table, and play if one sits there."""
    await socket.accept()
    await Line(socket.app.state.premises, socket).hold(table_id)


class Line:
    """One socket, from its first word to its last."""

    person: str | None = None
    talk: Conversation
    timer: asyncio.TimerHandle

    def __init__(self, premises: Premises, socket: AnySocket) -> None:
        self.premises = premises
        self.socket = socket
        self.bucket = Bucket(premises.settings.socket_rate, premises.settings.socket_burst)
        self.loop = asyncio.get_running_loop()
        self.heard = self.loop.time()

    async def hold(self, table_id: str) -> None:
        """Talk until one side goes."""
        reader = asyncio.current_task()
        assert reader is not None
        token = self._token()
        try:
            person = await self.premises.house.people.find(token)
        except StoreError:
            await self._close(BUSY, ErrorCode.TRY_AGAIN.value)
            return
        self.person = person.id if person else None
        helped = self.socket.query_params.get("help") != "no"
        self.talk = Conversation(
            self.premises.house,
            table_id,
            self.person,
            reader.cancel,
            session=session_of(token) if token and person else None,
            origin=address_of(self.socket.scope),
            helped=helped,
            admits=self._admits,
        )
        self._listen_for_silence()
        writer: asyncio.Task[None] | None = None
        try:
            await self.talk.open(self._since)
            writer = asyncio.create_task(self._write())
            await self._read()
        except (WebSocketDisconnect, OSError):
            pass
        except (DalapapaError, StoreError) as error:
            code = error.code if isinstance(error, DalapapaError) else ErrorCode.TRY_AGAIN
            await self._close(NO_SUCH_TABLE if code is ErrorCode.NO_SUCH_TABLE else BUSY, code.value)
        except asyncio.CancelledError:
            if self.talk.over is None:
                raise
            reader.uncancel()
            await self._send_away(self.talk.over)
        except Exception:
            log.exception("a conversation failed")
            await self._close(BROKEN, "")
        finally:
            self.timer.cancel()
            self.talk.close()
            if writer is not None:
                writer.cancel()
                with suppress(asyncio.CancelledError):
                    await writer

    def _token(self) -> str | None:
        """The session's token; the headers are let go, which are kilobytes for as long as the line lives."""
        scope = self.socket.scope
        token = WebSocket({**scope, "state": {}}, self.socket.receive, self.socket.send).cookies.get(COOKIE)
        scope["headers"] = []
        return token

    @property
    def _since(self) -> int:
        text: str = self.socket.query_params.get("since", "0")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0

    def _admits(self, message: messages.ClientMessage) -> bool:
        """Tries and hints come at a human pace from each address, reactions from each person."""
        match message:
            case messages.Try():
                return self.premises.tries.take(address_of(self.socket.scope))
            case messages.Hint() | messages.AskGroups():
                return self.premises.hints.take(address_of(self.socket.scope))
            case messages.React():
                return self.premises.reactions.take(self.person or "")
        return True

    def _listen_for_silence(self) -> None:
        """End the conversation when nothing was heard for too long: one timer, not one a message."""
        left = self.heard + self.premises.settings.silence - self.loop.time()
        if left > 0:
            self.timer = self.loop.call_later(left, self._listen_for_silence)
        else:
            self.talk.end(Goodbye.SILENT)

    async def _write(self) -> None:
        """Send what waits, in order."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the reader notices too
            while True:
                text = (await self.talk.next()).decode()
                await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def _read(self) -> None:
        metrics = self.premises.metrics
        while True:
            message: Any = await self.socket.receive()
            if message["type"] != "websocket.receive":
                return
            self.heard = self.loop.time()
            if not self.bucket.take():
                metrics.refused(ErrorCode.TOO_FAST)
                await self._close(HASTY, ErrorCode.TOO_FAST.value)
                return
            began = time.perf_counter()
            heard = await self.talk.hear(message.get("text"))
            if heard.refusal is not None:
                metrics.refused(heard.refusal)
            elif isinstance(heard.message, messages.TakeTurn):
                metrics.turn_took(time.perf_counter() - began)
            await asyncio.sleep(0)  # a burst of messages must not keep their answers from being sent

    async def _send_away(self, why: Goodbye) -> None:
        self.talk.close()
        with suppress(TimeoutError):  # who does not read may not hear this either
            async with asyncio.timeout(1):
                await self._close(GOODBYES[why], why.value)

    async def _close(self, code: int, reason: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.close(code, reason)
