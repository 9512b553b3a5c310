"""The config for people: what is in force, what an option means, and the shipped file with every option."""

import json
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from itertools import zip_longest
from typing import Any, get_type_hints

from eztrak.config.model import Config
from eztrak.options import NAME, Money, allowed, options

EXAMPLE = "tie"  # the wager that stands for all of them in the shipped file


def show(config: Config) -> str:
    """The config in force as TOML; what is not at its default is marked."""
    sections: dict[str, list[str]] = {}
    for key, value, default, hint in _values(config, ""):
        name, _, option = key.rpartition(".")
        mark = "" if value == default else "  # set"
        sections.setdefault(name, []).append(f"{option} = {_toml(value, hint)}{mark}")
    return "\n\n".join("\n".join([f"[{name}]", *lines]) for name, lines in sections.items()) + "\n"


def explain(key: str) -> str | None:
    """What an option means, or every option of a section; None for a key that does not exist."""
    texts = []
    for name, declared, hint in options(Config):
        if (asked := _named(name, key)) is not None:
            default = "not set" if (default := _default(declared)) is None else _toml(default, hint)
            texts.append(
                f"{asked}\n  {declared.metadata['help']}\n  Allowed: {allowed(declared, hint)}.\n  Default: {default}."
            )
    return "\n\n".join(texts) or None


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
        lines.append(f"[{name.replace(NAME, EXAMPLE)}]")
        for key, declared, hint in entries:
            lines += _comment(f"{declared.metadata['help']} ({allowed(declared, hint)})")
            default = _default(declared)
            sample = Money(500) if default is None else default
            note = "  # an example: not set by default" if default is None else ""
            option = key.rpartition(".")[2].replace(NAME, EXAMPLE)
            lines.append(f"# {option} = {_toml(sample, hint)}{note}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _comment(text: str) -> list[str]:
    # Names such as down-first stay whole: someone will look for them.
    return [f"# {line}" for line in textwrap.wrap(text, 110, break_on_hyphens=False)]


def _sections() -> dict[str, list[tuple[str, Any, Any]]]:
    sections: dict[str, list[tuple[str, Any, Any]]] = {}
    for entry in options(Config):
        sections.setdefault(entry[0].rpartition(".")[0], []).append(entry)
    return sections


def _values(section: Any, prefix: str) -> Iterator[tuple[str, Any, Any, Any]]:
    """What is set in a section or has a default: key, value, default, type."""
    hints = get_type_hints(type(section))
    # What stands in a section comes before the sections within it, as TOML wants it.
    for declared in sorted(fields(section), key=lambda f: is_dataclass(f.metadata.get("by_name"))):
        value, by_name = getattr(section, declared.name), declared.metadata.get("by_name")
        named = value if by_name else ((declared.name, value),)
        for name, one in named:
            if is_dataclass(one):
                yield from _values(one, f"{prefix}{name}.")
            elif one is not None:
                yield prefix + name, one, _default(declared), by_name or hints[declared.name]


def _default(declared: "Field[Any]") -> Any:
    """The default of an option; None where it is not set."""
    return None if "by_name" in declared.metadata else declared.default


def _named(option: str, key: str) -> str | None:
    """The option's key as it is asked for, or None where that names neither it nor a section that it is in."""
    pairs = list(zip_longest(option.split("."), key.split("."), fillvalue=""))
    # What the section has an option for, or nearly so, is no wager.
    if any(mine != asked and asked and (mine != NAME or _beside(option, asked)) for mine, asked in pairs):
        return None
    return ".".join(asked or mine for mine, asked in pairs)


def _beside(option: str, asked: str) -> bool:
    section = option.partition(NAME)[0]
    others = {key.removeprefix(section).partition(".")[0] for key in keys() if key.startswith(section)} - {NAME}
    return bool(get_close_matches(asked, others, n=1))


def _toml(value: Any, hint: Any) -> str:
    if isinstance(value, Enum):
        value = value.value
    if hint in (Money, Money | None):
        return f"{value / 100:.2f}" if value % 100 else str(value // 100)
    if isinstance(value, bool):
        return str(value).lower()
    if is_dataclass(value):
        return "{" + ", ".join(f"{key} = {_toml(one, hint)}" for key, one, _, hint in _values(value, "")) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item, str) for item in value) + "]"
    if isinstance(value, str):
        # A JSON text is a TOML text, but for the one control character that JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    assert value is not MISSING
    return str(value)
