"""Whether the machine is set up to be a unit: the screen, the user's rights, the service and the ways around the board.

`health` has what goes wrong by itself and is watched while the board runs; this has what was set up wrongly, and only
`doctor` asks. Everything is read from files in which Linux, systemd and Debian keep it, under a root that a test can
make; nothing is started and nothing is changed. What does not apply to this machine is not told of.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from eztrak.appliance import overlay
from eztrak.appliance.health import Reading
from eztrak.appliance.screens import cards, with_display

USER = "eztrak"  # whom the service runs as
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)  # a clock before this has not been set
LEAST_BATTERY = 1_000_000  # µV; a new one of a Raspberry Pi 5 has three times as much
_UNITS = ("etc/systemd/system", "run/systemd/system", "usr/lib/systemd/system", "lib/systemd/system")
_STATE = "/var/lib/eztrak"
_SERVICES = "sys/fs/cgroup/system.slice"
_GROUP = f"{_SERVICES}/eztrak.service/cgroup.procs"

# What SDL loads on the bare console, by file, and the Debian package that has it.
_LIBRARIES = {
    "libdrm.so.2": "libdrm2",
    "libgbm.so.1": "libgbm1",
    "libEGL.so.1": "libegl1",
    "libEGL_mesa.so.0": "libegl-mesa0",
    "libGLESv2.so.2": "libgles2",
}
_DRIVERS = ("dri/*_dri.so", "gbm/dri_gbm.so")  # of Mesa, before and since its release 24.3


def fitness(root: Path, database: Path, needs: Iterable[str], desktop: bool, now: datetime) -> tuple[Reading, ...]:
    """`needs` are the groups that the keypads of the config take. On a desktop the console is none of our business."""
    unit = service_file(root)
    read = [*_service(root, unit), *_clock(root, now), *_overlay(root, database)]
    if not desktop:
        read += [*_screen(root), *_libraries(root), *_blanking(root), *_kiosk(root)]
    read += _groups(root, unit, [*needs, *([] if desktop else ["video", "render"])])
    if unit:
        read += [*_getty(root, unit), *_ways_out(root), *_boot_menu(root), *_fstab(root)]
        read += _folder(root, unit, database)
    return tuple(read)


def service_file(root: Path) -> Path | None:
    """The unit file of the service that starts the board; None where it is started by hand."""
    return next((path for folder in _UNITS if (path := root / folder / "eztrak.service").is_file()), None)


def _screen(root: Path) -> Iterator[Reading]:
    found = cards(root)
    able = [card for card in found if card.connectors]
    if not able:
        told = "the kernel has no driver that sets modes (KMS)"
        fix = (
            "on a Raspberry Pi put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt; elsewhere install the firmware"
        )
        if "nomodeset" in _text(root / "proc/cmdline").split():
            told, fix = f"{told}: nomodeset forbids it", "take nomodeset from the kernel's command line"
        yield Reading("graphics driver", False, told, f"{fix}, and restart")
        return
    yield Reading("graphics driver", True, ", ".join(map(str, able)))
    if card := with_display(found):
        shown = card.connected[0]
        told = (
            f"{shown.display or 'a display'} at {shown.name} of {card}, {shown.modes[0] if shown.modes else 'no mode'}"
        )
        fix = "the display does not say what it can show: try another cable"
        yield Reading("display", bool(shown.modes), told, fix)
    else:
        sockets = ", ".join(connector.name for card in able for connector in card.connectors)
        fix = "switch the display on, choose its input, and check the cable; the board comes up by itself"
        yield Reading("display", False, f"none at {sockets}", fix)


def _libraries(root: Path) -> Iterator[Reading]:
    folders = [folder for top in ("usr/lib", "lib") for folder in (root / top, *(root / top).glob("*-linux-gnu*"))]
    lacking = [
        package for name, package in _LIBRARIES.items() if not any((folder / name).exists() for folder in folders)
    ]
    if not any(True for folder in folders for form in _DRIVERS for _ in folder.glob(form)):
        lacking.append("libgl1-mesa-dri")
    told = f"missing: {', '.join(lacking)}" if lacking else "all there"
    yield Reading("graphics libraries", not lacking, told, f"sudo apt install {' '.join(lacking)}")


def _blanking(root: Path) -> Iterator[Reading]:
    seconds = _text(root / "sys/module/kernel/parameters/consoleblank")
    if seconds:
        told = "off" if seconds == "0" else f"after {seconds} s"
        fix = "put consoleblank=0 on the kernel's command line (on a Raspberry Pi /boot/firmware/cmdline.txt)"
        yield Reading("console blanking", seconds == "0", told, fix)


def _kiosk(root: Path) -> Iterator[Reading]:
    for process in _text(root / _GROUP).split():
        if (name := _text(root / "proc" / process / "comm")) in ("cage", "xinit"):
            yield Reading("kiosk", True, f"the board is shown in {name}: the bare console could not be drawn on")


def _groups(root: Path, unit: Path | None, needs: list[str]) -> list[Reading]:
    """Of the service's user; its unit may add groups of its own. Without a service nobody knows who will start it."""
    if USER not in {line.split(":")[0] for line in _lines(root / "etc/passwd")}:
        return []
    entries = [line.split(":") for line in _lines(root / "etc/group")]
    known = {entry[0]: entry[-1].split(",") for entry in entries}
    added = " ".join(_settings(root, unit, "SupplementaryGroups")).split()
    lacking = [name for name in dict.fromkeys(needs) if name in known and USER not in known[name] and name not in added]
    told = f"{USER} is not in {', '.join(lacking)}" if lacking else f"{USER} is in all that it needs"
    return [Reading("groups", not lacking, told, f"sudo usermod -aG {','.join(lacking)} {USER}, and restart the unit")]


