"""Where things lie in a game's row of longs, and in the row that says what has come of a step."""

from dalapapa.envs.actions import STATE as _STATE
from dalapapa.kernel.constants import GAME, GAME_END, MOST_PLAYERS, Sections

# A game's row: the desk's part; who is to act, whether in set-up, whether a tile of this turn is laid and
# what it has brought; the agent's seat (-1: every seat is an agent's) and the one asked for (as many as
# there are players: by lot); the number of the game's lots; whether its bag was given, not to be mixed.
_row = Sections()
_row.take(GAME_END - GAME)
PLAYER = _row.take(1)
SETTING_UP = _row.take(1)
SECOND = _row.take(1)
POINTS = _row.take(1)
SEAT = _row.take(1)
ASKED = _row.take(1)
STREAM = _row.take(1)
GIVEN = _row.take(1)
SCORED = _row.take(1)  # whether options are scored
# How many options are listed, whether the game is over, or cut off by the window's edge.
OPTIONS = _row.take(1)
OVER = _row.take(1)
CUT = _row.take(1)
ROW = _row.end

# What the caller is told of a step: who has acted, whether a game has begun instead, whether the action was
# not legal; then who is to act, whether the game is over or cut off, and what is seen: the hand, the state,
# the totals by seat, and the same with one's own first.
_told = Sections()
ACTED = _told.take(1)
BEGUN = _told.take(1)
ILLEGAL = _told.take(1)
TO_ACT = _told.take(1)
ENDED = _told.take(1)
TRUNCATED = _told.take(1)
HAND_SEEN = _told.take(2)
STATE_SEEN = _told.take(len(_STATE))
TOTALS = _told.take(MOST_PLAYERS)
OWN_FIRST = _told.take(MOST_PLAYERS)
TOLD = _told.end
