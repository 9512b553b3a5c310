"""Reads a config file, a profile or a keymap, and names every fault at once: file, key, value, what is allowed."""

import difflib
import types
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from decimal import Decimal, InvalidOperation
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from eztrak.config.appearance import Appearance, appearance_of
from eztrak.config.files import ConfigError, find, read_toml
from eztrak.config.model import Config, Money, WagerLimit
from eztrak.game.profile import Profile, Wager
from eztrak.shipped import setting

__all__ = ["ConfigError", "Loaded", "find", "load", "load_profile", "options", "read_toml"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Loaded:
    config: Config
    profile: Profile
    appearance: Appearance = field(default_factory=Appearance)
    path: Path | None = None  # the file that it came from; None for the defaults


def load(path: Path | None) -> Loaded:
    """The config in a file, or the defaults without one. Raises ConfigError."""
    plain = read_toml(path) if path else {}
    faults: list[str] = []
    config = build(Config, plain, "", faults)
    where = path or setting("eztrak.toml")
    profile: Profile | None = None
    try:
        profile = load_profile(config.table.profile, where.parent)
    except ConfigError as error:
        faults += [f"table.profile = {config.table.profile!r}: {fault}" for fault in error.faults]
    try:
        find("keymaps", config.keypad.keymap, where.parent)
    except ConfigError as error:
        faults += [f"keypad.keymap = {config.keypad.keymap!r}: {fault}" for fault in error.faults]
    for key, folder in (("database", config.journal.database), ("copy", config.journal.copy)):
        try:
            Path(folder).expanduser()
        except RuntimeError as error:
            faults.append(f"journal.{key} = {folder!r}: {error}")
    appearance = appearance_of(config.display, where.parent, faults)
    if profile is not None:
        faults += _contradictions(config, profile)
    if faults or profile is None:
        raise ConfigError(where, faults)
    return Loaded(config, profile, appearance, path)


def load_profile(name: str, beside: Path) -> Profile:
    path = find("profiles", name, beside)
    plain = read_toml(path)
    faults: list[str] = []
    allowed: dict[str, Any] = {
        "title": str,
        "decks": list[int],
        "pays": dict[Wager, str],
        "highest_wager": int,
        "highest_wager_rule": str,
        "fees_allowed": bool,
        "dragon7_pushes_banker": bool,
        "bonus_needs_base": bool,
        "natural_ends_hand": bool,
        "postings": list[str],
    }
    for key, value in plain.items():
        if key not in allowed:
            faults.append(_unknown(key, "", allowed))
        elif not _is(value, allowed[key]):
            faults.append(f"{key} = {value!r}: {_ALLOWED[allowed[key]]} is needed")
    if "pays" not in plain:
        faults.append(f"pays: {_ALLOWED[dict[Wager, str]]} is needed")
    if faults:
        raise ConfigError(path, faults)
    pays, dollars = plain["pays"], plain.get("highest_wager")
    return Profile(
        name=path.stem,
        title=plain.get("title", path.stem),
        wagers=tuple(wager for wager in Wager if wager in pays),
        pays={Wager(wager): text for wager, text in pays.items()},
        decks=tuple(plain.get("decks", range(1, 9))),
        highest_wager=None if dollars is None else dollars * 100,
        highest_wager_rule=plain.get("highest_wager_rule", "the profile"),
        fees_allowed=plain.get("fees_allowed", False),
        dragon7_pushes_banker=plain.get("dragon7_pushes_banker"),
        bonus_needs_base=plain.get("bonus_needs_base", False),
        natural_ends_hand=plain.get("natural_ends_hand"),
        postings=tuple(plain.get("postings", ())),
    )


def build(kind: type[T], plain: Mapping[str, Any], prefix: str, faults: list[str]) -> T:
    """A section from plain values. Faults are added to the list; what is faulty keeps its default."""
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(cast(Any, kind))}
    faults += [_unknown(key, prefix, known) for key in plain if key not in known]
    values: dict[str, Any] = {}
    for name, declared in known.items():
        if name not in plain:
            continue
        key, value, hint = prefix + name, plain[name], hints[name]
        if is_dataclass(hint):
            if isinstance(value, dict):
                values[name] = build(cast("type[Any]", hint), value, key + ".", faults)
            else:
                faults.append(f"{key} = {value!r}: a section [{key}] is needed")
            continue
        try:
            values[name] = _value(value, hint, declared)
        except (ValueError, OverflowError) as fault:
            faults.append(f"{key} = {value!r}: {fault}")
    return kind(**values)


def options(kind: type, prefix: str = "") -> Iterator[tuple[str, "Field[Any]", Any]]:
    """Every option below a section: its key, its declaration and its type."""
    hints = get_type_hints(kind)
    for declared in fields(cast(Any, kind)):
        hint = hints[declared.name]
        if is_dataclass(hint):
            yield from options(cast("type[Any]", hint), f"{prefix}{declared.name}.")
        else:
            yield prefix + declared.name, declared, hint


