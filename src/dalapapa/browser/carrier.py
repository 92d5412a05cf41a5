"""The carrier inside a worker: what pages of this browser ask and say, as texts, and what they are told."""

import asyncio
from collections.abc import Callable

import msgspec

from dalapapa.rules import DalapapaError, ErrorCode
from dalapapa.rules.tile_file import parse_tile_set
from dalapapa.service.analyses import Analyses, Corner
from dalapapa.service.house import House
from dalapapa.service.keeping import keep
from dalapapa.service.people.guests import check_guest, session_of
from dalapapa.service.people.names import clean_name
from dalapapa.service.people.register import Person, Register
from dalapapa.service.stores.protocol import StoreError
from dalapapa.service.telling import replays, requests, views, words
from dalapapa.service.telling.conversation import Conversation
from dalapapa.service.telling.keeping import KeepingRequest

# Who holds this browser is one guest, and needs no cookie to be known again.
_HERE = "here"

_encode = msgspec.json.encode
_decode = msgspec.json.decode


def _at_once() -> None:
    """Nobody else waits for this browser."""


def _printed(sheet: str, more: list[str], body: str) -> object:
    """A document, or what it looks like; its own tiles come with the question."""
    # Not before somebody prints: to play nobody needs it.
    from dalapapa.print.wishes import read

    address, _, chosen = "/".join((sheet, *more)).partition("?")
    name, _, looked = address.partition("/")
    # Of all that an address may hold, the choices have one sign that is not written as it is.
    pairs = [pair.partition("=") for pair in chosen.replace("%2C", ",").split("&")]
    wish = read(name, {choice: value for choice, _, value in pairs})
    own = parse_tile_set(_decode(body, type=requests.TileSetRequest).tile_set) if name == "own" else None
    return wish.draw(own).look if looked else wish.draw(own).pdf


# Sends a text to the page that holds a line; None when the line is cut, with the reason.
Send = Callable[[int, str | None, str], object]


class Carrier:
    """Answers requests as `server.http` does, and carries conversations as `server.sockets` does."""

    def __init__(self, house: House, register: Register, send: Send) -> None:
        self._house, self._register, self._send = house, register, send
        self._lines: dict[int, tuple[Conversation, asyncio.Task[None]]] = {}
        self._replays = Analyses(house.tables, Corner())

    # ── Requests ─────────────────────────────────────────────────────────────────────────────

    async def ask(self, method: str, path: str, body: str) -> tuple[bool, str]:
        """The answer to a request, or the refusal; and which of them it is."""
        try:
            return True, _encode(await self._answer(method, path.split("/")[2:], body or "{}")).decode()
        except DalapapaError as error:
            return False, _encode(words.Fault(error.code, error.words, dict(error.details))).decode()
        except msgspec.MsgspecError as error:
            fault = words.Fault(
                ErrorCode.BAD_MESSAGE, "this request cannot be read", {"faults": [str(error)]}
            )
            return False, _encode(fault).decode()
        except StoreError:
            return False, _encode(words.Fault(ErrorCode.TRY_AGAIN, "the store does not answer", {})).decode()

    async def _answer(self, method: str, path: list[str], body: str) -> object:
        lobby, person = self._house.lobby, await self._house.people.find(_HERE)
        match method, path:
            case "POST", ["session"]:
                return await self._introduce(person, _decode(body, type=requests.NameRequest).name)
            case "GET", ["session"]:
                return requests.Session(check_guest(person).name)
            case "GET", ["tiles"]:
                return views.tiles(lobby.tile_set)
            case "GET", ["tiles", sha256]:
                return await lobby.tiles(sha256)
            case "POST", ["tiles"]:
                return views.box(_decode(body, type=requests.TileSetRequest).tile_set)
            case "GET", ["bots"]:
                return views.bots()
            case "POST", ["keeping"]:
                return keep(_decode(body, type=KeepingRequest))
            case "POST", ["tables"]:
                return await lobby.make(check_guest(person), _decode(body, type=requests.NewTable))
            case "GET", ["tables", "mine"]:
                return await lobby.mine(person) if person else []
            case "GET", ["tables", table]:
                return await lobby.card(table, person)
            case "GET", ["tables", table, "record"]:
                return await lobby.record(table, person)
            case "POST", ["tables", table, "leave"]:
                return await lobby.leave(table, check_guest(person))
            case "POST", ["tables", table, "resign"]:
                seat = _decode(body, type=requests.ResignRequest).seat
                return await lobby.resign(table, check_guest(person), seat)
            case "POST", ["tables", table, "rematch"]:
                return await lobby.rematch(table, check_guest(person))
            case _, ["paper", sheet, *more]:
                return _printed(sheet, more, body)
        return await self._look_back(method, path, body, person)

    async def _look_back(self, method: str, path: list[str], body: str, person: Person | None) -> object:
        """What is asked of finished games; here nobody needs the key of a link, and nobody asks too often."""
        found = self._replays
        match method, path:
            case "GET", ["tables", table, "replay"]:
                return await found.replay(table, person, None)
            case "GET", ["tables", table, "analysis"]:
                return await found.look(table, person, None, _at_once)
            case "POST", ["tables", table, "otherwise"]:
                wish = _decode(body, type=replays.OtherwiseRequest)
                return await found.otherwise(table, person, None, wish)
            case "POST", ["replays"]:
                return await found.replay_file(_decode(body, type=replays.RecordRequest))
            case "POST", ["replays", "analysis"]:
                return await found.look_at_file(_decode(body, type=replays.RecordRequest), _at_once)
            case "POST", ["replays", "otherwise"]:
                return await found.try_file(_decode(body, type=replays.OtherwiseRequest))
        raise DalapapaError(ErrorCode.NOT_FOUND, "there is nothing at this address")

    async def _introduce(self, person: Person | None, name: str) -> requests.Session:
        if person is not None:
            return requests.Session((await self._house.people.rename(person, name)).name)
        new = Person(_HERE, clean_name(name))
        await self._register.add_person(new, session_of(_HERE), self._house.people.now())
        return requests.Session(new.name)

    # ── Conversations ────────────────────────────────────────────────────────────────────────

    async def open(self, line: int, table: str, since: int) -> None:
        """Begin a conversation on a line that a page has opened."""
        try:
            person = await self._house.people.find(_HERE)
            talk = Conversation(self._house, table, person.id if person else None, lambda: self.close(line))
            await talk.open(since)
        except (DalapapaError, StoreError) as error:
            self._send(line, None, error.code.value if isinstance(error, DalapapaError) else "try_again")
            return
        self._lines[line] = talk, asyncio.create_task(self._tell(line, talk))

    async def _tell(self, line: int, talk: Conversation) -> None:
        while True:
            self._send(line, (await talk.next()).decode(), "")

    async def hear(self, line: int, text: str) -> None:
        """What a page says on a line."""
        if line in self._lines:
            try:
                await self._lines[line][0].hear(text)
            except StoreError:  # what had no answer is said again on a new line
                self.close(line)

    def close(self, line: int) -> None:
        """A page has gone, or is sent away: it may come back."""
        if line in self._lines:
            talk, telling = self._lines.pop(line)
            telling.cancel()
            talk.close()
            self._send(line, None, "")
