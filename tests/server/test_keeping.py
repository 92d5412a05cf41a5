"""The score-keeper asks over HTTP, without a session and at a human pace; nothing is stored."""

from typing import Any

import pytest

from dalapapa.rules import TileSet, classic
from dalapapa.rules.tile_file import tile_set_toml
from tests.service.test_keeping import GAME, kept_with, moves_of, played

from .client import Guest, nonce
from .serving import Running, on_sqlite, quick, serving

pytestmark = pytest.mark.anyio


def wish(moves: int, **more: Any) -> dict[str, Any]:
    return {"players": 3, "target": 60, "moves": moves_of()[:moves], **more}


@on_sqlite
async def test_a_kept_game_is_counted_and_walked_through(server: Running) -> None:
    somebody = Guest(server.base)
    asked = await somebody.post("/api/keeping", wish(9, hand=[99]))
    assert (asked["fault"], len(asked["moves"]), asked["options"]["tiles"]) == (None, 9, [99])
    whole = await somebody.post("/api/keeping", wish(200, names=["Ana", "Bo", "Cy"]))
    assert whole["result"]["scores"] == GAME["result"]["scores"]
    walked = await somebody.post("/api/replays", {"record": whole["record"]})
    assert (walked["scores"], walked["owl"]) == (GAME["result"]["scores"], False)
    for path in ("/api/replays/analysis", "/api/replays/otherwise"):
        more = {"turn": 0, "placements": []} if "other" in path else {}
        assert (await somebody.post(path, {"record": whole["record"], **more}, 409))["code"] == "unfair"
    assert await somebody.get("/api/tables") == []
    await somebody.close()


@on_sqlite
async def test_a_whole_box_of_ones_own_is_counted_walked_through_and_played_on_with(server: Running) -> None:
    box = TileSet("Anna's box", classic().tiles[::-1])
    game, text = played(box), tile_set_toml(box)
    ana = await Guest.named(server.base, "Ana")
    asked = {"players": 2, "target": 60, "moves": kept_with(box), "names": ["Ana", "Bo"], "tile_set": text}
    whole = await ana.post("/api/keeping", asked)
    assert whole["scores"] == list(game.scores)
    walked = await ana.post("/api/replays", {"record": whole["record"]})
    assert (walked["tile_set"]["sha256"], walked["scores"]) == (box.fingerprint, list(game.scores))
    last = kept_with(box)[:-4]
    seats = [{"kind": "person"}, {"kind": "person", "name": "Bo"}]
    wished = {"seats": seats, "target": 60, "tile_set": text, "kept": {"moves": last}, "nonce": nonce()}
    card = await ana.post("/api/tables", wished, 201)
    assert (card["tile_set"], card["tile_set_sha256"]) == (box.name, box.fingerprint)
    await ana.close()


@on_sqlite
async def test_bad_questions_get_plain_answers(server: Running) -> None:
    somebody = Guest(server.base)
    for body, status, code in [
        (wish(3, target=59), 400, "bad_target"),
        (wish(3, target="60"), 400, "bad_message"),
        (wish(3, hand=[moves_of()[0][0]["tile"]]), 409, "laid_twice"),
        (wish(3, tile_set="no set"), 400, "bad_tile_set"),
        (wish(3, names=["x" * 150] * 3), 400, "bad_name"),
        (wish(3) | {"moves": [[]] * 1000}, 400, "bad_message"),
        (wish(3) | {"moves": "x" * 70_000}, 413, "too_big"),
    ]:
        assert (await somebody.post("/api/keeping", body, status))["code"] == code
    await somebody.close()


async def test_nobody_asks_without_end(sqlite: str) -> None:
    async with serving(quick(sqlite, try_rate=0.0001, try_burst=3)) as server:
        somebody = Guest(server.base)
        for _ in range(3):
            await somebody.post("/api/keeping", wish(3))
        assert (await somebody.post("/api/keeping", wish(3), 429))["code"] == "too_fast"
        await somebody.close()
