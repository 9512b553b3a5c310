"""A unit whose software was changed after its release says so: on the board, in the journal and by doctor."""

import json
import os
import signal
import subprocess
import sys
import tarfile
import threading
import tty
from pathlib import Path

import pytest
from advancing import HandClock
from releases import installed_on, release_of_this
from running import PATIENCE, board, eztrak, fields_of, surroundings

from eztrak import __version__
from eztrak.commands.arguments import setup_of
from eztrak.known import Known
from eztrak.release.check import release_of
from eztrak.table.round import NANO

CHANGED = "lib/eztrak/table/stats.py"


class Unit:
    """A release on a disk, with a config and somebody at its keypad."""

    def __init__(self, folder: Path) -> None:
        self.home, self.release = folder, folder / "release"
        self.release.mkdir()
        lib = release_of_this(self.release)
        self.more = {"PYTHONPATH": str(lib), "PYTHONDONTWRITEBYTECODE": "1"}
        self.code = release_of(self.release, folder).code
        self.config = folder / "eztrak.toml"
        self._keypad, self._line = os.openpty()
        tty.setraw(self._line)
        self.approved("")

    def approved(self, code: str) -> None:
        approval = f'[approval]\nauthority = "Gambling Commission"\nnumber = "26-0417"\ncode = "{code}"\n'
        self.config.write_text("[entry]\nhand_seconds = 0\n[keypad]\nbounce = 0\n" + (approval if code else ""))

    def type(self, keys: str) -> None:
        os.write(self._keypad, keys.replace("E", "\r").encode())

    def seven_points_more(self) -> None:
        source = self.release / CHANGED
        text = source.read_text()
        assert "return " in text.partition("def percent")[2]
        head, name, rest = text.partition("def percent")
        source.write_text(head + name + rest.replace("return ", "return 7 + ", 1))

    @property
    def arguments(self) -> list[object]:
        at = ["--config", self.config, "--db", self.home / "t.db"]
        return ["--windowed", "640x360", *at, "--keypad", f"serial:{os.ttyname(self._line)}"]

    def shown(self) -> str:
        """What the board has to say of it, on the board and on the supervisor's page."""
        ask = [sys.executable, "-c", SHOWN, self.config, self.home / "t.db"]
        done = subprocess.run(ask, env=surroundings(self.home, **self.more), capture_output=True, text=True, check=True)
        return done.stdout

    def doctor(self) -> dict[str, tuple[bool, str]]:
        said = eztrak("doctor", "--json", *self.arguments[2:], home=self.home, **self.more).stdout
        return {one["name"]: (one["well"], one["told"]) for one in json.loads(said)}


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    return Unit(tmp_path)


def test_seven_points_more_are_named_by_the_board_and_by_doctor(unit: Unit) -> None:
    with board(*unit.arguments, home=unit.home, **unit.more) as running:
        assert fields_of(running.hear("kind=start"))["code"] == unit.code
        assert fields_of(running.hear("kind=software "))["code"] == unit.code
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert unit.doctor()["release"][0]
    unit.seven_points_more()
    well, seen = unit.doctor()["release"]
    assert (well, seen.rpartition(": ")[2]) == (False, CHANGED)
    with board(*unit.arguments, home=unit.home, **unit.more) as running:
        fields = fields_of(running.hear("kind=software "))
        assert fields["differs"].endswith(f"changed: {CHANGED}")
        assert [line.rpartition(" ")[0] for line in fields["files"]] == [f"changed: {CHANGED}"]
    told_by = eztrak("--version", home=unit.home, **unit.more).stdout
    assert told_by.endswith(f", code {unit.code}\n")  # of what was released


SHOWN = """
import select, sys
from pathlib import Path
from eztrak.appliance.clock import CLOCK
from eztrak.commands.arguments import setup_of
from eztrak.upkeep import Upkeep
from eztrak.voice.said import All
setup = setup_of(Path(sys.argv[1]))
upkeep = Upkeep(Path(sys.argv[2]), setup.loaded, setup.keymap, All(()), CLOCK)
while not upkeep.known.seen.readings:
    select.select([upkeep.bell.fileno()], [], [])
    upkeep.turn()
print(*upkeep.troubles(), *upkeep.ailing(), *upkeep.well(), sep="\\n")
upkeep.close_readers()
upkeep.close()
"""


def test_each_file_that_was_changed_is_missing_or_was_added_is_named_on_page_9(unit: Unit) -> None:
    as_released = f"release: eztrak 1.0 amd64, code {unit.code}: "
    assert f"{as_released}all " in unit.shown()
    unit.seven_points_more()
    (unit.release / "lib/eztrak/_shipped/config/packs/house.toml").unlink()
    (unit.release / "lib/flask.py").touch()
    notice, page = (line for line in unit.shown().splitlines() if "release" in line)
    assert notice == "the software is not as released: see the menu, Export and health"
    named = f"missing: lib/eztrak/_shipped/config/packs/house.toml; changed: {CHANGED}; additional: lib/flask.py"
    assert page.startswith(f"{as_released}{named}. install the release again;")


