"""The websocket of a table: one reader, one writer, and the audience that gives it what it has not seen."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from dalapapa.rules import DalapapaError, ErrorCode, Turn
from dalapapa.server.buckets import Bucket
from dalapapa.server.gate import address_of
from dalapapa.server.house import House
from dalapapa.server.http import COOKIE
from dalapapa.service import commands, messages, views
from dalapapa.service.audience import Listener
from dalapapa.service.store import StoreError
from dalapapa.service.tables import Decide
from dalapapa.service.telling import placement

LARGEST_FRAME = 4096
NO_SUCH_TABLE, SLOW, HASTY, SILENT = 4404, 4408, 4429, 4410
BROKEN, BUSY = 1011, 1013

log = logging.getLogger("dalapapa.socket")

_decoder: msgspec.json.Decoder[messages.ClientMessage] = msgspec.json.Decoder(messages.ClientMessage)

AnySocket = WebSocket[None, None, State]


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Watch a table, and play if one sits there."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        person = await house.people.find(socket.cookies.get(COOKIE))
        me = person.id if person else None
        views.check_may_see(await house.tables.get(table_id), me)
    except StoreError:
        await _close(socket, BUSY, ErrorCode.TRY_AGAIN.value)
        return
    except DalapapaError as error:
        busy = error.code is ErrorCode.TRY_AGAIN
        await _close(socket, BUSY if busy else NO_SUCH_TABLE, error.code.value)
        return
    listener = Listener(table_id, me, helped=socket.query_params.get("help") != "no")
    await Conversation(house, socket, listener).hold(_since(socket))


def _since(socket: AnySocket) -> int:
    text = socket.query_params.get("since", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


async def _close(socket: AnySocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close(code, reason)


class Conversation:
    """One browser at one table."""

    reader: asyncio.Task[Any]
    timer: asyncio.TimerHandle

    def __init__(self, house: House, socket: AnySocket, listener: Listener) -> None:
        self.house = house
        self.socket = socket
        self.listener = listener
        self.bucket = Bucket(house.settings.socket_rate, house.settings.socket_burst)
        self.loop = asyncio.get_running_loop()
        self.heard = self.loop.time()
        self.silent = False
        self.answering = False

    async def hold(self, since: int) -> None:
        """Talk until one side goes."""
        reader = asyncio.current_task()
        assert reader is not None
        self.reader = reader
        self.listener.on_cut_off = self._interrupt
        self._listen_for_silence()
        writer: asyncio.Task[None] | None = None
        try:
            await self._take_over()
            await self.house.audience.enter(self.listener, since)
            writer = asyncio.create_task(self._write())
            await self._read()
        except (WebSocketDisconnect, OSError):
            pass
        except DalapapaError as error:
            await _close(self.socket, BUSY, error.code.value)
        except asyncio.CancelledError:
            if not self._is_over:
                raise
            reader.uncancel()
            await self._send_away()
        except Exception:
            log.exception("a conversation failed")
            await _close(self.socket, BROKEN, "")
        finally:
            self.timer.cancel()
            self.house.audience.leave(self.listener)
            if writer is not None:
                writer.cancel()
                with suppress(asyncio.CancelledError):
                    await writer

    def _listen_for_silence(self) -> None:
        """End the conversation when nothing was heard for too long: one timer, not one a message."""
        left = self.heard + self.house.settings.silence - self.loop.time()
        if left > 0:
            self.timer = self.loop.call_later(left, self._listen_for_silence)
        else:
            self.silent = True
            self._interrupt()

    @property
    def _is_over(self) -> bool:
        return self.listener.cut_off or self.silent

    def _interrupt(self) -> None:
        """End the conversation, but not in the middle of a command: what is being stored must be told too."""
        if not self.answering:
            self.reader.cancel()

    async def _send_away(self) -> None:
        self.house.audience.leave(self.listener)
        with suppress(TimeoutError):  # who does not read may not hear this either
            async with asyncio.timeout(1):
                if self.silent:
                    await _close(self.socket, SILENT, "silent")
                else:
                    await _close(self.socket, SLOW, "too slow")

    async def _take_over(self) -> None:
        """Whoever connects is back: their seats are theirs again."""
        me = self.listener.person
        table = await self.house.tables.get(self.listener.table)
        away = [i for i in table.seats_of(me) if table.seats[i].presence in ("held", "left")]
        if me is not None and away and table.phase == "playing":
            back = f"back:{secrets.token_hex(8)}"
            await self.house.tables.run(table.id, back, lambda now: commands.come_back(now, me))

    async def _write(self) -> None:
        """Send what waits, in order."""
        listener = self.listener
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the reader notices too
            while True:
                while listener.waiting:
                    text = listener.waiting.popleft().decode()
                    await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})
                listener.news.clear()
                await listener.news.wait()

    async def _read(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] != "websocket.receive":
                return
            self.heard = self.loop.time()
            if not self.bucket.take():
                self.house.metrics.refused(ErrorCode.TOO_FAST)
                await _close(self.socket, HASTY, ErrorCode.TOO_FAST.value)
                return
            self.answering = True
            try:
                await self._hear(message.get("text"))
            finally:
                self.answering = False
            if self._is_over:
                await self._send_away()
                return
            await asyncio.sleep(0)  # a burst of messages must not keep their answers from being sent

    async def _hear(self, text: str | None) -> None:
        command = None
        try:
            message = _parse(text)
            command = getattr(message, "id", None)
            await self._answer(message)
        except DalapapaError as error:
            self.house.metrics.refused(error.code)
            if error.code is ErrorCode.STALE:
                await self.house.audience.reached(self.listener.table, self.listener.seq + 1)
            self.listener.put(messages.Refusal(error.code, error.words, dict(error.details), command))

    async def _answer(self, message: messages.ClientMessage) -> None:
        listener, table_id = self.listener, self.listener.table
        if isinstance(message, messages.Ping):
            listener.put(messages.Pong())
            return
        me = listener.person
        if me is None:
            raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you are watching: you do not sit at this table")
        match message:
            case messages.TakeTurn():
                began = time.perf_counter()
                turn = Turn(tuple(map(placement, message.placements)))
                await self._run(message.id, lambda table: commands.take_turn(table, me, message, turn))
                self.house.metrics.turn_took(time.perf_counter() - began)
            case messages.Try(command, seat, tried):
                if listener.behind or not self.house.tries.take(address_of(self.socket.scope)):
                    raise _too_fast("so many tries at once: wait a second")
                table = await self.house.tables.get(table_id)
                listener.put(views.options(table, me, seat, tried, command))
            case messages.GiveNonce(command, nonce):
                await self._run(command, lambda table: commands.ready(table, me, nonce))
            case messages.ComeBack(command):
                await self._run(command, lambda table: commands.come_back(table, me))
            case messages.React(reaction):
                mine = (await self.house.tables.get(table_id)).seats_of(me)
                if not mine:
                    raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you do not sit at this table")
                if not self.house.reactions.take(me):
                    raise _too_fast("so many reactions at once: wait a second")
                self.house.react(table_id, mine[0], reaction)

    async def _run(self, command: str, decide: Decide) -> None:
        # A person's ids are their own: nobody can use up somebody else's.
        await self.house.tables.run(
            self.listener.table,
            f"{self.listener.person}:{command}",
            decide,
            lambda seq: self.listener.put(messages.Ack(command, seq)),
        )


def _too_fast(words: str) -> DalapapaError:
    return DalapapaError(ErrorCode.TOO_FAST, words)


def _parse(text: str | None) -> messages.ClientMessage:
    if text is None:
        raise DalapapaError(ErrorCode.BAD_MESSAGE, "messages are text, not bytes")
    if len(text) > LARGEST_FRAME:
        raise DalapapaError(ErrorCode.TOO_BIG, f"a message has at most {LARGEST_FRAME} bytes")
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        words = str(error) if isinstance(error, msgspec.ValidationError) else "this is not a message"
        raise DalapapaError(ErrorCode.BAD_MESSAGE, words) from None
