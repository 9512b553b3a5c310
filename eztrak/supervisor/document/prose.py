"""A document's text as a file (assets/papers), so that whoever knows the law can read and mend it without the code.

The least of Markdown: `#` a chapter, `##` a heading, `-` an item, `>` a note, `|` a table whose dashes say how wide its
columns are, four blanks before code. `__` before a label leaves a line to fill in by hand, each `_` more another line.
{place} is a fact, and {{name}} on a line of its own what the program adds there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from eztrak.supervisor.document.blocks import Blank, Block, Chapter, Code, Column, Heading, Item, Note, Table, Text

_PLACE = re.compile(r"{(\w+)}")
_ADDED = re.compile(r"{{(\w+)}}")
_BLANK = re.compile(r"(_{2,}) (.+)")


class ProseError(Exception):
    """A text names a fact or an addition that there is not."""


def blocks(text: str, facts: Mapping[str, str], added: Mapping[str, Sequence[Block]]) -> list[Block]:
    """Raises ProseError."""
    made: list[Block] = []
    for lines in _groups(text):
        if name := _ADDED.fullmatch(lines[0]):
            if name[1] not in added:
                raise ProseError(f"{{{{{name[1]}}}}}: there is no such addition")
            made += added[name[1]]
        else:
            made.append(_block(lines, facts))
    return made


def _groups(text: str) -> Iterator[list[str]]:
    """The lines of each block."""
    group: list[str] = []
    for line in text.splitlines():
        begins = line.startswith(("#", "- ", "> ", "{{", "__"))
        goes_on = bool(group) and not group[0].startswith(("#", "{{", "__"))
        if group and (not line.strip() or begins or not goes_on or (line[:1] == "|") != (group[0][:1] == "|")):
            yield group
            group = []
        if line.strip():
            group.append(line.rstrip())
    if group:
        yield group


def _filled(line: str, facts: Mapping[str, str]) -> str:
    def fact(place: re.Match[str]) -> str:
        if place[1] not in facts:
            raise ProseError(f"{{{place[1]}}}: there is no such fact")
        return facts[place[1]]

    return _PLACE.sub(fact, line)


def _block(lines: list[str], facts: Mapping[str, str]) -> Block:
    if lines[0].startswith("|"):
        head, widths, *rows = [[cell.strip() for cell in line[1:].removesuffix("|").split("|")] for line in lines]
        shares = [len(width) for width in widths]
        columns = tuple(Column(title, share / sum(shares)) for title, share in zip(head, shares, strict=True))
        return Table(columns, tuple(tuple(_filled(cell, facts) for cell in row) for row in rows))
    lines = [_filled(line, facts) for line in lines]
    first = lines[0]
    if first.startswith("    "):
        return Code(tuple(line[4:] for line in lines))
    if blank := _BLANK.fullmatch(first):
        return Blank(blank[2], len(blank[1]) - 1)
    mark, _, rest = first.partition(" ")
    joined = " ".join([rest, *(line.strip() for line in lines[1:])])
    match mark:
        case "#":
            return Chapter(joined)
        case "##":
            return Heading(joined)
        case "-":
            return Item(joined)
        case ">":
            return Note(joined)
        case _:
            return Text(" ".join(line.strip() for line in lines))
