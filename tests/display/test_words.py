"""The words of the board in every language: complete, marked where unchecked, and said by keys that exist."""

import string
from pathlib import Path

import pytest

from eztrak.config.load import ConfigError, load
from eztrak.config.model import DisplayOptions
from eztrak.display.catalogue import Message, messages
from eztrak.display.words import ENGLISH, LANGUAGES, Words
from eztrak.game.hand import Hand, Outcome
from eztrak.shipped import asset

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> list[Message]:
    return messages(asset("words", f"{language}.po").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_of_the_board_has_a_translation(language: str) -> None:
    translated = {message.english for message in catalogue(language) if message.translation}
    assert [word for word in ENGLISH.values() if word not in translated] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogues_hold_the_same_messages_once_each(language: str) -> None:
    english = [message.english for message in catalogue(language)]
    assert english == [message.english for message in catalogue(TRANSLATED[0])]
    assert len(set(english)) == len(english)
    # Words of the board are in capitals; a word that the board no longer says goes from the catalogues too.
    assert [text for text in english if text.isupper() and text not in ENGLISH.values()] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_the_same_fields(language: str) -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert [m for m in catalogue(language) if fields(m.english) != fields(m.translation)] == []


def test_translations_that_nobody_checked_are_marked_and_shown() -> None:
    fuzzy = {message.english: message.fuzzy for message in catalogue("vi")}
    assert (fuzzy["BANKER"], fuzzy["DRAGON 7"]) == (False, True)
    assert Words(("vi",)).say("dragon7") == "RỒNG 7"


def test_a_board_speaks_one_language_or_two() -> None:
    one, two = Words(("zh_CN",)), Words(("en", "zh_TW"))
    assert (one.say("banker"), one.second("banker")) == ("庄", "")
    assert (two.say("banker"), two.second("banker")) == ("BANKER", "莊")
    assert two.winner(Outcome.TIE) == "TIE"
    assert two.other is not None
    assert two.other.extras(Hand(Outcome.BANKER, dragon7=True, free=True)) == ["龍7", "飛牌"]


def test_the_config_takes_one_or_two_languages(tmp_path: Path) -> None:
    file = tmp_path / "eztrak.toml"
    file.write_text('[display]\nlanguages = ["en", "ko"]')
    assert load(file).config.display.languages == ("en", "ko")
    for wrong in ("[]", '["en", "en"]', '["en", "ko", "vi"]', '["fr"]', '"en"'):
        file.write_text(f"[display]\nlanguages = {wrong}")
        with pytest.raises(ConfigError, match="of en or zh_TW or zh_CN or vi or ko, at most 2 and none twice"):
            load(file)


def test_the_config_offers_the_languages_that_there_are() -> None:
    forms = DisplayOptions.__dataclass_fields__["languages"].metadata["forms"]
    assert list(forms) == list(LANGUAGES)


def test_a_catalogue_reads_as_gettext_does() -> None:
    text = 'msgid ""\nmsgstr "Language: xx\\n"\n\n#, fuzzy\nmsgid ""\n"a \\"b\\""\nmsgstr "c\\n"\n"d"\n'
    assert messages(text) == [Message('a "b"', "c\nd", True)]
