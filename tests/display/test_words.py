"""The words of the board in every language: complete, marked where unchecked, and said by keys that exist."""

import re
import string
from pathlib import Path

import pytest

import eztrak
from eztrak.cli import main
from eztrak.config.load import ConfigError, load
from eztrak.config.model import DisplayOptions
from eztrak.config.terms import terms_of
from eztrak.display.catalogue import Message, messages
from eztrak.display.sentences import sentence
from eztrak.display.words import ENGLISH, LANGUAGES, Words
from eztrak.game.hand import Hand, Outcome, Toggle, problems
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


def test_the_catalogues_hold_nothing_that_is_no_longer_said() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path(eztrak.__file__).parent.rglob("*.py"))
    told = [message.english for message in catalogue("vi") if message.english not in ENGLISH.values()]
    # Of a sentence with fields, its longest part is what the code has.
    assert [text for text in told if max(re.split(r"{\w+}", text), key=len) not in code + NAMED_TOGETHER] == []


# What is only put together when the dealer types two winners at once.
NAMED_TOGETHER = "Player and Banker and Tie, Player and Tie"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_strip_speaks_the_language_of_the_room(language: str) -> None:
    """What the table says in the course of a few shoes; none of it may be left in English."""
    english = [
        "hand 41: BANKER, natural",
        "take back hand 12: TIE, natural, free hand?",
        "hand 12 is void: DRAGON 7",
        "end shoe 3 after 62 hands and start a new one?",
        "shoe 3 has only 1 hand: really end it?",
        "shoe 4 has begun",
        "entry not committed: cleared",
        "the same result again: another hand?",
        "hand 4 is void already; an older hand is for the supervisor to mend",
        "hand 81: TIE. This shoe has 90 hands: was a new shoe forgotten?",
        "by the tableau the Player draws: was there really no third card?",
        "menu for yes, clear for no",
        "Player has 7 and draws a third card; a natural ends the hand. Call a supervisor to record it so?",
        "hand 3 was BANKER, is now PANDA 8",
        *problems({Toggle.PLAYER, Toggle.BANKER, Toggle.TIE, Toggle.DRAGON7, Toggle.PANDA8, Toggle.NATURAL}, False),
        "; ".join(problems({Toggle.PLAYER, Toggle.DRAGON7, Toggle.NATURAL})),
    ]
    letters = re.compile("[A-Za-z]{2,}")
    for text in english:
        said = sentence(text, language)
        assert said != text
        if language != "vi":
            assert not letters.search(said), said


def test_a_sentence_keeps_its_figures_and_its_order_of_fields() -> None:
    assert sentence("take back hand 12: BANKER, natural?", "zh_TW") == "收回第 12 局：莊、例牌？"
    assert sentence("shoe 3 has only 1 hand: really end it?", "ko") == "3번 슈는 1게임뿐입니다. 정말 끝낼까요?"
    assert sentence("not stored: disk full", "zh_CN") == "未保存：disk full"
    assert sentence("key Enter does nothing here", "zh_TW") == "按鍵 Enter 在此沒有作用"


def test_a_sentence_that_no_catalogue_has_stays_as_it_is() -> None:
    for text in ("the moon is down", "salt and pepper, natural", "nothing typed yet; the moon is down", ""):
        assert sentence(text, "zh_TW") == text
    assert sentence("nothing typed yet", "en") == "nothing typed yet"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_the_same_fields(language: str) -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert [m for m in catalogue(language) if fields(m.english) != fields(m.translation)] == []


def test_translations_that_nobody_checked_are_marked_and_shown() -> None:
    fuzzy = {message.english: message.fuzzy for message in catalogue("vi")}
    assert (fuzzy["BANKER"], fuzzy["DRAGON 7"]) == (False, True)
    assert Words(("vi",)).say("dragon7") == "Rồng 7"


def test_a_language_that_this_version_does_not_speak_is_english() -> None:
    assert Words(("tlh",)).say("banker") == "BANKER"
    assert sentence("nothing typed yet", "tlh") == "nothing typed yet"


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
    assert terms_of(load(file)).languages == ("en", "ko")
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


def test_a_name_is_written_in_a_face_that_has_its_letters() -> None:
    for languages in (("en",), ("zh_TW",)):
        faces = [Words(languages).face_of(name) for name in ("Café 7", "Bàn 7", "金龍俱樂部", "7번 테이블")]
        assert faces == ["latin-bold", "latin-bold", "zh_TW-bold", "ko-bold"]


def test_a_name_that_no_font_can_write_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "eztrak.toml"
    file.write_text('[room]\nname = "龘龍 Club"\n[table]\nname = "7☃"')
    assert main(["config", "check", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"eztrak: {file}: room.name = '龘龍 Club': the fonts of the board have no 龘",
        f"{file}: table.name = '7☃': the fonts of the board have no ☃",
    ]