def _service(root: Path, unit: Path | None) -> Iterator[Reading]:
    if unit is None:
        yield Reading("service", True, "not installed: the board is started by hand")
        return
    enabled = any((root / "etc/systemd/system").glob("*.wants/eztrak.service"))
    running = bool(_text(root / _GROUP))
    told = f"{'starts' if enabled else 'does not start'} at power-on, {'runs' if running else 'does not run'} now"
    fix = f"sudo systemctl enable --now {unit.name}; sudo journalctl -u {unit.name} tells why it ended"
    yield Reading("service", enabled and running, told, fix)


def _getty(root: Path, unit: Path) -> Iterator[Reading]:
    for path in _settings(root, unit, "TTYPath"):
        getty = f"getty@{Path(path).name}.service"
        runs = (root / _SERVICES / "system-getty.slice" / getty).exists()
        told = f"{'runs' if runs else 'does not run'} on {path}, the board's terminal"
        yield Reading("log-in", not runs, told, f"sudo systemctl mask --now {getty}")


def _ways_out(root: Path) -> Iterator[Reading]:
    masked = _masked(root, "ctrl-alt-del.target")
    told = "does nothing" if masked else "restarts the unit"
    yield Reading("Ctrl-Alt-Del", masked, told, "sudo systemctl mask ctrl-alt-del.target")
    if request := _text(root / "proc/sys/kernel/sysrq"):
        told = "off" if request == "0" else f"on ({request})"
        fix = "write kernel.sysrq = 0 into /etc/sysctl.d/90-eztrak.conf, and restart"
        yield Reading("SysRq", request == "0", told, fix)


def _boot_menu(root: Path) -> Iterator[Reading]:
    """GRUB's own file is for root alone; what it is made from can be read. A script that others may not read is closed
    because of a password in it."""
    made, scripts = root / "boot/grub/grub.cfg", list((root / "etc/grub.d").glob("*"))
    if not made.exists():
        return
    asks = any(re.search(r"(?m)^\s*password_pbkdf2\s", _text(file)) for file in (made, *scripts))
    asks = asks or any(not file.stat().st_mode & 0o004 for file in scripts)
    told = "asks for a password" if asks else "has no password: a keyboard at power-on gets a root shell"
    yield Reading("boot menu", asks, told, "give GRUB a password; the lines are in installer.md, under Install it")


