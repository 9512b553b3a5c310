"""Who may do what on the server: a unit's role calls one function and nothing else, the office reads."""

import json
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest
from evening import assert_equal, journal, kept, once, settings
from history import make_history
from postgres import Floor, Postgres
from psycopg.errors import InsufficientPrivilege
from running import eztrak

from eztrak.floor.copying import copy
from eztrak.floor.errors import FloorError
from eztrak.floor.rights import OFFICE, OWNER
from eztrak.floor.server import Head, Sender, Server, plain
from eztrak.floor.taking import MOST_ASIDE, NAME
from eztrak.journal.following import Batch, Following

TABLES = (
    "version",
    "units",
    "boots",
    "histories",
    "alarms",
    "refused",
    "events",
    "games",
    "shoes",
    "hands",
    "tallies",
    "events_later",
)
STOLEN = [
    *(f"SELECT * FROM floor.{table}" for table in TABLES),
    *(f"SELECT count(*) FROM floor.{table}" for table in TABLES),
    *(f"INSERT INTO floor.{table} DEFAULT VALUES" for table in TABLES),
    *(f"DELETE FROM floor.{table}" for table in TABLES),
    *(f"TRUNCATE floor.{table}" for table in TABLES),
    *(f"DROP TABLE floor.{table}" for table in TABLES),
    *(f"ALTER TABLE floor.{table} OWNER TO CURRENT_USER" for table in TABLES),
    *(f"ALTER TABLE floor.{table} DISABLE TRIGGER ALL" for table in TABLES),
    *(f"BEGIN; LOCK TABLE floor.{table} IN ACCESS EXCLUSIVE MODE" for table in TABLES),
    *(f"COPY floor.{table} TO STDOUT" for table in TABLES),
    *(f"GRANT ALL ON floor.{table} TO CURRENT_USER" for table in TABLES),
    *(f"CREATE INDEX ON floor.{table} ((1))" for table in TABLES),
    *(f"CREATE VIEW mine AS SELECT * FROM floor.{table}" for table in TABLES),
    "UPDATE floor.hands SET outcome = 'T'",
    "UPDATE floor.events SET kind = 'void'",
    "UPDATE floor.histories SET counted = true, unit = session_user",
    "UPDATE floor.units SET fresh = true",
    "UPDATE floor.version SET version = 9",
    "DROP SCHEMA floor CASCADE",
    "ALTER SCHEMA floor RENAME TO mine",
    "CREATE TABLE floor.mine (n integer)",
    "CREATE TABLE public.mine (n integer)",
    "CREATE TABLE mine (n integer)",
    "CREATE TEMPORARY TABLE mine (n integer)",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION floor.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    f"DROP FUNCTION floor.{NAME}",
    f"ALTER FUNCTION floor.{NAME} OWNER TO CURRENT_USER",
    f"ALTER FUNCTION floor.{NAME} SECURITY INVOKER",
    "DO 'BEGIN LOOP END LOOP; END'",
    "CREATE ROLE mine",
    "CREATE DATABASE mine",
    "ALTER ROLE CURRENT_USER CONNECTION LIMIT 100",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE CURRENT_USER CREATEROLE",
    f"SET ROLE {OWNER}",
    f"SET ROLE {OFFICE}",
    "SET SESSION AUTHORIZATION postgres",
    f"GRANT {OWNER} TO CURRENT_USER",
    f"GRANT {OFFICE} TO CURRENT_USER",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT lo_creat(-1)",
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_advisory_lock(1702524018)",  # that of floor init
    "SELECT pg_advisory_xact_lock_shared(1, 2)",
    "SELECT pg_try_advisory_lock(g) FROM generate_series(1, 100000) AS g",
    "SELECT pg_notify('mine', repeat('x', 7000)) FROM generate_series(1, 1000)",
    "SELECT pg_logical_emit_message(false, 'mine', repeat('x', 1000000))",
    "SET temp_file_limit = -1",
    "SET log_min_error_statement = error",
    "ALTER ROLE CURRENT_USER SET temp_file_limit = -1",
    "SET session_replication_role = replica",
    "SET log_statement = none",
    "ALTER ROLE CURRENT_USER VALID UNTIL 'infinity'",
    "ALTER DATABASE postgres SET work_mem = '1GB'",
    "SELECT pg_create_physical_replication_slot('mine', true)",
    "SELECT pg_create_restore_point('mine')",
    "SELECT pg_stat_reset()",
    "SELECT pg_rotate_logfile()",
    "SELECT pg_ls_waldir()",
    "SELECT pg_ls_logdir()",
    "SELECT pg_stat_file('pg_hba.conf')",
    "SELECT pg_log_backend_memory_contexts(1)",
    "SELECT table_to_xml('floor.hands', true, true, '')",
    "SELECT query_to_xml('SELECT * FROM floor.hands', true, true, '')",
    "EXPLAIN ANALYZE SELECT * FROM floor.hands",
    "DECLARE mine CURSOR WITH HOLD FOR SELECT * FROM floor.hands",
    "CREATE TYPE pg_temp.mine AS (n integer)",
    "CREATE FUNCTION pg_temp.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE PUBLICATION mine",
    "CREATE TABLESPACE mine LOCATION '/tmp'",
    "COMMENT ON SCHEMA floor IS 'mine'",
    "REINDEX TABLE floor.hands",
    "CLUSTER floor.hands",
    "CHECKPOINT",
    "LOAD 'auto_explain'",
    "SELECT set_config('role', 'eztrak_owner', false)",
    "SELECT last_value FROM floor.histories_history_seq",
    "SELECT * FROM pg_statistic",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "COPY (SELECT 1) TO '/tmp/mine'",
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'",
    "SELECT rolpassword FROM pg_authid",
    "SELECT * FROM pg_shadow",
    "SELECT pg_reload_conf()",
    "SELECT pg_switch_wal()",
    "ALTER SYSTEM SET fsync = off",
    "CREATE EXTENSION dblink",
    "SELECT nextval('floor.histories_history_seq')",
    "VACUUM floor.events",
    "SELECT floor.raise('unit1', 'clock', NULL)",
    "SELECT floor.silence()",
    "SELECT floor.forked('unit1', 'clone', NULL)",
    "SELECT floor.put(NULL, '[]', '[]', '[]')",
]


