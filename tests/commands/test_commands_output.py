"""Commands whose output has no place to go, that are ended early, or that get no file: a sentence and a status."""

import itertools
import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from history import make_history
from running import COMMAND, PATIENCE, surroundings

from eztrak.cli import main
from eztrak.journal.backup import copy_whole
from eztrak.journal.extract import Choice
from eztrak.journal.schema import APPLICATION_ID
from eztrak.journal.verify import verify
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.report import period
from eztrak.table.round import NANO

COMMANDS = (
    "shoe PBT",
    "shoe PBT --json",
    "shoe --id 1 --db t.db",
    "shoes --db t.db",
    "shoes --json --db t.db",
    "verify t.db",
    "report --json --db t.db",
    "export --format csv --out out --json --db t.db",
    "config show",
    "config explain",
    "snapshot --nodes",
)


def run(home: Path, command: str, **how: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*COMMAND, *command.split()],
        **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | how),
        text=True,
        env=surroundings(home),
        cwd=home,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_under_the_output_is_said(tmp_path: Path, command: str) -> None:
    make_history(tmp_path / "t.db", 100)
    with Path("/dev/full").open("w") as full:
        done = run(tmp_path, command, stdout=full)
    assert (done.returncode, done.stderr) == (1, "eztrak: cannot read or write: No space left on device\n")


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    make_history(tmp_path / "t.db", 100)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as nobody:
        done = run(tmp_path, "shoes --db t.db", stdout=nobody)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_input_is_said(tmp_path: Path) -> None:
    shut = f"{' '.join(COMMAND)} shoe - --json <&-"
    done = subprocess.run(
        ["sh", "-c", shut], capture_output=True, text=True, env=surroundings(tmp_path), timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (2, "eztrak: standard input cannot be read: Bad file descriptor\n")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    "command", ["export --format xlsx --out out.xlsx --db t.db", "demo --png out.png --hands 90000"]
)
def test_a_command_that_is_ended_early_leaves_nothing_half_done(
    tmp_path: Path, command: str, ending: signal.Signals
) -> None:
    make_history(tmp_path / "t.db", 30_000)
    spare = tmp_path / "spare"
    spare.mkdir()
    before = {path.name for path in tmp_path.iterdir()}
    with subprocess.Popen(
        [*COMMAND, *command.split()],
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=surroundings(tmp_path, TMPDIR=str(spare)),
        cwd=tmp_path,
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not (list(spare.iterdir()) or list(tmp_path.glob(".out*"))):  # until it has begun to write
            assert process.poll() is None
            assert time.monotonic() < deadline
            select.select([], [], [], 0.01)
        process.send_signal(ending)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (1, b"eztrak: interrupted\n")
    assert {path.name for path in tmp_path.iterdir()} - before <= {"t.db-wal", "t.db-shm"}
    assert list(spare.iterdir()) == []


def test_whatever_was_being_read_when_it_came_ctrl_c_ends_a_command_with_the_same_status(tmp_path: Path) -> None:
    (tmp_path / "ended.py").write_text(
        "from eztrak import cli\ncli._run = lambda _: exec('raise KeyboardInterrupt')\nraise SystemExit(cli.main())\n"
    )
    ended = [COMMAND[0], "-m", "ended"]
    done = subprocess.run(ended, capture_output=True, cwd=tmp_path, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1, b"eztrak: interrupted\n")


def test_a_command_that_is_ended_while_sqlite_works_says_so(tmp_path: Path) -> None:
    (tmp_path / "ended.py").write_text(
        "import signal, sqlite3\n"
        "from argparse import Namespace\n"
        "from pathlib import Path\n"
        "from eztrak import cli\n"
        "from eztrak.journal.errors import unreadable\n"
        "def work(_):\n"
        "    connection = sqlite3.connect(':memory:')\n"
        "    connection.set_progress_handler(lambda: signal.raise_signal(signal.SIGTERM), 1000)\n"
        "    try:\n"
        "        many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n'\n"
        "        connection.execute(many)\n"
        "    except sqlite3.DatabaseError as fault:\n"
        "        raise unreadable(Path('t.db'), fault) from fault\n"
        "cli._parser = lambda _: Namespace(parse_args=lambda _: Namespace(run=work))\n"
        "raise SystemExit(cli.main())\n"
    )
    ended = [COMMAND[0], "-m", "ended"]
    done = subprocess.run(ended, capture_output=True, cwd=tmp_path, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1, b"eztrak: interrupted\n")


def test_a_command_that_is_ended_while_it_makes_its_folder_leaves_none(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from eztrak.cli import main; made = os.mkdir\n"
        "def mkdir(path, *more):\n made(path, *more)\n if 'eztrak-demo' in path: os.kill(os.getpid(), signal.SIGTERM)\n"
        "os.mkdir = mkdir; sys.argv = sys.argv[1:]; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "eztrak", "demo", "--png", "out.png", "--hands", "1"],
        capture_output=True,
        env=surroundings(tmp_path, TMPDIR=str(tmp_path)),
        cwd=tmp_path,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (1, b"eztrak: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [":memory:", "file:t.db?mode=rw", ""])
@pytest.mark.parametrize("command", ["run", "shoes", "backup", "pit"])
def test_a_history_that_is_no_file_is_refused(capsys: pytest.CaptureFixture[str], command: str, name: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([command, "--db", name])
    assert f"{name!r} is not a file; the history is a file on a disk" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        ("CREATE TABLE letters (x)", "it is another program's SQLite database. It was left as it is."),
        (
            f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE letters (x)",
            "it has no journal, but tables of another program. It was left as it is.",
        ),
        (f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE shoes (x)", "it has no journal yet"),
        (
            f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE journal (x); INSERT INTO journal VALUES (1)",
            "it is damaged: its header says schema 0",
        ),
    ],
)
def test_a_database_without_a_version_is_told_for_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statements: str, said: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "t.db")) as connection:
        connection.executescript(statements)
    for command in (["shoes", "--db"], ["verify"], ["export", "--format", "csv", "--out", "out", "--db"]):
        assert main([*command, "t.db"]) == 2
        assert capsys.readouterr().err == f"eztrak: t.db: {said}\n"


def test_long_checks_and_copies_show_a_bar_on_a_terminal(tmp_path: Path) -> None:
    """A clock that goes a second at every look: whatever is watched takes long."""
    database = make_history(tmp_path / "t.db", 500)
    seconds = itertools.count()
    leader, follower = os.openpty()
    shown = {}
    with os.fdopen(follower, "w") as terminal:

        def watched(name: str, work: Callable[[Progress], object]) -> None:
            with Progress(name, stream=terminal, clock=lambda: next(seconds) * NANO) as progress:
                work(progress)
            shown[name] = b""
            while not shown[name].endswith(b"\r\x1b[K\r\x1b[K") and b"left\x1b[K\r\x1b[K" not in shown[name]:
                shown[name] += os.read(leader, 65536)

        watched("verify", lambda progress: verify(database, each=_few(progress)))
        watched("copy", lambda progress: copy_whole(database, tmp_path / "copy.db", lambda _: None, progress.at))
        watched("report", lambda progress: period([database], Choice(), progress))
    os.close(leader)
    for name, said in shown.items():
        assert f"\r{name} [".encode() in said
        assert b" left\x1b[K" in said
        assert said.endswith(b"\r\x1b[K")


def _few(progress: Progress) -> Callable[[int, int], None]:
    """Tells of some of the rows: a terminal that nobody reads holds a few thousand letters."""
    return lambda row, last: progress.at(row, last) if row % 100 == 0 else None
