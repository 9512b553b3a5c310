"""What the cards do not decide: whether a table or a dealer has more voids or corrections than the others of the same
time, or another pace.

Voids and corrections are compared as counts are with the odds (table/expectation.py), with the share of the others in
the place of the exact chance. A pace has no chance: it is off where it is a fifth slower or faster over many hands.
"""

from dataclasses import dataclass
from enum import StrEnum

from eztrak.supervisor.period import Tally
from eztrak.table.expectation import WOLF, Comparison, tails, wilson
from eztrak.voice.said import Said

APART = 0.2  # of the others' pace
TIMED = 200  # hands


class Rate(StrEnum):
    VOIDS = "voids"
    CORRECTIONS = "corrections"
    PACE = "pace"


@dataclass(frozen=True, slots=True)
class Unlike:
    """What is off, and how it stands beside the others."""

    rate: Rate
    said: Said


def unlike(own: Tally, everything: Tally, among: int) -> tuple[Unlike, ...]:
    """`everything`: this one and all the others; `among`: how many are looked at together."""
    found = []
    for rate, count, of_all in (
        (Rate.VOIDS, own.voided, everything.voided),
        (Rate.CORRECTIONS, own.corrected, everything.corrected),
    ):
        compared = share(rate, count, own.entered, of_all, everything.entered, among)
        if compared and compared.off:
            found.append(Unlike(rate, _of_share(rate, compared)))
    others = everything.seconds - own.seconds
    if own.pace and others > 0 and own.paced >= TIMED and everything.paced > own.paced:
        theirs = (everything.paced - own.paced) * 3600 / others
        if abs(own.pace / theirs - 1) >= APART:
            said = Said(
                "{own} hands an hour, and the others {theirs}: faster"
                if own.pace > theirs
                else "{own} hands an hour, and the others {theirs}: slower",
                own=f"{own.pace:.0f}",
                theirs=f"{theirs:.0f}",
            )
            found.append(Unlike(Rate.PACE, said))
    return tuple(found)


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
            return Said("{own} % void, and of the others {theirs} %: more than chance explains", own=own, theirs=theirs)
        case Rate.VOIDS, False:
            return Said(
                "{own} % void, and of the others {theirs} %: fewer than chance explains", own=own, theirs=theirs
            )
        case _, True:
            return Said(
                "{own} % corrected, and of the others {theirs} %: more than chance explains", own=own, theirs=theirs
            )
        case _:
            return Said(
                "{own} % corrected, and of the others {theirs} %: fewer than chance explains", own=own, theirs=theirs
            )
