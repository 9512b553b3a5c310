"""Attacks of insiders on the record, as in docs/trust.md: each is prevented, or found and named.

Whoever attacks here has the disk with the history, knows every format, and makes every hash right. He has not the key.
"""

import json
import select
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from keeping import START, Keeping, moment, tampering
from talk import waits

from eztrak.appliance.unit_key import UnitKey, noted_of, open_key
from eztrak.cli import main
from eztrak.game.hand import Hand, Outcome
from eztrak.journal import archiving, heads, keying, restored
from eztrak.journal.archiving import archive
from eztrak.journal.aside import mended_of
from eztrak.journal.backup import backup, beside, restore
from eztrak.journal.chain import canonical, link, short
from eztrak.journal.copy import SecondCopy
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.journal import Journal, Row, connect, head, record_of, rows
from eztrak.journal.mending import Own
from eztrak.journal.projection import project
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.journal.writer import Writer
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.fingerprint import fingerprint
from eztrak.table.state import TableState, apply
from eztrak.voice.times import local

BANKER = c.RecordHand(Hand(Outcome.BANKER))
AT = "2026-01-02T03:04:05.678Z"


@dataclass
class Unit:
    """A unit whose key lies on another disk than its history."""

    folder: Path
    notice: str = ""
    state: TableState = field(default_factory=TableState)
    starts: int = 0
    rows: int = 0
    kept_in: str = "EZTRAK_KEY"  # the variable that names where its key lies

    @property
    def path(self) -> Path:
        return self.folder / "data/t.db"

    @property
    def stick(self) -> Path:
        return self.folder / "stick"

    def key(self) -> UnitKey:
        for name in ("data", "stick"):
            (self.folder / name).mkdir(exist_ok=True, parents=True)
        return open_key(self.path, self.variables, self.folder / "no lock")

    @property
    def variables(self) -> dict[str, str]:
        return {self.kept_in: str(self.folder / "root")} if self.kept_in else {}

    def run(self, *commands: c.Command) -> "Unit":
        """Switches the unit on, gives it commands, and switches it off, in the way of the board."""
        key = self.key()
        self.starts += 1
        when = Moment(f"2026-01-02T{self.starts:02}:00:00.000Z", 0, f"boot-{self.starts}")
        journal, mended = open_and_mend(self.path, self.stick, when, own=Own(key, key.head() is not None))
        with closing(journal):
            self.notice, state = str(mended), journal.replay()
            seq, digest, _ = journal.newest()
            note = restored.note_of(self.path, (seq, digest))
            archived = archiving.note_of(self.path, seq, key.head())
            noted = keying.to_record(journal, key, state.staff, note, archived)
            begins = [START, *(c.Note(one) for one in (note, archived) if one), *noted]
            events = [event for command in begins for event in _decided(state, command)]
            for record in journal.append(events, when):
                state = apply(state, record)
            restored.clear(self.path)
            archiving.clear(self.path)
            keying.settled(journal, key)
            for number, command in enumerate(commands, 1):
                then = Moment(f"2026-01-02T{self.starts:02}:00:{number:02}.000Z", number * 10**9, when.boot)
                for record in journal.append(_decided(state, command), then):
                    state = apply(state, record)
            keying.settled(journal, key)
            self.rows = journal.newest()[0]
        self.state = state
        return self

    def copied(self) -> Path:
        SecondCopy(self.path, self.stick, 0, AT, lambda: None).close()
        return self.stick / self.path.name


def _decided(state: TableState, command: c.Command) -> Sequence[object]:
    decision = decide(state, command)
    assert not isinstance(decision, c.Refusal), decision
    return decision


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    """A table with a supervisor, a shoe that has ended, and another in play."""
    pin = c.SetPin(1, "check", c.FIRST_START)
    return Unit(tmp_path / "unit").run(pin, c.NewShoe(), BANKER, BANKER, BANKER, c.NewShoe(), BANKER, BANKER)


