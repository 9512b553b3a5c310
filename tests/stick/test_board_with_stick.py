"""The whole board, a keypad on a pty and the helper: a supervisor exports to a stick, and the dealer goes on."""

import hashlib
import json
import os
import pty
import re
import select
import subprocess
import sys
import tty
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pluggedsticks import Plugged

ENVIRONMENT = os.environ | {"SDL_VIDEODRIVER": "dummy", "XDG_CONFIG_HOME": "/nowhere", "TZ": "UTC"}
EZTRAK = [sys.executable, "-m", "eztrak"]
PATIENCE = 240.0  # an export gives way to everything else on a busy machine
FAST = "[entry]\nhand_seconds = 0\n[keypad]\nbounce = 0\n"  # keys come in bursts


class Unit:
    """A running board; what is typed goes down a serial line."""

    def __init__(self, folder: Path, config: str) -> None:
        self.database = folder / "t.db"
        (folder / "eztrak.toml").write_text(config)
        self._keys, line = pty.openpty()
        tty.setraw(line)
        command = [*EZTRAK, "run", "--windowed", "640x360", "--config", str(folder / "eztrak.toml")]
        command += ["--db", str(self.database), "--keypad", f"serial:{os.ttyname(line)}"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, env=ENVIRONMENT)
        assert self._process.stderr is not None
        self._log, self._unread = self._process.stderr.fileno(), b""
        os.set_blocking(self._log, False)
        self.hear("taken")
        os.close(line)

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.replace("\n", "\r").encode())

    def hear(self, pattern: str, meanwhile: str = "") -> str:
        """The next line of the log with this in it; until then `meanwhile` is typed again and again."""
        turns = 0
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                if re.search(pattern, line.decode()):
                    return line.decode()
            if meanwhile:
                self.type(meanwhile)
            ready, _, _ = select.select([self._log], [], [], 0.25 if meanwhile else PATIENCE)
            turns += 1
            if ready:
                self._unread += os.read(self._log, 65536)
            elif not meanwhile or turns > PATIENCE * 4:
                raise AssertionError(f"not heard: {pattern}")

    def open_the_page(self, page: str = "91") -> None:
        self.type("//32468\n2468\n")
        self.hear("kind=pin_set")
        self.type(page)

    def end(self) -> int:
        self._process.terminate()
        status = self._process.wait(PATIENCE)
        self.close()
        return status

    def close(self) -> None:
        if self._process.stderr and not self._process.stderr.closed:
            self._process.kill()
            self._process.wait()
            self._process.stderr.close()
            os.close(self._keys)


@pytest.fixture
def unit(tmp_path: Path, plugged: Plugged) -> Iterator[Unit]:
    made = Unit(tmp_path, f'{FAST}[table]\nname = "Table 7 / VIP"\n[stick]\nsocket = "{plugged.door}"\n')
    yield made
    made.close()


def test_a_supervisor_takes_a_day_home_on_a_stick(unit: Unit, plugged: Plugged) -> None:
    unit.type("3\n1\n43\n")
    unit.hear("hand=3 outcome=B natural=1")
    unit.open_the_page()
    stick = plugged.stick()
    today = datetime.now(UTC).date().isoformat()
    asked = unit.hear("kind=export ", meanwhile="1")
    stated = f'stick="Folder red, 1 MB, FAT12" device=red@1 since={today} until={today} by="supervisor 1"'
    assert asked.endswith(stated)
    ended = unit.hear("kind=export_end")
    (folder,) = stick.iterdir()
    assert folder.name == f"eztrak-Table-7-VIP-{today}"
    sums = (folder / "SHA256SUMS").read_bytes()
    assert ended.endswith(f"folder={folder.name} digest={hashlib.sha256(sums).hexdigest()}")
    assert subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=False).returncode == 0
    kinds = sorted(path.suffix for path in folder.iterdir())
    assert kinds == ["", "", ".heads", ".pdf", ".xlsx"]
    for part in (f"{folder.name}.xlsx", f"{folder.name}-csv"):
        verified = subprocess.run([*EZTRAK, "verify", "--json", str(folder / part)], capture_output=True, check=False)
        assert json.loads(verified.stdout)["hands"] == 3
        assert verified.returncode == 0
    unit.type("....5\n")  # out of the menu, and a Tie
    unit.hear("hand=4 outcome=T")
    assert unit.end() == 0


