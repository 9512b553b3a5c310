"""Whether what a row says is an event that a board can show.

The chain says that rows belong together, not who wrote them: whoever has the disk, or a stick, can make rows up and
chain them. What eztrak itself writes is of the right kind by its types; what is read is looked at, value by value,
before it counts: a text where a number belongs must not end the board that is to show it, nor the check that is to name
it.
"""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from eztrak.game.game import Game
from eztrak.table.events import Event, HandInserted, HandRecorded
from eztrak.table.pages import SPOKEN
from eztrak.table.terms import Terms
from eztrak.voice.said import Said

_LARGEST = 2**40  # more than any amount, number or time at a table
_LONGEST = 2**14  # characters of a text
_SPOKEN = frozenset(language for spoken in SPOKEN for language in spoken)
_MOST_HANDS = 1000  # in a shoe; ten times what the cards of eight decks are good for


Check: TypeAlias = Callable[[Any], bool]


def well_formed(event: Event) -> bool:
    kind: Any = type(event)
    if not _check(kind)(event):
        return False
    return not isinstance(event, HandRecorded | HandInserted) or event.hand.number <= _MOST_HANDS


@cache
def _check(kind: Any) -> Check:
    """Whether a value is of a type. Made once for each type: there may be millions of values."""
    if kind is str:
        return lambda value: type(value) is str and len(value) <= _LONGEST and (value.isascii() or _is_whole(value))
    if kind is Said:
        return lambda value: isinstance(value, Said) and len(str(value)) <= _LONGEST
    if kind is int:
        return lambda value: type(value) is int and 0 <= value <= _LARGEST
    if isinstance(kind, NewType):
        return _check(kind.__supertype__)
    if get_origin(kind) in (UnionType, Union):
        some = tuple(map(_check, get_args(kind)))
        return lambda value: any(check(value) for check in some)
    if get_origin(kind) is tuple:
        return _of_tuple(get_args(kind))
    if get_origin(kind) is frozenset:
        each = _check(get_args(kind)[0])
        return lambda value: type(value) is frozenset and all(map(each, value))
    made: Any = kind
    if not is_dataclass(kind) or kind is Game:  # a game was looked at when it was read
        return lambda value: isinstance(value, made)
    slots = tuple((attrgetter(name), _check(of)) for name, of in get_type_hints(kind).items())

    def whole(value: Any) -> bool:
        if not isinstance(value, made):
            return False
        for of, check in slots:  # noqa: SIM110 — all() of a generator takes half as long again
            if not check(of(value)):
                return False
        return True

    return (lambda value: whole(value) and _can_be_shown(value)) if kind is Terms else whole


def _is_whole(text: str) -> bool:
    """No half of a character, which JSON can name and nothing can show."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _of_tuple(kinds: tuple[Any, ...]) -> Check:
    if kinds[-1] is ...:
        each = _check(kinds[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    every = tuple(map(_check, kinds))
    return lambda value: (
        type(value) is tuple
        and len(value) == len(every)
        and all(check(one) for check, one in zip(every, value, strict=False))
    )


def _can_be_shown(terms: Terms) -> bool:
    if not terms.languages or not 1 <= terms.decks <= 8:
        return False
    return _SPOKEN.issuperset(terms.languages) and all(
        who in terms.payers for row in terms.schedule for who, _ in row.fees
    )
