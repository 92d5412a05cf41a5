"""Reads an `options` message as docs/protocol.md says: every placement offered, with its receipt."""

from typing import Any

from dalapapa.rules.placement import spots_at

Json = dict[str, Any]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}


def offered(options: Json) -> list[Json]:
    """The placements as the message counts them, each as `{"place": …, "receipt": …}`."""
    found: list[Json] = []
    receipts = options["receipts"]
    colours = iter(receipts["disc_colours"] if receipts else "")
    for place, (x, y) in enumerate(zip(options["x"], options["y"], strict=True)):
        upright = int(place >= options["flat"])
        discs = []
        if receipts:
            made = DIGITS.index(receipts["discs"][place])
            spots = spots_at(upright, x, y)
            discs = [
                {"spot": list(spots[i]), "colour": COLOURS[next(colours)]} for i in range(6) if made >> i & 1
            ]
        for tile, fits in zip(options["tiles"], options["fits"], strict=True):
            for bit in range(4):
                if DIGITS.index(fits[place]) >> bit & 1:
                    where = {
                        "tile": tile,
                        "face": bit // 2,
                        "rotation": upright + bit % 2 * 2,
                        "x": x,
                        "y": y,
                    }
                    found.append({"place": where, "receipt": _receipt(receipts, len(found), discs)})
    return found


def _receipt(receipts: Json | None, number: int, discs: list[Json]) -> Json | None:
    if receipts is None:
        return None
    columns = zip(receipts["group_colours"], receipts["groups"], receipts["closed_by"], strict=True)
    groups = [
        {
            "colour": COLOURS[colour],
            "discs": [list(spot) for spot in zip(spots[::2], spots[1::2], strict=True)],
        }
        for colour, spots, closed_by in columns
        if number in closed_by
    ]
    disc_points = receipts["disc_points"][len(discs)]
    group_points = sum(len(group["discs"]) for group in groups)
    return {
        "discs": sorted(discs, key=lambda disc: disc["spot"]),
        "disc_points": disc_points,
        "groups": groups,
        "group_points": group_points,
        "points": disc_points + group_points,
    }
