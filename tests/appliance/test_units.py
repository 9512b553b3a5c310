"""The units as systemd reads them: nothing unknown in them, and no more rights than each one needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
UNITS = sorted(path for kind in ("service", "timer", "socket") for path in TOP.glob(f"systemd/*.{kind}"))
SERVICES = [path for path in UNITS if path.suffix == ".service"]
WORST = 20  # tenths; systemd's own scale goes from 0, safe, to 10

pytestmark = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.name)
def test_a_service_is_exposed_at_most_2_0(unit: Path) -> None:
    done = analyze("security", "--offline=true", f"--threshold={WORST}", unit)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_measure_finds_an_open_service(tmp_path: Path) -> None:
    unit = tmp_path / "open.service"
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    assert analyze("security", "--offline=true", f"--threshold={WORST}", unit).returncode != 0


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_knows_every_word_of_a_unit(unit: Path, tmp_path: Path) -> None:
    """With programs that are there in the place of the installed ones, and all units side by side."""
    for one in UNITS:
        lines = re.sub("/opt/eztrak/current/(bin/)?", f"{tmp_path}/", one.read_text()).splitlines()
        # Nothing to say here about a manual that is installed elsewhere.
        settings = [line for line in lines if not line.startswith("Documentation=")]
        (tmp_path / one.name).write_text("\n".join(settings))
    for program in ("eztrak", "console", "stick", "key-lock", "setup"):
        (tmp_path / program).symlink_to("/bin/true")
    done = analyze("verify", "--man=no", "--recursive-errors=no", tmp_path / unit.name)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_service_but_the_board_sees_the_key_that_signs() -> None:
    """Of those that run as the board's user, or may become it: the rights of the key's file do not keep them off."""
    closed = {path.name: re.findall(r"(?m)^InaccessiblePaths=(.*)", path.read_text()) for path in SERVICES}
    seeing = {name for name, paths in closed.items() if "-/var/lib/eztrak-key" not in " ".join(paths).split()}
    roots = {"eztrak-disk.service", "eztrak-key.service", "eztrak-trial.service"}  # systemd's own work, and setup
    assert seeing == {"eztrak.service", *roots}


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60)
