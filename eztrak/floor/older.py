"""Brings tables of version 1 up to date, which knew one game and had a column for each of its wagers."""

from psycopg import Connection

from eztrak.game.first import first_game
from eztrak.journal.chain import hash_of

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


def bring_up(connection: Connection) -> None:
    """In the transaction that is open, with the table of games empty."""
    games = [(game.id, hash_of(game.text), game.text) for game in (first_game(True), first_game(False))]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO eztrak.games VALUES (%s, %s)", [game[1:] for game in games])
    connection.execute(_MARKS)
    connection.execute(_SHOES, [value for game in games for value in game[:2]])
    connection.execute(_DONE)
