"""The conversation of one browser with one table, whatever carries it: a websocket, a worker, a test.

The carrier opens it, brings it what the browser says, and sends the browser what `next` gives, in that order;
when it is told to hang up it does so, and closes the conversation.
"""

import secrets
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

import msgspec

from dalapapa.rules import DalapapaError, ErrorCode, Turn
from dalapapa.service.house import House
from dalapapa.service.tables import commands
from dalapapa.service.tables.authority import Decide
from dalapapa.service.tables.table import Table
from dalapapa.service.telling import messages, views
from dalapapa.service.telling.attendance import Attendance
from dalapapa.service.telling.audience import Listener
from dalapapa.service.telling.happenings import placement
from dalapapa.service.telling.options import options
from dalapapa.service.telling.words import CommandId

LONGEST_MESSAGE = 4096

_decoder: msgspec.json.Decoder[messages.ClientMessage] = msgspec.json.Decoder(messages.ClientMessage)


class Goodbye(StrEnum):
    """Why a conversation ends before its browser goes."""

    SLOW = "too slow"  # it is too far behind with reading
    SILENT = "silent"  # nothing was heard for too long
    LOGGED_OUT = "logged out"  # the session has ended


class Heard(NamedTuple):
    """What came of a message: the message, where it could be read, and the code where it was refused."""

    message: messages.ClientMessage | None
    refusal: ErrorCode | None


