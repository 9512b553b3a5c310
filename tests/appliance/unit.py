"""The unit in the virtual machine as its people meet it: what it says, what it has stored, what it shows."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "lab"))

import pygame
from machine import Machine
from qemu import ARCH, OWN

from eztrak import __version__

TOP = Path(__file__).parent.parent.parent
SUITE = os.environ.get("SUITE", "trixie")
IMAGE = f"eztrak-{SUITE}" + ("" if ARCH == OWN else f"-{ARCH}")
DATABASE = "/var/lib/eztrak/eztrak.db"
PICTURES = Path(os.environ.get("PICTURES", TOP / "build" / "appliance"))
CONFIG = "/etc/eztrak/eztrak.toml"
FIRST = f"{__version__}-1"  # the release of this tree
# Hands come faster here than at a table, and an emulated processor sees several presses at once.
SETTINGS = {"entry": "hand_seconds = 0", "keypad": "bounce = 0"}
INSTALL = " && ".join(
    ("./install --silent", *(rf"sed -i '/^\[{part}\]/a {option}' {CONFIG}" for part, option in SETTINGS.items()))
)

passed = failed = 0


def check(what: str, holds: bool, seen: object = "") -> None:
    global passed, failed
    passed, failed = passed + holds, failed + (not holds)
    print("ok  " if holds else "FAIL", what, f"({seen})" if seen != "" else "", flush=True)


def build(image: str, command: str) -> None:
    """A disk with what git knows of the product, as it stands in the working tree, on which the command was run."""
    source = TOP / "build" / "appliance" / "eztrak"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    copy = f"git ls-files -z | tar --null --files-from=- -cf - | tar -C '{source}' -xf -"
    subprocess.run(copy, shell=True, check=True, cwd=TOP)
    script = TOP / "tests/appliance/lab/build-image"
    subprocess.run([str(script), image, SUITE, str(source), command], check=True)


def hands_of(lines: list[str]) -> dict[tuple[int, int], str]:
    """The hands that were acknowledged: the outcome by shoe and number."""
    hands = (re.search(r" kind=hand shoe=(\d+) hand=(\d+) outcome=([PBT])", line) for line in lines)
    return {(int(hand[1]), int(hand[2])): hand[3] for hand in hands if hand}


def stored(database: Path) -> tuple[str, dict[tuple[int, int], str]]:
    """What `verify` says of a history outside the machine, and its hands. The file is looked at in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        for part in database.parent.glob(database.name + "*"):
            (Path(folder) / part.name).write_bytes(part.read_bytes())
        copy = str(Path(folder) / database.name)
        checked = subprocess.run([*EZTRAK, "verify", copy], capture_output=True, text=True, check=False)
        listed = subprocess.run([*EZTRAK, "shoes", "--json", "--db", copy], capture_output=True, text=True, check=False)
    fault = "" if checked.returncode == 0 else checked.stdout + checked.stderr + listed.stderr
    return fault, hands_in(json.loads(listed.stdout or "[]"))


def hands_in(shoes: list[dict[str, Any]]) -> dict[tuple[int, int], str]:
    """The hands of `eztrak shoes --json`."""
    return {(shoe["shoe"], n): hand[0] for shoe in shoes for n, hand in enumerate(shoe["notation"].split(), 1)}


EZTRAK = (sys.executable, "-m", "eztrak")


class Unit:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._since = 0  # lines of the log before the last start by hand

    def start(self) -> None:
        self._since = len(self.machine.log())
        self.machine.sh("systemctl start --no-block eztrak")

    def stop(self) -> None:
        self.machine.sh("systemctl stop eztrak")

    def shown(self, what: str) -> str:
        """What systemd says of it."""
        return self.machine.sh(f"systemctl show -P {what} eztrak").strip()

    def up(self) -> None:
        """The board is on the screen and has its keypad: the service is ready, and says so."""
        said = "journalctl --output cat _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID eztrak)"
        ready = f"systemctl is-active eztrak && {said} | grep 'taken:'"
        self.machine.wait(lambda: self.machine.sh(ready, timeout=10), every=1)

    def hands(self) -> dict[tuple[int, int], str]:
        return hands_of(self.machine.log())

    def says(self, words: str, times: int = 1) -> None:
        """This often since the last start by hand."""
        self.machine.wait(lambda: sum(words in line for line in self.machine.log()[self._since :]) >= times)

    def takes(self, caps: str, outcome: str) -> None:
        """A result that is typed becomes the next hand."""
        before = len(self.hands())
        self.machine.type(caps)
        self.machine.wait(lambda: len(self.hands()) > before)
        last = list(self.hands().values())[-1]
        check(f"{caps.strip()} is entered and becomes {outcome}", last == outcome, last)

    def shows(self, notation: str, instead_of: str) -> None:
        """The screen has the board of this shoe, and not that of the other: nearer to our own picture of it."""
        here, there = (_picture(shoe, self.machine.screen().get_size()) for shoe in (notation, instead_of))
        self.machine.wait(lambda: _far(self.machine.screen(), here) * 2 < _far(self.machine.screen(), there), every=1)
        near, far = (_far(self.machine.screen(), picture) for picture in (here, there))
        check(f"the screen shows {notation}", near * 2 < far, f"{near:.2f} from it, {far:.2f} from {instead_of}")


def _picture(notation: str, size: tuple[int, int]) -> pygame.Surface:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.png"
        wanted = ["--shoe", notation, "--size", "{}x{}".format(*size)]
        subprocess.run([*EZTRAK, "snapshot", str(path), *wanted], check=True, cwd=folder)
        return pygame.image.load(path)


def _far(one: pygame.Surface, other: pygame.Surface) -> float:
    """How far two pictures are apart, coarsely: the board wanders some pixels, and its clock goes."""
    a, b = (pygame.transform.smoothscale(picture, (96, 54)) for picture in (one, other))
    pixels = [(a.get_at((x, y)), b.get_at((x, y))) for x in range(96) for y in range(8, 54)]  # below the header
    return sum(abs(p[i] - q[i]) for p, q in pixels for i in range(3)) / len(pixels) / 3
