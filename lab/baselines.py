"""How strong the opponents of the vector environment are: all against all inside the kernel, with Elo."""

import numpy as np

from dalapapa.bots import BOTS
from dalapapa.bots.arena.contest import Contest, Match, PlayedGame
from dalapapa.bots.arena.rating import standings
from dalapapa.bots.expected import EXPECTED_TURNS
from dalapapa.bots.simple import RandomBot
from dalapapa.envs.vector import OPPONENTS
from dalapapa.kernel.games import Policy, play_games
from dalapapa.rules import classic


def rate(bags: int, seed: int) -> None:
    """Every two of them, every bag from both seats."""
    names = tuple(reversed(OPPONENTS))
    # The arena's statistics for games that the kernel has played: it asks for names only.
    contest = Contest(names, seed=seed, known={**BOTS, **{name: RandomBot() for name in names}})
    rng = np.random.default_rng(seed)
    orders = np.array([rng.permutation(len(classic())) for _ in range(bags)])
    found: dict[int, list[PlayedGame]] = {}
    for line, lineup in enumerate(contest.lineups):
        for seats in (lineup, lineup[::-1]):
            policies = [Policy(OPPONENTS[names[bot]]) for bot in seats]
            scores = play_games(orders, policies, EXPECTED_TURNS, seed=seed).scores
            for bag in range(bags):
                game = PlayedGame(seats, tuple(scores[bag].tolist()))
                found.setdefault(bag * len(contest.lineups) + line, []).append(game)
    once = (1,) * len(names)
    matches = [Match(number, tuple(games), once, (0.0,) * len(names)) for number, games in found.items()]
    result = standings(contest, matches)
    for bot in result.bots:
        share, elo = bot.win_share, bot.elo
        against = "  ".join(
            f"{other} {result.against[bot.bot, other].mean:.3f}" for other in names if other != bot.bot
        )
        print(
            f"{bot.bot:8} Elo {elo.mean:+.0f} ±{elo.within or 0:.0f}, "
            f"win share {share.mean:.3f} ±{share.within or 0:.3f} ({against})"
        )
    print(f"{result.games} games, 2 players to 60, set-up by lot")
