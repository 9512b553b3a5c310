"""Whether the machine is set up to be a unit: the screen, the user's rights, the service and the ways around the board.

`health` has what goes wrong by itself and is watched while the board runs; this has what was set up wrongly, and only
`doctor` asks. Everything is read from files in which Linux, systemd and Debian keep it, under a root that a test can
make; nothing is started and nothing is changed. What does not apply to this machine is left out.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from eztrak.appliance import overlay
from eztrak.appliance.health import HealthReading
from eztrak.appliance.paths import is_seen, text_of
from eztrak.appliance.screens import cards, with_display
from eztrak.voice.said import Said

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


def fitness(
    root: Path, database: Path, needs: Iterable[str], desktop: bool, now: datetime
) -> tuple[HealthReading, ...]:
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
    return next((path for folder in _UNITS if is_seen(path := root / folder / "eztrak.service")), None)


def _screen(root: Path) -> Iterator[HealthReading]:
    all_cards = cards(root)
    able = [card for card in all_cards if card.connectors]
    if not able:
        seen = Said("the kernel has no driver that sets modes (KMS)")
        fix = Said(
            "on a Raspberry Pi put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt; elsewhere install the"
            " firmware. Then restart"
        )
        if "nomodeset" in text_of(root / "proc/cmdline").split():
            seen = Said("the kernel has no driver that sets modes (KMS): nomodeset forbids it")
            fix = Said("remove nomodeset from the kernel's command line, and restart")
        yield HealthReading(Said("graphics driver"), False, seen, fix)
        return
    yield HealthReading(Said("graphics driver"), True, Said("loaded: {cards}", cards=", ".join(map(str, able))))
    if card := with_display(all_cards):
        shown = card.connected[0]
        seen = Said(
            "{display} at {socket} of {card}, {mode}",
            display=shown.display or Said("a display"),
            socket=shown.name,
            card=str(card),
            mode=shown.modes[0] if shown.modes else Said("no mode"),
        )
        fix = Said("the display does not report its modes: try another cable")
        yield HealthReading(Said("display"), bool(shown.modes), seen, fix)
    else:
        sockets = ", ".join(connector.name for card in able for connector in card.connectors)
        fix = Said("switch the display on, choose its input, and check the cable; the board comes up on its own")
        yield HealthReading(Said("display"), False, Said("none at {sockets}", sockets=sockets), fix)


def _libraries(root: Path) -> Iterator[HealthReading]:
    folders = [folder for top in ("usr/lib", "lib") for folder in (root / top, *(root / top).glob("*-linux-gnu*"))]
    lacking = [package for name, package in _LIBRARIES.items() if not any(is_seen(folder / name) for folder in folders)]
    if not any(True for folder in folders for form in _DRIVERS for _ in folder.glob(form)):
        lacking.append("libgl1-mesa-dri")
    seen = Said("missing: {names}", names=", ".join(lacking)) if lacking else Said("all there")
    fix = Said("install them: {command}", command=f"sudo apt install {' '.join(lacking)}")
    yield HealthReading(Said("graphics libraries"), not lacking, seen, fix)


def _blanking(root: Path) -> Iterator[HealthReading]:
    seconds = text_of(root / "sys/module/kernel/parameters/consoleblank")
    if seconds:
        seen = Said("switched off") if seconds == "0" else Said("after {seconds} s", seconds=seconds)
        fix = Said("put consoleblank=0 on the kernel's command line (on a Raspberry Pi /boot/firmware/cmdline.txt)")
        yield HealthReading(Said("console blanking"), seconds == "0", seen, fix)


def _kiosk(root: Path) -> Iterator[HealthReading]:
    for process in text_of(root / _GROUP).split():
        if (name := text_of(root / "proc" / process / "comm")) in ("cage", "xinit"):
            seen = Said("the board is shown in {name}: it could not draw on the bare console", name=name)
            yield HealthReading(Said("kiosk"), True, seen)


def _groups(root: Path, unit: Path | None, needs: list[str]) -> list[HealthReading]:
    """Of the service's user; its unit may add groups of its own. Without a service nobody knows who will start it."""
    if USER not in {line.split(":")[0] for line in _lines(root / "etc/passwd")}:
        return []
    entries = [line.split(":") for line in _lines(root / "etc/group")]
    known = {entry[0]: entry[-1].split(",") for entry in entries}
    added = " ".join(_settings(root, unit, "SupplementaryGroups")).split()
    lacking = [name for name in dict.fromkeys(needs) if name in known and USER not in known[name] and name not in added]
    seen = Said("{user} is in all groups it needs", user=USER)
    if lacking:
        seen = Said("{user} is not in {groups}", user=USER, groups=", ".join(lacking))
    fix = Said("add it: {command}, and restart the unit", command=f"sudo usermod -aG {','.join(lacking)} {USER}")
    return [HealthReading(Said("groups"), not lacking, seen, fix)]


