"""What the server does with the rows of a unit: one function, the only thing that a unit's role may call.

It takes rows that go on where a history of this unit ends, proves the chain, and keeps when they came; a call is one
transaction, so all of it is there or nothing. It answers with the heads of the unit's own histories of that origin,
and, when nothing came, with the newest row of one other table of its room, by number and hash: so every table is a
witness of the others, and the server cannot change one alone. Of anybody else's it tells nothing more. The unit is who
has logged in: it cannot say that it is another.

The name has the version of the tables in it. A later version makes a function of its own and keeps the one before, so
that units of two releases copy side by side.
"""

from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS
from eztrak.journal.schema import ROW_COLUMNS

NAME = "copy_3"
SILENT_MINUTES = 5  # a unit calls once a minute
CLOCK_SECONDS = 120
MOST_ASIDE = 20  # histories of a unit that are kept aside: a stolen one must not fill the disk with new ones


def _names(columns: tuple[str, ...], before: str = "") -> str:
    return ", ".join(before + name for name in columns)


# As journal/chain.py makes it of a row and the hash of the one before.
LINK = """encode(sha256(convert_to(format('["%s", %s, %s, %s, %s, %s, %s]', before, seq, to_json(at), mono,
    to_json(boot), to_json(kind), to_json(data)), 'UTF8')), 'hex')"""

# The rows of a call, each with the hash that the one before it has, and those of them that do not follow.
SENT = f"""(SELECT h.seq + n AS seq, at, mono, boot, kind, data, hash,
        lag(hash, 1, CASE h.seq WHEN 0 THEN encode(sha256('eztrak journal'), 'hex') ELSE h.hash END) OVER () AS before
    FROM ROWS FROM (json_to_recordset(events) AS (at text, mono bigint, boot text, kind text, data text, hash text))
    WITH ORDINALITY AS sent ({_names(ROW_COLUMNS[1:])}, n))"""
WRONG = f"hash IS DISTINCT FROM {LINK} OR seq = 1 AND hash <> h.origin"

# Of hands, each with the sign with which it counts.
TALLY = """date_trunc('hour', entered_at, 'UTC') AS hour, dealer, sum(sign * (1 - voided)) AS hands,
    sum(sign * free * (1 - voided)) AS free, sum(sign * voided) AS voided,
    sum(sign * (corrected > 0)::integer) AS corrected"""

# What a history that counts has of shoes and hands. Nobody else writes to them meanwhile: ON CONFLICT, which would
# reckon with that, writes a good deal more to the log of the server. A hand that was there gives way to the one that
# came. Each is looked for by itself: a plan for all of them that was made while the table was small would read all that
# the history ever had, each time.
_PUT = f"""
    IF games::text <> '[]' THEN
        INSERT INTO floor.games (hash, text) SELECT hash, text FROM json_populate_recordset(NULL::floor.games, games)
            WHERE hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')
            AND hash NOT IN (SELECT hash FROM floor.games);
    END IF;
    FOR shoe IN SELECT * FROM json_populate_recordset(NULL::floor.shoes, shoes) LOOP
        UPDATE floor.shoes AS its SET ({_names(SHOE_COLUMNS[1:])}) = ROW({_names(SHOE_COLUMNS[1:], "shoe.")})
            WHERE (its.history, its.shoe) = (h.history, shoe.shoe);
        IF NOT FOUND THEN
            INSERT INTO floor.shoes (history, {_names(SHOE_COLUMNS)})
                VALUES (h.history, {_names(SHOE_COLUMNS, "shoe.")});
        END IF;
    END LOOP;
    FOR tally IN
        WITH fresh AS MATERIALIZED (SELECT * FROM json_populate_recordset(NULL::floor.hands, hands)),
        gone AS (DELETE FROM floor.hands WHERE ctid = ANY(ARRAY(SELECT found FROM fresh CROSS JOIN LATERAL (
            SELECT its.ctid AS found FROM floor.hands AS its
            WHERE (its.history, its.shoe, its.hand) = (h.history, fresh.shoe, fresh.hand) OFFSET 0) AS old))
            RETURNING *),
        new AS (INSERT INTO floor.hands (history, {_names(HAND_COLUMNS)}) SELECT h.history, {_names(HAND_COLUMNS)}
            FROM fresh WHERE (SELECT count(*) FROM gone) >= 0) -- not before they are gone
        SELECT h.history, {TALLY} FROM (SELECT 1 AS sign, * FROM fresh UNION ALL SELECT -1, * FROM gone) AS signed
            GROUP BY 2, 3
    LOOP
        UPDATE floor.tallies AS old SET hands = old.hands + tally.hands, free = old.free + tally.free,
            voided = old.voided + tally.voided, corrected = old.corrected + tally.corrected
            WHERE (old.history, old.hour, old.dealer) = (h.history, tally.hour, tally.dealer);
        IF NOT FOUND THEN
            INSERT INTO floor.tallies SELECT tally.*;
        END IF;
    END LOOP;"""
