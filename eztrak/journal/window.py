"""A window of time of the record: its rows as values, each with the state of the table before it. Read-only."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from eztrak.journal.guarded import view
from eztrak.journal.journal import records, state_of
from eztrak.journal.log import places
from eztrak.table.events import Record
from eztrak.table.state import TableState, apply


class Step(NamedTuple):
    record: Record
    before: TableState


def window(path: Path, since: str, until: str) -> Iterator[Step]:
    """From the first row that was written in this time to the last one, in the order of writing: a clock that was set
    in between hides nothing. The instants are as the journal writes them (UTC). Raises JournalError."""
    with view(path) as connection:
        query = "SELECT min(seq), max(seq) FROM journal WHERE seq BETWEEN ? AND ? AND at >= ? AND at < ?"
        spans = [(first, last) for first, last, _ in places(connection, since, until)]
        ends = [end for span in spans for end in connection.execute(query, (*span, since, until)).fetchone()]
        if not (found := [seq for seq in ends if seq is not None]):
            return
        first, last = min(found), max(found)
        state = state_of(connection, first - 1)
        for record in records(connection, first):
            if record.seq > last:
                break
            yield Step(record, state)
            state = apply(state, record)
