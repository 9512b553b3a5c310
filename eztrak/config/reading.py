"""Plain values of a TOML file as the config's values, checked against their declarations: every fault with its key."""

import difflib
import types
from collections.abc import Collection, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from eztrak.config.model import RETIRED, Money

T = TypeVar("T")
WAGER = "WAGER"  # stands for any wager of the game in the key of an option


def build(
    kind: type[T], plain: Mapping[str, Any], prefix: str, faults: list[str], spots: Collection[str] | None = None
) -> T:
    """A section from plain values. Faults are added to the list; what is faulty keeps its default.

    `spots`: the wagers that there are, None where nobody knows.
    """
    hints = get_type_hints(kind)
    every = fields(cast(Any, kind))
    known = {f.name: f for f in every if "by_spot" not in f.metadata}
    open_one = next((f for f in every if "by_spot" in f.metadata), None)
    # The shipped file has empty sections: those of a wager that the game does not have say nothing, and do no harm.
    named = [key for key in plain if key not in known and (open_one is None or plain[key] != {})]
    named = [key for key in named if prefix + key not in RETIRED]
    if open_one is None or spots is not None:
        there = spots or () if open_one else ()
        faults += [unknown(key, prefix, (*known, *there)) for key in named if key not in there]
        named = [key for key in named if key in there]
    values: dict[str, Any] = {}

    def read(name: str, declared: "Field[Any]", hint: Any, into: dict[str, Any]) -> None:
        key, value = prefix + name, plain[name]
        if is_dataclass(hint):
            if isinstance(value, dict):
                into[name] = build(cast("type[Any]", hint), value, key + ".", faults, spots)
            else:
                faults.append(f"{key} = {value!r}: a section [{key}] is needed")
            return
        try:
            into[name] = _value(value, hint, declared)
        except (ValueError, OverflowError) as fault:
            faults.append(f"{key} = {value!r}: {fault}")

    for name, declared in known.items():
        if name in plain:
            read(name, declared, hints[name], values)
    if open_one is not None:
        own: dict[str, Any] = {}
        for name in named:
            read(name, open_one, open_one.metadata["by_spot"], own)
        values[open_one.name] = tuple(own.items())
    return kind(**values)


def options(kind: type, prefix: str = "") -> Iterator[tuple[str, "Field[Any]", Any]]:
    """Every option below a section: its key, its declaration and its type."""
    hints = get_type_hints(kind)
    for declared in fields(cast(Any, kind)):
        by_spot = "by_spot" in declared.metadata
        hint = declared.metadata["by_spot"] if by_spot else hints[declared.name]
        key = prefix + (WAGER if by_spot else declared.name)
        if is_dataclass(hint):
            yield from options(cast("type[Any]", hint), f"{key}.")
        else:
            yield key, declared, hint


def allowed(declared: "Field[Any]", hint: Any) -> str:
    """What an option may be, in words."""
    rules = declared.metadata
    kind = _bare(hint)
    if "choices" in rules:
        return "one of " + ", ".join(map(str, rules["choices"]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(str(choice.value) for choice in kind)
    words = ALLOWED.get(kind, "")
    if "least" in rules:
        words += f" from {rules['least']} to {rules['most']}"
    if "longest" in rules:
        words += f" of 1 to {rules['longest']} characters"
    if kind == tuple[str, ...]:
        words += f" of {' or '.join(rules.get('forms', ['texts']))}"
    if "most_items" in rules:
        words += f", at most {rules['most_items']} and none twice"
    return words


ALLOWED: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list[int]: "a list of whole numbers",
    list[str]: "a list of texts",
    Money: "an amount in dollars, with at most two decimals",
    tuple[str, ...]: "a list",
}


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
        raise ValueError(ALLOWED[Money] + " is needed")
    try:
        cents = Decimal(str(value)) * 100
    except InvalidOperation:
        cents = Decimal("NaN")
    if not cents.is_finite() or cents != cents.to_integral_value() or not 0 <= cents < 10**9:
        raise ValueError(ALLOWED[Money] + " is needed")
    return Money(int(cents))


def unknown(key: str, prefix: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {prefix}{near[0]}?" if near else f"known here are {', '.join(known)}"
    return f"{prefix}{key}: there is no such key; {hint}"