def rewritten(path: Path, change: dict[int, tuple[str, str]], last: int | None = None) -> None:
    """Writes the record anew from the first changed row on: every hash is right, and every table. `last`: drops what
    comes after."""
    with closing(sqlite3.connect(path)) as old:
        originals: list[Row] = list(rows(old))
        heads = old.execute("SELECT seq, signature FROM heads ORDER BY seq").fetchall()
    gone(path)
    with closing(connect(path, 0)) as made:
        made.execute("BEGIN")
        _, before = head(made)
        for seq, at, mono, boot, kind, data, _ in originals[:last]:
            data = data.replace(*change[seq]) if seq in change else data
            before = link(before, seq, Moment(at, mono, boot), kind, data)
            row = (seq, at, mono, boot, kind, data, before)
            made.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            project(made, record_of(row))
        made.executemany("INSERT INTO heads VALUES (?, ?)", [one for one in heads if not last or one[0] <= last])
        made.execute("COMMIT")


def gone(path: Path) -> None:
    """The history is taken away; the lock beside it tells that there was one."""
    for part in path.parent.glob("t.db*"):
        if part.suffix != ".lock":
            part.unlink()


def appended(path: Path, *events: tuple[str, str], key: UnitKey | None = None) -> None:
    """`key`: the forger's own, which signs each of these rows."""
    with closing(connect(path, 4)) as connection:
        connection.execute("BEGIN")
        seq, before = head(connection)
        for kind, data in events:
            seq, when = seq + 1, moment(3000 + seq)
            before = link(before, seq, when, kind, data)
            row = (seq, when.at, when.mono, when.boot, kind, data, before)
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            project(connection, record_of(row))
            if key:
                heads.add(connection, seq, before, key)
        connection.execute("COMMIT")


def faults(path: Path) -> list[str]:
    return list(map(str, verify(path).faults))


def rows_of(path: Path) -> list[Row]:
    with closing(sqlite3.connect(path)) as connection:
        return list(rows(connection))


def hand_row(path: Path, shoe: int, hand: int) -> int:
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute("SELECT seq FROM hands WHERE shoe = ? AND hand = ?", (shoe, hand)).fetchone()
    return int(row[0])


TO_TIE = ('"outcome":"B"', '"outcome":"T"')


def test_a_record_that_nobody_touched_is_vouched_for_to_its_last_row(unit: Unit) -> None:
    verified = verify(unit.run().path)
    assert (verified.faults, verified.strange, waits(unit.state)) == ((), (), "")
    (key,) = verified.keys
    assert (key.name, key.first, key.last, key.place) == (fingerprint(unit.key().public), 3, unit.rows, "root")
    assert f"signed by the key {key.name} from row 3 (2026-01-02T01:00:00.000Z) on, up to row {unit.rows}" in list(
        map(str, verified.notes)
    )


@pytest.mark.parametrize("shoe", [1, 2], ids=["a sealed shoe", "the open shoe"])
def test_a_shoe_written_anew_without_the_key_is_named_and_waits_for_a_supervisor(unit: Unit, shoe: int) -> None:
    row, last = hand_row(unit.path, shoe, 2), unit.rows
    rewritten(unit.path, {row: TO_TIE})
    key = fingerprint(unit.key().public)
    assert faults(unit.path) == [
        f"journal rows {row} to {last} are not signed by the key {key}"
        if row < last
        else f"journal row {row} is not signed by the key {key}"
    ]
    unit.run()
    said = f"rows {row} to {last} are" if row < last else f"row {row} is"
    assert waits(unit.state).startswith(f"{said} not signed by the unit")


def test_what_a_start_has_named_stays_named_in_the_record(unit: Unit) -> None:
    row, last = hand_row(unit.path, 1, 2), unit.rows
    rewritten(unit.path, {row: TO_TIE})
    notes = list(map(str, verify(unit.run().path).notes))
    said = f"rows {row} to {last} are not signed by the unit; rows up to {last} that the unit had signed are gone"
    assert any(note.endswith(said) for note in notes)
    assert faults(unit.path) == []  # from here on the unit signs again, and a supervisor has to stand for them
    assert f"no supervisor has confirmed: {waits(unit.state)}" in notes


