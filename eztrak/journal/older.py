"""Tables of older schemas and exports of older forms: those of schema 1 and 2 knew one game, and had a column for each
of its wagers; up to schema 4 a hand did not say where it was typed.

Whoever reads such a file sees its tables in today's form, through views that stand before them; the file itself stays
as it is. A migration copies what these views show.
"""

import sqlite3
from collections.abc import Iterator

from eztrak.game.first import FLAGS, first_game
from eztrak.journal.chain import hash_of
from eztrak.journal.columns import Columns, Values, columns_of, quoted

_SHOES = """
CREATE TABLE shoes (
    shoe       INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at   TEXT,
    hands      INTEGER NOT NULL DEFAULT 0,
    free       INTEGER NOT NULL DEFAULT 0,
    voided     INTEGER NOT NULL DEFAULT 0,
    player     INTEGER NOT NULL DEFAULT 0,
    banker     INTEGER NOT NULL DEFAULT 0,
    tie        INTEGER NOT NULL DEFAULT 0,
    dragon7    INTEGER NOT NULL DEFAULT 0,
    panda8     INTEGER NOT NULL DEFAULT 0,
    naturals   INTEGER NOT NULL DEFAULT 0,
    seal       TEXT,
    first_seq  INTEGER NOT NULL,
    last_seq   INTEGER
) STRICT"""

_PLAYED = """    entered_at TEXT NOT NULL,
    place      INTEGER NOT NULL, -- in the order of play; a hand inserted later has a higher number than its place
    corrected  INTEGER NOT NULL, -- how often it was voided, changed or inserted
    dealer     INTEGER NOT NULL, -- on duty, by number; 0 for none
    player_cards TEXT NOT NULL,
    banker_cards TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    PRIMARY KEY (shoe, hand)
) STRICT, WITHOUT ROWID"""

_HANDS = f"""
CREATE TABLE hands (
    shoe       INTEGER NOT NULL,
    hand       INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    natural    INTEGER NOT NULL,
    free       INTEGER NOT NULL,
    voided     INTEGER NOT NULL,
    dragon7    INTEGER NOT NULL,
    panda8     INTEGER NOT NULL,
{_PLAYED}"""

# As in schema 3 and 4.
SHOES = """
CREATE TABLE shoes (
    shoe       INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at   TEXT,
    game       TEXT NOT NULL,    -- by id
    game_hash  TEXT NOT NULL,    -- in games: its text as it was when the shoe began
    decks      INTEGER NOT NULL,
    hands      INTEGER NOT NULL DEFAULT 0,
    free       INTEGER NOT NULL DEFAULT 0,
    voided     INTEGER NOT NULL DEFAULT 0,
    counts     TEXT NOT NULL DEFAULT '{}', -- JSON: hands by winner, mark and wager; without what never came
    seal       TEXT,
    first_seq  INTEGER NOT NULL,
    last_seq   INTEGER
) STRICT"""

TOTALS = """
CREATE TABLE totals (
    shoe       INTEGER PRIMARY KEY, -- the first that counts here
    game       TEXT NOT NULL,
    game_hash  TEXT NOT NULL,
    decks      INTEGER NOT NULL,
    shoes      INTEGER NOT NULL DEFAULT 0,
    hands      INTEGER NOT NULL DEFAULT 0,
    free       INTEGER NOT NULL DEFAULT 0,
    voided     INTEGER NOT NULL DEFAULT 0,
    counts     TEXT NOT NULL DEFAULT '{}'
) STRICT"""

HANDS = f"""
CREATE TABLE hands (
    shoe       INTEGER NOT NULL,
    hand       INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    marks      TEXT NOT NULL,    -- JSON: a list of ids, sorted
    free       INTEGER NOT NULL,
    voided     INTEGER NOT NULL,
{_PLAYED}"""