def _fstab(root: Path) -> Iterator[Reading]:
    """A partition that a start cannot do without, and need not: lost, it has the unit restart for ever."""
    lines = [line.split() for line in _lines(root / "etc/fstab") if not line.strip().startswith("#")]
    mounts = [line for line in lines if len(line) > 3 and line[1].startswith("/") and line[1] != "/"]
    mounts = [line for line in mounts if line[2] not in ("proc", "sysfs", "tmpfs", "devpts")]
    needed = [line[1] for line in mounts if not {"nofail", "noauto"} & set(line[3].split(","))]
    if mounts:
        told = f"{', '.join(needed)} without nofail" if needed else "no partition but the root is waited for in vain"
        yield Reading(
            "fstab", not needed, told, "add nofail to the options of that line in /etc/fstab: defaults,nofail"
        )


def _folder(root: Path, unit: Path, database: Path) -> Iterator[Reading]:
    """A history elsewhere than in the state of the service: each unit that opens it has to be let in there."""
    folder = database.absolute().parent
    if folder.is_relative_to(_STATE):
        return
    closed = []
    for file in sorted(unit.parent.glob("eztrak*.service")):
        paths = [path.lstrip("-+") for path in " ".join(_settings(root, file, "ReadWritePaths")).split()]
        opens = paths or _settings(root, file, "StateDirectory")
        if opens and not any(folder.is_relative_to(path) for path in paths):
            closed.append(file.name)
    told = f"{folder} is closed to {', '.join(closed)}" if closed else f"{folder} is open to all that need it"
    lines = f"[Service] with ReadWritePaths={folder}"
    yield Reading("folder of the history", not closed, told, f"sudo systemctl edit {' '.join(closed)}: {lines}")


def _clock(root: Path, now: datetime) -> Iterator[Reading]:
    at = now.strftime("%Y-%m-%d %H:%M %Z")
    if now < EARLIEST:
        yield Reading("clock", False, f"not set: {at}", "connect the network, or: sudo date -s 'YYYY-MM-DD HH:MM'")
        return
    # timesyncd tells when it has the time; of the others their service has to do, since chrony's files are its own.
    services = (f"{_SERVICES}/{name}.service" for name in ("chrony", "ntpsec", "ntp", "openntpd"))
    network = any((root / path).exists() for path in ("run/systemd/timesync/synchronized", *services))
    kept = network or any(map(_battery, (root / "sys/class/rtc").glob("rtc*")))
    told = at if kept else f"{at}; nothing keeps it: no network time and no battery"
    yield Reading(
        "clock", kept, told, "connect the network and install systemd-timesyncd, or fit a clock with a battery"
    )


def _battery(rtc: Path) -> bool:
    """A Raspberry Pi 5 has a clock whose battery is sold apart, and tells its voltage: a few mV where there is none."""
    told = _text(rtc / "battery_voltage")
    return not told.isdecimal() or int(told) >= LEAST_BATTERY


def _overlay(root: Path, database: Path) -> Iterator[Reading]:
    if (kept := overlay.kept(database, root)) is not None:
        told = "read-only; the history is on a disk of its own" if kept else "read-only, and the history is in memory"
        fix = (
            f"mount a data partition at {database.absolute().parent}, and have overlayroot=tmpfs:recurse=0: as it is, a"
            " restart loses every hand"
        )
        yield Reading("root", kept, told, fix)


def _masked(root: Path, name: str) -> bool:
    link = root / "etc/systemd/system" / name
    return link.is_symlink() and str(link.readlink()) == "/dev/null"


def _settings(root: Path, unit: Path | None, key: str) -> list[str]:
    """The values of a setting in a unit file and in what was dropped in for it."""
    if unit is None:
        return []
    files = [unit, *(file for folder in _UNITS for file in sorted((root / folder).glob(f"{unit.name}.d/*.conf")))]
    return [match[1].strip() for file in files for match in re.finditer(rf"(?m)^{key}=(.+)$", _text(file))]


def _lines(path: Path) -> list[str]:
    return _text(path).splitlines()


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""
