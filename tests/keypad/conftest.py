from collections.abc import Iterator
from pathlib import Path

import pytest
from ptypad import PtyPad


@pytest.fixture
def pad(tmp_path: Path) -> Iterator[PtyPad]:
    """A serial keypad, plugged in."""
    pad = PtyPad(tmp_path / "ttyPAD")
    pad.plug()
    yield pad
    pad.unplug()
