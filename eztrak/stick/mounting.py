"""Mounts a stick where nobody but this process sees it, and takes it away again.

mount(2) is called through ctypes: /bin/mount would want more rights and would look into /etc/fstab. The flags let
nothing on a stick run, be a device, give rights, or point elsewhere. FAT and exFAT know no owner: all there belongs to
the user who asked.
"""

import ctypes
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_NOATIME, MS_NOSYMFOLLOW = 1, 2, 4, 8, 1024, 256
MNT_DETACH = 2
HARMLESS = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NOSYMFOLLOW


@contextmanager
def mounted(device: Path, kernel: str, user: int, group: int, write: bool) -> Iterator[int]:
    """The root folder of a stick, as a descriptor. Raises OSError, also where the end is not as it should be."""
    _free(device)
    flags = HARMLESS | (0 if write else MS_RDONLY)
    # Root has given up its right to pass over modes, and has to open the top folder too: nobody else can see it here.
    options = f"uid={user},gid={group},fmask=0133,dmask=0022,errors=remount-ro"
    place = tempfile.mkdtemp(prefix="stick-")
    try:
        what = (str(device).encode(), place.encode(), kernel.encode())
        _call("mount", *what, ctypes.c_ulong(flags), options.encode())
        try:
            root = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                yield root
            finally:
                os.close(root)
        except BaseException:
            # Something went wrong: the stick may be gone, and what holds on to it must not hold us.
            _call("umount2", place.encode(), MNT_DETACH)
            raise
        _call("umount2", place.encode(), 0)
        _flush(device)
    finally:
        Path(place).rmdir()


def _flush(device: Path) -> None:
    """Lets the stick put its own cache away."""
    handle = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _free(device: Path) -> None:
    """Raises OSError (EBUSY) where the device is mounted anywhere on this machine, in whatever namespace."""
    os.close(os.open(device, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC))


def _call(name: str, *args: object) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*args) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
