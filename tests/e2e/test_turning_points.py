"""What a game can come to: a clock that runs out, absence, giving up, a forced pass, a shared win."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from dalapapa.rules.records.referee import replay

from .conftest import Arrive, serving
from .people import Keys, Person
from .prepared import Past, after_moves, prepare


def at_version(person: Person, version: int) -> None:
    """The screen shows the game at this version."""
    expect(person.page.locator(f'main[data-version="{version}"]')).to_be_visible(timeout=20_000)


def test_when_the_clock_runs_out_a_bot_plays_and_who_is_away_can_come_back(
    arrive: Arrive, tmp_path: Path
) -> None:
    # At both tables it is Ana's turn with little time left; at the second she has missed her last one too.
    game = after_moves(6)
    once = Past(game, clock=45, ago=35.0)
    twice = Past(game, clock=45, ago=35.0, missed=frozenset({4}))
    there = prepare(tmp_path, ("Ana", "Bo"), once, twice)
    with serving(tmp_path) as port:
        ana, bo = (arrive(at=port, session=session) for session in there.sessions)
        away = Person(ana.context, ana.context.new_page(), ana.base)
        ana.open(there.tables[0])
        away.open(there.tables[1])
        bo.open(there.tables[1])
        for person in (ana, away):
            expect(person.page.get_by_role("timer", name="Time left")).to_have_text(re.compile(r"^0:\d\d$"))

        at_version(ana, 7)
        latest = ana.page.locator(".log > li").first
        expect(latest).to_contain_text("Ana")
        expect(latest).to_contain_text("played by a bot")
        expect(ana.page.get_by_role("button", name="I am back")).to_have_count(0)

        at_version(away, 7)
        expect(away.page.get_by_text("You were away: a bot plays for you.")).to_be_visible()
        seat = bo.page.locator(".scores li").first
        expect(seat).to_contain_text("a bot plays")
        away.page.get_by_role("button", name="I am back").click()
        expect(away.page.get_by_text("You were away")).to_have_count(0)
        expect(seat).not_to_contain_text("a bot plays")

        # And it is really her turn again when Bo has played.
        assert bo.wait_for_turn()
        Keys(bo).take_turn(0)
        at_version(away, 8)
        assert away.wait_for_turn()
        Keys(away).take_turn(0)
        at_version(bo, 9)
        expect(bo.page.locator(".log > li").first).not_to_contain_text("played by a bot")
        assert ana.faults == away.faults == bo.faults == []


def test_who_gives_up_is_asked_once_more_and_a_bot_plays_on(arrive: Arrive) -> None:
    ana, bo = arrive(), arrive()
    table = ana.sit("Ana", [{"kind": "person"}, {"kind": "open"}], begins=1)
    bo.post("/api/session", {"name": "Bo"})
    bo.post(f"/api/tables/{table}/join", {})
    bo.open(table)
    assert bo.wait_for_turn()
    ana.page.get_by_role("button", name="Say something").click()
    ana.page.get_by_role("button", name="Give up").click()
    expect(bo.page.locator(".scores")).not_to_contain_text("gave up")
    ana.page.get_by_role("button", name="Really? A bot will play on for you").click()
    for person in (ana, bo):
        expect(person.page.locator(".scores li").first).to_contain_text("gave up")
    expect(ana.page.locator(".hand")).to_have_count(0)
    # Bo plays to the end; Ana's turns come from a bot, and she sees them.
    bo.play_to_the_end(Keys(bo).take_turn)
    bo.check_finished(table)
    expect(ana.page.locator(".sheet.end")).to_be_visible()
    for name, by_bot in (("Ana", True), ("Bo", False)):
        turns = ana.page.locator(".log > li").filter(has=ana.page.get_by_text(name, exact=True))
        assert turns.count() > 3
        expect(turns.filter(has_text="played by a bot")).to_have_count(turns.count() if by_bot else 0)
    ana.page.get_by_role("button", name="Look at the board").click()
    ana.page.get_by_role("button", name="Say something").click()
    expect(ana.page.get_by_role("button", name="Hello!")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Give up")).to_have_count(0)
    assert ana.faults == bo.faults == []


def test_at_pass_and_play_giving_up_is_said_to_be_for_everyone(arrive: Arrive) -> None:
    ana = arrive()
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo")]
    ana.sit("Ana", people, nonce="0" * 32, begins=0)
    ana.page.get_by_role("button", name="I am Ana").click()
    react = ana.page.get_by_role("button", name="Say something")
    react.click()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".popup")).to_have_count(0)
    expect(react).to_be_focused()
    react.click()
    ana.page.get_by_role("button", name="Everyone here gives up").click()
    ana.page.get_by_role("button", name="Really? Bots will play on for everyone at this device").click()
    expect(ana.page.locator(".scores li")).to_contain_text(["gave up", "gave up"])
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
            expect(ana.page.locator(".legal rect")).not_to_have_count(0)
            ana.page.keyboard.press("n")
            ana.page.keyboard.press("Enter")
        expect(ana.page.locator("g.laid")).to_have_count(2)
        ana.page.keyboard.press("e")
        at_version(bo, 117)
        assert bo.wait_for_turn()
        Keys(bo).take_turn(0)
        # Bo's turn, and Ana's pass at once after it.
        for person in (ana, bo):
            at_version(person, 119)
            expect(
                person.page.locator(".banner", has_text="Ana cannot lay a tile and passes.")
            ).to_be_visible()
            expect(person.page.locator("[data-said]")).to_contain_text("Ana cannot lay a tile and passes.")
            expect(person.page.locator(".log > li").first).to_contain_text("passes: nothing fits")
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
            expect(person.page.get_by_text("Final round: everyone finishes")).to_be_visible()
        assert bo.wait_for_turn()
        Keys(bo).lay(last.turns[-1].placements[0])
        bo.page.keyboard.press("e")
        for person in (ana, bo):
            end = person.page.locator(".sheet.end")
            expect(end.get_by_role("heading", name="Ana and Bo share the win")).to_be_visible()
            scores = end.get_by_role("list", name="Final scores").locator("li.won b")
            expect(scores).to_have_text(["66 points", "66 points"])
        # The home page says so too.
        ana.page.evaluate("localStorage.setItem('dalapapa.settings', JSON.stringify({known: true}))")
        ana.page.goto(ana.base)
        ana.page.get_by_text("Finished games").click()
        expect(ana.page.locator(f'a[href="/table/{there.tables[0]}"]')).to_contain_text("A shared win")
        assert ana.faults == bo.faults == []
