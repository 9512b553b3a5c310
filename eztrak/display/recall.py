"""Recalls the last few results of a pure function by its arguments, or goes on from them where only little was added.

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
        results: dict[Any, deque[tuple[object, R]]] = {}

        def recall(*args: P.args, **named: P.kwargs) -> R:
            first = args[0] if args and callable(args[0]) else None
            known = results.setdefault(first, deque(maxlen=keep))
            called = args, named
            for of, result in known:
                if of == called:
                    return result
            result = function(*args, **named)
            known.appendleft((called, result))
            return result

        return recall

    return decorate


def folded(keep: int, start: Callable[..., R]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Makes of a step, from a result and one more item to the next result, the function of all items of a row.

    A row that only continues one of the newest `keep` goes on from that one's result, which gives the same.
    """

    def decorate(step: Callable[..., R]) -> Callable[..., R]:
        results: deque[tuple[tuple[Any, ...], tuple[Any, ...], R]] = deque(maxlen=keep)

        def fold(items: tuple[Any, ...], *of: Any) -> R:
            done, result, place = 0, None, 0
            for at, (row, with_these, made) in enumerate(results):
                if done <= len(row) <= len(items) and with_these == of and items[: len(row)] == row:
                    done, result, place = len(row), made, at
                    if done + 1 >= len(items):
                        break
            if result is None:
                result = start(*of)
            elif done == len(items):
                known = results[place]
                del results[place]
                results.appendleft(known)  # what is asked for again and again is kept
                return result
            for item in items[done:]:
                result = step(result, item, *of)
            results.appendleft((items, of, result))
            return result

        return fold

    return decorate
