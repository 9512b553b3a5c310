"""The words of the board in the language, or the two, of the room."""

from pathlib import Path

import pytest
from games import SHIPPED, UNSEEN, read, shipped

from eztrak.cli import main
from eztrak.config.load import ConfigError, load
from eztrak.config.model import DisplayOptions
from eztrak.config.terms import terms_of
from eztrak.display.words import Words, extras_of
from eztrak.game.first import first_game
from eztrak.game.game import WINNERS
from eztrak.game.hand import Hand, Outcome
from eztrak.shipped import asset
from eztrak.voice.catalogue import Message, messages
from eztrak.voice.said import LANGUAGES, Said


def catalogue(language: str) -> list[Message]:
    return messages(asset("words", f"{language}.po").read_text(encoding="utf-8"))


GAME = first_game()
BN = Hand(Outcome.BANKER, frozenset({"natural"}))


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        (
            "zh_TW",
            Said("take back hand {number}: {hand}?", number=12, hand=GAME.describe(BN)),
            "收回第 12 局：莊、例牌？",
        ),
        ("ko", Said("shoe {shoe} has no hand {number}", shoe=12, number=3), "12번 슈에는 3번 게임이 없습니다"),
        ("zh_CN", Said("not stored: {fault}", fault="disk full"), "未保存：disk full"),
        ("zh_TW", Said("key {cap} does nothing here", cap="Enter"), "按鍵 Enter 在此沒有作用"),
        (
            "en",
            Said("{left} is not entered: clear drops it", left=GAME.named("tie")),
            "Tie is not entered: clear drops it",
        ),
    ],
)
def test_a_sentence_is_said_in_the_language_of_the_room(language: str, said: Said, words: str) -> None:
    assert Words((language,)).sentence(said) == words


def test_a_refusal_names_the_marks_of_the_game_that_is_dealt() -> None:
    (fault,) = shipped("dai-bacc").problems({"dragon7", "ox6"})
    assert Words(("zh_TW",)).sentence(fault) == "老虎7與牛6不可能在同一局出現"


def test_translations_that_nobody_checked_are_marked_and_shown() -> None:
    fuzzy = {message.english: message.fuzzy for message in catalogue("zh_TW")}
    assert (fuzzy["HANDS"], fuzzy["PLACE YOUR BETS"]) == (False, True)
    assert Words(("zh_TW",)).say("place_bets") == "請下注"


def test_a_language_that_this_version_does_not_speak_is_english() -> None:
    assert (Words(("tlh",)).say("hands"), Words(("tlh",)).name("banker")) == ("HANDS", "BANKER")
    assert Words(("tlh",)).sentence(Said("nothing typed yet")) == "Nothing typed yet"


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
    lines = [wager for spot, wager in game.spots.items() if spot not in WINNERS] + list(game.counts)
    assert [wager.id for wager in lines if language not in wager.means] == []


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
        f"eztrak: {file}: room.name = '龘龍 Club': the board's fonts have no 龘",
        f"{file}: table.name = '7☃': the board's fonts have no ☃",
    ]
