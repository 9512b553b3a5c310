"""A recorded shoe with all that happened to it, as text for a terminal and as JSON."""

from dataclasses import dataclass, replace
from typing import Any

from eztrak.game.game import Game
from eztrak.journal.columns import correction
from eztrak.journal.listed import ListedHand, ListedShoe
from eztrak.supervisor.days import local, zone
from eztrak.supervisor.errors import RefusedError
from eztrak.table.story import Happened
from eztrak.voice.said import Said


@dataclass(frozen=True, slots=True)
class RecordedShoe:
    """All that is recorded of a shoe."""

    shoe: ListedShoe
    hands: tuple[ListedHand, ...]  # in the order of play
    story: tuple[Happened, ...]
    nth: int = 0  # which shoe of its local day; 0 where its start is no time

    @property
    def game(self) -> Game:
        return self.shoe.game

    @property
    def corrections(self) -> tuple[Happened, ...]:
        return tuple(one for one in self.story if one.corrects)


def shoe_named(shoe: ListedShoe) -> dict[str, Any]:
    """What begins a shoe in JSON."""
    return {
        "shoe": shoe.number,
        "table": shoe.table,
        "game": shoe.game.id,
        "started_at": shoe.started_at,
        "ended_at": shoe.ended_at,
        "closed_at": shoe.closed_at,
    }


def shoe_seals(shoe: ListedShoe) -> dict[str, Any]:
    return {"seal": shoe.seal, "earlier_seals": list(shoe.earlier)}


def recorded_json(recorded: RecordedShoe) -> dict[str, Any]:
    """What `eztrak shoe --id` prints before the counts and roads of any shoe."""
    return {
        **shoe_named(recorded.shoe),
        **shoe_seals(recorded.shoe),
        "entered": [
            {
                "hand": one.hand.number,
                "entered_at": one.entered_at,
                "dealer": one.dealer,
                "voided": one.hand.voided,
            }
            for one in recorded.hands
        ],
        "corrections": [correction(one, recorded.game) for one in recorded.corrections],
    }


def recorded_text(recorded: RecordedShoe) -> str:
    """The shoe's name, times and seal, then a line for each correction."""
    lines = [f"hand {one.hand}: {_line(one, recorded.game)}" for one in recorded.corrections]
    return "\n".join([_head(recorded), *lines])


def one_hand(recorded: RecordedShoe, number: int) -> RecordedShoe:
    """The same with only one of its hands, and what happened to it. Raises RefusedError where there is none."""
    hands = tuple(one for one in recorded.hands if one.hand.number == number)
    if not hands:
        most = max((one.hand.number for one in recorded.hands), default=0)
        there = Said("it has hands 1 to {most}", most=most) if most else Said("it has no hand yet")
        raise RefusedError(
            "shoe {shoe} has no hand {hand}; {there}", shoe=recorded.shoe.number, hand=number, there=there
        )
    return replace(recorded, hands=hands, story=tuple(one for one in recorded.story if one.hand == number))


def hand_text(recorded: RecordedShoe) -> str:
    """The shoe, the one hand that is left with a line for all that happened to it, and how it stands."""
    ((one),) = recorded.hands
    lines = [_line(happened, recorded.game) for happened in recorded.story]
    now = f"hand {one.hand.number} now: {recorded.game.describe(one.hand)}"
    return "\n".join([_head(recorded), *lines, now])


def _head(recorded: RecordedShoe) -> str:
    shoe = recorded.shoe
    ends = local(shoe.over_at) or "now"
    times = f"{local(shoe.started_at)} to {ends} ({zone(shoe.started_at)})"
    return f"shoe {shoe.number}  {shoe.table}  {times}  {sealed(shoe)}  {shoe.game.name()}"


def sealed(shoe: ListedShoe) -> str:
    """Its seal, and those that it had before hands of it were corrected or it went on."""
    before = f" (before: {', '.join(shoe.earlier)})" if shoe.earlier else ""
    return f"seal {shoe.seal or '-'}{before}"


def _line(one: Happened, game: Game) -> str:
    return f"{local(one.at)}  {one.line(game)}"
