"""Tables that are played with a set of one's own, or with a smaller one."""

import random

import pytest

from dalapapa.rules import Colour, DalapapaError, ErrorCode, Tile, TileSet, classic, view
from dalapapa.rules.records.referee import referee
from dalapapa.rules.tile_file import load_tile_set, tile_set_toml
from dalapapa.rules.tiles import small, without
from dalapapa.service.people.register import Person
from dalapapa.service.stores.memory import MemoryStore
from dalapapa.service.tables import fairness
from dalapapa.service.telling import requests, views
from dalapapa.service.telling.retelling import told
from tests.rules.golden.regenerate import WORLDS

from .rooms import NONCE, room, talking

pytestmark = pytest.mark.anyio

ANA, BO = Person("ana", "Ana"), Person("bo", "Bo")
BOX = without(classic(), {"angle", "zigzag", "pyramid"}, "Anna's box")


def wish(tile_set: str | None, other: str = "greedy", **wishes: object) -> requests.NewTable:
    kind = other if other in ("open", "person") else "bot"
    seat = requests.NewSeat(kind, bot=other if kind == "bot" else None)  # type: ignore[arg-type]
    return requests.NewTable(
        [requests.NewSeat("person"), seat],
        nonce=NONCE,
        tile_set=tile_set,
        **wishes,  # type: ignore[arg-type]
    )


def wild(size: int, colours: int, seed: int) -> TileSet:
    rng = random.Random(seed)
    palette = list(Colour)[:colours]

    def face() -> tuple[Colour, ...]:
        return tuple(rng.choices(palette, k=7))

    return TileSet("wild", tuple(Tile(i, "wild", (face(), face())) for i in range(size)))


async def test_a_set_of_ones_own_is_played_to_the_end_and_its_record_stands_alone() -> None:
    async with room() as at:
        card = await at.house.lobby.make(ANA, wish(tile_set_toml(BOX)))
        assert (card.tile_set, card.tile_set_sha256) == ("Anna's box", BOX.fingerprint)
        table = await at.finish(card.id)
        assert table.game is not None
        assert sorted(table.game.order) == list(range(48))
        record = await at.house.lobby.record(card.id, ANA)
        assert referee(record).board.tile_set.fingerprint == BOX.fingerprint
        fairness.check(record)
        replay = told(record, None, None, owl=True)
        assert (replay.tile_set.name, len(replay.tile_set.tiles)) == ("Anna's box", 48)
        mine = await at.house.lobby.mine(ANA)
        assert [one.tile_set for one in mine] == ["Anna's box"]


async def test_it_is_there_after_a_restart_and_stored_once_for_all_tables() -> None:
    store = MemoryStore()
    async with room(store, pace=1e6) as at:
        first = await at.house.lobby.make(ANA, wish(tile_set_toml(BOX), "person"))
        bos = tile_set_toml(TileSet("Bo's", BOX.tiles))
        second = await at.house.lobby.make(BO, wish(bos, "person"))
        assert (await at.house.lobby.tiles(BOX.fingerprint)).sha256 == BOX.fingerprint
    async with room(store) as at:
        for card, name in ((first, "Anna's box"), (second, "Bo's")):
            table = await at.tables.get(card.id)
            assert (table.tile_set.name, table.tile_set.fingerprint) == (name, BOX.fingerprint)
            await at.finish(card.id)
        bodies = [entry.body for table in (first, second) for entry in await store.entries(table.id)]
        assert not any(str(BOX[0]).encode() in body for body in bodies)


async def test_everybody_at_the_table_and_who_watches_are_told_of_it() -> None:
    async with room(pace=1e6) as at:
        card = await at.house.lobby.make(ANA, wish(tile_set_toml(BOX), "open"))
        await at.house.lobby.join(card.id, BO, requests.JoinRequest(nonce=NONCE))
        table = await at.tables.get(card.id)
        for person in (ANA.id, BO.id, None):
            async with talking(at, table, person) as browser:
                seen = (await browser.told("view"))["table"]
                assert (seen["tile_set"], seen["tile_set_sha256"]) == (BOX.name, BOX.fingerprint)


async def test_a_rematch_is_played_with_the_same_set() -> None:
    async with room() as at:
        card = await at.house.lobby.make(ANA, wish(tile_set_toml(BOX)))
        await at.finish(card.id)
        again = await at.house.lobby.rematch(card.id, ANA)
        assert (again.tile_set, again.tile_set_sha256) == (BOX.name, BOX.fingerprint)
        assert (await at.tables.get(again.id)).tile_set.fingerprint == BOX.fingerprint


