"""A recorded shoe with all that happened to it, as text for a terminal and as JSON."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import parse, write
from eztrak.journal.extract import Correction
from eztrak.supervisor.days import local, zone
from eztrak.supervisor.errors import RefusedError
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
    nth: int = 0  # which shoe of its local day; 0 where its start is no time


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
    return "\n".join([_head(told), *map(correction_text, told.corrections)])


def _head(told: ShoeTold) -> str:
    ends = local(told.ended_at) if told.ended_at else "now"
    times = f"{local(told.started_at)} to {ends} ({zone(told.started_at)})"
    return f"shoe {told.number}  {told.table}  {times}  seal {told.seal or '-'}"


def hand_told(told: ShoeTold, number: int) -> ShoeTold:
    """The same with only one of its hands, and what happened to it. Raises RefusedError where there is none."""
    hands = tuple(entry for entry in told.hands if entry[0].number == number)
    if not hands:
        most = max((hand.number for hand, _, _ in told.hands), default=0)
        there = f"it has hands 1 to {most}" if most else "it has no hand yet"
        raise RefusedError(f"shoe {told.number} has no hand {number}; {there}")
    return replace(told, hands=hands, corrections=tuple(values for values in told.corrections if values[1] == number))


def hand_text(told: ShoeTold) -> str:
    """The shoe, its one hand that is left as it was entered, a line for each correction, and the hand as it stands."""
    ((hand, at, dealer),) = told.hands
    if not told.corrections:
        return f"{_head(told)}\nhand {hand.number}: {_entered(hand, at, dealer)}; stands as it was entered"
    _, _, _, was, *_ = told.corrections[0]  # nothing where the hand was put in later
    lines = [_entered(parse(was)[0], at, dealer)] if was else []
    lines += [_corrected(values) for values in told.corrections]
    return "\n".join([_head(told), f"hand {hand.number}: {lines[0]}", *lines[1:], f"now: {_result(hand)}"])


def _entered(hand: Hand, at: str, dealer: int) -> str:
    return f"entered as {_result(hand)} {local(at)}, {f'dealer {dealer}' if dealer else 'nobody on duty'}"


def _result(hand: Hand) -> str:
    return f"{describe(hand).capitalize()} ({write([hand])})"


def correction_text(values: Values) -> str:
    return f"hand {values[1]}: {_corrected(values)}"


def _corrected(values: Values) -> str:
    *_, by, at, reason, _ = values
    return f"{change_text(values)} by {by}, {local(at)}: {reason}"


def change_text(values: Values) -> str:
    """What a correction did, in words."""
    _, _, what, was, now, after, *_ = values
    inserted = f"{now} put in after hand {after}" if after else f"{now} put in before the first"
    return {"void": f"voided {was}", "change": f"changed from {was} to {now}", "insert": inserted}[what]