def keyed(key: UnitKey, before: UnitKey | None = None, **more: object) -> tuple[str, str]:
    """A row that says that this key signs from here on."""
    return "key", canonical({"key": key.public, "place": "root", "before": before.public if before else ""} | more)


def signed_in(supervisor: int) -> tuple[tuple[str, str], ...]:
    return ("sign_in", canonical({"supervisor": supervisor})), (
        "copy_confirm",
        canonical({"by": f"supervisor {supervisor}", "what": "the unit or its key was replaced"}),
    )


def test_a_key_row_that_the_unit_has_not_written_hides_nothing(unit: Unit) -> None:
    """Somebody writes hands anew, and then a row that says that the unit's key signs only from there on."""
    row, last = hand_row(unit.path, 2, 1), unit.rows + 1
    rewritten(unit.path, {row: TO_TIE})
    appended(unit.path, keyed(unit.key()))
    name = fingerprint(unit.key().public)
    assert faults(unit.path) == [f"journal rows {row} to {last} are not signed by the key {name}"]
    assert waits(unit.run().state).startswith(f"rows {row} to {last} are not signed by the unit")
    assert any(f"rows {row} to {last} are not signed by the unit" in str(note) for note in verify(unit.path).notes)


def test_a_key_of_somebody_else_in_between_hides_nothing(unit: Unit, forger: Unit) -> None:
    """He brings a key of his own, signs with it that a supervisor has confirmed that, and gives the unit's key back."""
    row, last = hand_row(unit.path, 2, 1), unit.rows + 4
    rewritten(unit.path, {row: TO_TIE})
    ours, theirs = unit.key(), forger.key()
    appended(unit.path, keyed(theirs, ours), *signed_in(1), key=theirs)
    appended(unit.path, keyed(ours, theirs))
    name = fingerprint(ours.public)
    assert f"journal rows {row} to {last - 4} are not signed by the key {name}" in faults(unit.path)
    assert f"rows {row} to {last} are not signed by the unit" in waits(unit.run().state)
    assert f"journal rows {row} to {last - 4} are not signed by the key {name}" in faults(unit.path)


def test_a_table_of_keys_that_was_changed_hides_nothing(unit: Unit) -> None:
    """The start looks which key is in force in a table beside the record, which has no signature."""
    row, last = hand_row(unit.path, 2, 1), unit.rows
    rewritten(unit.path, {row: TO_TIE})
    with closing(sqlite3.connect(unit.path, isolation_level=None)) as connection:
        connection.execute("UPDATE keys SET seq = ?", (last,))
    assert "table keys, seq 3: the row is missing" in faults(unit.path)
    unit.run()
    assert waits(unit.state).startswith(f"rows {row} to {last} are not signed by the unit")


HOSTILE = ("", [], {"b": 1}, "x" * 20_000, -1, 10**30, None, "2026", ["a"], True)


