"""The state of the machine under the board, read from the files in which Linux keeps it.

What a table unit dies of, and what shows it beforehand:
- a disk that is full: the free space of the disk with the history;
- a card that wears out: the errors that ext4 has counted since its last check (/sys/fs/ext4/*/errors_count), and
  a few bytes that are written, synced, dropped from memory as far as the kernel does that, and read back;
- a weak power supply: a Raspberry Pi reports under-voltage as an alarm of the sensor rpi_volt;
- heat: the hottest of the thermal zones. A Raspberry Pi slows down from 80 °C on.
SMART data is left out: cards and sticks have none. Where a file is not there, nothing is known, and nothing is said.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.paths import text_of
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

LEAST_FREE = 200 * 2**20  # bytes; years of hands, but other programs write too
HOTTEST = 80.0  # °C
LATEST_COPY = 600.0  # seconds that the second copy may lag behind


@dataclass(frozen=True, slots=True)
class HealthReading:
    """One thing that was looked at: its name, whether it is well, what was seen, and what to do where it is not."""

    name: Said
    well: bool
    seen: Said
    fix: Said = Said()


def readings(database: Path, root: Path = Path("/")) -> tuple[HealthReading, ...]:
    """All that can be known of the machine. `root` is where /sys is found."""
    return (
        *_space(database.parent),
        *_write_and_read_back(database.parent),
        *_ext4(root),
        *_voltage(root),
        *_temperature(root),
    )


def copy_reading(folder: Path, database: Path, trouble: Said, age: float) -> HealthReading:
    """The second copy: why it is not current, or that it is; and whether it is on another disk at all."""
    name = Said("second copy")
    if trouble:
        fix = Said(
            "plug in the drive, or free space on it, and the copy catches up; a new journal.copy needs a restart"
        )
        return HealthReading(name, False, trouble, fix)
    if age > LATEST_COPY:
        behind = Said("{count:minute|minutes} behind", count=round(age / 60))
        return HealthReading(name, False, behind, Said("the drive is slow or hangs: try another"))
    if _disk(folder) == _disk(database.parent):
        same = Said("{folder} is on the same disk as the history", folder=folder)
        return HealthReading(name, False, same, Said("set journal.copy to a folder on another disk"))
    return HealthReading(name, True, Said("current, in {folder}", folder=folder))


def wrong(read: tuple[HealthReading, ...]) -> tuple[HealthReading, ...]:
    return tuple(reading for reading in read if not reading.well)


def _space(folder: Path) -> Iterator[HealthReading]:
    try:
        free = shutil.disk_usage(folder).free
    except OSError as fault:
        yield HealthReading(Said("free space"), False, _failed(folder, fault), Said("mount the disk of the history"))
        return
    seen = Said("{size:,} MiB on the disk of the history", size=free // 2**20)
    fix = Said("delete what is not needed on that disk, but not the history")
    yield HealthReading(Said("free space"), free >= LEAST_FREE, seen, fix)


def _write_and_read_back(folder: Path) -> Iterator[HealthReading]:
    name, content = Said("write and read back"), secrets.token_bytes(4096)
    try:
        # It has no name, so that a process that dies in the middle leaves nothing behind.
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.write(content)
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            file.seek(0)
            same = file.read() == content
    except OSError as fault:
        fix = Said("free space on the disk, or replace it; see the kernel's log")
        if isinstance(fault, PermissionError):
            fix = Said(
                "run it with sudo; if the board itself says so, give it the folder: sudo chown eztrak: {folder}",
                folder=folder,
            )
        yield HealthReading(name, False, _failed(folder, fault), fix)
        return
    seen = Said("what was written was read back" if same else "what was read back is not what was written")
    yield HealthReading(name, same, seen, Said("replace the card or disk"))


def _ext4(root: Path) -> Iterator[HealthReading]:
    for path in sorted(root.glob("sys/fs/ext4/*/errors_count")):
        if (count := _number(path)) is not None:
            disk = path.parent.name
            fix = Said(
                "sudo eztrak backup --to a USB stick; then check the disk in another machine, where "
                "it is not in use (fsck -f; here it is /dev/{disk}); replace it if errors return",
                disk=disk,
            )
            seen = Said("{count:error|errors} since its last check", count=count)
            yield HealthReading(Said("file system {disk}", disk=disk), count == 0, seen, fix)


def _voltage(root: Path) -> Iterator[HealthReading]:
    for path in sorted(root.glob("sys/class/hwmon/*/name")):
        if text_of(path) == "rpi_volt" and (alarm := _number(path.with_name("in0_lcrit_alarm"))) is not None:
            seen = Said("too low, now or a moment ago" if alarm else "enough")
            yield HealthReading(
                Said("voltage"), alarm == 0, seen, Said("use a stronger power supply and a shorter cable")
            )


def _temperature(root: Path) -> Iterator[HealthReading]:
    zones = [_number(path) for path in root.glob("sys/class/thermal/thermal_zone*/temp")]
    if known := [zone / 1000 for zone in zones if zone is not None]:
        seen = Said("{degrees} °C at the hottest point", degrees=round(max(known)))
        fix = Said("give the unit air, and clean or fix its fan")
        yield HealthReading(Said("temperature"), max(known) < HOTTEST, seen, fix)


def _failed(folder: Path, fault: OSError) -> Said:
    return Said("{path}: {fault}", path=folder, fault=reason(fault))


def _disk(folder: Path) -> int | None:
    try:
        return folder.stat().st_dev
    except OSError:
        return None


def _number(path: Path) -> int | None:
    text = text_of(path)
    return int(text) if text.removeprefix("-").isdecimal() else None
