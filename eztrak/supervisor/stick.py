"""The way to the program that may mount sticks: a socket, one request a connection, files as open descriptors."""

import hashlib
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from eztrak.supervisor.errors import RefusedError
from eztrak.table.sticks import Stick
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said
from eztrak.voice.wire import heard

PATIENCE = 90.0  # seconds; the other end gives up on a stick sooner
SUMS = "SHA256SUMS"  # the file that stands for all others

Report: TypeAlias = Callable[[Said, int, int], None]  # what is being done, and how much of how much is done


@dataclass(frozen=True, slots=True)
class Carried:
    """What is on the stick."""

    folder: str
    digest: str  # SHA-256 of its SUMS


def sticks(door: str) -> tuple[Stick, ...]:
    """What is plugged in. Raises RefusedError where nobody knows."""
    for reply in _replies(door, {"ask": "list"}, []):
        if "sticks" in reply:
            return tuple(Stick(one["id"], one["name"], heard(one["fault"])) for one in reply["sticks"])
    raise _cut()


def carry(door: str, stick: str, folder: str, files: dict[str, Path], report: Report) -> Carried:
    """Has the files written to a stick and read back. Raises RefusedError with what went wrong."""
    ours = {name: digest(path) for name, path in files.items()}
    with ExitStack() as opened:
        handles = [opened.enter_context(path.open("rb")).fileno() for path in files.values()]
        request = {"ask": "write", "stick": stick, "folder": folder, "files": list(files)}
        for reply in _replies(door, request, handles):
            if "safe" in reply:
                if reply["hashes"] != ours:
                    raise RefusedError("what is on the stick is not what was to be written: do not trust it")
                return Carried(reply["safe"], ours[SUMS])
            report(heard(reply["doing"]), reply["done"], reply["of"])
    raise _cut()


def _cut() -> RefusedError:
    return RefusedError("the program that mounts sticks broke off; its log says why: journalctl -u 'eztrak-stick@*'")


def _replies(door: str, request: dict[str, Any], handles: list[int]) -> Iterator[dict[str, Any]]:
    """The replies to a request, one by one. A fault among them is raised."""
    if not door:
        raise RefusedError("this unit exports to no stick: stick.socket in its config is empty")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        try:
            connection.connect(door)
            socket.send_fds(connection, [json.dumps(request).encode() + b"\n"], handles)
        except FileNotFoundError as fault:
            raise RefusedError(
                "this unit has no program that mounts sticks: eztrak-stick.socket is not running ({socket})",
                socket=door,
            ) from fault
        except OSError as fault:
            raise RefusedError(
                "the program that mounts sticks does not answer at {socket}: {fault}",
                socket=door,
                fault=reason(fault),
            ) from fault
        try:
            with connection.makefile("rb") as lines:
                for line in lines:
                    reply = json.loads(line)
                    if "fault" in reply:
                        raise RefusedError.of(heard(reply["fault"]))
                    yield reply
        except (OSError, ValueError) as fault:
            raise _cut() from fault  # cut short, or silent for too long


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
