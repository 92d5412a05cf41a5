"""Lines around tiles and groups, to point at them."""

from collections.abc import Iterator, Sequence

from dalapapa.render.contour import REACH, Arc, contour
from dalapapa.render.design import CELL, CORNER, HALF
from dalapapa.render.palette import CREAM, INK
from dalapapa.render.shapes import layer
from dalapapa.rules.placement import Placement, Spot, is_flat
from dalapapa.rules.scoring import Group


def outlined_tile(placement: Placement) -> str:
    """A line around a tile."""
    x, y = placement.x * CELL, placement.y * CELL
    width, height = (2 * CELL, CELL) if is_flat(placement.rotation) else (CELL, 2 * CELL)
    rect = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{CORNER}"'
    return (
        f'<g class="last" fill="none">{rect} stroke="{INK}" stroke-opacity=".55" stroke-width="7"/>'
        f'{rect} stroke="#fff" stroke-width="3.6"/></g>'
    )


def outlined_groups(groups: Sequence[Group]) -> Iterator[str]:
    """Lines around groups, above one shadow of all lines; then the counts, above all lines."""
    lines = [group_line(group) for group in groups]
    shadow = f'<path d="{"".join(lines)}" stroke="{INK}" stroke-opacity=".6" stroke-width="6.4"/>'
    paths = [f'<path class="group" d="{line}" stroke="#fff" stroke-width="3"/>' for line in lines]
    yield layer("groups", [shadow, *paths] if paths else (), 'fill="none"')
    yield layer(
        "counts",
        map(_count, groups),
        'font-family="sans-serif" font-size="19" font-weight="bold" text-anchor="middle"',
    )


def group_line(group: Group) -> str:
    """The line around a group, as an SVG path."""
    return "".join(map(_closed_line, contour(group.discs)))


def _count(group: Group) -> str:
    u, v = _middle_disc(group)
    return (
        f'<g transform="translate({u * HALF} {v * HALF})"><circle r="14" fill="{CREAM}" stroke="{INK}" '
        f'stroke-opacity=".6"/><text y="6.8" fill="{INK}">{len(group)}</text></g>'
    )


def _closed_line(arcs: Sequence[Arc]) -> str:
    around, between = REACH * HALF, (1 - REACH) * HALF
    line = [f"M{arcs[-1].u * HALF:g} {arcs[-1].v * HALF:g}"]
    for arc in arcs:
        radius = around if arc.outward else between
        line.append(f"A{radius:g} {radius:g} 0 0 {arc.outward:d} {arc.u * HALF:g} {arc.v * HALF:g}")
    return "".join(line) + "z"


def _middle_disc(group: Group) -> Spot:
    """The disc nearest to the middle of the group; its count is written there."""
    size = len(group)
    u, v = (sum(disc[axis] for disc in group.discs) for axis in (0, 1))
    return min(group.discs, key=lambda disc: (size * disc[0] - u) ** 2 + (size * disc[1] - v) ** 2)
