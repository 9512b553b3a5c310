"""The record is kept for years: backups give way before they fill the disk, and doctor tells how long it will do."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from keeping import TERMS, Keeping

from eztrak.appliance.health import LEAST_FREE
from eztrak.cli import main
from eztrak.journal.backup import make_room, size_of
from eztrak.journal.capacity import BUSY, Capacity, capacity
from eztrak.table import commands as c

SINCE = "2026-01-01T20:00:00.000Z"
A_DAY_LATER, A_YEAR_LATER = datetime(2026, 1, 2, 20, tzinfo=UTC), datetime(2027, 1, 1, 20, tzinfo=UTC)


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return Keeping(tmp_path / "t.db").give(c.Start("0.9.0", "Table 7", TERMS), c.NewShoe()).close()


def backup(folder: Path, night: int, size: int) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"t-202601{night:02}T050000Z.db"
    with path.open("wb") as file:
        file.truncate(size)
    return path


@pytest.mark.parametrize(("lacking", "going"), [(0, 0), (1, 1), (1000, 1), (1001, 2), (10**12, 2)])
def test_the_oldest_backups_give_way_to_a_new_one_and_the_newest_stays(history: Path, lacking: int, going: int) -> None:
    folder = history.parent / "backups"
    three = [backup(folder, night, 1000) for night in (1, 2, 3)]
    other = backup(folder, 4, 1000).rename(folder / "other-20260101T050000Z.db")
    assert make_room(history, folder, size_of(history) + LEAST_FREE - lacking) == three[:going]
    assert sorted(folder.iterdir()) == [other, *three[going:]]


def left(*bytes_free: int) -> Callable[[Path], int]:
    disks = iter(bytes_free)
    return lambda _: next(disks)


def test_the_years_follow_from_what_was_written_and_what_is_free(history: Path) -> None:
    size = size_of(history)
    backup(history.parent / "backups", 1, size)
    # With a backup beside it the history takes its room twice; what is written in a year is its own size here.
    years = capacity(history, None, A_YEAR_LATER, left(LEAST_FREE + 8 * size))
    assert years == Capacity(SINCE, size, pytest.approx(5 * 365 / 365.25, rel=1e-3))
    on_a_medium = capacity(history, history.parent / "gone", A_YEAR_LATER, left(LEAST_FREE + 8 * size))
    assert on_a_medium == Capacity(SINCE, size, pytest.approx(9 * 365 / 365.25, rel=1e-3))


def test_the_smaller_of_two_disks_counts(history: Path, tmp_path: Path) -> None:
    size, copies = size_of(history), tmp_path / "stick"
    backup(copies, 1, size)
    (copies / "t.db").write_bytes(history.read_bytes())
    years = capacity(history, copies, A_YEAR_LATER, left(LEAST_FREE + 99 * size, LEAST_FREE + 4 * size))
    assert years == Capacity(SINCE, size, pytest.approx(3 * 365 / 365.25, rel=1e-2))


def test_a_new_history_is_taken_for_that_of_a_busy_table(history: Path) -> None:
    years = capacity(history, None, A_DAY_LATER, left(LEAST_FREE + 2 * 365 * BUSY))
    assert years
    assert years.years == pytest.approx(1, rel=1e-2)


def test_doctor_says_for_how_many_years_and_what_the_pack_asks_for(
    history: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = history.with_name("own.toml")
    config.write_text('[table]\npack = "washington"\n')
    main(["doctor", "--json", "--db", str(history), "--config", str(config)])
    (records,) = [one for one in json.loads(capsys.readouterr().out) if one["name"] == "records"]
    assert records["told"].startswith("kept since 2026-01-01, 0 MiB; with room for ")
    assert records["fix"].endswith(" nothing is deleted, and records are kept for 3 years")