_TOTALS = """
CREATE TABLE totals (
    shoe           INTEGER PRIMARY KEY, -- the first that counts here; the last is the one before the next row's
    decks          INTEGER NOT NULL,
    panda8_offered INTEGER NOT NULL,
    shoes          INTEGER NOT NULL DEFAULT 0,
    hands          INTEGER NOT NULL DEFAULT 0,
    free           INTEGER NOT NULL DEFAULT 0,
    voided         INTEGER NOT NULL DEFAULT 0,
    player         INTEGER NOT NULL DEFAULT 0,
    banker         INTEGER NOT NULL DEFAULT 0,
    tie            INTEGER NOT NULL DEFAULT 0,
    dragon7        INTEGER NOT NULL DEFAULT 0,
    panda8         INTEGER NOT NULL DEFAULT 0,
    naturals       INTEGER NOT NULL DEFAULT 0
) STRICT"""

# By version: all tables but the journal, which is the same in every schema. Signatures came with the fourth.
TABLES = {1: (_SHOES, _HANDS), 2: (_SHOES, _HANDS, _TOTALS)}
KEYS = {"shoes": ("shoe",), "hands": ("shoe", "hand"), "totals": ("shoe",)}

_ADDED = ("source", "later")  # columns of hands, in schema 5
# What the journal's rows say of them, each in a row of its own: the hands whose rows say nothing stay as they are.
WHERE_TYPED = """
SELECT coalesce(data ->> '$.source', ''), kind = 'insert' AND coalesce(data ->> '$.entered_at', '') = '',
    data ->> '$.shoe', data ->> '$.hand', seq
FROM journal WHERE kind IN ('hand', 'insert') AND json_valid(data)"""
TYPED = "UPDATE hands SET source = ?, later = ? WHERE shoe = ? AND hand = ? AND seq = ?"
TYPED_SINCE = """
UPDATE hands SET source = coalesce(data ->> '$.source', ''),
    later = kind = 'insert' AND coalesce(data ->> '$.entered_at', '') = ''
FROM journal WHERE journal.seq = hands.seq AND json_valid(data) AND hands.shoe >= ?"""
_OF_ROW = "FROM main.journal WHERE journal.seq = hands.seq AND json_valid(data)"
_LATER = f"""
    coalesce((SELECT data ->> '$.source' {_OF_ROW}), '') AS source,
    coalesce((SELECT kind = 'insert' AND coalesce(data ->> '$.entered_at', '') = '' {_OF_ROW}), 0) AS later"""


def show(connection: sqlite3.Connection, version: int) -> None:
    """Lets an open file of one of these schemas look like one of today; any other is left as it is."""
    if version < 4:
        connection.execute("CREATE TEMP VIEW heads AS SELECT 0 AS seq, x'' AS signature WHERE 0")
        connection.execute("CREATE TEMP VIEW keys AS SELECT 0 AS seq, '' AS public, '' AS place WHERE 0")
    if 0 < version < 4:
        connection.execute(
            "CREATE TEMP VIEW seals AS SELECT shoe, last_seq AS seq, ended_at AS at, seal FROM main.shoes"
            " WHERE seal IS NOT NULL"
        )
    if version in (3, 4):
        connection.execute(f"CREATE TEMP VIEW hands AS SELECT *, {_LATER} FROM main.hands")
    if version in TABLES:
        for name, query in _views(version).items():
            connection.execute(f"CREATE TEMP VIEW {name} AS {query}")


def take_over(before: sqlite3.Connection, connection: sqlite3.Connection) -> list[str]:
    """Copies what an older file shows into the tables of today, and gives those that could not be read whole.

    Damage in an old shoe, which a start does not read, must not keep the board from starting: what cannot be read is
    left out, and the full check reports it.
    """
    damaged: list[str] = []
    for name in KEYS:
        listed = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
        columns = ", ".join(column for column in listed if column not in _ADDED)
        insert = f"INSERT OR IGNORE INTO {name} ({columns}) VALUES ({', '.join('?' * (columns.count(',') + 1))})"
        connection.executemany(insert, _readable(before, name, columns, damaged))
    used = "? IN (SELECT game_hash FROM shoes UNION SELECT game_hash FROM totals)"
    games = before.execute("SELECT hash, text, hash FROM games")
    connection.executemany(f"INSERT OR IGNORE INTO games SELECT ?, ? WHERE {used}", games)
    return damaged


