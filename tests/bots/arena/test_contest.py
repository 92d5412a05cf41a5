import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dalapapa.bots.arena.contest import Contest, Match, play_match, play_matches
from dalapapa.bots.arena.rating import standings
from dalapapa.bots.arena.workers import Crew
from dalapapa.rules import DalapapaError


def timeless(matches: list[Match]) -> list[Match]:
    """Matches in order, without the only thing that differs from run to run."""
    return [replace(match, seconds=()) for match in sorted(matches, key=lambda match: match.number)]


def test_the_same_contest_gives_the_same_scores_on_one_core_or_two() -> None:
    contest = Contest(("duckling", "greedy", "random"), seed=4)
    alone = timeless([play_match(contest, number) for number in range(6)])
    assert timeless(list(play_matches(contest, range(6), Crew(jobs=2)))) == alone
    other = Contest(("duckling", "greedy", "random"), seed=5)
    assert timeless([play_match(other, number) for number in range(6)]) != alone


def test_seats_are_exchanged_over_the_same_bag() -> None:
    one, other = play_match(Contest(("greedy", "duckling")), 0).games
    assert (one.seats, other.seats) == ((0, 1), (1, 0))
    # Greedy wins from either seat by skill, so what its neighbour has tells whether the bag was the same.
    assert Contest(("greedy", "duckling", "random"), players=3).seatings(0) == (
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
    )
    assert Contest(("greedy", "duckling", "random"), players=3).seatings(1) == (
        (2, 1, 0),
        (1, 0, 2),
        (0, 2, 1),
    )


def test_who_sits_together() -> None:
    assert Contest(("greedy", "random", "duckling")).lineups == ((0, 1), (0, 2), (1, 2))
    assert Contest(("greedy", "random"), players=4).lineups == ((0, 1, 1, 1),)
    assert Contest(("greedy",), players=3).lineups == ((0, 0, 0),)


def test_games_are_rounded_up_to_whole_turns_of_the_seats() -> None:
    assert Contest(("greedy", "random")).matches(200) == 100
    assert Contest(("greedy", "random")).matches(201) == 101
    assert Contest(("greedy", "random"), players=3).matches(200) == 67
    assert Contest(("greedy", "random", "duckling")).matches(200) == 300
    assert Contest(("greedy",)).matches(200) == 200  # by itself, turning the seats changes nothing


@pytest.mark.parametrize(
    ("bots", "players", "target", "words"),
    [
        (("gready",), 2, 60, "no bot is called 'gready': there are random, first"),
        (("greedy", "greedy"), 2, 60, "name every bot once"),
        (("greedy", "random"), 5, 60, "2 to 4 players can play, not 5"),
        (("greedy", "random"), 2, 50, "the target must be from 60 to 240 points, not 50"),
    ],
)
def test_wrong_contests_are_refused(bots: tuple[str, ...], players: int, target: int, words: str) -> None:
    with pytest.raises(DalapapaError, match=words):
        Contest(bots, players, target)


def test_each_level_beats_the_one_below_in_a_few_fixed_games() -> None:
    for stronger, weaker in (("hedgehog", "duckling"), ("greedy", "hedgehog"), ("greedy2", "greedy")):
        contest = Contest((stronger, weaker))
        matches = [play_match(contest, number) for number in range(5)]
        assert standings(contest, matches).bots[0].margin.mean > 0


def test_no_process_stays_behind_when_the_arena_is_killed() -> None:
    script = (
        "import multiprocessing\n"
        "from dalapapa.bots.arena.contest import Contest, play_matches\n"
        "from dalapapa.bots.arena.workers import Crew\n"
        "if __name__ == '__main__':\n"
        "    for _ in play_matches(Contest(('greedy', 'random')), range(10**6), Crew(jobs=2)):\n"
        "        print(*(child.pid for child in multiprocessing.active_children()), flush=True)\n"
    )
    arena = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert arena.stdout is not None
    with arena.stdout:
        workers = [int(pid) for pid in arena.stdout.readline().split()]
        assert len(workers) == 2
        arena.kill()
        arena.wait()
    end = time.monotonic() + 30
    while any(_runs(pid) for pid in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        # "pid (name) state …"; Z is a process that has ended and waits for somebody to notice.
        return not Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].startswith(" Z")
    except OSError:
        return False
