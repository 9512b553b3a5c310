"""What putting a release into use asks of the machine: programs, systemd, and files that a power cut leaves whole.

`eztrak-setup` is made of this, units, fitting, trial and setup. Root runs it, with Python's own library alone.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path


class SetupError(Exception):
    """What had to be done and was not, and why; for people. `status` is that of the command."""

    def __init__(self, why: str = "", status: int = 1) -> None:
        super().__init__(why)
        self.status = status


# Also what a release says that is not as it should be.
FAILS = (OSError, SetupError, ValueError, LookupError)


STDERR = 2


def say(words: object) -> None:
    if not str(words):
        return
    # The board may take the very terminal that the installer works on: losing it is no reason to stop half-way.
    with suppress(OSError):
        print(f"eztrak: {words}", file=sys.stderr, flush=True)


def do(*command: str | Path) -> None:
    """It must end well, or SetupError is raised. What a program says goes where we say things."""
    output_of(*command, out=STDERR)


def output_of(*command: str | Path, out: int = subprocess.PIPE) -> str:
    """What it says; it must end well, or SetupError is raised."""
    done = subprocess.run(command, stdout=out, text=True)
    if done.returncode:
        raise SetupError(f"{' '.join(map(str, command))} ended with status {done.returncode}")
    return done.stdout or ""


def heard(*command: str | Path) -> str:
    """What it says, however it ends: systemctl tells much by its status."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:  # there is no such program
        return ""
    return done.stdout.strip()


def works(*command: str | Path, quiet: bool = False) -> bool:
    where = subprocess.DEVNULL if quiet else STDERR
    try:
        return subprocess.run(command, stdout=where, stderr=where).returncode == 0
    except OSError:
        return False


def as_board(*command: str | Path) -> tuple[str | Path, ...]:
    """As its user: its folders may hold links to anywhere."""
    return ("setpriv", "--reuid=eztrak", "--regid=eztrak", "--init-groups", *command)


def running() -> bool:
    """Not in a chroot, where an image is made or the disk beneath a read-only root is changed; it has /run too."""
    return Path("/run/systemd/system").is_dir() and not works("systemd-detect-virt", "--quiet", "--chroot")


def new(place: Path) -> Path:
    """Where what comes there stands until it is whole."""
    return place.with_name(f"{place.name}.new")


def write(place: Path, content: str | bytes, mode: int = 0) -> None:
    """The content of before or this one, whenever the power goes; on the disk when this returns."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with new(place).open("wb") as file:
        if mode:  # of Linux's file systems; on a Pi's FAT there is nothing to set
            os.fchmod(file.fileno(), mode)
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    new(place).replace(place)
    flush(place.parent)


def remove(place: Path) -> None:
    """For good, when this returns."""
    place.unlink(missing_ok=True)
    flush(place.parent)


def flush(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def same(one: Path, other: Path) -> bool:
    """Whether both are there, with the same content."""
    try:
        return one.read_bytes() == other.read_bytes()
    except OSError:
        return False
