"""What must hold in every game: random games, held against the slow recount of `tests.naive`."""

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dalapapa.rules import (
    PASS,
    Board,
    Colour,
    DalapapaError,
    ErrorCode,
    Game,
    Placement,
    Turn,
    classic,
    complete_groups,
    hands_seen,
    legal_placements,
    receipt,
    shuffled_bag,
    view,
    why_illegal,
)
from dalapapa.rules.placement import FARTHEST, FIRST_WITHIN, MOST_TILES
from dalapapa.rules.records.reading import loads
from dalapapa.rules.records.record import Player, dumps, record_of
from dalapapa.rules.records.referee import referee, replay, scenes
from tests.naive import NaiveBoard

PLACEMENTS = st.builds(
    Placement,
    tile=st.integers(0, MOST_TILES),
    face=st.integers(0, 1),
    rotation=st.integers(0, 3),
    x=st.integers(-FARTHEST, FARTHEST),
    y=st.integers(-FARTHEST, FARTHEST),
)


def random_turn(game: Game, rng: random.Random) -> Turn:
    """Any legal turn: one tile, sometimes both, a pass only when nothing fits."""
    hand = list(game.hands[game.to_move])
    board, laid = game.board, []
    for _ in range(1 if game.in_setup or rng.random() < 0.7 else 2):
        options = [placement for tile in hand for placement in legal_placements(board, tile)]
        if options:
            laid.append(rng.choice(options))
            hand.remove(laid[-1].tile)
            board = board.place(laid[-1])
    return Turn(tuple(laid))


def random_game(seed: int, moves: int, players: int = 3, target: int = 60) -> list[Game]:
    """The states of a random game, up to so many moves."""
    rng = random.Random(seed)
    states = [Game.start(shuffled_bag(classic(), rng), players, target)]
    while len(states) <= moves and states[-1].result is None:
        states.append(states[-1].play(random_turn(states[-1], rng)))
    return states


GAMES = st.builds(random_game, st.integers(0, 2**32), st.integers(4, 30), st.integers(2, 4))
few_examples = settings(max_examples=25)


def naive(board: Board) -> NaiveBoard:
    return NaiveBoard.of(board.tile_set, board.placements)


@settings(max_examples=20)
@given(GAMES, st.integers(0, 119))
def test_a_placement_is_legal_exactly_when_the_slow_rules_say_so(states: list[Game], tile: int) -> None:
    board = states[-1].board
    slow = naive(board)
    legal = set(legal_placements(board, tile))
    for placement in slow.near(tile):
        told = slow.refusal(placement)
        fault = why_illegal(board, placement)
        assert (fault and fault.code.value) == told
        assert (placement in legal) == (told is None)
        legal.discard(placement)
    assert not legal  # and there is none farther away


@few_examples
@given(GAMES)
def test_points_equal_a_recount_of_the_whole_board(states: list[Game]) -> None:
    for before, after in pairwise(states):
        if before.in_setup:
            assert after.scores == (0,) * after.players
            continue
        slow = naive(before.board)
        turn = after.turns[-1]
        points = 0
        for placement, paid in zip(turn.placements, turn.receipts, strict=True):
            assert paid.points == slow.points(placement)
            assert len(paid.discs) == len(slow.created(placement))
            points += paid.points
            slow.lay(placement)
        points -= 4 if len(turn.placements) == 2 else 0
        assert turn.points == points
        assert after.scores[turn.player] == turn.score == before.scores[turn.player] + points
        assert [s for i, s in enumerate(after.scores) if i != turn.player] == [
            s for i, s in enumerate(before.scores) if i != turn.player
        ]


@few_examples
@given(GAMES)
def test_closed_groups_never_open_and_the_slow_count_finds_the_same(states: list[Game]) -> None:
    closed: set[object] = set()
    for game in states:
        groups = complete_groups(game.board)
        assert closed <= set(groups)
        closed = set(groups)
        slow = sorted((colour.value, len(members)) for colour, members in naive(game.board).groups())
        assert slow == sorted((group.colour.value, len(group)) for group in groups)


@few_examples
@given(GAMES)
def test_every_tile_is_in_one_place(states: list[Game]) -> None:
    for game in states:
        board = [placement.tile for placement in game.board.placements]
        hands = [tile for hand in game.hands for tile in hand]
        assert sorted([*board, *hands, *game.bag]) == list(range(120))


@few_examples
@given(GAMES)
def test_playing_leaves_the_state_before_as_it_was(states: list[Game]) -> None:
    rng = random.Random(0)
    for game in states[:-1]:
        before, cells, halves, discs, known = (
            pickle.dumps(game),
            dict(game.board.cells),
            dict(game.board.halves),
            dict(game.board.discs),
            game.hash,
        )
        game.play(random_turn(game, rng))
        assert (game.board.cells, game.board.halves, game.board.discs) == (cells, halves, discs)
        assert pickle.loads(before) == game
        assert game.hash == known


