"""Talk at the table: press keys, let time pass, look at what the strip says and what was recorded.

The whole middle runs here as in the unit, with a list in place of the disk and time that is advanced by hand.
"""

from dataclasses import dataclass, field, replace

from games import worded

from eztrak.game.game import WINNERS
from eztrak.game.hand import FREE
from eztrak.game.notation import parse, write
from eztrak.table import commands as c
from eztrak.table.action import Action, Key
from eztrak.table.changes import instant
from eztrak.table.decisions import decide
from eztrak.table.entry import answered, not_taken, plugged, press, tick
from eztrak.table.events import Moment, Record
from eztrak.table.inputs import WINDOW, Input
from eztrak.table.log_words import to_confirm
from eztrak.table.menu import asked
from eztrak.table.pack import Pack
from eztrak.table.pages import CHOICES, FIGURES, Ask, Page
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply
from eztrak.table.sticks import Sticks
from eztrak.table.strip import asking
from eztrak.table.terms import Limit, Terms
from eztrak.table.typed import Entry, EntryRules

TERMS = Terms(pack=Pack(name="washington", fees=False), limit=Limit(1000, 30000), timer_seconds=20, origin="first")


# The default keymap: keypad/ stands above table/ in the flow, so the table's tests say it again.
TOGGLES = {"player": "1", "banker": "3", "tie": "5", "natural": "4", "dragon7": "7", "panda8": "9", "free": "-"}
DECIDING = ("player", "banker", "tie", "dragon7", "panda8")
ACTIONS = dict(zip(Action, ["Enter", ".", "Backspace", "+", "NumLock", "*", "0", "8", "/"], strict=True))
CAPS = TOGGLES | {action.value: cap for action, cap in ACTIONS.items()} | {"commit": "Enter"}
YES = ("menu", "Enter")


@dataclass
class Table:
    state: TableState = field(default_factory=lambda: TableState(table="Table 1", terms=TERMS))
    entry: Entry = field(default_factory=Entry)
    rules: EntryRules = field(default_factory=EntryRules)
    records: list[Record] = field(default_factory=list)
    mono: int = 1000 * NANO
    wall: str = "2026-11-18T17:42"
    more_toggles: dict[str, str] = field(default_factory=dict)  # of another game: their caps
    deciding: set[str] = field(default_factory=set)  # … and which of them say who won

    def press(self, *keys: str, ago: float = 0, source: Input = WINDOW) -> "Table":
        """Presses keys, each named by its action or by its cap; so many seconds ago, where the disk was slow since."""
        pressed = self.mono - round(ago * NANO)
        for name in keys:
            key = replace(self.key(self.more_toggles.get(name) or CAPS.get(name, name), pressed), source=source)
            self.entry, command = press(self.entry, key, self.state, self.rules, self.mono)
            if command is not None:
                self.give(command)
        return self

    def key(self, cap: str, pressed: int) -> Key:
        action = next((action for action, known in ACTIONS.items() if known == cap), None)
        known = [id for id, own in (self.more_toggles | TOGGLES).items() if self.more_toggles.get(id, own) == cap]
        names = {*WINNERS, FREE, *self.state.game.marks}
        toggle = next((id for id in known if id in names), "")
        return Key(cap, pressed, None if toggle else action, toggle, toggle in self.deciding | {*DECIDING})

    def yes(self) -> "Table":
        """Says yes to the question on the strip."""
        return self.press(*YES)

    def sign_in(self, number: str = "1", pin: str = "2468") -> "Table":
        """Opens the menu as a supervisor."""
        return self.press("menu", "menu", "3").type(number).type(pin)

    def set_up(self, pin: str = "2468") -> "Table":
        """Opens the menu of a unit that has no PIN yet."""
        return self.press("menu", "menu", "3").type(pin).type(pin)

    def type(self, text: str) -> "Table":
        """Presses digits one by one, then Enter."""
        return self.press(*text, "Enter")

    def give(self, command: c.Command) -> c.Refusal | None:
        decision = decide(self.state, command, self.wall)
        if isinstance(decision, c.Refusal):
            self.entry = not_taken(self.entry, decision, command, self.mono)
            return decision
        for event in decision:
            seq = len(self.records) + 1
            moment = Moment(f"{instant(self.wall)}:00.000Z", self.mono, "boot")
            record = Record(seq, moment, event, f"hash {seq}")
            self.records.append(record)
            self.state = apply(self.state, record)
            self.entry = answered(self.entry, event, self.state, self.rules, self.mono)
        return None

    def denied(self, command: c.Command) -> str:
        """Why it is refused, in words."""
        return str(self.give(command) or "")

    def hands(self, notation: str) -> "Table":
        for hand in parse(notation, self.state.game):
            assert self.give(c.RecordHand(hand)) is None
        self.wait(60)
        return self

    def wait(self, seconds: float) -> "Table":
        self.mono += round(seconds * NANO)
        self.entry = tick(self.entry, self.state, self.rules, self.mono)
        return self

    def plug(self, sticks: Sticks | None) -> "Table":
        """The machine tells what is plugged in, or how an export goes on."""
        self.entry = plugged(self.entry, sticks, self.mono)
        return self

    def choose(self, page: Page) -> "Table":
        """Chooses a page of the supervisor's menu by its figure."""
        turns, figure = divmod(CHOICES.index(page), FIGURES)
        return self.press(*["0"] * turns, str(figure + 1))

    @property
    def ask(self) -> Ask | None:
        """What the menu asks."""
        assert self.entry.menu is not None
        return asked(self.entry.menu, self.state)

    @property
    def question(self) -> str:
        return str(self.ask.said) if self.ask else ""

    @property
    def choices(self) -> list[str]:
        return worded(self.ask.choices) if self.ask else []

    @property
    def asks(self) -> str:
        return str(asking(self.entry, self.state, self.rules))

    @property
    def says(self) -> str:
        return str(self.entry.message)

    @property
    def shoe(self) -> str:
        return write(self.state.shoe.hands, self.state.game) if self.state.shoe else "none"


def waits(state: TableState) -> str:
    """What a supervisor has to confirm, in words."""
    return str(to_confirm(state.unconfirmed))
