"""The columns of an export follow from the games of its shoes: one for each of their marks, one for each count."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import write
from eztrak.table.story import Happened

Values: TypeAlias = tuple[Any, ...]  # of a row, in the order of its columns


class Correction(TypedDict):
    """A row of the table of corrections; hands in the notation of the shoe's game."""

    shoe: int
    hand: int
    correction: str
    was: str
    now: str
    after: int | None
    by: str
    at: str
    reason: str
    seq: int


# Seals that a shoe had before its newest, oldest first.
EARLIER = (
    "(SELECT coalesce(group_concat(seal, ' '), '') FROM (SELECT seal FROM seals WHERE seals.shoe = shoes.shoe"
    " AND seals.seal IS NOT shoes.seal ORDER BY seq))"
)

CORRECTIONS = tuple(Correction.__annotations__)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of both tables by name, each with the SQL that gives it."""

    shoes: Mapping[str, str]
    hands: Mapping[str, str]
    game: Game | None = None  # in whose notation corrections are written, where that is not the shoe's own


def columns_of(games: Sequence[Game], also: Sequence[str] = (), earlier_seals: bool = True) -> Columns:
    """What is only counted stands before `free`, as it always did, and the other marks behind.

    `also` marks that came up, but are of none of the games.
    """
    counted = {wager.id for game in games for wager in game.counts}
    marks = dict.fromkeys([*(id for game in games for id in game.marks), *also])
    counts = sorted(dict.fromkeys([*(id for game in games for id in game.counted), *also]), key=counted.__contains__)
    return Columns(
        {
            **_same("shoe", "table_name", "started_at", "ended_at", "hands", "free", "voided"),
            **{id: f"coalesce(json_extract(counts, {_text(f'$.{json.dumps(id)}')}), 0)" for id in counts},
            **({"seal": "seal", "earlier_seals": EARLIER} if earlier_seals else _same("seal")),
            **_same("first_seq", "last_seq", "game", "decks", "game_hash"),
        },
        {
            **_same("shoe", "hand", "outcome"),
            **{id: _marked(id) for id in marks if id in counted},
            **_same("free", "voided"),
            **{id: _marked(id) for id in marks if id not in counted},
            **_same("entered_at", "place", "corrected", "dealer", "player_cards", "banker_cards", "seq"),
            "seal": ":seal",
        },
    )


def correction(one: Happened, game: Game) -> Correction:
    def written(hand: Hand | None) -> str:
        return "" if hand is None else write([hand], game)

    return Correction(
        shoe=one.shoe,
        hand=one.hand,
        correction=one.what.value,
        was=written(one.was),
        now=written(one.now),
        after=one.after,
        by=one.by,
        at=one.at,
        reason=one.reason,
        seq=one.seq,
    )


def ordered(rows: Iterable[Correction]) -> Iterator[Values]:
    """For a file that has only the order of its columns."""
    return (tuple(dict(row)[name] for name in CORRECTIONS) for row in rows)


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def _marked(id: str) -> str:
    return f"(instr(marks, {_text(json.dumps(id))}) > 0)"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
