"""The keymap: which cap does what, and what a serial keypad sends for it. A TOML file, so that every key can move.

A file need not know the game: the marks that it does not name come onto the caps that the game's wagers would like, or
onto those that are free. A mark that comes with one winner only says so by itself where no finger beside it could say
another; elsewhere the winner is typed after it, as after any mark.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE, Hand
from eztrak.keypad.source import CAPS
from eztrak.keypad.wire import ASCII, wire_of
from eztrak.options import at, build, by_name, option, section
from eztrak.table.action import Action, Key
from eztrak.table.digits import Way
from eztrak.table.inputs import WINDOW, Input
from eztrak.voice.said import Part, Said, Spoken

NEEDED = (*WINNERS, Action.COMMIT, Action.CLEAR, Action.TAKE_BACK, Action.MENU)
_COMMIT = "commit"  # what files of version 0.1.0 call it
_FOR_MARKS = tuple("46287905")
_FOR_DECIDING = ("7", "9")  # far from the winners
_GIVES_WAY = {"8": Action.POSITION, "0": Action.INFO, "-": FREE}  # what a cap does until a mark needs it
_ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

# A pad of 17 keys as it lies there. + and Enter are two rows high, 0 is two columns wide.
_PAD = ("NumLock / * -", "7 8 9 +", "4 5 6 +", "1 2 3 Enter", "0 0 . Enter")


def _neighbours() -> dict[str, frozenset[str]]:
    neighbours: dict[str, set[str]] = {}
    rows = [row.split() for row in _PAD]
    beside = [pair for row in rows for pair in pairwise(row)]
    beside += [pair for row, below in pairwise(rows) for pair in zip(row, below, strict=True)]
    for a, b in beside:
        if a != b:
            neighbours.setdefault(a, set()).add(b)
            neighbours.setdefault(b, set()).add(a)
    return {cap: frozenset(near) for cap, near in neighbours.items()}


NEIGHBOURS = _neighbours()  # the caps that a finger beside a cap hits


@dataclass(frozen=True, slots=True)
class Keymap:
    name: str
    ids: Mapping[str, str]  # of an action, a winner, a mark or a free hand, by cap
    wire: Mapping[str, str] = field(default_factory=lambda: ASCII)  # what a serial keypad sends: a cap


@dataclass(frozen=True, slots=True)
class Keys:
    """What each cap does while a game is dealt."""

    ids: Mapping[str, str]
    lacking: tuple[str, ...] = ()  # marks of the game that no cap is left for
    deciding: frozenset[str] = frozenset()  # caps that say who won

    def cap_for(self, id: str) -> str:
        """The cap that does something, for messages and labels; "" where none does."""
        return next((cap for cap, does in self.ids.items() if does == id), "")

    def key(self, cap: str, pressed: int, source: Input = WINDOW) -> Key:
        id = self.ids.get(cap, "")
        action = Action(id) if id in list(Action) else None
        return Key(cap, pressed, action, "" if action else id, cap in self.deciding, source)

    def typed(self, hand: Hand, game: Game) -> list[str]:
        """The caps that enter a hand, the fewest: its marks, then who won, then Enter."""
        said = game.shortest(hand)
        if not any(self.cap_for(id) in self.deciding for id in said):
            said |= {hand.outcome.id}
        caps = sorted(map(self.cap_for, said), key=lambda cap: (cap in self.deciding, cap))
        return [*caps, self.cap_for(Action.COMMIT)]

    @property
    def winners(self) -> dict[int, str]:
        """The digits that say who won."""
        return {int(cap): id for cap, id in self.ids.items() if id in WINNERS and cap.isdigit()}


def keys_of(keymap: Keymap, game: Game, way: Way = Way.RESULTS, position: bool = False) -> Keys:
    """The caps under a game. The file's own word counts first, then what each wager would like, then what is free.

    `position`: whether that of a player-dealer is counted, else its key does nothing.
    """
    if way is not Way.RESULTS:
        return _for_digits(keymap, way)
    known = {*Action, *WINNERS, FREE, *game.marks} - ({Action.POSITION} if not position else set())
    ids = {cap: id for cap, id in keymap.ids.items() if id in known}

    def free(cap: str) -> bool:
        return cap not in ids or ids[cap] == _GIVES_WAY.get(cap)

    deciding = {cap for cap, id in ids.items() if id in WINNERS}
    for id, mark in game.marks.items():
        own = [cap for cap, named in ids.items() if named == id]
        for cap in own or filter(free, filter(None, (mark.wager.key, *_FOR_DECIDING))):
            if _decides(cap, id, ids, deciding, game):
                ids[cap] = id
                deciding.add(cap)
                break
    for mark in game.marks.values():
        if mark.id not in ids.values() and mark.wager.key and free(mark.wager.key):
            ids[mark.wager.key] = mark.id
    left = [id for id in game.marks if id not in ids.values()]
    # What is typed most often gets the better cap; a free hand takes what is left.
    left.sort(key=lambda id: -game.share(game.marks[id].results))
    for id in left + [FREE] * (FREE in keymap.ids.values() and FREE not in ids.values()):
        if cap := next(filter(free, (*_FOR_MARKS, *_GIVES_WAY)), ""):
            ids[cap] = id
    return Keys(ids, tuple(id for id in game.marks if id not in ids.values()), frozenset(deciding))


def _for_digits(keymap: Keymap, way: Way) -> Keys:
    """Where digits are typed they stand for themselves; after totals three of them say who won.

    Tie lies between the other two: so no two keys that change places make another hand.
    """
    ids = {cap: id for cap, id in keymap.ids.items() if not cap.isdigit() and id in {*Action, FREE}}
    sides = sorted((int(cap), id) for cap, id in keymap.ids.items() if id in WINNERS[:2] and cap.isdigit())
    if way is Way.TOTALS and len(sides) == 2:
        (low, _), (high, _) = sides
        between = next((digit for digit in (*range(low + 1, high), *range(10)) if digit not in (low, high)), 0)
        ids |= {str(digit): id for digit, id in sides} | {str(between): WINNERS[2]}
    return Keys(ids)


def _winner(id: str, game: Game) -> str:
    """The winner that follows from a winner or a mark; "" for none."""
    return next((winner for winner in WINNERS if winner in (game.implied({id}) or ())), "")


def _decides(cap: str, id: str, ids: Mapping[str, str], deciding: Set[str], game: Game) -> bool:
    """Whether a cap may say by itself who won: a finger beside it hits no other winner, nor the key that says yes."""
    near = [other for other in NEIGHBOURS.get(cap, ()) if other in ids]
    others = {_winner(ids[other], game) for other in near if other in deciding}
    return bool(winner := _winner(id, game)) and others <= {winner} and Action.MENU not in [ids[o] for o in near]


def side_by_side(keys: Keys) -> list[Spoken]:
    """Caps of winners that lie where a slip shows a wrong one, or says yes, and nobody sees it."""
    return [
        Said(
            "{one} is next to {other}: a slip from one to the other would go unnoticed",
            one=f"{cap} = {id}",
            other=f"{near} = {keys.ids[near]}",
        )
        for cap, id in keys.ids.items()
        if id in WINNERS
        for near in sorted(NEIGHBOURS.get(cap, ()))
        if keys.ids.get(near) == Action.MENU or (keys.ids.get(near) in WINNERS and cap < near)
    ]


@dataclass(frozen=True, slots=True)
class _Caps:
    ids: tuple[tuple[str, str], ...] = by_name(
        str,
        names=CAPS,
        fits=lambda id: isinstance(id, str) and _ID.fullmatch(id),
        needs=Said("one of {choices}, or a mark of the game", choices=", ".join((*WINNERS, FREE, *Action))),
    )


@dataclass(frozen=True, slots=True)
class KeymapFile:
    name: str = option("")
    keys: _Caps = section(_Caps)
    serial: Mapping[str, str] = section(lambda: ASCII, read=wire_of)


def keymap_of(name: str, plain: Mapping[str, Any]) -> Keymap | list[Spoken]:
    """The keymap in a file's content, or everything that is wrong with it."""
    faults: list[Spoken] = []
    file = build(KeymapFile, {**plain, "keys": plain.get("keys")}, "", faults)
    ids = {cap: Action.COMMIT.value if id == _COMMIT else id for cap, id in file.keys.ids}
    for needed in (needed for needed in NEEDED if ids and needed not in ids.values()):
        lack = Said("no key does {action}", action=needed)
        if near := next((f"{cap} = {id!r}" for cap, id in ids.items() if get_close_matches(needed, [id])), ""):
            lack = Said("no key does {action}; is it meant by {near}?", action=needed, near=near)
        faults.append(at("keys", lack))
    return faults or Keymap(file.name or name, ids, file.serial)


def undone(keymap: Keymap, game: Game, way: Way) -> list[Spoken]:
    """What no cap does in a way of entry in which the digits stand for themselves."""
    keys = keys_of(keymap, game, way)
    needed: list[Part] = [id for id in NEEDED if id not in WINNERS and id not in keys.ids.values()]
    if way is Way.TOTALS and len(keys.winners) < len(WINNERS):
        needed.append(Said("player and banker on digits"))
    return [
        Said("keymap {keymap} leaves no cap for {action} where digits are typed", keymap=repr(keymap.name), action=id)
        for id in needed
    ]


def too_few(keymap: Keymap, game: Game) -> list[Spoken]:
    """The marks of a game that have no cap."""
    return [
        Said(
            "no cap is left for {mark} in keymap {keymap}; give it one under [keys] in a keymap of your own, such as"
            " {line}",
            mark=game.named(id),
            keymap=keymap.name,
            line=f'"*" = "{id}"',
        )
        for id in keys_of(keymap, game).lacking
    ]