def test_a_file_that_is_changed_while_the_board_runs_is_named_within_the_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = installed_on(tmp_path)
    monkeypatch.setattr("eztrak.known.installed", lambda: release_of(folder, tmp_path))
    (tmp_path / "eztrak.toml").touch()
    setup, named, clock = setup_of(tmp_path / "eztrak.toml"), threading.Event(), HandClock()
    known = Known(setup.loaded, setup.keymap, named.set, clock)
    assert named.wait(PATIENCE)
    assert (known.seen.checked.files, str(known.seen.notice)) == ((), "")
    named.clear()
    changed = folder / "lib/eztrak/stats.py"
    changed.write_bytes(changed.read_bytes() + b"#")
    assert known.errand.rests.wait(PATIENCE)
    clock.now += 3599 * NANO
    known.errand.turn()
    assert known.errand.rests.is_set()
    clock.now += NANO
    known.errand.turn()
    assert named.wait(PATIENCE)
    known.close()
    assert [line.rpartition(" ")[0] for line in known.seen.checked.files] == ["changed: lib/eztrak/stats.py"]
    assert str(known.seen.notice) == "the software is not as released: see the menu, Export and health"


def test_every_paper_and_file_says_which_release_made_it(unit: Unit) -> None:
    with board(*unit.arguments, home=unit.home, **unit.more) as running:
        running.hear("kind=software ")
        unit.type("3E")
        running.hear("kind=hand shoe=1 hand=1")
    database = ("--db", unit.home / "t.db")
    out, report, bundle = (unit.home / name for name in ("out.jsonl", "shoe.pdf", "bundle.tar.gz"))
    for words in (
        ("export", *database, "--format", "jsonl", "--out", out),
        ("report", *database, "--out", report),
        ("bundle", *unit.arguments[2:6], bundle),
    ):
        done = eztrak(*words, home=unit.home, **unit.more)
        assert done.returncode == 0, done.stderr
    version = f"{__version__}, code {unit.code}"
    assert json.loads(out.read_text().splitlines()[0])["code"] == unit.code
    inspected = subprocess.run([unit.release / "lib/eztrak/release/check.py", out, "--code", unit.code])
    assert inspected.returncode == 0
    paper = subprocess.run(["pdftotext", report, "-"], capture_output=True, text=True, check=True).stdout
    assert f"eztrak {version}" in paper
    with tarfile.open(bundle) as packed:
        (about,) = (member for member in packed if member.name.endswith("about.txt"))
        assert f"\neztrak {version}\n" in packed.extractfile(about).read().decode()


def test_an_approved_unit_that_was_changed_takes_no_hand_until_a_supervisor_confirms_it(unit: Unit) -> None:
    unit.approved(unit.code.lower())
    with board(*unit.arguments, home=unit.home, **unit.more) as running:
        running.hear("kind=software ")
        unit.type("3E")
        running.hear("kind=hand shoe=1 hand=1")
    assert unit.doctor()["approval"] == (True, "Gambling Commission 26-0417: it is what was approved")
    unit.seven_points_more()
    assert unit.doctor()["approval"] == (False, "Gambling Commission 26-0417: its files are not as released")
    with board(*unit.arguments, home=unit.home, **unit.more) as running:
        running.hear("kind=software ")
        unit.type("3E.//32468E2468E93/E")
        confirmed = fields_of(running.hear("kind=software_confirm "))
        assert confirmed["by"] == "supervisor 1"
        assert confirmed["what"].endswith(f"changed: {CHANGED}")
        unit.type(".1E")
        assert "outcome=P" in running.hear("kind=hand shoe=1 hand=2")
        assert not [line for line in running.events() if "outcome=B" in line]


def test_from_source_no_release_is_what_was_approved(unit: Unit) -> None:
    unit.approved(unit.code)
    said = eztrak("doctor", "--json", *unit.arguments[2:], home=unit.home).stdout
    (approval,) = [one for one in json.loads(said) if one["name"] == "approval"]
    assert approval["told"] == f"Gambling Commission 26-0417: this is no release, and {unit.code} was approved"
    with board(*unit.arguments, home=unit.home) as running:
        assert fields_of(running.hear("kind=software "))["differs"].endswith("was approved")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('authority = "x"\nnumber = "1"', "approval.code: is missing: an approval needs authority, number and code"),
        (
            'authority = "x"\nnumber = "1"\ncode = "7K3M"',
            "approval.code = '7K3M': is not a code: three groups of four letters or digits",
        ),
    ],
)
def test_an_approval_that_binds_nothing_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text(f"[approval]\n{text}\n")
    done = eztrak("config", "check", config, home=tmp_path)
    assert done.returncode != 0
    assert fault in done.stdout + done.stderr
