"""A value learnt from self-play: what follows a turn or a set-up, regressed on the board that it left."""

from collections.abc import Sequence

import numpy as np

from lab.games import gather_openings, gather_turns
from lab.ideas import S
from lab.layout import AHEAD, FEATURES, NAMES, OPENING, OPENING_ROW, ROW, Reals, bags_of, lab_desk


def regress(found: Reals, controls: Reals, followed: Reals, signs: Reals, sets: Sequence[str]) -> None:
    """How much of what follows each set of features explains on the half of the rows it was not fitted on."""
    half = np.random.default_rng(0).random(len(found)) < 0.5
    for horizon in range(2, followed.shape[1] + 1):
        points = (followed * signs)[:, :horizon].sum(1)
        for title in (*sets, "everything"):
            words = title.split(", ")
            columns = [i for i, name in enumerate(NAMES) if name.rstrip("-0123456789 ") in words]
            columns = columns or list(range(len(NAMES)))
            explained = []
            for fitted in (half, ~half):
                a = np.column_stack([found[:, columns], controls])
                b = np.linalg.lstsq(a[fitted], points[fitted], rcond=1e-9)[0][: len(columns)]
                rest = points[~fitted] - controls[~fitted] @ _solve(controls[~fitted], points[~fitted])
                foreseen = found[~fitted][:, columns] @ b
                foreseen = foreseen - foreseen.mean()
                explained.append(2 * (foreseen * rest).mean() - (foreseen**2).mean())
            print(f"next {horizon} turns, {title:<34} explains {np.mean(explained):.4f}", end="")
            print(f" of {np.var(rest):.1f} points²", end="")
            print(*_coefficients(found, controls, points, columns) if len(columns) < 6 else "", flush=True)


def _solve(a: Reals, y: Reals) -> Reals:
    return np.asarray(np.linalg.lstsq(a, y, rcond=None)[0], np.float64)


def _coefficients(found: Reals, controls: Reals, y: Reals, columns: Sequence[int]) -> list[str]:
    a = np.column_stack([found[:, columns], controls])
    b = _solve(a, y)
    spread = np.sqrt(np.diag(np.linalg.pinv(a.T @ a)) * np.var(y - a @ b))
    return [f" {NAMES[c]} {b[i]:+.2f} ±{1.96 * spread[i]:.2f}" for i, c in enumerate(columns)]


def learn_turns(games: int, seed: int) -> None:
    """What follows a turn drawn by lot, S playing on."""
    rows = np.zeros(6 * games * ROW)
    desk = lab_desk([S, S])
    total = gather_turns(desk.words, desk.longs, desk.reals, bags_of(games, seed), seed, rows)
    table_of = rows[: total * ROW].reshape(total, ROW)
    means = table_of[:, FEATURES : FEATURES + 4]
    controls = np.column_stack([np.ones(total), means, table_of[:, 2 * FEATURES + 1 :][:, :2]])
    signs = np.array([-1.0, 1.0, -1.0, 1.0, -1.0])
    more = ("single, kept, kept spare", "overlap, spare", "level", "discs open, discs² open", "contacts")
    sets = ["R, O", "R apart, O", "R, O after", "R apart, O after", *(f"R, O, {names}" for names in more)]
    regress(table_of[:, :FEATURES], controls, table_of[:, -AHEAD:], signs, sets)
    print(f"{total} turns")


def learn_openings(games: int, seed: int) -> None:
    """What follows a set-up laid by lot: the points of who laid last, less those of who begins."""
    rows = np.zeros(games * OPENING_ROW)
    desk = lab_desk([S, S])
    gather_openings(desk.words, desk.longs, desk.reals, bags_of(games, seed), seed, rows)
    found = rows.reshape(games, OPENING_ROW)
    signs = np.array([-1.0, 1.0] * (OPENING // 2))
    sets = ("R", "R apart", "R, O after", "R, overlap, spare", "R, discs open, discs² open", "R, contacts")
    regress(found[:, :FEATURES], np.ones((games, 1)), found[:, FEATURES:], signs, sets)
    print(f"{games} beginnings")
