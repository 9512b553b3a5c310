"""The page of a closed table: whose it is and when it opens, limits that call nobody, and all that has to be posted."""

from dataclasses import replace

import pytest
from legible import check
from test_postings import LANGUAGES, LONG, OWN, SIZES, busy, shown, under
from views import CLOSED, LOOK

from eztrak.display.board import Look, View, scene
from eztrak.display.nodes import nodes
from eztrak.display.posted import turning
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.table.typed import Entry

HOURS = "Open Sunday to Thursday 10 AM to 4 AM, Friday, Saturday 24 h"  # as long as the config allows
COLOURS = theme(LOOK.theme)
ROOM = replace(LOOK, hours=HOURS, postings=OWN)


def turns(view: View, look: Look, size: tuple[int, int]) -> list[list[str]]:
    """What each turn of the page says, from one to the next until the first comes again."""
    found: list[list[str]] = []
    mono = 0
    while len(found) < 60:
        now = replace(view, mono=mono)
        found.append(shown(now, look, size))
        wake = scene(now, look, *size).wake
        assert wake is not None
        if len(found) > 1 and found[-1] == found[0]:
            return found[:-1]
        mono = wake
    raise AssertionError("the turns never come again")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("languages", [["en"], ["vi"], ["zh_TW"], ["en", "zh_TW"]], ids=str)
def test_a_closed_table_says_whose_it_is_and_when_it_opens(languages: list[str], size: tuple[int, int]) -> None:
    view = under(busy("washington", *languages, open=False))
    drawn = nodes(scene(view, ROOM, *size), *size)
    check(drawn, size)
    texts = [node["text"] for node in drawn if "text" in node]
    assert {LOOK.room, "Table 7"} <= set(texts)
    assert _bare(HOURS) in _bare("".join(texts))
    closed = "".join(Words((languages[0],)).say("closed").split())
    assert closed in "".join("".join(texts).split())


def test_without_hours_it_opens_again_soon() -> None:
    assert "This table reopens soon" in shown(CLOSED)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1024, 768)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_posted_takes_its_turn_on_the_page(language: str, size: tuple[int, int]) -> None:
    terms = busy("washington", language, open=False)
    view = replace(CLOSED, state=replace(CLOSED.state, terms=terms))
    pages = turns(view, ROOM, size)
    stands = set(pages[0]).intersection(*pages)
    said = "".join("".join(text for text in page if text not in stands) for page in pages)
    for text in turning(Words((language,), terms.game), terms, OWN, "$"):
        assert _bare(text) in _bare(said), text


def test_a_long_text_is_read_on_the_page_from_farther_than_on_the_band() -> None:
    view = replace(CLOSED, state=replace(CLOSED.state, terms=busy("washington", open=False)))
    words = LONG.split()[:3]

    def caps(look: Look) -> list[float]:
        found, mono = [], 0
        for _ in range(30):
            picture = scene(replace(view, mono=mono), look, 1920, 1080)
            drawn = nodes(picture, 1920, 1080)
            found += [n["cap"] for n in drawn if n.get("text", "").startswith(" ".join(words))]
            mono = picture.wake or 0
        return found

    page, band = caps(ROOM), caps(replace(ROOM, pictures=("advertising.png",)))
    assert min(page) > 1.5 * max(band)


def test_the_limits_of_a_closed_table_are_dimmed_and_can_still_be_read() -> None:
    def limit(view: View) -> dict[str, object]:
        drawn = nodes(scene(view, LOOK, 1280, 720), 1280, 720)
        return next(node for node in drawn if node.get("text") == "$300" and node["layer"] > 1)

    opened = replace(CLOSED, state=replace(CLOSED.state, terms=replace(CLOSED.state.terms, open=True)))
    opened = replace(opened, entry=Entry(info=True))  # another screen with the limits at its foot
    assert (limit(opened)["colour"], limit(CLOSED)["colour"]) == (list(COLOURS.accent), list(COLOURS.soft))
    assert float(str(limit(CLOSED)["contrast"])) >= 7


def test_over_the_rooms_own_pictures_stand_the_table_and_its_hours_and_the_band_keeps_what_is_posted() -> None:
    view = replace(CLOSED, state=replace(CLOSED.state, terms=busy("washington", open=False)))
    text = " ".join(shown(view, replace(ROOM, pictures=("advertising.png",))))
    assert f"Table 7 · {HOURS}" in text
    assert "1-800-547-6133" in text
    assert "Player pays 1 to 1" in text  # on the band


def _bare(text: str) -> str:
    return text.replace(" ", "").replace("·", "")
