"""100,000 keys at random: never a crash, never a stuck state, no hand without its Enter, every key answered."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talk import CAPS as BY_NAME
from talk import Table

from eztrak.table import events as e
from eztrak.table.entry import EntryRules

CAPS = [*dict.fromkeys(BY_NAME.values()), "4", "5", "6"]
# As a dealer's hand falls: results and Enter often, the menu now and then.
WEIGHTS = [4 if cap in ("1", "2", "3") else 12 if cap == "Enter" else 3 for cap in CAPS]


@pytest.mark.parametrize("cards", [False, True], ids=["results", "cards"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers())
def test_keys_at_random(cards: bool, seed: int) -> None:
    random = Random(seed)
    table = Table(rules=EntryRules(cards=cards, confirm=True))
    hands = 0
    for step in range(12_500):
        cap = random.choices(CAPS, WEIGHTS)[0]
        before, recorded = (table.entry, table.state), len(table.records)
        table.press(cap)
        fresh = [record.event for record in table.records[recorded:]]
        if any(isinstance(event, e.HandRecorded) for event in fresh):
            hands += 1
            assert cap == BY_NAME["enter"]
        if cap != BY_NAME["clear"]:
            # Every key is answered: by the entry, the state or a message.
            assert (table.entry, table.state) != before or table.says
        if random.random() < 0.3:
            table.wait(random.choice([0.2, 1, 3, 8, 30, 90]))
        if step % 500 == 0:
            assert back_to_idle(table)
            table.records.clear()
            if table.state.shoe and len(table.state.shoe.hands) > 60:
                # Keep the shoe short, so that a hand costs the same at the end as at the beginning.
                table.press("new_shoe", "commit").wait(200)
    assert hands > 100


def back_to_idle(table: Table) -> bool:
    """Clear always gets back, from wherever the keys have led, in a few presses."""
    for _ in range(12):
        if table.entry.idle:
            return True
        table.press("clear")
    return table.entry.idle
