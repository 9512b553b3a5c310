"""A zip that came from elsewhere, opened only when every reader of it sees the same.

A zip says twice what is in it, may hold a name twice, and can unpack to a thousand times its size: which part counts is
then up to the reader. An export has none of that.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eztrak.supervisor.reading import UnreadableError

MOST_PARTS = 1000
# Exports come down to a tenth. What unpacks to more than this is made to fill a memory or a day.
MOST_UNPACKED = 100
_SMALL = 1 << 20  # bytes that any part may unpack to
_WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Raises UnreadableError for a zip that can be read in more than one way, or that is made to do harm."""
    try:
        # The file is closed here and at once, whoever still has a part of it open.
        with path.open("rb") as file, zipfile.ZipFile(file) as packed:
            if fault := _fault(packed, path.stat().st_size):
                raise UnreadableError(fault)
            yield packed
    except zipfile.BadZipFile as fault:
        raise UnreadableError(f"is no whole zip: {fault}") from fault


def _fault(packed: zipfile.ZipFile, size: int) -> str:
    parts = packed.infolist()
    if not parts or len(parts) > MOST_PARTS:
        return f"has {len(parts)} parts; a zip of an export has 1 to {MOST_PARTS}"
    if packed.comment or min(part.header_offset for part in parts):
        return "has more in it than its list of parts says"
    names: set[str] = set()
    for part in parts:
        name = part.filename.casefold()  # to a spreadsheet, and on many disks, these are the same
        if name in names:
            return f"has the part {part.filename} twice"
        names.add(name)
        if part.flag_bits & _ENCRYPTED or part.compress_type not in _WAYS:
            return f"the part {part.filename} is packed in a way that exports are not"
        if part.file_size > _SMALL + MOST_UNPACKED * part.compress_size:
            return f"the part {part.filename} would unpack to {part.file_size:,} bytes: it is not an export"
    if (whole := sum(part.file_size for part in parts)) > _SMALL + MOST_UNPACKED * size:
        return f"would unpack to {whole:,} bytes: it is not an export"
    return ""
