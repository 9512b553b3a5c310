"""Talk at the table: press keys, let time pass, look at what the strip says and what was recorded.

The whole middle runs here as in the unit, with a list in place of the disk and time that is advanced by hand.
"""

from dataclasses import dataclass, field

from eztrak.game.notation import parse, write
from eztrak.table import commands as c
from eztrak.table.action import Action, Key
from eztrak.table.entry import Entry, EntryRules, answered, asking, plugged, press, settled, tick
from eztrak.table.events import Moment, Record
from eztrak.table.state import TableState, apply, decide
from eztrak.table.sticks import Sticks
from eztrak.table.terms import Limit, Terms
from eztrak.table.timer import NANO

TERMS = Terms(profile="washington", limit=Limit(1000, 30000), timer_seconds=20, origin="first")


# The default keymap: keypad/ stands above table/ in the flow, so the table's tests say it again.
KEYMAP = dict(
    zip(Action, ["1", "3", "2", "9", "7", "8", "+", "Enter", ".", "-", "/", "*", "0", "NumLock"], strict=True)
)


@dataclass
class Table:
    state: TableState = field(default_factory=lambda: TableState(table="Table 1", terms=TERMS))
    entry: Entry = field(default_factory=Entry)
    rules: EntryRules = field(default_factory=EntryRules)
    records: list[Record] = field(default_factory=list)
    mono: int = 1000 * NANO
    more_keys: dict[str, Action] = field(default_factory=dict)

    def backspace_is_menu(self) -> None:
        self.more_keys["Backspace"] = Action.MENU

    def press(self, *keys: str, ago: float = 0) -> "Table":
        """Presses keys, each named by its action or by its cap; so many seconds ago, where the disk was slow since."""
        pressed = self.mono - round(ago * NANO)
        for name in keys:
            cap = KEYMAP[Action(name)] if name in list(Action) else name
            action = next((action for action, known in KEYMAP.items() if known == cap), self.more_keys.get(cap))
            self.entry, command = press(self.entry, Key(cap, action, pressed), self.state, self.rules, self.mono)
            if command is not None:
                self.give(command)
        return self

    def type(self, text: str) -> "Table":
        """Presses digits one by one, then Enter."""
        return self.press(*text, "Enter")

    def give(self, command: c.Command) -> c.Refusal | None:
        decision = decide(self.state, command)
        if isinstance(decision, c.Refusal):
            self.entry = settled(self.entry, decision, command, self.mono)
            return decision
        for event in decision:
            seq = len(self.records) + 1
            record = Record(seq, Moment(f"t{self.mono // NANO}", self.mono, "boot"), event, f"hash {seq}")
            self.records.append(record)
            self.state = apply(self.state, record)
            self.entry = answered(self.entry, event, self.state, self.rules, self.mono)
        return None

    def hands(self, notation: str) -> "Table":
        for hand in parse(notation):
            assert self.give(c.RecordHand(hand)) is None
        self.wait(60)
        return self

    def wait(self, seconds: float) -> "Table":
        self.mono += round(seconds * NANO)
        self.entry = tick(self.entry, self.rules, self.mono)
        return self

    def plug(self, sticks: Sticks | None) -> "Table":
        """The machine tells what is plugged in, or how an export goes on."""
        self.entry = plugged(self.entry, sticks, self.mono)
        return self

    @property
    def asks(self) -> str:
        return asking(self.entry, self.state, self.rules)

    @property
    def says(self) -> str:
        return self.entry.message

    @property
    def shoe(self) -> str:
        return write(self.state.shoe.hands) if self.state.shoe else "none"
