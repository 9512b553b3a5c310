"""One request for a stick, from the connection to its end: which sticks there are, or files onto one of them.

The request is a line of JSON; the files come along as open descriptors, so that this program, which has the right to
mount, opens no file of anybody. Answers are lines of JSON: progress, then the result or the fault.

Three processes share the work. The first holds the connection and waits no longer than PATIENCE for a word of the
second: a stick that hangs keeps whoever touches it in the kernel, where nothing ends it. The second mounts. The third
has given up every right and is the user who asked: it alone reads and writes what is on the stick.
"""

import json
import os
import select
import signal
import socket
import stat
import struct
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol

from eztrak.stick.copying import FileToWrite, StickError, Written, allowed, read_back, said_of, write
from eztrak.stick.listing import Stick
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said
from eztrak.voice.wire import heard, plain

PATIENCE = 60.0  # seconds without progress after which a stick counts as hung
ASKING = 10.0  # seconds for the request to come
LONGEST = 1 << 16  # bytes of a request
MOST_FILES = 64
NOBODY = 65534
GONE = Said("the stick is gone: plug it in again")
HUNG = Said("the stick does not answer any more: pull it out and use another. What is on it may not be complete")

BROKEN_OFF = Said("writing to the stick broke off")


class Machine(Protocol):
    """What there is to plug a stick into."""

    def sticks(self) -> list[Stick]: ...

    def mounted(self, stick: Stick, user: int, group: int, write: bool) -> AbstractContextManager[int]:
        """The root folder of a stick as a descriptor; when it ends, all is on the stick and it can be pulled out."""
        ...


def serve(connection: socket.socket, machine: Machine, patience: float = PATIENCE) -> None:
    """Answers one request."""
    connection.settimeout(ASKING)
    try:
        asked, handles = _request(connection)
    except (OSError, ValueError) as fault:
        _say(connection, {"fault": plain(Said("a request that cannot be read: {fault}", fault=reason(fault)))})
        return
    user, group = _peer(connection)
    reading, writing = os.pipe()
    worker = _apart(lambda: _work(asked, handles, machine, user, group, writing))
    os.close(writing)
    try:
        hangs = not _pass_on(connection, reading, patience)
    finally:
        os.close(reading)
        os.kill(worker, signal.SIGTERM)
    # A worker that hangs in the kernel is left to it: it ends as soon as the kernel lets go.
    os.waitpid(worker, os.WNOHANG if hangs else 0)


def _request(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    line, handles = b"", []
    while not line.endswith(b"\n"):
        more, came, _, _ = socket.recv_fds(connection, LONGEST, MOST_FILES)
        handles += came
        line += more
        if not more or len(line) > LONGEST or len(handles) > MOST_FILES:
            raise ValueError("it is cut short or too long")
    asked = json.loads(line)
    if not isinstance(asked, dict):
        raise ValueError("it is no object")
    return asked, handles


def _pass_on(connection: socket.socket, reading: int, patience: float) -> bool:
    """Hands on what the worker says until it ends, or nobody listens any more. False where it hangs."""
    while True:
        ready, _, _ = select.select([reading, connection.fileno()], [], [], patience)
        if not ready:
            _say(connection, {"fault": plain(HUNG)})
            return False
        said = os.read(reading, LONGEST) if reading in ready else b""
        if not said:
            return True  # the worker has ended, or whoever asked has gone
        _send(connection, said)


def _work(asked: dict[str, Any], handles: list[int], machine: Machine, user: int, group: int, out: int) -> None:
    """Carries the request out, with the right to mount."""

    def answer(said: dict[str, Any]) -> None:
        os.write(out, json.dumps(said).encode() + b"\n")

    def report(doing: Said, done: int, of: int) -> None:
        answer({"doing": plain(doing), "done": done, "of": of})

    try:
        if asked.get("ask") == "list":
            answer({"sticks": [{"id": s.id, "name": s.name, "fault": plain(s.fault)} for s in machine.sticks()]})
            return
        files = [FileToWrite(str(name), handle) for name, handle in zip(asked["files"], handles, strict=True)]
        if any(not stat.S_ISREG(os.fstat(handle).st_mode) for handle in handles):
            raise StickError("something that is no file was to be written")
        folder = str(asked["folder"])
        allowed(folder, files)
        stick = next((stick for stick in machine.sticks() if stick.id == asked["stick"]), None)
        if stick is None or stick.fault:
            raise StickError.of(stick.fault if stick else GONE)
        with machine.mounted(stick, user, group, write=True) as root:
            done = _as_user(user, group, lambda: write(root, folder, files, report)._asdict())
        written = Written(done["folder"], done["hashes"])
        # Mounted anew, so that nothing comes from memory: what is read now is on the stick.
        with machine.mounted(stick, user, group, write=False) as root:
            _as_user(user, group, lambda: read_back(root, written, report))
        answer({"safe": written.folder, "hashes": written.hashes})
    except StickError as fault:
        answer({"fault": plain(fault.said)})
    except OSError as fault:
        answer({"fault": plain(said_of(fault))})
    except (KeyError, TypeError, ValueError) as fault:
        answer({"fault": plain(Said("a request that cannot be understood: {fault}", fault=repr(fault)))})


def _as_user(user: int, group: int, work: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
    """Does the work in a process without any right but the user's, and gives what it gave."""
    reading, writing = os.pipe()

    def drop_and_work() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(group, group, group)
            os.setresuid(user, user, user)
        try:
            done = work() or {}
        except StickError as fault:
            done = {"fault": plain(fault.said)}
        except OSError as fault:
            done = {"errno": fault.errno}
        os.write(writing, json.dumps(done).encode())

    child = _apart(drop_and_work)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as said:
            text = said.read()
    except BaseException:
        os.kill(child, signal.SIGTERM)
        raise
    finally:
        os.waitpid(child, 0)
    done: dict[str, Any] = json.loads(text) if text else {"fault": plain(BROKEN_OFF)}
    if "errno" in done:
        raise OSError(done["errno"], os.strerror(done["errno"]))
    if "fault" in done:
        raise StickError.of(heard(done["fault"]))
    return done


def _apart(work: Callable[[], None]) -> int:
    """Does the work in a process of its own, and gives its id. Asked to stop, it clears up first."""
    if child := os.fork():
        return child
    status = 1
    try:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        work()
        status = 0
    finally:
        os._exit(status)


def _peer(connection: socket.socket) -> tuple[int, int]:
    """The user and group at the other end; root itself gets nobody's rights."""
    form = struct.Struct("3i")
    _, user, group = form.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, form.size))
    return (user, group) if user else (NOBODY, NOBODY)


def _say(connection: socket.socket, said: dict[str, Any]) -> None:
    _send(connection, json.dumps(said).encode() + b"\n")


def _send(connection: socket.socket, said: bytes) -> None:
    with suppress(OSError):  # nobody listens any more: that is noticed where it is looked for
        connection.sendall(said)
