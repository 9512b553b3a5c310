"""A sheet of a workbook, read as a spreadsheet program shows it, and refused where that is something else.

A cell can show another thing than it holds: a formula its result, a number what its format makes of it, a text without
its reading aids, a hidden row nothing. An export has only texts, plain numbers and times, in rows one after the other.
"""

import re
import zipfile
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from eztrak.supervisor.markup import MAIN, is_on, places, text_of
from eztrak.supervisor.reading import UnreadableError
from eztrak.supervisor.workbook import Shown

MOST_COLUMNS = 100  # an export has 16
_BUILT_IN = {"0": "general", "1": "0", "49": "@"}
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_NAMED = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW = "worksheet/sheetData/row"
_TEXT = "sst/si"
# What may stand beside the rows: how they are looked at and printed. All else could cover them.
_BESIDE = {
    *("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetProtection", "printOptions"),
    *("pageMargins", "pageSetup", "headerFooter", "phoneticPr", "ignoredErrors", "sheetCalcPr"),
}


class Kind(Enum):
    TEXT = auto()
    NUMBER = auto()


class Cell(NamedTuple):
    text: str
    kind: Kind | Shown


_FORMATS: dict[str, Kind | Shown] = {
    **dict.fromkeys(("general", "0", "@"), Kind.NUMBER),
    **{shown.value: shown for shown in Shown},
}
EMPTY = Cell("", Kind.TEXT)


def rows(book: zipfile.ZipFile, part: str, kinds: list[Kind | Shown | None], texts: list[str]) -> Iterator[list[Cell]]:
    """The rows from the first on. Raises UnreadableError for what is shown otherwise than it is written."""
    number = 0
    beside: list[str] = []
    with book.open(part) as file:
        for place, element in places(file, _ROW):
            if place == _ROW:
                number += 1
                try:
                    yield _row(element, number, kinds, texts)
                except UnreadableError as fault:
                    raise UnreadableError(f"row {number}: {fault}") from fault
            else:
                beside.append(place)
                _check_beside(place, element)
    if beside.count("worksheet/sheetData") != 1:
        raise UnreadableError("is no sheet with one list of rows")


def _check_beside(place: str, element: Any) -> None:
    match place.split("/"):
        case ["worksheet"]:
            return
        case ["worksheet", beside, *within] if beside in _BESIDE and "?" not in place:
            if beside == "sheetData" and within:
                raise UnreadableError(f"has {place.rpartition('/')[2]} among its rows")
        case _:
            raise UnreadableError(f"has {place.rpartition('/')[2].lstrip('?')} in it, which no export has")
    hidden = is_on(element, "hidden") or is_on(element, "zeroHeight")
    flat = _flat(element, "width", "defaultColWidth", "defaultRowHeight")
    if hidden or flat or is_on(element, "showFormulas") or not is_on(element, "showZeros", default=True):
        raise UnreadableError("does not show all that it holds")


def _row(row: Any, number: int, kinds: list[Kind | Shown | None], texts: list[str]) -> list[Cell]:
    if is_on(row, "hidden") or _flat(row, "ht"):
        raise UnreadableError("is hidden")
    if row.get("r", str(number)) != str(number):
        raise UnreadableError(f"is called row {row.get('r')}")
    cells: list[Cell] = []
    for cell in row:
        if cell.tag != f"{MAIN}c":
            raise UnreadableError("has more in it than cells")
        named = _NAMED.fullmatch(cell.get("r", _letters(len(cells)) + str(number)))
        column = _column(named[1]) if named else MOST_COLUMNS
        if not named or named[2] != str(number) or not len(cells) <= column < MOST_COLUMNS:
            raise UnreadableError(f"the cell {cell.get('r')} does not belong there")
        cells += [EMPTY] * (column - len(cells))
        cells.append(_cell(cell, kinds, texts))
    return cells


def _cell(cell: Any, kinds: list[Kind | Shown | None], texts: list[str]) -> Cell:
    where = cell.get("r", "")
    number_kind = _at(kinds, cell.get("s", "0"), where)
    match cell.get("t", "n"), [part.tag.removeprefix(MAIN) for part in cell]:
        case _, parts if "f" in parts:
            raise UnreadableError(f"the cell {where} holds a formula, which no export has")
        case _, []:
            return EMPTY
        case _ if number_kind is None:
            raise UnreadableError(f"the cell {where} is shown in a way that no export has")
        case "inlineStr", ["is"]:
            return Cell(_string(cell[0]), Kind.TEXT)
        case "s", ["v"]:
            return Cell(_at(texts, text_of(cell[0]), where), Kind.TEXT)
        case "n", ["v"]:
            return Cell(text_of(cell[0]), number_kind)
        case kind, _:
            raise UnreadableError(f"the cell {where} is neither a text nor a number: {kind[:20]}")


def texts(book: zipfile.ZipFile, part: str | None) -> list[str]:
    """The texts that the cells share."""
    shared: list[str] = []
    if part is None:
        return shared
    with book.open(part) as file:
        for place, element in places(file, _TEXT):
            if place == _TEXT:
                shared.append(_string(element))
            elif place != "sst":
                raise UnreadableError(f"{part}: has {place} among its texts")
    return shared


def kinds(book: zipfile.ZipFile, part: str | None) -> list[Kind | Shown | None]:
    """What each style makes of a number; None where it shows another thing than the number."""
    if part is None:
        return [Kind.NUMBER]
    own: dict[str, str] = {}
    formats: list[str] = []
    lists = 0
    with book.open(part) as file:
        for place, element in places(file):
            lists += place == "styleSheet/cellXfs"
            if place == "styleSheet/numFmts/numFmt":
                name = element.get("numFmtId", "")
                if name in own:
                    raise UnreadableError(f"{part}: has the format {name} twice")
                own[name] = element.get("formatCode", "").replace("\\", "").lower()
            elif place == "styleSheet/cellXfs/xf":
                formats.append(element.get("numFmtId", "0"))
    if lists != 1:
        raise UnreadableError(f"{part}: has not one list of styles")
    return [_FORMATS.get((_BUILT_IN | own).get(name, "")) for name in formats]


def _string(element: Any) -> str:
    """A text, or one in pieces that look different. Reading aids, which stand over a text, are no part of it."""
    match [part.tag.removeprefix(MAIN) for part in element if part.tag != f"{MAIN}phoneticPr"]:
        case ["t"]:
            pieces = element.findall(f"{MAIN}t")
        case names if all(name == "r" for name in names):
            pieces = [piece for run in element.findall(f"{MAIN}r") for piece in run.findall(f"{MAIN}t")]
        case names:
            raise UnreadableError(f"a text has something else in it: {', '.join(names)[:60]}")
    return _ESCAPED.sub(lambda escaped: chr(int(escaped[1], 16)), "".join(map(_piece, pieces)))


def _piece(element: Any) -> str:
    text = text_of(element)
    preserved = element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    return text if preserved else text.strip(" \t\r\n")


def _flat(element: Any, *names: str) -> bool:
    """Whether a row or a column is too small to be seen."""
    sizes = (element.get(name) for name in names)
    return any(size is not None and not float(size) >= 1 for size in sizes)


def _at(listed: list[Any], number: str, where: str) -> Any:
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) < len(listed)):
        raise UnreadableError(f"the cell {where} leads to nothing")
    return listed[int(number)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _letters(column: int) -> str:
    return (chr(64 + column // 26) if column >= 26 else "") + chr(65 + column % 26)
