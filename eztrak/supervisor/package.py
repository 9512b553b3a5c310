"""Which parts of a workbook a spreadsheet program shows: by the relationships, from the top, as it goes itself.

The names of parts mean nothing to it. So whatever the relationships do not lead to, or lead to elsewhere, or that can
show something beside the rows (a drawing, a comment, a link, a macro), makes it another file than the export was.
"""

import posixpath
import zipfile
from dataclasses import dataclass

from eztrak.supervisor.markup import is_on, places
from eztrak.supervisor.reading import UnreadableError

_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ID = f"{{{_TYPES}}}id"
_SHEET, _STYLES, _STRINGS, _BOOK = "worksheet", "styles", "sharedStrings", "officeDocument"
# What each kind of part may lead to; what has no place here is nobody's to show.
_OF_ALL = {_BOOK, "core-properties", "extended-properties", "custom-properties"}
_OF_BOOK = {_SHEET, _STYLES, _STRINGS, "theme"}
_OF_SHEET = {"printerSettings"}
_CONTENT_TYPES = "[Content_Types].xml"
_CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_CONTENTS = {_BOOK: "sheet.main+xml", _SHEET: "worksheet+xml", _STYLES: "styles+xml", _STRINGS: "sharedStrings+xml"}


@dataclass(frozen=True, slots=True)
class Package:
    """The part of each sheet by its name, in the order of the workbook, and the parts that all sheets share."""

    sheets: dict[str, str]
    styles: str | None
    strings: str | None


@dataclass(frozen=True, slots=True)
class _Relationship:
    kind: str
    part: str


def package_of(book: zipfile.ZipFile) -> Package:
    """Raises UnreadableError for a workbook that shows more, less or something else than sheets of rows."""
    seen = {_CONTENT_TYPES}
    top = _relationships(book, "", _OF_ALL, seen)
    place = _only(top, _BOOK)
    if place is None:
        raise UnreadableError("is no workbook")
    relations = _relationships(book, place, _OF_BOOK, seen)
    sheets = {name: _sheet(relations, name, id) for name, id in _listed(book, place)}
    for part in sheets.values():
        _relationships(book, part, _OF_SHEET, seen)
    if more := sorted(set(book.namelist()) - seen):
        raise UnreadableError(f"has parts that belong to nothing in it: {', '.join(more[:5])}")
    if spare := {r.part for r in relations.values() if r.kind == _SHEET} - set(sheets.values()):
        raise UnreadableError(f"has sheets that it does not show: {', '.join(sorted(spare)[:5])}")
    _check_contents(book, [*top.values(), *relations.values()])
    return Package(sheets, _only(relations, _STYLES), _only(relations, _STRINGS))


def _check_contents(book: zipfile.ZipFile, relations: list[_Relationship]) -> None:
    """What each part is stands also in a list of its own, and it is read as that."""
    contents: dict[str, str] = {}
    with book.open(_CONTENT_TYPES) as file:
        for at, element in places(file):
            name = {"Types/Override": "PartName", "Types/Default": "Extension"}.get(at)
            if name is None:
                if at != "Types":
                    raise UnreadableError(f"{_CONTENT_TYPES}: can be read in two ways")
                continue
            part = element.get(name, "").lower()
            if part in contents:
                raise UnreadableError(f"{_CONTENT_TYPES}: says twice what {part[:60]} is")
            contents[part] = element.get("ContentType", "")
    for relation in relations:
        content = contents.get(f"/{relation.part}".lower(), contents.get(relation.part.lower().rpartition(".")[2], ""))
        if relation.kind in _CONTENTS and content != _CONTENT + _CONTENTS[relation.kind]:
            raise UnreadableError(f"its part {relation.part} is said to be something else: {content[:100]!r}")


def _listed(book: zipfile.ZipFile, place: str) -> list[tuple[str, str]]:
    """The name and the relationship of each sheet that is to be seen."""
    listed: dict[str, str] = {}
    lists = 0
    with book.open(place) as file:
        for at, element in places(file):
            if "?" in at and not at.rpartition("/")[2].startswith("?"):
                raise UnreadableError("hides a part of its workbook from some readers")
            if at == "workbook/sheets":
                lists += 1
            elif at == "workbook/workbookPr" and is_on(element, "date1904"):
                raise UnreadableError("counts its days from 1904: every time would be shown four years later")
            elif at == "workbook/externalReferences":
                raise UnreadableError("leads to other files")
            elif at == "workbook/sheets/sheet":
                name = element.get("name", "")
                if element.get("state", "visible") != "visible":
                    raise UnreadableError(f"sheet {name} is hidden")
                if name in listed:
                    raise UnreadableError(f"has the sheet {name} twice")
                listed[name] = element.get(_ID, "")
    if lists != 1:
        raise UnreadableError("is no workbook with one list of sheets")
    return list(listed.items())


def _sheet(relations: dict[str, _Relationship], name: str, id: str) -> str:
    relation = relations.get(id)
    if relation is None or relation.kind != _SHEET:
        raise UnreadableError(f"sheet {name} leads to no sheet")
    return relation.part


def _only(relations: dict[str, _Relationship], kind: str) -> str | None:
    parts = [relation.part for relation in relations.values() if relation.kind == kind]
    if len(parts) > 1:
        raise UnreadableError(f"has {len(parts)} parts that are its {kind}")
    return parts[0] if parts else None


def _relationships(book: zipfile.ZipFile, of: str, allowed: set[str], seen: set[str]) -> dict[str, _Relationship]:
    """What a part leads to, by the name of each relationship."""
    folder, name = posixpath.split(of)
    place = posixpath.join(folder, "_rels", f"{name}.rels")
    relations: dict[str, _Relationship] = {}
    if place not in book.namelist():
        return relations
    seen.add(place)
    with book.open(place) as file:
        for at, element in places(file):
            if at == "Relationships":
                continue
            kind, id = element.get("Type", "").rpartition("/")[2], element.get("Id", "")
            target = element.get("Target", "")
            if at != "Relationships/Relationship" or id in relations:
                raise UnreadableError(f"{place}: can be read in two ways")
            if element.get("TargetMode", "Internal") != "Internal":
                raise UnreadableError(f"leads to another file: {target[:60]}")
            if kind not in allowed:
                raise UnreadableError(f"has a {kind or 'part'} in it, which no export has: {target[:60]}")
            part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            if part not in book.namelist():
                raise UnreadableError(f"its part {part} is missing")
            seen.add(part)
            relations[id] = _Relationship(kind, part)
    return relations
