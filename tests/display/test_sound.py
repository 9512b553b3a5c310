"""The chimes: which event rings which, what they are as numbers, and a board that goes on without a loudspeaker."""

import math
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from games import read, shipped

from eztrak.config.model import Config
from eztrak.display.chimes import PEAK, RATE, chime_of, chime_of_entry, chimes, last_second, samples, unheard
from eztrak.display.sound import Sound
from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.notation import parse
from eztrak.table.action import Key
from eztrak.table.entry import press, refused, saying, tick
from eztrak.table.events import BetsClosed, Event, HandRecorded, HandVoided, ShoeEnded, TimerStarted
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules, Question, Typed
from eztrak.voice.said import Said

GAME = first_game()


def hand(notation: str, game: Game = GAME) -> HandRecorded:
    return HandRecorded(1, next(iter(parse(notation, game))))


@pytest.mark.parametrize(
    ("event", "chime"),
    [
        (hand("P"), "result"),
        (hand("Tn"), "result"),
        (hand("B7"), "dragon"),
        (hand("P8"), "panda"),
        (BetsClosed("time"), "close"),
        (TimerStarted(20), ""),
        (HandVoided(1, hand("P").hand, "dealer", "taken back"), ""),
        (ShoeEnded(1, 60), ""),
    ],
    ids=str,
)
def test_each_event_rings_its_chime(event: Event, chime: str) -> None:
    assert chime_of(event, GAME) == chime


@pytest.mark.parametrize(
    ("game", "notation", "chime"),
    [
        ("dai-bacc", "B7", "bonus"),  # its tiger is no dragon
        ("five-treasures", "T[heavenly9-75]", "bonus"),
        ("commission-dragon-bonus", "P[by9]", "bonus"),
        ("commission-dragon-bonus", "P[by6]", "result"),
        ("commission-pairs", "P[player-pair]", "result"),
    ],
)
def test_a_bonus_without_a_chime_of_its_own_rings_that_of_every_bonus(game: str, notation: str, chime: str) -> None:
    dealt = shipped(game)
    assert chime_of(hand(notation, dealt), dealt) == chime


def test_a_wager_names_its_chime_in_the_file_of_the_game() -> None:
    text = (
        'wagers = ["player", "banker-5", "tie", "six"]\n[six]\nlines = [{ pay = "2:1", winner = "tie", points = 6 }]\n'
    )
    rings = read(text + 'look = { chime = "panda" }')
    assert chime_of(hand("T[six]", rings), rings) == "panda"
    assert unheard(rings) == []
    silent = read(text + 'look = { chime = "gong" }')
    assert chime_of(hand("T[six]", silent), silent) == "result"
    assert list(map(str, unheard(silent))) == [
        "six.look.chime = 'gong': there is no such chime; choose tick, close, result, bonus, dragon, panda"
    ]


NO = Said("no")
PRESSED = Entry(Typed((), ("player",)), touched=5)


@pytest.mark.parametrize(
    ("before", "now", "chime"),
    [
        (Entry(), PRESSED, ""),
        (PRESSED, PRESSED, ""),
        (PRESSED, refused(PRESSED, Said("Natural comes before Player"), 6), "refused"),
        (refused(PRESSED, NO, 6), refused(PRESSED, NO, 7), "refused"),  # the same key once more
        (refused(PRESSED, NO, 6), replace(refused(PRESSED, NO, 6), half=True), ""),
        (PRESSED, saying(PRESSED, Said("hand 9: PLAYER is in"), 6), ""),
        (PRESSED, replace(PRESSED, question=Question.AGAIN, asked=6), "asked"),
        (replace(PRESSED, question=Question.AGAIN), replace(PRESSED, question=Question.AGAIN, half=True), ""),
        (
            replace(PRESSED, question=Question.AGAIN, asked=6),
            replace(PRESSED, question=Question.AGAIN, asked=7),
            "asked",
        ),
        (Entry(), Entry(question=Question.MENU, asked=6), ""),
        (PRESSED, Entry(left=(PRESSED.typed,), touched=6), "left"),
        (Entry(left=(PRESSED.typed,)), Entry(), ""),
    ],
)
def test_a_dealer_hears_refusals_questions_and_what_is_not_entered(before: Entry, now: Entry, chime: str) -> None:
    assert chime_of_entry(before, now) == chime


