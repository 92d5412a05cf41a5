"""Golden games: replaying gives the same states, playing again gives the same bytes."""

import pytest

from dalapapa.rules import Game, Reason, TileSet, classic
from dalapapa.rules.records.reading import loads, players_of
from dalapapa.rules.records.record import Json, dumps, record_of
from dalapapa.rules.records.referee import referee, replay
from dalapapa.rules.tile_file import load_tile_set
from tests.rules.golden.regenerate import FOLDER, GAMES, WORLDS, Golden, readable

each_game = pytest.mark.parametrize("golden", GAMES, ids=[golden.name for golden in GAMES])


def stored(golden: Golden) -> tuple[Json, TileSet]:
    tile_set = load_tile_set(WORLDS) if golden.custom else classic()
    return loads((FOLDER / f"{golden.name}.jsonl").read_bytes()), tile_set


def by_name(name: str) -> Game:
    golden = next(golden for golden in GAMES if golden.name == name)
    *_, game = replay(*stored(golden))
    return game


@each_game
def test_replaying_gives_the_states_written_down(golden: Golden) -> None:
    states = list(replay(*stored(golden)))
    assert readable(golden.name, states) == (FOLDER / f"{golden.name}.txt").read_text("utf-8")
    assert len(states) == 1 + states[-1].players + len(states[-1].turns)
    scene = referee(*stored(golden))
    assert (scene.board, scene.scores) == (states[-1].board, states[-1].scores)


@each_game
def test_playing_again_gives_the_same_bytes(golden: Golden) -> None:
    text = (FOLDER / f"{golden.name}.jsonl").read_text("utf-8")
    game = golden.play()
    assert dumps(record_of(game, golden.players)) + "\n" == text
    record, tile_set = stored(golden)
    *_, last = replay(record, tile_set)
    assert last == game
    assert last.hash == game.hash
    assert dumps(record_of(last, players_of(record))) + "\n" == text


def test_the_games_show_what_their_names_say() -> None:
    assert [by_name(f"{word}-players").players for word in ("two", "three", "four")] == [2, 3, 4]
    empty = by_name("bag-runs-out")
    assert not empty.bag
    assert not any(empty.hands)
    assert empty.result is not None
    assert empty.result.reason is Reason.EXHAUSTED
    shared = by_name("shared-win").result
    assert shared is not None
    assert shared.winners == (0, 1)
    both = by_name("both-tiles-and-passes").turns
    assert {len(turn.placements) for turn in both} == {0, 1, 2}
    assert len(by_name("two-worlds").setup) == 2
