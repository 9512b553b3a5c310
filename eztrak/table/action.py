"""What a key can mean, and a key as pressed. The keymap gives each cap an action, or a toggle of the game."""

from dataclasses import dataclass
from enum import StrEnum

from eztrak.table.inputs import WINDOW, Input


class Action(StrEnum):
    COMMIT = "enter"
    CLEAR = "clear"
    ERASE = "erase"  # the last key
    TAKE_BACK = "take_back"
    NEW_SHOE = "new_shoe"
    TIMER = "timer"
    INFO = "info"
    POSITION = "player_dealer"  # the player-dealer position was offered
    MENU = "menu"  # twice opens the menu; before Enter it says yes to a question


@dataclass(frozen=True, slots=True)
class Key:
    """A key as pressed: what is on its cap, when that was, and what the keymap and the game make of it."""

    cap: str
    pressed: int  # monotonic nanoseconds; it may have waited for a slow disk since
    action: Action | None = None  # None: nothing, or a toggle
    toggle: str = ""  # a winner, a mark of the game, or a free hand
    decides: bool = False  # it says who won
    source: Input = WINDOW
