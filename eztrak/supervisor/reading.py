"""An export read back: what every format gives to whoever checks it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from eztrak.journal.columns import Values
from eztrak.journal.journal import Row

Form = TypeVar("Form", dict[str, Any], list[Any])


class UnreadableError(Exception):
    """A part of an export cannot be read; the message says which."""


class Reading:
    """The parts of an export. Cells come as texts or as values: whoever compares takes both for the same."""

    def __init__(self, path: Path, inside: str = "") -> None:
        """`inside` names a folder in a zip, where the export is packed."""
        self.path, self.inside = path, inside

    def about(self) -> dict[str, Any]:
        raise NotImplementedError

    def journal(self) -> Iterator[Row]:
        raise NotImplementedError

    def table(self, name: str, columns: tuple[str, ...]) -> Iterator[Values]:
        """The rows of `shoes`, `hands` or `corrections`."""
        raise NotImplementedError

    @staticmethod
    def json(text: str, kind: type[Form]) -> Form:
        """A list or an object in JSON."""
        try:
            found = json.loads(text)
        except ValueError as fault:
            raise UnreadableError(f"is no JSON: {text[:60]!r}") from fault
        if not isinstance(found, kind):
            raise UnreadableError(f"is another kind of JSON than it should be: {text[:60]!r}")
        return found