def _service(root: Path, unit: Path | None) -> Iterator[HealthReading]:
    if unit is None:
        yield HealthReading(Said("service"), True, Said("not installed: the board is started by hand"))
        return
    enabled = any((root / "etc/systemd/system").glob("*.wants/eztrak.service"))
    running = bool(text_of(root / _GROUP))
    seen = Said(
        "{starts}, {runs}",
        starts=Said("starts at power-on" if enabled else "does not start at power-on"),
        runs=Said("runs now" if running else "does not run now"),
    )
    fix = Said("sudo systemctl enable --now {unit}; sudo journalctl -u {unit} says why it ended", unit=unit.name)
    yield HealthReading(Said("service"), enabled and running, seen, fix)


def _getty(root: Path, unit: Path) -> Iterator[HealthReading]:
    for path in _settings(root, unit, "TTYPath"):
        getty = f"getty@{Path(path).name}.service"
        runs = is_seen(root / _SERVICES / "system-getty.slice" / getty)
        seen = Said(
            "runs on {terminal}, the board's terminal" if runs else "does not run on {terminal}, the board's terminal",
            terminal=path,
        )
        fix = Said("switch it off: {command}", command=f"sudo systemctl mask --now {getty}")
        yield HealthReading(Said("log-in"), not runs, seen, fix)


def _ways_out(root: Path) -> Iterator[HealthReading]:
    masked = _masked(root, "ctrl-alt-del.target")
    seen = Said("does nothing" if masked else "restarts the unit")
    fix = Said("switch it off: {command}", command="sudo systemctl mask ctrl-alt-del.target")
    yield HealthReading(Said("Ctrl-Alt-Del"), masked, seen, fix)
    if request := text_of(root / "proc/sys/kernel/sysrq"):
        seen = Said("switched off") if request == "0" else Said("on ({value})", value=request)
        fix = Said("write kernel.sysrq = 0 into /etc/sysctl.d/90-eztrak.conf, and restart")
        yield HealthReading(Said("SysRq"), request == "0", seen, fix)


def _boot_menu(root: Path) -> Iterator[HealthReading]:
    """GRUB's own file is for root alone; what it is made from can be read. A script that others may not read is closed
    because of a password in it."""
    made, scripts = root / "boot/grub/grub.cfg", list((root / "etc/grub.d").glob("*"))
    if not is_seen(made):
        return
    asks = any(re.search(r"(?m)^\s*password_pbkdf2\s", text_of(file)) for file in (made, *scripts))
    asks = asks or any(not file.stat().st_mode & 0o004 for file in scripts if is_seen(file))
    seen = Said("asks for a password" if asks else "has no password: a keyboard at power-on gets a root shell")
    fix = Said("set a GRUB password; the lines are in installer.md, under Install it")
    yield HealthReading(Said("boot menu"), asks, seen, fix)


def _fstab(root: Path) -> Iterator[HealthReading]:
    """A partition that a start cannot do without, and need not: lost, it has the unit restart for ever."""
    lines = [line.split() for line in _lines(root / "etc/fstab") if not line.strip().startswith("#")]
    mounts = [line for line in lines if len(line) > 3 and line[1].startswith("/") and line[1] != "/"]
    mounts = [line for line in mounts if line[2] not in ("proc", "sysfs", "tmpfs", "devpts")]
    needed = [line[1] for line in mounts if not {"nofail", "noauto"} & set(line[3].split(","))]
    if mounts:
        seen = Said("no missing partition holds up a start, except the root")
        if needed:
            seen = Said("{mounts} without nofail", mounts=", ".join(needed))
        fix = Said("add nofail to the options of that line in /etc/fstab: defaults,nofail")
        yield HealthReading(Said("fstab"), not needed, seen, fix)


