"""A board and its key, as an installed unit runs it: what was done to the history while it was off is named."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from running import board, eztrak, fields_of

from eztrak.table.fingerprint import fingerprint

SCHEMAS = Path(__file__).parent.parent / "journal/schemas"


def test_what_no_key_vouches_for_is_said(tmp_path: Path) -> None:
    """Nothing else tells a history of an older eztrak from one of which somebody took all signatures away."""
    assert "not keyed: no unit's key vouches for any row" in eztrak("verify", SCHEMAS / "3.db", home=tmp_path).stdout
    keyed = eztrak("verify", SCHEMAS / "4.db", home=tmp_path).stdout
    assert "not keyed before row 13\nsigned by the key AS3N-N9TM-CD3M-R0M5 from row 13" in keyed
    assert "not keyed:" not in keyed


def test_rows_that_came_in_while_the_board_was_off_are_named(tmp_path: Path) -> None:
    (tmp_path / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n")
    (tmp_path / "keys.txt").write_text("3 Enter 1 Enter")
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")
    with board(*options, home=tmp_path, EZTRAK_KEY=str(tmp_path / "root")) as running:
        key = fields_of(running.hear("kind=key"))
        last = int(fields_of(running.hear("hand=2"))["seq"])
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert (key["place"], sorted(path.name for path in (tmp_path / "root").iterdir())) == ("root", ["head", "key"])
    assert eztrak("verify", "t.db", home=tmp_path).returncode == 0
    signed = f"the record is signed by {fingerprint(str(key['key']))}"
    assert signed in eztrak("doctor", "--db", "t.db", home=tmp_path, EZTRAK_KEY=str(tmp_path / "root")).stdout
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER heads_keep")
        connection.execute("DELETE FROM heads WHERE seq = ?", (last,))
    assert f"journal row {last} is not signed by the key" in eztrak("verify", "t.db", home=tmp_path).stdout
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as connection:
        connection.execute(
            "CREATE TRIGGER heads_keep BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'signatures are kept'); END"
        )
    with board(*options, home=tmp_path, EZTRAK_KEY=str(tmp_path / "root")) as running:
        fields = fields_of(running.hear("kind=key"))
        assert (fields["key"], fields["unsigned"], fields["last"]) == (key["key"], last, last)
        running.hear("hand=4")  # the board takes hands all the same
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    said = eztrak("verify", "t.db", home=tmp_path)
    assert (said.returncode, f"row {last} is not signed by the unit" in said.stdout) == (0, True)
