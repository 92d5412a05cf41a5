"""The arena's log: finished matches as JSON lines, so that a contest can go on where it stopped.

The first line says which contest it is; each further line is one match.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from dalapapa.bots.arena.contest import Contest, Match, PlayedGame
from dalapapa.rules import DalapapaError, ErrorCode, classic

FORMAT = "dalapapa-arena"
# The key of a contest with a tile set of one's own; without it, it is the classic one.
TILE_SET = "tile_set_sha256"
# Points, turns and seconds of a match are far fewer.
_MOST = 10**9


class ArenaLog:
    """A file of finished matches; `matches` are those it holds. Use it in a `with` block."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        self._contest = contest
        self._head = _head(contest)
        self.matches: list[Match] = []
        whole = self._read()
        self._file: TextIO = path.open("a+", encoding="utf-8", newline="\n")
        self._file.truncate(whole)  # a last line that was only half written is played again
        if not whole:
            self._write(self._head)

    def add(self, match: Match) -> None:
        """Append a finished match; it is in the file when this returns."""
        self.matches.append(match)
        self._write(
            {
                "match": match.number,
                "games": [{"seats": game.seats, "scores": game.scores} for game in match.games],
                "turns": match.turns,
                "seconds": [round(seconds, 6) for seconds in match.seconds],
            }
        )

    def __enter__(self) -> "ArenaLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        self._file.flush()

    def _read(self) -> int:
        """Read what the file has; the length of its whole lines."""
        data = self._path.read_bytes() if self._path.exists() else b""
        head = json.dumps(self._head, separators=(",", ":")).encode()
        if head.startswith(data):
            return 0  # new, empty, or stopped while the first line was written
        lines = data.split(b"\n")[:-1]
        self._check_head(lines[0] if lines else data)
        seen: set[int] = set()
        for number, line in enumerate(lines[1:], 2):
            match = _match(line, self._contest)
            if match is None or match.number in seen:
                raise self._refusal(f"line {number} is not a finished match of this contest")
            seen.add(match.number)
            self.matches.append(match)
        return sum(len(line) + 1 for line in lines)

    def _check_head(self, line: bytes) -> None:
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise self._refusal("not a file of the arena")
        ours, theirs = ({TILE_SET: "classic"} | one for one in (self._head, head))
        for key, value in ours.items():
            if theirs.get(key) != value:
                raise self._refusal(
                    f"holds another contest ({key} {_words(theirs.get(key))}, not {_words(value)})"
                )

    def _refusal(self, why: str) -> DalapapaError:
        return DalapapaError(ErrorCode.BAD_RECORD, f"{self._path}: {why}; name another file with --out")


def _head(contest: Contest) -> dict[str, Any]:
    own = {} if contest.tile_set == classic() else {TILE_SET: contest.tile_set.fingerprint}
    return {
        "format": FORMAT,
        "version": 1,
        "bots": list(contest.bots),
        "players": contest.players,
        "target": contest.target,
        "seed": contest.seed,
        **own,
    }


def _match(line: bytes, contest: Contest) -> Match | None:
    """Read a match; None unless it is one of the contest."""
    try:
        entry = json.loads(line)
        games = tuple(PlayedGame(tuple(game["seats"]), tuple(game["scores"])) for game in entry["games"])
        match = Match(entry["match"], games, tuple(entry["turns"]), tuple(entry["seconds"]))
        fits = (
            tuple(game.seats for game in games) == contest.seatings(match.number)
            and len(match.turns) == len(match.seconds) == len(contest.bots)
            and all(len(game.scores) == contest.players for game in games)
            and all(type(number) is int and abs(number) < _MOST for game in games for number in game.scores)
            and type(match.number) is int
            and all(type(number) is int and 0 <= number < _MOST for number in match.turns)
            and all(match.turns[bot] for game in games for bot in game.seats)
            and all(isinstance(seconds, float | int) and 0 <= seconds < _MOST for seconds in match.seconds)
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return match if fits and match.number >= 0 else None


def _words(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
