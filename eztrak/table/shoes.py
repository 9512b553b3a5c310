"""A new shoe that began by mistake, too early or too late: undone, joined with the one before, or its hands moved.

A hand that is moved is void where it stood and inserted where it belongs, with the time and the dealer of its entry:
kinds of events that every reader of the record knows.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.shoe import Shoe
from eztrak.table.supply import stopped
from eztrak.voice.said import All

Decision: TypeAlias = tuple[e.Event, ...] | c.Refusal


def undone(current: Shoe | None, previous: Shoe | None, by: str) -> Decision:
    """The end of a shoe in which nothing was entered yet; the previous one goes on."""
    if current is None or previous is None:
        return c.Refusal("there is no previous shoe to go back to" if current else "there is no shoe in play")
    if current.hands:
        return c.Refusal("shoe {number} already has a hand: a supervisor can join the two shoes", number=current.number)
    return e.ShoeEnded(current.number, 0, e.SEAL_FORM), e.ShoeResumed(previous.number, by)


def joined(current: Shoe | None, previous: Shoe | None, by: str, reason: str) -> Decision:
    """The hands of a shoe that should not have begun, at the end of the previous one, which goes on."""
    if current is None or previous is None:
        return c.Refusal("there is no previous shoe to go back to" if current else "there is no shoe in play")
    moved = _moved(current.standing, current, previous, _end(previous), by, reason)
    if isinstance(moved, c.Refusal):
        return moved
    return *moved, e.ShoeEnded(current.number, 0, e.SEAL_FORM), e.ShoeResumed(previous.number, by)


def moved(current: Shoe | None, previous: Shoe | None, command: c.MoveHands) -> Decision:
    """A hand of the previous shoe and those after it, to the beginning of the current one; or a hand of the current
    shoe and those before it, to the end of the previous one."""
    known = [shoe for shoe in (current, previous) if shoe is not None]
    source = next((shoe for shoe in known if shoe.number == command.shoe), None)
    if source is None:
        return c.Refusal("shoe {number} is neither the current nor the previous shoe", number=command.shoe)
    if current is None or previous is None:
        return c.Refusal("there is no other shoe to move hands of shoe {number} to", number=source.number)
    hand = source.hand(command.first)
    if hand is None:
        return c.Refusal("shoe {shoe} has no hand {number}", shoe=source.number, number=command.first)
    if hand.voided:
        return c.Refusal(
            "hand {number} of shoe {shoe} is void: start with one that is not",
            number=hand.number,
            shoe=source.number,
        )
    place = source.standing.index(hand)
    if source is previous:
        return _moved(source.standing[place:], source, current, 0, command.by, command.reason)
    return _moved(source.standing[: place + 1], source, previous, _end(previous), command.by, command.reason)


def _moved(hands: Sequence[Hand], source: Shoe, target: Shoe, after: int, by: str, reason: str) -> Decision:
    because = f": {reason}" if reason else ""
    there, back = f"moved to shoe {target.number}{because}", f"moved from shoe {source.number}, hand "
    events: list[e.Event] = []
    for hand in hands:
        if wrong := target.game.problems(hand.said) or [lack for lack in [stopped(target, hand)] if lack]:
            return c.Refusal(
                "hand {number} cannot go to shoe {shoe}: {why}",
                number=hand.number,
                shoe=target.number,
                why=All(tuple(wrong)),
            )
        here = replace(hand, number=len(target.hands) + 1)
        events.append(e.HandVoided(source.number, hand, by, there))
        events.append(
            e.HandInserted(
                target.number, here, after, by, f"{back}{hand.number}{because}", *source.entered(hand.number)
            )
        )
        target, after = replace(target, hands=(*target.hands, here)), here.number
    return tuple(events)


def _end(shoe: Shoe) -> int:
    """The hand after which the next one stands."""
    return shoe.hands[-1].number if shoe.hands else 0
