"""The fonts that ship: every glyph that a catalogue needs, in the shape of its region, measured as they are."""

import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from games import SHIPPED, library, shipped

from eztrak.display.emblems import emblems
from eztrak.display.lettering import face_for, faces, missing, width
from eztrak.display.sprites import text_size
from eztrak.display.words import ENGLISH
from eztrak.game.first import first_game
from eztrak.shipped import asset
from eztrak.voice.said import LANGUAGES
from eztrak.voice.voices import voice

WEIGHTS = ("bold", "medium")


@cache
def font(face: str) -> TTFont:
    return TTFont(asset("fonts", faces()[face]["file"]))


def outline(face: str, letter: str) -> list[Any]:
    pen = RecordingPen()
    font(face).getGlyphSet()[font(face).getBestCmap()[ord(letter)]].draw(pen)
    return pen.value


@cache
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_fonts", asset("fonts", "build.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_glyph_of_its_words(language: str, weight: str) -> None:
    characters = set(font(face_for(language, weight)).getBestCmap())
    said = [LANGUAGES[language], *ENGLISH.values(), *voice(language).messages.values(), "0123456789 $%·–…"]
    assert [text for text in said + of_games(language) if not {ord(letter) for letter in text} <= characters] == []


def of_games(language: str) -> list[str]:
    """What the library and the shipped games say in a language, and the signs of their marks."""
    games = [shipped(name) for name in SHIPPED]
    wagers = [*library().values(), *(wager for game in games for wager in game.used)]
    texts = [table[language] for w in wagers for table in (w.names, w.short, w.means) if language in table]
    return texts + [game.title[language] for game in games]


def test_the_latin_face_has_every_sign_of_a_bead() -> None:
    signs = {one.sign for name in SHIPPED for one in emblems(shipped(name)).values()} | {"=", "½"}
    assert [sign for sign in signs if missing(sign, "latin-bold")] == []


def test_the_measures_are_those_of_the_fonts() -> None:
    assert asset("fonts", "metrics.json").read_text(encoding="utf-8") == build().metrics()


@pytest.mark.parametrize("weight", WEIGHTS)
def test_each_language_is_written_in_the_face_of_its_region(weight: str) -> None:
    families = {language: font(face_for(language, weight))["name"].getDebugName(1) for language in LANGUAGES}
    assert {language: families[language] for language in ("zh_TW", "zh_CN", "ko")} == {
        "zh_TW": "Noto Sans CJK TC",
        "zh_CN": "Noto Sans CJK SC",
        "ko": "Noto Sans CJK KR",
    }
    assert face_for("en", weight) == face_for("vi", weight) == f"latin-{weight}"


def test_a_character_has_the_shape_that_its_readers_learnt() -> None:
    taiwan, china = ([*voice(of).messages.values(), *of_games(of)] for of in ("zh_TW", "zh_CN"))
    both = {letter for text in taiwan for letter in text if letter > "\u2e80"}
    both &= {letter for text in china for letter in text}
    differ = {letter for letter in both if outline("zh_TW-bold", letter) != outline("zh_CN-bold", letter)}
    assert set("靴熊低最") <= differ
    assert set("和局三高") <= both - differ


@pytest.mark.parametrize("language", ["zh_TW", "zh_CN", "ko"])
def test_a_character_is_at_least_as_high_as_the_capitals_beside_it(language: str) -> None:
    """The winner's character is what people read from the aisle."""
    for id in ("player", "banker", "tie", "dragon7", "panda8"):
        for letter in first_game().says(id, language).replace(" ", ""):
            face = face_for(language, "bold")
            glyphs = font(face).getGlyphSet()
            pen = BoundsPen(glyphs)
            glyphs[font(face).getBestCmap()[ord(letter)]].draw(pen)
            assert pen.bounds is not None
            _, bottom, _, top = pen.bounds
            cap = 1000 * faces()[face]["cap"]
            assert top - bottom >= 0.98 * cap, letter
            # It stands on the same middle as the capitals and reaches a little over and under them at the most.
            assert abs((top + bottom) / 2 - cap / 2) < 0.04 * cap, letter
            assert top < 1.1 * cap, letter
            assert bottom > -0.1 * cap, letter


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_as_wide_as_the_scene_thinks(language: str, weight: str) -> None:
    face = face_for(language, weight)
    for english in ENGLISH.values():
        text = voice(language).word(english)
        painted, _ = text_size(text, face, 100)
        thought = width(text, 100 * faces()[face]["cap"], face)
        # Kerning makes it a little narrower; wider it must not be, or it would leave its box.
        assert 0.9 * thought - 3 <= painted <= 1.01 * thought + 3, text


@pytest.mark.parametrize("size", [36, 50, 121])
@pytest.mark.parametrize("face", faces())
def test_marks_above_and_below_do_not_push_a_text_off_its_line(face: str, size: int) -> None:
    letters = [letter for letter in faces()[face]["widths"] if letter.strip()]
    assert {text_size(letter, face, size)[1] for letter in letters} == {text_size("H", face, size)[1]}
