"""The release that this program runs from."""

from functools import cache
from pathlib import Path

from eztrak import __version__
from eztrak.release.check import ManifestError, Release, release_of

HERE = Path(__file__).resolve().parents[2]  # the folder of the Python packages


def installed(here: Path = HERE) -> Release | None:
    """None from source, where nothing was released. Raises ManifestError."""
    folder = here.parent
    return release_of(folder, Path("/")) if here.name == "lib" and (folder / "VERSION").is_file() else None


@cache
def code() -> str:
    """Of the release that was there when this program first asked; "" from source, or where it has no manifest."""
    try:
        release = installed()
    except ManifestError:
        return ""
    return release.code if release else ""


def version() -> str:
    """As every paper and file says it: the version, and the code of the release."""
    return f"{__version__}, code {code()}" if code() else __version__
