"""Changes of the terms that wait: for the hand that is dealt, for the next shoe, or for a time of day.

What players were shown before they bet holds for that hand. So limits and fees change between two hands only; the game,
the decks and the pack between two shoes. A time of day is the local one, to the minute: the clock on the wall decides,
whatever it did in between. A change names what it changes, so that two of them do not undo each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from eztrak.game.game import Titled
from eztrak.table.terms import BET, PLAYER_DEALER, Limit, Terms, dollars
from eztrak.voice import times
from eztrak.voice.dates import WEEKDAYS
from eztrak.voice.said import Part, Said

NOW, HAND, SHOE = "now", "hand", "shoe"  # else a local time, to the minute: 2026-11-18T18:00
LIMIT, FEE = "limit", "fee"


@dataclass(frozen=True, slots=True)
class Change:
    """Another limit of a spot ("" is the table), or another fee of a payer."""

    kind: str  # LIMIT or FEE
    of: str
    low: int  # cents; the fee itself
    high: int = 0

    def to(self, terms: Terms) -> Terms:
        if self.kind == FEE:
            return terms.with_fee(self.of, self.low)
        return terms.with_limit(self.of, Limit(self.low, self.high))

    def said(self, terms: Terms) -> Said:
        """What it will be, in words."""
        if self.kind == FEE:
            return Said("{name}: fee {fee}", name=payer_name(self.of, terms), fee=dollars(self.low))
        name: Part = terms.game.named(self.of) if self.of else Said("the table")
        return Said("{name}: minimum {low}, maximum {high}", name=name, low=dollars(self.low), high=dollars(self.high))


@dataclass(frozen=True, slots=True)
class Planned:
    number: int
    when: str  # HAND, SHOE or a local time
    by: str
    change: Change | None = None
    terms: Terms | None = None  # of another config, whole
    earliest: str = ""  # not before this moment, in UTC: so long it is announced, whatever the clock on the wall does

    def to(self, terms: Terms) -> Terms:
        """The terms once it holds: an open table stays open."""
        if self.terms is not None:
            return replace(self.terms, open=terms.open)
        assert self.change is not None  # one of the two
        return self.change.to(terms)

    def holds(self, wall: str) -> bool:
        """Whether it is due between two hands of a shoe."""
        return self.when == HAND or (self.when != SHOE and bool(wall) and wall >= self.when and self.announced(wall))

    def announced(self, wall: str) -> bool:
        """Whether it has stood on the board as long as it must."""
        return not self.earliest or instant(wall) >= self.earliest

    def said(self, terms: Terms, day: str = "") -> Iterator[Said]:
        """What stands on the board until then. `day`: that of the one who reads it, where it is known; a time of that
        day needs no weekday."""
        for what in [self.change.said(terms)] if self.change else list(_news(terms, self.to(terms))):
            match self.when:
                case "hand":
                    yield Said("{what}, after this hand", what=what)
                case "shoe":
                    yield Said("{what}, from the next shoe", what=what)
                case _ if self.when[:10] == day:
                    yield Said("{what}, from {time}", what=what, time=clock_time(self.when))
                case _:
                    weekday = WEEKDAYS[_local(self.when).weekday()]
                    yield Said("{what}, from {weekday} {time}", what=what, weekday=weekday, time=clock_time(self.when))


def payer_name(payer: str, terms: Terms) -> Part:
    if payer == BET:
        return Said("player, per bet")
    return Said("player-dealer, per hand") if payer == PLAYER_DEALER else terms.game.named(payer)


def clock_time(when: str) -> str:
    """A local time, or an hour and minute, as it is said in this country: 6:00 PM."""
    hour, minute = int(when[-5:-3]), when[-2:]
    return f"{hour % 12 or 12}:{minute} {'AM' if hour < 12 else 'PM'}"


def instant(wall: str, minutes: int = 0) -> str:
    """So many minutes after a local time with its offset, in UTC; one without is taken as it is."""
    now = datetime.fromisoformat(wall)
    now = now.astimezone(UTC).replace(tzinfo=None) if now.tzinfo else now
    return (now + timedelta(minutes=minutes)).isoformat(timespec="minutes")


def next_time(wall: str, hour: int, minute: int) -> str:
    """The next local time of that hour and minute."""
    now = _local(wall)
    then = now.replace(hour=hour, minute=minute)
    return (then if then > now else then + timedelta(days=1)).isoformat(timespec="minutes")


def later(wall: str, minutes: int) -> str:
    return (_local(wall) + timedelta(minutes=minutes)).isoformat(timespec="minutes")


def within(at: str, minutes: int, wall: str) -> bool:
    """Whether a time of the record is less than so many minutes before a local time; one that is none is not."""
    when = times.instant(at)
    return when is not None and instant(wall) < instant(when.isoformat(), minutes)


def _local(wall: str) -> datetime:
    return datetime.fromisoformat(wall).replace(tzinfo=None)


def _news(now: Terms, then: Terms) -> Iterator[Said]:
    """What another config will change of what is posted."""
    if then.game != now.game:
        yield Said("{game}", game=Titled(then.game))
    if then.decks != now.decks:
        yield Said("{count:deck|decks}", count=then.decks)
    if then.pack != now.pack:
        yield Said("rules of {pack}", pack=then.pack.title)
    for change in differences(now, then):
        follows = then.limit_of(change.of) == then.limit and now.limit_of(change.of) == now.limit
        if change.kind == FEE or not change.of or not follows:  # the table's limit is said once
            yield change.said(then)


def differences(now: Terms, then: Terms) -> Iterator[Change]:
    """All limits and fees that are other then."""
    for spot in ("", *then.game.spots):
        if (limit := then.limit_of(spot)) != now.limit_of(spot):
            yield Change(LIMIT, spot, limit.low, limit.high)
    fees = dict(now.fees)
    for payer in then.payers:
        if (fee := dict(then.fees).get(payer, 0)) != fees.get(payer, 0):
            yield Change(FEE, payer, fee)
