"""Every refusal the game can give: a stable code, words for a person, details for a program."""

from collections.abc import Mapping
from enum import StrEnum


class ErrorCode(StrEnum):
    """Stable codes, shared by exceptions, server replies, exit messages and translations."""

    # Placing a tile (R2)
    OVERLAP = "overlap"
    NO_DISC = "no_disc"
    TWO_COLOURS = "two_colours"
    BAD_PLACEMENT = "bad_placement"
    LAID_TWICE = "laid_twice"
    # Taking a turn (R3, R4, R6)
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_TILE = "not_your_tile"
    MUST_PLACE = "must_place"
    TOO_MANY_TILES = "too_many_tiles"
    GAME_OVER = "game_over"
    STALE = "stale"
    # Setting a game up (R1)
    BAD_TARGET = "bad_target"
    BAD_PLAYERS = "bad_players"
    BAD_BAG = "bad_bag"
    BAD_TILE_SET = "bad_tile_set"
    # Text forms
    BAD_NOTATION = "bad_notation"
    BAD_RECORD = "bad_record"
    # Sitting at a table
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_BOT = "no_such_bot"
    SEAT_TAKEN = "seat_taken"
    NOT_AT_TABLE = "not_at_table"
    NOT_HOST = "not_host"
    NOT_STARTED = "not_started"
    NOT_FINISHED = "not_finished"
    ALREADY_STARTED = "already_started"
    PURIST = "purist"
    NO_HINTS = "no_hints"
    TOO_MANY_TABLES = "too_many_tables"
    UNFAIR = "unfair"
    # Guests
    BAD_NAME = "bad_name"
    NO_SESSION = "no_session"
    BAD_LINK = "bad_link"
    # Messages
    BAD_MESSAGE = "bad_message"
    BAD_ORIGIN = "bad_origin"
    NOT_FOUND = "not_found"
    NOT_ALLOWED = "not_allowed"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    TRY_AGAIN = "try_again"


class DalapapaError(ValueError):
    """A refusal in the game's words; `details` holds what a translation needs to say it again."""

    def __init__(self, code: ErrorCode, words: str, details: Mapping[str, object] | None = None) -> None:
        super().__init__(words)
        self.code = code
        self.words = words
        self.details: Mapping[str, object] = dict(details or {})

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions travel between processes when games are simulated on several cores.
        return (type(self), (self.code, self.words, self.details))
