"""An analysis as one JSON object (docs/analysis.md)."""

from dalapapa.analysis.account import Analysis, SeatAccount, TurnAccount
from dalapapa.analysis.choices import Judged
from dalapapa.analysis.pressure import Pressure
from dalapapa.rules.records.record import Json, placement_json, receipt_json, result_json
from dalapapa.rules.scoring import penalty

FORMAT = "dalapapa-analysis"


def analysis_json(analysis: Analysis) -> Json:
    """The whole analysis; what could not be said is null or empty, and `unsaid` says why."""
    return {
        "format": FORMAT,
        "method": analysis.method,
        "target": analysis.target,
        "players": [player.name for player in analysis.players],
        "scores": list(analysis.scores),
        "result": result_json(analysis.result) if analysis.result else None,
        "turns": [turn_json(*both) for both in zip(analysis.turns, analysis.swings, strict=True)],
        "seats": [seat_json(seat) for seat in analysis.seats] if analysis.seats else None,
        "turning_points": list(analysis.turning_points),
        "unsaid": [why.value for why in analysis.unsaid],
    }


def turn_json(account: TurnAccount, swing: float) -> Json:
    """One turn's account."""
    ledger, choice = account.ledger, account.choice
    return {
        "player": account.played.player,
        "points": account.played.points,
        "score": account.played.score,
        "best": ledger.best if ledger else None,
        "offered": ledger.offered if ledger else None,
        "drawn": ledger.drawn if ledger else None,
        "taken": ledger.taken if ledger else None,
        "error": ledger.error if ledger else None,
        "loss": choice.loss if choice else None,
        "kind": choice.kind.value if choice else None,
        "win_before": list(account.win_before) if account.win_before else None,
        "win_after": list(account.win_after) if account.win_after else None,
        "swing": swing,
        "played": judged_json(choice.played) if choice else None,
        "better": [judged_json(one) for one in choice.best] if choice else [],
        "pressure": [pressure_json(one) for one in account.coming.groups],
        "dead": [list(cell) for cell in account.coming.dead],
    }


def judged_json(judged: Judged) -> Json:
    """A turn that could have been played, with receipts."""
    placements = zip(judged.turn.placements, judged.receipts, strict=True)
    return {
        "placements": [
            placement_json(placement) | receipt_json(receipt) for placement, receipt in placements
        ],
        "penalty": penalty(len(judged.turn.placements)),
        "points": judged.points,
        "reply": judged.reply,
        "own": judged.own,
        "value": judged.value,
    }


def seat_json(seat: SeatAccount) -> Json:
    """One seat's sums."""
    return {
        "score": seat.score,
        "offered": seat.offered,
        "drawn": seat.drawn,
        "taken": seat.taken,
        "loss": seat.loss,
        "best_turn": seat.best_turn,
        "rival": seat.rival,
        "margin": seat.margin,
        "tiles": seat.tiles,
        "table": seat.table,
        "choices": seat.choices,
    }


def pressure_json(pressure: Pressure) -> Json:
    """One open group."""
    return {
        "colour": pressure.group.colour.word,
        "discs": [list(spot) for spot in pressure.group.discs],
        "halves": [list(spot) for spot in pressure.group.halves],
        "closing": pressure.closing,
        "chance": pressure.chance,
    }
