"""What a TOML file may say. An option is declared once, on the dataclass that the file becomes: its default, what is
allowed and a help text. Reading it with every fault in words, explaining it and the shipped file follow from that.
"""

import difflib
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import Field, field, fields, is_dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from eztrak.voice.said import All, Part, Said, SaidError, Spoken

T = TypeVar("T")
Money = NewType("Money", int)  # cents; dollars in the file
Day = NewType("Day", str)  # an ISO date; a date in the file
NAME = "WAGER"  # stands in the key of an option for a name that the file gives


def option(default: Any, help: str = "", **rules: Any) -> Any:
    """What a file can set. Rules: `least` and `most` for numbers, `choices` and `longest` for texts, `forms` and
    `most_items` for lists, `fits` with what it `needs` in words for any of them; or `read`, which is given the key, the
    value and the list of faults."""
    return field(default=default, metadata={"help": help, **rules})


def section(kind: Callable[[], Any], help: str = "", **rules: Any) -> Any:
    return field(default_factory=kind, metadata={"help": help, **rules})


def by_name(kind: Any, help: str = "", **rules: Any) -> Any:
    """An entry of this kind under each of many names: these `names`, or those that the reader knows `but` some."""
    return field(default=(), metadata={"help": help, "by_name": kind, **rules})


def at(where: Part, fault: Spoken) -> All:
    """A fault with its place in a file."""
    return All((where, fault), ": ")


def build(
    kind: type[T], plain: Mapping[str, Any], prefix: str, faults: list[Spoken], names: Collection[str] | None = None
) -> T:
    """A section from plain values. Faults are added to the list; what is faulty keeps its default.

    `names`: those that entries by name may have, None where nobody knows.
    """
    hints = get_type_hints(kind)
    declared = [f for f in fields(cast(Any, kind)) if "help" in f.metadata]
    many = next((f for f in declared if "by_name" in f.metadata), None)
    known = {f.name: f for f in declared if f is not many}
    there = () if many is None else many.metadata.get("names", names)
    if many is not None and there is not None:
        there = [name for name in there if name not in many.metadata.get("but", ())]
    values: dict[str, Any] = {}
    entries: dict[str, Any] = {}

    def read(name: str, hint: Any, declared: "Field[Any]", into: dict[str, Any]) -> None:
        key, value = prefix + name, plain[name]
        if "read" in declared.metadata:
            into[name] = declared.metadata["read"](key, value, faults)
        elif is_dataclass(of := _item(hint)):
            tables = value if isinstance(value, list) else [value]
            if not all(isinstance(table, Mapping) for table in tables):
                faults.append(at(f"{key} = {value!r}", Said("must be sections [[{key}]]", key=key)))
            else:
                each = [build(cast("type[Any]", of), t, f"{key}[{i}].", faults, names) for i, t in enumerate(tables, 1)]
                into[name] = tuple(each)
        elif not is_dataclass(hint):
            try:
                into[name] = _value(value, hint, declared)
            except (ValueError, OverflowError):
                faults.append(at(f"{key} = {value!r}", Said("must be {needed}", needed=allowed(declared, hint))))
            except SaidError as fault:
                faults.append(at(f"{key} = {value!r}", fault.said))
        elif isinstance(value, Mapping):
            into[name] = build(cast("type[Any]", hint), value, f"{key}.", faults, names)
        else:
            faults.append(at(f"{key} = {value!r}", Said("must be a section [{key}]", key=key)))

    for name, value in plain.items():
        if name in known:
            read(name, hints[name], known[name], values)
        elif many is not None and value == {}:
            pass  # the shipped file has empty sections, also of wagers that the game does not have
        elif many is not None and (there is None or name in there):
            read(name, many.metadata["by_name"], many, entries)
        else:
            faults.append(at(prefix + name, unknown(name, (*known, *(there or ())), prefix)))
    if many is not None:
        values[many.name] = tuple(entries.items())
    return kind(**values)


def options(kind: type, prefix: str = "") -> Iterator[tuple[str, "Field[Any]", Any]]:
    """Every option below a section: its key, its declaration and its type."""
    hints = get_type_hints(kind)
    for declared in fields(cast(Any, kind)):
        hint = declared.metadata.get("by_name", hints[declared.name])
        key = prefix + (NAME if "by_name" in declared.metadata else declared.name)
        if is_dataclass(hint):
            yield from options(cast("type[Any]", hint), f"{key}.")
        else:
            yield key, declared, hint