def test_a_hand_typed_and_left_alone_rings_once() -> None:
    state, rules = TableState("Table 7"), EntryRules()
    typed = Key("1", 0, toggle="player", decides=True)
    entry, _ = press(Entry(), typed, state, rules, 0)
    rung = []
    for second in range(30):
        after = tick(entry, state, rules, second * NANO)
        rung.append(chime_of_entry(entry, after))
        entry = after
    assert [second for second, chime in enumerate(rung) if chime] == [10]
    assert rung[10] == "left"


def test_the_last_five_seconds_are_counted_down() -> None:
    running = Round(Phase.OPEN, 0, 20, timed=True)
    at = {mono: last_second(running, round(mono * NANO)) for mono in (0, 14.9, 15, 15.5, 16, 19.99, 20, 21)}
    assert at == {0: 0, 14.9: 0, 15: 5, 15.5: 5, 16: 4, 19.99: 1, 20: 0, 21: 0}
    assert last_second(Round(Phase.CLOSED, 0, 20, timed=True), 16 * NANO) == 0


@pytest.mark.parametrize("chime", chimes())
def test_a_chime_is_short_unclipped_and_without_clicks(chime: str) -> None:
    sound = samples(chime)
    assert len(sound) / RATE == pytest.approx(max(n.start + n.seconds for n in chimes()[chime].notes), abs=0.001)
    assert len(sound) / RATE < 2
    assert max(map(abs, sound)) == round(32767 * PEAK * chimes()[chime].loudness)
    assert abs(sound[0]) < 100
    assert abs(sound[-1]) < 100
    assert max(abs(a - b) for a, b in pairwise(sound)) < 32767 / 3


@pytest.mark.parametrize("chime", ["refused", "asked", "left"])
def test_what_is_for_the_dealer_alone_is_quieter_than_a_result(chime: str) -> None:
    assert max(map(abs, samples(chime))) < 0.5 * max(map(abs, samples("result")))


@pytest.mark.parametrize("chime", chimes())
def test_a_chime_has_the_tones_of_its_notes_and_is_not_shrill(chime: str) -> None:
    sound = samples(chime)
    within = [strength(sound, note.hertz) for note in chimes()[chime].notes]
    assert min(within) > 10 * strength(sound, 130)
    assert min(within) > 10 * max(strength(sound, hertz) for hertz in (2500, 3100, 4000, 6000))
    assert all(150 < note.hertz < 1100 for note in chimes()[chime].notes)


def test_a_single_note_crosses_zero_as_often_as_its_tone_says() -> None:
    sound = samples("tick")
    middle = sound[RATE // 50 : 7 * RATE // 100]  # of a note of 0.09 s: 0.05 s
    crossings = sum((a < 0) != (b < 0) for a, b in pairwise(middle))
    assert crossings == pytest.approx(2 * chimes()["tick"].notes[0].hertz * 0.05, abs=1)


def strength(sound: "array[int]", hertz: float) -> float:
    """How much of a tone is in a sound: Goertzel's sum."""
    turn = 2 * math.pi * hertz / RATE
    real = sum(sample * math.cos(turn * i) for i, sample in enumerate(sound))
    imaginary = sum(sample * math.sin(turn * i) for i, sample in enumerate(sound))
    return math.hypot(real, imaginary)


@pytest.fixture
def mixer() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.mark.usefixtures("mixer")
def test_sound_is_off_unless_the_room_wants_it() -> None:
    assert Config().sound.on is False
    said: list[str] = []
    Sound(False, 0.5, said.append).event(hand("B7"), GAME)
    assert pygame.mixer.get_init() is None
    assert said == []


@pytest.mark.usefixtures("mixer")
def test_a_committed_hand_rings_and_each_last_second_ticks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    said: list[str] = []
    sound = Sound(True, 0.5, said.append)
    rung: list[str] = []
    assert sound._play is not None
    play, sound._play = sound._play, rung.append
    play("result")
    assert pygame.mixer.get_busy()
    running = Round(Phase.OPEN, 0, 20, timed=True)
    for tenth in range(140, 201):
        sound.countdown(running, tenth * NANO // 10)
    sound.event(BetsClosed("time"), GAME)
    sound.event(hand("P8"), GAME)
    sound.entry(PRESSED, refused(PRESSED, NO, 6))
    sound.entry(PRESSED, PRESSED)
    assert rung == ["tick"] * 5 + ["close", "panda", "refused"]
    assert said == []


@pytest.mark.usefixtures("mixer")
def test_a_unit_without_a_loudspeaker_says_so_once_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-there")
    said: list[str] = []
    sound = Sound(True, 0.5, said.append)
    for _ in range(3):
        sound.event(hand("B7"), GAME)
    assert len(said) == 1
    assert said[0].startswith("no sound, the board continues without it: ")
