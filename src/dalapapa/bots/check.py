"""The conformance check for bots: anybody who writes one can run it."""

import random
import time
from dataclasses import dataclass, replace

from dalapapa.bots.base import Bot, Budget
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
    times: list[float] = []
    rng = random.Random(f"check {seed}")
    for number in range(games):
        players = PLAYERS[number % len(PLAYERS)]
        game = Game.start(shuffled_bag(classic(), rng), players, target)
        seat = rng.randrange(players)
        while game.result is None:
            if game.to_move == seat:
                turn = _checked_turn(bot, game, f"{seed} {number} {game.version}", rng)
                times.append(_timed_turn(bot, game, seconds, slack))
            else:
                turn = RandomBot().choose(view(game, game.to_move), rng, Budget())
            game = game.play(turn)
    return BotReport(games, len(times), sum(times) / len(times), max(times))


def _checked_turn(bot: Bot, game: Game, seed: str, rng: random.Random) -> Turn:
    seen = view(game, game.to_move)
    turn = bot.choose(seen, random.Random(seed), Budget())
    _check_legal(bot, game, turn)
    if bot.choose(seen, random.Random(seed), Budget()) != turn:
        raise BotError(f"{bot.name} chooses differently with the same view and seed, at move {game.version}")
    other = view(with_other_hidden_tiles(game, game.to_move, rng), game.to_move)
    if bot.choose(other, random.Random(seed), Budget()) != turn:
        raise BotError(f"{bot.name} chooses differently when hidden tiles change, at move {game.version}")
    return turn


def _timed_turn(bot: Bot, game: Game, seconds: float, slack: float) -> float:
    seen = view(game, game.to_move)
    start = time.perf_counter()
    turn = bot.choose(seen, random.Random(0), Budget(seconds=seconds))
    taken = time.perf_counter() - start
    _check_legal(bot, game, turn)
    if taken > seconds + slack:
        raise BotError(
            f"{bot.name} takes {taken:.1f} s with a budget of {seconds:g} s, at move {game.version}"
        )
    return taken


def _check_legal(bot: Bot, game: Game, turn: Turn) -> None:
    try:
        game.play(turn)
    except DalapapaError as error:
        raise BotError(f"{bot.name} chooses {turn} at move {game.version}: {error.words}") from error


def with_other_hidden_tiles(game: Game, seat: int, rng: random.Random) -> Game:
    """The game with the tiles that a seat cannot see dealt anew: other hands and bag, all else the same."""
    hidden = [tile for owner, hand in enumerate(game.hands) if owner != seat for tile in hand]
    unseen = [*hidden, *game.bag]
    dealt = iter(rng.sample(unseen, len(unseen)))
    exchange = {tile: next(dealt) for tile in unseen}
    return replace(
        game,
        hands=tuple(
            hand if owner == seat else tuple(exchange[tile] for tile in hand)
            for owner, hand in enumerate(game.hands)
        ),
        order=tuple(exchange.get(tile, tile) for tile in game.order),
        turns=tuple(
            turn if turn.seat == seat else replace(turn, drawn=tuple(exchange.get(t, t) for t in turn.drawn))
            for turn in game.turns
        ),
    )
