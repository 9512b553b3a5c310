"""The sheet of labels: true size, every key, from the keymap in use, in the room's language."""

import re
import shutil
import subprocess
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pygame
import pytest
from games import SHIPPED, UNSEEN, read, shipped

from eztrak.cli import main
from eztrak.config.load import read_toml
from eztrak.display.lettering import missing, width
from eztrak.display.words import ENGLISH, LANGUAGES, Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.shipped import setting
from eztrak.supervisor.advice import advice
from eztrak.supervisor.columns import LEADING
from eztrak.supervisor.keycaps import (
    LABEL,
    LEAST_SECOND,
    PADS,
    PITCH,
    Label,
    cap_texts,
    does_text,
    labels,
    lettering,
)
from eztrak.table.action import Action
from eztrak.table.digits import Way
from eztrak.table.typed import EntryRules, Typed

ROOMS = [*((language,) for language in LANGUAGES), *permutations(LANGUAGES, 2)]
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


def printed(out: Path, config: str) -> str:
    """The text of the sheet that a config gives."""
    file = out.with_name("eztrak.toml")
    file.write_text(config, encoding="utf-8")
    assert main(["keycaps", str(out), "--config", str(file)]) == 0
    return subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, encoding="utf-8", check=True).stdout


@needs_poppler
def test_the_languages_and_the_size_of_paper_are_options_of_their_own(tmp_path: Path) -> None:
    """The board speaks English to the players, and the dealers read Vietnamese. On A4 the page stands in the middle, as
    large as on letter."""
    board = '[display]\nlanguages = ["en", "ko"]\n'
    letter = printed(tmp_path / "caps.pdf", board)
    assert "Sơ đồ phím" not in letter
    before = placed(tmp_path / "caps.pdf")
    a4 = printed(tmp_path / "caps.pdf", f'{board}[paper]\nlanguages = ["en"]\nsize = "a4"\n')
    after = placed(tmp_path / "caps.pdf")
    assert (before.page, after.page) == ((612.0, 792.0), (595.3, 841.9))
    moved = [now - was for was, now in zip(before.first, after.first, strict=True)]
    assert moved == pytest.approx([-8.36, 24.94], abs=0.1)
    assert ("플레이어" in letter, "플레이어" in a4) == (True, False)
    assert "Sơ đồ phím" in printed(tmp_path / "caps.pdf", f'{board}[paper]\nlanguages = ["vi"]\n')


class Placed(NamedTuple):
    page: tuple[float, float]  # in points
    first: tuple[float, float]  # where the first word stands


def placed(out: Path) -> Placed:
    boxes = subprocess.run(["pdftotext", "-bbox", out, "-"], capture_output=True, encoding="utf-8", check=True).stdout
    page = re.search(r'page width="([\d.]+)" height="([\d.]+)"', boxes)
    word = re.search(r'xMin="([\d.]+)" yMin="([\d.]+)"', boxes)
    assert page
    assert word
    wide, high = (round(float(side), 1) for side in page.groups())
    x, y = map(float, word.groups())
    return Placed((wide, high), (x, y))


def test_labels_stand_where_the_keys_of_the_pad_stand() -> None:
    placed = {label.cap: label for label in labels(PADS["pad_17"], 10, 20)}
    assert placed["7"] == Label("7", 10, 20 + PITCH, LABEL, LABEL)
    assert placed["Enter"] == Label("Enter", 10 + 3 * PITCH, 20 + 3 * PITCH, LABEL, LABEL + PITCH)
    assert placed["0"] == Label("0", 10, 20 + 4 * PITCH, LABEL + PITCH, LABEL)


def games() -> list[Game]:
    own = read(UNSEEN)
    assert isinstance(own, Game)
    return [*map(shipped, SHIPPED), own]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("pad", PADS)
