"""The page's own record: who logged in, wrong passwords, what was downloaded or read by programs, passwords that were
set.

The page cannot write the journal, so it keeps a file of its own beside the passwords. Each line is chained to the one
before, as the journal's rows are: a line that was changed, taken out or put in is named by `eztrak pit record`. Nothing
is ever taken out of it by us.
"""

import fcntl
import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from flask import Flask, Response, g, request

from eztrak.appliance.log import log
from eztrak.journal.chain import canonical
from eztrak.supervisor.pit.attempts import forget
from eztrak.supervisor.pit.typed import supervisor
from eztrak.voice.said import Phrase, Said
from eztrak.voice.times import utc

GENESIS = hashlib.sha256(b"eztrak pit page").hexdigest()
_LONGEST = 1 << 16  # bytes of a line, at the most
_LONGEST_ASKED = 1000  # letters of an address that a program asks for
_AGAIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Access:
    row: int
    at: str  # UTC
    kind: str
    number: int  # of the supervisor, 0 for none
    address: str = ""
    what: str = ""
    hash: str = ""

    @property
    def said(self) -> Said | Phrase:
        number, address = self.number, self.address
        match self.kind:
            case "log_in":
                return Said("supervisor {number} logged in from {address}", number=number, address=address)
            case "log_out":
                return Said("supervisor {number} logged out at {address}", number=number, address=address)
            case "wrong_password":
                return Said("wrong password for supervisor {number} from {address}", number=number, address=address)
            case "download":
                return Said(
                    "supervisor {number} downloaded {what} to {address}", number=number, what=self.what, address=address
                )
            case "read":
                return Said("a program at {address} read {what}", address=address, what=self.what)
            case "wrong_token":
                return Said("a program without the token asked from {address}", address=address)
            case "password_set":
                return Said("supervisor {number}'s password was set on this machine", number=number)
            case "password_removed":
                return Said("supervisor {number}'s password was removed on this machine", number=number)
            case other:
                return Phrase(other)


class Accesses:
    def __init__(self, database: Path, wall: Callable[[], datetime]) -> None:
        self.path, self._wall = database.with_name(f"{database.name}.page"), wall

    def now(self) -> datetime:
        return self._wall()

    def note(self, kind: str, number: int, address: str = "", what: str = "") -> None:
        """Adds a line. Where it cannot be written the log says so: the page goes on."""
        try:
            with open(self.path, "a+b", opener=_private) as file:
                fcntl.flock(file, fcntl.LOCK_EX)  # the command that sets passwords writes too
                row, before, whole = _end(file)
                at = utc(self._wall())
                values = [row + 1, at, kind, number, address, what]
                line = canonical([*values, link(before, values)])
                file.write(f"{'' if whole else chr(10)}{line}\n".encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            log.error(f"{self.path}: cannot be written: {fault.strerror}; not on record: {kind}, supervisor {number}")

    def read(self) -> tuple[list[Access], list[Said]]:
        """All of it, and each line that is not as it was written."""
        accesses, faults, before, last = list[Access](), list[Said](), GENESIS, 0
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return [], []
        for number, line in enumerate(lines[:-1] if not lines[-1] else lines, 1):
            one = _access(line)
            if one is None:
                faults.append(Said("line {line} is not a line of this record", line=number))
                continue
            values = [one.row, one.at, one.kind, one.number, one.address, one.what]
            if one.row != last + 1 or one.hash != link(before, values):
                faults.append(Said("line {line} does not follow the one before it, or was changed", line=number))
            accesses.append(one)
            before, last = one.hash, one.row
        return accesses, faults


def link(before: str, values: Sequence[object]) -> str:
    return hashlib.sha256(canonical([before, *values]).encode()).hexdigest()


def keep(site: Flask, accesses: Accesses) -> None:
    """Notes what the site answers. A program that asks the same over and over is noted once an hour."""
    noted: OrderedDict[tuple[str, str, str], datetime] = OrderedDict()

    def is_new(kind: str, address: str, what: str) -> bool:
        now, key = accesses.now(), (kind, address, what)
        before = noted.get(key)
        if before and timedelta() <= now - before < _AGAIN:
            return False
        noted[key] = now
        forget(noted)
        return True

    @site.after_request
    def note(response: Response) -> Response:
        address = request.remote_addr or ""
        if request.endpoint == "let_in" and response.status_code in (303, 403):
            kind = "log_in" if response.status_code == 303 else "wrong_password"
            accesses.note(kind, supervisor(request.form.get("number", "").strip()), address)
        elif request.endpoint == "log_out" and "supervisor" in g:
            accesses.note("log_out", g.supervisor, address)
        elif request.path.startswith("/api/"):
            kind = "wrong_token" if response.status_code == 401 else "read"
            what = "" if kind == "wrong_token" else request.full_path.rstrip("?")[:_LONGEST_ASKED]
            if response.status_code in (200, 401) and is_new(kind, address, what):
                accesses.note(kind, 0, address, what)
        elif response.status_code == 200 and "attachment" in response.headers.get("Content-Disposition", ""):
            name = response.headers["Content-Disposition"].partition("filename=")[2].strip('"')
            accesses.note("download", g.get("supervisor", 0), address, name)
        return response


def _end(file: BinaryIO) -> tuple[int, str, bool]:
    """The number and the hash of the last line that is whole, and whether the file ends with it."""
    length = file.seek(0, os.SEEK_END)
    file.seek(max(0, length - 2 * _LONGEST))
    lines = file.read().split(b"\n")
    known = next((one for one in map(_access, reversed(lines)) if one), None)
    return (known.row, known.hash, not lines[-1]) if known else (0, GENESIS, not lines[-1])


def _access(line: bytes) -> Access | None:
    try:
        values = json.loads(line)
        forms = [int, str, str, int, str, str, str]
        return Access(*values) if [type(value) for value in values] == forms else None
    except (ValueError, TypeError, RecursionError):
        return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def listed(accesses: Accesses, since: str = "", until: str = "") -> Iterator[Access]:
    """Of a time."""
    return (one for one in accesses.read()[0] if since <= one.at and (not until or one.at < until))
