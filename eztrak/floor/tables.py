"""The tables in PostgreSQL, in a schema `eztrak`: those of a history's own file, of any number of histories.

`events` are the journal's rows as they are, so that the chain can be checked there too; triggers refuse to change them.
`games`, `shoes` and `hands` have the columns that they have in the file, and times that PostgreSQL reckons with.
"""

from psycopg import Connection

from eztrak.floor import older
from eztrak.floor.errors import FloorError

VERSION = 2
_LOCK = 0x657A7472  # "eztr": who makes the tables; tables that start at once wait for each other

_GAMES = """
CREATE TABLE eztrak.games (
    hash text PRIMARY KEY, -- SHA-256 of the text
    text text NOT NULL     -- JSON: all of the game, as it was when a shoe began
)"""

_TABLES = f"""
CREATE SCHEMA IF NOT EXISTS eztrak;
CREATE TABLE eztrak.version (version integer NOT NULL);
CREATE TABLE eztrak.histories (
    history    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin     text NOT NULL UNIQUE, -- the hash of its first row
    room       text NOT NULL,
    table_name text NOT NULL         -- the newest; each shoe has the one of its time
);
CREATE TABLE eztrak.events (
    history integer NOT NULL REFERENCES eztrak.histories,
    seq     bigint NOT NULL,
    at      text NOT NULL,   -- UTC, to the letter
    mono    bigint NOT NULL, -- nanoseconds since some point of the boot named next
    boot    text NOT NULL,
    kind    text NOT NULL,
    data    json NOT NULL,   -- not jsonb, which would not keep the letters that the hash was made of
    hash    text NOT NULL,   -- SHA-256 over this row and the hash of the row before
    PRIMARY KEY (history, seq)
);
{_GAMES};
CREATE TABLE eztrak.shoes (
    history    integer NOT NULL REFERENCES eztrak.histories,
    shoe       bigint NOT NULL,
    table_name text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    game       text NOT NULL,    -- by id
    game_hash  text NOT NULL REFERENCES eztrak.games,
    decks      integer NOT NULL,
    hands      integer NOT NULL,
    free       integer NOT NULL,
    voided     integer NOT NULL,
    counts     jsonb NOT NULL,   -- hands by winner, mark and wager; without what never came
    seal       text,
    first_seq  bigint NOT NULL,
    last_seq   bigint,
    PRIMARY KEY (history, shoe)
);
CREATE INDEX ON eztrak.shoes (started_at);
CREATE TABLE eztrak.hands (
    history    integer NOT NULL,
    shoe       bigint NOT NULL,
    hand       integer NOT NULL,
    outcome    text NOT NULL,
    marks      jsonb NOT NULL,   -- a list of ids
    free       integer NOT NULL,
    voided     integer NOT NULL,
    entered_at timestamptz NOT NULL,
    place      integer NOT NULL, -- in the order of play; a hand inserted later has a higher number than its place
    corrected  integer NOT NULL, -- how often it was voided, changed or inserted
    dealer     integer NOT NULL, -- on duty, by number; 0 for none
    player_cards text NOT NULL,
    banker_cards text NOT NULL,
    seq        bigint NOT NULL,
    PRIMARY KEY (history, shoe, hand),
    FOREIGN KEY (history, shoe) REFERENCES eztrak.shoes
);
CREATE INDEX ON eztrak.hands (entered_at);
CREATE FUNCTION eztrak.keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the events are append-only: nothing is edited or deleted'; END $$;
CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eztrak.events
    FOR EACH STATEMENT EXECUTE FUNCTION eztrak.keep();
"""


def prepare(connection: Connection, place: str) -> None:
    """Makes the tables where there are none yet, and brings older ones up to date.

    Raises FloorError for those of a newer eztrak.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if connection.execute("SELECT 1 WHERE to_regclass('eztrak.version') IS NULL").fetchone():
            connection.execute(_TABLES)
            connection.execute("INSERT INTO eztrak.version VALUES (%s)", (VERSION,))
        ((version,),) = connection.execute("SELECT version FROM eztrak.version").fetchall()
        if version == 1:
            connection.execute(_GAMES)
            older.bring_up(connection)
            connection.execute("UPDATE eztrak.version SET version = %s", (VERSION,))
    if version > VERSION:
        raise FloorError(
            "{place}: its tables are of a newer eztrak (version {version}; this one knows {known}). Install that"
            " version here too, or set floor.database to another database",
            place=place,
            version=version,
            known=VERSION,
        )
