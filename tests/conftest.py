"""For all tests: Ctrl-C works in what they start, also where they themselves run in the background; their files lie in
memory where there is room for them."""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import hypothesis
import pytest

# A shell starts background jobs with SIGINT ignored, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says something about the machine only.
hypothesis.settings.register_profile("eztrak", deadline=None)
hypothesis.settings.load_profile("eztrak")

MEMORY = Path("/dev/shm")
NEEDED = 2**30  # bytes


def _in_memory() -> bool:
    """Whether there is a disk in memory for the tests' files, with room for all, from which programs may be run."""
    if not os.access(MEMORY, os.W_OK):
        return False
    disk = os.statvfs(MEMORY)
    return disk.f_bavail * disk.f_frsize >= NEEDED and not disk.f_flag & os.ST_NOEXEC


# A history waits for the disk with each commit: a third of the time that the tests take.
if "TMPDIR" not in os.environ and _in_memory():
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None  # it may have been looked up before


@pytest.fixture
def shut_out(tmp_path: Path) -> Callable[[], AbstractContextManager[None]]:
    """Within this one has the rights of somebody who is not let into the test's folder."""

    @contextmanager
    def as_nobody() -> Iterator[None]:
        tmp_path.chmod(0)
        if os.geteuid() == 0:
            os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(os.getuid())
            tmp_path.chmod(0o700)

    return as_nobody


@pytest.fixture(autouse=True)
def keys_of_nobody(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that runs in this process keeps its key where the tests' files are."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))
    monkeypatch.delenv("EZTRAK_KEY", raising=False)
