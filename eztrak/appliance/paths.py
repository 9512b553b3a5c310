"""What is at a path, in the same way under every Python."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG


def behind(path: Path) -> Path:
    """The file that a name leads to, which may have yet to be made. Raises OSError for a link that leads in a circle:
    `resolve` alone raises something else for it before Python 3.13, and since then nothing."""
    with suppress(FileNotFoundError):
        path.stat()
    return path.resolve()


def written(path: Path) -> str:
    """A path as it can be put down: the bytes of a name need not be text."""
    name = str(path)
    return name if name.isprintable() else ascii(name)[1:-1]


def there(path: Path) -> os.stat_result | None:
    """What is at a path, or None. Raises OSError where nobody can know, as in a closed folder or on a failing disk.
    Since Python 3.14 `exists` and its like say no then, and what is only out of reach would be taken for gone."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def is_seen(path: Path) -> bool:
    """Whether something is there, as far as this user may know."""
    with suppress(OSError):
        return there(path) is not None
    return False


def text_of(path: Path) -> str:
    """What a file of the system says; "" where it cannot be read. Some texts of the kernel end in a zero byte."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0").strip()
    except OSError:
        return ""


def sync(path: Path) -> None:
    """Makes the content of a file last, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put(path: Path, text: str) -> None:
    """This text or the one before, whenever the power goes; on the disk when this returns. Raises OSError."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    sync(part)
    part.replace(path)
    sync(path.parent)


def is_file(path: Path) -> bool:
    file = there(path)
    return file is not None and S_ISREG(file.st_mode)


def is_folder(path: Path) -> bool:
    file = there(path)
    return file is not None and S_ISDIR(file.st_mode)
