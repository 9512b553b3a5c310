"""The config told to people: what is in force, what an option means, and the shipped file with every option."""

import json
import textwrap
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from eztrak.config.load import allowed, options
from eztrak.config.model import Config, Money


def show(config: Config) -> str:
    """The config in force as TOML; what is not at its default is marked."""
    lines: list[str] = []
    for name, entries in _sections().items():
        told = []
        for key, declared, hint in entries:
            value = _get(config, key)
            if value is None:
                continue
            mark = "" if value == declared.default else "  # set"
            told.append(f"{declared.name} = {_toml(value, hint)}{mark}")
        if told:
            lines += [f"[{name}]", *told, ""]
    return "\n".join(lines).rstrip() + "\n"


def explain(key: str) -> str | None:
    """What an option means, or every option of a section; None for a key that does not exist."""
    found = [entry for entry in options(Config) if entry[0] == key or entry[0].startswith(key + ".")]
    if not found:
        return None
    told = []
    for name, declared, hint in found:
        default = "not set" if declared.default is None else _toml(declared.default, hint)
        told.append(
            f"{name}\n  {declared.metadata['help']}\n  Allowed: {allowed(declared, hint)}.\n  Default: {default}."
        )
    return "\n\n".join(told)


def keys() -> list[str]:
    return [key for key, _, _ in options(Config)]


def reference() -> str:
    """config/eztrak.toml: every option with its help and its default, commented out."""
    helps = {f.name: f.metadata["help"] for f in fields(Config)}
    lines = [
        "# The config of a table unit. Every option is here with its default; take the # away to change one.",
        "# `eztrak config check FILE` names every fault, `eztrak config explain KEY` says more.",
        "",
    ]
    for name, entries in _sections().items():
        if "." not in name:
            lines += _comment(helps[name])
        lines.append(f"[{name}]")
        for _, declared, hint in entries:
            lines += _comment(f"{declared.metadata['help']} ({allowed(declared, hint)})")
            sample = Money(500) if declared.default is None else declared.default
            note = "  # an example: not set by default" if declared.default is None else ""
            lines.append(f"# {declared.name} = {_toml(sample, hint)}{note}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _comment(text: str) -> list[str]:
    # Names such as california-panda8 stay whole: someone will look for them.
    return [f"# {line}" for line in textwrap.wrap(text, 110, break_on_hyphens=False)]


def _sections() -> dict[str, list[tuple[str, Any, Any]]]:
    found: dict[str, list[tuple[str, Any, Any]]] = {}
    for entry in options(Config):
        found.setdefault(entry[0].rpartition(".")[0], []).append(entry)
    return found


def _get(config: Config, key: str) -> Any:
    value: Any = config
    for name in key.split("."):
        value = getattr(value, name)
    return value


def _toml(value: Any, hint: Any) -> str:
    if isinstance(value, Enum):
        value = value.value
    if hint in (Money, Money | None):
        return f"{value / 100:.2f}" if value % 100 else str(value // 100)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item, str) for item in value) + "]"
    if isinstance(value, str):
        # A JSON text is a TOML text, but for the one control character that JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    assert value is not MISSING
    return str(value)
