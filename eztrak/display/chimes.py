"""The chimes of the board: which one an event rings, and their samples, made here from a few partials of a struck bar.

Pure: an event, an entry or a round goes in, a chime's name or its samples come out. Their notes: assets/chimes.toml.
"""

import math
import tomllib
from array import array
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.options import at
from eztrak.shipped import asset
from eztrak.table import events as e
from eztrak.table.round import Round
from eztrak.table.typed import Entry, Question, Tone
from eztrak.voice.said import Said, Spoken

RATE = 22050  # samples a second; twice the highest partial would do several times over
PEAK = 0.8  # of full scale, at volume 1
LAST_SECONDS = 5  # of the countdown, each with its tick

_RAMP = RATE // 150  # samples: without a ramp at its start and its end a note would click
_FADE = 5.0  # a note ends at e to the minus this of its strength
_PARTIALS = ((1.0, 1.0), (2.0, 0.28), (3.0, 0.08))  # times the tone, loudness


TICK, CLOSE, RESULT, BONUS = "tick", "close", "result", "bonus"  # the board's own; wagers can name any of these too
REFUSED, ASKED, LEFT = "refused", "asked", "left"  # for the dealer, who hears them at an arm's length; no wager's


class Note(NamedTuple):
    start: float  # seconds
    hertz: float
    seconds: float
    loudness: float = 1.0


class Chime(NamedTuple):
    notes: tuple[Note, ...]
    loudness: float = 1.0  # beside the others; that of a note is beside the other notes of its chime


@cache
def chimes() -> Mapping[str, Chime]:
    """Every chime, by its name."""
    plain = tomllib.loads(asset("chimes.toml").read_text(encoding="utf-8"))
    return {
        name: Chime(tuple(Note(**note) for note in chime["notes"]), chime.get("loudness", 1.0))
        for name, chime in plain.items()
    }


def chime_of(event: e.Event, game: Game) -> str:
    """What an event rings once it is committed; "" for nothing."""
    match event:
        case e.HandRecorded(hand=hand):
            return _chime_of(hand, game)
        case e.BetsClosed():
            return CLOSE
        case _:
            return ""


def chime_of_entry(before: Entry, now: Entry) -> str:
    """What a change of the entry rings, by a key or as time passed; "" for nothing."""
    if now is before:
        return ""
    if now.message and now.tone is Tone.REFUSED and (now.message, now.touched) != (before.message, before.touched):
        return REFUSED
    # That the menu key is to be pressed once more is no question about a hand.
    if now.question not in (None, Question.MENU) and (now.question, now.asked) != (before.question, before.asked):
        return ASKED
    return LEFT if len(now.left) > len(before.left) else ""


def _chime_of(hand: Hand, game: Game) -> str:
    """That of the mark that is celebrated, or of another one that names a chime."""
    celebrated = game.celebrated(hand)
    marks = [celebrated] if celebrated else [mark for id, mark in game.marks.items() if id in hand.marks]
    named = [mark.wager.look.chime for mark in marks if mark.wager.look.chime in _of_wagers()]
    return named[0] if named else BONUS if celebrated else RESULT


def unheard(game: Game) -> list[Spoken]:
    """Chimes that its file names and nobody has."""
    known = ", ".join(_of_wagers())
    return [
        at(f"{wager.id}.look.chime = {wager.look.chime!r}", Said("there is no such chime; choose {known}", known=known))
        for wager in game.used
        if wager.look.chime and wager.look.chime not in _of_wagers()
    ]


def _of_wagers() -> list[str]:
    """The chimes that a wager can name."""
    return [name for name in chimes() if name not in (REFUSED, ASKED, LEFT)]


def last_second(round: Round, mono: int) -> int:
    """Which of the last seconds of a countdown this is, counted down to 1; 0 where it is none of them."""
    left = math.ceil(round.left(mono))
    return left if left <= LAST_SECONDS else 0


def samples(chime: str) -> "array[int]":
    """A chime as 16-bit samples for one loudspeaker."""
    notes, loudness = chimes()[chime]
    mixed = [0.0] * max(round(RATE * note.start) + round(RATE * note.seconds) for note in notes)
    for note in notes:
        first = round(RATE * note.start)
        for partial in _PARTIALS:
            for i, sample in enumerate(_partial(note, *partial), first):
                mixed[i] += sample
    scale = 32767 * PEAK * loudness / max(map(abs, mixed))
    return array("h", (round(scale * sample) for sample in mixed))


def _partial(note: Note, times: float, loud: float) -> list[float]:
    """One partial of a struck bar; higher ones die away sooner. A damped resonator needs no sine for each sample."""
    length = round(RATE * note.seconds)
    turn = 2 * math.pi * note.hertz * times / RATE
    fade = math.exp(-_FADE * times / length)
    back, further = 2 * fade * math.cos(turn), fade * fade
    before, sample = 0.0, note.loudness * loud * fade * math.sin(turn)
    samples = [0.0]
    for _ in range(length - 1):
        samples.append(sample)
        before, sample = sample, back * sample - further * before
    for i in range(_RAMP):
        samples[i] *= i / _RAMP
        samples[-1 - i] *= i / _RAMP
    return samples
