"""A shoe as text for a terminal, and as the JSON that `eztrak shoe` promises."""

from collections.abc import Iterable, Sequence
from typing import Any

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.roads.ask import letters
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import Roads, roads_of
from eztrak.table.stats import Stats, percent, stats_of


def counts_json(stats: Stats, ids: Iterable[str]) -> dict[str, Any]:
    counts = {id: stats.of(id) for id in ids}
    return {
        "hands": stats.hands,
        "free": stats.free,
        "voided": stats.voided,
        "counts": counts,
        "percent": {id: percent(count, stats.hands) for id, count in counts.items()},
    }


def shoe_json(hands: Sequence[Hand], tail: Tail, game: Game) -> dict[str, Any]:
    roads = roads_of(hands, tail)
    return {
        "notation": write(hands, game),
        **counts_json(stats_of(hands, game), game.counted),
        "roads": {
            "bead": [list(bead) for bead in roads.bead],
            "big": [cell._asdict() for cell in roads.big],
            "leading_ties": roads.leading_ties,
            "big_eye": [list(cell) for cell in roads.big_eye],
            "small": [list(cell) for cell in roads.small],
            "cockroach": [list(cell) for cell in roads.cockroach],
            "ask": {"banker": letters(roads.ask_banker), "player": letters(roads.ask_player)},
        },
    }


def shoe_text(hands: Sequence[Hand], tail: Tail, game: Game) -> str:
    """The shoe for a person at a terminal: counts, then each road as a grid of letters."""
    stats, roads = stats_of(hands, game), roads_of(hands, tail)
    counts = [f"{id} {stats.of(id)} ({percent(stats.of(id), stats.hands):.1f}%)" for id in game.counted]
    lines = [write(hands, game) or "(no hands)", "", f"hands {stats.hands}, free {stats.free}, voided {stats.voided}"]
    lines += [", ".join(counts), ""]
    for title, cells in _grids(roads):
        lines += [title, *_grid(cells), ""]
    lines.append(f"next: banker {letters(roads.ask_banker)}, player {letters(roads.ask_player)}")
    return "\n".join(lines)


def _grids(roads: Roads) -> list[tuple[str, list[tuple[int, int, str]]]]:
    big = [(c.col, c.row, c.winner + (str(c.ties) if c.ties else "")) for c in roads.big]
    if roads.leading_ties:
        big.append((1, 1, f"{Outcome.TIE}{roads.leading_ties}"))
    return [
        ("bead plate", [(b.col, b.row, b.outcome.value) for b in roads.bead]),
        ("big road (a figure counts the ties)", big),
        ("big eye boy", [(c.col, c.row, c.colour.value) for c in roads.big_eye]),
        ("small road", [(c.col, c.row, c.colour.value) for c in roads.small]),
        ("cockroach pig", [(c.col, c.row, c.colour.value) for c in roads.cockroach]),
    ]


def _grid(cells: Iterable[tuple[int, int, str]]) -> list[str]:
    places = {(col, row): mark for col, row, mark in cells}
    cols = max((col for col, _ in places), default=0)
    rows = [" ".join(places.get((col, row), ".").ljust(2) for col in range(1, cols + 1)) for row in range(1, ROWS + 1)]
    return [f"  {row}".rstrip() for row in rows] if cols else ["  (empty)"]
