"""The log, on a real stream: journald's, and anybody else's."""

import os
import pty
import socket
import subprocess
import sys

SAYS = """
from eztrak.appliance.log import flush, log
log.info("event seq=57 kind=hand")
log.warning("config refused:\\n100% wrong")
log.error("not stored: disk full")
flush()
"""


def said(named: bool) -> str:
    """What comes out, where systemd has named the stream or another."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        state = os.fstat(theirs.fileno())
        stream = f"{state.st_dev}:{state.st_ino if named else state.st_ino + 1}"
        environ = os.environ | {"JOURNAL_STREAM": stream}
        subprocess.run([sys.executable, "-c", SAYS], stderr=theirs, env=environ, check=True, timeout=60)
        theirs.close()
        return ours.makefile().read()


def test_journald_is_told_how_grave_each_line_is() -> None:
    assert said(named=True) == (
        "<6>event seq=57 kind=hand\n<4>config refused:\n<4>100% wrong\n<3>not stored: disk full\n"
    )


def test_for_anybody_else_the_lines_are_as_they_were_said() -> None:
    assert said(named=False) == "event seq=57 kind=hand\nconfig refused:\n100% wrong\nnot stored: disk full\n"


def test_at_a_terminal_a_line_ends_where_nobody_reads_on() -> None:
    ours, theirs = pty.openpty()
    says = f"from eztrak.appliance.log import flush, log\nlog.info('{'x' * 240}')\nlog.info('{'y' * 241}')\nflush()"
    subprocess.run([sys.executable, "-c", says], stderr=theirs, check=True, timeout=60)
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        seen = b""
        while seen.count(b"\n") < 2:
            seen += terminal.read(4096)
    assert seen.decode().splitlines() == ["x" * 240, "y" * 240 + "…"]
