"""`eztrak run` from key to log line to history, and how it starts, reloads and stops."""

import hashlib
import json
import re
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from running import PATIENCE, board, eztrak, fields_of

from eztrak import __version__

READ_AGAIN = (
    "config read again; the table's name, [keypad], [journal], [stick] and [approval] take effect at the next start"
)
FAST = "[entry]\nhand_seconds = 0\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def arguments(tmp_path: Path) -> list[object]:
    config, keys = write(tmp_path, "eztrak.toml", FAST), write(tmp_path, "keys.txt", "")
    return ["--windowed", "640x360", "--config", config, "--db", tmp_path / "t.db", "--keypad", f"script:{keys}"]


def test_hands_that_are_typed_are_told_stored_and_listed(tmp_path: Path, arguments: list[object]) -> None:
    write(
        tmp_path,
        "keys.txt",
        """
        1 Enter          # Player
        4 3 Enter        # Banker, natural
        - 5 Enter        # Tie, free hand
        4 7 Enter Backspace Backspace 7 Enter  # Dragon 7 with a natural is refused and stays to be mended
        9 . 9 Enter      # cleared, then Panda 8
        + / Enter        # taken back
        1 3 Enter        # the last word on who won counts
        5 + / Enter      # and it was a Tie: changed
        NumLock / Enter  # new shoe
        3 Enter
        """,
    )
    with board(*arguments, home=tmp_path) as running:
        running.hear("shoe=2 hand=1 ")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    lines = [re.fullmatch(r"event seq=(\d+) (.*)", line) for line in running.lines]
    assert [int(line[1]) for line in lines if line] == list(range(1, len(running.lines) + 1))
    events = [line[2] for line in lines if line]
    config = hashlib.sha256(FAST.encode()).hexdigest()
    begun = rf'kind=start version={__version__} table="Table 1" config={config} rules=\w{{4}}-\w{{4}}-\w{{4}}'
    assert re.fullmatch(begun, events[0])
    first_shoe = next(number for number, line in enumerate(events) if line.startswith("kind=shoe_start shoe=1 "))
    assert [line.partition(" terms=")[0] for line in events[first_shoe:]] == [
        'kind=shoe_start shoe=1 table="Table 1"',
        "source=script kind=hand shoe=1 hand=1 outcome=P",
        "source=script kind=hand shoe=1 hand=2 outcome=B natural=1",
        "source=script kind=hand shoe=1 hand=3 outcome=T free=1",
        "source=script kind=hand shoe=1 hand=4 outcome=B dragon7=1",
        "source=script kind=hand shoe=1 hand=5 outcome=P panda8=1",
        'source=script kind=void shoe=1 hand=5 outcome=P panda8=1 by=dealer reason="taken back"',
        "source=script kind=hand shoe=1 hand=6 outcome=B",
        'source=script kind=change shoe=1 hand=6 outcome=T was={"hand":6,"outcome":"B"} by=dealer reason="taken back"',
        "kind=shoe_end shoe=1 hands=5 form=2",
        'kind=shoe_start shoe=2 table="Table 1"',
        "source=script kind=hand shoe=2 hand=1 outcome=B",
    ]
    listed = json.loads(eztrak("shoes", "--json", "--db", tmp_path / "t.db", home=tmp_path).stdout)
    assert [(shoe["table"], shoe["notation"]) for shoe in listed] == [
        ("Table 1", "P Bn Tf B7 P8x T"),
        ("Table 1", "B"),
    ]


def test_a_log_line_has_the_fields_of_the_journal_and_no_others(tmp_path: Path, arguments: list[object]) -> None:
    write(tmp_path, "eztrak.toml", f'{FAST}[table]\nname = "Table = 1"\n[timer]\nseconds = 9\n')
    write(tmp_path, "keys.txt", "* wait 0.5 * 4 3 Enter + / Enter NumLock / Enter 1 Enter")
    with board(*arguments, home=tmp_path) as running:
        running.hear("shoe=2 hand=1 ")
        running.signal(signal.SIGINT)
        assert running.ended() == 0
    with closing(sqlite3.connect(tmp_path / "t.db")) as connection:
        rows = connection.execute("SELECT seq, kind, data FROM journal").fetchall()
    fields = [{"seq": seq, "kind": kind} | json.loads(data) for seq, kind, data in rows]
    for row in fields:
        row.pop("v", None)
        row |= dict.fromkeys(row.pop("marks", ()), 1)
    assert [fields_of(line) for line in running.events()] == fields
    kinds = [kind for _, kind, _ in rows]
    assert kinds[kinds.index("timer_start") :] == [
        *("timer_start", "bets_close", "shoe_start", "hand", "void", "shoe_end", "shoe_start", "hand")
    ]


