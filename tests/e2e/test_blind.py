"""A whole game by somebody who hears what is read out and sees nothing; the board is kept in mind alone."""

import re

from dalapapa.rules import ErrorCode, Placement, classic, legal_placements, receipt, why_illegal
from dalapapa.rules.placement import Cell
from dalapapa.rules.records.referee import referee

from .blind import (
    Ears,
    Mind,
    Turn,
    discs_made,
    discs_told,
    groups_closed,
    groups_told,
    number,
    open_groups,
    placements_in,
)
from .conftest import Arrive

_MY_TURN = (r"Your turn: lay a tile", r"First round: lay your tile")
_OVER = (r"wins!", r"You won!", r"share the win")
_WHY = {
    ErrorCode.OVERLAP: "There’s already a tile here.",
    ErrorCode.TWO_COLOURS: "It doesn’t fit here: two different colours would meet.",
    ErrorCode.NO_DISC: "It doesn’t fit here: it wouldn’t touch another tile along a side.",
}
_ROOM = "It doesn’t fit here: there’s only room for half a tile."


class Blind:
    """Plays by ear."""

    def __init__(self, ears: Ears) -> None:
        self.ears, self.mind = ears, Mind()
        self.felt: set[Cell] = set()

    def start(self) -> None:
        """Find the first button of the home page with Tab; at the table the keys work at once."""
        for _ in range(30):
            self.ears.page.keyboard.press("Tab")
            if self.ears.focus.startswith("Play now"):
                break
        else:
            raise AssertionError("no such button can be reached")
        self.ears.page.keyboard.press("Enter")

    def play(self) -> None:
        """Turn after turn, until the end is told."""
        turns = 0
        while not re.search("|".join(_OVER), self.ears.until(*_MY_TURN, *_OVER)):
            if turns == 0:
                assert self.ears.focus.startswith("The board. 1 and 2 take a tile")
            self.catch_up()
            self.take_turn(turns)
            turns += 1
            assert turns < 100
        self.catch_up()

    def catch_up(self) -> None:
        """Ask for the turns that are not known yet, the latest first."""
        fresh: list[Turn] = []
        self.mind.laid.clear()
        words = self.ears.press("l", "^Turn|^No turn")
        while words != "No turn has been played yet.":
            turn = self.mind.learn_turn(words)
            if turn.number <= len(self.mind.turns):
                break
            fresh.append(turn)
            if turn.number == 1:
                break
            words = self.ears.press("Shift+L", "^Turn")
        for turn in reversed(fresh):
            assert turn.number == len(self.mind.turns) + 1
            self.check_told(turn)
            self.mind.turns.append(turn)

    def check_told(self, turn: Turn) -> None:
        """What is told of a turn agrees with the board in mind."""
        board = self.mind.board
        paid = 0
        for placement, words in zip(turn.placements, re.split(r"(?=Tile \d)", turn.words)[1:], strict=True):
            assert discs_told(words) == discs_made(board, placement), words
            if "first tile" not in turn.words:
                this = receipt(board, placement)
                assert groups_told(words) == groups_closed(this), words
                paid += this.points
            board = board.place(placement)
        if told := re.match(r"Turn \d+, \w+: (−?\d+) points?\.", turn.words):
            assert number(told[1]) == paid - (4 if len(turn.placements) == 2 else 0)

    def take_turn(self, count: int) -> None:
        """Hear both tiles, choose, go there by keys, lay it, end the turn."""
        hand = [self.mind.learn_tile(self.ears.press("1", "picked up"))]
        if count > 0:
            hand.append(self.mind.learn_tile(self.ears.press("2", "picked up")))
        board = self.mind.board
        fitting = [tile for tile in hand if legal_placements(board, tile)]
        if count == 4:
            self.feel_the_board(hand, fitting[-1])
        if count % 3 == 0:
            self.check_groups()
        self.lay(self.best_named(hand, fitting[0]) if count % 2 else self.best_found(hand, fitting))
        if count == 2:
            (other,) = set(hand) - {self.mind.laid[0].tile}
            if legal_placements(self.mind.board, other):
                self.lay(self.best_found([other], [other]))
        self.ears.page.keyboard.press("e")

    def lay(self, placement: Placement) -> None:
        """Lay the tile where it has been shown."""
        self.ears.press("Enter", rf"^Tile {placement.tile} laid\. .*Press E")
        self.mind.laid.append(placement)

    def best_named(self, hand: list[int], tile: int) -> Placement:
        """Let the places be named that score most, and go to the first of them."""
        board = self.mind.board
        best = max(receipt(board, placement).points for placement in legal_placements(board, tile))
        self.ears.press("12"[hand.index(tile)], "picked up")
        named = self.ears.press("b", "^The best")
        first = re.match(
            rf"The best places for tile {tile}: (\d+) points?: column (−?\d+), row (−?\d+)", named
        )
        assert first, named
        assert int(first[1]) == best
        words = self.ears.press("b", "^Tile")
        (placement,) = placements_in(words)
        assert (placement.x, placement.y) == (number(first[2]), number(first[3]))
        self.check_ghost(placement, words)
        return placement

    def best_found(self, hand: list[int], fitting: list[int]) -> Placement:
        """Think: the board is known. Then walk through the places in reading order, the short way."""
        board = self.mind.board
        ways = {tile: sorted(legal_placements(board, tile), key=_reading) for tile in fitting}
        if board.placements:
            wanted = max(
                (way for some in ways.values() for way in some), key=lambda way: receipt(board, way).points
            )
        else:
            wanted = ways[fitting[0]][0]
        self.ears.press("12"[hand.index(wanted.tile)], "picked up")
        places = ways[wanted.tile]
        ahead = places.index(wanted) + 1
        key, steps = ("n", ahead) if ahead <= len(places) // 2 else ("p", len(places) + 1 - ahead)
        while "moment" in (words := self.ears.press(key, "^Tile|moment")):
            pass  # where the second tile fits, the server has not said yet
        for _ in range(steps - 1):
            words = self.ears.press(key, "^Tile")
        assert placements_in(words) == (wanted,)
        self.check_ghost(wanted, words)
        return wanted

    def check_ghost(self, placement: Placement, words: str) -> None:
        """What is told of a placement before it is laid agrees with the board in mind."""
        board = self.mind.board
        assert why_illegal(board, placement) is None
        middle = board.tile_set[placement.tile].faces[placement.face][6]
        assert f": {middle.word} in the middle" in words
        assert discs_told(words) == discs_made(board, placement), words
        if points := re.search(r"(\d+) points?\.", words):
            paid = receipt(board, placement)
            assert int(points[1]) == paid.points
            assert groups_told(words) == groups_closed(paid)

    def check_groups(self) -> None:
        """All open groups, a few at a time."""
        expected = sorted(
            (colour.word, len(discs), frozenset(self.free_cell(half) for half in halves))
            for colour, discs, halves in open_groups(self.mind.board)
        )
        told: list[tuple[str, int, frozenset[Cell]]] = []
        while len(told) < len(expected):
            words = self.ears.press("g", "open group")
            assert words.startswith(f"{len(expected)} open group"), words
            for colour, size, places in re.findall(r"(\w+), (\d+) discs?, open at ([^;.]+)", words):
                cells = re.findall(r"column (−?\d+), row (−?\d+)", places)
                told.append((colour, int(size), frozenset((number(x), number(y)) for x, y in cells)))
        assert sorted(told) == expected

    def free_cell(self, half: tuple[int, int]) -> Cell:
        """The cell that a half-disc looks into."""
        u, v = half
        sides = (
            [((u - 1) // 2, v // 2), ((u - 1) // 2, v // 2 - 1)]
            if u % 2
            else [(u // 2, v // 2), (u // 2 - 1, v // 2)]
        )
        (free,) = [cell for cell in sides if cell not in self.mind.board.cells]
        return free

    def feel_the_board(self, hand: list[int], tile: int) -> None:
        """Walk over every cell of the board and around it; try to lay the tile where it does not fit."""
        self.ears.press("12"[hand.index(tile)], "picked up")
        cells = self.mind.board.cells
        at = self.feel("ArrowRight", tile)
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        for row, y in enumerate(range(min(ys) - 2, max(ys) + 3)):
            line = list(range(min(xs) - 1, max(xs) + 2))
            for x in line if row % 2 == 0 else reversed(line):
                while at != (x, y):
                    key = (
                        "ArrowLeft"
                        if x < at[0]
                        else "ArrowRight"
                        if x > at[0]
                        else "ArrowUp"
                        if y < at[1]
                        else "ArrowDown"
                    )
                    at = self.feel(key, tile)
        # Every tile was found where it was told to lie.
        assert set(cells) <= self.felt
        self.ears.press("Escape", "^Put back")

    def feel(self, key: str, tile: int) -> Cell:
        """Move by a cell; what is told of it agrees with the board in mind. Gives the cell."""
        board = self.mind.board
        words = self.ears.press(key, "^Column")
        told = re.match(r"Column (−?\d+), row (−?\d+)([.:]) ", words)
        assert told, words
        cell = number(told[1]), number(told[2])
        if cell in self.felt:
            return cell
        self.felt.add(cell)
        ghosts = [placement for placement in legal_placements(board, tile) if cell in placement.cells]
        if cell in board.cells:
            assert placements_in(words) == (board.placements[board.cells[cell]],)
            learnt = self.mind.learn_turn("Turn 0, Nobody: " + words[told.end() :])
            assert learnt.placements == placements_in(words)
        else:
            assert self.halves_told(words) == self.halves_around(cell), words
            if ghosts:
                (shown,) = placements_in(words)
                assert shown in ghosts
                self.check_ghost(shown, words[words.index("Tile") :])
        if not ghosts:
            assert self.ears.press("Enter", "^There|^It doesn") == self.why(tile, cell)
        return cell

    def halves_told(self, words: str) -> list[tuple[str, str, list[int]]]:
        """Side and colour of the half-discs told around a cell, and the sizes of groups they keep open."""
        told = re.findall(
            r"a (\w+) half-disc (above|below|on the left|on the right)((?:, in an open \w+ group of \d+)*)",
            words,
        )
        return sorted(
            (side, colour, sorted(map(int, re.findall(rf"{colour} group of (\d+)", groups))))
            for colour, side, groups in told
        )

    def halves_around(self, cell: Cell) -> list[tuple[str, str, list[int]]]:
        """The same by the board in mind."""
        x, y = cell
        board = self.mind.board
        sides = {
            "above": (2 * x + 1, 2 * y),
            "on the right": (2 * x + 2, 2 * y + 1),
            "below": (2 * x + 1, 2 * y + 2),
            "on the left": (2 * x, 2 * y + 1),
        }
        groups = open_groups(board)
        return sorted(
            (
                side,
                board.halves[spot].word,
                sorted(len(discs) for _, discs, halves in groups if spot in halves),
            )
            for side, spot in sides.items()
            if spot in board.halves
        )

    def why(self, tile: int, cell: Cell) -> str:
        """Why a tile does not fit on a cell, by the rules."""
        board = self.mind.board
        x, y = cell
        if cell in board.cells:
            return _WHY[ErrorCode.OVERLAP]
        ways = [
            Placement(tile, face, rotation, x - dx * back, y - dy * back)
            for face in (0, 1)
            for rotation, dx, dy in ((0, 1, 0), (1, 0, 1), (2, 1, 0), (3, 0, 1))
            for back in (0, 1)
        ]
        faults = {fault.code for way in ways if (fault := why_illegal(board, way))}
        if faults == {ErrorCode.OVERLAP}:
            return _ROOM
        return _WHY[ErrorCode.TWO_COLOURS if ErrorCode.TWO_COLOURS in faults else ErrorCode.NO_DISC]


def _reading(placement: Placement) -> tuple[int, int, int, int]:
    return placement.y, placement.x, placement.face, placement.rotation


def test_a_whole_game_is_played_by_ear(arrive: Arrive) -> None:
    ana = arrive()
    blind = Blind(Ears(ana.page))
    ana.page.goto(ana.base)
    blind.start()
    blind.play()

    # Now somebody who sees looks at what was played.
    table = ana.page.url.rsplit("/", 1)[-1]
    answer = ana.context.request.get(f"{ana.base}/api/tables/{table}/record")
    assert answer.ok, answer.text()
    played = referee(answer.json())
    assert blind.mind.board.placements == played.board.placements
    assert (blind.mind.board.discs, blind.mind.board.halves) == (played.board.discs, played.board.halves)
    for (tile, face), discs in blind.mind.faces.items():
        assert classic()[tile].faces[face] == discs
    # Others' turns were also told without asking, each once; only the very first may have been laid before.
    others = [turn for turn in blind.mind.turns if turn.name != "Guest"]
    assert len(others) == len(blind.mind.turns) // 2
    name = others[0].name
    news = [words for words in blind.ears.heard if re.match(rf"(?!Turn).*\b{name}(:| has laid)", words)]
    told = [placement for words in news for placement in placements_in(words)]
    laid = [placement for turn in others for placement in turn.placements]
    assert told in (laid, laid[1:])
    scores = [re.search(r"now at (−?\d+)\.", words) for words in blind.ears.heard]
    assert {number(score[1]) for score in scores if score} >= set(played.scores)
    assert ana.faults == []
