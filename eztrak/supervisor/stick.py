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

PATIENCE = 90.0  # seconds; the other end gives up on a stick sooner
SUMS = "SHA256SUMS"  # the file that stands for all others

Report: TypeAlias = Callable[[str, int, int], None]  # what is being done, and how much of how much is done


@dataclass(frozen=True, slots=True)
class Carried:
    """What is on the stick."""

    folder: str
    digest: str  # SHA-256 of its SUMS


def sticks(door: str) -> tuple[Stick, ...]:
    """What is plugged in. Raises RefusedError where nobody can tell."""
    for said in _asked(door, {"ask": "list"}, []):
        if "sticks" in said:
            return tuple(Stick(**stick) for stick in said["sticks"])
    raise RefusedError(_CUT)


def carry(door: str, stick: str, folder: str, files: dict[str, Path], report: Report) -> Carried:
    """Has the files written to a stick and read back. Raises RefusedError with what went wrong."""
    ours = {name: digest(path) for name, path in files.items()}
    with ExitStack() as opened:
        handles = [opened.enter_context(path.open("rb")).fileno() for path in files.values()]
        asked = {"ask": "write", "stick": stick, "folder": folder, "files": list(files)}
        for said in _asked(door, asked, handles):
            if "safe" in said:
                if said["hashes"] != ours:
                    raise RefusedError("what is on the stick is not what was to be written: do not trust it")
                return Carried(said["safe"], ours[SUMS])
            report(said["doing"], said["done"], said["of"])
    raise RefusedError(_CUT)


_CUT = "the program that mounts sticks broke off; its log says why: journalctl -u 'eztrak-stick@*'"


def _asked(door: str, request: dict[str, Any], handles: list[int]) -> Iterator[dict[str, Any]]:
    """The answers to a request, one by one. A fault among them is raised."""
    if not door:
        raise RefusedError("this unit exports to no stick: stick.socket in its config is empty")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        try:
            connection.connect(door)
            socket.send_fds(connection, [json.dumps(request).encode() + b"\n"], handles)
        except FileNotFoundError as fault:
            raise RefusedError(
                f"this unit has no program that mounts sticks: eztrak-stick.socket is not running ({door})"
            ) from fault
        except OSError as fault:
            raise RefusedError(f"{door}: the program that mounts sticks cannot be asked: {fault.strerror}") from fault
        try:
            with connection.makefile("rb") as lines:
                for line in lines:
                    said = json.loads(line)
                    if "fault" in said:
                        raise RefusedError(said["fault"])
                    yield said
        except (OSError, ValueError) as fault:
            raise RefusedError(_CUT) from fault  # cut short, or silent for too long


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