class Conversation:
    """One browser at one table.

    `hang_up` is called once, when the conversation is over for a reason of its own, which `over` then has;
    never in the middle of a command, since what is being stored must be told too. `admits` is where a carrier
    has limits: a message that it does not admit is refused as too fast. `session` is the one that the browser
    holds, `origin` where it is: those of one origin share the time that bots have to think.
    """

    def __init__(
        self,
        house: House,
        table: str,
        person: str | None,
        hang_up: Callable[[], object],
        *,
        session: str | None = None,
        origin: str = "",
        helped: bool = True,
        admits: Callable[[messages.ClientMessage], bool] = lambda _: True,
    ) -> None:
        self.over: Goodbye | None = None
        self._house = house
        self._hang_up = hang_up
        self._admits = admits
        self._listener = Listener(
            table,
            person,
            helped,
            lambda: self.end(Goodbye.SLOW),
            session,
            lambda: self.end(Goodbye.LOGGED_OUT),
            origin,
            lambda: admits(messages.Try("connecting", 0)),
        )
        self._answering = False
        self._hung_up = False

    async def open(self, since: int = 0) -> None:
        """Begin with the view, and what happened after `since`; raises when there is nothing to see.

        Whoever comes is back: their seats are theirs again.
        """
        me, tables = self._listener.person, self._house.tables
        table = await tables.get(self._listener.table)
        views.check_may_see(table, me)
        if me is not None and table.seats_of(me):
            # A clock that ran out while nobody was there begins anew.
            afresh = self._house.driver.stands_still(table)
            if commands.come_back(table, me, afresh).events:
                back = f"back:{secrets.token_hex(8)}"
                await tables.run(table.id, back, lambda now: commands.come_back(now, me, afresh))
        await self._house.audience.enter(self._listener, since)

    async def next(self) -> bytes:
        """What the browser is to be sent next, as soon as there is something."""
        return await self._listener.waiting.get()

    async def hear(self, text: str | None) -> Heard:
        """Answer a message; None is one that was not text."""
        message = refusal = None
        self._answering = True
        try:
            message = _parse(text)
            await self._answer(message)
        except DalapapaError as error:
            refusal = error.code
            if refusal is ErrorCode.STALE:
                await self._house.audience.reached(self._listener.table, self._listener.seq + 1)
            command = getattr(message, "id", None) if message else _id_in(text)
            self._listener.put(messages.Refusal(error.code, error.words, dict(error.details), command))
        finally:
            self._answering = False
            self._hang_up_if_over()
        return Heard(message, refusal)

    def end(self, why: Goodbye) -> None:
        """End the conversation, as soon as no command is being stored."""
        self.over = self.over or why
        self._hang_up_if_over()

    def _hang_up_if_over(self) -> None:
        if self.over is not None and not self._answering and not self._hung_up:
            self._hung_up = True
            self._hang_up()

    def close(self) -> None:
        """Nobody listens any more."""
        self._house.audience.leave(self._listener)
        self._listener.on_cut_off = _nothing  # or each would keep the other until the collector comes

    async def _answer(self, message: messages.ClientMessage) -> None:
        house, listener = self._house, self._listener
        if isinstance(message, messages.Ping):
            listener.put(messages.Pong())
            return
        me = listener.person
        if me is None:
            raise DalapapaError(ErrorCode.NOT_AT_TABLE, "you are watching: you do not sit at this table")
        match message:
            case messages.TakeTurn():
                turn = Turn(tuple(map(placement, message.placements)))
                await self._run(message.id, lambda table: commands.take_turn(table, me, message, turn))
            case messages.Try(command, seat, tried):
                self._check_pace(message)
                table = await house.tables.get(listener.table)
                listener.put(options(table, me, seat, tried, command))
            case messages.Help(wanted):
                listener.helped = wanted
            case messages.Hint(command, seat, step, tried):
                self._check_pace(message)
                table = await house.tables.get(listener.table)
                house.adviser.check_hint(table, me, seat, tried)
                # Counted before it is given, once a turn: whose version it is named by.
                table = await house.tables.run(
                    table.id, f"hint:{table.version}", lambda now: commands.take_hint(now, me, seat)
                )
                listener.put(await house.adviser.hint(table, seat, tried, step, command))
            case messages.AskGroups(command, seat, tried):
                self._check_pace(message)
                table = await house.tables.get(listener.table)
                listener.put(await house.adviser.groups(table, me, seat, tried, command))
            case messages.GiveNonce(command, nonce):
                await self._run(command, lambda table: commands.ready(table, me, nonce))
            case messages.ComeBack(command):
                await self._run(command, lambda table: commands.come_back(table, me))
            case messages.StandIn(command, seat):
                attendance = house.attendance
                await self._run(
                    command, lambda table: commands.stand_in(table, me, seat, _away(attendance, table, seat))
                )
            case messages.React(reaction):
                table = await house.tables.get(listener.table)
                commands.check_seated(table, me)
                if not self._admits(message):
                    raise DalapapaError(ErrorCode.TOO_FAST, "so many reactions at once: wait a second")
                house.react(table.id, table.seats_of(me)[0], reaction)

    def _check_pace(self, message: messages.ClientMessage) -> None:
        """What is dear to answer is asked at a human pace, by somebody who reads the answers."""
        if self._listener.behind or not self._admits(message):
            raise DalapapaError(ErrorCode.TOO_FAST, "so many tries at once: wait a second")

    async def _run(self, command: str, decide: Decide) -> None:
        # A person's ids are their own: nobody can use up somebody else's.
        await self._house.tables.run(
            self._listener.table,
            f"{self._listener.person}:{command}",
            decide,
            lambda seq: self._listener.put(messages.Ack(command, seq)),
        )


def _nothing() -> None:
    """Nobody is there to be hung up on."""


def _away(attendance: Attendance, table: Table, seat: int) -> float | None:
    """For how long a seat's person has been away."""
    person = table.seats[seat].person if seat < len(table.seats) else None
    return attendance.away(table.id, person) if person else None


class _Named(msgspec.Struct):
    """The one thing that can be read of a message which is none."""

    id: CommandId


def _id_in(text: str | None) -> str | None:
    try:
        return msgspec.json.decode(text or "", type=_Named).id if len(text or "") <= LONGEST_MESSAGE else None
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def _parse(text: str | None) -> messages.ClientMessage:
    if text is None:
        raise DalapapaError(ErrorCode.BAD_MESSAGE, "messages are text, not bytes")
    if len(text) > LONGEST_MESSAGE:
        raise DalapapaError(ErrorCode.TOO_BIG, f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        words = str(error) if isinstance(error, msgspec.ValidationError) else "this is not a message"
        raise DalapapaError(ErrorCode.BAD_MESSAGE, words) from None
