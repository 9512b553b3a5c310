"""The keymap: which cap does what, and what a serial keypad sends for it. A TOML file, so that every key can move.

A file need not know the game: the marks that it does not name come onto the caps that the game's wagers would like, or
onto those that are free.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.keypad.source import CAPS
from eztrak.keypad.wire import ASCII, wire_faults
from eztrak.table.action import Action, Key

NEEDED = (*WINNERS, Action.COMMIT, Action.CLEAR, Action.TAKE_BACK, Action.NEW_SHOE)
_COMMIT = "commit"  # what files of version 0.1.0 call it
_FOR_MARKS = tuple("456789")
_GIVES_WAY = {"0": Action.INFO, "+": FREE}  # what a cap does until a mark needs it
_ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


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

    def cap_for(self, id: str) -> str:
        """The cap that does something, for messages and labels; "" where none does."""
        return next((cap for cap, does in self.ids.items() if does == id), "")

    def key(self, cap: str, pressed: int) -> Key:
        id = self.ids.get(cap, "")
        action = Action(id) if id in list(Action) else None
        return Key(cap, pressed, action, "" if action else id)


def keys_of(keymap: Keymap, game: Game) -> Keys:
    """The caps under a game. The file's own word counts first, then what each wager would like, then what is free."""
    known = {*Action, *WINNERS, FREE, *game.marks}
    ids = {cap: id for cap, id in keymap.ids.items() if id in known}

    def free(cap: str) -> bool:
        return cap not in ids or ids[cap] == _GIVES_WAY.get(cap)

    for mark in game.marks.values():
        if mark.id not in ids.values() and mark.wager.key and free(mark.wager.key):
            ids[mark.wager.key] = mark.id
    left = [id for id in game.marks if id not in ids.values()]
    # What is typed most often gets the better cap.
    for id in sorted(left, key=lambda id: -game.share(game.marks[id].results)):
        if cap := next(filter(free, (*_FOR_MARKS, *_GIVES_WAY)), ""):
            ids[cap] = id
    return Keys(ids, tuple(id for id in game.marks if id not in ids.values()))


def keymap_of(name: str, plain: Mapping[str, Any]) -> Keymap | list[str]:
    """The keymap in a file's content, or everything that is wrong with it."""
    known = ("name", "keys", "serial")
    faults = [f"{key}: there is no such key; known here are {', '.join(known)}" for key in plain if key not in known]
    keys = plain.get("keys")
    if not isinstance(keys, dict):
        return [*faults, "keys: a section [keys] is needed"]
    ids: dict[str, str] = {}
    for cap, id in keys.items():
        if cap not in CAPS:
            faults.append(f"keys.{cap}: there is no such cap; known are {' '.join(CAPS)}")
        elif not (isinstance(id, str) and _ID.fullmatch(id)):
            some = ", ".join((*WINNERS, FREE, *Action))
            faults.append(f"keys.{cap} = {id!r}: one of {some} is needed, or a mark of the game")
        else:
            ids[cap] = Action.COMMIT.value if id == _COMMIT else id
    for needed in (needed for needed in NEEDED if needed not in ids.values()):
        near = next((cap for cap, id in ids.items() if get_close_matches(needed, [id])), "")
        faults.append(f"keys: no key does {needed}" + (f"; is it meant by {near} = {ids[near]!r}?" if near else ""))
    wire = plain.get("serial", ASCII)
    faults += wire_faults(wire)
    return faults or Keymap(str(plain.get("name", name)), ids, wire)


def too_few(keymap: Keymap, game: Game) -> list[str]:
    """The marks of a game that have no cap, in words."""
    return [
        f"{game.says(id)} ({id}): no cap is left for it in keymap {keymap.name}; give it one under [keys] in a keymap"
        f' of your own, such as "*" = "{id}"'
        for id in keys_of(keymap, game).lacking
    ]