def test_keys_wait_until_the_unit_has_come_up(tmp_path: Path, arguments: list[object]) -> None:
    """A key that is there from the first instant does not come before the table's name and terms."""
    write(tmp_path, "keys.txt", "3 Enter")
    with board(*arguments, home=tmp_path) as running:
        running.hear("kind=hand")
        kinds = [fields_of(line)["kind"] for line in running.events()]
        assert (kinds[:2], kinds[-2:]) == (["start", "terms"], ["shoe_start", "hand"])
        assert fields_of(running.events()[-2])["table"] == "Table 1"


def test_a_timer_that_runs_out_closes_the_bets_by_itself(tmp_path: Path, arguments: list[object]) -> None:
    write(tmp_path, "eztrak.toml", f"{FAST}[timer]\nseconds = 1\n")
    write(tmp_path, "keys.txt", "*")
    with board(*arguments, home=tmp_path) as running:
        assert running.hear("kind=timer_start").endswith(" kind=timer_start seconds=1")
        assert running.hear("kind=").endswith(" kind=bets_close by=time")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_stops_the_board_in_an_orderly_way(
    tmp_path: Path, arguments: list[object], number: signal.Signals
) -> None:
    with board(*arguments, home=tmp_path) as running:
        running.hear("kind=terms")
        running.signal(number)
        assert running.ended() == 0
    assert not (tmp_path / "t.db-wal").exists()  # everything is in the file itself
    assert eztrak("verify", tmp_path / "t.db", home=tmp_path).returncode == 0


def test_a_restart_goes_on_in_the_same_shoe_and_says_nothing_of_unchanged_terms(
    tmp_path: Path, arguments: list[object]
) -> None:
    write(tmp_path, "keys.txt", "1 Enter 3 Enter")
    for hand in (2, 4):
        with board(*arguments, home=tmp_path) as running:
            assert running.hear(f"hand={hand} ").endswith(f" kind=hand shoe=1 hand={hand} outcome=B")
            running.signal(signal.SIGTERM)
            assert running.ended() == 0
    assert [fields_of(line)["kind"] for line in running.events()] == ["start", "hand", "hand"]


def test_a_bad_config_is_refused_and_a_good_one_taken_while_the_board_runs(
    tmp_path: Path, arguments: list[object]
) -> None:
    config = tmp_path / "eztrak.toml"
    with board(*arguments, home=tmp_path) as running:
        running.hear("kind=terms")

        config.write_text("[limits]\nmin = 500\n[tabel]\n")
        running.signal(signal.SIGHUP)
        assert running.hear("config") == "config refused, the old one stays in force:"
        assert running.hear("tabel") == f"{config}: tabel: there is no such key; did you mean table?"
        assert (
            running.hear("limits") == f"{config}: limits.max = 300: the table: the maximum 300 is below the minimum 500"
        )

        config.write_text("[keypad]\nkeymap = 'own.toml'\n")
        running.signal(signal.SIGHUP)
        running.hear("config refused")
        assert running.hear("own.toml") == f"{tmp_path}/own.toml: cannot be read: No such file or directory"

        config.write_text(FAST)  # as it was: nothing to record
        running.signal(signal.SIGHUP)
        assert running.hear("config") == READ_AGAIN

        config.write_text(f"{FAST}[limits]\nmin = 25\nmax = 400\n")
        running.signal(signal.SIGHUP)
        assert running.hear("config") == READ_AGAIN
        terms = fields_of(running.hear("kind=terms"))
        assert (terms["by"], terms["terms"]["limit"]) == ("config", [2500, 40000])

        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert sum("kind=terms" in line for line in running.events()) == 2  # the first, and the last


def test_another_game_of_the_config_begins_with_the_next_shoe(tmp_path: Path, arguments: list[object]) -> None:
    """Its keys too: 7 is a Dragon 7 until the shoe ends, and a win by 7 from then on."""
    config = tmp_path / "eztrak.toml"
    write(
        tmp_path, "keys.txt", "7 Enter wait 3 7 Enter NumLock / Enter wait 0.1 7 Enter . 7 1 Enter 2 5 Enter + / Enter"
    )
    with board(*arguments, home=tmp_path) as running:
        assert running.hear("hand=1 ").endswith(" outcome=B dragon7=1")
        config.write_text(f"{FAST}[table]\ngame = 'commission-dragon-bonus'\n[limits.dragon-bonus-player]\nmax = 50\n")
        running.signal(signal.SIGHUP)
        plan = fields_of(running.hear("kind=plan "))["plan"]
        assert (plan["when"], plan["terms"]["game"]["id"], plan["terms"]["wager_limits"]) == (
            "shoe",
            "commission-dragon-bonus",
            [["dragon-bonus-player", 1000, 5000]],
        )
        assert running.hear("hand=2 ").endswith(" outcome=B dragon7=1")
        assert running.hear("shoe=2 hand=1 ").endswith(" outcome=P by7=1")  # 7 alone says no winner, and was cleared
        assert running.hear("kind=hand shoe=2 hand=2 ").endswith(" outcome=T natural=1")
        assert running.hear("kind=void ").endswith(' hand=2 outcome=T natural=1 by=dealer reason="taken back"')
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    listed = json.loads(eztrak("shoes", "--json", "--db", tmp_path / "t.db", home=tmp_path).stdout)
    assert [(shoe["game"], shoe["notation"]) for shoe in listed] == [
        ("ez-panda", "B7 B7"),
        ("commission-dragon-bonus", "P7 Tnx"),
    ]
    assert listed[1]["counts"]["dragon-bonus-player"] == 1
    text = eztrak("shoe", "--id", "2", "--db", tmp_path / "t.db", home=tmp_path).stdout
    assert "Baccarat with Dragon Bonus" in text
    assert "dragon7" not in text


