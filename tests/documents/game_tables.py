"""The tables of docs/games.md, made from the product: what is generated cannot be stale without a test that says so."""

from collections.abc import Callable, Mapping
from pathlib import Path

from eztrak.config.games import library, load_game, shipped_games
from eztrak.config.load import read_toml
from eztrak.game.result import VALUES
from eztrak.game.wager import GROUNDS, PLACES
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.shipped import setting

TOP = Path(__file__).parent.parent.parent
EXAMPLE = TOP / "docs" / "our-game.toml"

FACTS = {
    "player": "points of the Player",
    "banker": "points of the Banker",
    "points": "points of the winner; in a tie, of both",
    "loser": "points of the loser; a tie has none, so the line fails",
    "margin": "by how much it was won",
    "player_cards": "cards of the Player",
    "banker_cards": "cards of the Banker",
    "cards": "cards in all",
    "winner": "who won",
    "sum": "both points added",
    "natural": "which side has 8 or 9 in two cards",
    "player_pair": "the Player's first two cards are a pair; told by a key",
    "banker_pair": "the Banker's first two cards are a pair; told by a key",
    "player_perfect": "… of one rank and suit; told by a key",
    "banker_perfect": "… of one rank and suit; told by a key",
}


def facts() -> list[str]:
    rows = [f"| `{fact}` | {_values(fact)} | {FACTS[fact]} |" for fact in VALUES]
    return ["| fact | values | is |", "|---|---|---|", *rows]


def _values(fact: str) -> str:
    values = VALUES[fact]
    if isinstance(values[0], bool):
        return "`true`, `false`"
    if isinstance(values[0], int) and len(values) > 3:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(f'`"{value}"`' if isinstance(value, str) else str(value) for value in values)


def games() -> list[str]:
    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    rows = []
    for id in shipped_games():
        game = load_game(id, Path())
        keys = keys_of(keymap, game)
        caps = ", ".join(f"`{keys.cap_for(mark)}` {game.says(mark)}" for mark in game.marks)
        rows.append(f"| `{id}` | {game.name()} | {', '.join(map(game.says, game.spots))} | {caps} |")
    return ["| name | is called | wagers | keys beside those of Player, Banker and Tie |", "|---|---|---|---|", *rows]


def wagers() -> list[str]:
    rows = []
    for id, wager in library().items():
        pays = ", ".join(dict.fromkeys(line.paid for line in wager.lines if line.paid)) or "only counted"
        taken = f", less {wager.commission} %" if wager.commission else ""
        rows.append(f"| `{id}` | {wager.name()} | {pays}{taken} | {wager.means.get('en', '')} |")
    return ["| id | name | pays | wins when |", "|---|---|---|---|", *rows]


def looks() -> list[str]:
    return [
        "| `look` | is | unless you say so |",
        "|---|---|---|",
        "| `tile` | `true`: a count of its own on the board | where it has a mark of its own |",
        f"| `place` | on the bead: {', '.join(f'`{place}`' for place in PLACES)} | its sign, where it comes seldom |",
        "| `ground` | the colour behind it: "
        + ", ".join(f"`{ground}`" for ground in GROUNDS)
        + " | by the winner that it comes with |",
        "| `picture` | what stands on the stage when it is celebrated | its sign |",
        "| `celebrate` | `true`: it fills the stage for some seconds | what is rare and pays 20:1 or more |",
        "| `chime` | what rings then | the one of every such hand |",
    ]


def example() -> list[str]:
    return ["```toml", *EXAMPLE.read_text(encoding="utf-8").splitlines(), "```"]


TABLES: Mapping[str, Callable[[], list[str]]] = {
    "facts": facts,
    "games": games,
    "wagers": wagers,
    "looks": looks,
    "example": example,
}