async def test_a_smaller_game_by_its_name() -> None:
    async with room() as at:
        card = await at.house.lobby.make(ANA, wish("classic-72"))
        assert card.tile_set == "classic-72"
        record = await at.house.lobby.record((await at.finish(card.id)).id, ANA)
        assert (len(record["bag"]), "tiles" in record) == (72, False)
        assert referee(record).board.tile_set is small()
        assert await at.store.tile_set(small().fingerprint) is None  # everybody has it


async def test_a_set_up_that_is_impossible_goes_on_without() -> None:
    """R3.3: with two worlds of colours that never meet, somebody lays nothing in set-up."""
    async with room() as at:
        left_out = 0
        for number in range(6):
            card = await at.house.lobby.make(ANA, wish(tile_set_toml(load_tile_set(WORLDS)), id=f"w{number}"))
            table = await at.finish(card.id)
            assert table.game is not None
            left_out += len(table.game.setup) < 2
            referee(await at.house.lobby.record(card.id, ANA))
        assert left_out


@pytest.mark.parametrize(("size", "colours"), [(12, 1), (12, 4), (37, 2), (120, 4)])
async def test_bots_and_help_manage_any_set(size: int, colours: int) -> None:
    async with room() as at:
        tile_set = wild(size, colours, size + colours)
        for bot in ("greedy2", "hedgehog"):
            card = await at.house.lobby.make(ANA, wish(tile_set_toml(tile_set), bot))
            table = await at.tables.get(card.id)
            if table.game is not None and table.to_move is not None and table.seats[table.to_move].person:
                async with talking(at, table, ANA.id) as browser:
                    offered = await browser.told("options")
                    hand = view(table.game, table.game.to_move).hand
                    assert set(offered["tiles"]) <= set(hand)
            await at.finish(card.id)
            referee(await at.house.lobby.record(card.id, ANA))


async def test_the_house_may_have_a_set_of_its_own() -> None:
    async with room() as at:
        at.house.lobby.tile_set = BOX
        assert (await at.house.lobby.make(ANA, wish(None))).tile_set == BOX.name
        assert (await at.house.lobby.make(ANA, wish("classic"))).tile_set == "classic"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "name"),
        ("clasic", "toml"),
        ('name = "x"', "size"),
        (tile_set_toml(TileSet("one", classic().tiles[:1])), "size"),
        (tile_set_toml(TileSet("many", classic().tiles * 9)), "size"),
        (tile_set_toml(TileSet("classic", classic().tiles)), "taken"),
        (tile_set_toml(TileSet("\u202egnirts", classic().tiles)), "name"),
        (tile_set_toml(TileSet("x" * 41, classic().tiles)), "name"),
        (tile_set_toml(BOX).replace('front = "r', 'front = "q', 1), "colour"),
        (tile_set_toml(BOX).replace("[[tile]]\n", "[[tile]]\nid = 7\n", 1), "key"),
    ],
)
async def test_what_is_no_set_makes_no_table(text: str, why: str) -> None:
    async with room() as at:
        with pytest.raises(DalapapaError) as caught:
            await at.house.lobby.make(ANA, wish(text))
        assert (caught.value.code, caught.value.details["why"]) == (ErrorCode.BAD_TILE_SET, why)
        assert await at.house.lobby.mine(ANA) == []


@pytest.mark.parametrize("sha256", ["0" * 64, "", "../x", "f" * 63, "F" * 64])
async def test_of_other_sets_nothing_is_told(sha256: str) -> None:
    async with room() as at:
        with pytest.raises(DalapapaError) as caught:
            await at.house.lobby.tiles(sha256)
        assert caught.value.code is ErrorCode.NOT_FOUND


def test_a_box_that_is_being_written_down_is_looked_at() -> None:
    seen = views.box(tile_set_toml(TileSet("", BOX.tiles[:30])))
    assert [one.fact.value for one in seen.broken] == ["count", "equal", "families"]
    assert seen.families == {"corner": 24, "bridge": 6}
    assert seen.refusal is not None
    assert seen.refusal.details == {"why": "name"}
    assert views.box(tile_set_toml(TileSet("Ours", classic().tiles))).refusal is None
