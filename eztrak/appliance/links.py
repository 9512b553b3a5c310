"""Links to files: a link that leads in a circle is told in the same words by every Python."""

from contextlib import suppress
from pathlib import Path


def behind(path: Path) -> Path:
    """The file that a name leads to, which may have yet to be made. Raises OSError for a link that leads in a circle:
    `resolve` alone raises something else for it before Python 3.13, and since then nothing."""
    with suppress(FileNotFoundError):
        path.stat()
    return path.resolve()