def _folder(root: Path, unit: Path, database: Path) -> Iterator[HealthReading]:
    """A history elsewhere than in the state of the service: each unit that opens it has to be let in there."""
    folder = database.absolute().parent
    if folder.is_relative_to(_STATE):
        return
    closed = []
    for file in sorted(unit.parent.glob("eztrak*.service")):
        paths = [path.lstrip("-+") for path in " ".join(_settings(root, file, "ReadWritePaths")).split()]
        opens = _settings(root, file, "StateDirectory") or any(Path(path).is_relative_to(_STATE) for path in paths)
        if opens and not any(folder.is_relative_to(path) for path in paths):
            closed.append(file.name)
    seen = Said("{folder} is open to all that need to write to it", folder=folder)
    if closed:
        seen = Said("{folder} is closed to {units}", folder=folder, units=", ".join(closed))
    fix = Said(
        "sudo systemctl edit {units}: add [Service] with ReadWritePaths={folder}",
        units=" ".join(closed),
        folder=folder,
    )
    yield HealthReading(Said("folder of the history"), not closed, seen, fix)


def _clock(root: Path, now: datetime) -> Iterator[HealthReading]:
    at = now.strftime("%Y-%m-%d %H:%M %Z")
    if now < EARLIEST:
        fix = Said("connect the network, or: sudo date -s 'YYYY-MM-DD HH:MM'")
        yield HealthReading(Said("clock"), False, Said("not set: {time}", time=at), fix)
        return
    # timesyncd says when it has the time; of the others their service has to do, since chrony's files are its own.
    services = (f"{_SERVICES}/{name}.service" for name in ("chrony", "ntpsec", "ntp", "openntpd"))
    network = any(is_seen(root / path) for path in ("run/systemd/timesync/synchronized", *services))
    keeps_time = network or any(map(_battery, (root / "sys/class/rtc").glob("rtc*")))
    seen = Said("set: {time}" if keeps_time else "{time}; nothing keeps it: no network time and no battery", time=at)
    fix = Said("connect the network and install systemd-timesyncd, or add a clock with a battery")
    yield HealthReading(Said("clock"), keeps_time, seen, fix)


def _battery(rtc: Path) -> bool:
    """A Raspberry Pi 5 has a clock whose battery is sold apart, and says its voltage: a few mV where there is none."""
    voltage = text_of(rtc / "battery_voltage")
    return not voltage.isdecimal() or int(voltage) >= LEAST_BATTERY


def _overlay(root: Path, database: Path) -> Iterator[HealthReading]:
    if (survives := overlay.survives(database, root)) is not None:
        seen = Said(
            "read-only; the history is on a disk of its own" if survives else "read-only, and the history is in memory"
        )
        fix = Said(
            "mount a data partition at {folder}, and set overlayroot=tmpfs:recurse=0: as it is, a restart loses every"
            " hand",
            folder=database.absolute().parent,
        )
        yield HealthReading(Said("root"), survives, seen, fix)


def _masked(root: Path, name: str) -> bool:
    link = root / "etc/systemd/system" / name
    return is_seen(link) and link.is_symlink() and str(link.readlink()) == "/dev/null"


def _settings(root: Path, unit: Path | None, key: str) -> list[str]:
    """The values of a setting in a unit file and in what was dropped in for it."""
    if unit is None:
        return []
    files = [unit, *(file for folder in _UNITS for file in sorted((root / folder).glob(f"{unit.name}.d/*.conf")))]
    return [match[1].strip() for file in files for match in re.finditer(rf"(?m)^{key}=(.+)$", text_of(file))]


def _lines(path: Path) -> list[str]:
    return text_of(path).splitlines()
