"""A recorded shoe with all that happened to it, as text for a terminal and as JSON."""

from dataclasses import dataclass, replace
from typing import Any

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import write
from eztrak.journal.columns import CORRECTIONS
from eztrak.journal.correction import Correction
from eztrak.journal.listed import ListedHand, ListedShoe
from eztrak.supervisor.days import local, zone
from eztrak.supervisor.errors import RefusedError


@dataclass(frozen=True, slots=True)
class ShoeTold:
    """All that is recorded of a shoe."""

    shoe: ListedShoe
    hands: tuple[ListedHand, ...]  # in the order of play
    corrections: tuple[Correction, ...]
    nth: int = 0  # which shoe of its local day; 0 where its start is no time

    @property
    def game(self) -> Game:
        return self.shoe.game


def told_json(told: ShoeTold) -> dict[str, Any]:
    """What `eztrak shoe --id` tells before the counts and roads of any shoe."""
    return {
        "shoe": told.shoe.number,
        "table": told.shoe.table,
        "game": told.game.id,
        "started_at": told.shoe.started_at,
        "ended_at": told.shoe.ended_at,
        "seal": told.shoe.seal,
        "entered": [
            {
                "hand": one.hand.number,
                "entered_at": one.entered_at,
                "dealer": one.dealer,
                "voided": one.hand.voided,
            }
            for one in told.hands
        ],
        "corrections": [dict(zip(CORRECTIONS, one.values(told.game), strict=True)) for one in told.corrections],
    }


def told_text(told: ShoeTold) -> str:
    """The shoe's name, times and seal, then a line for each correction."""
    lines = [f"hand {one.hand}: {_corrected(one, told.game)}" for one in told.corrections]
    return "\n".join([_head(told), *lines])


def _head(told: ShoeTold) -> str:
    shoe = told.shoe
    ends = local(shoe.ended_at) if shoe.ended_at else "now"
    times = f"{local(shoe.started_at)} to {ends} ({zone(shoe.started_at)})"
    return f"shoe {shoe.number}  {shoe.table}  {times}  seal {shoe.seal or '-'}  {shoe.game.name()}"


def hand_told(told: ShoeTold, number: int) -> ShoeTold:
    """The same with only one of its hands, and what happened to it. Raises RefusedError where there is none."""
    hands = tuple(one for one in told.hands if one.hand.number == number)
    if not hands:
        most = max((one.hand.number for one in told.hands), default=0)
        there = f"it has hands 1 to {most}" if most else "it has no hand yet"
        raise RefusedError(f"shoe {told.shoe.number} has no hand {number}; {there}")
    return replace(told, hands=hands, corrections=tuple(one for one in told.corrections if one.hand == number))


def hand_text(told: ShoeTold) -> str:
    """The shoe, its one hand that is left as it was entered, a line for each correction, and the hand as it stands."""
    ((one),) = told.hands
    hand, game = one.hand, told.game
    if not told.corrections:
        return f"{_head(told)}\nhand {hand.number}: {_entered(hand, one, game)}; stands as it was entered"
    was = told.corrections[0].was  # nothing where the hand was put in later
    lines = [_entered(was, one, game)] if was else []
    lines += [_corrected(correction, game) for correction in told.corrections]
    return "\n".join([_head(told), f"hand {hand.number}: {lines[0]}", *lines[1:], f"now: {_result(hand, game)}"])


def _entered(hand: Hand, one: ListedHand, game: Game) -> str:
    who = f"dealer {one.dealer}" if one.dealer else "nobody on duty"
    return f"entered as {_result(hand, game)} {local(one.entered_at)}, {who}"


def _result(hand: Hand, game: Game) -> str:
    return f"{game.describe(hand).capitalize()} ({write([hand], game)})"


def _corrected(one: Correction, game: Game) -> str:
    return f"{change_text(one, game)} by {one.by}, {local(one.at)}: {one.reason}"


def change_text(one: Correction, game: Game) -> str:
    """What a correction did, in words."""
    was, now = (write([hand], game) if hand else "" for hand in (one.was, one.now))
    match one.what:
        case "void":
            return f"voided {was}"
        case "change":
            return f"changed from {was} to {now}"
        case "insert":
            return f"{now} put in after hand {one.after}" if one.after else f"{now} put in before the first"
