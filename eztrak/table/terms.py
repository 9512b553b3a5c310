"""The terms in force at the table: what may be wagered, what it costs, how long the bets stay open, who said so.

Every shoe's first event carries them whole, so that a shoe can be read, and the unit started, without going further
back in the journal.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from eztrak.game.first import first_game
from eztrak.game.game import WINNERS, Game, Titled
from eztrak.table.pack import Pack, What
from eztrak.voice.said import Said

BET = "bet"  # what a player pays for a bet on Player or Banker: the "Player Fee" of the documents
PLAYER_DEALER = "player_dealer"  # pays a fee a hand, beside those of the wagers
SIDES = WINNERS[:2]


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that may be wagered, in cents."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FeeRow:
    """A row of the collection schedule: what is paid at a table of that limit."""

    limit: Limit | None  # None: whatever the table's limit is
    fees: tuple[tuple[str, int], ...]  # by payer, cents a bet or a hand


@dataclass(frozen=True, slots=True)
class Terms:
    pack: Pack = field(default_factory=Pack)
    game: Game = field(default_factory=first_game)
    decks: int = 8
    limit: Limit = Limit(0, 0)
    wager_limits: tuple[tuple[str, Limit], ...] = ()  # by spot, where they differ from the table's
    schedule: tuple[FeeRow, ...] = ()  # of collection fees
    fees_when: str = "before"  # or "after" the cards are dealt
    payout: int = 0  # the most that is paid on one hand in all, in cents; 0: no such limit
    notice_minutes: int = 0  # that a change of limits or fees is announced before
    player_dealer: int = 0  # hands after which the position is offered; 0: not counted here
    timer_seconds: int = 0  # 0: no timer
    languages: tuple[str, ...] = ("en",)
    open: bool = True
    origin: str = field(default="", compare=False)  # a fingerprint of the config that these terms came from

    def __post_init__(self) -> None:
        # In the order of the game and of the limits, whoever set them and however they were kept.
        places = {payer: place for place, payer in enumerate((*self.game.spots, *self.payers))}

        def order(pair: tuple[str, object]) -> tuple[int, str]:
            return places.get(pair[0], len(places)), pair[0]

        rows = sorted(self.schedule, key=lambda row: (row.limit.low, row.limit.high) if row.limit else (0, 0))
        object.__setattr__(self, "wager_limits", tuple(sorted(self.wager_limits, key=order)))
        object.__setattr__(self, "schedule", tuple(replace(r, fees=tuple(sorted(r.fees, key=order))) for r in rows))

    @property
    def payers(self) -> tuple[str, ...]:
        """Who can be asked for a fee."""
        return (BET, *(spot for spot in self.game.spots if spot not in SIDES), PLAYER_DEALER)

    @property
    def row(self) -> FeeRow:
        """The row of the schedule in force: that of the table's limit."""
        return next((row for row in self.schedule if row.limit in (None, self.limit)), FeeRow(None, ()))

    @property
    def fees(self) -> tuple[tuple[str, int], ...]:
        return self.row.fees

    def limit_of(self, spot: str) -> Limit:
        """That of a wager, or ("") of the table."""
        return dict(self.wager_limits).get(spot, self.limit)

    def with_limit(self, spot: str, limit: Limit) -> "Terms":
        """These terms with another limit, of one wager or ("") of the table."""
        if not spot:
            return replace(self, limit=limit)
        own = dict(self.wager_limits) | {spot: limit}
        return replace(self, wager_limits=tuple((s, own[s]) for s in own if own[s] != self.limit))

    def with_fee(self, who: str, cents: int) -> "Terms":
        """These terms with another fee in the row in force; 0 takes it away."""
        own = dict(self.fees) | {who: cents}
        row = replace(self.row, fees=tuple((name, fee) for name, fee in own.items() if fee))
        others = tuple(other for other in self.schedule if other != self.row)
        return replace(self, schedule=(*others, row) if row.fees or row.limit else others)

    def posted_alike(self, other: "Terms") -> bool:
        """Whether limits and fees are the same: what players were shown before they bet."""

        def posted(terms: "Terms") -> tuple[object, ...]:
            return terms.limit, terms.wager_limits, terms.schedule, terms.fees_when, terms.payout

        return posted(self) == posted(other)

    def problems(self, day: str = "") -> list[Said]:
        """Everything that may not be so under the pack on a day; "" is after all days that the pack names."""
        return [problem for _, problem in self.off(day)]

    def off(self, day: str = "") -> Iterator[tuple[str, Said]]:
        """The same, each with its key in a config."""
        if self.decks not in self.pack.decks:
            some = ", ".join(map(str, self.pack.decks))
            allowed = Said("allowed: {decks} ({rule})", decks=some, rule=self.pack.source(What.DECKS, day))
            yield f"table.decks = {self.decks}", allowed
        yield from self._limits_off(day)
        yield from self._wagers_off(day)
        yield from self._fees_off(day)

    def _limits_off(self, day: str) -> Iterator[tuple[str, Said]]:
        highest = self.pack.rule(What.HIGHEST, day)
        for spot, limit in (("", self.limit), *self.wager_limits):
            name = self.game.named(spot) if spot else Said("the table")
            low, high = dollars(limit.low), dollars(limit.high)
            key = f"limits{spot and '.'}{spot}.max = {high}"
            if limit.high < limit.low:
                yield key, Said("{name}: the maximum {high} is below the minimum {low}", name=name, high=high, low=low)
            if highest and highest.amount is not None and limit.high > highest.amount:
                most, rule = dollars(highest.amount), self.pack.source(What.HIGHEST, day)
                over = Said(
                    "{name}: {high} is over the highest wager allowed, {most} ({rule})",
                    name=name,
                    high=high,
                    most=most,
                    rule=rule,
                )
                yield key, over

    def _wagers_off(self, day: str) -> Iterator[tuple[str, Said]]:
        """Too many wagers on one hand, or a limit of all payouts where no pay asks for one."""
        rule, spots = self.pack.rule(What.WAGERS, day), self.game.spots
        if rule and rule.count is not None and len(spots) > rule.count:
            many = Said(
                "{count} wagers on one hand: at most {most} are allowed ({rule})",
                count=len(spots),
                most=rule.count,
                rule=rule.source,
            )
            yield "table.game", many
        if rule and rule.count is not None and rule.small is not None and rule.amount is not None:
            large, most = sum(self.limit_of(spot).high > rule.amount for spot in spots), rule.count - rule.small
            if large > most:
                over = Said(
                    "{count} wagers go over {amount}: at most {most} may ({rule})",
                    count=large,
                    amount=dollars(rule.amount),
                    most=most,
                    rule=rule.source,
                )
                yield "limits", over
        rule = self.pack.rule(What.PAYOUT, day)
        if self.payout and rule and rule.count is not None and self.game.highest_pay < rule.count:
            under = Said(
                "a payout limit is allowed only where a wager pays {pay} to 1 or more ({rule})",
                pay=rule.count,
                rule=rule.source,
            )
            yield f"limits.payout = {dollars(self.payout)}", under

    def _fees_off(self, day: str) -> Iterator[tuple[str, Said]]:
        if not self.pack.commission and any(wager.commission for wager in self.game.spots.values()):
            yield (
                "table.game",
                Said("no commission may be charged here ({rule})", rule=self.pack.source(What.FEES, day)),
            )
        if self.schedule and not self.pack.fees:
            yield "fees", Said("no fees may be collected here ({rule})", rule=self.pack.source(What.FEES, day))
            return
        for who in sorted({who for row in self.schedule for who, _ in row.fees} - {*self.payers}):
            yield f"fees.{who}", Said("{game} has no {wager} wager", game=Titled(self.game), wager=who)
        limits = [row.limit for row in self.schedule if row.limit]
        for limit in dict.fromkeys(limits):
            low, high = dollars(limit.low), dollars(limit.high)
            if limits.count(limit) > 1:
                yield (
                    "fees.rows",
                    Said("the fee schedule has two rows for a limit of {low} to {high}", low=low, high=high),
                )
            if limit.high < limit.low:
                yield "fees.rows", Said("the maximum {high} is below the minimum {low}", low=low, high=high)
        if self.schedule and not any(row.limit in (None, self.limit) for row in self.schedule):
            low, high = dollars(self.limit.low), dollars(self.limit.high)
            yield "fees.rows", Said("the fee schedule has no row for a limit of {low} to {high}", low=low, high=high)


def dollars(cents: int) -> str:
    """An amount as people write it: 300, or 2.50."""
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
