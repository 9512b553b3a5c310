"""What there is to show at one instant (the view), and how this board is to look (from the config and the pack)."""

from dataclasses import dataclass, field
from datetime import datetime

from eztrak.roads.drawing import Tail
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules
from eztrak.voice.said import All, Part, Said


@dataclass(frozen=True, slots=True)
class Own:
    """A text of the room's own."""

    about: str  # a slot, which the pack may ask for or not, or room
    text: str
    language: str = ""  # "": whatever the board speaks


@dataclass(frozen=True, slots=True)
class Look:
    room: str = "Cardroom"
    hours: str = ""  # when the room is open, in its own words
    currency: str = "$"
    theme: str = "classic"  # the name of a shipped theme, or the path of a room's own
    tail: Tail = Tail.DOWN_FIRST
    ask_road: bool = False
    flash: float = 2.5
    points: bool = False  # beads show the winning points where cards are entered
    clock: str = "12h"
    postings: tuple[Own, ...] = ()
    layout: tuple[tuple[str, float], ...] = ()  # panels left out (0) or larger than usual
    rotate: int = 0
    margin: float = 0.0  # a part of the shorter side, on every side
    logo: str = ""
    background: str = ""
    pictures: tuple[str, ...] = ()  # shown in turn while the table is closed
    picture_seconds: float = 12.0
    celebration: float = 5.0
    shoe_end: float = 90.0


@dataclass(frozen=True, slots=True)
class Fault:
    """What keeps the unit from its work, so that people know whom to call."""

    what: Said
    where: All = All(())
    now: Said = Said()
    waiting: bool = False  # nothing is wrong that will not be over by itself


@dataclass(frozen=True, slots=True)
class View:
    state: TableState
    entry: Entry = field(default_factory=Entry)
    rules: EntryRules = field(default_factory=EntryRules)
    health: tuple[Part, ...] = ()  # the state of the unit, for the supervisor
    seal: str = ""  # of the previous shoe …
    earlier: tuple[str, ...] = ()  # … and those that it had before a late correction, oldest first
    code: str = ""  # the head of the history in short, for the camera; "" where there is none
    notices: tuple[Part, ...] = ()  # what is wrong with the unit
    saving: bool = False
    wall: datetime = datetime(2026, 1, 1, 21, 41)
    mono: int = 0
    fault: Fault | None = None