def test_a_game_that_nobody_has_seen_is_typed_told_and_listed(tmp_path: Path, arguments: list[object]) -> None:
    write(
        tmp_path,
        "ours.toml",
        'title = "Ours"\nwagers = ["player", "banker-5", "tie", "crane", "heron"]\n'
        '[crane]\nkey = "5"\nlines = [{ pay = "30:1", winner = "tie", points = [8, 9] }]\n'
        '[heron]\nlines = [{ pay = "4:1", winner = ["player", "banker"], margin = 4 }]\n',
    )
    write(tmp_path, "eztrak.toml", f"{FAST}[table]\ngame = 'ours.toml'\n")
    write(tmp_path, "keys.txt", "7 Enter 4 3 Enter 4 5 Enter 1 Enter NumLock / Enter")
    with board(*arguments, home=tmp_path) as running:
        assert running.hear("hand=1 ").endswith(" outcome=T crane=1")
        assert running.hear("hand=2 ").endswith(" outcome=B heron=1")
        assert running.hear("hand=3 ").endswith(
            " outcome=P heron=1"
        )  # no Heron is a tie: refused, and mended by the winner
        running.hear("kind=shoe_end")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    (tmp_path / "ours.toml").unlink()  # the record has the game with it
    listed = json.loads(eztrak("shoes", "--json", "--db", tmp_path / "t.db", home=tmp_path).stdout)
    assert (listed[0]["game"], listed[0]["notation"]) == ("ours", "T[crane] B[heron] P[heron]")
    assert listed[0]["counts"] == {"player": 1, "banker": 1, "tie": 1, "crane": 1, "heron": 2}


def test_a_demo_of_any_game_plays_by_itself(tmp_path: Path) -> None:
    arguments = ("--speed", 1000, "--seed", 8, "--windowed", "640x360", "--game", "commission-pairs")
    with board(*arguments, home=tmp_path, command="demo") as running:
        running.hear("player-pair=1")
        running.hear("kind=shoe_end shoe=1 ")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0


