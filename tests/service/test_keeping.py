"""The score-keeper's referee: it counts what was laid, names the move that does not fit, and forgets it."""

import random
from typing import Any

import msgspec
import pytest

from dalapapa.rules import (
    PASS,
    DalapapaError,
    ErrorCode,
    Game,
    TileSet,
    Turn,
    classic,
    legal_placements,
    shuffled_bag,
)
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.record import Json, Player, dumps, record_of
from dalapapa.rules.records.referee import referee, replay
from dalapapa.rules.tile_file import tile_set_toml
from dalapapa.rules.tiles import small, without
from dalapapa.service.keeping import keep
from dalapapa.service.telling.happenings import place
from dalapapa.service.telling.keeping import Keeping, KeepingRequest
from dalapapa.service.telling.retelling import told
from dalapapa.service.telling.words import MOST_MOVES
from tests.offered import offered
from tests.rules.golden.regenerate import FOLDER

GAME = loads((FOLDER / "three-players.jsonl").read_bytes())
STATES = list(replay(GAME))
BOX = without(classic(), {"angle", "zigzag", "pyramid"}, "Anna's box")


def played(tile_set: TileSet, moves: int = 200) -> Game:
    """A game of two at a real table, each laying the first tile that fits where it fits first."""
    game = Game.start(shuffled_bag(tile_set, random.Random(7)), 2, 60, tile_set)
    while game.result is None and (moves := moves - 1) >= 0:
        ways = [way for tile in game.hands[game.to_move] for way in legal_placements(game.board, tile)]
        game = game.play(Turn((ways[0],)) if ways else PASS)
    return game


def kept_with(tile_set: TileSet, moves: int = 200) -> list[list[Json]]:
    """What a score-keeper has written down of it."""
    return moves_of(record_of(played(tile_set, moves), [Player("Ana"), Player("Bo")]))


def moves_of(record: Json = GAME) -> list[list[Json]]:
    """All that was laid, move by move."""
    keys = ("tile", "face", "rotation", "x", "y")
    laid = [[entry] for entry in record["setup"]] + [turn["placements"] for turn in record["turns"]]
    return [[{key: one[key] for key in keys} for one in move] for move in laid]


def ask(moves: list[list[Json]], players: int = 3, target: int = 60, **more: Any) -> Keeping:
    """As a browser asks it."""
    wish = {"players": players, "target": target, "moves": moves, **more}
    return keep(msgspec.json.decode(msgspec.json.encode(wish), type=KeepingRequest))


@pytest.mark.parametrize("moves", range(0, len(STATES), 4))
def test_what_lies_there_is_counted(moves: int) -> None:
    game, found = STATES[moves], ask(moves_of()[:moves])
    assert found.fault is None
    assert found.scores == game.scores
    assert found.in_setup == game.in_setup
    assert found.to_move == (None if game.result else game.to_move)
    assert found.final_round == game.final_round
    assert found.bag_count == game.bag_count
    assert [move.points for move in found.moves if not move.setup] == [turn.points for turn in game.turns]
    assert [move.version for move in found.moves] == list(range(moves))


def test_a_whole_game_ends_and_gives_a_record_for_replay() -> None:
    found = ask(moves_of(), names=["Ana", "Bo", "Cy"])
    assert found.result is not None
    assert found.result.winners == GAME["result"]["winners"]
    assert found.to_move is None
    record = found.record
    assert record is not None
    assert list(referee(loads(dumps(record))).scores) == GAME["result"]["scores"]
    walked = told(record, None, None, owl=False)
    assert [move.player for move in walked.moves] == [0, 1, 2, *(turn.player for turn in STATES[-1].turns)]
    assert [move.bag_count for move in walked.moves] == [state.bag_count for state in STATES[:-1]]
    assert [player.name for player in walked.players] == ["Ana", "Bo", "Cy"]
    assert walked.winners == tuple(GAME["result"]["winners"])
    assert not walked.owl


@pytest.mark.parametrize("moves", [0, 2, 3, 20])
def test_a_tile_is_offered_every_place_where_it_fits(moves: int) -> None:
    game = STATES[moves]
    tile = game.hands[game.to_move][0]
    found = ask(moves_of()[:moves], hand=[tile]).options
    assert found is not None
    assert (found.seat, found.version, found.tiles) == (game.to_move, moves, (tile,))
    assert (found.receipts is None) == game.in_setup
    read = offered(msgspec.json.decode(msgspec.json.encode(found)))
    assert len(read) == len(legal_placements(game.board, tile))


def test_a_second_tile_is_offered_places_after_the_first() -> None:
    game = STATES[20]
    first, second = game.hands[game.to_move]
    laid = legal_placements(game.board, first)[0]
    found = ask(moves_of()[:20], hand=[second], tried=[msgspec.to_builtins(place(laid))]).options
    assert found is not None
    read = offered(msgspec.json.decode(msgspec.json.encode(found)))
    assert len(read) == len(legal_placements(game.board.place(laid), second))