def allowed(declared: "Field[Any]", hint: Any) -> Spoken:
    """What an option may be."""
    rules, kind = declared.metadata, _bare(hint)
    least, most = (str(rules.get(bound)) for bound in ("least", "most"))
    if "needs" in rules:
        return cast(Said, rules["needs"])
    if choices := _choices(rules, kind):
        return Said("one of {choices}", choices=", ".join(map(str, choices)))
    if choices := _choices({}, _item(kind)):
        return Said("a list of {forms}", forms=All(choices, " or "))
    if is_dataclass(of := _item(kind)):
        return Said("sections, each with {keys}", keys=", ".join(key for key, _, _ in options(cast("type[Any]", of))))
    if "forms" in rules:
        forms = All(rules["forms"], " or ")
        if "most_items" not in rules:
            return Said("a list of {forms}", forms=forms)
        return Said("a list of {forms}, at most {count} and none twice", forms=forms, count=rules["most_items"])
    if "longest" in rules:
        return Said("a text of 1 to {count} characters", count=rules["longest"])
    if kind is int:
        return Said("a whole number from {least} to {most}", least=least, most=most)
    if kind is float:
        return Said("a number from {least} to {most}", least=least, most=most)
    if _item(kind) is int:
        return Said("a list of whole numbers from {least} to {most}", least=least, most=most)
    return _ALLOWED[kind]


_ALLOWED: dict[Any, Said] = {
    str: Said("a text"),
    bool: Said("true or false"),
    Money: Said("an amount in dollars, with at most two decimals"),
    Day: Said("a date such as 2026-08-19, without quotes"),
    tuple[str, ...]: Said("a list of texts"),
}


def _bare(hint: Any) -> Any:
    """The type of an option without its `| None`."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(part for part in get_args(hint) if part is not type(None))
    return hint


def _item(kind: Any) -> Any:
    """What a list is of; None for what is no list."""
    return get_args(kind)[0] if get_origin(kind) in (tuple, frozenset) else None


def _choices(rules: Mapping[str, Any], kind: Any) -> tuple[Any, ...]:
    enum = isinstance(kind, type) and issubclass(kind, Enum)
    return tuple(choice.value for choice in kind) if enum else rules.get("choices", ())


def _value(value: Any, hint: Any, declared: "Field[Any]") -> Any:
    """The value of an option. Raises ValueError where it is not allowed."""
    rules, kind = declared.metadata, _bare(hint)
    item = _item(kind)
    if "fits" in rules and not rules["fits"](value):
        raise ValueError
    if item is None:
        return _one(value, kind, rules)
    if (
        type(value) is not list
        or ("forms" in rules and not value and declared.default)
        or ("fits" not in rules and "" in value)
    ):
        raise ValueError
    if "most_items" in rules and not len(set(map(str, value))) == len(value) <= rules["most_items"]:
        raise ValueError
    return get_origin(kind)(_one(one, item, rules) for one in value)


def _one(value: Any, kind: Any, rules: Mapping[str, Any]) -> Any:
    if kind is Money:
        return _cents(value)
    if kind is Day:
        if type(value) is not date:
            raise ValueError
        return value.isoformat()
    if (choices := _choices(rules, kind)) and value not in choices:
        raise ValueError
    if choices and isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind or ("least" in rules and not rules["least"] <= value <= rules["most"]):
        raise ValueError
    if "longest" in rules and not 1 <= len(value) <= rules["longest"]:
        raise ValueError
    if "forms" in rules and not _has_form(value, rules["forms"]):
        raise ValueError
    if kind is str and not value.isprintable():
        raise SaidError("must be a text without control characters")
    return value


def _has_form(item: str, forms: tuple[str, ...]) -> bool:
    """Whether an item is one of these words; one such as script:FILE stands for any text after the colon."""
    word, colon, rest = item.partition(":")
    return bool(rest) == bool(colon) and any(form.partition(":")[:2] == (word, colon) for form in forms)


def _cents(value: Any) -> Money:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError
    try:
        cents = Decimal(str(value)) * 100
    except InvalidOperation:
        raise ValueError from None
    if not cents.is_finite() or cents != cents.to_integral_value() or not 0 <= cents < 10**9:
        raise ValueError
    return Money(int(cents))


def unknown(key: str, known: Collection[str], prefix: str = "") -> Said:
    if near := difflib.get_close_matches(key, known, n=1):
        return Said("there is no such key; did you mean {near}?", near=prefix + near[0])
    return Said("there is no such key; known here: {known}", known=", ".join(known))