def test_a_supervisor_takes_the_report_of_a_malfunction_home_on_a_stick(unit: Unit, plugged: Plugged) -> None:
    unit.type("3\n")
    unit.hear("hand=1 outcome=B")
    unit.open_the_page("92")
    stick = plugged.stick()
    asked = unit.hear("kind=export ", meanwhile="2")
    assert asked.endswith(
        'stick="Folder red, 1 MB, FAT12" device=red@1 since="" until="" by="supervisor 1" what=incident hours=4'
    )
    ended = unit.hear("kind=export_end")
    (folder,) = stick.iterdir()
    today = datetime.now(UTC).date().isoformat()
    assert folder.name == f"eztrak-Table-7-VIP-{today}-malfunction"
    assert f"folder={folder.name} digest={hashlib.sha256((folder / 'SHA256SUMS').read_bytes()).hexdigest()}" in ended
    assert subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=False).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == ["SHA256SUMS", f"{folder.name}.pdf"]
    text = subprocess.run(["pdftotext", "-layout", folder / f"{folder.name}.pdf", "-"], capture_output=True, text=True)
    said = [" ".join(line.split()) for line in text.stdout.splitlines()]
    assert "Room and table Cardroom, Table 7 / VIP" in said
    assert any(line.endswith("shoe 1, hand 1: entered: BANKER (the dealer)") for line in said)
    assert any("malfunction report for the last 4 hours, to USB stick Folder red" in line for line in said)
    assert unit.end() == 0


def test_hands_are_entered_while_a_stick_hangs_and_its_fault_is_on_record(unit: Unit, plugged: Plugged) -> None:
    stick = plugged.stick()
    plugged.tells("stall", "yes")
    unit.type("3\n")
    unit.hear("hand=1 outcome=B")
    unit.open_the_page()
    unit.hear("kind=export ", meanwhile="1")
    unit.type("....1\n")
    unit.hear("hand=2 outcome=P")
    ended = unit.hear("kind=export_end")
    assert 'folder="" digest="" fault="the stick does not answer any more: pull it out and use another.' in ended
    assert list(stick.iterdir()) == []
    assert unit.end() == 0


def test_days_without_a_shoe_are_told_and_the_stick_stays_empty(unit: Unit, plugged: Plugged) -> None:
    stick = plugged.stick()
    unit.open_the_page()
    unit.hear("kind=export ", meanwhile="2")  # yesterday
    assert "nothing found for " in unit.hear("kind=export_end")
    assert list(stick.iterdir()) == []


def test_an_orderly_stop_breaks_an_export_off(unit: Unit, plugged: Plugged, tmp_path: Path) -> None:
    plugged.stick()
    unit.type("3\n")
    unit.hear("hand=1 outcome=B")
    unit.open_the_page()
    unit.hear("kind=export ", meanwhile="1")
    assert unit.end() == 0
    verified = subprocess.run([*EZTRAK, "verify", str(tmp_path / "t.db")], capture_output=True, check=False)
    assert verified.returncode == 0


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command_line = [*EZTRAK, "stick", *arguments, "--config", str(folder / "eztrak.toml")]
    return subprocess.run(command_line, capture_output=True, text=True, env=ENVIRONMENT, check=False)


def test_the_same_from_a_terminal(unit: Unit, plugged: Plugged, tmp_path: Path) -> None:
    unit.type("3\n")
    unit.hear("hand=1 outcome=B")
    write = ("write", "--db", str(unit.database))
    assert command(tmp_path, "list").stdout == "no stick is plugged in\n"
    nothing = command(tmp_path, *write)
    assert (nothing.returncode, nothing.stderr) == (1, "eztrak: no stick is plugged in\n")
    plugged.stick("blue")
    assert command(tmp_path, "list").stdout == "blue@1  Folder blue, 1 MB, FAT12\n"
    done = command(tmp_path, *write)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith("written, read back and found the same. The stick is safe to remove.")
    plugged.stick("red")
    several = command(tmp_path, *write)
    assert (several.returncode, several.stderr) == (
        1,
        "eztrak: there are several sticks: choose by --stick blue@1 or red@1\n",
    )
    done = command(tmp_path, *write, "--stick", "red@1", "--json")
    assert set(json.loads(done.stdout.splitlines()[-1])) == {"folder", "digest"}
    backwards = command(tmp_path, *write, "--from", "2026-02-02", "--to", "2026-02-01")
    assert (backwards.returncode, backwards.stderr) == (2, "eztrak: --to 2026-02-01 is before --from 2026-02-02\n")
