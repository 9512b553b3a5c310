"""A running helper with folders in the place of sticks."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HELPER = Path(__file__).parent / "stickhelper.py"


@dataclass
class Plugged:
    """Its socket, and the folder of sticks: a folder a stick."""

    door: str
    top: Path

    def stick(self, name: str = "red") -> Path:
        path = self.top / name
        path.mkdir()
        path.chmod(0o777)  # whoever asks has lost root's rights when it writes
        return path

    def tells(self, what: str, content: str) -> None:
        """What the helper is to say or do; see stickhelper.py."""
        (self.top / what).write_text(content)


@contextmanager
def helper(folder: Path) -> Iterator[Plugged]:
    top = folder / "sticks"
    top.mkdir()
    door = str(folder / "stick.sock")
    with subprocess.Popen([sys.executable, HELPER, door, top], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"listening\n"
        yield Plugged(door, top)
        process.kill()
