"""Writing: what is written is read again, with all that belongs to it."""

from dalapapa.rules import Game
from dalapapa.rules.records.reading import loads, players_of
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.rules.records.referee import referee, replay
from tests.rules.records.samples import GOOD, refusal


def test_records_carry_more_when_asked_and_ignore_what_they_do_not_know() -> None:
    *_, game = replay(GOOD)
    record = record_of(
        game, [Player("Ana"), Player("Zoë 🎲"), Player("C", "bot", "greedy")], extra={"seed": 7}
    )
    assert record["seed"] == 7
    assert record["players"][0] == {"name": "Ana", "kind": "human"}
    assert record["players"][2] == {"name": "C", "kind": "bot", "bot": "greedy"}
    assert [player.name for player in players_of(loads(dumps(record)))] == ["Ana", "Zoë 🎲", "C"]
    assert "\n" not in dumps(record)
    referee(loads(dumps(record).encode()))


def test_open_hands_are_kept() -> None:
    game = Game.start(range(120), open_hands=True)
    record = record_of(game, [Player("Ana"), Player("Bo")])
    assert [state.hash for state in replay(record)] == [game.hash]
    assert refusal(record | {"open_hands": 1}) == "'open_hands' must be true or false"
