"""The keymap: which cap does what, and what a serial keypad sends for it. A TOML file, so that every key can move."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from eztrak.keypad.source import CAPS
from eztrak.keypad.wire import ASCII, wire_faults
from eztrak.table.action import Action

NEEDED = (Action.PLAYER, Action.BANKER, Action.TIE, Action.COMMIT, Action.CLEAR, Action.TAKE_BACK, Action.NEW_SHOE)


@dataclass(frozen=True, slots=True)
class Keymap:
    name: str
    actions: Mapping[str, Action]
    wire: Mapping[str, str] = field(default_factory=lambda: ASCII)  # what a serial keypad sends: a cap

    def cap_for(self, action: Action) -> str:
        """The cap that does something, for messages and labels; "" where none does."""
        return next((cap for cap, does in self.actions.items() if does is action), "")


def keymap_of(name: str, plain: Mapping[str, Any]) -> Keymap | list[str]:
    """The keymap in a file's content, or everything that is wrong with it."""
    known = ("name", "keys", "serial")
    faults = [f"{key}: there is no such key; known here are {', '.join(known)}" for key in plain if key not in known]
    keys = plain.get("keys")
    if not isinstance(keys, dict):
        return [*faults, "keys: a section [keys] is needed"]
    actions: dict[str, Action] = {}
    for cap, action in keys.items():
        if cap not in CAPS:
            faults.append(f"keys.{cap}: there is no such cap; known are {' '.join(CAPS)}")
        elif action not in list(Action):
            faults.append(f"keys.{cap} = {action!r}: one of {', '.join(Action)} is needed")
        else:
            actions[cap] = Action(action)
    for needed in NEEDED:
        if needed not in actions.values():
            faults.append(f"keys: no key does {needed}")
    wire = plain.get("serial", ASCII)
    faults += wire_faults(wire)
    return faults or Keymap(str(plain.get("name", name)), actions, wire)