@few_examples
@given(GAMES)
def test_a_record_is_read_again_to_the_same_states(states: list[Game]) -> None:
    players = [Player(f"P{seat}") for seat in range(states[0].players)]
    record = record_of(states[-1], players)
    text = dumps(record)
    assert loads(text) == record
    again = list(replay(loads(text)))
    assert again == states
    assert [game.hash for game in again] == [game.hash for game in states]
    assert dumps(record_of(again[-1], players)) == text
    hidden = record_of(states[-1], players, hide=True)
    if states[-1].result is None:
        assert [scene.scores for scene in scenes(hidden)] == [game.scores for game in states]
    assert referee(record).turns == states[-1].turns


@few_examples
@given(GAMES)
def test_hashes_differ_from_state_to_state(states: list[Game]) -> None:
    assert len({game.hash for game in states}) == len(states)


@few_examples
@given(st.integers(0, 2**32))
def test_the_same_position_reached_in_another_order_has_the_same_hash(seed: int) -> None:
    game = random_game(seed, 8, 2)[-1]
    rng = random.Random(seed)
    one, two = game.hands[game.to_move]
    pairs = [
        (first, second)
        for first in legal_placements(game.board, one)
        for second in rng.sample(
            legal_placements(game.board, two), min(4, len(legal_placements(game.board, two)))
        )
        if why_illegal(game.board.place(first), second) is None
    ]
    rng.shuffle(pairs)
    compared = 0
    for first, second in pairs[:40]:
        there = game.play(Turn((first, second)))
        back = game.play(Turn((second, first)))
        assert (there.hash == back.hash) == (there.scores == back.scores)
        compared += 1
    assert compared == min(40, len(pairs))


@few_examples
@given(GAMES)
def test_what_decides_the_game_changes_the_hash(states: list[Game]) -> None:
    game = states[-1]
    bag = game.order[: game.drawn] + game.order[game.drawn :][::-1]
    others = [
        replace(game, scores=(game.scores[0] + 1, *game.scores[1:])),
        replace(game, target=game.target + 1),
        replace(game, to_move=(game.to_move + 1) % game.players),
        replace(game, order=bag),
        replace(game, open_hands=True),
    ]
    assert len({game.hash, *(other.hash for other in others)}) == 6
    turned = tuple(hand[::-1] for hand in game.hands)
    assert replace(game, hands=turned).hash == game.hash


@few_examples
@given(GAMES, st.integers(0, 2**32))
def test_a_view_is_the_same_whatever_is_hidden(states: list[Game], seed: int) -> None:
    rng = random.Random(seed)
    for game in states[::3]:
        for seat in (None, *range(game.players)):
            assert view(game, seat) == view(swapped(game, seat, rng), seat)


def swapped(game: Game, seat: int | None, rng: random.Random) -> Game:
    """The game with other tiles in the bag and in all hands but one, and other draws by the others."""
    hidden = [tile for owner, hand in enumerate(game.hands) if owner != seat for tile in hand] + list(
        game.bag
    )
    rng.shuffle(hidden)
    tiles: Iterator[int] = iter(hidden)
    hands = tuple(
        hand if owner == seat else tuple(next(tiles) for _ in hand) for owner, hand in enumerate(game.hands)
    )
    turns = tuple(
        turn if turn.player == seat else replace(turn, drawn=tuple(rng.randrange(120) for _ in turn.drawn))
        for turn in game.turns
    )
    return replace(game, hands=hands, turns=turns, order=(*range(game.drawn), *tiles))


@few_examples
@given(GAMES, st.booleans())
def test_a_view_says_what_a_seat_may_know(states: list[Game], open_hands: bool) -> None:
    game = replace(states[-1], open_hands=open_hands)
    for seat in (None, *range(game.players)):
        seen = view(game, seat)
        assert seen.bag_count == 120 - len(game.board.placements) - sum(seen.hand_sizes)
        assert seen.hand_sizes == tuple(len(hand) for hand in game.hands)
        assert seen.hand == (() if seat is None else game.hands[seat])
        shown = [owner for owner, hand in enumerate(seen.hands) if hand is not None]
        assert shown == (list(range(game.players)) if open_hands else [] if seat is None else [seat])
        on_board = {placement.tile for placement in seen.board.placements}
        known = on_board.union(*(game.hands[owner] for owner in shown))
        assert set(seen.unseen) == set(range(120)) - known
        assert list(seen.unseen) == sorted(seen.unseen)
        assert (seen.players, seen.version, seen.result) == (game.players, game.version, game.result)
        assert hands_seen(game, seat) == seen.hands


