"""Whether a row holds what its columns are for.

SQLite sees to that when it writes, not when it reads: a file made by hand can hold anything under the names of ours.
"""

from collections.abc import Sequence
from typing import Any

from eztrak.game.hand import Outcome
from eztrak.voice.said import WrongValueError

_TEXTS = {
    *("table_name", "started_at", "ended_at", "closed_at", "entered_at", "seal", "earlier_seals"),
    *("player_cards", "banker_cards", "outcome"),
    *("game", "game_hash", "marks", "counts", "text", "source"),
    *("unit", "day", "local_time", "local_end", "utc_offset"),
}
_OPEN = {"ended_at", "closed_at", "seal", "last_seq"}  # nothing yet in a shoe that is in play
_OUTCOMES = {outcome.value for outcome in Outcome}


def fitting(names: Sequence[str], values: Sequence[Any]) -> None:
    """Raises WrongValueError for a value that a column of this name cannot have; all others are numbers."""
    for name, value in zip(names, values, strict=True):
        if value is None and name in _OPEN:
            continue
        if type(value) is not (str if name in _TEXTS else int) or (name == "outcome" and value not in _OUTCOMES):
            raise WrongValueError("{name} is {value}", name=name, value=f"{value!r:.60}")
