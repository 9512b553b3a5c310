"""A disk that fails at every single call in turn: nothing acknowledged is lost, and verify accepts what is left.

faulty.c is built with gcc and preloaded, so SQLite and Python meet real errors from the calls that they make.
EZTRAK_FAULTS=1 fails each of them; the usual run every seventh.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from keeping import START, Keeping, select

from eztrak.game.hand import Hand, Outcome
from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment, TimerStarted
from eztrak.table.state import apply

HERE = Path(__file__).parent
STEP = os.environ.get("EZTRAK_FAULTS", "7")


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library, built for this machine."""
    library = tmp_path_factory.mktemp("faulty") / "faulty.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "faulty.c", "-ldl"], check=True)
    return library


@pytest.fixture
def quick_disk() -> Iterator[Path]:
    """Memory, where there is such a place: what fails is injected, and to wait for a real disk proves no more."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


def test_no_failing_call_loses_an_acknowledged_hand(faulty: Path, quick_disk: Path) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "faulty_table.py", quick_disk / "disk", STEP],
        env=os.environ | {"LD_PRELOAD": str(faulty)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    data = json.loads(done.stdout)
    print(data)
    assert data["calls"] > 80
    assert data["failed"] >= data["calls"] * 6 // int(STEP) - 6
    assert data["mending"] > 40
    assert data["failed_mending"] >= data["mending"] * 3 // int(STEP) - 3


def test_order_never_depends_on_a_clock_that_jumps(keeping: Keeping) -> None:
    """A year forth, a year back, and no clock at all: a unit without a battery has seen them all."""
    keeping.shoe("P")
    clocks = ["2027-01-01T20:00:00.000Z", "2025-01-01T20:00:00.000Z", "1970-01-01T00:00:09.000Z"]
    for second, at in enumerate(clocks):
        decision = decide(keeping.state, c.RecordHand(Hand(Outcome.BANKER)))
        assert isinstance(decision, tuple)
        for record in keeping.journal.append(decision, Moment(at, second, f"boot-{second}")):
            keeping.state = apply(keeping.state, record)
    keeping.close()
    journal = Journal(keeping.path, "later")
    assert journal.replay() == keeping.state
    journal.close()
    assert select(keeping.path, "hand, entered_at FROM hands WHERE hand > 1 ORDER BY place") == list(
        enumerate(clocks, 2)
    )
    assert verify(keeping.path).faults == ()


def test_a_disk_that_the_kernel_gave_up_refuses_the_hand(tmp_path: Path) -> None:
    image, disk = tmp_path / "image", tmp_path / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(8 * 2**20)
    made = subprocess.run(["mkfs.ext4", "-q", image], capture_output=True)
    if (
        made.returncode
        or subprocess.run(["mount", "-o", "loop,errors=remount-ro", image, disk], capture_output=True).returncode
    ):
        pytest.skip("only root with a loop device can mount a disk here")
    try:
        keeping = Keeping(disk / "table.db").give(START).shoe("P")
        # As if the kernel had met an error on it.
        turned = subprocess.run(["mount", "-o", "remount,abort", disk], capture_output=True)
        if turned.returncode:
            keeping.close()
            pytest.skip("this kernel cannot turn a mounted disk read-only")
        with pytest.raises(StoreError) as refused:
            keeping.append(TimerStarted(20))
        assert str(refused.value) == "disk error"  # the kernel tells no more of a disk that it has given up
        assert verify(keeping.path).hands == 1
        keeping.close()
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
