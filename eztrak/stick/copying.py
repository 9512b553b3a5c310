"""Files onto a stick, and read back: into a folder of their own, over nothing that is there.

Everything goes by descriptors of folders and never by a path, makes only what is new and follows no link: whatever
somebody has put onto the stick, nothing of it is opened, replaced or left by another way. What could not be finished is
taken away again. Each piece is on the stick before it counts as progress, so that a stick which stalls is noticed.
"""

import errno
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeAlias

from eztrak.voice.reasons import reason
from eztrak.voice.said import Said, SaidError

WRITING, READING = Said("writing"), Said("reading back")
PIECE = 1 << 18  # bytes between two words of progress
NAMES_TRIED = 99
SPARE = 1 << 16  # bytes a file: for clusters that are not filled, and for folders
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_OLD = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

Report: TypeAlias = Callable[[Said, int, int], None]  # what is being done, and how much of how much is done


class StickError(SaidError):
    """Why the stick was not written, for the person who plugged it in."""


class FileToWrite(NamedTuple):
    """A file to be written: its name on the stick, at most one folder deep, and where it is read from."""

    name: str
    source: int


class Written(NamedTuple):
    folder: str
    hashes: dict[str, str]  # SHA-256 of each file by its name


def allowed(folder: str, files: Sequence[FileToWrite]) -> None:
    """Raises StickError for names that have no business on a stick."""
    parts = [folder, *(part for file in files for part in file.name.split("/"))]
    wrong = [part for part in parts if not _NAME.fullmatch(part)]
    if wrong or not files or any(file.name.count("/") > 1 for file in files):
        raise StickError(
            "the stick cannot take such names: {names}", names=", ".join(wrong) or Said("too deep, or none")
        )


def write(root: int, folder: str, files: Sequence[FileToWrite], report: Report) -> Written:
    """Writes the files into a new folder under `root` and says what it is called and what was written."""
    total = sum(os.fstat(file.source).st_size for file in files)
    _has_space(root, total + SPARE * (len(files) + 2))
    name = _new_folder(root, folder)
    made: list[str] = []
    try:
        with _opened(name, _FOLDER, root) as place:
            hashes = _write_all(place, files, made, total, report)
            os.fsync(place)
        os.fsync(root)
    except BaseException as fault:
        gone = _remove(root, name, made)
        if not isinstance(fault, OSError):
            raise
        why = said_of(fault, total)
        if gone:
            raise StickError("{fault}. Nothing was left on it", fault=why) from fault
        raise StickError("{fault}. The folder {folder} on it is not complete", fault=why, folder=name) from fault
    return Written(name, hashes)


def read_back(root: int, written: Written, report: Report) -> None:
    """Reads everything again. Raises StickError where it is not what was written."""
    total, done = len(written.hashes), 0
    with _opened(written.folder, _FOLDER, root) as place:
        for name, was in written.hashes.items():
            report(READING, done, total)
            folder, _, file = name.rpartition("/")
            with _inside(place, folder) as within, _opened(file, _OLD, within) as handle:
                content = hashlib.sha256()
                for piece in _pieces(handle):
                    content.update(piece)
                    report(READING, done, total)
            if content.hexdigest() != was:
                raise StickError(
                    "what was read back from the stick is not what was written ({file}). Do not trust it: use another",
                    file=name,
                )
            done += 1
    report(READING, done, total)


def said_of(fault: OSError, needed: int = 0) -> Said:
    """What the kernel said about a stick, for people."""
    match fault.errno:
        case errno.ENOSPC if needed:
            return Said("the stick is full: {needed} are needed", needed=_size(needed))
        case errno.ENOSPC:
            return Said("the stick is full")
        case errno.EROFS:
            return Said("the stick is write-protected or damaged: use another")
        case errno.EINVAL | errno.EUCLEAN | errno.ELOOP | errno.ENOTDIR | errno.ENOENT:
            return Said("the file system of the stick is damaged: use another, or format it again")
        case errno.EBUSY:
            return Said("another program of this unit is using the stick")
        case errno.EIO | errno.ENODEV | errno.ENXIO | errno.ENOMEDIUM | errno.ESHUTDOWN | errno.ESTALE:
            return Said("the stick was pulled out, is damaged, or does not answer any more")
        case _:
            return Said("the stick cannot be used: {fault}", fault=reason(fault))


def _write_all(place: int, files: Sequence[FileToWrite], made: list[str], total: int, report: Report) -> dict[str, str]:
    hashes: dict[str, str] = {}
    done = 0
    report(WRITING, done, total)
    for name, source in files:
        folder, _, file = name.rpartition("/")
        if folder and folder not in made:
            os.mkdir(folder, 0o700, dir_fd=place)
            made.append(folder)
        content = hashlib.sha256()
        with _inside(place, folder) as within:
            with _opened(file, _NEW, within) as handle:
                made.append(name)
                for piece in _pieces(source):
                    content.update(piece)
                    _put(handle, piece)
                    os.fsync(handle)
                    done += len(piece)
                    report(WRITING, done, total)
            os.fsync(within)
        hashes[name] = content.hexdigest()
    return hashes


def _new_folder(root: int, folder: str) -> str:
    for name in (folder, *(f"{folder}-{number}" for number in range(2, NAMES_TRIED + 1))):
        try:
            os.mkdir(name, 0o700, dir_fd=root)
        except FileExistsError:
            continue
        except OSError as fault:
            raise StickError("{fault}. Nothing was written", fault=said_of(fault)) from fault
        return name
    raise StickError(
        "the stick has {count:export|exports} of these days already: delete some, or use another", count=NAMES_TRIED
    )


def _has_space(root: int, needed: int) -> None:
    disk = os.fstatvfs(root)
    if (free := disk.f_bavail * disk.f_frsize) < needed:
        raise StickError(
            "the stick is full: {needed} are needed, {free} are free. Nothing was written",
            needed=_size(needed),
            free=_size(free),
        )


def _remove(root: int, folder: str, made: Sequence[str]) -> bool:
    """Takes away what was made, and nothing else; says whether all of it is gone."""
    with suppress(OSError):
        with _opened(folder, _FOLDER, root) as place:
            for name in reversed(made):
                within, _, file = name.rpartition("/")
                with _inside(place, within) as inside:
                    try:
                        os.unlink(file, dir_fd=inside)
                    except IsADirectoryError:
                        os.rmdir(file, dir_fd=inside)
        os.rmdir(folder, dir_fd=root)
        os.fsync(root)
        return True
    return False


@contextmanager
def _opened(name: str, flags: int, within: int) -> Iterator[int]:
    handle = os.open(name, flags, 0o600, dir_fd=within)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _inside(place: int, folder: str) -> Iterator[int]:
    if not folder:
        yield place
        return
    with _opened(folder, _FOLDER, place) as handle:
        yield handle


def _pieces(handle: int) -> Iterator[bytes]:
    place = 0
    while piece := os.pread(handle, PIECE, place):
        yield piece
        place += len(piece)


def _put(handle: int, piece: bytes) -> None:
    left = memoryview(piece)
    while left:
        left = left[os.write(handle, left) :]


def _size(count: int) -> str:
    return f"{-(-count // 10**6):,} MB" if count >= 10**7 else f"{-(-count // 1000):,} kB"
