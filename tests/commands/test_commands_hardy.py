"""What a room does to a unit without meaning to: an unread log, a reset cut short, a name that is a device."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eztrak.cli import main


def test_a_log_that_nobody_reads_does_not_stop_the_board(tmp_path: Path) -> None:
    """4 KiB of pipe, more than that of lines, no reader: every hand is stored all the same."""
    (tmp_path / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n")
    (tmp_path / "keys.txt").write_text("3 Enter 1 Enter " * 50)
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    command = [sys.executable, "-m", "eztrak", "run", "--windowed", "640x360", "--config", tmp_path / "eztrak.toml"]
    command += ["--db", tmp_path / "t.db", "--keypad", f"script:{tmp_path / 'keys.txt'}"]
    board = subprocess.Popen(command, stderr=write, env={**os.environ, "SDL_VIDEODRIVER": "dummy"})
    os.close(write)
    try:
        hands, patience = 0, time.monotonic() + 60
        while hands < 100 and time.monotonic() < patience:
            done = subprocess.run(
                [sys.executable, "-m", "eztrak", "shoes", "--json", "--db", tmp_path / "t.db"],
                capture_output=True,
                check=False,
            )
            hands = json.loads(done.stdout)[0]["hands"] if done.stdout.startswith(b"[{") else 0
        assert hands == 100
        board.send_signal(signal.SIGTERM)
        assert board.wait(60) == 0
    finally:
        board.kill()
        board.wait()
        os.close(read)


@pytest.mark.parametrize("command", [["shoe", "B", "--png"], ["snapshot"], ["keycaps"]], ids=" ".join)
def test_a_picture_never_takes_the_place_of_a_device(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main([*command, str(pipe)]) == 2
    assert "is not a regular file; it was left as it is" in capsys.readouterr().err
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "content",
    [
        "a = " + "[" * 5000,
        "[limits]\nmax = " + "9" * 5000,
        '[keypad]\nkeymap = "~nobodyhere/x.toml"',
        '[room]\nname = "a\\u0000b"',
        "[entry]\ntimeout = " + "9" * 400,
    ],
    ids=["nesting", "digits", "home", "control", "overflow"],
)
def test_an_outlandish_config_is_refused_in_words(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text(content)
    assert main(["config", "check", str(path)]) == 2
    assert capsys.readouterr().err.startswith("eztrak: ")
