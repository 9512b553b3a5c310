"""The tables of versions 1 and 2, in a schema `eztrak`, which every unit owned. What they have is carried over once.

They stay as they are: units of the release before go on copying there until they are brought up to date and enrolled,
and then send here what came since. Version 1 knew one game and had a column for each of its wagers.
"""

from psycopg import Connection

from eztrak.floor.taking import TALLY
from eztrak.game.first import first_game
from eztrak.journal.chain import hash_of
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS

# The whole of `hands` is written anew once, and not updated row by row: it is by far the largest.
_MARKS = """
ALTER TABLE eztrak.hands ALTER COLUMN "natural" TYPE jsonb USING to_jsonb(array_remove(ARRAY[
    CASE dragon7 WHEN 1 THEN 'dragon7' END, CASE "natural" WHEN 1 THEN 'natural' END,
    CASE panda8 WHEN 1 THEN 'panda8' END], NULL));
ALTER TABLE eztrak.hands RENAME COLUMN "natural" TO marks;
ALTER TABLE eztrak.hands DROP COLUMN dragon7, DROP COLUMN panda8;
ALTER TABLE eztrak.shoes ADD COLUMN game text, ADD COLUMN game_hash text REFERENCES eztrak.games,
    ADD COLUMN decks integer, ADD COLUMN counts jsonb
"""

_SHOES = """
UPDATE eztrak.shoes AS shoes SET game = first.game, game_hash = first.hash,
    decks = coalesce((terms->>'decks')::integer, 8),
    counts = jsonb_strip_nulls(jsonb_build_object('player', nullif(player, 0), 'banker', nullif(banker, 0),
        'tie', nullif(tie, 0), 'dragon7', nullif(dragon7, 0), 'panda8', nullif(panda8, 0),
        'natural', nullif(naturals, 0)))
FROM eztrak.events, LATERAL (SELECT data::jsonb->'terms' AS terms) AS told,
    (VALUES (true, %s, %s), (false, %s, %s)) AS first (offered, game, hash)
WHERE events.history = shoes.history AND events.seq = first_seq
    AND coalesce(terms->'wagers' @> '["panda8"]', true) = offered
"""

_DONE = """
ALTER TABLE eztrak.shoes ALTER COLUMN game SET NOT NULL, ALTER COLUMN game_hash SET NOT NULL,
    ALTER COLUMN decks SET NOT NULL, ALTER COLUMN counts SET NOT NULL, DROP COLUMN player, DROP COLUMN banker,
    DROP COLUMN tie, DROP COLUMN dragon7, DROP COLUMN panda8, DROP COLUMN naturals;
DELETE FROM eztrak.games WHERE hash NOT IN (SELECT game_hash FROM eztrak.shoes)
"""


_GAMES = "CREATE TABLE eztrak.games (hash text PRIMARY KEY, text text NOT NULL)"
# The chain is proven by `eztrak floor verify`; the unit goes on where its rows end.
_CARRY = """
INSERT INTO floor.histories (history, origin, room, table_name, counted, seq, hash, unsent, called_at)
    OVERRIDING SYSTEM VALUE
    SELECT history, left(origin, 64), room, table_name, length(origin) = 64, coalesce(seq, 0), coalesce(hash, ''),
        0, now()
    FROM eztrak.histories LEFT JOIN LATERAL (SELECT seq, hash FROM eztrak.events AS its
        WHERE its.history = histories.history ORDER BY seq DESC LIMIT 1) AS last ON true;
SELECT setval(pg_get_serial_sequence('floor.histories', 'history'), max(history)) FROM floor.histories;
INSERT INTO floor.events SELECT history, seq, at, mono, boot, kind, data::text, hash, now() FROM eztrak.events;
INSERT INTO floor.games SELECT hash, text FROM eztrak.games;
INSERT INTO floor.shoes ({shoes}) SELECT {shoes}
    FROM eztrak.shoes WHERE history IN (SELECT history FROM floor.histories WHERE counted);
INSERT INTO floor.hands ({hands}) SELECT {hands}
    FROM eztrak.hands WHERE history IN (SELECT history FROM floor.histories WHERE counted);
INSERT INTO floor.tallies (history, hour, dealer, hands, free, voided, corrected)
    SELECT history, {tally} FROM (SELECT 1 AS sign, * FROM floor.hands) AS all_hands GROUP BY 1, 2, 3
"""


def bring_up(connection: Connection) -> None:
    """Makes version 2 of version 1, in the transaction that is open."""
    if _version(connection) != 1:
        return
    ((owner,),) = connection.execute("SELECT nspowner::regrole FROM pg_namespace WHERE nspname = 'eztrak'").fetchall()
    connection.execute(_GAMES)
    connection.execute(f"ALTER TABLE eztrak.games OWNER TO {owner}")
    games = [(game.id, hash_of(game.text), game.text) for game in (first_game(True), first_game(False))]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO eztrak.games VALUES (%s, %s)", [game[1:] for game in games])
    connection.execute(_MARKS)
    connection.execute(_SHOES, [value for game in games for value in game[:2]])
    connection.execute(_DONE)
    connection.execute("UPDATE eztrak.version SET version = 2")


def carry(connection: Connection) -> int:
    """Copies what units of the release before have sent into tables that are new. Gives how many histories."""
    if _version(connection) != 2:
        return 0
    shoes, hands = ", ".join(("history", *SHOE_COLUMNS)), ", ".join(("history", *HAND_COLUMNS))
    connection.execute(_CARRY.format(shoes=shoes, hands=hands, tally=TALLY))
    ((histories,),) = connection.execute("SELECT count(*) FROM floor.histories").fetchall()
    return int(histories)


def _version(connection: Connection) -> int:
    if connection.execute("SELECT 1 WHERE to_regclass('eztrak.version') IS NULL").fetchone():
        return 0
    ((version,),) = connection.execute("SELECT version FROM eztrak.version").fetchall()
    return int(version)
