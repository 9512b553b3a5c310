"""The command as people run it: a process of its own, with nothing of this machine's own settings."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds until something that should come at once counts as missing
COMMAND = (sys.executable, "-m", "eztrak")


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """An environment without a screen and without anybody's config."""
    inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
    return inherited | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "TZ": "UTC"} | more


def eztrak(*arguments: object, home: Path, said: str | bytes = b"", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=said.encode() if isinstance(said, str) else said,
        capture_output=True,
        env=surroundings(home, **more),
        cwd=home,
        timeout=PATIENCE,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class Board:
    """A running `eztrak run` or `eztrak demo`: what it says, line by line, and how it ends."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stderr is not None
        self.process = process
        self.lines: list[str] = []  # complete ones
        self._stream = process.stderr.fileno()
        self._partial = b""

    def hear(self, pattern: str, patience: float = PATIENCE) -> str:
        """The next line with this in it."""
        deadline = time.monotonic() + patience
        while (line := self._next(deadline)) is not None:
            if re.search(pattern, line):
                return line
        raise AssertionError(f"not heard: {pattern}\nheard so far:\n" + "\n".join(self.lines))

    def silent(self, seconds: float) -> bool:
        """Whether nothing is said for that long."""
        return self._next(time.monotonic() + seconds) is None

    def events(self) -> list[str]:
        return [line for line in self.lines if line.startswith("event ")]

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def ended(self, patience: float = PATIENCE) -> int:
        """The exit status, after everything that it still had to say."""
        deadline = time.monotonic() + patience
        while self._next(deadline) is not None:
            pass
        return self.process.wait(max(0.1, deadline - time.monotonic()))

    def _next(self, deadline: float) -> str | None:
        while b"\n" not in self._partial:
            if not select.select([self._stream], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return None
            if not (more := os.read(self._stream, 65536)):
                return None
            self._partial += more
        line, _, self._partial = self._partial.partition(b"\n")
        self.lines.append(line.decode())
        return self.lines[-1]


@contextmanager
def board(*arguments: object, home: Path, command: str = "run", **more: str) -> Iterator[Board]:
    """A board in a window that nobody sees, unless `more` names a display."""
    screen = {} if {"DISPLAY", "SDL_VIDEODRIVER"} & more.keys() else {"SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(
        [*COMMAND, command, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=surroundings(home, **screen, **more),
        cwd=home,
    ) as process:
        try:
            yield Board(process)
        finally:
            process.kill()


def fields_of(line: str) -> dict[str, Any]:
    """The fields of a log line. A value is JSON, or a bare word."""
    fields: dict[str, Any] = {}
    rest = line.removeprefix("event ")
    while rest:
        name, _, rest = rest.partition("=")
        try:
            fields[name], end = json.JSONDecoder().raw_decode(rest)
            assert rest[end : end + 1] in ("", " ")
        except (ValueError, AssertionError):
            end = (rest + " ").index(" ")
            fields[name] = rest[:end]
        rest = rest[end + 1 :]
    return fields
