"""What a document for an authority is made of: blocks that stand under each other, in English. Its texts have
**strong** words and `code`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from eztrak.display.scene import Node


@dataclass(frozen=True, slots=True)
class Chapter:
    """Begins a page, and stands in the contents."""

    title: str


@dataclass(frozen=True, slots=True)
class Heading:
    title: str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What must not be overlooked."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    share: float  # of the width


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    small: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: its nodes from y = 0 on, x from the page's edge, in millimetres."""

    high: float
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture in a file, and what it shows."""

    path: Path
    ratio: float  # its width by its height
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Pictures:
    shown: tuple[Shown, ...]
    beside: int = 2  # so many in a row


@dataclass(frozen=True, slots=True)
class Blank:
    """To be filled in by hand."""

    label: str
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Contents:
    """The chapters with their pages."""


Block: TypeAlias = Chapter | Heading | Text | Item | Note | Code | Table | Figure | Pictures | Blank | Contents
