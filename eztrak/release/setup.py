"""eztrak-setup: puts a release of eztrak into use on this machine, goes back to the one before, or takes everything
away again. The Debian package calls it, and `install` makes and installs that package, so that both do the same.

/opt/eztrak/releases/VERSION-N   each release whole: bin, lib, systemd, setup; of eztrak-network too, where it is
/opt/eztrak/current, previous    links to two of them; the others are removed
/opt/eztrak/trial                there from before a release is switched to until it is proven or taken back
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from eztrak.release import fitting
from eztrak.release.system import FAILS, SetupError, do, heard, new, running, same, say, works, write
from eztrak.release.trial import (
    NOTE,
    STATE,
    Way,
    came_up,
    noted,
    outcome,
    start,
    switch_to,
    take_back,
    this_boot,
    tidy,
    unproven,
)
from eztrak.release.units import (
    RELEASES,
    ROOT,
    adopt,
    files,
    has,
    is_up,
    lacks,
    linked,
    named,
    place_of,
    point,
    switched_on,
)

USAGE = """\
eztrak-setup status              which release runs, and which was there before
eztrak-setup rollback            goes back to the one before; --restore: to its history too, where it needs that
eztrak-setup use                 (the package) puts the release that this file lies in into use
eztrak-setup uninstall           (the package) takes all away but the config and the history
eztrak-setup boot                (at power-on) takes back a release whose trial was cut short"""
CONFIG = Path("/etc/eztrak/eztrak.toml")
STAYS = 3  # the status that tells the package: the release of before stays in use, and the package is sound


def main(here: Path, arguments: Sequence[str]) -> int:
    """`here`: the release that this was started from, in /opt/eztrak or as the package brought it."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # of a terminal that the board takes over
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.umask(0o022)
    if os.geteuid():
        say(f"only root can do this: sudo {' '.join(sys.argv)}")
        return 1
    try:
        match arguments:
            case ["use"]:
                use(here)
            case ["rollback", *options]:
                rollback(here, Way.BACK_TO_ITS_HISTORY if options == ["--restore"] else Way.BACK)
            case ["boot"]:
                boot()
            case ["status"]:
                status()
            case ["uninstall"]:
                uninstall(here)
            case _:
                print(USAGE)
                return 2
    except SetupError as fault:
        say(fault)
        return fault.status
    except FAILS as fault:
        say(fault)
        return 1
    return 0


def use(here: Path) -> None:
    lock()
    check_root(here, STAYS)
    if unproven():
        old = take_back(running())
        if NOTE.exists():
            raise SetupError(outcome("the update was NOT made", old), STAYS)
    check_parts(here)
    do("systemd-sysusers", here / "systemd/sysusers.conf")
    do("install", "-d", "-m", "750", "-o", "eztrak", "-g", "eztrak", STATE)
    old = linked("current")
    # The same once more: put back what somebody may have changed, and leave the board alone.
    if old and works("diff", "-rq", "--exclude=backup", here, old, quiet=True):
        adopt(old, old, running())
        fitting.fit(here)
        if running() and not is_up():
            start()
        say(f"{old.name} is installed already")
        return
    release = copied(here)
    first_config(release)
    # Before the board is stopped: does it start at all, and with this config?
    try:
        check_config(release)
    except SetupError as fault:
        shutil.rmtree(release)
        raise SetupError(str(fault), STAYS if old else 1) from fault
    if not old:
        adopt(release, None, running())
        fitting.fit(here)
        if not running():
            return
        switch_on(release, None)
        say("waiting for the board, two minutes at the most")
        board = "the board is up" if came_up() else "but the board is not up; sudo eztrak doctor says why"
        say(f"{release.name} is installed, {board}")
    elif not running():
        point(ROOT / "previous", old)
        adopt(release, old, live=False)
    elif switch_to(release, old, Way.FORWARD):
        fitting.fit(here)
        switch_on(release, old)
        say(f"{release.name} is in use; {old.name} is kept, sudo eztrak-setup rollback goes back to it")
    else:
        tidy()
        raise SetupError(outcome("the update was NOT made", old), STAYS)
    tidy()


def rollback(here: Path, way: Way) -> None:
    lock()
    check_root(here, 1)
    if unproven():
        say(outcome("the trial is over", take_back(running())))
        if NOTE.exists():
            raise SetupError
        return
    old, back = linked("current"), linked("previous")
    if not old or not back or back == old:
        raise SetupError("there is no release to go back to")
    saved = (old / "backup").read_text() if (old / "backup").exists() else ""
    if way is Way.BACK_TO_ITS_HISTORY and not (saved and Path(saved).exists()):
        alone = "nothing was changed. sudo eztrak-setup rollback alone keeps the history as it is"
        raise SetupError(f"no backup of before {old.name} is there to restore; {alone}")
    if unit := lacks(back):
        first = f"nothing was changed. First: sudo systemctl disable --now {unit}"
        raise SetupError(f"{unit} is in use and {back.name} does not have it; {first}")
    check_config(back)
    if not switch_to(back, old, way):
        raise SetupError(outcome(f"{back.name} is NOT in use", old))
    say(f"{back.name} is in use; sudo eztrak-setup rollback goes forward to {old.name} again")


