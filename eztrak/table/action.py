"""What a key can mean, and a key as pressed. The keymap gives each cap one of these actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from eztrak.game.hand import Toggle


class Action(StrEnum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    NATURAL = "natural"
    DRAGON7 = "dragon7"
    PANDA8 = "panda8"
    FREE = "free"
    COMMIT = "commit"
    CLEAR = "clear"
    TAKE_BACK = "take_back"
    NEW_SHOE = "new_shoe"
    TIMER = "timer"
    INFO = "info"
    MENU = "menu"


TOGGLES: Mapping[Action | None, Toggle] = {Action(toggle.value): toggle for toggle in Toggle}


@dataclass(frozen=True, slots=True)
class Key:
    """A key as pressed: what is on its cap, what the keymap makes of it (None: nothing), and when that was."""

    cap: str
    action: Action | None
    pressed: int  # monotonic nanoseconds; it may have waited for a slow disk since
