"""The tables of docs/keypad.md: what slips do with each shipped game, in each way of entry."""

from pathlib import Path

from eztrak.config.games import load_game, shipped_games
from eztrak.config.load import read_toml
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.keypad.slips import Slip, slips_at
from eztrak.shipped import setting
from eztrak.table.digits import Way


def slips(way: Way) -> list[str]:
    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    head = ["game", "keys a hand", *(f"{slip.value} %" for slip in Slip)]
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for id in shipped_games():
        found = slips_at(keymap, load_game(id, Path()), way)
        shares = [f"{found.percent[slip]:.2f}" for slip in Slip]
        rows.append(f"| `{id}` | {found.keys:.2f} | {' | '.join(shares)} |")
    return rows
