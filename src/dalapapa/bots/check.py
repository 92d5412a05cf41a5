"""The conformance check for bots: anybody who writes one can run it."""

import random
import time
from dataclasses import dataclass, field, replace

from dalapapa.bots.base import Bot, Budget
from dalapapa.bots.playing import play, warm_up
from dalapapa.bots.simple import RandomBot
from dalapapa.rules import DalapapaError, Game, Turn, classic, shuffled_bag, view
from dalapapa.rules.game import PLAYERS


class BotError(Exception):
    """What a bot does that no bot may do."""


@dataclass(frozen=True, slots=True)
class BotReport:
    """What `check_bot` saw: no fault, and how long the turns took with a budget of seconds."""

    games: int
    turns: int
    mean_seconds: float
    slowest_seconds: float


def check_bot(
    bot: Bot, *, games: int = 3, target: int = 60, seed: int = 0, seconds: float = 0.05, slack: float = 3.0
) -> BotReport:
    """Play a bot against lots with 2, 3, 4, 2 … players; raise `BotError` at the first fault.

    Every turn it chooses is legal; with a budget of candidates it is the same again, also after the
    hidden tiles were exchanged for others; with a budget of `seconds` the answer comes `slack` seconds
    after it at the latest (generous: a busy machine is not the bot's fault; the report has the times).
    """
    warm_up([bot])
    times: list[float] = []
    rng = random.Random(f"check {seed}")
    for number in range(games):
        players = PLAYERS[number % len(PLAYERS)]
        game = Game.start(shuffled_bag(classic(), rng), players, target)
        table = _Checked(bot, rng.randrange(players), f"{seed} {number}", rng, seconds, slack)
        *_, _ = play(game, table.choose)
        times += table.times
    return BotReport(games, len(times), sum(times) / len(times), max(times))


@dataclass
class _Checked:
    """Chooses for a table at which the bot to check is one player, and lots are the others."""

    bot: Bot
    player: int
    seed: str
    rng: random.Random
    seconds: float
    slack: float
    times: list[float] = field(default_factory=list)

    def choose(self, game: Game) -> Turn:
        """The next turn."""
        if game.to_move != self.player:
            return RandomBot().choose(view(game, game.to_move), self.rng, Budget())
        turn = _checked_turn(self.bot, game, f"{self.seed} {game.version}", self.rng)
        self.times.append(_timed_turn(self.bot, game, self.seconds, self.slack))
        return turn


def _checked_turn(bot: Bot, game: Game, seed: str, rng: random.Random) -> Turn:
    turn = _ask(bot, game, seed, Budget())
    if _ask(bot, game, seed, Budget()) != turn:
        raise BotError(f"{bot.name} chooses differently with the same view and seed, at move {game.version}")
    if _ask(bot, with_other_hidden_tiles(game, rng), seed, Budget()) != turn:
        raise BotError(f"{bot.name} chooses differently when hidden tiles change, at move {game.version}")
    return turn


def _timed_turn(bot: Bot, game: Game, seconds: float, slack: float) -> float:
    start = time.perf_counter()
    _ask(bot, game, "", Budget(seconds=seconds))
    taken = time.perf_counter() - start
    if taken > seconds + slack:
        raise BotError(
            f"{bot.name} takes {taken:.1f} s with a budget of {seconds:g} s, at move {game.version}"
        )
    return taken


def _ask(bot: Bot, game: Game, seed: str, budget: Budget) -> Turn:
    turn = bot.choose(view(game, game.to_move), random.Random(seed), budget)
    try:
        game.play(turn)
    except DalapapaError as error:
        raise BotError(f"{bot.name} chooses {turn} at move {game.version}: {error.words}") from error
    return turn


def with_other_hidden_tiles(game: Game, rng: random.Random) -> Game:
    """The game with all that the player to move cannot see dealt anew: the other hands, the bag."""
    player = game.to_move
    unseen = view(game, player).unseen
    exchange = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def exchanged(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(exchange.get(tile, tile) for tile in tiles)

    return replace(
        game,
        hands=tuple(map(exchanged, game.hands)),
        order=exchanged(game.order),
        turns=tuple(replace(turn, drawn=exchanged(turn.drawn)) for turn in game.turns),
    )
