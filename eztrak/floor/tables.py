"""The tables in PostgreSQL, in a schema `floor`: those of a history's own file, of any number of histories.

`events` are the journal's rows as they are, to the letter, so that the chain can be proven there too. Nobody who sends
or reads has a right to change them: rights, not triggers, since rights hold in every engine that speaks PostgreSQL.
`games`, `shoes` and `hands` have the columns that they have in the file, and times that PostgreSQL reckons with. A
history that was put aside has events alone, so no sum can count it.
"""

from datetime import UTC, datetime

VERSION = 3

TABLES = """
CREATE TABLE floor.version (version integer NOT NULL);
CREATE TABLE floor.units (
    unit        text PRIMARY KEY, -- the name of its role too
    enrolled_at timestamptz NOT NULL DEFAULT now(),
    fresh       boolean NOT NULL DEFAULT true, -- may begin a history: once after each enrolment
    boot        text NOT NULL DEFAULT ''       -- that of its last call
);
CREATE TABLE floor.boots (
    unit text NOT NULL,
    boot text NOT NULL,
    PRIMARY KEY (unit, boot)
);
CREATE TABLE floor.histories (
    history    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin     text NOT NULL,         -- the hash of its first row
    unit       text,                  -- none: from the tables of before; its unit takes it over with its first call
    room       text NOT NULL,
    table_name text NOT NULL,         -- the newest; each shoe has the one of its time
    counted    boolean NOT NULL,      -- or put aside
    seq        bigint NOT NULL,       -- of the last row, 0 for none
    hash       text NOT NULL,         -- of the last row, '' for none
    unsent     bigint NOT NULL,       -- rows that the unit had left at its last call
    called_at  timestamptz NOT NULL,  -- the unit's last call
    arrived_at timestamptz            -- the last row
) WITH (fillfactor = 50);
CREATE INDEX ON floor.histories (origin);
CREATE INDEX ON floor.histories (unit);
CREATE TABLE floor.alarms (
    alarm    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    unit     text NOT NULL,
    kind     text NOT NULL,
    history  integer,              -- that it is about
    first_at timestamptz NOT NULL,
    last_at  timestamptz NOT NULL,
    count    integer NOT NULL,
    over_at  timestamptz,          -- since when it is so no longer
    seen_by  text,
    seen_at  timestamptz
);
CREATE UNIQUE INDEX ON floor.alarms (unit, kind, coalesce(history, 0)) WHERE seen_at IS NULL;
CREATE TABLE floor.refused (
    alarm integer NOT NULL,
    rows  json NOT NULL            -- as they came
);
CREATE TABLE floor.events (
    history    integer NOT NULL,
    seq        bigint NOT NULL,
    at         text NOT NULL,   -- UTC, to the letter
    mono       bigint NOT NULL, -- nanoseconds since some point of the boot named next
    boot       text NOT NULL,
    kind       text NOT NULL,
    data       text NOT NULL,   -- JSON, in the letters that the hash was made of
    hash       text NOT NULL,   -- SHA-256 over this row and the hash of the row before
    arrived_at timestamptz NOT NULL,
    PRIMARY KEY (history, seq, arrived_at)
) PARTITION BY RANGE (arrived_at);
CREATE INDEX ON floor.events (history, seq)
    WHERE kind IN ('start', 'health', 'keypad', 'shoe_resume'); -- few: what a look at the room asks for
CREATE TABLE floor.events_later PARTITION OF floor.events DEFAULT; -- only where floor init was not run for years
CREATE TABLE floor.games ( -- the same game twice, where two units began with it at once: none waits for another
    hash text NOT NULL, -- SHA-256 of the text
    text text NOT NULL  -- JSON: all of the game, as it was when a shoe began
);
CREATE TABLE floor.shoes (
    history    integer NOT NULL,
    shoe       bigint NOT NULL,
    table_name text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    game       text NOT NULL,    -- by id
    game_hash  text NOT NULL,
    decks      integer NOT NULL,
    hands      integer NOT NULL,
    free       integer NOT NULL,
    voided     integer NOT NULL,
    counts     jsonb NOT NULL,   -- hands by winner, mark and wager; without what never came
    seal       text,
    first_seq  bigint NOT NULL,
    last_seq   bigint,
    PRIMARY KEY (history, shoe)
) WITH (fillfactor = 70);
CREATE INDEX ON floor.shoes (started_at);
CREATE TABLE floor.hands (
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
    PRIMARY KEY (history, shoe, hand)
);
CREATE INDEX ON floor.hands (history, shoe) WHERE corrected > 0;
CREATE TABLE floor.tallies (
    history   integer NOT NULL,
    hour      timestamptz NOT NULL, -- in which they were entered; UTC, so that it fits every zone of whole hours
    dealer    integer NOT NULL,
    hands     integer NOT NULL,     -- that stand
    free      integer NOT NULL,     -- of these
    voided    integer NOT NULL,
    corrected integer NOT NULL,
    PRIMARY KEY (history, hour, dealer)
) WITH (fillfactor = 50);
CREATE INDEX ON floor.tallies (hour);
"""

MONTHS = 36  # that events have partitions for, from the one in which floor init was run


def month(first: datetime, number: int) -> tuple[str, datetime, datetime]:
    """A month that comes so many after the first: its partition, and the moments between which its events arrived.

    A month is a table of its own: what is old is kept apart, and can be moved or taken away as a whole.
    """

    def begin(count: int) -> datetime:
        years, months = divmod(first.month - 1 + count, 12)
        return datetime(first.year + years, months + 1, 1, tzinfo=UTC)

    return f"events_{begin(number):%Y_%m}", begin(number), begin(number + 1)
