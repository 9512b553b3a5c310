"""Sticks as the supervisor's menu sees them: what is plugged in, and how an export onto one of them goes.

A plain value that comes from the machine, as time does: the menu shows it, and answers refer to it.
"""

from dataclasses import dataclass
from datetime import date

from eztrak.voice.said import Said

FOUND_NONE = (
    Said("Plug in a USB stick: FAT or exFAT, as sold."),
    Said("It appears here within a few seconds."),
)
ANOTHER = (Said("Plug in another one: it appears here."),)
LOOKING = (Said("Looking for sticks …"),)


@dataclass(frozen=True, slots=True)
class Stick:
    id: str
    name: str
    fault: Said = Said()  # why it cannot be written to


@dataclass(frozen=True, slots=True)
class Job:
    """An export onto a stick: under way, or how it ended."""

    stick: str
    said: Said  # what is being done, or how it ended
    share: float | None = None  # of what is being done; None when that is not known
    ended: bool = False
    well: bool = True


@dataclass(frozen=True, slots=True)
class Sticks:
    today: date
    plugged: tuple[Stick, ...] = ()
    missing: Said = Said()  # why sticks cannot be used on this unit at all
    job: Job | None = None

    @property
    def usable(self) -> tuple[Stick, ...]:
        return tuple(stick for stick in self.plugged if not stick.fault)

    @property
    def lines(self) -> tuple[Said, ...]:
        """What there is to say beside the choices."""
        if self.missing:
            return (self.missing, Said("Use eztrak export on the unit, or the page in the office, instead."))
        refused = tuple(
            Said("{stick}: {fault}", stick=stick.name, fault=stick.fault) for stick in self.plugged if stick.fault
        )
        return refused if self.usable else (*refused, *(ANOTHER if refused else FOUND_NONE))


def day_of(figures: int) -> date | None:
    """A day typed as year, month and day in one: 20261116."""
    try:
        return date(figures // 10000, figures // 100 % 100, figures % 100)
    except ValueError:
        return None
