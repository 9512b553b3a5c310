"""The columns of an export follow from the games of its shoes: one for each of their marks, one for each count."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypeAlias, TypedDict

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import write
from eztrak.journal.chain import LAST
from eztrak.table.story import Happened
from eztrak.voice.day import Run
from eztrak.voice.wall import Wall, zone_of

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
    dealer: NotRequired[int]  # who dealt the hand; from here on since form 5
    table_name: NotRequired[str]
    unit: NotRequired[str]
    day: NotRequired[str]
    local_time: NotRequired[str]
    utc_offset: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Placed:
    """What makes each row of an export tell where and when it belongs, beside the rows of other tables."""

    unit: str  # the fingerprint of its key; "" where it has none
    wall: Wall


# Seals that a shoe had before its newest, oldest first.
EARLIER = (
    "(SELECT coalesce(group_concat(seal, ' '), '') FROM (SELECT seal FROM seals WHERE seals.shoe = shoes.shoe"
    " AND seals.seal IS NOT shoes.seal ORDER BY seq))"
)

# The last hand that the dealer entered: one that a supervisor put in may have come after the closing.
_LAST_HAND = (
    "(SELECT max(seq) FROM hands WHERE hands.shoe = shoes.shoe AND (corrected = 0 OR NOT EXISTS"
    " (SELECT 1 FROM journal AS put WHERE put.seq = hands.seq AND kind = 'insert')))"
)
CLOSED = (
    f"(SELECT at FROM journal WHERE seq > coalesce({_LAST_HAND}, first_seq) AND seq < coalesce(last_seq, {LAST})"
    " AND kind = 'table_close' AND (last_seq IS NOT NULL OR NOT EXISTS"
    " (SELECT 1 FROM journal AS later WHERE later.seq > journal.seq AND later.kind = 'table_open'))"
    " ORDER BY seq LIMIT 1)"
)
OVER = f"coalesce({CLOSED}, ended_at)"  # for whoever sat there

CORRECTIONS = tuple(name for name in Correction.__annotations__ if name in Correction.__required_keys__)
PLACED = tuple(Correction.__annotations__)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of both tables by name, each with the SQL that gives it."""

    shoes: Mapping[str, str]
    hands: Mapping[str, str]
    counts: tuple[str, ...] = ()  # of the columns of shoes, those that count
    corrections: tuple[str, ...] = CORRECTIONS
    game: Game | None = None  # in whose notation corrections are written, where that is not the shoe's own


def columns_of(
    games: Sequence[Game], also: Sequence[str] = (), earlier_seals: bool = True, placed: Placed | None = None
) -> Columns:
    """What is only counted stands before `free`, as it always did, and the other marks behind.

    `also` marks that came up, but are of none of the games.
    """
    counted = {wager.id for game in games for wager in game.counts}
    marks = dict.fromkeys([*(id for game in games for id in game.marks), *also])
    counts = sorted(dict.fromkeys([*(id for game in games for id in game.counted), *also]), key=counted.__contains__)
    of_shoe, of_hand = (_placed(placed, at, to) for at, to in (("started_at", "shoes"), ("entered_at", "hands")))
    return Columns(
        {
            **_same("shoe", "table_name", "started_at", "ended_at", "hands", "free", "voided"),
            **{id: f"coalesce(json_extract(counts, {member(id)}), 0)" for id in counts},
            **({"seal": "seal", "earlier_seals": EARLIER} if earlier_seals else _same("seal")),
            **_same("first_seq", "last_seq", "game", "decks", "game_hash"),
            **of_shoe,
        },
        {
            **_same("shoe", "hand", "outcome"),
            **{id: _marked(id) for id in marks if id in counted},
            **_same("free", "voided"),
            **{id: _marked(id) for id in marks if id not in counted},
            **_same("entered_at", "place", "corrected", "dealer", "player_cards", "banker_cards", "seq"),
            "seal": ":seal",
            **of_hand,
        },
        tuple(counts),
        PLACED if placed else CORRECTIONS,
    )


def _placed(placed: Placed | None, at: str, of: str) -> dict[str, str]:
    if placed is None:
        return {}
    wall = placed.wall
    zone = _by_offset(wall, at, lambda seconds: quoted(zone_of(seconds)))
    when = {"day": day_sql(wall.days, "started_at"), "local_time": _local(wall, at), "utc_offset": zone}
    if of == "shoes":
        return {"unit": quoted(placed.unit), **when, "local_end": _local(wall, OVER)}
    return {"source": "source", "table_name": ":table", "unit": quoted(placed.unit), **when, "day": ":day"}


def _local(wall: Wall, at: str) -> str:
    shown = _by_offset(wall, at, lambda seconds: f"datetime({at}, '{seconds} seconds')")
    return f"coalesce({shown}, '')"


def day_sql(days: Sequence[Run], at: str) -> str:
    """The gaming day of an instant, in SQL: between two changes of the clock one shift does for all."""
    return _cases(at, [(run.until, f"min(date({at}, '{run.shift} seconds'), '{run.last}')") for run in days])


def _by_offset(wall: Wall, at: str, shown: Callable[[int], str]) -> str:
    return _cases(at, [(offset.until, shown(offset.seconds)) for offset in wall.offsets])


def _cases(at: str, until: Sequence[tuple[str, str]]) -> str:
    *before, (_, newest) = until
    cases = " ".join(f"WHEN {at} < {quoted(end)} THEN {shown}" for end, shown in before)
    return f"CASE {cases} ELSE {newest} END" if cases else newest


def correction(
    one: Happened, game: Game, placed: Placed | None = None, dealer: int = 0, table: str = "", started: str = ""
) -> Correction:
    def written(hand: Hand | None) -> str:
        return "" if hand is None else write([hand], game)

    row = Correction(
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
    if placed:
        wall = placed.wall
        row["dealer"], row["table_name"], row["unit"] = dealer, table, placed.unit
        row["day"], row["local_time"], row["utc_offset"] = wall.day(started), wall.local(one.at), wall.zone(one.at)
    return row


def ordered(rows: Iterable[Correction]) -> Iterator[Values]:
    """For a file that has only the order of its columns."""
    return (tuple(dict(row)[name] for name in PLACED if name in row) for row in rows)


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def _marked(id: str) -> str:
    return f"(instr(marks, {quoted(json.dumps(id))}) > 0)"


def member(id: str) -> str:
    """Where a JSON object has it, in SQL."""
    return quoted(f"$.{json.dumps(id)}")


def quoted(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"