def exported() -> Columns:
    """The columns of an export of form 1 or 2, whatever wagers were offered."""
    game = first_game()
    columns = columns_of([game], earlier_seals=False)
    shoes = {f"{name}s" if name == "natural" else name: how for name, how in columns.shoes.items()}
    later = ("game", "decks", "game_hash")
    return Columns({name: how for name, how in shoes.items() if name not in later}, columns.hands, game=game)


def _readable(connection: sqlite3.Connection, name: str, columns: str, damaged: list[str]) -> Iterator[Values]:
    """The rows of a table from its beginning on, and where there is damage in it from its end too."""
    for way in ("ASC", "DESC"):
        order = ", ".join(f"{key} {way}" for key in KEYS[name])
        try:
            yield from connection.execute(f"SELECT {columns} FROM {name} ORDER BY {order}")
            return
        except sqlite3.DatabaseError as fault:
            if not fault.sqlite_errorname.startswith("SQLITE_CORRUPT"):
                raise
            damaged.append(name)


def _views(version: int) -> dict[str, str]:
    five, four = first_game(True), first_game(False)
    hashes = {game: hash_of(game.text) for game in (five, four)}
    game = (
        f"iif(offered, '{five.id}', '{four.id}') AS game, iif(offered, '{hashes[five]}', '{hashes[four]}') AS game_hash"
    )
    pairs = ", ".join(f"'{id}', nullif({name}, 0)" for name, id in _COUNTED.items())
    counts = f"json_patch('{{}}', json_object({pairs})) AS counts"  # which leaves out what never came
    marks = f"'[' || substr({' || '.join(map(_mark, sorted(FLAGS)))}, 2) || ']' AS marks"
    added = ", ".join(f"sum({name}) AS {name}" for name in ("shoes", "hands", "free", "voided", *_COUNTED))
    dealt = (
        f"SELECT *, 1 AS shoes FROM {_DEALT}" if version == 1 else f"SELECT *, {_OFFERED} AS offered FROM main.totals"
    )
    return {
        "games": " UNION ALL ".join(f"SELECT '{h}' AS hash, {quoted(g.text)} AS text" for g, h in hashes.items()),
        "shoes": f"SELECT shoe, table_name, started_at, ended_at, {game}, decks, hands, free, voided, {counts}, seal,"
        f" first_seq, last_seq FROM {_DEALT}",
        "hands": f"SELECT shoe, hand, outcome, {marks}, free, voided, entered_at, place, corrected, dealer,"
        f" player_cards, banker_cards, seq, {_LATER} FROM main.hands",
        "totals": f"SELECT shoe, {game}, decks, shoes, hands, free, voided, {counts}"
        f" FROM (SELECT min(shoe) AS shoe, decks, offered, {added} FROM ({dealt}) GROUP BY decks, offered)",
    }


_OFFERED = "panda8_offered"
_COUNTED = {  # in the order of their ids
    "banker": "banker",
    "dragon7": "dragon7",
    "naturals": "natural",
    "panda8": "panda8",
    "player": "player",
    "tie": "tie",
}
# A shoe whose start does not say it was dealt as nearly all were.
_DEALT = """(
    SELECT *, coalesce(json_extract(start, '$.terms.decks'), 8) AS decks,
        coalesce(instr(json_extract(start, '$.terms.wagers'), 'panda8') > 0, 1) AS offered
    FROM (SELECT *, (SELECT iif(json_valid(data), data, NULL) FROM main.journal WHERE seq = first_seq) AS start
        FROM main.shoes))"""


def _mark(flag: str) -> str:
    """A flag as a mark in JSON; one that is neither 0 nor 1 is left as it is, so that a check finds it."""
    return f"CASE {flag} WHEN 0 THEN '' WHEN 1 THEN ',\"{flag}\"' ELSE ',\"{flag} ' || {flag} || '\"' END"