def boot() -> None:
    """By eztrak-trial.service, before the board."""
    lock()
    trial = noted()
    if (trial and trial.boot == this_boot()) or not unproven():
        return
    say("the trial of a release was cut short")
    old = take_back(live=False)
    do("systemctl", "daemon-reload")
    if NOTE.exists():
        raise SetupError(f"{named(old)} is NOT wholly back, see above; the next start tries again")
    say(f"{named(old)} is in use again")


def status() -> None:
    print(f"current: {named(linked('current'))}\nprevious: {named(linked('previous'))}")
    if trial := noted():
        back = f"cut short, {trial.old.name} is back at the next start"
        print(f"trial: {trial.new.name} is not proven yet; {back}")
    sys.stdout.flush()
    if running():
        subprocess.run(["systemctl", "--no-pager", "--lines=0", "status", "eztrak.service"])


def uninstall(here: Path) -> None:
    if not ROOT.is_dir():
        return
    lock()
    check_root(here, 1)
    names = files(*RELEASES.glob("*"))
    for name in names:
        if Path(name).suffix in (".service", ".timer", ".socket"):
            works("systemctl", "--quiet", "disable", name, quiet=True)
            if running():
                works("systemctl", "--quiet", "stop", name)
    if running():
        works(ROOT / "current/bin/console", "off")
    for name in names:
        place_of(name).unlink(missing_ok=True)
        new(place_of(name)).unlink(missing_ok=True)
    fitting.strip()
    for folder in (Path("/var/cache/eztrak"), ROOT):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (*Path("/etc/systemd").glob("*.conf.d"), *Path("/etc/systemd/system").glob("*.service.d")):
        with suppress(OSError):  # others have something in it
            folder.rmdir()
    if running():
        do("systemctl", "daemon-reexec")
        works("systemctl", "start", "getty@tty1.service")
        works("systemctl", "try-restart", "systemd-logind.service")
        works("sysctl", "--quiet", "--system")


def lock() -> None:
    """On the folder, so that there is no file to leave behind; until this process ends."""
    ROOT.mkdir(parents=True, exist_ok=True)
    try:
        fcntl.flock(os.open(ROOT, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        again = "nothing was changed, try again when it has ended"
        raise SetupError(f"another eztrak-setup is at work; {again}") from fault


def check_root(here: Path, status: int) -> None:
    """A root that forgets brings back what was changed or removed, but not the history that goes with it."""
    if running() and heard("findmnt", "-no", "SOURCE", "/") == "overlayroot":
        how = f"{here}/installer.md says how, under Read-only root"
        raise SetupError(f"the root is read-only, so nothing was changed: {how}", status)


def check_parts(here: Path) -> None:
    """Parts of two versions make no release; where both packages come at once, the second is about to follow."""
    board, network = here / "VERSION", here / "NETWORK"
    if network.exists() and not same(board, network):
        versions = (
            f"eztrak-network is of version {network.read_text().strip()} and eztrak of {board.read_text().strip()}"
        )
        raise SetupError(f"{versions}, so nothing was changed: install both of one version", STAYS)
    if unit := lacks(here):
        changed = "so nothing was changed: install eztrak-network too, of the same version"
        raise SetupError(f"{unit} is in use and is in the package eztrak-network now, {changed}", STAYS)


def check_config(release: Path) -> None:
    """It says itself what it does not take."""
    if not works(release / "bin/eztrak", "config", "check", CONFIG):
        raise SetupError(f"{release.name} refuses the config {CONFIG}, see above; nothing was changed")


def copied(here: Path) -> Path:
    """The package's files as a release of their own."""
    version, number = (here / "VERSION").read_text().strip(), 1
    while (RELEASES / f"{version}-{number}").exists():
        number += 1
    release = RELEASES / f"{version}-{number}"
    RELEASES.mkdir(exist_ok=True)
    for part in RELEASES.glob("*.part"):
        shutil.rmtree(part)
    part = RELEASES / f"{release.name}.part"
    # Links cost no space, and the package manager replaces files, never their content.
    if not works("cp", "-al", here, part, quiet=True):
        shutil.rmtree(part, ignore_errors=True)
        do("cp", "-a", here, part)
    part.rename(release)
    return release


def first_config(release: Path) -> None:
    """Every option explained and as it is by default, but keys come from the keypad."""
    if not CONFIG.exists():
        shipped = (release / "lib/eztrak/_shipped/config/eztrak.toml").read_text()
        write(CONFIG, shipped.replace("\n# sources = []\n", '\nsources = ["evdev"]\n'), 0o644)


def switch_on(release: Path, old: Path | None) -> None:
    for unit in switched_on(release):
        if not has(old, unit):
            do("systemctl", "start", "--no-block", unit)
