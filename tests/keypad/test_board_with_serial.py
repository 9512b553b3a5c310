"""The whole board with a serial keypad on a pty: hands come in, the plug is pulled, hands come in again."""

import os
import select
import subprocess
import sys
from pathlib import Path

from ptypad import PtyPad


def test_hands_come_from_the_keypad_through_pulling_its_plug(pad: PtyPad, tmp_path: Path) -> None:
    env = os.environ | {"SDL_VIDEODRIVER": "dummy", "XDG_CONFIG_HOME": "/nowhere"}
    source = f"serial:{pad.link}"
    command = [sys.executable, "-m", "eztrak", "run", "--windowed", "640x360"]
    command += ["--db", str(tmp_path / "eztrak.db"), "--keypad", source]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=env) as board:
        assert board.stderr is not None
        log = board.stderr.fileno()
        try:
            _wait_for(f"{source}: taken", log)
            pad.send_to_program(b"93\r\n")
            assert "outcome=B" in _wait_for("kind=hand", log)
            pad.unplug()
            _wait_for(f"{source}: keypad unplugged", log)
            pad.plug()
            _wait_for(f"{source}: taken", log)
            pad.send_to_program(b"\xff\x001\r")
            assert "hand=2 outcome=P" in _wait_for("kind=hand", log)
            board.terminate()
            assert board.wait(20) == 0
        finally:
            board.kill()


def _wait_for(words: str, log: int) -> str:
    """The next line of the log with these words."""
    seen, line = [], b""
    while select.select([log], [], [], 30)[0] and (byte := os.read(log, 1)):
        line += byte
        if byte == b"\n":
            seen.append(line.decode())
            line = b""
            if words in seen[-1]:
                return seen[-1]
    raise AssertionError(f"{words!r} was not said: {seen}")
