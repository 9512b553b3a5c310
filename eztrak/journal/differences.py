"""Where a database is not what its journal and this eztrak make of it: pages, schema objects, tables, a cut tail."""

import sqlite3
from contextlib import closing

from eztrak.journal import schema
from eztrak.journal.chain import FIRST
from eztrak.voice.said import All, Said

# Made and kept by sqlite-utils: which migrations were applied, and when.
_MIGRATIONS = "_sqlite_migrations"


def pages(connection: sqlite3.Connection, of: str = "5") -> list[Said]:
    """What SQLite itself finds wrong with the file, at most the first few faults; or with one of its tables."""
    findings = [row[0] for row in connection.execute(f"PRAGMA main.integrity_check({of})")]
    return (
        []
        if findings == ["ok"]
        else [Said("the file is damaged: {fault}", fault=" ".join(fault.split())) for fault in findings]
    )


def objects(connection: sqlite3.Connection) -> list[Said]:
    """Tables, triggers and indexes that are missing, changed or foreign in a database of its schema version."""
    version = schema.version_of(connection)
    with closing(schema.made(schema.statements(version))) as fresh:
        ours = _objects(fresh)
    theirs = _objects(connection)
    faults = [
        Said("{kind} {name} is missing", kind=str(kind), name=str(name))
        for kind, name in ours
        if (kind, name) not in theirs
    ]
    faults += [
        Said("{kind} {name} is not one of eztrak's", kind=str(kind), name=str(name))
        for kind, name in theirs
        if (kind, name) not in ours
    ]
    faults += [
        Said("{kind} {name} was changed", kind=str(kind), name=str(name))
        for (kind, name), made in theirs.items()
        if ours.get((kind, name), made) != made
    ]
    done = connection.execute(f"SELECT migration_set, name FROM {_MIGRATIONS}").fetchall()
    if done != [("eztrak", name) for name, _ in schema.MIGRATIONS[:version]]:
        faults.append(
            Said("table {name} does not list the migrations of schema {version}", name=_MIGRATIONS, version=version)
        )
    return faults


def cut_tail(connection: sqlite3.Connection, last: int, since: int = FIRST) -> list[Said]:
    """Rows that the tables came of, from a shoe on, but that the journal no longer has at its end."""
    (known,) = connection.execute(
        "SELECT max(seq) FROM (SELECT seq FROM hands WHERE shoe >= :shoe UNION ALL SELECT first_seq FROM shoes"
        " WHERE shoe >= :shoe UNION ALL SELECT last_seq FROM shoes WHERE shoe >= :shoe UNION ALL SELECT seq FROM seals"
        " WHERE shoe >= :shoe UNION ALL SELECT max(seq) FROM heads)",
        {"shoe": since},
    ).fetchone()
    if not isinstance(known, int) or known <= last:
        return []
    return [Said("the journal was cut off after row {last}: its tables know of row {row}", last=last, row=known)]


def tables(connection: sqlite3.Connection, rebuilt: sqlite3.Connection, since: int = FIRST) -> list[Said]:
    """The first row of each table that is not what the journal says, from a shoe on."""
    seals = _table(connection, rebuilt, "seals", "shoe, seq", since) if schema.has_seals(connection) else []
    return [
        *_table(connection, rebuilt, "shoes", "shoe", since),
        *_table(connection, rebuilt, "hands", "shoe, hand", since),
        *_table(connection, rebuilt, "games", "hash", since, "hash IN (SELECT game_hash FROM shoes WHERE shoe >= ?)"),
        *seals,
    ]


def totals(connection: sqlite3.Connection, rebuilt: sqlite3.Connection) -> list[Said]:
    """The first row of the totals, of the tallies, and of the keys, that is not what all of the journal says. Tallies
    depend on shoes before: one from which a hand was moved."""
    tallies = _table(connection, rebuilt, "tallies", "shoe, dealer", FIRST) if schema.has_tallies(connection) else []
    keys = _table(connection, rebuilt, "keys", "seq", FIRST, "seq >= ?")
    running = _table(connection, rebuilt, "totals", "shoe", FIRST) if schema.has_totals(connection) else []
    return [*tallies, *keys, *running]


def uncountable(connection: sqlite3.Connection) -> list[Said]:
    """Totals to which no hand can be added: every hand is."""
    spoilt = connection.execute("SELECT shoe FROM totals WHERE NOT json_valid(counts)")
    return pages(connection, "totals") or [
        Said("table totals, shoe {shoe}: counts is not JSON", shoe=shoe) for (shoe,) in spoilt
    ]


def _objects(connection: sqlite3.Connection) -> dict[tuple[str, str], list[str | None]]:
    """Everything in a schema by kind and name, with its table and its SQL; SQLite's and sqlite-utils' own aside."""
    listed = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE NOT (type = 'index' AND name LIKE"
        " 'sqlite_autoindex_%') AND NOT (tbl_name = ? AND type IN ('table', 'index'))",
        (_MIGRATIONS,),
    )
    return {(kind, name): made for kind, name, *made in listed}


def _table(
    connection: sqlite3.Connection,
    rebuilt: sqlite3.Connection,
    name: str,
    key: str,
    since: int,
    which: str = "shoe >= ?",
) -> list[Said]:
    columns = [column[1] for column in rebuilt.execute(f"PRAGMA table_info({name})")]
    query = f"SELECT {', '.join(columns)} FROM {name} WHERE {which} ORDER BY {key}"
    theirs, ours = connection.execute(query, (since,)), rebuilt.execute(query, (since,))
    while True:
        there, here = theirs.fetchone(), ours.fetchone()
        if there == here:
            if here is None:
                return []
            continue
        keys = key.split(", ")
        if here is None or (there is not None and _order(there[: len(keys)]) < _order(here[: len(keys)])):
            return [
                Said("table {table}, {place}: the journal knows no such row", table=name, place=_place(keys, there))
            ]
        if there is None or there[: len(keys)] != here[: len(keys)]:
            return [Said("table {table}, {place}: the row is missing", table=name, place=_place(keys, here))]
        wrong = [
            Said("{column} is {was}, the journal says {should}", column=column, was=repr(was), should=repr(should))
            for column, was, should in zip(columns, there, here, strict=True)
            if was != should
        ]
        return [Said("table {table}, {place}: {wrong}", table=name, place=_place(keys, here), wrong=All(tuple(wrong)))]


def _order(key: tuple[object, ...]) -> list[tuple[bool, int, str]]:
    """What SQLite sorts a key by, also where damage has made a text of a number."""
    return [(not isinstance(part, int), part if isinstance(part, int) else 0, str(part)) for part in key]


def _place(keys: list[str], row: tuple[object, ...]) -> str:
    """Where a row stands; a table's first columns are its key."""
    return ", ".join(f"{key} {value}" for key, value in zip(keys, row, strict=False))
