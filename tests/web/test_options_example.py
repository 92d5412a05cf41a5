"""The message by which the browser's reading of options is tested: what the service says, and the rules mean.

Written again with `python -m tests.web.test_options_example`.
"""

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from dalapapa.bots import BOTS, Budget
from dalapapa.rules import Game, classic, legal_placements, receipt, shuffled_bag, view
from dalapapa.service.tables.table import Seat, Table
from dalapapa.service.telling.happenings import place, receipt_seen
from dalapapa.service.telling.options import options
from dalapapa.service.telling.words import Option

FILE = Path(__file__).parents[2] / "web/src/net/options.example.json"
MOVES = 14


def example() -> dict[str, Any]:
    """The options of a turn, as they travel, and what they mean: place by place, as the message counts."""
    game = Game.start(shuffled_bag(classic(), random.Random(7)))
    for move in range(MOVES):
        game = game.play(BOTS["greedy"].choose(view(game, game.to_move), random.Random(move), Budget()))
    assert game.to_move == 0
    table = Table("t", seats=[Seat("ana"), Seat("bo")], phase="playing", first=0, game=game)
    hand = game.hands[0]
    meant = sorted(
        (p for tile in hand for p in legal_placements(game.board, tile)),
        key=lambda p: (p.rotation % 2, p.x, p.y, hand.index(p.tile), p.face, p.rotation),
    )
    found = {
        "message": options(table, "ana", 0, [], None),
        "options": [Option(place(p), receipt_seen(receipt(game.board, p))) for p in meant],
    }
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return read


def test_the_example_is_what_the_service_says() -> None:
    assert json.loads(FILE.read_text()) == example()


if __name__ == "__main__":
    FILE.write_text(json.dumps(example(), separators=(",", ":")) + "\n")
