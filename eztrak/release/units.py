"""The releases in /opt/eztrak, and the units of the one that is in use in their places on this machine."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from eztrak.release.system import SetupError, do, heard, new, running, same, works, write

ROOT = Path("/opt/eztrak")
RELEASES = ROOT / "releases"
UNITS = Path("/etc/systemd/system")
# Units that are installed but not switched on.
OFF = ("eztrak-pit.service", "eztrak-floor.service")
PLACES = {
    "sysctl.conf": Path("/etc/sysctl.d/90-eztrak.conf"),
    "modules.conf": Path("/etc/modules-load.d/eztrak.conf"),
    "sysusers.conf": Path("/etc/sysusers.d/eztrak.conf"),
    "emergency.conf": UNITS / "emergency.service.d/eztrak.conf",
    **{f"{name}.conf": Path(f"/etc/systemd/{name}.conf.d/eztrak.conf") for name in ("journald", "logind", "system")},
}


def point(place: Path, target: Path | None) -> None:
    """A link to the target, or none. There is the one of before or this one at any instant."""
    if not target:
        place.unlink(missing_ok=True)
        return
    new(place).unlink(missing_ok=True)
    new(place).symlink_to(target)
    new(place).replace(place)


def state_of(unit: str) -> str:
    return heard("systemctl", "is-active", unit)


def is_up() -> bool:
    return state_of("eztrak.service") == "active"


def in_use(unit: str) -> bool:
    return state_of(unit) in ("active", "activating", "reloading")


def place_of(name: str) -> Path:
    """Where a file of systemd/ belongs."""
    match Path(name).suffix:
        case ".service" | ".timer" | ".socket" | ".target" | ".mount" | ".path":
            return UNITS / name
        case ".rules":
            return Path(f"/etc/udev/rules.d/90-{name}")
    if name not in PLACES:
        raise SetupError(f"systemd/{name}: nobody said where it belongs")
    return PLACES[name]


def linked(name: str) -> Path | None:
    """The release that is `current` or `previous`."""
    try:
        return Path(os.path.realpath(ROOT / name, strict=True))
    except OSError:
        return None


def named(release: Path | None) -> str:
    return release.name if release else ""


def files(*releases: Path | None) -> list[str]:
    """What there is of systemd/ in any of them."""
    folders = [release / "systemd" for release in releases if release and release.is_dir()]
    return sorted({file.name for folder in folders for file in folder.iterdir()})


def has(release: Path | None, unit: str) -> bool:
    return release is not None and (release / "systemd" / unit).exists()


def switched_on(release: Path) -> Iterator[str]:
    """Its units that should be on."""
    for name in files(release):
        if name not in OFF and b"\n[Install]" in b"\n" + (release / "systemd" / name).read_bytes():
            yield name


def lacks(release: Path) -> str:
    """What a room has switched on beside the board, and this release has not; "" where it has all."""
    for unit in OFF:
        if not has(release, unit) and (UNITS / unit).exists():
            enabled = heard("systemctl", "is-enabled", unit) == "enabled"
            if enabled or (running() and in_use(unit)):
                return unit
    return ""


def adopt(release: Path, other: Path | None, live: bool) -> None:
    """Its units and the link, in the place of those of the other; nothing is started. `live`: systemd takes notice."""
    for name in files(release, other):
        with suppress(OSError):  # of an attempt that was cut short
            new(place_of(name)).unlink()
    for name in files(release):
        if not same(release / "systemd" / name, place_of(name)):
            write(place_of(name), (release / "systemd" / name).read_bytes(), 0o644)
    for name in files(other):
        if not has(release, name):
            if (UNITS / name).exists():
                works("systemctl", "--quiet", "disable", "--now", name, quiet=True)
            place_of(name).unlink(missing_ok=True)
    point(ROOT / "current", release)
    os.sync()
    # What the installer has switched off stays off: only units that were not there before are switched on.
    for unit in switched_on(release):
        if other == release or not has(other, unit):
            do("systemctl", "--quiet", "enable", unit)
    if live:
        do("systemctl", "daemon-reexec")  # not only reload: system.conf is read too
        works("udevadm", "control", "--reload")
        works("udevadm", "trigger", "--subsystem-match=usb", "--subsystem-match=input", "--action=change")
        works("sysctl", "--quiet", f"--load={place_of('sysctl.conf')}")
