"""Which sticks are plugged in, read from the tree in which Linux lists its devices.

A stick is a block device with a USB device above it (/sys/block/sda links to …/usb1/1-3/…/block/sda). The flag
`removable` is no help: many sticks do not set it, and card readers without a card do. A disk that this machine runs
from is left out: one that is mounted at / or /boot, or that something else is built on. Whatever else is in use is said
with the reason. The number that Linux gives each disk it finds (diskseq) is part of a stick's id: a stick that was
swapped for another is another one.
"""

import os
from pathlib import Path
from typing import NamedTuple

from eztrak.stick.format import HEAD, Format, format_of, plain
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

OF_THE_SYSTEM = ("/", "/boot", "/boot/firmware", "/boot/efi", "/usr", "/var", "/home")


class Stick(NamedTuple):
    """One file system that could be written to, or the reason why this one cannot be."""

    id: str
    name: str  # for people: make, size, format and label
    device: Path
    kernel: str  # what mount(2) calls its format
    fault: Said = Said()


def sticks(root: Path = Path("/")) -> list[Stick]:
    """All sticks, by the name of their device. `root` is where /sys, /proc and /dev are found."""
    mounted = _mounted(root)
    usable: list[Stick] = []
    for disk in sorted((root / "sys/block").glob("*")):
        if "/usb" not in str(disk.resolve().relative_to(root.resolve())) or not _number(disk / "size"):
            continue
        parts = sorted(part.parent for part in disk.glob("*/partition")) or [disk]
        places = [mounted[number] for part in (disk, *parts) if (number := _text(part / "dev")) in mounted]
        if any(place in OF_THE_SYSTEM for place in places) or any(any((p / "holders").glob("*")) for p in parts):
            continue
        read = [_stick(root, disk, part, mounted) for part in parts]
        # The small partitions that some sticks have beside the one for files are of no interest.
        usable += [stick for stick in read if not stick.fault] or read[:1]
    return usable


def _stick(root: Path, disk: Path, part: Path, mounted: dict[str, str]) -> Stick:
    device = root / "dev" / part.name
    form, place = _format(device), mounted.get(_text(part / "dev"))
    make = plain(f"{_text(disk / 'device/vendor')} {_text(disk / 'device/model')}") or "USB stick"
    names = [make, _size(_number(part / "size") * 512), form.name, f"“{form.label}”" if form.label else ""]
    fault = form.fault
    if place is not None:
        fault = Said("the stick is in use, at {place}: this unit keeps something there", place=plain(place))
    elif _number(disk / "ro"):
        fault = Said("the stick is write-protected: move its switch, or use another")
    identity = f"{part.name}@{_text(disk / 'diskseq')}"
    return Stick(identity, ", ".join(filter(None, names)), device, form.kernel, fault)


def _format(device: Path) -> Format:
    try:
        handle = os.open(device, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            return format_of(os.pread(handle, HEAD, 0))
        finally:
            os.close(handle)
    except OSError as fault:
        said = Said("the stick cannot be read ({fault}): use another", fault=reason(fault))
        return Format("", fault=said)


def _mounted(root: Path) -> dict[str, str]:
    """Where each device is mounted, by its number."""
    lines = _text(root / "proc/self/mountinfo").splitlines()
    places: dict[str, str] = {}
    for fields in (line.split() for line in lines):
        places.setdefault(fields[2], fields[4])
    return places


def _size(count: int) -> str:
    """As printed on sticks: in thousands."""
    for unit, size in (("TB", 10**12), ("GB", 10**9)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count / 10**6:.0f} MB"


def _number(path: Path) -> int:
    text = _text(path)
    return int(text) if text.isdecimal() else 0


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""
