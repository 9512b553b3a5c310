"""A start that something keeps from its work: the board says so on its own screen, and goes on when it can.

Real windows on a virtual screen. What is on the glass is compared, pixel by pixel, with the page that it should be.
"""

import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from glass import Glass
from running import Board, board, eztrak

from eztrak.commands.arguments import setup_of
from eztrak.config.terms import terms_of
from eztrak.display.view import Fault, Look, View
from eztrak.journal.journal import Journal
from eztrak.table.state import TableState
from eztrak.voice.said import All, Said

GOES_ON = Said("The board tries again every few seconds and continues on its own.")


def page(fault: Fault, config: Path | None) -> tuple[View, Look]:
    """The board with this page; without a config, one that knows neither its room nor its limits."""
    if config is None:
        return View(TableState(), fault=fault), Look(room="")
    setup = setup_of(config)
    return View(TableState(setup.loaded.config.table.name, terms_of(setup.loaded)), fault=fault), setup.look


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "eztrak.toml"
    path.write_text("[entry]\nhand_seconds = 0\n[limits]\nmin = 25\n")
    return path


@contextmanager
def starting(glass: Glass, home: Path, database: Path, **more: str) -> Iterator[Board]:
    options = ("--windowed", "1280x720", "--config", home / "eztrak.toml", "--db", database, "--keypad", "window")
    with board(*options, home=home, DISPLAY=glass.display, **more) as running:
        yield running
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert eztrak("verify", database, home=home).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "eztrak-test", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a small disk here")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def test_a_history_that_another_program_holds_is_waited_for(glass: Glass, tmp_path: Path, config: Path) -> None:
    database = tmp_path / "t.db"
    Journal(database, "now").close()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with starting(glass, tmp_path, database) as running:
            assert running.hear("") == "not started: another program has locked the database"
            why = Said("another program has locked the database")
            what = Said("The history cannot be written: {fault}", fault=why)
            glass.shows(*page(Fault(what, All((database,)), GOES_ON), config))
            glass.press("3", "Return")  # too early: it must not become a hand later
            other.execute("ROLLBACK")
            running.hear("kind=start")
            running.hear("kind=terms")
            glass.press("1", "Return")
            assert "hand=1 outcome=P" in running.hear("kind=hand")


def test_a_full_disk_is_waited_for(glass: Glass, tmp_path: Path, config: Path, small_disk: Path) -> None:
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space left"):
        filler.write_bytes(bytes(1024**2))
    database = small_disk / "t.db"
    with starting(glass, tmp_path, database) as running:
        assert running.hear("") == f"not started: {database}: it cannot be opened for writing: disk full"
        why = Said("it cannot be opened for writing: {fault}", fault=Said("disk full"))
        what = Said("The history cannot be opened: {fault}", fault=why)
        glass.shows(*page(Fault(what, All((database,)), GOES_ON), config))
        filler.unlink()
        running.hear("kind=start")  # by itself


def test_a_read_only_disk_is_waited_for(glass: Glass, tmp_path: Path, config: Path, small_disk: Path) -> None:
    database = small_disk / "t.db"
    Journal(database, "now").close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    try:
        with starting(glass, tmp_path, database) as running:
            why = Said("its lock cannot be created: {fault}", fault="Read-only file system")
            assert running.hear("") == f"not started: {database}: {why}"
            what = Said("The history cannot be opened: {fault}", fault=why)
            glass.shows(*page(Fault(what, All((database,)), GOES_ON), config))
            subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
            running.signal(signal.SIGHUP)
            running.hear("kind=start")
    finally:
        subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)


@pytest.fixture
def overlay(tmp_path: Path) -> Iterator[Path]:
    """A folder over which overlayroot has put memory."""
    folder, memory = tmp_path / "data", tmp_path / "memory"
    folder.mkdir()
    memory.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs-root", memory], capture_output=True).returncode:
        pytest.skip("only root can mount memory here")
    (memory / "overlay").mkdir()
    (memory / "work").mkdir()
    layers = f"lowerdir={folder},upperdir={memory}/overlay,workdir={memory}/work"
    mounted = subprocess.run(["mount", "-t", "overlay", "-o", layers, "overlayroot", folder], capture_output=True)
    try:
        if mounted.returncode:
            pytest.skip("the kernel has no overlays here")
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False, capture_output=True)
        subprocess.run(["umount", "--lazy", memory], check=True)


def test_a_unit_takes_no_hand_into_memory_that_a_restart_forgets(
    glass: Glass, tmp_path: Path, config: Path, overlay: Path
) -> None:
    database = overlay / "t.db"
    with starting(glass, tmp_path, database, NOTIFY_SOCKET=str(tmp_path / "notify")) as running:
        assert running.hear("") == f"not started: {database}: is in memory, which a restart clears"
        what = Said("The history is in memory: the next restart would lose every hand.")
        now = Said("Nothing is recorded until it has a disk of its own (overlayroot=tmpfs:recurse=0). Then restart.")
        glass.shows(*page(Fault(what, All((database,)), now), config))
        assert list(overlay.iterdir()) == []
        subprocess.run(["umount", overlay], check=True)
        running.hear("kind=start")  # by itself


@pytest.mark.usefixtures("config")
def test_a_person_at_a_terminal_may_write_where_they_like(glass: Glass, tmp_path: Path, overlay: Path) -> None:
    with starting(glass, tmp_path, overlay / "t.db") as running:
        running.hear("kind=start")


def test_a_broken_config_is_shown_without_limits_until_it_is_mended(glass: Glass, tmp_path: Path, config: Path) -> None:
    good = config.read_text()
    config.write_text("[tabel]\n[limits]\nmin = 500\n")
    with starting(glass, tmp_path, tmp_path / "t.db") as running:
        assert running.hear("") == f"not started: {config}: tabel: there is no such key; did you mean table?"
        what = Said("The config cannot be used: tabel: there is no such key; did you mean table?")
        now = Said(f"Fix the file. {GOES_ON}")
        glass.shows(*page(Fault(what, All((f"{config}, the first of 2 faults",)), now), None))
        config.write_text(good)
        running.signal(signal.SIGHUP)
        assert '"limit":[2500,30000]' in running.hear("kind=terms")


def test_a_start_that_takes_long_says_so(glass: Glass, tmp_path: Path, config: Path) -> None:
    """A pipe in the place of the config gives nothing for as long as nobody writes into it, as a disk that hangs."""
    good = config.read_text()
    config.unlink()
    os.mkfifo(config)
    with starting(glass, tmp_path, tmp_path / "t.db") as running:
        glass.shows(*page(Fault(Said("The board is starting."), waiting=True), None))
        config.write_text(good)
        running.hear("kind=start")
        running.hear("kind=terms")
        running.hear("kind=key")
        assert running.silent(0.2)
        config.unlink()
        config.write_text(good)


def test_a_page_that_nobody_mends_ends_in_an_orderly_way(glass: Glass, tmp_path: Path) -> None:
    options = ("--windowed", "1280x720", "--config", "nix.toml", "--db", "t.db", "--keypad", "window")
    with board(*options, home=tmp_path, DISPLAY=glass.display) as running:
        assert running.hear("") == "not started: nix.toml: cannot be read: No such file or directory"
        assert running.silent(0.5)
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert list(tmp_path.iterdir()) == []
