"""The copy in a real PostgreSQL: all of it, once, in order, and nothing of another history."""

import json
from pathlib import Path

from evening import assert_equal, kept, once
from postgres import Floor


def test_everything_arrives_as_it_is_in_the_file(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    rows = len(keeping.records)
    assert once(tmp_path, history, floor) == (
        f"{history}: {rows} rows copied to PostgreSQL (host 127.0.0.1, port {floor.server.port}, dbname {floor.name},"
        f" user eztrak), which has all {rows} now\n"
    )
    assert_equal(history, floor)
    assert floor.ask("SELECT room, table_name FROM eztrak.histories") == [("Evergreen Cardroom", "Table 1")]
    keeping.close()


def test_twice_is_once_and_goes_on_from_there(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    once(tmp_path, history, floor)
    told = json.loads(once(tmp_path, history, floor, "--json"))
    first = keeping.records[0].hash
    assert told == {"history": str(history), "origin": first, "rows": 0, "seq": len(keeping.records)}
    keeping.shoe("B P")
    assert json.loads(once(tmp_path, history, floor, "--json"))["rows"] == 4
    keeping.close()
    assert_equal(history, floor)
