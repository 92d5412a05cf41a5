"""The referee of a game at a real table: asked with all that was laid, and forgetting it again."""

from collections.abc import Sequence

from dalapapa.rules import Board, DalapapaError, ErrorCode, Turn
from dalapapa.rules.game import HAND, check_count, check_target
from dalapapa.rules.records import unseen
from dalapapa.rules.records.record import (
    FORMAT,
    VERSION,
    Json,
    placement_json,
    result_json,
    set_json,
    turn_json,
)
from dalapapa.rules.records.unseen import Scene
from dalapapa.service.people.names import clean_name
from dalapapa.service.tables.tile_sets import wished
from dalapapa.service.telling import messages
from dalapapa.service.telling.happenings import place, placement, receipt_seen
from dalapapa.service.telling.keeping import Keeping, KeepingRequest, MoveFault
from dalapapa.service.telling.options import offered


def keep(wish: KeepingRequest) -> Keeping:
    """Referee what was laid, count it, and say where the tiles in hand may go."""
    check_target(wish.target)
    scene, fault = unseen.opening(wish.players, wished(wish.tile_set)), None
    told = []
    for number, move in enumerate(wish.moves):
        turn = Turn(tuple(map(placement, move)))
        try:
            after = _step(scene, turn, wish.target)
        except DalapapaError as error:
            fault = MoveFault(number, error.code, error.words, dict(error.details))
            break
        told.append(_told(number, scene, after, turn))
        scene = after
    over = scene.result is not None
    return Keeping(
        moves=told,
        fault=fault,
        scores=scene.scores,
        to_move=None if over else scene.to_move,
        in_setup=scene.in_setup,
        final_round=not over and max(scene.scores) >= wish.target,
        bag_count=bag_count(scene),
        result=_outcome(scene),
        options=_options(scene, wish) if wish.hand and not over and fault is None else None,
        record=_record(scene, told, wish) if wish.names is not None else None,
    )


def bag_count(scene: Scene) -> int:
    """How many tiles are left when everybody holds as many as there are (R3.2, R4.3)."""
    held = scene.players - scene.set_up if scene.in_setup else HAND * scene.players
    return max(0, len(scene.board.tile_set) - len(scene.board.placements) - held)


def _step(scene: Scene, turn: Turn, target: int) -> Scene:
    if not scene.in_setup:
        return unseen.play(scene, turn, target)
    check_count(len(turn.placements), in_setup=True)
    if not turn.placements:
        return unseen.left_out(scene, scene.set_up + 1)
    return unseen.set_up(scene, turn.placements[0])


def _told(number: int, before: Scene, after: Scene, turn: Turn) -> messages.TurnPlayed:
    seq, player = number + 1, before.to_move
    if before.in_setup:
        laid = tuple(messages.Laid(place(p), None) for p in turn.placements)
        return messages.TurnPlayed(seq, number, player, True, laid, 0, 0, 0, "player")
    played = after.turns[-1]
    laid = tuple(
        messages.Laid(place(p), receipt_seen(r))
        for p, r in zip(played.placements, played.receipts, strict=True)
    )
    return messages.TurnPlayed(
        seq, number, player, False, laid, played.penalty, played.points, played.score, "player"
    )


def _outcome(scene: Scene) -> messages.Outcome | None:
    result = scene.result
    if result is None:
        return None
    return messages.Outcome(list(result.scores), list(result.winners), result.reason.value)


def _options(scene: Scene, wish: KeepingRequest) -> messages.Options:
    """Where the tiles in hand may go after those that were tried."""
    check_count(len(wish.tried) + 1, scene.in_setup)
    board = scene.board
    for tried in map(placement, wish.tried):
        _check_new([tried.tile], board)
        board = board.place(tried)
    _check_new(wish.hand, board)
    return offered(
        board,
        tuple(wish.hand),
        wish.tried,
        seat=scene.to_move,
        version=len(wish.moves),
        scored=not scene.in_setup,
    )


def _check_new(tiles: Sequence[int], board: Board) -> None:
    """A box has every tile once."""
    for number, tile in enumerate(tiles):
        if tile not in board.tile_set:
            raise DalapapaError(
                ErrorCode.BAD_PLACEMENT,
                f"there is no tile {tile}: the set has tiles 0 to {len(board.tile_set) - 1}",
                {"tile": tile},
            )
        if tile in tiles[:number] or any(tile == one.tile for one in board.placements):
            raise DalapapaError(ErrorCode.LAID_TWICE, f"tile {tile} is laid twice", {"tile": tile})


def _record(scene: Scene, told: Sequence[messages.TurnPlayed], wish: KeepingRequest) -> Json:
    """What was kept, as docs/record.md has it."""
    names = [clean_name(name) for name in wish.names or ()]
    if len(names) != wish.players:
        raise DalapapaError(
            ErrorCode.BAD_PLAYERS, f"{wish.players} play, not {len(names)}", {"players": len(names)}
        )
    record: Json = {
        "format": FORMAT,
        "version": VERSION,
        "kept": True,
        "tile_set": scene.board.tile_set.name,
        "target": wish.target,
        "players": [{"name": name, "kind": "human"} for name in names],
        **set_json(scene.board.tile_set),
        "setup": [
            {"player": move.seat, **placement_json(placement(laid.place))}
            for move in told
            if move.setup
            for laid in move.laid
        ],
        "turns": [turn_json(turn, hide=True) for turn in scene.turns],
    }
    return record if scene.result is None else record | {"result": result_json(scene.result)}
