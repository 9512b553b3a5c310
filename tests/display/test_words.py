"""The words of the board in every language: complete, marked where unchecked, and said by keys that exist."""

import re
import string
from itertools import combinations
from pathlib import Path

import pytest
from games import SHIPPED, UNSEEN, read, shipped

import eztrak
from eztrak.cli import main
from eztrak.config.load import ConfigError, load
from eztrak.config.model import DisplayOptions
from eztrak.config.terms import terms_of
from eztrak.display.catalogue import Message, messages
from eztrak.display.sentences import sentence
from eztrak.display.words import ENGLISH, LANGUAGES, Words, extras_of
from eztrak.game.first import first_game
from eztrak.game.game import WINNERS
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


def test_the_catalogues_hold_nothing_that_is_no_longer_said() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path(eztrak.__file__).parent.rglob("*.py"))
    told = [message.english for message in catalogue("vi") if message.english not in ENGLISH.values()]
    # Of a sentence with fields, its longest part is what the code has.
    assert [text for text in told if max(re.split(r"{\w+}", text), key=len) not in code] == []


GAME = first_game()


def said_in(english: str, language: str) -> str:
    return sentence(english, language, GAME)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_strip_speaks_the_language_of_the_room(language: str) -> None:
    """What the table says in the course of a few shoes; none of it may be left in English.

    `test_strip_speaks.py` goes through all that can be said."""
    english = [
        "hand 41: BANKER, natural",
        "take back hand 12: TIE, natural, free hand?",
        "hand 12 is void: DRAGON 7",
        "end shoe 3 after 62 hands and start a new one?",
        "hand 9: PLAYER is in. Is BANKER, natural another hand?",
        "bets are open: is hand 9 really DRAGON 7, free hand?",
        "PLAYER, natural, BANKER was typed before and not entered: enter it too?",
        "no hand for a long time: is this still shoe 12?",
        "hand 9 is PLAYER: change it to BANKER, natural?",
        "hand 9 was not entered: which? If it was not dealt, start the timer?",
        "the same key again opens the menu",
        "no answer: nothing was done",
        "enter or clear what is typed first",
        "Natural comes before Banker: clear, and type it first",
        "dropped, not entered: PLAYER",
        "7 to 5 is Player, not Banker",
        "0 for no pair, 4 for a pair, 8 for a perfect pair",
        "Banker's first two a pair? 0 no, 4 yes",
        "shoe 3 has 104 hands, and 8 decks give no more: start a new shoe",
        "shoe 3 (1 deck) has 0 of the cards worth 0 (ten, face) left, and this hand takes 1: check the cards, or was a"
        " new shoe forgotten?",
        "hand 3 cannot be one of shoe 2: Dragon 7 is a Banker win, not Player; Dragon 7 and Natural cannot come in the"
        " same hand",
        "after 3 wrong in a row wait 4 s; hands can be entered meanwhile",
        "shoe 4 has begun",
        "hand 4 is void already; an older hand is for the supervisor to mend",
        "hand 81: TIE. This shoe has 90 hands: was a new shoe forgotten?",
        "by the tableau the Player draws: was there really no third card?",
        "Player has 7 and draws a third card; a natural ends the hand. Call a supervisor to record it so?",
        "hand 3 was BANKER, is now PANDA 8",
        *GAME.problems({"player", "banker", "tie", "dragon7", "panda8", "natural"}),
        "; ".join(GAME.problems({"player", "dragon7", "natural"})),
    ]
    letters = re.compile("[A-Za-z]{2,}")
    for text in english:
        said = said_in(text, language)
        assert said != text
        if language != "vi":
            assert not letters.search(said), said


def test_a_sentence_keeps_its_figures_and_its_order_of_fields() -> None:
    assert said_in("take back hand 12: BANKER, natural?", "zh_TW") == "收回第 12 局：莊、例牌？"
    assert said_in("hand 3 is TIE: change it to BANKER?", "ko") == "3번 게임: 타이. 뱅커(으)로 고칠까요?"
    assert said_in("shoe 12 has no hand 3", "ko") == "12번 슈에는 3번 게임이 없습니다"
    assert said_in("not entered: 7 5, BANKER. Enter asks, clear drops it", "zh_TW") == (
        "未輸入：7 5、莊。Enter 輸入，清除則放棄"
    )
    assert said_in("not stored: disk full", "zh_CN") == "未保存：disk full"
    assert said_in("key Enter does nothing here", "zh_TW") == "按鍵 Enter 在此沒有作用"


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", TRANSLATED)
def test_the_strip_names_what_any_game_has_in_the_language_of_the_room(name: str, language: str) -> None:
    game = shipped(name)
    hands = [game.dealt(result) for result in game.sets.values()]
    english = [f"hand 7: {game.describe(hand)}" for hand in hands]
    english += [fault for a, b in combinations(game.marks, 2) for fault in game.problems({a, b, "tie"})]
    names = [*(game.says(id) for id in (*game.spots, *game.marks)), game.name()]
    for text in english:
        said = sentence(text, language, game)
        assert said != text
        left = [name for name in names if name.isascii() and len(name) > 3 and name.lower() in said.lower()]
        assert left == [] or language == "vi", said


