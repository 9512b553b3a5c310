"""From how far away a text on a panel can be read, by three standards, in millimetres.

- ISO 9241-303, of displays: capitals 20 to 22 minutes of arc high are preferred, 16 are the least. These figures are
  quoted from ISO 9241-3, which it replaced, and are kept by NUREG-0700.
- DIN 1450:2013, table 2, of lettering in public: the x-height has 9 minutes of arc for signal texts (a few words), 13
  for texts that are read line by line, with a visual acuity of 0.7. Quoted as design tools give it, not from the text.
- ADA Standards 2010, 703.5.5, of signs in the United States: the height of a capital I by the distance on the floor
  and by its height above it, and 703.5.6: none of it lower than 40 inches.

None of the three speaks of ideographs. Angles are those of somebody who sits: a panel high up is seen from below, and
what stands there is smaller for the eye than on its level.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import atan, radians, sqrt, tan

EYE = 1200.0  # mm above the floor, of somebody who sits on a chair of a table
X_HEIGHT = 0.73  # of the board's Latin face, in parts of its capitals
LINE = 40  # letters from which on a text is read line by line
INCH, FOOT = 25.4, 304.8


class Standard(StrEnum):
    ISO = "ISO 9241-303"
    ISO_LEAST = "ISO, least"
    DIN = "DIN 1450"
    ADA = "ADA 703.5.5"


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel and where it hangs, in millimetres."""

    wide: float
    high: float
    mount: float  # of its lower edge above the floor

    @property
    def inches(self) -> float:
        return sqrt(self.wide**2 + self.high**2) / INCH


@dataclass(frozen=True, slots=True)
class Lettered:
    """A text as it hangs there."""

    text: str
    cap: float  # the height of its capitals, in millimetres
    base: float  # how high above the floor it stands


def panel_of(inches: float, pixels: tuple[int, int], mount: float) -> Panel:
    """By its diagonal, as it is sold, in the shape of the picture."""
    wide, high = pixels
    each = inches * INCH / sqrt(wide**2 + high**2)
    return Panel(wide * each, high * each, mount)


def reads(one: Lettered, standard: Standard) -> float:
    """The greatest distance on the floor, in millimetres, at which a text meets a standard; 0 where none is close
    enough."""
    match standard:
        case Standard.ISO:
            return subtends(one.cap, one.base, 20)
        case Standard.ISO_LEAST:
            return subtends(one.cap, one.base, 16)
        case Standard.DIN:
            return subtends(one.cap * X_HEIGHT, one.base, 9 if len(one.text) < LINE else 13)
        case Standard.ADA:
            return _ada(one.cap, one.base)


def subtends(height: float, base: float, minutes: float) -> float:
    """How far away something upright has so many minutes of arc for a seated eye: the farther of the two places, as
    right under a panel everything is foreshortened."""
    angle = tan(radians(minutes / 60))
    root = height**2 - 4 * angle**2 * (base - EYE) * (base + height - EYE)
    return (height + sqrt(root)) / (2 * angle) if root >= 0 else 0.0


def minutes(height: float, base: float, distance: float) -> float:
    """The angle at a distance on the floor."""
    return (atan((base + height - EYE) / distance) - atan((base - EYE) / distance)) * 60 / radians(1)


# Table 703.5.5: up to which height above the floor, up to which distance, what is the least there; beyond it an eighth
# of an inch is added for each foot.
_ROWS = ((70 * INCH, 72 * INCH, 5 / 8 * INCH), (120 * INCH, 180 * INCH, 2 * INCH), (float("inf"), 21 * FOOT, 3 * INCH))
_LOWEST = 40 * INCH


def ada_least(base: float, distance: float) -> float:
    """The least height of a capital by the table."""
    _, near, least = next(row for row in _ROWS if base <= row[0])
    return least + max(0.0, distance - near) / FOOT * INCH / 8


def _ada(cap: float, base: float) -> float:
    _, near, least = next(row for row in _ROWS if base <= row[0])
    if base < _LOWEST or cap < least:
        return 0.0
    return near + (cap - least) / (INCH / 8) * FOOT
