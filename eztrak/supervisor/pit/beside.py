"""Work that is done beside the page, each in a process of its own: an export or a report keeps no page waiting.

A server of processes is started with the first of them; it has read the modules, so that the next begin at once. What
is wrong there comes back in words, and is raised here.
"""

import multiprocessing
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import util
from multiprocessing.connection import Connection
from threading import Lock

from eztrak.voice.said import SaidError

_NICE = 10  # the pages come first, and the board before them
_START = multiprocessing.get_context("forkserver")
_START.set_forkserver_preload(["eztrak.supervisor.pit.making", "eztrak.supervisor.pit.dispute"])
_LONGEST = 60  # letters of a folder in which a socket may lie: its whole name takes 107
_beginning = Lock()


class BusyError(SaidError):
    """A download that cannot be made now."""


def beside(work: Callable[[], object]) -> None:
    """Does it and waits. Raises what is wrong: RefusedError, BusyError, JournalError."""
    here, there = _START.Pipe(duplex=False)
    with here:
        with there:
            process = _START.Process(target=_done, args=(there, work), daemon=True)
            _have_a_place()
            process.start()
        try:
            fault, full = here.recv()
        except EOFError:
            fault, full = BusyError("It could not be made: it may have needed more memory than there is."), False
        process.join()
        process.close()
    if fault:
        raise fault from (OSError() if full else None)


def _done(there: Connection, work: Callable[[], object]) -> None:
    with suppress(OSError):  # an installed page may not change it, and has a lower one than the board
        os.nice(_NICE)
    try:
        work()
    except SaidError as fault:
        there.send((fault, fault.__cause__ is not None))
    else:
        there.send((None, False))


def _have_a_place() -> None:
    """For the socket at which the server of processes is asked: not in a folder with so long a name that it has no room
    there. What is made goes where TMPDIR says all the same."""
    with _beginning:
        usual = tempfile.gettempdir()
        near = [usual, "/tmp", "/var/tmp", "/dev/shm"]
        tempfile.tempdir = next((one for one in near if len(one) <= _LONGEST and os.access(one, os.W_OK)), usual)
        try:
            util.get_temp_dir()  # the first time it makes one, and keeps it
        finally:
            tempfile.tempdir = usual