@pytest.mark.parametrize("seed", range(4))
def test_no_row_of_any_content_keeps_the_board_from_starting_or_the_check_from_naming_it(
    unit: Unit, seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    with closing(sqlite3.connect(unit.path)) as connection:
        known = [(row[4], json.loads(row[5])) for row in rows(connection)]
    taken = {"first": 1, "last": 2, "source": "stick", "staff": {"dealer": 0, "pins": {}, "wrong_pins": 0}}
    known += [("sign_in", {"supervisor": 1}), ("pin_wrong", {"tries": 1}), ("clock", {"expected": AT})]
    known += [
        ("copy_taken", taken),
        ("archive", {"archive": "x", "rows": 1, "head": "0", "at": AT, "shoe": 1, "staff": taken["staff"]}),
        ("restore", {"source": "x", "row": 1, "head": "0", "at": AT, "last": 3, "shoe": 1}),
    ]
    for step in range(12):
        kind, fields = random.choice(known)
        again = Unit(tmp_path / f"{step}", starts=unit.starts)
        shutil.copytree(unit.folder, again.folder)
        try:
            appended(again.path, (kind, canonical(fields | {random.choice(sorted(fields)): random.choice(HOSTILE)})))
        except (JournalError, sqlite3.Error):  # no file takes it
            continue
        verified = verify(again.path)
        assert list(map(str, (*verified.faults, *verified.strange)))
        again.run(BANKER)
        assert list(map(str, verify(again.path).notes))


def test_rows_appended_while_the_unit_is_off_are_named(unit: Unit) -> None:
    last = unit.rows
    appended(unit.path, ("hand", '{"hand":3,"outcome":"T","shoe":2,"v":2}'))
    assert faults(unit.path) == [f"journal row {last + 1} is not signed by the key {fingerprint(unit.key().public)}"]
    assert waits(unit.run().state) == f"row {last + 1} is not signed by the unit"


def test_a_tail_that_was_dropped_is_named_at_the_next_start(unit: Unit) -> None:
    last = unit.rows
    rewritten(unit.path, {}, last - 2)
    assert faults(unit.path) == []  # alone, the file is whole: it is the unit that knows better
    assert waits(unit.run().state) == f"rows up to {last} that the unit had signed are gone"


def test_an_old_copy_of_the_file_in_the_place_of_the_history_is_named(unit: Unit, tmp_path: Path) -> None:
    old = shutil.copy(unit.path, tmp_path / "old.db")
    last = unit.run(BANKER, BANKER).rows
    gone(unit.path)
    shutil.copy(old, unit.path)
    assert waits(unit.run().state) == f"rows up to {last} that the unit had signed are gone"


@pytest.mark.parametrize("kept_in", ["XDG_STATE_HOME", ""], ids=["tried out", "the key beside the history"])
def test_a_unit_that_is_not_installed_misses_what_it_had_too(tmp_path: Path, kept_in: str) -> None:
    unit = Unit(tmp_path, kept_in=kept_in).run(c.NewShoe(), BANKER)
    old, last = shutil.copy(unit.path, tmp_path / "old.db"), unit.run(BANKER, c.NewShoe()).rows
    unit.path.with_name("t.db-wal").unlink(missing_ok=True)
    shutil.copy(old, unit.path)
    assert waits(unit.run().state) == f"rows up to {last} that the unit had signed are gone"
    assert (unit.state.newest, unit.run(c.NewShoe()).state.newest) == (2, 3)  # no number is used twice


def test_whoever_tries_it_out_begins_anew_as_often_as_they_like(tmp_path: Path) -> None:
    unit = Unit(tmp_path, kept_in="XDG_STATE_HOME").run(c.NewShoe(), BANKER)
    gone(unit.path)
    assert waits(unit.run(c.NewShoe()).state) == ""
    unit.path.with_name("another.db").write_bytes(unit.path.read_bytes())
    assert [head.seq for head in [noted_of(unit.path, unit.variables)] if head] == [unit.rows]
    assert noted_of(unit.path.with_name("another.db"), unit.variables) is None


def test_what_is_gone_is_named_before_the_next_start_too(unit: Unit, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in unit.variables.items():
        monkeypatch.setenv(name, value)
    assert not keying.missing(unit.path)
    last, code = unit.rows, short(rows_of(unit.path)[-1][-1])
    rewritten(unit.path, {}, last - 2)
    said = f"this unit signed row {last} ({code}), which is not here: the end was cut off, or another history was"
    assert str(keying.missing(unit.path)) == f"{said} put in its place"
    assert main(["verify", str(unit.path)]) == 1
    unit.run()
    assert not keying.missing(unit.path)
    assert main(["verify", str(unit.path)]) == 0


def test_hands_of_the_open_shoe_cut_off_after_a_power_cut_are_missed_but_for_the_last_minutes(unit: Unit) -> None:
    """With each hand it would wear out a card; a start and an end of a shoe are hours apart."""
    key = unit.key()
    writer = Writer(Journal(unit.path, "now", signer=key), key=key)
    for minute in (0, 4, 9, 11, 14):
        when = Moment(f"2026-01-03T20:{minute:02}:00.000Z", minute * 60 * 10**9, "boot")
        writer.submit(_decided(unit.state, c.StartTimer()), when)
    answers = 0
    while answers < 5:  # whoever has the fifth knows that what came of the fourth is done
        assert select.select([writer], [], [], 60)[0]
        answers += writer.stored() is not None
    assert [head.seq for head in [key.head()] if head] == [unit.rows + 4]
    writer.close()


def test_rows_of_somebody_else_while_the_unit_runs_are_neither_signed_nor_followed(unit: Unit) -> None:
    """A row that the board does not know of would be signed with the next hand: a signature stands for all before."""
    key, last = unit.key(), unit.rows
    with closing(Journal(unit.path, "now", signer=key)) as journal:
        state = journal.replay()
        appended(unit.path, ("hand", '{"hand":3,"outcome":"T","shoe":2,"v":2}'))
        for _ in range(2):
            with pytest.raises(StoreError, match="something other than eztrak wrote to the history while the board"):
                journal.append(_decided(state, BANKER), moment(9000))
        keying.settled(journal, key)
    assert [head.seq for head in [key.head()] if head] == [last]
    assert waits(unit.run(BANKER).state) == f"row {last + 1} is not signed by the unit"
    assert faults(unit.path) == []


def test_a_row_written_anew_while_the_unit_runs_is_not_followed(unit: Unit) -> None:
    with closing(Journal(unit.path, "now", signer=unit.key())) as journal:
        hands = _decided(journal.replay(), BANKER)
        journal.append(hands, moment(9000))
        with tampering(unit.path) as connection:
            connection.execute("UPDATE journal SET hash = ? WHERE seq = (SELECT max(seq) FROM journal)", ("0" * 64,))
        with pytest.raises(StoreError, match="something other than eztrak"):
            journal.append(hands, moment(9001))


def test_a_restored_backup_says_itself_what_is_gone(unit: Unit) -> None:
    beside(unit.path).mkdir()
    made, verified = backup(unit.path, beside(unit.path), AT)
    last = unit.run(BANKER).rows
    (*_, old), _ = restore(made, unit.path, AT, unit.copied())
    unit.run()
    assert waits(unit.state) == (
        f"the history was restored from {made} at {local(AT)}, up to row {verified.rows};"
        f" the previous one, which went up to row {last}, is kept as {old.name}"
    )
    assert faults(unit.path) == []


def test_a_history_that_was_archived_is_not_gone_and_one_that_was_only_removed_is(unit: Unit, tmp_path: Path) -> None:
    """Whoever empties the history and says that it is in an archive has to name what the unit has signed last."""
    last = unit.run(c.NewShoe()).rows
    archive(unit.path, [unit.folder], AT, unit.key().head())
    other = Unit(tmp_path / "other", starts=unit.starts)
    shutil.copytree(unit.folder, other.folder)
    (made,) = unit.folder.glob("t-archive-*.db")
    assert waits(unit.run(BANKER).state) == (
        f"the previous history, {last} rows, was archived in {made} at {local(AT)}"
    )
    assert unit.state.staff.check_of(1) == "check"
    assert unit.state.shoe is not None
    assert unit.state.shoe.number == 4
    assert verify(unit.path).well
    note = Path(f"{other.path}.archived")
    note.write_text(note.read_text().replace(json.loads(note.read_text())["head"], "0" * 64))
    other.run()
    assert waits(other.state) == f"rows up to {last} that the unit had signed are gone"
    assert other.state.staff.pins == ()


@pytest.mark.parametrize("spoilt", [{"last": "x"}, {"source": ["x"]}, {"shoe": 2**60}, {"at": None}])
def test_a_note_of_a_restore_that_eztrak_did_not_leave_is_none(unit: Unit, spoilt: dict[str, object]) -> None:
    with closing(sqlite3.connect(unit.path)) as connection:
        row, digest = head(connection)
    note = {"source": "x", "row": row, "head": digest, "at": AT, "kept": "", "last": row, "shoe": 1}
    Path(f"{unit.path}.restored").write_text(json.dumps(note | spoilt))
    assert waits(unit.run().state) == ""
    assert verify(unit.path).well


def test_a_note_of_a_restore_does_not_explain_what_somebody_has_cut_off(unit: Unit) -> None:
    last = unit.rows
    rewritten(unit.path, {}, last - 2)
    note = {"source": "x", "row": 5000, "head": "0" * 64, "at": AT, "kept": "", "last": 5000, "shoe": 1}
    Path(f"{unit.path}.restored").write_text(json.dumps(note))
    assert f"rows up to {last} that the unit had signed are gone" in waits(unit.run().state)


def test_what_is_no_mended_history_takes_no_place(unit: Unit) -> None:
    last = unit.rows
    mended_of(unit.path).write_text("nonsense")
    assert unit.run().notice == ""
    assert (waits(unit.state), unit.rows) == ("", last + 1)
    assert [path.read_text() for path in unit.path.parent.glob("t.db.mended.*")] == ["nonsense"]


def test_a_history_that_was_taken_away_is_missed(unit: Unit) -> None:
    last = unit.rows
    gone(unit.path)
    assert waits(unit.run().state) == f"rows up to {last} that the unit had signed are gone"


@pytest.fixture
def forger(tmp_path: Path) -> Unit:
    """Somebody with a unit of his own."""
    return Unit(tmp_path / "forger").run(c.NewShoe(), BANKER)


def test_the_disk_of_another_unit_is_named(unit: Unit, forger: Unit) -> None:
    last = unit.rows
    gone(unit.path)
    shutil.copy(forger.path, unit.path)
    unit.run()
    ours, theirs = fingerprint(unit.key().public), fingerprint(forger.key().public)
    assert waits(unit.state) == (
        f"from here on key {ours} signs, not {theirs}: the unit or its key was replaced;"
        f" rows up to {last} that the unit had signed are gone"
    )
    verified = verify(unit.path)
    assert ([key.name for key in verified.keys], verified.faults) == ([theirs, ours], ())
    assert any(
        f"from here on key {ours} signs, not {theirs}: the unit or its key was replaced" in str(note)
        for note in verified.notes
    )


def test_a_record_made_up_from_row_one_without_any_key_is_named(unit: Unit) -> None:
    last = unit.rows
    gone(unit.path)
    made_up = Keeping(unit.path).give(START).shoe("P P P")
    made_up.close()
    unit.run()
    assert waits(unit.state) == (
        f"rows 1 to {len(made_up.records)} are not signed by the unit;"
        f" rows up to {last} that the unit had signed are gone"
    )


def test_a_copy_counts_with_its_pins_as_far_as_the_unit_has_signed_it(unit: Unit) -> None:
    copy, last, staff = unit.copied(), unit.rows, unit.state.staff
    appended(copy, ("pins_clear", "{}"))
    gone(unit.path)
    unit.run()
    assert unit.notice == (
        f"the history was gone; {last} events came from the copy {copy};"
        f" row {last + 1} of the copy {copy} is not signed by the unit, and was not taken;"
        " it goes up to shoe 2 hand 2; nobody can tell what came after that"
    )
    assert waits(unit.state) == f"rows 1 to {last} came from the copy {copy}"
    assert unit.state.staff == staff
    assert faults(unit.path) == []


def test_a_copy_that_was_forged_whole_does_not_count(unit: Unit, forger: Unit) -> None:
    last = unit.rows
    copy = shutil.copy(forger.path, unit.stick)
    gone(unit.path)
    unit.run()
    assert unit.notice == (
        "the history was gone, and there is no copy of it;"
        f" rows 1 to {forger.rows} of the copy {copy} are not signed by the unit, and were not taken"
    )
    assert unit.state.shoe is None
    assert waits(unit.state) == f"rows up to {last} that the unit had signed are gone"


def test_a_copy_that_was_written_anew_counts_up_to_there(unit: Unit) -> None:
    copy = unit.copied()
    row = hand_row(copy, 2, 1)
    rewritten(copy, {row: TO_TIE})
    gone(unit.path)
    last = unit.rows
    unit.run()
    assert f"; rows {row} to {last} of the copy {copy} are not signed by the unit, and were not taken;" in unit.notice
    with closing(sqlite3.connect(unit.path)) as connection:
        assert connection.execute("SELECT count(*), sum(outcome = 'T') FROM hands").fetchone() == (3, 0)


def test_the_unit_that_replaces_another_takes_its_copy_and_says_so(unit: Unit, tmp_path: Path) -> None:
    """The board is broken, and its second copy is restored on a new one."""
    copy, last = unit.copied(), unit.rows
    heir = Unit(tmp_path / "heir")
    heir.key()
    restore(copy, heir.path, AT)
    heir.run(c.NewShoe())
    assert waits(heir.state) == (
        f"the history was restored from {copy} at {local(AT)}, up to row {last}; there was no previous one;"
        f" from here on key {fingerprint(heir.key().public)} signs, not {fingerprint(unit.key().public)}:"
        " the unit or its key was replaced"
    )
    assert heir.state.staff.pins == ()
    assert faults(heir.path) == []
    assert [key.name for key in verify(heir.path).keys] == [fingerprint(one.key().public) for one in (unit, heir)]


def test_the_second_copy_takes_no_row_that_the_unit_has_not_signed(unit: Unit) -> None:
    unit.copied()
    last = unit.rows
    appended(unit.path, ("hand", '{"hand":3,"outcome":"T","shoe":2,"v":2}'))
    copy = SecondCopy(unit.path, unit.stick, 0, AT, lambda: None)
    copy.close()
    assert str(copy.trouble()) == f"{unit.path}: row {last + 1} is not signed by the unit, and not copied"


def test_no_backup_is_made_of_rows_that_the_unit_has_not_signed(unit: Unit) -> None:
    last = unit.rows
    appended(unit.path, ("hand", '{"hand":3,"outcome":"T","shoe":2,"v":2}'))
    beside(unit.path).mkdir()
    with pytest.raises(JournalError, match=f"journal row {last + 1} is not signed by the key"):
        backup(unit.path, beside(unit.path), AT)


def test_signatures_that_were_taken_away_are_missed(unit: Unit) -> None:
    with tampering(unit.path) as connection:
        connection.execute("DELETE FROM heads")
    assert faults(unit.path) == [
        f"journal rows 1 to {unit.rows} are not signed by the key {fingerprint(unit.key().public)}"
    ]
    assert waits(unit.run().state) == f"rows 1 to {unit.rows - 2} are not signed by the unit"


def test_a_key_that_somebody_took_away_is_a_new_one_and_no_pin_is_good(unit: Unit) -> None:
    (unit.folder / "root/key").unlink()
    (unit.folder / "root/head").unlink()
    unit.run()
    assert waits(unit.state).endswith("the unit or its key was replaced")
    assert unit.state.staff.pins == ()


def test_an_older_history_is_keyed_from_where_it_stands(tmp_path: Path) -> None:
    old = Unit(tmp_path / "old")
    old.key()
    keeping = Keeping(old.path).give(START).shoe("P B")
    keeping.close()
    verified = verify(old.run().path)
    assert (verified.faults, waits(old.state)) == ((), "")
    assert f"not keyed before row {len(keeping.records) + 2}" in list(map(str, verified.notes))


def test_a_pin_is_not_found_with_the_card_alone(unit: Unit, tmp_path: Path) -> None:
    """The check of a PIN is made with a secret that lies with the key: without it no PIN fits, right or wrong."""
    key = unit.key()
    check = key.scramble(1, "2468")
    assert not [path for path in unit.path.parent.rglob("*") if path.is_file() and check in path.read_text("latin-1")]
    elsewhere = open_key(unit.path, {"EZTRAK_KEY": str(tmp_path / "another root")}, tmp_path)
    assert elsewhere.scramble(1, "2468") != check