_PUTS = """shoe floor.shoes;
    tally floor.tallies;"""

# Of who owns the tables alone: for a history that was put aside till now.
PUT = f"""
CREATE OR REPLACE FUNCTION floor.put(h floor.histories, games json, shoes json, hands json) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    {_PUTS}
BEGIN{_PUT}
END $$;
"""

# An alarm that nobody has seen yet is one row, however often it comes.
RAISE = """
CREATE OR REPLACE FUNCTION floor.raise(unit text, kind text, history integer) RETURNS integer
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO floor.alarms AS old (unit, kind, history, first_at, last_at, count)
        VALUES (unit, kind, history, clock_timestamp(), clock_timestamp(), 1)
        ON CONFLICT (unit, kind, coalesce(history, 0)) WHERE seen_at IS NULL
        DO UPDATE SET last_at = clock_timestamp(), count = old.count + 1, over_at = NULL RETURNING alarm
$$;
"""

# A history that went on otherwise and two machines that send as one unit are the same fault, seen from two sides: what
# is known of the one becomes the other, and stays one alarm.
FORKED = """
CREATE OR REPLACE FUNCTION floor.forked(me text, what text, of integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE floor.alarms SET kind = CASE what WHEN 'clone' THEN what ELSE kind END, last_at = clock_timestamp(),
        count = count + 1, history = coalesce(history, of)
        WHERE alarm = (SELECT alarm FROM floor.alarms WHERE unit = me AND seen_at IS NULL
            AND (kind = 'clone' OR kind = 'fork' AND what = 'clone') ORDER BY kind, alarm LIMIT 1);
    IF NOT FOUND THEN
        PERFORM floor.raise(me, what, of);
    END IF;
END $$;
"""

# Who is not heard of cannot say so: those who call do. One who keeps a transaction open must not keep others waiting.
SILENT = f"""
CREATE OR REPLACE FUNCTION floor.silence() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
BEGIN
    PERFORM floor.raise(unit, 'silent', NULL) FROM floor.histories
    WHERE unit IS NOT NULL GROUP BY unit
    HAVING max(called_at) < clock_timestamp() - interval '{SILENT_MINUTES} min' AND NOT EXISTS (SELECT FROM floor.alarms
        WHERE alarms.unit = histories.unit AND kind = 'silent' AND seen_at IS NULL AND over_at IS NULL)
        AND NOT EXISTS (SELECT FROM floor.alarms
        WHERE alarms.unit = histories.unit AND kind = 'silent' AND seen_at > max(called_at));
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;
"""

