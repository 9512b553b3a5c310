"""A recorded shoe with all that happened to it, as text for a terminal and as JSON."""

from dataclasses import dataclass
from typing import Any

from eztrak.game.hand import Hand
from eztrak.journal.extract import CORRECTIONS, Values
from eztrak.supervisor.days import local
from eztrak.table.expectation import Dealt


@dataclass(frozen=True, slots=True)
class ShoeTold:
    """All that is recorded of a shoe."""

    number: int
    table: str
    started_at: str
    ended_at: str | None
    seal: str | None
    dealt: Dealt
    hands: tuple[tuple[Hand, str, int], ...]  # in the order of play, when each was entered, and by which dealer
    corrections: tuple[Values, ...]


def told_json(told: ShoeTold) -> dict[str, Any]:
    """What `eztrak shoe --id` tells before the counts and roads of any shoe."""
    return {
        "shoe": told.number,
        "table": told.table,
        "started_at": told.started_at,
        "ended_at": told.ended_at,
        "seal": told.seal,
        "entered": [
            {"hand": hand.number, "entered_at": at, "dealer": dealer, "voided": hand.voided}
            for hand, at, dealer in told.hands
        ],
        "corrections": [dict(zip(CORRECTIONS, values, strict=True)) for values in told.corrections],
    }


def told_text(told: ShoeTold) -> str:
    """The shoe's name, times and seal, then a line for each correction."""
    ends = local(told.ended_at) if told.ended_at else "now"
    lines = [f"shoe {told.number}  {told.table}  {local(told.started_at)} to {ends}  seal {told.seal or '-'}"]
    return "\n".join([*lines, *map(correction_text, told.corrections)])


def correction_text(values: Values) -> str:
    _, hand, _, _, _, _, by, at, reason, _ = values
    return f"hand {hand}: {change_text(values)}, by {by}, {local(at)}: {reason}"


def change_text(values: Values) -> str:
    """What a correction did, in words."""
    _, _, what, was, now, after, *_ = values
    inserted = f"{now} put in after hand {after}" if after else f"{now} put in before the first"
    return {"void": f"voided {was}", "change": f"{was} became {now}", "insert": inserted}[what]
