"""100,000 keys at random: never a crash, never a stuck state, no hand without its Enter, every key answered, and no
second hand in a round that was not asked about."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talk import CAPS as BY_NAME
from talk import Table

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.digits import Way
from eztrak.table.round import NANO
from eztrak.table.typed import Entry, EntryRules

CAPS = [*dict.fromkeys(BY_NAME.values()), "2", "6", "8"]
# As a dealer's hand falls: results and Enter often, the menu now and then.
WEIGHTS = [4 if cap in ("1", "3", "5") else 12 if cap == "Enter" else 3 for cap in CAPS]
# … and now and then a whole hand, or else few would ever be one.
HANDS = {
    Way.RESULTS: ("1 Enter", "4 3 Enter", "7 Enter", "- 5 Enter"),
    Way.TOTALS: ("4 7 3 3 Enter", "5 3 1 Enter", "- 6 6 2 Enter"),
    Way.CARDS: ("0 9 8 0 Enter", "1 2 2 2 5 1 Enter"),
}


@dataclass
class Rounds:
    """The rounds as somebody sees them who only reads the record."""

    timed: bool = False
    standing: int = 0  # hands of this round that are not void
    last: int = 0  # when the last was entered

    def read(self, record: e.Record) -> None:
        match record.event:
            case e.TimerStarted():
                self.timed, self.standing = True, 0
            case e.HandRecorded(hand=hand, by=by, confirmed=confirmed):
                soon = record.moment.mono - self.last < EntryRules().hand_seconds * NANO
                second = self.standing and ((self.timed and not hand.free) or soon)
                assert by or confirmed or not second
                # A hand for which the timer was not started is a round without it.
                self.timed &= not self.standing
                self.standing, self.last = self.standing + 1, record.moment.mono
            case e.HandVoided(by="dealer"):
                self.standing = 0
            case e.ShoeEnded() | e.ShoeResumed() | e.TableClosed():
                self.timed, self.standing = False, 0
            case _:
                pass


@pytest.mark.parametrize("way", Way)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers())
def test_keys_at_random(way: Way, seed: int) -> None:
    random = Random(seed)
    table, rounds = Table(rules=EntryRules(way=way)), Rounds()
    hands, last = 0, ""
    typing: list[str] = []
    for step in range(8_400):
        if not typing:
            whole = random.random() < 0.1
            typing = [*"...", *random.choice(HANDS[way]).split()] if whole else random.choices(CAPS, WEIGHTS)
        cap = typing.pop(0)
        entry, state = table.entry, table.state
        table.press(cap)
        for record in table.records:
            rounds.read(record)
            if isinstance(record.event, e.HandRecorded):
                hands += 1
                assert cap == BY_NAME["enter"] or record.event.by
        table.records.clear()
        # Every key is answered: by the entry, the state or a message. What is on the strip already counts once.
        if cap not in (last, BY_NAME["clear"]) and table.key(cap, 0).toggle not in entry.toggles:
            assert table.says or table.state != state or whenever(table.entry) != whenever(entry), cap
        last = cap
        if random.random() < 0.3:
            table.wait(random.choice([0.2, 1, 3, 8, 30, 90]))
        if step % 500 == 0:
            assert back_to_idle(table)
            table.give(c.OpenTable(c.supervisor(1)))  # one that somebody closed takes no hand
            if table.state.shoe and len(table.state.shoe.hands) > 60:
                # Keep the shoe short, so that a hand costs the same at the end as at the beginning.
                table.press("new_shoe").yes().wait(200)
    assert hands  # some were entered


def whenever(entry: Entry) -> Entry:
    """The entry, whenever it was last touched."""
    return replace(entry, touched=0, asked=0)


def back_to_idle(table: Table) -> bool:
    """Clear always gets back, from wherever the keys have led, in a few presses; and nothing is left on the strip."""
    for _ in range(12):
        if table.entry.idle and not table.entry.left:
            return True
        table.press("clear")
    return False
