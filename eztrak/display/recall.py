"""Recalls the last few results of a pure function by its arguments.

The arguments are compared, never hashed: between two frames they are mostly the very same objects, and comparing those
takes no time, while hashing a shoe of hands and its roads would take longer than all the rest of a frame.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def recalled(keep: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remembers the newest `keep` results of a function, for each first argument that is a function itself."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kept: dict[Any, deque[tuple[tuple[Any, ...], R]]] = {}

        def recall(*args: P.args, **_: P.kwargs) -> R:
            first = args[0] if callable(args[0]) else None
            known = kept.get(first)
            if known is None:
                known = kept[first] = deque(maxlen=keep)
            for of, result in known:
                if of == args:
                    return result
            result = function(*args, **_)
            known.appendleft((args, result))
            return result

        return recall

    return decorate
