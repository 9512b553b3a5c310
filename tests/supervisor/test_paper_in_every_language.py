"""Paper in every language: all that is printed is in the catalogues but names and figures, and stays in its place."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from catalogues import said
from test_exports import FIRST, hands_of, keep

from eztrak.config.load import read_toml
from eztrak.display import words as board_words
from eztrak.display.lettering import width
from eztrak.display.scene import Box, Node, Text
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS
from eztrak.game.notation import parse
from eztrak.journal.extract import Choice
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.shipped import setting
from eztrak.supervisor.columns import Style
from eztrak.supervisor.keycaps import sheet
from eztrak.supervisor.paper import HIGH, WIDE, Paper
from eztrak.supervisor.report import report
from eztrak.table import commands as c
from eztrak.table.digits import Way
from eztrak.voice import voices
from eztrak.voice.catalogue import Message
from eztrak.voice.said import LANGUAGES, PLACE, Said

ROOM, TABLE, REASON, KEYMAP = "Golden Club", "貴賓廳 3", "misread", "default"
MARKED = re.compile("«[^«»]*»")
# What stands on paper as it is: notation, caps of keys and the units of figures.
AS_IT_IS = re.compile(r"\b([PBT]?[78nfx]*|Enter|Backspace|NumLock|UTC|[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2,4})\b")
SMALLEST = 1.05  # millimetres of capitals, of a third longer words than ours


@pytest.fixture
def longer() -> Iterator[str]:
    """A language in which each sentence is ours in marks, and a third longer."""
    made = [Message(text, _marked(text), False) for text in said()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(voices, "messages", lambda _: made)
        voices.voice.cache_clear()
        board_words._names.cache_clear()
        yield "vi"
    voices.voice.cache_clear()
    board_words._names.cache_clear()


def _marked(text: str) -> str:
    placed = PLACE.sub(lambda place: f"{{{place[1]}}}{_counted(place[2])}", text)
    worded = any(letter.isalpha() for letter in PLACE.sub("", placed))
    return f"«{placed}{' oo' * (len(text) // 9)}»" if worded else placed


def _counted(form: str | None) -> str:
    return f" {form.partition('|')[2]}" if form and "|" in form else ""


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[list[Text]]:
    """The texts of each page that is painted, but for those inside the roads."""
    sheets: list[list[Text]] = []
    page, paint = Paper.page, Paper.paint

    def begin(paper: Paper) -> None:
        sheets.append([])
        page(paper)

    def painted(paper: Paper, nodes: list[Node], x: float = 0, y: float = 0, scale: float = 1) -> None:
        sheets[-1] += [one._replace(x=one.x + x, y=one.y + y) for one in nodes if isinstance(one, Text) and scale == 1]
        paint(paper, nodes, x, y, scale)

    monkeypatch.setattr(Paper, "page", begin)
    monkeypatch.setattr(Paper, "paint", painted)
    return sheets


def box_of(text: Text) -> Box:
    wide = width(text.text, text.cap, text.face)
    left = text.x - wide * {"l": 0.0, "c": 0.5, "r": 1.0}[text.anchor]
    return Box(left, text.y - text.cap / 2, wide, text.cap)


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.x + one.w, other.x + other.w) - max(one.x, other.x) > 0.3
        and min(one.y + one.h, other.y + other.h) - max(one.y, other.y) > 0.1
    )


def in_place(pages: list[list[Text]]) -> None:
    assert pages
    for page in pages:
        boxes = [(text, box_of(text)) for text in page if text.text.strip()]
        for text, box in boxes:
            assert 9 < box.x < box.x + box.w < WIDE - 9, text
            assert 9 < box.y < box.y + box.h < HIGH - 7, text
            assert text.cap >= SMALLEST, text
        assert [(a.text, b.text) for (a, one), (b, other) in combinations(boxes, 2) if overlap(one, other)] == []


def strays(pages: list[list[Text]], language: str) -> set[str]:
    """Texts with letters that are in no catalogue, and are no name and no figure."""
    names = [ROOM, TABLE, REASON, "taken back", KEYMAP, FIRST.name(language)]
    names += [name for id in (*WINNERS, *FIRST.marks) for name in (FIRST.says(id, language), FIRST.says(id))]
    # A paragraph is broken into lines: they are looked at together.
    whole = "\n".join(" ".join(text.text for text in page) for page in pages)
    while (less := MARKED.sub(" ", whole)) != whole:
        whole = less
    for name in sorted(names, key=len, reverse=True):
        whole = re.sub(re.escape(name), " ", whole, flags=re.IGNORECASE)
    return {word for word in AS_IT_IS.sub(" ", whole).split() if any(letter.isalpha() for letter in word)}


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Two dealers, a shoe that is off, one in play, and hands corrected in every way."""
    return keep(
        tmp_path / "t.db",
        TABLE,
        c.SetDealer(7, "supervisor 1"),
        *hands_of("P Bn B7 P8 T T B7 B Pf B7 B7 P B"),
        c.SetDealer(12, "supervisor 1"),
        *hands_of("P B T B7")[1:],
        c.TakeBack(),
        *hands_of("T Tf"),
        c.ChangeHand(1, 2, parse("T", FIRST)[0], "supervisor 1", REASON),
        c.InsertHand(1, 0, parse("B", FIRST)[0], "supervisor 1", REASON),
        c.MoveHands(1, 14, "supervisor 1", REASON),
    )


def printed(history: Path, languages: tuple[str, ...]) -> None:
    style = Style(ROOM, theme("light"), Words(languages))
    for number, choice in enumerate((Choice(shoe=1), Choice(shoe=2), Choice())):
        report(history, choice, Said("All shoes"), history.with_name(f"{number}.pdf"), style)


def labelled(folder: Path, languages: tuple[str, ...], way: Way) -> None:
    keymap = keymap_of(KEYMAP, read_toml(setting("keymaps", f"{KEYMAP}.toml")))
    assert isinstance(keymap, Keymap)
    keys = keys_of(keymap, FIRST, way, position=True)
    sheet(folder / "caps.pdf", keymap, keys, way, Style(ROOM, theme("light"), Words(languages, FIRST)), TABLE)


def test_a_report_has_no_word_outside_of_the_catalogues(history: Path, pages: list[list[Text]], longer: str) -> None:
    printed(history, (longer,))
    assert strays(pages, longer) == set()


@pytest.mark.parametrize("way", list(Way))
def test_the_dealers_card_has_no_word_outside_of_the_catalogues(
    tmp_path: Path, pages: list[list[Text]], longer: str, way: Way
) -> None:
    labelled(tmp_path, (longer,), way)
    assert strays(pages, longer) == set()


def test_a_report_has_room_for_longer_words(history: Path, pages: list[list[Text]], longer: str) -> None:
    printed(history, (longer,))
    in_place(pages)


@pytest.mark.parametrize("languages", [*((language,) for language in LANGUAGES), ("en", "zh_TW"), ("ko", "vi")])
def test_a_report_stays_in_its_place_in_every_language(
    history: Path, pages: list[list[Text]], languages: tuple[str, ...]
) -> None:
    printed(history, languages)
    in_place(pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dealers_card_stays_in_its_place(tmp_path: Path, pages: list[list[Text]], language: str) -> None:
    labelled(tmp_path, (language,), Way.RESULTS)
    in_place(pages)
