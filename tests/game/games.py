"""The shipped games and the library, as the tests of all rooms read them, and games made of a few words."""

import tomllib
from functools import cache

from eztrak.game.game import Game
from eztrak.game.reading import game_of, library_of
from eztrak.game.tableau import tableau_of
from eztrak.shipped import setting

SHIPPED = sorted(path.stem for path in setting("games").glob("*.toml"))


def toml(*parts):
    return tomllib.loads(setting(*parts).read_text(encoding="utf-8"))


@cache
def library():
    faults = []
    wagers = library_of(toml("wagers.toml"), faults)
    assert faults == []
    return wagers


@cache
def tableaus():
    faults = []
    tableaus = {name: tableau_of(plain, name, faults) for name, plain in toml("tableaus.toml").items()}
    assert faults == []
    return tableaus


def read(text, id="ours"):
    """The game in the text of a file, or its faults."""
    faults = []
    game = game_of(id, tomllib.loads(text), library(), tableaus(), faults)
    return [str(fault) for fault in faults] if game is None else game


@cache
def shipped(name) -> Game:
    return read(setting("games", f"{name}.toml").read_text(encoding="utf-8"), name)


def worded(said) -> list[str]:
    """What is said, each in words."""
    return [str(one) for one in said]


# Wagers that no shipped game has, as a room would write them.
UNSEEN = """
title = "Lucky Crane"
wagers = ["player", "banker-5", "tie", "crane", "heron"]
counts = ["natural", "long-hand"]

[crane]
lines = [
    { pay = "88:1", winner = "banker", banker = 9, loser = 0 },
    { pay = "12:1", winner = "banker", banker = 9, banker_cards = 3 },
]
names = { en = "Crane", ko = "학" }

[heron]
lines = [{ pay = "3:1", sum = [17, 18] }]
sign = "H"
key = 6

[long-hand]
lines = [{ winner = "tie", cards = 6 }]
"""
