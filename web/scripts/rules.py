"""The few figures of the rules that the browser adds up by itself: `python web/scripts/rules.py`.

`npm run types` writes it to src/gen/rules.ts.
"""

import sys

from dalapapa.rules.game import PLAYERS, TARGETS
from dalapapa.rules.records import scores
from dalapapa.rules.scoring import DISC_POINTS, SECOND_TILE

HEAD = "/* Made by `npm run types` from the rules in Python; do not edit. */\n"


def typescript() -> str:
    """The figures as a module."""
    return "\n".join(
        (
            HEAD,
            "/** R5.1: what so many discs are worth. */",
            f"export const DISC_POINTS = {list(DISC_POINTS)} as const;\n",
            "/** R4.2: what the second tile costs. */",
            f"export const SECOND_TILE = {SECOND_TILE};\n",
            "/** R1.4: how many play, and to how many points. */",
            f"export const PLAYERS = {{ least: {PLAYERS.start}, most: {PLAYERS.stop - 1} }} as const;",
            f"export const TARGETS = {{ least: {TARGETS.start}, most: {TARGETS.stop - 1} }} as const;\n",
            "/** More groups than this no tile closes. */",
            f"export const MOST_GROUPS = {scores.MOST_GROUPS};\n",
        )
    )


if __name__ == "__main__":
    sys.stdout.write(typescript())