def allowed(declared: "Field[Any]", hint: Any) -> str:
    """What an option may be, in words."""
    rules = declared.metadata
    kind = _bare(hint)
    if "choices" in rules:
        return "one of " + ", ".join(map(str, rules["choices"]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(str(choice.value) for choice in kind)
    words = _ALLOWED.get(kind, "")
    if "least" in rules:
        words += f" from {rules['least']} to {rules['most']}"
    if "longest" in rules:
        words += f" of 1 to {rules['longest']} characters"
    if kind == tuple[str, ...]:
        words += f" of {' or '.join(rules.get('forms', ['texts']))}"
    if "most_items" in rules:
        words += f", at most {rules['most_items']} and none twice"
    return words


_ALLOWED: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list[int]: "a list of whole numbers",
    list[str]: "a list of texts",
    dict[Wager, str]: f'a table with some of {", ".join(Wager)}, such as {{ tie = "8 to 1" }},',
    Money: "an amount in dollars, with at most two decimals",
    tuple[str, ...]: "a list",
}


def _is(value: Any, kind: Any) -> bool:
    """Whether a value of a profile is of its type, down to what is in it."""
    if type(value) is not (get_origin(kind) or kind):
        return False
    if isinstance(value, dict):
        return bool(value) and all(name in list(Wager) and type(text) is str for name, text in value.items())
    return not isinstance(value, list) or all(type(item) is get_args(kind)[0] for item in value)


def _bare(hint: Any) -> Any:
    """The type of an option without its `| None`."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(part for part in get_args(hint) if part is not type(None))
    return hint


def _value(value: Any, hint: Any, declared: "Field[Any]") -> Any:
    kind = _bare(hint)
    needed = allowed(declared, hint) + " is needed"
    rules = declared.metadata
    if kind is Money:
        return _money(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            raise ValueError(needed) from None
    if kind == tuple[str, ...]:
        if "forms" not in rules:  # any texts, or none
            if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
                raise ValueError(needed)
            return tuple(value)
        if not isinstance(value, list) or not value or not all(_has_form(item, rules["forms"]) for item in value):
            raise ValueError(needed)
        if "most_items" in rules and not len(set(value)) == len(value) <= rules["most_items"]:
            raise ValueError(needed)
        return tuple(value)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise ValueError(needed)
    if "choices" in rules and value not in rules["choices"]:
        raise ValueError(needed)
    if "least" in rules and not rules["least"] <= value <= rules["most"]:
        raise ValueError(needed)
    if "longest" in rules and not 1 <= len(value) <= rules["longest"]:
        raise ValueError(needed)
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("a text without control characters is needed")
    return value


def _has_form(item: Any, forms: tuple[str, ...]) -> bool:
    """Whether an item is one of these words; one such as script:FILE stands for any text after the colon."""
    if not isinstance(item, str):
        return False
    word, colon, rest = item.partition(":")
    return bool(rest) == bool(colon) and any(form.partition(":")[:2] == (word, colon) for form in forms)


def _money(value: Any) -> Money:
    if isinstance(value, str) and "%" in value:
        raise ValueError("a fixed amount in dollars is needed: a fee or limit is never a share of a wager or win")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(_ALLOWED[Money] + " is needed")
    try:
        cents = Decimal(str(value)) * 100
    except InvalidOperation:
        cents = Decimal("NaN")
    if not cents.is_finite() or cents != cents.to_integral_value() or not 0 <= cents < 10**9:
        raise ValueError(_ALLOWED[Money] + " is needed")
    return Money(int(cents))


def _unknown(key: str, prefix: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {prefix}{near[0]}?" if near else f"known here are {', '.join(known)}"
    return f"{prefix}{key}: there is no such key; {hint}"


def _contradictions(config: Config, profile: Profile) -> list[str]:
    """Faults between values that are each fine by themselves."""
    faults: list[str] = []
    limits = config.limits

    def check(key: str, low: int, high: int) -> None:
        if high < low:
            faults.append(f"{key}.max = {dollars(high)}: must be at least {key}.min, which is {dollars(low)}")
        if profile.highest_wager is not None and high > profile.highest_wager:
            faults.append(
                f"{key}.max = {dollars(high)}: over the highest wager of profile {profile.name},"
                f" {dollars(profile.highest_wager)} ({profile.highest_wager_rule})"
            )

    check("limits", limits.min, limits.max)
    for wager in Wager:
        own: WagerLimit = getattr(limits, wager)
        if own == WagerLimit():
            continue
        if wager not in profile.wagers:
            faults.append(
                f"limits.{wager}: profile {profile.name} has no such wager; it has {', '.join(profile.wagers)}"
            )
        else:
            low = limits.min if own.min is None else own.min
            check(f"limits.{wager}", low, limits.max if own.max is None else own.max)
    fees = {f.name: getattr(config.fees, f.name) for f in fields(config.fees)}
    for name, fee in fees.items():
        if fee is None:
            continue
        if not profile.fees_allowed:
            faults.append(f"fees.{name}: profile {profile.name} takes no fees")
        elif name in list(Wager) and name not in profile.wagers:
            faults.append(f"fees.{name}: profile {profile.name} has no such wager")
    if config.table.decks not in profile.decks:
        some = ", ".join(map(str, profile.decks))
        faults.append(f"table.decks = {config.table.decks}: profile {profile.name} allows {some}")
    return faults


def dollars(cents: int) -> str:
    """An amount as people write it: 300, or 2.50."""
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
