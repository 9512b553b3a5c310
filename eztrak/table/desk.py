"""The supervisor's desk: a cursor on the hands of the current and the previous shoe, and what can be done to the one
under it. A correction is a hand's number, one key for what is done, the result where there is one, and the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table.action import Action, Key
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState
from eztrak.voice.said import Said

REASONS = (
    Said("wrong key pressed"),
    Said("hand not entered"),
    Said("hand entered twice"),
    Said("misdeal"),
    Said("floor decision"),
)


class Act(StrEnum):
    VOID = "void"
    CHANGE = "change"
    INSERT = "insert"
    MOVE = "move"


# By what is printed on the cap, whatever the keymap makes of it at the table.
ACTS: Mapping[str, Act] = {"-": Act.VOID, "*": Act.CHANGE, "+": Act.INSERT, "/": Act.MOVE}


@dataclass(frozen=True, slots=True)
class Desk:
    shoe: int
    hand: int  # under the cursor; 0: before the first
    typed: str = ""  # of its number
    act: Act | None = None
    toggles: frozenset[str] = frozenset()  # of a result
    result: Hand | None = None  # what it was, or is to be

    @property
    def wants_result(self) -> bool:
        return self.act in (Act.CHANGE, Act.INSERT) and self.result is None

    @property
    def wants_reason(self) -> bool:
        return self.act is not None and not self.wants_result


Turned: TypeAlias = tuple[Desk | None, c.Command | c.Refusal | None]


def desk_of(state: TableState) -> Desk | c.Refusal:
    """The desk with its cursor on the newest hand."""
    shoe = state.shoe or state.previous
    if shoe is None:
        return c.Refusal("there is no shoe yet")
    return Desk(shoe.number, shoe.hands[-1].number if shoe.hands else 0)


def shoe_at(desk: Desk, state: TableState) -> Shoe:
    """The shoe under the cursor. What is neither the current nor the previous one any more is seen as empty."""
    return state.shoe_of(desk.shoe) or Shoe(desk.shoe)


def press_desk(desk: Desk, key: Key, state: TableState, by: str) -> Turned:
    """The desk after a key, None when it is left; and the command or the refusal that comes of it, if any."""
    if key.action is Action.CLEAR:
        return _back(desk), None
    if desk.wants_result:
        return _result(desk, key, state)
    if desk.wants_reason:
        figure = int(key.cap) if key.cap.isdigit() else 0
        if figure not in range(1, len(REASONS) + 1):
            return desk, c.Refusal("press a number from 1 to {count} for the reason", count=len(REASONS))
        return replace(desk, act=None, result=None), _command(desk, by, str(REASONS[figure - 1]))
    if key.cap.isdigit():
        return _jump(desk, key.cap, shoe_at(desk, state))
    if key.action is Action.COMMIT:
        return _other(desk, state)
    if act := ACTS.get(key.cap):
        return _begin(desk, act, state)
    return desk, c.Refusal("key {cap} does nothing here", cap=key.cap)


def _back(desk: Desk) -> Desk | None:
    """One step back; None when that leaves the desk."""
    if desk.toggles:
        return replace(desk, toggles=frozenset())
    if desk.result:
        return replace(desk, result=None)
    return replace(desk, act=None) if desk.act else None


def _jump(desk: Desk, digit: str, shoe: Shoe) -> Turned:
    """The cursor on the hand whose number is being typed: 4, then 46."""
    for typed in (desk.typed + digit, digit):
        if int(typed) == 0 or shoe.hand(int(typed)):
            return replace(desk, hand=int(typed), typed=typed), None
    return replace(desk, typed=""), c.Refusal("shoe {shoe} has no hand {number}", shoe=shoe.number, number=digit)


def _other(desk: Desk, state: TableState) -> Turned:
    other = next((shoe for shoe in state.shoes if shoe.number != desk.shoe), None)
    if other is None:
        return desk, c.Refusal("there is no other shoe")
    return Desk(other.number, other.hands[-1].number if other.hands else 0), None


def _begin(desk: Desk, act: Act, state: TableState) -> Turned:
    shoe = shoe_at(desk, state)
    hand = shoe.hand(desk.hand)
    if hand is None and act is not Act.INSERT:
        return desk, c.Refusal("there is no hand before the first; use insert to add one")
    if hand and hand.voided and act in (Act.VOID, Act.MOVE):
        return desk, c.Refusal("hand {number} of shoe {shoe} is already void", number=hand.number, shoe=shoe.number)
    if act is Act.MOVE and isinstance(other := _other(desk, state)[1], c.Refusal):
        return desk, other
    return replace(desk, act=act, typed=""), None


def _result(desk: Desk, key: Key, state: TableState) -> Turned:
    """A result as the dealer types it, marks in any order: what it was and will be stands beside it."""
    if key.toggle:
        return replace(desk, toggles=desk.toggles ^ {key.toggle}), None
    if key.action is not Action.COMMIT:
        return desk, c.Refusal("key {cap} does nothing here", cap=key.cap)
    made = shoe_at(desk, state).game.hand_of(desk.toggles)
    if not isinstance(made, Hand):
        return desk, c.refused(made)
    return replace(desk, result=made, toggles=frozenset()), None


def _command(desk: Desk, by: str, reason: str) -> c.Command:
    assert desk.act is not None
    match desk.act:
        case Act.VOID:
            return c.VoidHand(desk.shoe, desk.hand, by, reason)
        case Act.MOVE:
            return c.MoveHands(desk.shoe, desk.hand, by, reason)
        case Act.CHANGE:
            assert desk.result is not None
            return c.ChangeHand(desk.shoe, desk.hand, desk.result, by, reason)
        case Act.INSERT:
            assert desk.result is not None
            return c.InsertHand(desk.shoe, desk.hand, desk.result, by, reason)
        case _:
            assert_never(desk.act)
