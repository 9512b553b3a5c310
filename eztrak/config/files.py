"""The files of a config: TOML that is read with its faults in words, shipped files by name, a room's own by path."""

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from eztrak.options import at, build
from eztrak.shipped import asset, setting
from eztrak.voice.reasons import reason, toml_reason
from eztrak.voice.said import All, Said, Spoken

T = TypeVar("T")


class ConfigError(Exception):
    """Everything that is wrong with a file, a line each."""

    def __init__(self, path: Path, faults: Iterable[Spoken]) -> None:
        self.path, self.faults = path, tuple(faults)
        self.said = All(tuple(at(path, fault) for fault in self.faults), "\n")
        super().__init__(self.said)


@contextmanager
def every_fault(path: Path) -> Iterator[list[Spoken]]:
    """A list for what is wrong with a file. Raises ConfigError where anything is."""
    faults: list[Spoken] = []
    yield faults
    if faults:
        raise ConfigError(path, faults)


@contextmanager
def under(key: str, faults: list[Spoken]) -> Iterator[None]:
    """Whatever is wrong with a file is a fault of the key that names it."""
    try:
        yield
    except ConfigError as error:
        faults += [at(key, fault) for fault in error.faults]
    except (OSError, RuntimeError) as fault:  # RuntimeError: ~somebody without a home
        faults.append(at(key, unreadable(fault)))


def unreadable(fault: OSError | RuntimeError) -> Said:
    why = reason(fault)
    if isinstance(fault, PermissionError):
        return Said(
            "cannot be read: {reason}; the board's user can read neither home folders nor closed ones", reason=why
        )
    return Said("cannot be read: {reason}", reason=why)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a mapping. Raises ConfigError for one that cannot be read or is broken."""
    return toml_of(bytes_of(path), path)


def bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise ConfigError(path, [unreadable(fault)]) from fault


def toml_of(data: bytes, path: Path) -> dict[str, Any]:
    """What was read from a file, as a mapping. Raises ConfigError."""
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as fault:  # also numbers of thousands of digits, and nesting without end
        why = toml_reason(fault)
        said = Said("is not valid TOML: {reason}", reason=why)
        if "twice" in str(fault):
            said = Said("is not valid TOML: {reason}; write each [section] and each option once", reason=why)
        raise ConfigError(path, [said]) from fault


def read(kind: type[T], path: Path) -> T:
    """What a TOML file says, as its declarations have it. Raises ConfigError."""
    with every_fault(path) as faults:
        return build(kind, read_toml(path), "", faults)


def find(kind: str, name: str, beside: Path) -> Path:
    """A shipped file by its name, or one of the room's own by its path. Raises ConfigError."""
    if name.endswith(".toml"):
        try:
            return beside / Path(name).expanduser()
        except RuntimeError as fault:
            raise ConfigError(Path(name), [unreadable(fault)]) from fault
    folder = asset(kind) if kind == "themes" else setting(kind)
    path = folder / f"{name}.toml"
    if "/" in name or not path.is_file():
        shipped = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        known = Said("is not known; choose {shipped}, or the path of a .toml file", shipped=shipped)
        raise ConfigError(path, [known])
    return path