def test_a_demo_plays_by_itself_also_after_a_look_at_the_config_and_leaves_nothing_behind(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    arguments = ("--speed", 1000, "--seed", 8, "--windowed", "640x360")
    with board(*arguments, home=tmp_path, command="demo", TMPDIR=str(scratch)) as running:
        running.hear("hand=5 ")
        running.signal(signal.SIGHUP)
        running.hear("config read again; the table's name, ")
        running.hear("kind=shoe_end shoe=1 ")
        running.hear("shoe=2 hand=3 ")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert list(scratch.iterdir()) == []
    assert list(tmp_path.iterdir()) == [scratch]


def test_a_second_board_on_the_same_history_is_told_who_has_it_and_goes_on_when_that_ends(
    tmp_path: Path, arguments: list[object]
) -> None:
    with board(*arguments, home=tmp_path) as running:
        running.hear("kind=terms")
        with board(*arguments, home=tmp_path) as second:
            said = second.hear("")
            assert said.startswith(
                f"not started: {tmp_path}/t.db: another eztrak is writing to it: process {running.process.pid} ("
            )
            assert said.endswith(". Only one may: stop that one, or use another --db")
            for reading in (("shoes", "--db"), ("verify",)):
                assert eztrak(*reading, tmp_path / "t.db", home=tmp_path).returncode == 0
            running.signal(signal.SIGTERM)
            assert running.ended() == 0
            second.signal(signal.SIGHUP)
            second.hear("kind=start")


def test_without_a_screen_it_says_so_and_what_to_do(tmp_path: Path, arguments: list[object]) -> None:
    done = eztrak("run", *arguments, home=tmp_path)
    said = [line for line in done.stderr.splitlines() if line.startswith("eztrak: ")]
    assert done.returncode == 2
    assert said == [
        "eztrak: There is no screen here: use `eztrak demo --png FILE` for a picture of the board, a virtual screen"
        " (`xvfb-run eztrak run`), or a machine with a display."
    ]
    assert "Traceback" not in done.stderr


def test_the_history_lies_in_the_users_data_folder_unless_the_config_says_otherwise(tmp_path: Path) -> None:
    with board("--windowed", "640x360", home=tmp_path) as running:
        running.hear("kind=terms")
    assert (tmp_path / ".local/share/eztrak/eztrak.db").is_file()
    (tmp_path / ".config/eztrak").mkdir(parents=True)
    write(tmp_path / ".config/eztrak", "eztrak.toml", "[journal]\ndatabase = '~/pit/table.db'\n")
    with board("--windowed", "640x360", home=tmp_path) as running:
        running.hear("kind=terms")
    assert (tmp_path / "pit/table.db").is_file()
    assert eztrak("verify", home=tmp_path).stdout.startswith(f"{tmp_path}/pit/table.db: all well: ")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            ["--keypad", "mouse"],
            "keypad mouse: is not a source of keys; choose window, evdev[:ID], serial:URL, script:FILE",
        ),
        (
            ["--keypad", "script:nix.txt"],
            "keypad script:nix.txt: No such file or directory",
        ),
        (["--keypad", "script:bad.txt"], "keypad script:bad.txt: line 1: 'F1' is not a key; keys are 0 1 2"),
    ],
)
def test_a_keypad_that_there_is_not_ends_the_command(tmp_path: Path, wrong: list[str], said: str) -> None:
    write(tmp_path, "bad.txt", "F1 Enter\n")
    done = eztrak("run", "--windowed", "640x360", *wrong, home=tmp_path, SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    assert f"eztrak: {said}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--config", "nix.toml"], "nix.toml: cannot be read: No such file or directory"),
        (["--config", "bad.txt"], "bad.txt: is not valid TOML: Expected '=' after a key in a key/value pair"),
        (["--config", "serial.toml"], "serial.toml: keypad.sources: keypad serial:foo://x: "),
        (["--config", "nobody.toml"], "nobody.toml: journal.copy = '~nobodyhere/x': "),
        (["--db", "bad.txt"], "bad.txt: it is not an eztrak database (file is not a database). It was left as it is."),
        (["--db", "bad.txt/t.db"], "bad.txt: it cannot be created: File exists"),
        (["--db", "circle"], "[Errno 40] Too many levels of symbolic links: 'circle'"),
    ],
)
def test_what_cannot_be_used_is_named_and_left_alone_and_the_board_stays_up(
    tmp_path: Path, wrong: list[str], said: str
) -> None:
    write(tmp_path, "bad.txt", "F1 Enter\n")
    write(tmp_path, "serial.toml", "[keypad]\nsources = ['serial:foo://x']\n")
    write(tmp_path, "nobody.toml", "[journal]\ncopy = '~nobodyhere/x'\n")
    (tmp_path / "circle").symlink_to("circle")
    with board("--windowed", "640x360", *wrong, home=tmp_path) as running:
        heard = running.hear("")
        assert heard.startswith(f"not started: {said}")
        assert running.silent(0.5)  # it stays up
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert (tmp_path / "bad.txt").read_text() == "F1 Enter\n"


def test_a_damaged_history_is_told_in_words(tmp_path: Path, arguments: list[object]) -> None:
    with board(*arguments, home=tmp_path) as running:
        running.hear("kind=terms")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER journal_keeps_content")
        connection.execute("UPDATE journal SET kind = 'burn' WHERE seq = 1")
    with board(*arguments, home=tmp_path) as running:
        said = running.hear("")
        running.hear("kind=terms")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    (aside,) = tmp_path.glob("t.db.damaged-*Z")
    assert said == (
        f"the history was damaged. The old file is kept as {aside.name}; its good rows were saved; it has no hand yet;"
        " 3 events after that are lost"
    )


def test_a_hand_is_heard_where_the_room_wants_sound(tmp_path: Path, arguments: list[object]) -> None:
    write(tmp_path, "eztrak.toml", FAST + "[sound]\non = true\n")
    write(tmp_path, "keys.txt", "1 Enter")
    heard = tmp_path / "heard.raw"
    loudspeaker = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(heard)}
    with board(*arguments, home=tmp_path, **loudspeaker) as running:
        running.hear("shoe=1 hand=1 ")
        end = time.monotonic() + PATIENCE
        while not heard.exists() or not heard.read_bytes().strip(b"\0"):
            assert time.monotonic() < end, "silence"
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