@given(PLACEMENTS)
def test_the_text_of_a_placement_is_read_again(placement: Placement) -> None:
    assert Placement.parse(str(placement)) == placement


@given(st.lists(PLACEMENTS, max_size=3))
def test_the_text_of_a_turn_is_read_again(placements: list[Placement]) -> None:
    turn = Turn(tuple(placements))
    assert Turn.parse(str(turn)) == turn


@given(st.text(alphabet="0123456789ab@,-+ pas\n", max_size=24) | st.text(max_size=12))
def test_other_text_is_refused_or_means_what_it_says(text: str) -> None:
    try:
        turn = Turn.parse(text)
    except DalapapaError as error:
        code = error.code
    else:
        assert Turn.parse(str(turn)) == turn
        return
    assert code in (ErrorCode.BAD_NOTATION, ErrorCode.BAD_PLACEMENT)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "12c0@0,0",
        "12a4@0,0",
        "1234a0@0,0",
        "12a0@0",
        " 12a0@0,0",
        "12a0@0,0\n",
        "١a0@0,0",
        "-1a0@0,0",
    ],
)
def test_what_is_no_placement(text: str) -> None:
    with pytest.raises(DalapapaError, match="is not a placement") as caught:
        Placement.parse(text)
    assert caught.value.code is ErrorCode.BAD_NOTATION


@pytest.mark.parametrize(
    "numbers",
    [
        (-1, 0, 0, 0, 0),
        (MOST_TILES + 1, 0, 0, 0, 0),
        (0, 2, 0, 0, 0),
        (0, 0, 4, 0, 0),
        (0, 0, 0, FARTHEST + 1, 0),
        (0, 0, 0, 0, -FARTHEST - 1),
    ],
)
def test_numbers_out_of_range(numbers: tuple[int, int, int, int, int]) -> None:
    with pytest.raises(DalapapaError) as caught:
        Placement(*numbers)
    assert caught.value.code is ErrorCode.BAD_PLACEMENT


@pytest.mark.parametrize(("x", "y"), [(FIRST_WITHIN, 0), (-FIRST_WITHIN, FIRST_WITHIN), (0, -FIRST_WITHIN)])
def test_however_far_out_a_game_begins_all_its_tiles_have_room(x: int, y: int) -> None:
    rng = random.Random(4)
    game = Game.start(shuffled_bag(classic(), rng), 2, 240)
    first = Placement(game.hands[0][0], 0, 0, x, y)
    outside = replace(first, x=x + (1 if x > 0 else -1), y=y + (1 if y > 0 else -1))
    with pytest.raises(DalapapaError, match="the first tile lies within 998,000 of 0, 0") as caught:
        game.play(Turn((outside,)))
    assert caught.value.code is ErrorCode.BAD_PLACEMENT
    game = game.play(Turn((first,)))
    while game.result is None:
        game = game.play(random_turn(game, rng))
    assert len(game.board.placements) > 40


def test_an_illegal_placement_is_neither_laid_nor_scored() -> None:
    board = Board(classic()).place(Placement(0, 0, 0, 0, 0))
    for act in (board.place, lambda placement: receipt(board, placement)):
        with pytest.raises(DalapapaError) as caught:
            act(Placement(5, 0, 0, 9, 9))
        assert caught.value.code is ErrorCode.NO_DISC
    with pytest.raises(DalapapaError, match="there is no tile 120: the set has tiles 0 to 119"):
        board.place(Placement(120, 0, 0, 1, 0))


def test_the_first_tile_goes_anywhere_and_its_eight_ways_stand_for_all() -> None:
    empty = Board(classic())
    assert legal_placements(empty, 7) == [
        Placement(7, face, turn, 0, 0) for face in (0, 1) for turn in range(4)
    ]
    assert why_illegal(empty, Placement(7, 1, 3, -500, 80)) is None


def test_turning_a_set_up_tile_is_another_game() -> None:
    game = Game.start(range(120), 3)
    turns = [Turn((placement,)) for placement in legal_placements(game.board, game.hands[0][0])]
    assert len({game.play(turn).hash for turn in turns}) == len(turns) == 8


def test_errors_travel_between_processes() -> None:
    error = DalapapaError(ErrorCode.OVERLAP, "a tile already lies on cell 1, 0", {"cell": (1, 0)})
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.words, again.details, str(again)) == (
        error.code,
        error.words,
        error.details,
        error.words,
    )


def test_colours_have_words_and_initials() -> None:
    assert [Colour.parse(text) for text in ("red", "g", "blue", "y")] == list(Colour)
    with pytest.raises(
        DalapapaError, match="unknown colour 'Red': the colours are red, green, blue and yellow"
    ):
        Colour.parse("Red")
    assert "0" not in classic()
    assert Turn(()) == PASS
