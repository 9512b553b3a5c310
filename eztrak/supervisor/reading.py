"""An export read back: what every format gives to whoever checks it."""

import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

from eztrak.journal.columns import Values
from eztrak.journal.journal import Row

Form = TypeVar("Form", dict[str, Any], list[Any])


LONGEST_LINE = 1 << 20
LONGEST_ABOUT = 1 << 26  # it names every segment of the journal


class UnreadableError(Exception):
    """A part of an export cannot be read; the message says which."""


class ExportFile:
    """The parts of an export. Cells come as texts or as values: whoever compares takes both for the same."""

    def __init__(self, path: Path, inside: str = "") -> None:
        """`inside` names a folder in a zip, where the export is packed."""
        self.path, self.inside = path, inside

    def about(self) -> dict[str, Any]:
        raise NotImplementedError

    def journal(self) -> Iterator[Row]:
        raise NotImplementedError

    def table(self, name: str, columns: tuple[str, ...]) -> Generator[Values, None, None]:
        """The rows of `shoes`, `hands` or `corrections`."""
        raise NotImplementedError

    @staticmethod
    def json(text: str, kind: type[Form]) -> Form:
        """A list or an object in JSON."""
        value = json_of(text)
        if not isinstance(value, kind):
            raise UnreadableError(f"is another kind of JSON than it should be: {text[:60]!r}")
        return value

    @staticmethod
    def lines(file: IO[str]) -> Iterator[str]:
        """The lines of a file, none of them longer than any export has; the first may be what it says of itself."""
        longest = LONGEST_ABOUT
        while line := file.readline(longest):
            if len(line) == longest:
                raise UnreadableError(f"has a line of more than {longest} characters: {line[:60]!r}")
            yield line
            longest = LONGEST_LINE


def json_of(text: str) -> Any:
    """What a text in JSON says to every reader of it. Raises UnreadableError for a name that is said twice."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as fault:
        raise UnreadableError(f"is no JSON: {text[:60]!r}") from fault


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        raise ValueError("a name is said twice")
    return named
