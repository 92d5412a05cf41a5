"""What a game can come to: a clock that runs out, absence, giving up, a forced pass, a shared win."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from dalapapa.rules.records.referee import replay

from .conftest import Arrive, serving
from .people import Keys, Person
from .prepared import Past, after_moves, prepare


def test_when_the_clock_runs_out_a_bot_plays_and_who_is_away_can_come_back(
    arrive: Arrive, tmp_path: Path
) -> None:
    # At both tables it is Ana's turn with little time left; at the second she has missed her last one too.
    # It is enough for all to come before it is up (who comes later has it all again). Bo, whose turn is next,
    # has so much that the computer does not play for him while somebody still looks.
    game = after_moves(6)
    once = Past(game, clock=180, ago=155.0)
    twice = Past(game, clock=180, ago=155.0, missed=frozenset({4}))
    there = prepare(tmp_path, ("Ana", "Bo"), once, twice)
    with serving(tmp_path) as port:
        ana, bo = (arrive(at=port, session=session) for session in there.sessions)
        away = ana.tab()
        away.open(there.tables[1])
        ana.open(there.tables[0])
        bo.open(there.tables[1])
        for person in (ana, away):
            expect(person.page.get_by_role("timer", name="Time left")).to_have_text(re.compile(r"^0:\d\d$"))

        ana.expect_version(7, timeout=60_000)
        latest = ana.turns.first
        expect(latest).to_contain_text("Ana")
        expect(latest).to_contain_text("played by the computer")
        expect(ana.page.get_by_role("button", name="I’m back")).to_have_count(0)

        away.expect_version(7, timeout=60_000)
        expect(away.page.get_by_text("You were away, so the computer is playing for you.")).to_be_visible()
        seat = bo.seats.first
        expect(seat).to_contain_text("the computer is playing")
        away.page.get_by_role("button", name="I’m back").click()
        expect(away.page.get_by_text("You were away")).to_have_count(0)
        expect(seat).not_to_contain_text("the computer is playing")

        # And it is really her turn again when Bo has played.
        assert bo.wait_for_turn()
        Keys(bo).take_turn(0)
        away.expect_version(8)
        assert away.wait_for_turn()
        Keys(away).take_turn(0)
        bo.expect_version(9)
        expect(bo.turns.first).not_to_contain_text("played by the computer")
        assert ana.faults == away.faults == bo.faults == []


def test_who_gives_up_is_asked_once_more_and_a_bot_plays_on(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}], begins=1)
    bo.post("/api/session", {"name": "Bo"})
    bo.post(f"/api/tables/{table}/join", {})
    bo.open(table)
    assert bo.wait_for_turn()
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Give up").click()
    expect(bo.seats.first).not_to_contain_text("gave up")
    ana.page.get_by_role("button", name="Really? The computer will play on for you").click()
    for person in (ana, bo):
        expect(person.seats.first).to_contain_text("gave up")
    expect(ana.hand).to_have_count(0)
    # Bo plays to the end; Ana's turns come from a bot, and she sees them.
    bo.play_to_the_end(Keys(bo).take_turn)
    bo.check_finished(table)
    expect(ana.final_scores).to_be_visible()
    for name, by_bot in (("Ana", True), ("Bo", False)):
        turns = ana.turns.filter(has=ana.page.get_by_text(name, exact=True))
        assert turns.count() > 3
        expect(turns.filter(has_text="played by the computer")).to_have_count(turns.count() if by_bot else 0)
    ana.page.get_by_role("button", name="Look at the board").click()
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Say something").click()
    expect(ana.page.get_by_role("button", name="Hello!")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Give up")).to_have_count(0)
    assert ana.faults == bo.faults == []


def test_at_pass_and_play_everybody_giving_up_ends_the_game(arrive: Arrive) -> None:
    ana = arrive()
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo")]
    ana.sit("Ana", people, nonce="0" * 32, begins=0)
    ana.page.get_by_role("button", name="I’m Ana").click()
    menu = ana.page.get_by_role("button", name="Menu")
    menu.click()
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("button", name="We all give up")).to_have_count(0)
    expect(menu).to_be_focused()
    menu.click()
    ana.page.get_by_role("button", name="We all give up").click()
    ana.page.get_by_role("button", name="Really? That ends the game").click()
    expect(ana.page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Play again")).to_be_visible()
    assert ana.faults == []


def test_a_forced_pass_is_said_plainly(arrive: Arrive, tmp_path: Path) -> None:
    # The bag is empty; whoever lays both tiles has nothing left, and must pass while the other goes on.
    game = after_moves(116)
    assert (len(game.bag), [len(hand) for hand in game.hands], game.to_move) == (0, [2, 2], 0)
    there = prepare(tmp_path, ("Ana", "Bo"), Past(game))
    with serving(tmp_path) as port:
        ana, bo = (arrive(at=port, session=session) for session in there.sessions)
        for person in (ana, bo):
            person.open(there.tables[0])
        assert ana.wait_for_turn()
        for _ in range(2):
            ana.page.keyboard.press("1")
            expect(ana.drawn.places).not_to_have_count(0)
            ana.page.keyboard.press("n")
            ana.page.keyboard.press("Enter")
        expect(ana.drawn.laid).to_have_count(2)
        ana.page.keyboard.press("e")
        bo.expect_version(117)
        assert bo.wait_for_turn()
        Keys(bo).take_turn(0)
        # Bo's turn, and Ana's pass at once after it.
        for person in (ana, bo):
            person.expect_version(119)
            shown = person.page.get_by_text("Ana can’t lay a tile and passes.", exact=True)
            expect(shown.first).to_be_in_viewport()
            expect(person.said).to_contain_text("Ana can’t lay a tile and passes.")
            expect(person.turns.first).to_contain_text("passes: nothing fits")
        assert bo.wait_for_turn()
        assert ana.faults == bo.faults == []


def test_the_final_round_and_a_shared_win_are_said_plainly(arrive: Arrive, tmp_path: Path) -> None:
    record = json.loads(Path(__file__).with_name("shared-win.json").read_text())
    *_, before, last = replay(record)
    there = prepare(tmp_path, ("Ana", "Bo"), Past(before))
    with serving(tmp_path) as port:
        ana, bo = (arrive(at=port, session=session) for session in there.sessions)
        for person in (ana, bo):
            person.open(there.tables[0])
            expect(person.page.get_by_text("Final round: we play it to the end")).to_be_visible()
        assert bo.wait_for_turn()
        Keys(bo).lay(last.turns[-1].placements[0])
        bo.page.keyboard.press("e")
        for person in (ana, bo):
            expect(person.page.get_by_role("heading", name="Ana and Bo share the win")).to_be_visible()
            expect(person.final_scores.get_by_role("listitem")).to_contain_text(["66 points", "66 points"])
        _play_again(ana, bo)
        # The home page says so too.
        ana.go_home()
        ana.page.get_by_role("button", name="Play now").click()
        ana.expect_playing()
        ana.go_home()
        ana.page.get_by_text("Finished games").click()
        expect(ana.page.get_by_role("link", name="A shared win")).to_be_visible()
        assert ana.faults == bo.faults == []


def _play_again(ana: Person, bo: Person) -> None:
    """One asks for another game: both hear the same of it, and it begins when the other has come."""
    ana.page.get_by_role("button", name="Play again").click()
    room = ana.page.get_by_role("region", name="Waiting for players")
    expect(room.get_by_role("listitem").filter(has_text="Bo")).to_contain_text("not here yet")
    expect(room).to_contain_text("The game starts as soon as everyone is here.")
    expect(room).not_to_contain_text("Everyone is here. Off we go!")
    bo.page.get_by_role("button", name="Join the rematch").click()
    for person in (ana, bo):
        person.expect_playing()
    assert ana.page.url == bo.page.url