def test_nothing_that_a_stolen_unit_tries_is_allowed(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    make_history(tmp_path / "other.db", 80, seed=2)
    once(tmp_path, tmp_path / "other.db", floor, unit=2)
    allowed = []
    with psycopg.connect(floor.unit(2), autocommit=True) as stolen:
        for statement in STOLEN:
            stolen.rollback()
            with suppress(InsufficientPrivilege):
                done = stolen.execute(statement)  # type: ignore[call-overload]
                # VACUUM warns and leaves the table alone; a question about nobody gives nothing.
                if not statement.startswith("VACUUM") and (done.description is None or done.fetchall()):
                    allowed.append(statement)
    assert allowed == []
    assert_equal(history, floor, 1)
    assert_equal(tmp_path / "other.db", floor, 2)


def test_a_stolen_unit_that_keeps_a_transaction_open_keeps_nobody_waiting(tmp_path: Path, floor: Floor) -> None:
    """In it are the game that others begin with too, and the alarm that a third is silent."""
    histories = [make_history(tmp_path / f"{n}.db", 80, seed=n, table=f"Table {n}") for n in range(3)]

    def send(number: int, server: Server) -> None:
        copy(histories[number], server, Sender("", f"boot-{number}"))

    silent, thief, true = (Server(floor.unit(n)) for n in range(3))
    with closing(silent), closing(thief), closing(true):
        send(0, silent)
        floor.ask("UPDATE floor.histories SET called_at = now() - interval '6 min' RETURNING 1")
        floor.ask("DELETE FROM floor.games RETURNING 1")
        with thief.connected() as connection:
            connection.execute("BEGIN")
            send(1, thief)
            send(2, true)
            assert floor.ask("SELECT kind FROM floor.alarms") == []  # the thief has it
            connection.execute("COMMIT")
        send(2, true)
        assert floor.ask("SELECT kind, count FROM floor.alarms") == [("silent", 1)]
        assert_equal(histories[1], floor, 2)
        assert_equal(histories[2], floor, 3)
        assert len(set(floor.ask("SELECT hash FROM floor.games"))) == 1


def test_what_a_stolen_unit_sorts_does_not_fill_the_disk(floor: Floor) -> None:
    with psycopg.connect(floor.address, autocommit=True) as stolen:
        stolen.execute("ALTER ROLE CURRENT_USER RESET ALL")
    with psycopg.connect(floor.address, autocommit=True) as stolen:
        stolen.execute("SET work_mem = '64kB'")
        with pytest.raises(psycopg.errors.ConfigurationLimitExceeded):
            stolen.execute("SELECT repeat('x', 2000) || n FROM generate_series(1, 50000) AS n ORDER BY 1").fetchall()


def test_enrolling_anew_puts_out_whoever_has_the_old_password(floor: Floor) -> None:
    with psycopg.connect(floor.address, autocommit=True) as stolen:
        floor.enrol(floor.role)
        with pytest.raises(psycopg.OperationalError):
            stolen.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(floor.address)


def test_the_history_of_another_unit_is_neither_read_nor_added_to(tmp_path: Path, history: Path, floor: Floor) -> None:
    """A stolen unit has the other's first row, and all that comes after it."""
    keeping = kept(history)
    once(tmp_path, history, floor)
    keeping.shoe("B").close()
    with closing(Server(floor.unit(2))) as server, closing(Following(history)) as following:
        thief, origin = Sender("", "boot"), following.origin()
        assert server.ask(thief, origin).heads == (Head(0, "", False),)  # one of its own, put aside
        seq = floor.ask("SELECT seq, hash FROM floor.histories WHERE history = 1")[0]
        batch = following.after(*seq, 100)
        assert server.take(thief, origin, Head(*seq, True), plain(batch)).heads == (Head(0, "", False),)
    assert floor.ask("SELECT seq, hash FROM floor.histories WHERE history = 1")[0] == seq
    once(tmp_path, history, floor)
    assert_equal(history, floor)


def test_rows_that_the_chain_does_not_prove_are_not_taken(history: Path, floor: Floor) -> None:
    kept(history).close()
    with closing(Server(floor.address)) as server, closing(Following(history)) as following:
        sender, origin, start = Sender("", "boot"), following.origin(), Head(0, "", True)
        server.ask(sender, origin)
        rows = following.after(0, "", 100).rows
        changed = (*rows[:4], (*rows[4][:5], rows[4][5].replace("1", "2"), rows[4][6]), *rows[5:])
        for false in (changed, rows[1:], (*rows[:3], *rows[4:]), (*rows[:2], rows[3], rows[2])):
            assert server.take(sender, origin, start, plain(Batch(tuple(false)))).refused
        assert floor.count() == 0
        assert server.take(sender, origin, start, plain(Batch(rows))).refused is None
    assert floor.count() == len(rows)


def test_a_false_game_is_not_kept_under_the_hash_of_a_true_one(history: Path, floor: Floor) -> None:
    kept(history).close()
    with closing(Server(floor.address)) as server, closing(Following(history)) as following:
        sender, origin = Sender("", "boot"), following.origin()
        server.ask(sender, origin)
        batch = following.after(0, "", 100)
        (digest, text), *_ = batch.games
        server.take(sender, origin, Head(0, "", True), plain(Batch(batch.rows, games=((digest, text + " "),))))
    assert floor.count("games") == 0


def test_a_stolen_unit_cannot_begin_histories_without_end(floor: Floor) -> None:
    with closing(Server(floor.address)) as server:
        for number in range(MOST_ASIDE + 1):
            server.ask(Sender("", "boot"), f"{number:064}")
        with pytest.raises(FloorError, match=f"{MOST_ASIDE} histories of {floor.role} are put aside"):
            server.ask(Sender("", "boot"), "f" * 64)
    assert floor.count("histories") == MOST_ASIDE + 1


def test_when_rows_arrived_is_kept_and_is_the_servers_time(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    once(tmp_path, history, floor)
    keeping.shoe("P").close()
    once(tmp_path, history, floor)
    assert floor.ask(
        "SELECT count(*) FROM floor.events WHERE arrived_at NOT BETWEEN now() - interval '1 h' AND now()"
    ) == [(0,)]
    late = f"SELECT count(*) FROM floor.events WHERE seq > {len(journal(history)) - 3} AND arrived_at > (SELECT"
    assert floor.ask(f"{late} max(arrived_at) FROM floor.events WHERE seq <= {len(journal(history)) - 3})") == [(3,)]


def test_the_office_reads_and_changes_nothing(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    with psycopg.connect(floor.unit(group=OFFICE), autocommit=True) as office:
        assert office.execute("SELECT count(*) FROM floor.hands").fetchall() == [(floor.count("hands"),)]
        for table in TABLES:
            office.execute(f"SELECT * FROM floor.{table}")  # type: ignore[arg-type]
        for statement in STOLEN:
            if not statement.startswith(("SELECT", "COPY floor", "VACUUM", "GRANT ALL", f"SET ROLE {OFFICE}")):
                with pytest.raises(psycopg.Error):
                    office.execute(statement)  # type: ignore[call-overload]
    assert_equal(history, floor)


def test_init_and_enrol_at_a_terminal(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    kept(history).close()
    floor = postgres.empty()

    def run(*words: str) -> str:
        done = eztrak("floor", *words, "--floor", floor.owner, home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert run("init").endswith("the tables are there, version 3\n")
    run("init")  # twice is once
    output = run("enrol", f"table7-{floor.name}")
    password = output.splitlines()[0].removeprefix(
        f"The password of table7-{floor.name}, shown once and kept nowhere: "
    )
    assert f"echo 'SERVER:*:{floor.name}:table7-{floor.name}:{password}' | sudo install -m 600 -o eztrak" in output
    settings(tmp_path, floor.at(f"table7-{floor.name}", password))
    done = eztrak("floor", "--once", "--config", "eztrak.toml", "--db", history, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert_equal(history, floor)
    office = json.loads(run("enrol", f"boss-{floor.name}", "--office", "--json"))
    with psycopg.connect(floor.at(office["role"], office["password"])) as connection:
        assert connection.execute("SELECT unit FROM floor.units").fetchall() == [(f"table7-{floor.name}",)]


@pytest.mark.parametrize("name", ["Table 7", "7", "postgres; DROP", "x" * 50])
def test_a_name_that_is_none_is_refused_in_words(tmp_path: Path, floor: Floor, name: str) -> None:
    done = eztrak("floor", "enrol", name, "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot name a role: use a lowercase letter first" in done.stderr


def test_a_role_of_something_else_is_not_taken_over(tmp_path: Path, floor: Floor) -> None:
    for role in ("postgres", OWNER):
        done = eztrak("floor", "enrol", role, "--floor", floor.owner, home=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"already has a role {role} for something else. Choose another name" in done.stderr


def test_no_log_of_the_server_has_a_password(floor: Floor) -> None:
    floor.ask(f"ALTER DATABASE {floor.name} SET log_statement = 'all'")
    password = floor.enrol(f"logged-{floor.name}")
    assert "ALTER ROLE" in floor.server.log()
    assert password not in floor.server.log()
