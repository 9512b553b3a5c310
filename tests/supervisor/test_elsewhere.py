"""What goes wrong in another process is raised here as it would have been, and nothing of it stays."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from eztrak.journal.errors import DamageError
from eztrak.supervisor.elsewhere import elsewhere
from eztrak.supervisor.errors import RefusedError


def counts(to: int, tick: Callable[[int], None]) -> None:
    for number in range(to):
        tick(number)


def stumbles(path: Path, tick: Callable[[int], None]) -> None:
    tick(1)
    raise DamageError("row {row} is not as it was written", path, row=7)


def writes(path: Path, _: Callable[[int], None]) -> None:
    path.write_text("x")


def dies(_: Callable[[int], None]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def goes_on(noted: Path, tick: Callable[[int], None]) -> None:
    noted.write_text(str(os.getpid()))
    while True:
        tick(1)


@pytest.fixture(autouse=True)
def _found_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of these tests, in the other process too."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def done(work: Callable[..., None], *of: object, given_up: Event | None = None) -> list[int]:
    """What it ticked."""
    ticked: list[int] = []
    elsewhere(work, *of, tick=ticked.append, given_up=given_up or Event())
    return ticked


def test_each_step_is_told() -> None:
    assert done(counts, 5) == [0, 1, 2, 3, 4]


def test_what_is_wrong_there_is_raised_here_in_the_same_words(tmp_path: Path) -> None:
    with pytest.raises(DamageError) as fault:
        done(stumbles, tmp_path / "one.db")
    assert str(fault.value) == f"{tmp_path}/one.db: row 7 is not as it was written"
    with pytest.raises(FileNotFoundError) as missing:
        done(writes, tmp_path / "nowhere" / "file")
    assert missing.value.filename == str(tmp_path / "nowhere" / "file")
    with pytest.raises(RefusedError, match="more memory than there is"):
        done(dies)


def test_who_gives_up_leaves_no_process_behind(tmp_path: Path) -> None:
    given_up = Event()
    given_up.set()
    assert done(goes_on, tmp_path / "noted", given_up=given_up) == [1]
    process = int((tmp_path / "noted").read_text())
    deadline = time.monotonic() + 60
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < deadline
