"""What is plugged in, as the kernel describes it in sysfs, without opening anything.

Each input device node has a folder in /sys/class/input with its name, vendor and product, its USB path (`phys`), its
serial number where it has one (`uniq`, seldom on keypads) and the codes it can send. All users may read it, so devices
that this user may not open can be named too, and a foreign keyboard is never touched. udev's links in
/dev/input/by-id and by-path are other names of the same nodes.

Left out: the HID report descriptor. It does not tell number pads from keyboards either: most pads declare every key
that a keyboard has.
"""

import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.paths import text_of
from eztrak.keypad.codes import LETTERS, NEEDED

SYS = Path("/sys/class/input")
DEV = Path("/dev/input")
_WORD = struct.calcsize("P") * 8  # the kernel writes its bit maps in words of the reading program's size


@dataclass(frozen=True, slots=True)
class Device:
    """An input device node."""

    node: str  # /dev/input/event3
    name: str
    id: str  # vendor:product, four hex digits each
    phys: str = ""  # usb-0000:00:14.0-2/input0
    uniq: str = ""
    keys: frozenset[int] = frozenset()
    ids: tuple[str, ...] = ()  # the names that udev gave it in by-id,
    paths: tuple[str, ...] = ()  # and in by-path
    made: bool = False  # by a program, with nothing plugged in

    @property
    def usb_path(self) -> str:
        """Where it is plugged in; the nodes of one piece of hardware have this in common."""
        return self.phys.rpartition("/input")[0] or self.phys or self.node

    @property
    def identity(self) -> tuple[str, str, str]:
        """What is the same when it is plugged in elsewhere."""
        return self.id, self.uniq, self.name

    @property
    def can_type(self) -> bool:
        return self.keys >= NEEDED

    @property
    def has_letters(self) -> bool:
        return bool(self.keys & LETTERS)

    def __str__(self) -> str:
        return f"{self.name} ({self.id}, {self.usb_path})"


def plugged_in(sys: Path = SYS, dev: Path = DEV) -> list[Device]:
    """The input devices there are, in the order of their nodes."""
    ids, paths = _links(dev / "by-id"), _links(dev / "by-path")
    devices = []
    for folder in sorted(sys.glob("event*"), key=lambda path: (len(path.name), path.name)):
        about = folder / "device"
        if not about.is_dir():
            continue  # pulled out while we looked
        devices.append(
            Device(
                node=str(dev / folder.name),
                name=text_of(about / "name"),
                id=f"{text_of(about / 'id/vendor')}:{text_of(about / 'id/product')}".lower(),
                phys=text_of(about / "phys"),
                uniq=text_of(about / "uniq"),
                keys=bits(text_of(about / "capabilities/key")),
                ids=tuple(ids.get(folder.name, ())),
                paths=tuple(paths.get(folder.name, ())),
                made="/devices/virtual/" in str(folder.resolve()),
            )
        )
    return devices


def bits(words: str, word: int = _WORD) -> frozenset[int]:
    """The numbers of the bits in a bit map of sysfs: words in hex, the highest first."""
    return frozenset(
        place * word + bit
        for place, text in enumerate(reversed(words.split()))
        for bit in range(word)
        if int(text, 16) >> bit & 1
    )


def _links(folder: Path) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    with suppress(OSError):  # udev removes an empty folder, also while we look
        for link in sorted(folder.glob("*")):
            names.setdefault(link.resolve().name, []).append(link.name)
    return names
