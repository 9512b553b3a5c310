"""The trial of a release: it takes the place of the current one and is watched until its board stays up. What fails is
taken back, at once or, where the power went or the installer was killed, at the next start.

Its steps stand in three lists. Where a restart goes on is told by one file, the note of the trial: it is on the disk
before anything is changed, and goes when all is done or taken back.
"""

import json
import os
import shutil
import signal
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from eztrak.release.system import FAILS, SetupError, as_board, do, heard, output_of, remove, say, works, write
from eztrak.release.units import OFF, RELEASES, ROOT, adopt, in_use, is_up, linked, named, point, state_of

STATE = Path("/var/lib/eztrak")
BACKUPS = STATE / "before-update"
NOTE = ROOT / "trial"
# Seconds: until the board is up, and how long it must stay up with the same process (longer than its watchdog).
PATIENCE, STEADY = int(os.environ.get("EZTRAK_PATIENCE", "120")), int(os.environ.get("EZTRAK_STEADY", "15"))
TRIES = 5  # after so many restarts nobody needs to wait any longer
ABANDONED = 600  # seconds after which hands on an unproven release are no trial any more
KEPT = 10  # backups, the newest, beside those that one can go back to


@dataclass(frozen=True, slots=True)
class Trial:
    """What going back takes.

    In the note each has its line, as in 0.1.0: whichever release is current when the power comes back reads it, the
    newer one or the older. What is added one day gets its line before the last.
    """

    old: Path
    new: Path
    older: Path | None  # what was `previous` before
    saved: Path | None  # the history of before, where there was one
    restored: bool  # whether the new release gets an older history
    beside: tuple[str, ...]  # units that rest meanwhile
    boot: str  # in which it began

    @property
    def text(self) -> str:
        restored = "yes" if self.restored else "no"
        lines = (self.old, self.new, self.older or "", self.saved or "", restored, " ".join(self.beside), self.boot)
        return "".join(f"{line}\n" for line in lines)


def parse(text: str) -> Trial | None:
    """None where it tells of no release."""
    match text.splitlines():
        case [old, new, older, saved, restored, beside, *_, boot] if old and new:
            before, history = (Path(path) if path else None for path in (older, saved))
            return Trial(Path(old), Path(new), before, history, restored == "yes", tuple(beside.split()), boot)
    return None


def this_boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def noted() -> Trial | None:
    try:
        return parse(NOTE.read_text())
    except (OSError, ValueError):
        return None


class Way(Enum):
    FORWARD = auto()
    BACK = auto()
    BACK_TO_ITS_HISTORY = auto()


@dataclass(slots=True)
class Switch:
    """On the way from one release to another, or back."""

    trial: Trial
    way: Way = Way.FORWARD
    before: str = ""  # what systemd said of the board
    live: bool = True  # else there is nothing to stop or to start: systemd starts what it finds after this


SwitchStep = Callable[[Switch], None]


def switch_to(new: Path, old: Path, way: Way) -> bool:
    """With a backup, and back again if it does not come up."""
    # What copies or shows the history must not see one that may be taken back.
    beside = tuple(unit for unit in OFF if in_use(unit))
    trial = Trial(old, new, linked("previous"), None, False, beside, this_boot())
    switch = Switch(trial, way, state_of("eztrak.service"))
    for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):  # from here on only the power can cut it short
        signal.signal(one, signal.SIG_IGN)
    for step, failed in PREPARING:
        try:
            step(switch)
        except Exception as fault:  # also what nobody has thought of: the board is down
            if switch.before != "inactive":
                started(*beside)
            say(f"{failed.format(old=old.name, new=new.name)}, so nothing was changed")
            say(fault)
            return False
    try:
        for step in TRYING:
            step(switch)
    except Exception as fault:
        say(fault)
        take_back()
        return False
    if beside:
        works("systemctl", "start", "--no-block", *beside)
    return True


def take_back(live: bool = True) -> Path | None:
    """The release before the trial that the note tells of is in use again, and its board up. Says which it is."""
    trial = noted()
    if not trial or not trial.old.is_dir():
        say(f"{NOTE} named no release and is removed; what is current stays so")
        remove(NOTE)
        return linked("current")
    say(f"going back to {trial.old.name}, which takes as long")
    try:
        for step in TAKING_BACK:
            step(Switch(trial, live=live))
        tidy()
    except FAILS as fault:
        say(fault)
    if live:
        started(*trial.beside)
    return trial.old


# Up to the last of these the release before is in use. Where one fails its board is started again; after a restart it
# starts by itself.
def _stop(switch: Switch) -> None:
    do("systemctl", "stop", "eztrak.service", *switch.trial.beside)


def _back_up(switch: Switch) -> None:
    old = switch.trial.old
    if history(old).exists():
        do(*as_board("mkdir", "-p", "-m", "750", BACKUPS))
        saved = json.loads(output_of(old / "bin/eztrak", "backup", "--json", "--to", BACKUPS))["file"]
        switch.trial = replace(switch.trial, saved=Path(saved))
        say(f"the history is backed up in {saved}")


def _note_backup(switch: Switch) -> None:
    """For whoever goes back from the new release one day."""
    write(switch.trial.new / "backup", str(switch.trial.saved or ""))


def _look_at_history(switch: Switch) -> None:
    """Whether an older release reads it, as the newer one has gone on writing it."""
    if switch.way is Way.FORWARD or not switch.trial.saved:
        return
    if not works(switch.trial.new / "bin/eztrak", "verify", quiet=True):
        if switch.way is Way.BACK:
            back = "goes back to the history of before that update; the newer one is kept aside."
            raise SetupError(f"sudo eztrak-setup rollback --restore {back}")
        switch.trial = replace(switch.trial, restored=True)