def test_every_pad_has_a_label_for_every_key_of_the_keymap(pad: str, game: Game) -> None:
    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    keys = keys_of(keymap, game)
    assert not keys.lacking
    missing = keys.ids.keys() - {label.cap for label in labels(PADS[pad], 0, 0)}
    # A pad without Backspace has CLEAR in its place.
    assert missing <= {"Backspace"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_key_has_a_word_and_a_sentence(game: Game, language: str) -> None:
    words = Words((language,), game)
    for id in (*WINNERS, *game.marks, FREE, *Action):
        assert all(cap_texts(id, words))
        assert does_text(id, words).strip()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("languages", ROOMS, ids="+".join)
def test_the_words_stay_inside_their_labels(languages: tuple[str, ...], game: Game) -> None:
    words = Words(languages, game)
    for size in ((LABEL, LABEL), (LABEL + PITCH, LABEL), (LABEL, LABEL + PITCH)):
        for id in (*WINNERS, *game.marks, FREE, *Action):
            parts = lettering(Label("1", 0, 0, *size), id, words)
            assert " ".join(parts[0].lines) in cap_texts(id, words)
            for part in parts:
                if game.id != "ours":  # a room's own names may have letters that no face of ours has
                    assert missing("".join(part.lines), part.face) == ""
                wide = max(width(line, part.cap, part.face) for line in part.lines)
                assert wide <= size[0] - 1.5, part
                assert part.cap >= LEAST_SECOND, part
            # The cap's own name stands above.
            assert sum(len(part.lines) * part.cap * LEADING for part in parts) <= size[1] - 3


def test_the_second_language_stands_under_the_first_where_it_fits() -> None:
    label, game = Label("3", 0, 0, LABEL, LABEL), shipped("ez-panda")
    parts = lettering(label, "banker", Words(("zh_TW", "en"), game))
    assert [(part.lines, part.face) for part in parts] == [(("莊",), "zh_TW-bold"), (("BANKER",), "latin-bold")]
    assert parts[0].cap > parts[1].cap
    (alone,) = lettering(label, "banker", Words(("zh_TW",), game))
    assert alone.lines == ("莊",)
    (narrow,) = lettering(Label("8", 0, 0, 9, 9), "panda8", Words(("vi", "ko"), game))
    assert narrow.face == "latin-bold"


def test_a_name_of_many_words_still_gets_its_label() -> None:
    long = "A name of as many words as a wager may have in the file of a room that likes long names a lot"
    game = read(f'wagers = ["player", "banker-5", "tie", "x"]\nnames = {{ x = "{long[:90]}" }}\n[x]\n'
                'lines = [{ pay = "9:1", winner = "tie", points = 3 }]')  # fmt: skip
    assert isinstance(game, Game)
    (part,) = lettering(Label("1", 0, 0, LABEL, LABEL), "x", Words(game=game))
    assert " ".join(part.lines).startswith("A")
    assert part.cap > 1


@needs_poppler
def test_the_sheet_tells_the_keys_of_the_keymap_in_use(tmp_path: Path) -> None:
    text = printed(tmp_path / "caps.pdf", '[keypad]\nkeymap = "banker-on-1"\n[table]\nname = "Table 9"\n')
    assert re.search("Keymap +banker-on-1", text)
    assert "The dealer's keys" in text
    assert "Table 9" in text
    assert "Marks first, the winner last, then Enter. Another winner key replaces the first." in text
    assert "Banker: 1 Enter; Dragon 7: 7 Enter; Banker, Natural: 4 1 Enter" in text
    assert {file.name for file in tmp_path.iterdir()} == {"caps.pdf", "eztrak.toml"}


@needs_poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_speaks_the_language_of_the_room(language: str, tmp_path: Path) -> None:
    """Letter by letter as they can be copied out of the PDF, so each has its glyph; spaces are the layout's."""
    out = tmp_path / "caps.pdf"
    text = printed(
        out, f'[table]\npack = "california"\n[display]\nlanguages = ["{language}"]\n[room]\nname = "金龍俱樂部"\n'
    )
    words, letters = Words((language,), shipped("ez-panda")), "".join(text.split())
    digits = ("card_totals", "card_cards", "card_third", "card_pair", "card_perfect", "card_no_card")
    paper = [key for key in ENGLISH if key.startswith(("card_", "labels_", "pad_")) and key not in digits]
    said = {key: words.say(key) for key in paper}
    for id in (*WINNERS, *words.game.marks, FREE, *Action):
        said |= {f"cap {id}": cap_texts(id, words)[0], f"does {id}": does_text(id, words)}
    # A label may break its word, and the card its sentence, into lines.
    lost = [key for key in said if not all("".join(word.split()) in letters for word in said[key].split())]
    assert lost == []
    assert "金龍俱樂部" in letters
    fonts = subprocess.run(["pdffonts", out], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert fonts
    assert all(re.search(r"\byes +yes +yes\b", font) for font in fonts), fonts  # embedded, a subset, with its letters


@needs_poppler
@pytest.mark.parametrize(
    ("name", "there", "nowhere"),
    [
        ("commission-dragon-bonus", ["BY 4", "won by 9 points", "NATURAL"], ["DRAGON 7", "Panda"]),
        ("commission-pairs", ["PLAYER PAIR", "the first two cards of the Banker are a pair"], ["Dragon", "Panda"]),
        ("five-treasures", ["75:1", "Player has 7, Banker has 7, 6 cards in all"], ["NATURAL", "Panda"]),
    ],
)
def test_the_sheet_has_the_keys_of_the_game_and_no_others(
    tmp_path: Path, name: str, there: list[str], nowhere: list[str]
) -> None:
    text = printed(tmp_path / "caps.pdf", f'[table]\ngame = "{name}"\n')
    assert shipped(name).name() in text
    assert [word for word in there if word not in text] == []
    assert [word for word in nowhere if word.lower() in text.lower()] == []


DEFAULT = keymap_of("default", read_toml(setting("keymaps", "default.toml")))


def advised(game: Game, way: Way) -> list[str]:
    assert isinstance(DEFAULT, Keymap)
    return advice(keys_of(DEFAULT, game, way), way, Words(game=game))["hand"]


def test_an_example_is_typed_as_the_table_takes_it() -> None:
    """Marks first, the winner last; a mark alone only where its key says who won."""
    assert [advised(shipped(name), Way.RESULTS)[1] for name in ("ez-panda", "five-treasures", "ez-dragon-bonus")] == [
        "Banker: 3 Enter; Dragon 7: 7 Enter; Banker, Natural: 4 3 Enter",
        "Banker: 3 Enter; Fortune 7: 7 Enter; Banker, Heavenly 9: 6 3 Enter",
        "Banker: 3 Enter; Fortune 7: 7 Enter; Banker, by 4: 4 3 Enter",
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("way", [Way.TOTALS, Way.CARDS])
def test_an_example_of_digits_is_a_hand_that_the_banker_wins(game: Game, way: Way) -> None:
    text = advised(game, way)[1]
    assert re.fullmatch(r"Banker wins: (\d )+Enter", text)
    digits = tuple(int(digit) for digit in re.findall(r"\d", text))
    hand = Typed(digits=digits).read(game, EntryRules(way=way)).hand
    assert hand is not None
    assert hand.outcome.id == "banker"


def test_the_card_says_what_digits_leave_open_in_this_game() -> None:
    asks = {name: advised(shipped(name), Way.TOTALS)[0] for name in ("ez-panda", "commission-pairs", "commission")}
    assert asks["ez-panda"].endswith("the winner last, then Enter. A third card: 0 no, 3 yes.")
    assert asks["commission-pairs"].endswith("A pair: 0 no, 4 yes.")
    perfect = read('wagers = ["player", "banker-5", "tie", "perfect-pair"]')
    assert "A pair: 0 no, 4 yes, 8 a perfect one." in advised(perfect, Way.CARDS)[0]
    assert "pair" not in advised(shipped("ez-panda"), Way.CARDS)[0]


def test_the_totals_come_in_the_order_of_the_keymap() -> None:
    other = keymap_of("banker-on-1", read_toml(setting("keymaps", "banker-on-1.toml")))
    assert isinstance(other, Keymap)
    game = shipped("ez-panda")
    text = advice(keys_of(other, game, Way.TOTALS), Way.TOTALS, Words(game=game))["hand"][0]
    assert text.startswith("Total of Banker, total of Player, ")


def test_a_label_never_hides_a_figure_that_is_typed() -> None:
    label, game = Label("1", 0, 0, LABEL, LABEL), shipped("ez-panda")
    assert lettering(label, "player", Words(game=game), "1")[0].lines == ("1", "PLAYER")
    both = lettering(label, "tie", Words(("en", "zh_TW"), game), "2")
    assert [part.lines for part in both] == [("2", "TIE"), ("和",)]


@needs_poppler
@pytest.mark.parametrize("mode", list(Way))
@pytest.mark.parametrize("language", ["en", "vi", "ko"])
@pytest.mark.parametrize("name", ["ez-panda", "ez-dragon-bonus", "five-treasures"])
def test_the_card_ends_on_its_page(name: str, language: str, mode: Way, tmp_path: Path) -> None:
    """The last words are there, and above the lower edge."""
    config = f'[table]\ngame = "{name}"\n[display]\nlanguages = ["{language}"]\n[entry]\nmode = "{mode}"\n'
    out = tmp_path / "caps.pdf"
    assert printed(out, config)
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "-f", "2", out, "-"], capture_output=True, encoding="utf-8", check=True
    )
    lowest = max(float(edge) for edge in re.findall(r'yMax="([\d.]+)"', boxes.stdout))
    right = max(float(edge) for edge in re.findall(r'xMax="([\d.]+)"', boxes.stdout))
    assert lowest < (279.4 - 8) * 72 / 25.4
    assert right < (215.9 - 8) * 72 / 25.4


@needs_poppler
@pytest.mark.parametrize("languages", [("en",), ("zh_TW", "en"), ("vi", "ko")], ids="+".join)
def test_labels_are_printed_at_true_size(languages: tuple[str, ...], tmp_path: Path) -> None:
    """On paper, as the ruler measures it: a label's ground from edge to edge."""
    out = tmp_path / "caps.pdf"
    named = ", ".join(f'"{language}"' for language in languages)
    printed(out, f"[display]\nlanguages = [{named}]\n")
    dots = 254  # to the inch: ten to the millimetre
    subprocess.run(["pdftoppm", "-r", str(dots), "-f", "1", "-l", "1", out, tmp_path / "page"], check=True)
    (page,) = tmp_path.glob("page*.ppm")
    picture = pygame.image.load(page)
    assert picture.get_size() == (2159, 2794)
    banker = next(label for label in labels(PADS["pad_17"], 15, 38) if label.cap == "3")
    middle = round((banker.y + banker.h - 0.4) * 10)
    white = (255, 255, 255)
    row = [x for x in range(1000) if picture.get_at((x, middle))[:3] != white and x > (banker.x - 3) * 10]
    run = [x for x in row if x < (banker.x + banker.w + 3) * 10]
    assert run[-1] - run[0] == pytest.approx(LABEL * 10, abs=2)


def test_a_sheet_that_cannot_be_written_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["keycaps", str(tmp_path / "file" / "caps.pdf")]) == 2
    assert "cannot be written" in capsys.readouterr().err
