"""The four colours stay apart for the common colour-vision deficiencies, signs or no signs.

Deficiencies are simulated with the matrices of Machado, Oliveira and Fernandes (2009) at full
severity, on linear light; distances are CIE76 in CIELAB under D65.
"""

from itertools import combinations
from math import dist

import pytest

from dalapapa.render.palette import PAINTS, WOODS, wood_of
from dalapapa.rules import Colour

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)

# About ten times what a trained eye can just tell apart.
APART = 25


def times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def linear(paint: str) -> Triple:
    r, g, b = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b))
    return r, g, b


def seen(paint: str, eyes: str) -> Triple:
    """The paint in CIELAB as these eyes see it."""
    r, g, b = (min(1.0, max(0.0, c)) for c in times(EYES[eyes], linear(paint)))
    xyz = times(TO_XYZ, (r, g, b))
    x, y, z = (
        c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116
        for c in (part / white for part, white in zip(xyz, WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_colours_differ(eyes: str) -> None:
    for one, other in combinations(Colour, 2):
        assert dist(seen(PAINTS[one].body, eyes), seen(PAINTS[other].body, eyes)) > APART, (one, other)


@pytest.mark.parametrize("eyes", EYES)
def test_signs_stand_out_from_their_discs(eyes: str) -> None:
    for colour, paint in PAINTS.items():
        assert dist(seen(paint.sign, eyes), seen(paint.body, eyes)) > APART, colour


@pytest.mark.parametrize("eyes", EYES)
def test_rims_part_discs_from_the_wood(eyes: str) -> None:
    for colour, paint in PAINTS.items():
        for wood in WOODS:
            assert dist(seen(wood, eyes), seen(paint.rim, eyes)) > APART, (colour, wood)


def test_simulated_eyes_do_mix_up_what_they_should() -> None:
    red, green = "#b8604a", "#6f8a3c"
    assert dist(seen(red, "common"), seen(green, "common")) > 2 * APART
    assert dist(seen(red, "deuteranopia"), seen(green, "deuteranopia")) < APART


def test_tiles_side_by_side_in_the_set_have_different_wood() -> None:
    assert all(wood_of(tile) != wood_of(tile + 1) for tile in range(119))
    assert {wood_of(tile) for tile in range(120)} == set(WOODS)
