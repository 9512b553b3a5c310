"""Files that are no journal: one clear message, and not a byte of them changed."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from keeping import START, Keeping

from eztrak.journal import schema
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.journal.verify import verify

OPENERS: dict[str, Callable[[Path], Any]] = {
    "journal": lambda path: Journal(path, "now"),
    "reader": Lookup,
    "verify": verify,
}
every_opener = pytest.mark.parametrize("opener", OPENERS.values(), ids=OPENERS.keys())
LEFT = "It was left as it is."


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def refusal(opener: Callable[[Path], Any], path: Path) -> str:
    with pytest.raises(JournalError) as refused:
        opener(path)
    return str(refused.value)


@every_opener
@pytest.mark.parametrize("content", [b"A list of hands: P B B T\n", b"no database\n" * 2000, b"\0" * 8192])
def test_a_file_that_is_no_database_is_left_alone(
    tmp_path: Path, opener: Callable[[Path], Any], content: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert refusal(opener, path) == f"{path}: it is not an eztrak database (file is not a database). {LEFT}"
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@every_opener
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, opener: Callable[[Path], Any]) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE journal (seq INTEGER PRIMARY KEY, what TEXT)")
    before = digest(path)
    assert refusal(opener, path) == f"{path}: it is another program's SQLite database. {LEFT}"
    assert digest(path) == before
    assert list(tmp_path.iterdir()) == [path]


@every_opener
def test_a_database_of_a_newer_version_is_left_alone(evening: Path, opener: Callable[[Path], Any]) -> None:
    with closing(sqlite3.connect(evening)) as connection:
        connection.execute("PRAGMA user_version = 7")
    before = digest(evening)
    assert refusal(opener, evening) == (
        f"{evening}: it was written by a newer eztrak (schema 7; this one knows up to {schema.VERSION})."
        f" {LEFT} Install that version, or use another --db."
    )
    assert digest(evening) == before


@every_opener
def test_a_folder_is_no_database(tmp_path: Path, opener: Callable[[Path], Any]) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    assert refusal(opener, path) == f"{path}: it is a folder, not a database"
    assert list(tmp_path.iterdir()) == [path]


@every_opener
def test_a_name_that_no_disk_takes_is_told(tmp_path: Path, opener: Callable[[Path], Any]) -> None:
    path = tmp_path / ("x" * 300)
    assert refusal(opener, path) == f"{path}: it cannot be read: File name too long"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("taken/table.db", "taken: it cannot be created: File exists"),
        ("taken/a/b.db", "taken/a: it cannot be created: Not a"),
    ],
)
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, place: str, said: str) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    assert refusal(OPENERS["journal"], tmp_path / place).startswith(f"{tmp_path}/{said}")
    assert (tmp_path / "taken").read_text() == "a file where the folder should be"


@contextmanager
def folder_with(mode: int) -> Iterator[Path]:
    """A folder as a user meets it who is not its owner; root, who may everything, plays one."""
    with tempfile.TemporaryDirectory(prefix="eztrak-test-") as name:
        folder, root = Path(name), os.geteuid() == 0
        folder.chmod(mode)
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o700)


@every_opener
def test_a_folder_that_may_not_be_entered_is_told(opener: Callable[[Path], Any]) -> None:
    with folder_with(0) as folder:
        path = folder / "table.db"
        assert refusal(opener, path) == f"{path}: it cannot be read: Permission denied"


def test_a_folder_that_may_not_be_written_to_is_told() -> None:
    with folder_with(0o555) as folder:
        path = folder / "table.db"
        assert refusal(OPENERS["journal"], path) == f"{path}: its lock cannot be created: Permission denied"
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["reader", "verify"])
def test_a_reader_does_not_take_an_empty_file_for_a_journal(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table.db"
    path.touch()
    assert refusal(OPENERS[name], path) == f"{path}: it has no journal yet"
    assert path.read_bytes() == b""


@pytest.mark.parametrize("name", ["reader", "verify"])
def test_a_reader_does_not_create_what_is_not_there(tmp_path: Path, name: str) -> None:
    path = tmp_path / "table.db"
    assert refusal(OPENERS[name], path) == f"{path}: there is no such file; the board creates it"
    assert list(tmp_path.iterdir()) == []


def test_the_unit_makes_a_journal_of_an_empty_file_and_of_none(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    for path in (empty, tmp_path / "new" / "folder" / "table.db"):
        Keeping(path).give(START).shoe("PB").close()
        verified = verify(path)
        assert (verified.rows, verified.shoes, verified.hands, verified.faults) == (5, 1, 2, ())


def test_a_power_cut_at_any_step_of_the_first_start_leaves_a_file_that_starts(tmp_path: Path) -> None:
    """The file is copied before each statement that makes it, as if the power had gone right there."""
    path = tmp_path / "table.db"
    copies: list[Path] = []

    def copy(_: str) -> None:
        folder = tmp_path / str(len(copies))
        folder.mkdir()
        for file in tmp_path.glob("table.db*"):
            if not file.name.endswith("-shm"):  # memory, gone with the power
                shutil.copy(file, folder)
        copies.append(folder / path.name)

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_trace_callback(copy)
        connection.execute("PRAGMA journal_mode = WAL")
        schema.migrate(connection)
    assert len(copies) > 10
    for cut in copies:
        Keeping(cut).give(START).shoe("P").close()
        assert verify(cut).faults == ()
