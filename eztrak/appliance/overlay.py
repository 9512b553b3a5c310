"""A root that the package overlayroot keeps read-only: what is written goes into memory, and a restart forgets it.

Without recurse=0, which is how raspi-config sets it up, that goes for every partition in fstab, the history's too. Only
what overlayroot has made counts, known by its name or its folders in the mount: a container's root is an overlay as
well, but on a disk. Where overlayroot writes to a disk, its folder root-rw is that disk.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.paths import text_of
from eztrak.voice.said import SaidError

_FOLDERS = re.compile(r"dir\+?=/media/root-r[ow]\b")


class ForgottenError(SaidError):
    """A history that the next restart would lose."""


@dataclass(frozen=True, slots=True)
class _Mount:
    source: str
    point: Path
    kind: str
    options: str

    @property
    def in_memory(self) -> bool:
        made = self.source == "overlayroot" or bool(_FOLDERS.search(self.options))
        return self.kind == "overlay" and made


def survives(database: Path, root: Path = Path("/")) -> bool | None:
    """Whether the history outlives a restart; None where nothing is kept in memory, which is the usual machine."""
    mounts = _mounts(root / "proc/mounts")
    written = [mount.kind for mount in mounts if mount.point == Path("/media/root-rw")]
    if (written and written[-1] != "tmpfs") or not any(mount.in_memory for mount in mounts):
        return None
    folder = database.parent.resolve()
    over = [mount for mount in mounts if folder.is_relative_to(mount.point)]
    # Of two at the same place the later one is on top.
    return bool(over) and not max(reversed(over), key=lambda mount: len(mount.point.parts)).in_memory


def _mounts(table: Path) -> list[_Mount]:
    lines = [line.split(" ") for line in text_of(table).splitlines()]
    return [_Mount(line[0], Path(_plain(line[1])), line[2], line[3]) for line in lines if len(line) > 3]


def _plain(text: str) -> str:
    """A path whose blanks the kernel has written as octal numbers."""
    return re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), text)