def _note_trial(switch: Switch) -> None:
    write(NOTE, switch.trial.text)


PREPARING: tuple[tuple[SwitchStep, str], ...] = (
    (_stop, "the board could not be stopped"),
    (_back_up, "the history could not be backed up"),
    (_note_backup, "the backup could not be noted"),
    (_look_at_history, "{new} cannot read the history as {old} has gone on writing it"),
    (_note_trial, "the trial could not be noted"),
)


# The note is there: where one of these fails, and after a restart, all is taken back. After the last it is proven.
def _give_its_history(switch: Switch) -> None:
    if switch.trial.restored:
        do(switch.trial.new / "bin/eztrak", "restore", "--yes", (switch.trial.old / "backup").read_text().strip())


def _adopt_new(switch: Switch) -> None:
    point(ROOT / "previous", switch.trial.old)
    adopt(switch.trial.new, switch.trial.old, live=True)


def _watch(switch: Switch) -> None:
    old, new = switch.trial.old.name, switch.trial.new.name
    start()
    if switch.before != "active":
        say(f"the board was not up before, so {new} is left as it is; see sudo eztrak doctor")
        return
    say(f"waiting for the board of {new}, two minutes at the most; if it fails {old} is back by itself")
    if not came_up():
        say(f"the board of {new} did not come up; these were its last words:")
        works("journalctl", "--unit=eztrak.service", "--lines=15", "--output=cat")
        raise SetupError


def _forget(_: Switch) -> None:
    os.sync()
    remove(NOTE)


TRYING: tuple[SwitchStep, ...] = (_give_its_history, _adopt_new, _watch, _forget)


# Where one of these fails, and after a restart, the next start does all of them again, from the first on.
def _rest(switch: Switch) -> None:
    NOTE.touch()  # hands that are played on the release before, if this fails, are none of the trial
    if switch.live:
        works("systemctl", "stop", "eztrak.service", *switch.trial.beside)


def _adopt_old(switch: Switch) -> None:
    adopt(switch.trial.old, switch.trial.new, switch.live)
    point(ROOT / "previous", switch.trial.older)


def _give_history_back(switch: Switch) -> None:
    """Where the newer release has brought it into a form that the older one refuses, or it was replaced."""
    old, saved = switch.trial.old / "bin/eztrak", switch.trial.saved
    if saved and (switch.trial.restored or not works(old, "verify", quiet=True)):
        do(old, "restore", "--yes", saved)


TAKING_BACK: tuple[SwitchStep, ...] = (_rest, _adopt_old, _give_history_back, _forget)


def start(*beside: str) -> None:
    """The board, and what a room had switched on beside it."""
    do("systemctl", "start", "--no-block", "eztrak.service")
    if beside:
        works("systemctl", "start", "--no-block", *beside)


def started(*beside: str) -> None:
    """As well as may be."""
    try:
        start(*beside)
    except FAILS as fault:
        say(fault)
    else:
        came_up()


def came_up() -> bool:
    """Whether the board does so, and stays up."""
    for _ in range(PATIENCE + 1):
        if is_up():
            break
        if int(of_board("NRestarts") or TRIES) >= TRIES:
            return False
        time.sleep(1)
    first = of_board("MainPID")
    time.sleep(STEADY)
    return is_up() and of_board("MainPID") == first


def of_board(what: str) -> str:
    return heard("systemctl", "show", f"--property={what}", "--value", "eztrak.service")


def history(release: Path) -> Path:
    """That of the config, as this release reads it."""
    name = str(tomllib.loads(output_of(release / "bin/eztrak", "config", "show"))["journal"]["database"])
    # ~ is the home of the board's user, not of who runs this.
    return STATE / (name.removeprefix("~/") or "eztrak.db")


def unproven() -> bool:
    """Whether a trial was left by a power cut, or by an installer that was killed."""
    if not NOTE.exists():
        return False
    current = linked("current")
    try:
        file = history(ROOT / "current")
    except FAILS:
        return True
    # Hands long after it began are no trial any more, and going back could cost them.
    since = int(NOTE.stat().st_mtime) + ABANDONED
    if not heard(*as_board("find", file, f"{file}-wal", "-newermt", f"@{since}")):
        return True
    say(f"the trial of a release was cut short, but hands were played since: {named(current)} stays in use")
    remove(NOTE)
    return False


def outcome(what: str, old: Path | None) -> str:
    """What failed: and what is true now."""
    if NOTE.exists():
        again = "the next start tries again, or now: sudo eztrak-setup rollback"
        return f"{what}, and {named(old)} is NOT wholly back, see above; {again}"
    if is_up():
        return f"{what}: {named(old)} is in use, with all its hands"
    return f"{what}: {named(old)} is in its place, but its board is not up; see sudo eztrak doctor"


def tidy() -> None:
    """All releases go but the two that have a link; of the backups the old ones, but not theirs."""
    if NOTE.exists():
        return
    for one in RELEASES.glob("*"):
        if one not in (linked("current"), linked("previous")):
            shutil.rmtree(one, ignore_errors=True)
    theirs = [(one / "backup").read_text() for one in RELEASES.glob("*") if (one / "backup").exists()]
    backups = sorted(heard(*as_board("find", BACKUPS, "-name", "*.db")).splitlines(), reverse=True)
    if gone := [one for one in backups[KEPT:] if one not in theirs]:
        works(*as_board("rm", "-f", *gone))