COPY = f"""
CREATE OR REPLACE FUNCTION floor.{NAME}(origin text, room text, table_name text, boot text, clock timestamptz,
    unsent bigint, fork boolean, seq bigint, hash text, events json, games json, shoes json, hands json)
RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' SET jit = off
    SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$ -- a connection that is kept plans once
#variable_conflict use_column
DECLARE
    me text := session_user;
    fresh boolean;
    h record;
    came boolean := events::text <> '[]';
    wrong bigint;
    head json;
    heads json;
    other json;
    keep integer;
    number integer;
    open text[];
    {_PUTS}
BEGIN
    -- Where a connection has rested, each statement and each of its parts costs twice what it does in a row.
    SELECT mine.*, units.boot INTO h FROM floor.units LEFT JOIN floor.histories AS mine
        ON mine.unit = me AND mine.origin = {NAME}.origin AND mine.seq = {NAME}.seq AND mine.hash = {NAME}.hash
        WHERE units.unit = me ORDER BY mine.counted DESC LIMIT 1;
    IF NOT FOUND THEN
        RAISE insufficient_privilege USING MESSAGE = format('%s is not enrolled', me);
    END IF;
    IF h.history IS NOT NULL AND came THEN
        -- One reading of the rows. Whoever was first has moved the head: then nothing is found, and nothing taken.
        WITH sent AS MATERIALIZED {SENT},
        head AS (UPDATE floor.histories AS mine SET seq = last.seq, hash = last.hash,
            room = {NAME}.room, table_name = coalesce({NAME}.table_name, h.table_name), unsent = {NAME}.unsent,
            called_at = clock_timestamp(), arrived_at = clock_timestamp()
            FROM (SELECT seq, hash FROM sent ORDER BY seq DESC LIMIT 1) AS last
            WHERE NOT EXISTS (SELECT FROM sent WHERE {WRONG}) AND mine.history = h.history AND mine.seq = h.seq
                AND mine.hash = h.hash AND mine.counted = h.counted
            RETURNING history, mine.seq, mine.hash, counted),
        taken AS (INSERT INTO floor.events (history, seq, at, mono, boot, kind, data, hash, arrived_at)
            SELECT history, sent.seq, at, mono, boot, kind, data, sent.hash, clock_timestamp() FROM head, sent)
        SELECT json_build_object('seq', seq, 'hash', hash, 'counted', counted) INTO head FROM head;
        IF NOT FOUND THEN
            SELECT min(seq) INTO wrong FROM {SENT} AS sent WHERE {WRONG};
        END IF;
    ELSIF h.history IS NOT NULL THEN
        UPDATE floor.histories AS mine SET room = {NAME}.room, table_name = coalesce({NAME}.table_name, h.table_name),
            unsent = {NAME}.unsent, called_at = clock_timestamp() WHERE mine.history = h.history;
    END IF;
    IF wrong IS NOT NULL THEN
        number := floor.raise(me, 'refused', h.history);
        INSERT INTO floor.refused (alarm, rows)
            SELECT number, events WHERE NOT EXISTS (SELECT FROM floor.refused WHERE alarm = number);
    ELSIF head IS NOT NULL THEN
        IF h.counted THEN{_PUT}
        ELSE
            UPDATE floor.alarms SET last_at = clock_timestamp(), count = count + 1
                WHERE history = h.history AND seen_at IS NULL;
        END IF;
    ELSIF h.history IS NULL THEN
        SELECT fresh INTO fresh FROM floor.units WHERE unit = me FOR UPDATE; -- one at a time begins a history
        UPDATE floor.histories AS old SET unit = me WHERE old.origin = {NAME}.origin AND old.unit IS NULL;
        IF FOUND THEN
            UPDATE floor.units SET fresh = false WHERE unit = me;
        END IF;
        IF fork OR NOT EXISTS (SELECT FROM floor.histories AS mine
                WHERE mine.unit = me AND mine.origin = {NAME}.origin) THEN
            IF (SELECT count(*) FROM floor.histories WHERE unit = me AND NOT counted) >= {MOST_ASIDE} THEN
                RAISE insufficient_privilege USING MESSAGE = format('{MOST_ASIDE} histories of %s are put aside, and no'
                    ' more are taken before somebody has looked at them', me);
            END IF;
            INSERT INTO floor.histories (origin, unit, room, table_name, counted, seq, hash, unsent, called_at)
                VALUES (origin, me, room, coalesce(table_name, ''), fresh AND NOT fork AND NOT EXISTS (
                    SELECT FROM floor.histories AS another WHERE another.origin = {NAME}.origin),
                    0, '', unsent, clock_timestamp()) RETURNING *, h.boot INTO h;
            IF NOT h.counted THEN
                IF fork THEN
                    PERFORM floor.forked(me, 'fork', h.history);
                ELSIF EXISTS (SELECT FROM floor.histories AS another WHERE another.origin = {NAME}.origin
                        AND another.unit <> me) THEN
                    PERFORM floor.forked(me, 'clone', h.history);
                ELSE
                    PERFORM floor.raise(me, 'restart', h.history);
                END IF;
            END IF;
            UPDATE floor.units SET fresh = false WHERE unit = me;
        END IF;
    END IF;

    IF h.boot <> {NAME}.boot THEN
        INSERT INTO floor.boots (unit, boot) VALUES (me, boot) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN -- a machine does not go back to a boot: there are two
            PERFORM floor.forked(me, 'clone', NULL);
        END IF;
        UPDATE floor.units SET boot = {NAME}.boot WHERE unit = me;
    END IF;
    open := ARRAY(SELECT kind FROM floor.alarms WHERE unit = me AND seen_at IS NULL AND over_at IS NULL
        ORDER BY alarm);
    IF abs(extract(epoch FROM clock_timestamp() - clock)) > {CLOCK_SECONDS} THEN
        PERFORM floor.raise(me, 'clock', NULL) WHERE NOT EXISTS (SELECT FROM floor.alarms WHERE unit = me
            AND kind = 'clock' AND seen_at IS NULL AND over_at IS NULL
            AND last_at > clock_timestamp() - interval '1 min');
        open := array_append(array_remove(open, 'clock'), 'clock');
    ELSIF 'clock' = ANY(open) THEN
        UPDATE floor.alarms SET over_at = clock_timestamp() WHERE unit = me AND kind = 'clock' AND seen_at IS NULL;
        open := array_remove(open, 'clock');
    END IF;
    IF 'silent' = ANY(open) THEN
        UPDATE floor.alarms SET over_at = clock_timestamp(), last_at = clock_timestamp()
            WHERE unit = me AND kind = 'silent' AND seen_at IS NULL;
        open := array_remove(open, 'silent');
    END IF;
    IF NOT came THEN
        PERFORM floor.silence();
        other := (SELECT json_build_object('seq', seq, 'mark', hash, 'table', table_name)
            FROM floor.histories AS another WHERE counted AND seq > 0
            AND another.room = {NAME}.room AND another.unit <> me ORDER BY random() LIMIT 1);
    END IF;
    IF head IS NULL THEN
        heads := (SELECT json_agg(json_build_object('seq', seq, 'hash', hash, 'counted', counted))
            FROM floor.histories AS mine WHERE mine.unit = me AND mine.origin = {NAME}.origin);
    END IF;
    -- To connect costs more than twenty hands. 2: a unit keeps its connection whatever it does; 1: while it is in play;
    -- 0: it lets it go at once, so that a quarter of all is left to whoever else comes, and to the office. To count
    -- them is to read what each of them does: with one hand in ten is enough.
    keep := nullif(current_setting('eztrak.keep', true), '')::integer;
    IF keep IS NULL OR NOT came OR random() < 0.1 THEN
        keep := (SELECT (used < allowed / 2)::integer + (used < allowed * 3 / 4)::integer
            FROM (SELECT sum(pg_stat_get_db_numbackends(oid)) AS used FROM pg_database) AS those,
            (SELECT current_setting('max_connections')::integer AS allowed) AS these);
        PERFORM set_config('eztrak.keep', keep::text, false);
    END IF;
    RETURN json_build_object('refused', wrong, 'alarms', open, 'keep', keep, 'other', other,
        'heads', coalesce(heads, json_build_array(head)));
END $$;
"""

FUNCTIONS = (PUT, RAISE, FORKED, SILENT, COPY)
