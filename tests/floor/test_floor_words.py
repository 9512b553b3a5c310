"""What keeps the copy from going on, in words: what, where, what is allowed."""

import json
import subprocess
import sys
from pathlib import Path

from evening import kept, refused, settings
from postgres import Floor, Postgres
from running import eztrak, surroundings


def test_without_an_address_it_names_the_option(tmp_path: Path, history: Path) -> None:
    said = refused(tmp_path, history, "", status=2)
    assert said == (
        "eztrak: floor.database is empty, so nothing is copied; set it under [floor] in the config to the address of a"
        " PostgreSQL database, such as host=10.0.0.2 dbname=floor user=table7, or give --floor ADDRESS\n"
    )


def test_what_is_no_address_is_not_repeated(tmp_path: Path, history: Path) -> None:
    """It may have a password in it."""
    said = refused(tmp_path, history, "host=10.0.0.2 password=geheim sam", status=2)
    assert said.startswith("eztrak: floor.database is not the address of a PostgreSQL database; use a URL such as")
    assert "sam" not in said.replace("such as", "")


def test_json_is_for_once(tmp_path: Path) -> None:
    done = eztrak("floor", "--json", home=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "eztrak: --json prints what --once copied; without --once the copy never ends\n",
    )


def test_a_history_that_is_not_there_is_named(tmp_path: Path, history: Path, floor: Floor) -> None:
    said = refused(tmp_path, history, floor.address)
    assert said == (
        f"eztrak: not copied: {history}: there is no such file; the board creates it. The history is as it was.\n"
    )


def test_a_wrong_password_says_where_the_right_one_belongs(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    said = refused(tmp_path, history, floor.at(floor.role, "another"))
    assert "password authentication failed for user" in said
    assert "(it is taken from floor.database," in said
    assert "another" not in said


def test_the_password_may_stand_in_a_file(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    without, _, password = floor.address.partition(" password=")
    assert "no password supplied" in refused(tmp_path, history, without)
    kept_in = tmp_path / ".pgpass"
    kept_in.write_text(f"127.0.0.1:*:*:{floor.role}:{password}\n")
    kept_in.chmod(0o600)
    done = eztrak("floor", "--once", "--config", settings(tmp_path, without), "--db", history, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    named = kept_in.rename(tmp_path / "floor.pass")
    address = f"postgresql://{floor.role}@127.0.0.1:{floor.server.port}/{floor.name}?passfile={named}&sslrootcert={floor.server.ca}/ca.crt"
    done = eztrak("floor", "--once", "--config", settings(tmp_path, address), "--db", history, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_role_that_is_not_enrolled_is_told_what_it_needs(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    floor.server.admin("CREATE ROLE stranger LOGIN PASSWORD 'word'")
    said = refused(tmp_path, history, floor.at("stranger", "word"))
    assert "permission denied for schema floor (on the server, eztrak floor enrol gives a unit its role)" in said


def test_a_database_without_tables_is_told_what_it_needs(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    kept(history).close()
    floor = postgres.empty()
    said = refused(tmp_path, history, floor.owner)
    assert 'schema "floor" does not exist' in said
    assert "(on the server, eztrak floor init makes its tables or brings them up to date)" in said
    done = eztrak("floor", "enrol", "table7", "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "has no eztrak tables yet. Make them: eztrak floor init. Nothing was changed there." in done.stderr


def test_without_psycopg_it_says_what_to_install(tmp_path: Path, history: Path) -> None:
    config = settings(tmp_path, "dbname=floor")
    code = "import sys; sys.modules['psycopg'] = None; from eztrak.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "floor", "--once", "--config", config, "--db", history],
        env=surroundings(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("eztrak: the copy is not installed (")
    assert done.stderr.endswith("): it is in the package eztrak-network; from source, pip install 'eztrak[floor]'\n")


def test_doctor_asks_the_server_too(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()

    def doctor(address: str) -> dict[str, object]:
        done = eztrak("doctor", "--json", "--config", settings(tmp_path, address), "--db", history, home=tmp_path)
        (found,) = [reading for reading in json.loads(done.stdout) if reading["name"] == "floor"]
        return dict(found)

    assert doctor(floor.address)["told"] == (
        f"PostgreSQL (host 127.0.0.1, port {floor.server.port}, dbname {floor.name}, user {floor.role}) answers"
    )
    assert floor.count("histories") == 0  # it has copied nothing
    wrong = doctor(floor.address.replace(f"dbname={floor.name}", "dbname=nowhere"))
    assert not wrong["well"]
    assert 'database "nowhere" does not exist' in str(wrong["told"])
