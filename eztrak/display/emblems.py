"""The emblem of each winner, wager and mark of a game: its ground, its sign, its picture, its place on a bead.

What a file leaves out follows here: a ground by the winner that it comes with, other than those beside it; a sign from
its name. What it names but nobody has drawn is as if it were not named: a shoe may be older than the pictures.
"""

from collections import Counter
from collections.abc import Mapping, Set
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from eztrak.game.game import WINNERS, Game, Mark
from eztrak.game.hand import Outcome
from eztrak.game.wager import GROUNDS, PUSH, Wager
from eztrak.shipped import asset

# Which grounds go with a winner, the nearest first; with marks that come with any winner, the order of all of them.
_NEAR = {"player": ("sapphire", "pearl"), "banker": ("ruby", "gold"), "tie": ("jade", "pearl")}
CORNERS = ((1, -1), (1, 1), (-1, -1), (-1, 1))  # of a bead, for dots: what is only counted takes the first

FIGURED = (1, 1)  # where a small figure stands, in games that have them


class Emblem(NamedTuple):
    ground: str  # a name of the theme's
    sign: str = ""
    picture: str = ""  # the name of a drawing, or the path of a room's own
    place: str = "none"  # on a bead: one of PLACES
    corner: tuple[int, int] = (0, 0)  # of its dot, right and down
    counted: bool = False  # it pays nothing: its tile is a plain one


PLAIN = Emblem("panel", counted=True)


def emblem(game: Game, id: str) -> Emblem:
    return emblems(game).get(id, PLAIN)


@lru_cache(maxsize=16)
def emblems(game: Game) -> Mapping[str, Emblem]:
    """Of every winner, tile and mark."""
    known = {outcome.id: Emblem(outcome.id, outcome.value) for outcome in Outcome}
    wagers = {
        id: wager
        for id in game.counted
        if id not in known and (wager := game.marks[id].wager if id in game.marks else game.wager(id))
    }
    grounds = _grounds(game, wagers)
    counted = {wager.id for wager in game.counts}
    corners = _corners(game, counted)
    taken = {wager.sign for wager in wagers.values()} | {outcome.value for outcome in Outcome}
    for id, wager in wagers.items():
        mark = game.marks.get(id)
        sign = wager.sign or _sign(wager, mark, taken)
        taken.add(sign)
        known[id] = Emblem(
            grounds[id],
            sign,
            drawn(wager.look.picture),
            game.place(mark) if mark else "none",
            corners.get(id, (0, 0)),
            id in counted or id not in game.counted,
        )
    return known


def unique_pictures(game: Game) -> tuple[str, ...]:
    """The drawings of a game's marks, each once."""
    return tuple(dict.fromkeys(e.picture for e in emblems(game).values() if e.picture))


@cache
def drawn(picture: str) -> str:
    """The picture, where there is one: a drawing of ours by its name, a room's own by its path."""
    file = Path(picture) if "/" in picture else asset("pictures", f"{picture}.svg")
    return picture if picture and file.is_file() else ""


def _grounds(game: Game, wagers: Mapping[str, Wager]) -> dict[str, str]:
    grounds = {id: wager.look.ground for id, wager in wagers.items()}
    used = Counter(grounds.values())
    by_wager: dict[str, str] = {}
    for id, wager in wagers.items():
        if not grounds[id]:
            if wager.id not in by_wager:
                near = _nearest(game, id)
                by_wager[wager.id] = min(near, key=lambda ground: (used[ground], near.index(ground)))
                used[by_wager[wager.id]] += 1
            grounds[id] = by_wager[wager.id]
    return grounds


def _nearest(game: Game, id: str) -> list[str]:
    with_it = [winner for winner in WINNERS if winner in (game.implied({id}) or ())] if id in game.marks else []
    near = _NEAR.get(with_it[0], ()) if with_it else ()
    return [*near, *(ground for ground in GROUNDS if ground not in near)]


def _corners(game: Game, counted: set[str]) -> dict[str, tuple[int, int]]:
    dots = [id for id, mark in game.marks.items() if game.place(mark) == "dot"]
    first = [id for id in dots if id in counted or not game.marks[id].paid]
    figured = any(game.place(mark) == "corner" for mark in game.marks.values())
    corners = [corner for corner in CORNERS if corner != FIGURED or not figured]
    order = first[:1] + [""] * (not first) + [id for id in dots if id not in first[:1]]
    return {id: corners[i % len(corners)] for i, id in enumerate(order) if id}


def _sign(wager: Wager, mark: Mark | None, taken: Set[str]) -> str:
    """What can be made of the pay that tells a mark apart, or of its name: the first letter if it is free, or two."""
    words = [word for word in wager.name().upper().split() if word[0].isalnum()] or ["?"]
    letters = "".join(word[0] for word in words) if len(words) > 1 else words[0]
    if mark and mark.several and mark.id != wager.id:
        figure = {PUSH: "=", "1:2": "½"}.get(mark.paid, mark.paid.split(":")[0])
        return figure if figure and len(figure) <= 2 else letters[:2]
    return letters[0] if letters[0] not in taken else letters[:2]
