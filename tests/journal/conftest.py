import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from keeping import START, Keeping


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Keeping]:
    """A table that has just come up, on a new file."""
    keeping = Keeping(tmp_path / "table.db").give(START)
    yield keeping
    keeping.close()


@pytest.fixture
def evening(keeping: Keeping) -> Path:
    """The file of a closed unit: two shoes that ended, a third in play."""
    keeping.shoe("P Bn T B7 P8 Pf Bx").shoe("BBBB P").shoe("T Tn P")
    return keeping.close()


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