def test_a_correction_that_spoils_a_later_turn_names_that_turn_and_counts_the_others() -> None:
    moves = moves_of()
    board = STATES[5].board
    tile = moves[5][0]["tile"]
    others = [
        msgspec.to_builtins(place(p))
        for p in legal_placements(board, tile)
        if msgspec.to_builtins(place(p)) != moves[5][0]
    ]
    spoiled = [found for one in others if (found := ask([*moves[:5], [one], *moves[6:]])).fault is not None]
    assert spoiled
    for found in spoiled:
        assert found.fault is not None
        assert found.fault.move == len(found.moves) > 5
        assert found.fault.code in (ErrorCode.OVERLAP, ErrorCode.NO_DISC, ErrorCode.TWO_COLOURS)
        assert found.options is None


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ([moves_of()[0] + moves_of()[1]], (0, ErrorCode.TOO_MANY_TILES)),
        ([[]], (0, ErrorCode.BAD_RECORD)),  # R3.3: every tile of the classic set fits
        ([*moves_of()[:3], moves_of()[0]], (3, ErrorCode.LAID_TWICE)),
        ([[{**moves_of()[0][0], "tile": 500}]], (0, ErrorCode.BAD_PLACEMENT)),
        ([*moves_of(), []], (len(moves_of()), ErrorCode.GAME_OVER)),
        ([*moves_of()[:3], [], [], [], []], (6, ErrorCode.GAME_OVER)),  # R6.2
    ],
)
def test_the_first_move_that_cannot_be_is_named(moves: list[list[Json]], fault: tuple[int, str]) -> None:
    found = ask(moves)
    assert found.fault is not None
    assert (found.fault.move, found.fault.code) == fault
    assert len(found.moves) == fault[0]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"target": 59}, ErrorCode.BAD_TARGET),
        ({"hand": [500]}, ErrorCode.BAD_PLACEMENT),
        ({"hand": [moves_of()[0][0]["tile"]]}, ErrorCode.LAID_TWICE),
        ({"hand": [99, 99]}, ErrorCode.LAID_TWICE),
        ({"hand": [99], "tried": [moves_of()[0][0]]}, ErrorCode.LAID_TWICE),
        ({"hand": [99], "tried": [moves_of()[6][0]] * 2}, ErrorCode.TOO_MANY_TILES),
        ({"names": ["Ana", "Bo"]}, ErrorCode.BAD_PLAYERS),
        ({"names": ["Ana", "Bo", " "]}, ErrorCode.BAD_NAME),
    ],
)
def test_what_cannot_be_asked_is_refused(wish: Json, code: ErrorCode) -> None:
    with pytest.raises(DalapapaError) as caught:
        ask(moves_of()[:6], **wish)
    assert caught.value.code is code


@pytest.mark.parametrize(
    "wish",
    [
        {"players": 5},
        {"players": 1},
        {"moves": [[]] * (MOST_MOVES + 1)},
        {"moves": [[moves_of()[0][0]] * 3]},
        {"hand": [1, 2, 3]},
        {"hand": [-1]},
        {"names": ["Ana"] * 5},
        {"more": 1},
    ],
)
def test_what_cannot_be_read_is_refused(wish: Json) -> None:
    body = msgspec.json.encode({"players": 3, "target": 60, "moves": [], **wish})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=KeepingRequest)


@pytest.mark.parametrize(("tile_set", "text"), [(small(), "classic-72"), (BOX, tile_set_toml(BOX))])
def test_another_set_is_refereed_and_its_record_stands_alone(tile_set: TileSet, text: str) -> None:
    game = played(tile_set)
    assert game.result is not None
    found = ask(kept_with(tile_set), players=2, tile_set=text, names=["Ana", "Bo"])
    assert (found.fault, found.scores, found.bag_count) == (None, game.scores, game.bag_count)
    record = loads(dumps(found.record or {}))
    assert record["tile_set"] == tile_set.name
    assert record["tile_set_sha256"] == tile_set.fingerprint
    assert ("tiles" in record) == (tile_set is BOX)
    assert referee(record).board.tile_set.fingerprint == tile_set.fingerprint
    walked = told(record, None, None, owl=False)
    assert (walked.tile_set.name, len(walked.tile_set.tiles)) == (tile_set.name, len(tile_set))


def test_only_tiles_of_that_set_are_offered_places() -> None:
    moves, last = kept_with(BOX, 6), len(BOX) - 1
    board = played(BOX, 6).board
    options = ask(moves, players=2, tile_set=tile_set_toml(BOX), hand=[last]).options
    read = offered(msgspec.json.decode(msgspec.json.encode(options)))
    assert len(read) == len(legal_placements(board, last))
    with pytest.raises(DalapapaError, match="0 to 47"):
        ask(moves, players=2, tile_set=tile_set_toml(BOX), hand=[last + 1])
    assert ask([*moves, [{**moves[0][0], "tile": 48}]], 2, tile_set=tile_set_toml(BOX)).fault is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "name"),
        ("clasic", "toml"),
        (tile_set_toml(TileSet("few", BOX.tiles[:11])), "size"),
        (tile_set_toml(TileSet("classic", BOX.tiles)), "taken"),
        (tile_set_toml(BOX).replace('front = "r', 'front = "q', 1), "colour"),
    ],
)
def test_what_is_no_set_is_not_refereed_with(text: str, why: str) -> None:
    with pytest.raises(DalapapaError) as caught:
        ask([], tile_set=text)
    assert (caught.value.code, caught.value.details["why"]) == (ErrorCode.BAD_TILE_SET, why)
