"""What the cards do not decide: whether a table or a dealer has more voids or corrections than the others of the same
time, or another pace.

Voids and corrections are compared as counts are with the odds (table/expectation.py), with the share of the others in
the place of the exact chance. A pace has no chance: it is off where it is a fifth slower or faster over many hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log
from operator import truediv
from typing import Protocol, TypeVar

from eztrak.table.expectation import WOLF, Comparison, tails, wilson
from eztrak.voice.said import Said

Key = TypeVar("Key")
One = TypeVar("One")

APART = 0.2  # of the others' pace
TIMED = 200  # hands


class Paced(Protocol):
    """Hands of a table, a dealer, a shoe or a day: how many were voided or corrected, and how long they took."""

    @property
    def entered(self) -> int: ...
    @property
    def voided(self) -> int: ...
    @property
    def corrected(self) -> int: ...
    @property
    def paced(self) -> int: ...
    @property
    def seconds(self) -> float: ...


class Rate(StrEnum):
    VOIDS = "voids"
    CORRECTIONS = "corrections"
    PACE = "pace"


@dataclass(frozen=True, slots=True)
class Unlike:
    """What is off, and how it stands beside the others."""

    rate: Rate
    said: Said


def unlike(all_of: Mapping[Key, Paced], among: int) -> dict[Key, tuple[Unlike, ...]]:
    """What is off with each, where something is. `among`: how many are looked at together.

    Each is compared with the others that are not off themselves: in a room of few tables one that is bad would else
    make all others look too good.
    """
    unlikely: dict[Key, list[Unlike]] = {}
    for rate in Rate:
        compared = _paces(all_of) if rate is Rate.PACE else _shares(rate, all_of, among)
        for key, one in compared.items():
            unlikely.setdefault(key, []).append(one)
    return {key: tuple(some) for key, some in unlikely.items()}


def people(dealers: Mapping[int, One]) -> dict[int, One]:
    """Without what nobody dealt: hands that a supervisor put in, corrections all of them."""
    return {number: tally for number, tally in dealers.items() if number}


def _shares(rate: Rate, all_of: Mapping[Key, Paced], among: int) -> dict[Key, Unlike]:
    counts = {key: (_count(rate, tally), tally.entered) for key, tally in all_of.items() if tally.entered}
    unlikely: dict[Key, Unlike] = {}
    while len(counts) > 1:
        count_of_all, all_entered = map(sum, zip(*counts.values(), strict=True))
        compared = {
            key: share(rate, count, entered, count_of_all, all_entered, among)
            for key, (count, entered) in counts.items()
            if _may_be_off(count, entered, count_of_all, all_entered)
        }
        off = {key: one for key, one in compared.items() if one and one.off}
        if not off:
            break
        # Who has more, before who has fewer than those.
        worst = min(off, key=lambda key: (not off[key].more, off[key].likelihood))
        unlikely[worst] = Unlike(rate, _of_share(rate, off[worst]))
        del counts[worst]
    return unlikely


def _count(rate: Rate, tally: Paced) -> int:
    return tally.voided if rate is Rate.VOIDS else tally.corrected


def _may_be_off(count: int, entered: int, count_of_all: int, all_entered: int) -> bool:
    """Whether an exact look is worth its time: of hundreds of tables hardly one is."""
    theirs = all_entered - entered
    low, high = wilson(count, entered)
    return theirs > 0 and not low <= (count_of_all - count) / theirs <= high


def _paces(all_of: Mapping[Key, Paced]) -> dict[Key, Unlike]:
    timed = {key: (tally.paced, tally.seconds) for key, tally in all_of.items() if tally.seconds}
    unlikely: dict[Key, Unlike] = {}
    while len(timed) > 1:
        paced, seconds = sum(one for one, _ in timed.values()), sum(one for _, one in timed.values())
        apart: dict[Key, tuple[float, float]] = {}
        for key, (own, took) in timed.items():
            if own >= TIMED and paced > own:
                pace, theirs = own * 3600 / took, (paced - own) * 3600 / (seconds - took)
                if abs(pace / theirs - 1) >= APART:
                    apart[key] = pace, theirs
        # Of two nobody can say which is the usual one.
        worst = list(apart) if len(timed) == 2 else sorted(apart, key=lambda key: -abs(log(truediv(*apart[key]))))[:1]
        for key in worst:
            unlikely[key] = Unlike(Rate.PACE, _of_pace(*apart[key]))
            del timed[key]
        if not worst:
            break
    return unlikely


def _of_pace(own: float, theirs: float) -> Said:
    return Said(
        "{own} hands an hour, the others {theirs}: faster"
        if own > theirs
        else "{own} hands an hour, the others {theirs}: slower",
        own=f"{own:.0f}",
        theirs=f"{theirs:.0f}",
    )


def share(rate: Rate, count: int, entered: int, of_all: int, all_entered: int, among: int) -> Comparison | None:
    """A share beside that of the others; None where there are none."""
    theirs = all_entered - entered
    if not (entered and theirs > 0):
        return None
    chance = min(1 - 1e-9, (of_all - count + 0.5) / (theirs + 1))  # never none at all: one who has the first is not off
    return Comparison(
        rate, count, entered, chance, *wilson(count, entered), tails(count, entered, chance), WOLF / among
    )


def _of_share(rate: Rate, compared: Comparison) -> Said:
    own, theirs = f"{100 * compared.observed / compared.hands:.1f}", f"{100 * compared.chance:.1f}"
    match rate, compared.more:
        case Rate.VOIDS, True:
            return Said("{own} % void, the others {theirs} %: more than chance explains", own=own, theirs=theirs)
        case Rate.VOIDS, False:
            return Said("{own} % void, the others {theirs} %: fewer than chance explains", own=own, theirs=theirs)
        case _, True:
            return Said("{own} % corrected, the others {theirs} %: more than chance explains", own=own, theirs=theirs)
        case _:
            return Said("{own} % corrected, the others {theirs} %: fewer than chance explains", own=own, theirs=theirs)
