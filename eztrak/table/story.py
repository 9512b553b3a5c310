"""What happened to a hand: its story, one value for each event, which every reader says in the same words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import NamedTuple, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.cards import CONTESTED
from eztrak.table.shoe import Shoe
from eztrak.voice.said import All, Phrase, Said, Spoken, WrongValueError

# What the board asked before it took a hand, by the name that the record keeps.
ASKED: Mapping[str, Said] = {
    "again": Said("a second result in the round, or sooner than a hand can be dealt"),
    "early": Said("entered while bets were open"),
    "not entered": Said("typed earlier, entered late"),
    "same shoe": Said("the same shoe after a long pause"),
    "missed": Said("entered after the next round was asked for"),
    CONTESTED: Said("a natural 8 against a three-card 9"),
}
_SUPERVISOR = re.compile("supervisor ([0-9]{1,9})")
_MOVED = re.compile("moved (to|from) shoe ([0-9]{1,9})(?:, hand ([0-9]{1,9}))?(?:: (.+))?")


class What(StrEnum):
    ENTERED = "entered"
    VOID = "void"
    CHANGE = "change"
    INSERT = "insert"


class Move(NamedTuple):
    """A hand that went from one shoe to another, as its reason has it."""

    came: bool  # from the other shoe; else it went there
    shoe: int  # the other one
    hand: int  # its number there; 0 where that is not said
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event about a hand; how the hand stood before and from then on."""

    shoe: int
    hand: int
    what: What
    was: Hand | None = None
    now: Hand | None = None
    after: int | None = None  # of a hand that was put in: the one before it, 0 for none
    by: str = ""  # who corrected it; of a hand that was entered, who confirmed cards that break the tableau
    dealer: int = 0  # who dealt it, by number; 0 where nobody was on duty
    confirmed: str = ""  # what the board asked before it took the hand
    reason: str = ""
    at: str = ""  # UTC, as the journal has it
    seq: int = 0

    @property
    def corrects(self) -> bool:
        return self.what is not What.ENTERED

    @property
    def move(self) -> Move | None:
        """To which shoe or from which the hand went, where it was moved."""
        if moved := _MOVED.fullmatch(self.reason):
            way, shoe, hand, why = moved.groups(default="")
            return Move(came=way == "from", shoe=int(shoe), hand=int(hand or 0), why=why)
        return None

    def deed(self, game: Game) -> Said:
        was, now = (game.describe(hand) if hand else Said() for hand in (self.was, self.now))
        match self.what:
            case What.ENTERED:
                return Said("entered: {now}", now=now)
            case What.VOID:
                return Said("voided, was {was}", was=was)
            case What.CHANGE:
                return Said("changed from {was} to {now}", was=was, now=now)
            case What.INSERT if self.after:
                return Said("inserted after hand {after}: {now}", after=self.after, now=now)
            case What.INSERT:
                return Said("inserted before the first hand: {now}", now=now)
            case _:
                assert_never(self.what)

    @property
    def who(self) -> Spoken:
        if self.corrects:
            return person(self.by)
        return Said("dealer {dealer}", dealer=self.dealer) if self.dealer else Said("the dealer")

    @property
    def why(self) -> All:
        """Empty where nothing is to be said."""
        if self.corrects:
            return _why(self.reason, self.move)
        asked = Said("asked and confirmed: {asked}", asked=asked_for(self.confirmed)) if self.confirmed else None
        broken = Said(
            "decided by {who}"
            if self.confirmed == CONTESTED
            else "the cards break the third-card rules, confirmed by {who}",
            who=person(self.by),
        )
        return All(tuple(one for one in (asked, broken if self.by else None) if one))

    def line(self, game: Game) -> Said:
        """A line of the hand's story."""
        return line_of(self.deed(game), self.who, self.why)

    def said(self, game: Game) -> Said:
        """What the strip says when it has happened."""
        if self.now and not self.corrects:
            return Said("hand {number}: {hand}", number=self.hand, hand=game.describe(self.now))
        return Said("hand {number}: {deed}", number=self.hand, deed=self.deed(game))


def happened(event: e.AboutHand, at: str = "", seq: int = 0) -> Happened:
    made = partial(Happened, shoe=event.shoe, hand=event.hand.number, by=event.by, at=at, seq=seq)
    match event:
        case e.HandRecorded():
            return made(what=What.ENTERED, now=event.hand, dealer=event.dealer, confirmed=event.confirmed)
        case e.HandVoided():
            return made(what=What.VOID, was=event.hand, reason=event.reason)
        case e.HandChanged():
            return made(what=What.CHANGE, was=event.was, now=event.hand, reason=event.reason)
        case e.HandInserted():
            return made(what=What.INSERT, now=event.hand, after=event.after, dealer=event.dealer, reason=event.reason)
        case _:
            assert_never(event)


def on_record(record: e.Record) -> Happened | None:
    """None for a record that is not about a hand. Raises ValueError for one that no unit has written."""
    if not isinstance(record.event, e.AboutHand):
        return None
    made = happened(record.event, record.moment.at, record.seq)
    if type(made.hand) is not int or not all(isinstance(text, str) for text in (made.by, made.confirmed, made.reason)):
        raise WrongValueError(
            "journal row {row} ({kind}, {at}) names no hand or no reason", row=record.seq, kind=record.kind, at=made.at
        )
    return made


def story(shoe: Shoe, number: int) -> list[Happened]:
    """All that happened to a hand, oldest first."""
    return [happened(event, moment.at) for moment, event in shoe.history(number)]


def line_of(deed: Said, who: Spoken, why: All) -> Said:
    """What was done, by whom, and why where that is known."""
    if why:
        return Said("{deed} ({who}: {why})", deed=deed, who=who, why=why)
    return Said("{deed} ({who})", deed=deed, who=who)


def asked_for(confirmed: str) -> Spoken:
    """What the board asked before it took a hand."""
    return ASKED.get(confirmed, Phrase(confirmed))


def person(by: str) -> Spoken:
    if by == c.DEALER:
        return Said("the dealer")
    supervisor = _SUPERVISOR.fullmatch(by)
    return Said("supervisor {supervisor}", supervisor=int(supervisor[1])) if supervisor else Phrase(by)


def _why(reason: str, move: Move | None) -> All:
    if move is None:
        return All((Phrase(reason),) if reason else ())
    if move.came and move.hand:
        where = Said("moved from shoe {shoe}, hand {hand}", shoe=move.shoe, hand=move.hand)
    else:
        where = Said("moved from shoe {shoe}" if move.came else "moved to shoe {shoe}", shoe=move.shoe)
    return All((where, Phrase(move.why)) if move.why else (where,), ": ")
