"""The XML inside a workbook, read part by part and with bounded memory, whoever wrote it."""

from collections.abc import Iterator
from typing import IO, Any

from defusedxml.ElementTree import iterparse  # comes with fpdf2

from eztrak.supervisor.reading import UnreadableError

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LANGUAGES = (
    MAIN,
    "{http://schemas.openxmlformats.org/package/2006/relationships}",
    "{http://schemas.openxmlformats.org/package/2006/content-types}",
)
# Bytes of XML that one row, one text, or all that is beside them may take. A full row of an export takes 3 MiB.
MOST_AT_ONCE = 4 << 20


def places(file: IO[bytes], record: str = "") -> Iterator[tuple[str, Any]]:
    """Each element as it opens, under its place, such as "worksheet/cols/col"; those at the place `record` when they
    are whole, and what is in them only so. An element of another language has a "?" before its name."""
    metered = _Metered(file)
    around: list[Any] = []
    names: list[str] = []
    inside = 0  # how deep, in a record
    for event, element in iterparse(metered, events=("start", "end"), forbid_dtd=True):
        if event == "start":
            if inside:
                inside += 1
                continue
            names.append(_name(element.tag))
            place = "/".join(names)
            if place == record:
                inside = 1
            else:
                around.append(element)
                yield place, element
        elif inside:
            inside -= 1
            if not inside:
                yield record, element
                names.pop()
                around[-1].clear()  # it would remember an empty element for each record
                metered.taken = 0
        else:
            names.pop()
            around.pop()


def is_on(element: Any, name: str, default: bool = False) -> bool:
    value = element.get(name)
    return default if value is None else value.strip() not in ("0", "false", "off")


def text_of(element: Any) -> str:
    """The text of an element that holds nothing but text."""
    if len(element):
        raise UnreadableError(f"a text has something else in it: {_name(element[0].tag)}")
    return element.text or ""


def _name(tag: str) -> str:
    for language in _LANGUAGES:
        if tag.startswith(language):
            return tag.removeprefix(language)
    return f"?{tag.rpartition('}')[2]}"


class _Metered:
    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.taken = file, 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.taken += len(data)
        if self.taken > MOST_AT_ONCE:
            raise UnreadableError(f"a row, or what is beside the rows, takes more than {MOST_AT_ONCE >> 20} MiB of XML")
        return data
