"""A workbook that shows something else than it proves: found out, whichever way it was forged."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import openpyxl
import pytest
from test_exports import Capture, exported, history

from eztrak.cli import main
from eztrak.supervisor import markup

__all__ = ["history"]

Parts = dict[str, bytes]
Forgery = Callable[[Parts], None]
HANDS, BOOK, LINKS = "xl/worksheets/sheet3.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
TYPES = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PLAYER = b'<c r="C2" s="3" t="inlineStr"><is><t>P</t></is></c>'


def parts_of(out: Path) -> Parts:
    with zipfile.ZipFile(out) as book:
        return {name: book.read(name) for name in book.namelist()}


def packed(out: Path, parts: Parts) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            book.writestr(name, content)


def put(part: str, before: bytes, after: bytes) -> Forgery:
    def forge(parts: Parts) -> None:
        assert before in parts[part]
        parts[part] = parts[part].replace(before, after, 1)

    return forge


def shown(after: bytes) -> Forgery:
    """The winner of the first hand, as another cell."""
    return put(HANDS, PLAYER, after)


def other_sheet(parts: Parts) -> None:
    """The relationships lead to another sheet than its number says."""
    parts["xl/worksheets/shown.xml"] = parts[HANDS].replace(PLAYER, PLAYER.replace(b">P<", b">B<"))
    put(LINKS, b"worksheets/sheet3.xml", b"worksheets/shown.xml")(parts)


def other_book(parts: Parts) -> None:
    parts["xl/shown.xml"] = parts[BOOK]
    parts["xl/_rels/shown.xml.rels"] = parts[LINKS]
    put("_rels/.rels", b"xl/workbook.xml", b"xl/shown.xml")(parts)
    other_sheet(parts)


def swapped(parts: Parts) -> None:
    put(BOOK, b'name="shoes"', b'name="?"')(parts)
    put(BOOK, b'name="hands"', b'name="shoes"')(parts)
    put(BOOK, b'name="?"', b'name="hands"')(parts)


def second(state: bytes) -> Forgery:
    """One more sheet, with another truth."""

    def forge(parts: Parts) -> None:
        parts["xl/worksheets/sheet9.xml"] = parts[HANDS].replace(b">P<", b">B<")
        put(BOOK, b"</sheets>", b'<sheet name="hands played" sheetId="9" r:id="rId9"' + state + b"/></sheets>")(parts)
        linked(LINKS, b"worksheet", b"worksheets/sheet9.xml")(parts)
        listed("worksheets/sheet9.xml", "worksheet")(parts)

    return forge


def linked(where: str, kind: bytes, target: bytes, more: bytes = b"") -> Forgery:
    """One more relationship, with a part behind it."""

    def forge(parts: Parts) -> None:
        empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        parts.setdefault(where, empty)
        made = b'<Relationship Id="rId9" Type="%s/%s" Target="%s"%s/></Relationships>' % (TYPES, kind, target, more)
        put(where, b"</Relationships>", made)(parts)
        parts.setdefault(f"xl/{target.decode()}", b"x")

    return forge


def listed(part: str, kind: str) -> Forgery:
    content = f"application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"
    said = f'<Override PartName="/xl/{part}" ContentType="{content}"/></Types>'
    return put("[Content_Types].xml", b"</Types>", said.encode())


def formatted(code: bytes) -> Forgery:
    """The flag for a natural is a number; a format shows it as any text."""

    def forge(parts: Parts) -> None:
        put("xl/styles.xml", b"</numFmts>", b'<numFmt numFmtId="199" formatCode="' + code + b'"/></numFmts>')(parts)
        put("xl/styles.xml", b"</cellXfs>", b'<xf numFmtId="199" xfId="0"/></cellXfs>')(parts)
        styles = parts["xl/styles.xml"].partition(b"<cellXfs")[2].partition(b"</cellXfs>")[0].count(b"<xf ") - 1
        put(HANDS, b'<c r="D2" s="3"', b'<c r="D2" s="%d"' % styles)(parts)

    return forge


def rows_in_another_order(parts: Parts) -> None:
    head, rows, tail = parts[HANDS].partition(b'<row r="2"')
    cut = tail.index(b'<row r="3"')
    second_row, rest = rows + tail[:cut], tail[cut:]
    parts[HANDS] = head + second_row.replace(b'"2"', b'"900"', 1) + rest


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (other_sheet, "has parts that belong to nothing in it: xl/worksheets/sheet3.xml"),
        (other_book, "has parts that belong to nothing in it: xl/_rels/workbook.xml.rels, xl/workbook.xml"),
        (put("xl/worksheets/sheet1.xml", b'<c r="E2" s="3"><v>', b'<c r="E2" s="3"><v>1'), "summary, row 1"),
        (swapped, "sheet shoes: the columns are not shoe, table_name"),
        (second(b""), "its sheets are summary, shoes, hands, corrections, journal, about, hands played, not summary"),
        (second(b' state="hidden"'), "sheet hands played is hidden"),
        (put(BOOK, b'sheetId="3"', b'sheetId="3" state="veryHidden"'), "sheet hands is hidden"),
        (put(BOOK, b"<workbookPr ", b'<workbookPr date1904="1" '), "counts its days from 1904"),
        (put(BOOK, b"<sheets>", b"<sheets/><sheets>"), "is no workbook with one list of sheets"),
        (
            put(BOOK, b"<sheets>", b'<a:b xmlns:a="x:y"><sheets><sheet name="hands"/></sheets></a:b><sheets>'),
            "hides a part of its workbook from some readers",
        ),
        (linked(LINKS, b"externalLink", b"externalLinks/1.xml"), "has a externalLink in it, which no export has"),
        (linked(LINKS, b"vbaProject", b"vba.bin"), "has a vbaProject in it, which no export has"),
        (
            put("[Content_Types].xml", b".sheet.main+xml", b".sheet.macroEnabled.main+xml"),
            "its part xl/workbook.xml is said to be something else",
        ),
        (linked(LINKS, b"worksheet", b"worksheets/spare.xml"), "has sheets that it does not show"),
        (linked("xl/worksheets/_rels/sheet3.xml.rels", b"drawing", b"d.xml"), "has a drawing in it"),
        (
            linked("xl/worksheets/_rels/sheet3.xml.rels", b"printerSettings", b"http://x/", b' TargetMode="External"'),
            "leads to another file: http://x/",
        ),
        (shown(b'<c r="C2" s="3" t="str"><f>"B"</f><v>P</v></c>'), "the cell C2 holds a formula"),
        (shown(b'<c r="C2" s="3"><f>1+1</f></c>'), "the cell C2 holds a formula"),
        (
            shown(b'<c r="C2" s="3" t="inlineStr"><is><t></t><rPh sb="0" eb="1"><t>P</t></rPh></is></c>'),
            "a text has something else in it: t, rPh",
        ),
        (shown(PLAYER.replace(b">P<", b">B<")), "hands, row 1 (shoe 1, hand 1): outcome is 'B', the journal says 'P'"),
        (shown(PLAYER + PLAYER.replace(b">P<", b">B<")), "row 2: the cell C2 does not belong there"),
        (shown(PLAYER.replace(b"C2", b"ZZZ2")), "the cell ZZZ2 does not belong there"),
        (shown(PLAYER.replace(b"C2", b"C7")), "the cell C7 does not belong there"),
        (shown(b'<c r="C2" t="s"><v>-1</v></c>'), "the cell C2 leads to nothing"),
        (put(HANDS, b'<c r="D2" s="3"><v>0', b'<c r="D2" s="3" t="b"><v>0'), "neither a text nor a number: b"),
        (put(HANDS, b'<c r="D2" s="3">', b'<c r="D2" s="4">'), "shows '0' as another kind of number"),
        (put(HANDS, b'<c r="D2" s="3">', b'<c r="D2" s="99">'), "the cell D2 leads to nothing"),
        (formatted(b"&quot;1&quot;"), "the cell D2 is shown in a way that no export has"),
        (formatted(b";;;"), "the cell D2 is shown in a way that no export has"),
        (put(HANDS, b'<row r="2"', b'<row r="2" hidden="1"'), "row 2: is hidden"),
        (put(HANDS, b'<row r="2"', b'<row r="2" ht="0"'), "row 2: is hidden"),
        (put(HANDS, b'<col min="1"', b'<col hidden="true" min="1"'), "does not show all that it holds"),
        (put(HANDS, b"<sheetView ", b'<sheetView showZeros="0" '), "does not show all that it holds"),
        (rows_in_another_order, "row 2: is called row 900"),
        (
            put(HANDS, b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="C2:D9"/></mergeCells>'),
            "sheet hands: has mergeCells in it, which no export has",
        ),
        (put(HANDS, b"</sheetData>", b"</sheetData><sheetData/>"), "is no sheet with one list of rows"),
        (put(HANDS, b"<worksheet", b'<!DOCTYPE worksheet [<!ENTITY x "B">]><worksheet'), "cannot be read"),
        (put("xl/worksheets/sheet6.xml", b">3<", b"><"), "is no JSON"),
        (put("xl/worksheets/sheet6.xml", b">null<", b">" + b"[" * 30000 + b"<"), "is no JSON"),
    ],
)
def test_a_workbook_that_shows_something_else_is_found_out(
    history: Path, capsys: Capture, forge: Forgery, said: str
) -> None:
    out = exported(history, "xlsx")
    parts = parts_of(out)
    forge(parts)
    packed(out, parts)
    capsys.readouterr()
    assert main(["verify", str(out)]) == 1
    text = capsys.readouterr().out
    assert text.startswith(f"{out}: NOT as it was written\n")
    assert said in text


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("name", [HANDS, "XL/Worksheets/Sheet3.xml"])
def test_a_part_that_is_there_twice_is_found_out(history: Path, capsys: Capture, name: str) -> None:
    out = exported(history, "xlsx")
    with zipfile.ZipFile(out, "a") as book:
        book.writestr(name, book.read(HANDS))
    assert main(["verify", str(out)]) == 1
    assert f"has the part {name} twice" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["xlsx", "zip"])
def test_what_is_made_to_fill_a_memory_is_not_unpacked(history: Path, capsys: Capture, form: str) -> None:
    out = exported(history, "xlsx" if form == "xlsx" else "csv")
    parts = parts_of(out) if form == "xlsx" else {f"x/{path.name}": path.read_bytes() for path in out.iterdir()}
    bomb = HANDS if form == "xlsx" else "x/hands.csv"
    parts[bomb] = b" " * 50_000_000
    forged = out.with_name(f"bomb.{form}")
    packed(forged, parts)
    assert forged.stat().st_size < 500_000
    assert main(["verify", str(forged)]) == 1
    assert f"the part {bomb} would unpack to 50,000,000 bytes: it is not an export" in capsys.readouterr().out


def test_a_row_that_never_ends_is_not_read_to_its_end(history: Path, capsys: Capture) -> None:
    """Noise packs badly, so that the zip itself is no bomb."""
    out = exported(history, "xlsx")
    parts = parts_of(out)
    noise = Random(1).randbytes(markup.MOST_AT_ONCE).hex().encode()
    put(HANDS, PLAYER, PLAYER.replace(b">P<", b">" + noise + b"<"))(parts)
    packed(out, parts)
    assert main(["verify", str(out)]) == 1
    assert "takes more than 4 MiB of XML" in capsys.readouterr().out


def test_a_workbook_that_another_program_saved_again_is_still_proved(history: Path, capsys: Capture) -> None:
    """openpyxl counts parts from the top of the package; Excel and LibreOffice put texts into a table of their own."""
    out = exported(history, "xlsx")
    again = out.with_name("again.xlsx")
    openpyxl.load_workbook(out).save(again)
    assert main(["verify", str(again)]) == 0, capsys.readouterr().out
    parts = parts_of(again)
    texts: list[bytes] = []

    def shared(cell: re.Match[bytes]) -> bytes:
        texts.append(cell[1])
        return b't="s"><v>%d</v>' % (len(texts) - 1)

    for name in [name for name in parts if name.startswith("xl/worksheets/")]:
        parts[name] = re.sub(rb't="inlineStr"><is>(.*?)</is>', shared, parts[name])
    held = b"".join(b"<si>" + text + b"</si>" for text in texts)
    parts["xl/sharedStrings.xml"] = b'<sst xmlns="' + markup.MAIN[1:-1].encode() + b'">' + held + b"</sst>"
    linked(LINKS, b"sharedStrings", b"sharedStrings.xml")(parts)
    listed("sharedStrings.xml", "sharedStrings")(parts)
    # As LibreOffice says it: everything that is not so, and every blank in a format.
    put(HANDS, b'<row r="2"', b'<row r="2" hidden="false" ht="15"')(parts)
    put("xl/styles.xml", b"yyyy-mm-dd hh", b"yyyy\\-mm\\-dd\\ hh")(parts)
    packed(again, parts)
    assert main(["verify", str(again)]) == 0, capsys.readouterr().out
    assert openpyxl.load_workbook(again)["shoes"]["B2"].value == "=1+2 貴賓"


@pytest.mark.parametrize("before", ["'=1+2", "'@wrong"])
def test_a_formula_in_a_csv_file_is_found_out(history: Path, capsys: Capture, before: str) -> None:
    out = exported(history, "csv")
    for path in out.glob("*.csv"):
        path.write_bytes(path.read_bytes().replace(before.encode(), before[1:].encode()))
    assert main(["verify", str(out)]) == 1
    assert "begins as nothing in an export does: a formula" in capsys.readouterr().out


def test_an_apostrophe_that_was_put_in_is_found_out(history: Path, capsys: Capture) -> None:
    out = exported(history, "csv")
    hands = out / "hands.csv"
    hands.write_text(hands.read_text().replace("1,1,P,0", "1,1,'P,0"))
    assert main(["verify", str(out)]) == 1
    assert """"'P" begins as nothing in an export does""" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"line":"h\\u0061nd","shoe":3,"hand":9,"outcome":"B"}\n', "is none of an export"),
        ('{"shoe":3,"hand":9,"outcome":"B","line":"hand"}\n', "is none of an export"),
        ('{"line":"hand","shoe":3,"shoe":4}\n', "is no JSON"),
        ('{"line":"note","text":"all hands were Banker"}\n', "is none of an export"),
        ('{"line":"hand",' + "[" * 100_000, "is no JSON"),
        ('{"line":"hand",' + "x" * 2_000_000, "has a line of more than 1048576 characters"),
    ],
)
def test_a_line_that_others_would_read_is_not_passed_over(history: Path, capsys: Capture, line: str, said: str) -> None:
    out = exported(history, "jsonl")
    with out.open("a", encoding="utf-8") as file:
        file.write(line)
    assert main(["verify", str(out)]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"hands": 8', '"hands": "8"'),
        ('"hands": 8', '"hands": 8.0'),
        ('"shoes": 3', '"shoes": true'),
        ('"voided": 1', '"voided": null'),
        ('"dealer": null', '"dealer": "7"'),
        ('"shoe": null', '"shoe": 99999999999999999999'),
        ('"since": ""', '"since": []'),
        ('"hands": 8', '"hands": 8, "hands": 8'),
        ('"hands": 8', '"hands": 8, "dragons": 1'),
        ('"first": 1', '"first": -1'),
    ],
)
def test_what_no_export_says_of_itself_is_told_in_words(
    history: Path, capsys: Capture, before: str, after: str
) -> None:
    out = exported(history, "csv")
    about = out / "about.json"
    assert before in about.read_text()
    about.write_text(about.read_text().replace(before, after, 1))
    assert main(["verify", str(out)]) == 1
    assert "NOT as it was written" in capsys.readouterr().out
