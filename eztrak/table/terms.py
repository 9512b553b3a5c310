"""The terms in force at the table: what may be wagered, what it costs, how long the bets stay open, who said so.

Every shoe's first event carries them whole, so that a shoe can be read, and the unit started, without going further
back in the journal.
"""

from dataclasses import dataclass, field, replace

from eztrak.game.profile import Wager


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that may be wagered, in cents."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Terms:
    profile: str = ""
    wagers: tuple[Wager, ...] = tuple(Wager)
    decks: int = 8
    limit: Limit = Limit(0, 0)
    wager_limits: tuple[tuple[Wager, Limit], ...] = ()  # where they differ from the table's
    fees: tuple[tuple[str, int], ...] = ()  # who pays ("player", "player-dealer" …), cents a wager or a hand
    highest_wager: int | None = None  # cents, where the profile has one
    fees_allowed: bool = False
    timer_seconds: int = 0  # 0: no timer
    languages: tuple[str, ...] = ("en",)
    open: bool = True
    origin: str = field(default="", compare=False)  # a fingerprint of the config that these terms came from

    def __post_init__(self) -> None:
        # In the wagers' order, whoever set them and however they were kept: the record knows no order of them.
        places = {wager.value: place for place, wager in enumerate(self.wagers)}
        for name in ("wager_limits", "fees"):
            pairs = sorted(getattr(self, name), key=lambda pair: (places.get(pair[0], len(places)), pair[0]))
            object.__setattr__(self, name, tuple(pairs))

    @property
    def panda8(self) -> bool:
        return Wager.PANDA8 in self.wagers

    def limit_of(self, wager: Wager) -> Limit:
        return dict(self.wager_limits).get(wager, self.limit)

    def with_limit(self, wager: Wager | None, limit: Limit) -> "Terms":
        """These terms with another limit, of one wager or (None) of the table."""
        if wager is None:
            return replace(self, limit=limit)
        own = dict(self.wager_limits) | {wager: limit}
        return replace(self, wager_limits=tuple((w, own[w]) for w in self.wagers if w in own and own[w] != self.limit))

    def with_fee(self, who: str, cents: int) -> "Terms":
        """These terms with another fee; 0 takes it away."""
        own = dict(self.fees) | {who: cents}
        return replace(self, fees=tuple((name, fee) for name, fee in own.items() if fee))

    def problems(self) -> list[str]:
        """Everything that may not be so under the profile."""
        found = []
        for name, limit in (("the table", self.limit), *self.wager_limits):
            if limit.high < limit.low:
                found.append(f"{name}: the maximum {dollars(limit.high)} is below the minimum {dollars(limit.low)}")
            if self.highest_wager is not None and limit.high > self.highest_wager:
                most = dollars(self.highest_wager)
                found.append(
                    f"{name}: {dollars(limit.high)} is over the highest wager that {self.profile} allows, {most}"
                )
        if self.fees and not self.fees_allowed:
            found.append(f"{self.profile} takes no fees")
        offered = {*self.wagers, "player_dealer"}
        found += [f"{self.profile} has no {who} wager" for who, _ in self.fees if who not in offered]
        return found


def dollars(cents: int) -> str:
    """An amount as people write it: 300, or 2.50."""
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
