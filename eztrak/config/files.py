"""The files of a config: TOML that is read with its faults in words, shipped files by name, a room's own by path."""

import tomllib
from pathlib import Path
from typing import Any

from eztrak.shipped import setting


class ConfigError(Exception):
    """Everything that is wrong with a file, a line each."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__("\n".join(f"{path}: {fault}" for fault in faults))
        self.path, self.faults = path, faults


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a mapping. Raises ConfigError for one that cannot be read or is broken."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as fault:
        raise ConfigError(path, [f"cannot be read: {fault.strerror}"]) from fault
    except (ValueError, RecursionError) as fault:  # also numbers of thousands of digits, and nesting without end
        twice = "; each [section] and each option stands in the file once" if "twice" in str(fault) else ""
        raise ConfigError(path, [f"is no valid TOML: {fault}{twice}"]) from fault


def find(kind: str, name: str, beside: Path) -> Path:
    """A shipped file by its name, or one of the room's own by its path. Raises ConfigError."""
    if name.endswith(".toml"):
        try:
            return beside / Path(name).expanduser()
        except RuntimeError as fault:
            raise ConfigError(Path(name), [f"cannot be found: {fault}"]) from fault
    path = setting(kind, f"{name}.toml")
    if "/" in name or not path.is_file():
        shipped = ", ".join(sorted(p.stem for p in setting(kind).glob("*.toml")))
        raise ConfigError(path, [f"is not known; shipped are {shipped}; or give the path of a .toml file"])
    return path
