"""The course against the rules: every position is played, every turn tried, every wrong try judged."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dalapapa.lessons import LESSONS, TASKS, Closes, Discs, Scores, Task, judge, par_of, position, turns
from dalapapa.lessons.judging import Judged, misfit
from dalapapa.rules import (
    Colour,
    Placement,
    Turn,
    complete_groups,
    legal_placements,
    turn_points,
    why_illegal,
)

SCENARIOS = Path(__file__).parents[1] / "rules/scenarios"
every_task = pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))


@cache
def judged_turns(task: Task) -> list[tuple[Turn, Judged]]:
    """Every turn that can be played, with what it does for the task."""
    board = position(task).board
    return [(turn, judge(task, turn, board)) for turn in turns(task)]


def words(groups: Any) -> Counter[str]:
    return Counter(f"{group.colour.word} {len(group)}" for group in groups)


@every_task
def test_the_position_is_a_game_that_was_played(task: Task) -> None:
    game = position(task)
    laid = tuple(placement for turn in task.laid for placement in turn.placements)
    assert game.board.placements == laid
    assert not game.in_setup
    assert game.result is None
    assert set(task.hand) <= set(game.hands[game.to_move])


@every_task
def test_it_can_be_solved_but_for_the_first_two_not_by_anything(task: Task) -> None:
    solved = [judged.solved for _, judged in judged_turns(task)]
    assert judge(task, task.solution).solved
    assert any(solved)
    if task.goal != Discs(1):
        assert not all(solved)


@every_task
def test_par_is_what_somebody_needs_who_looks_at_discs_alone(task: Task) -> None:
    assert task.par == par_of(task)


@every_task
def test_wrong_tries_are_wrong_and_for_the_reason_told(task: Task) -> None:
    assert task.wrong
    for wrong in task.wrong:
        judged = judge(task, wrong.turn)
        assert (judged.solved, judged.reason) == (False, wrong.reason), wrong


def test_every_turn_is_judged_by_its_receipts_and_nothing_else() -> None:
    """A second opinion: the goals, read as a player would."""
    for task in TASKS.values():
        for turn, judged in judged_turns(task):
            paid = judged.receipts
            match task.goal:
                case Discs(count):
                    met = max(len(one.discs) for one in paid) >= count
                case Closes(colour, count):
                    met = f"{colour.word} {count}" in words(group for one in paid for group in one.groups)
                case Scores(points):
                    met = turn_points(paid) >= points
            assert judged.solved == met, (task.name, str(turn))


def test_an_open_group_is_shown_where_it_is_open() -> None:
    for task in TASKS.values():
        if not isinstance(task.goal, Closes):
            continue
        board = position(task).board
        for turn, judged in judged_turns(task):
            after = board
            for placement in turn.placements:
                after = after.place(placement)
            assert judged.solved == (not judged.where), (task.name, str(turn))
            assert all(after.halves[spot] is task.goal.colour for spot in judged.where)


@every_task
def test_a_cell_where_nothing_fits_has_its_reason(task: Task) -> None:
    board = position(task).board
    for tile in task.hand:
        covered = {cell for placement in legal_placements(board, tile) for cell in placement.cells}
        xs, ys = ([cell[axis] for cell in board.cells] for axis in (0, 1))
        for x in range(min(xs) - 3, max(xs) + 4):
            for y in range(min(ys) - 3, max(ys) + 4):
                code = misfit(board, tile, (x, y))
                assert (code is None) == ((x, y) in covered)
                assert (code == "overlap") == ((x, y) in board.cells)


def scenario(name: str) -> dict[str, Any]:
    (path,) = SCENARIOS.glob(f"{name}-*.toml")
    return tomllib.loads(path.read_text())


def by_clause(clause: str) -> Task:
    (task,) = (task for task in TASKS.values() if task.clause == clause)
    return task


@pytest.mark.parametrize("figure", ["W1", "W2", "W3", "W4"])
def test_the_worked_figures_are_those_of_the_scenarios(figure: str) -> None:
    task, told = by_clause(figure), scenario(figure)
    laid = [str(placement) for turn in task.laid for placement in turn.placements]
    last = told["try"][0]["placement"] if "try" in told else told["board"][-1]
    assert laid == (told["board"] if "try" in told else told["board"][:-1])
    assert str(task.solution) == last


def test_w1_two_legal_places_and_one_of_each_that_is_not() -> None:
    task = by_clause("W1")
    legal = [one["placement"] for one in scenario("W1")["try"] if "refused" not in one]
    assert [judge(task, Turn.parse(text)).solved for text in legal] == [True, True]
    assert Counter(wrong.reason for wrong in task.wrong) == {"two_colours": 1, "no_disc": 2, "overlap": 1}
    board = position(task).board
    corner, apart = (wrong.turn.placements[0] for wrong in task.wrong if wrong.reason == "no_disc")
    touches = {(x + dx, y + dy) for x, y in corner.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert touches & board.cells.keys()
    assert why_illegal(board, apart)


def test_w2_six_groups_worth_1_6_2_7_5_and_1() -> None:
    task = by_clause("W2")
    after = position(task).board.place(task.solution.placements[0])
    assert Counter(map(len, complete_groups(after))) == Counter([1, 6, 2, 7, 5, 1])
    assert task.goal == Closes(Colour.YELLOW, 6)


def test_w3_two_discs_and_a_yellow_group_of_seven_are_nine_points() -> None:
    task = by_clause("W3")
    (paid,) = judge(task, task.solution).receipts
    assert (len(paid.discs), paid.disc_points, words(paid.groups), paid.points) == (2, 2, {"yellow 7": 1}, 9)
    assert task.goal == Scores(9)


def test_w4_three_discs_and_groups_of_three_and_five_are_twelve_points() -> None:
    task = by_clause("W4")
    (paid,) = judge(task, task.solution).receipts
    assert (len(paid.discs), paid.disc_points, words(paid.groups), paid.points) == (
        3,
        4,
        {"red 3": 1, "yellow 5": 1},
        12,
    )
    assert task.goal == Scores(12)


def test_the_second_tile_matters_in_its_order_and_not_always() -> None:
    order, keep = TASKS["order"], TASKS["keep"]
    there, back = order.solution, Turn(order.solution.placements[::-1])
    assert turn_points(judge(order, there).receipts) == 14
    assert turn_points(judge(order, back).receipts) == 13
    best = dict.fromkeys((1, 2), 0)
    for turn, judged in judged_turns(keep):
        points = turn_points(judged.receipts)
        best[len(turn.placements)] = max(best[len(turn.placements)], points)
    assert best[1] == 6 > best[2]


def test_the_last_turn_wins_the_game_and_nothing_less_does() -> None:
    task = TASKS["end"]
    game = position(task)
    assert game.final_round
    mine, other = game.scores[game.to_move], game.scores[1 - game.to_move]
    assert isinstance(task.goal, Scores)
    assert mine + task.goal.points == other + 1
    won = game.play(task.solution).result
    assert won is not None
    assert won.winners == (game.to_move,)


def test_nine_lessons_of_one_to_three_tasks() -> None:
    assert len(LESSONS) == 9
    assert all(1 <= len(lesson.tasks) <= 3 for lesson in LESSONS)
    assert len(TASKS) == sum(len(lesson.tasks) for lesson in LESSONS)


def test_a_placement_is_read_as_records_write_it() -> None:
    assert TASKS["disc"].solution.placements[0] == Placement.parse("72a0@2,1")
