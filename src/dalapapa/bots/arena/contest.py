"""The arena: bots against each other in paired games, on all cores, interruptible and resumable.

A *match* is one bag, played once for every way to turn the seats, so that nobody is lucky with the bag
or the seat. The same contest gives the same scores, however many processes play it.
"""

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations

from dalapapa.bots import BOTS, bot_named
from dalapapa.bots.arena.workers import Crew
from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.playing import by_bots, play, warm_up
from dalapapa.rules import DalapapaError, ErrorCode, Game, TileSet, Turn, View, classic, shuffled_bag
from dalapapa.rules.game import PLAYERS, check_target

EVERY_CORE = Crew()


@dataclass(frozen=True)
class Contest:
    """Who plays whom, and how: all that decides the scores. `known` may hold bots of your own."""

    bots: tuple[str, ...]
    players: int = 2
    target: int = 60
    seed: int = 1
    tile_set: TileSet = field(default_factory=classic, repr=False)
    known: Mapping[str, Bot] = field(default_factory=lambda: BOTS, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in self.bots:
            bot_named(name, self.known)
        if len(set(self.bots)) < len(self.bots):
            raise DalapapaError(ErrorCode.BAD_PLAYERS, "name every bot once, as in master,greedy2")
        if self.players not in PLAYERS:
            raise DalapapaError(ErrorCode.BAD_PLAYERS, f"2 to 4 players can play, not {self.players}")
        check_target(self.target)

    @cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Which bots sit together: every choice of as many as there are seats.

        With fewer bots than seats, the last one named fills the rest.
        """
        everyone = tuple(range(len(self.bots)))
        spare = self.players - len(everyone)
        return (
            ((*everyone, *everyone[-1:] * spare),)
            if spare > 0
            else tuple(combinations(everyone, self.players))
        )

    def seatings(self, match: int) -> tuple[tuple[int, ...], ...]:
        """The line-up of a match turned through all seats; every other bag in reverse order."""
        lineup = self.lineups[match % len(self.lineups)][:: -1 if self.bag(match) % 2 else 1]
        turned = (lineup[i:] + lineup[:i] for i in range(self.players))
        return tuple(dict.fromkeys(turned))

    def bag(self, match: int) -> int:
        """The number of a match's bag: all line-ups meet the same bags."""
        return match // len(self.lineups)

    def warm_up(self) -> None:
        """Get ready what the bots think on."""
        warm_up(self.known[name] for name in self.bots)

    def matches(self, games: int) -> int:
        """How many matches make at least this many games for each line-up."""
        return -(-games // len(self.seatings(0))) * len(self.lineups)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game: bots (by their number in the contest) and scores by seat."""

    seats: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """One bag played with every seating; `turns` and `seconds` are sums for each bot of the contest."""

    number: int
    games: tuple[PlayedGame, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]


class TimedBot:
    """A bot with a clock beside it: how many turns it took, and how long for them."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.turns = 0
        self.seconds = 0.0
        self._bot = bot

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Turn:
        """What the bot chooses."""
        start = time.perf_counter()
        turn = self._bot.choose(view, rng, budget)
        self.seconds += time.perf_counter() - start
        self.turns += 1
        return turn


def play_match(contest: Contest, number: int) -> Match:
    """Play one match of a contest."""
    contest.warm_up()  # a worker loads what is compiled before its bots' time counts
    bots = [TimedBot(contest.known[name]) for name in contest.bots]
    bag = shuffled_bag(contest.tile_set, random.Random(f"{contest.seed} bag {contest.bag(number)}"))
    played = []
    for seats in contest.seatings(number):
        game = Game.start(bag, contest.players, contest.target, contest.tile_set)
        lots = [random.Random(f"{contest.seed} lots {number} {seats} {seat}") for seat in range(len(seats))]
        *_, last = play(game, by_bots([bots[bot] for bot in seats], lots, Budget()))
        played.append(PlayedGame(seats, last.scores))
    return Match(number, tuple(played), tuple(bot.turns for bot in bots), tuple(bot.seconds for bot in bots))


def play_matches(contest: Contest, numbers: Iterable[int], crew: Crew = EVERY_CORE) -> Iterator[Match]:
    """Play matches, in order; every core of this machine does if no other crew is named."""
    contest.warm_up()
    yield from crew.spread(partial(play_match, contest), numbers)
