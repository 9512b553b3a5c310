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


def is_file(path: Path) -> bool:
    found = there(path)
    return found is not None and S_ISREG(found.st_mode)


def is_folder(path: Path) -> bool:
    found = there(path)
    return found is not None and S_ISDIR(found.st_mode)