def test_a_refusal_names_the_marks_of_the_game_that_is_dealt() -> None:
    game = shipped("dai-bacc")
    (fault,) = game.problems({"dragon7", "ox6"})
    assert sentence(fault, "zh_TW", game) == "老虎7與牛6不可能在同一局出現"
    (fault,) = game.problems({"ox6", "tie"})
    assert sentence(fault, "ko", game) == sentence("Ox 6 is a Player win, not Tie", "ko", game)


def test_a_sentence_that_no_catalogue_has_stays_as_it_is() -> None:
    for text in ("the moon is down", "salt and pepper, natural", "nothing typed yet; the moon is down", ""):
        assert said_in(text, "zh_TW") == text
    assert said_in("nothing typed yet", "en") == "nothing typed yet"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_the_same_fields(language: str) -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert [m for m in catalogue(language) if fields(m.english) != fields(m.translation)] == []


def test_translations_that_nobody_checked_are_marked_and_shown() -> None:
    fuzzy = {message.english: message.fuzzy for message in catalogue("zh_TW")}
    assert (fuzzy["HANDS"], fuzzy["READY"]) == (False, True)
    assert Words(("zh_TW",)).say("ready") == "就緒"


def test_a_language_that_this_version_does_not_speak_is_english() -> None:
    assert (Words(("tlh",)).say("hands"), Words(("tlh",)).name("banker")) == ("HANDS", "BANKER")
    assert said_in("nothing typed yet", "tlh") == "nothing typed yet"


def test_a_board_speaks_one_language_or_two() -> None:
    one, two = Words(("zh_CN",)), Words(("en", "zh_TW"))
    assert (one.say("hands"), one.second("hands"), one.name("banker")) == ("局数", "", "庄")
    assert (two.say("hands"), two.second("hands"), two.name("tie")) == ("HANDS", "局數", "TIE")
    assert two.other is not None
    hand = Hand(Outcome.BANKER, frozenset({"dragon7"}), free=True)
    assert [two.other.name(id) for id in extras_of(GAME, hand)] == ["龍7", "飛牌"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_complete_in_every_language(name: str, language: str) -> None:
    game = shipped(name)
    assert language in game.title
    assert [wager.id for wager in game.used if language not in wager.names] == []
    # Of the three main ones the rules of the game say enough.
    told = [wager for spot, wager in game.spots.items() if spot not in WINNERS] + list(game.counts)
    assert [wager.id for wager in told if language not in wager.means] == []


def test_a_name_stands_in_capitals_in_english_only() -> None:
    game = read(UNSEEN)
    assert [Words((language,), game).name("crane") for language in ("en", "vi", "ko")] == ["CRANE", "CRANE", "학"]
    assert Words(("vi",), shipped("tiger")).name("big-tiger") == "Hổ lớn"


def test_a_push_is_told_in_the_language_of_the_room() -> None:
    game = read('wagers = ["player", "banker-ez", "tie"]')
    (push,) = game.marks
    assert [Words((language,), game).name(push) for language in ("en", "zh_TW")] == ["BANKER PUSH", "莊 退回"]


@pytest.mark.parametrize(
    ("paid", "language", "said"),
    [
        (("40:1",), "en", "40 to 1"),
        (("30:1", "10:1"), "en", "30/10 to 1"),
        (("1:1", "1:2"), "en", "1 to 1, 1 to 2"),
        (("40:1",), "zh_TW", "40 賠 1"),
        (("40:1",), "vi", "1 ăn 40"),
        (("40:1",), "ko", "40 대 1"),
    ],
)
def test_what_is_paid_is_said_as_people_say_it(paid: tuple[str, ...], language: str, said: str) -> None:
    assert Words((language,)).odds(*paid) == said


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
