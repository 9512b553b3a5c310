-- Views with plain names over a history, for whoever asks in SQL. They are temporary: nothing of them is written.
--
--     sqlite3 -readonly -init docs/views.sql eztrak.db "SELECT * FROM corrections WHERE reason = 'mis-keyed'"
--
-- Local times are those of the machine that asks. Where the room's day begins at another time than midnight
-- (room.day_starts), that time stands in the next line.
CREATE TEMP VIEW room AS SELECT '00:00' AS day_starts;

CREATE TEMP VIEW shoes_by_name AS
SELECT table_name AS "table", shoe,
    date(started_at, 'localtime', '-' || (SELECT day_starts FROM room)) AS gaming_day,
    datetime(started_at, 'localtime') AS began,
    datetime(coalesce((SELECT at FROM main.journal AS closed WHERE kind = 'table_close' AND closed.seq < shoes.last_seq
        AND closed.seq > coalesce((SELECT max(h.seq) FROM main.hands AS h JOIN main.journal AS typed USING (seq)
            WHERE h.shoe = shoes.shoe AND typed.kind = 'hand'), shoes.first_seq) ORDER BY closed.seq LIMIT 1),
        ended_at), 'localtime') AS ended, game, decks,
    hands, free AS free_hands, voided AS void_hands,
    coalesce(json_extract(counts, '$.player'), 0) AS player_won, coalesce(json_extract(counts, '$.banker'), 0) AS banker_won,
    coalesce(json_extract(counts, '$.tie'), 0) AS ties, counts AS all_counts, seal
FROM main.shoes;

CREATE TEMP VIEW hands_by_name AS
SELECT s."table", s.gaming_day, h.shoe, h.hand, h.place AS "order",
    CASE h.outcome WHEN 'P' THEN 'Player' WHEN 'B' THEN 'Banker' ELSE 'Tie' END AS winner, h.marks, h.free AS free_hand,
    h.voided AS void, h.corrected AS times_corrected, datetime(h.entered_at, 'localtime') AS entered, h.dealer,
    h.player_cards, h.banker_cards, h.source AS typed_at, s.seal
FROM main.hands AS h JOIN shoes_by_name AS s USING (shoe);

CREATE TEMP VIEW corrections AS
SELECT s."table", s.gaming_day, data ->> '$.shoe' AS shoe, data ->> '$.hand' AS hand,
    CASE kind WHEN 'void' THEN 'voided' WHEN 'change' THEN 'changed' ELSE 'put in' END AS correction,
    datetime(at, 'localtime') AS made, data ->> '$.by' AS made_by, data ->> '$.reason' AS reason,
    (SELECT dealer FROM main.hands AS h WHERE h.shoe = data ->> '$.shoe' AND h.hand = data ->> '$.hand') AS dealer,
    journal.seq AS journal_row
FROM main.journal JOIN shoes_by_name AS s ON s.shoe = data ->> '$.shoe'
WHERE kind IN ('void', 'change', 'insert');

-- Of shoes that have ended; hands an hour as on the page: without free hands and pauses.
CREATE TEMP VIEW days_by_dealer AS
SELECT s."table", s.gaming_day, t.dealer, count(*) AS shoes, sum(t.entered - t.voided) AS hands, sum(t.voided) AS void_hands,
    sum(t.corrected) AS corrected_hands, sum(t.free) AS free_hands,
    round(3600000.0 * sum(t.paced) / nullif(sum(t.millis), 0), 1) AS hands_an_hour
FROM main.tallies AS t JOIN shoes_by_name AS s USING (shoe) GROUP BY s."table", s.gaming_day, t.dealer;
