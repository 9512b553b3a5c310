"""Between which rows of the journal a time lies: found without a look at every shoe, whatever the clock did."""

import sqlite3
from contextlib import closing

from hypothesis import given, settings
from hypothesis import strategies as st

from eztrak.journal import schema
from eztrak.journal.journal import FIRST, LAST
from eztrak.journal.log import places

HOURS = st.lists(st.integers(0, 9), max_size=7)


def at(hour: int) -> str:
    return f"2026-01-05T0{hour}:00:00.000Z"


def expected(hours: list[int], since: int, until: int, before: int) -> list[tuple[int, int, str]]:
    """Shoe by shoe: the newest, one after which the clock stood earlier, and all that touch the time."""
    if not hours:
        return [(FIRST, LAST, "")]
    expected = [(FIRST, before, "T1")] if before else []
    for i, hour in enumerate(hours):
        first, name = before + 10 * i + 1, f"T{i + 1}"
        if i == len(hours) - 1:
            expected.append((first, LAST - 1, name))
        elif hours[i + 1] < hour or (hour < until and hours[i + 1] >= since):
            expected.append((first, first + 9, name))
    return expected


@settings(max_examples=200, deadline=None)
@given(HOURS | HOURS.map(sorted), st.integers(0, 9), st.integers(0, 9), st.sampled_from((0, 4)), st.booleans())
def test_a_time_lies_where_its_shoes_do(hours: list[int], one: int, other: int, before: int, ends: bool) -> None:
    since, until = sorted((one, other))
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in schema.statements(schema.VERSION):
            connection.execute(statement)
        connection.executemany(
            "INSERT INTO shoes (shoe, table_name, started_at, game, game_hash, decks, first_seq)"
            " VALUES (?, ?, ?, '', '', 8, ?)",
            [(i + 1, f"T{i + 1}", at(hour), before + 10 * i + 1) for i, hour in enumerate(hours)],
        )
        spans = places(connection, at(since), at(until) if ends else "")
    assert spans == expected(hours, since, until if ends else 99, before)
