"""Whether an event from a copy is one that a board can show.

The chain says that rows belong together, not who wrote them: whoever has a stick can make rows up and chain them. What
eztrak itself writes is of the right kind by its types; what came from elsewhere is looked at, value by value, before it
counts: a text where a number belongs must not end the board that is to show it.
"""

from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from eztrak.game.game import Game
from eztrak.table.events import Event, HandInserted, HandRecorded
from eztrak.table.pages import SPOKEN
from eztrak.table.terms import Terms

_LARGEST = 2**40  # more than any amount, number or time at a table
_LONGEST = 4096  # characters of a text
_SPOKEN = frozenset(language for spoken in SPOKEN for language in spoken)
_MOST_HANDS = 1000  # in a shoe; ten times what the cards of eight decks are good for


def well_formed(event: Event) -> bool:
    if not _is(event, type(event)):
        return False
    return not isinstance(event, HandRecorded | HandInserted) or event.hand.number <= _MOST_HANDS


def _is(value: Any, kind: Any) -> bool:
    # Nearly all that there is in an event first: a copy may have millions of them.
    if kind is str:
        return isinstance(value, str) and len(value) <= _LONGEST
    if kind is int:
        return type(value) is int and 0 <= value <= _LARGEST
    if isinstance(kind, NewType):
        return _is(value, kind.__supertype__)
    if get_origin(kind) in (UnionType, Union):
        return any(_is(value, one) for one in get_args(kind))
    if get_origin(kind) is tuple:
        return _is_tuple(value, get_args(kind))
    if get_origin(kind) is frozenset:
        return isinstance(value, frozenset) and all(_is(one, get_args(kind)[0]) for one in value)
    if not isinstance(value, kind):
        return False
    if isinstance(value, Game):
        return True  # it was looked at when it was read
    if isinstance(value, Terms):
        return _can_be_shown(value)
    return not is_dataclass(value) or all(_is(getattr(value, name), of) for name, of in _slots(kind).items())


def _can_be_shown(terms: Terms) -> bool:
    whole = all(_is(getattr(terms, name), of) for name, of in _slots(Terms).items())
    if not whole or not terms.languages or not 1 <= terms.decks <= 8:
        return False
    return _SPOKEN.issuperset(terms.languages) and all(
        who in terms.payers for row in terms.schedule for who, _ in row.fees
    )


def _is_tuple(value: Any, kinds: tuple[Any, ...]) -> bool:
    if not isinstance(value, tuple):
        return False
    each = kinds[:1] * len(value) if kinds[-1] is ... else kinds
    return len(each) == len(value) and all(_is(one, kind) for one, kind in zip(value, each, strict=True))


@cache
def _slots(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
