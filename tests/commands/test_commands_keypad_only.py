"""A fake shoe at a board of Washington, by TCP, pty and script: it gets nowhere, and the words name the letter."""

import os
import pty
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from ptypad import PtyPad
from running import Board, board, eztrak, fields_of

LETTER = "(Commission's letter of October 17, 2011)"
WASHINGTON = '[table]\npack = "washington"\n'
SHOE = b"4\r7\r43\r"


@pytest.fixture
def shoe() -> Iterator[socket.socket]:
    """A program that waits to be asked for hands."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.fixture
def line() -> Iterator[str]:
    """A program at the other end of a serial line that is none; it has typed some hands already."""
    program, end = pty.openpty()
    os.write(program, SHOE)
    yield os.ttyname(end)
    os.close(program)
    os.close(end)


def config(home: Path, *sources: str, more: str = "") -> Path:
    path = home / "eztrak.toml"
    path.write_text(f"{WASHINGTON}{more}[keypad]\nsources = {list(sources)}\n")
    return path


def fakes(home: Path, shoe: socket.socket, line: str) -> dict[str, str]:
    (home / "keys.txt").write_text("4 3 Enter\n")
    port = shoe.getsockname()[1]
    network = "a program or the network may not enter hands here"
    return {
        f"serial:socket://127.0.0.1:{port}": network,
        f"serial:rfc2217://127.0.0.1:{port}": network,
        f"serial:{line}": network,
        "serial:/dev/serial/by-id/../../.." + line: network,
        f"script:{home}/keys.txt": "a script may not enter hands here",
        "window": "the keys of the window may not enter hands here",
    }


def test_config_check_refuses_every_fake_shoe(tmp_path: Path, shoe: socket.socket, line: str) -> None:
    for source, said in fakes(tmp_path, shoe, line).items():
        done = eztrak("config", "check", config(tmp_path, source), home=tmp_path)
        assert done.returncode == 2, source
        assert f"keypad.sources: keypad {source}: {said}" in done.stderr
        assert LETTER in done.stderr


def test_a_command_line_does_not_widen_the_pack(tmp_path: Path, shoe: socket.socket, line: str) -> None:
    path = config(tmp_path, "evdev")
    for source, said in fakes(tmp_path, shoe, line).items():
        done = eztrak(
            "run", "--config", path, "--db", "t.db", "--keypad", source, home=tmp_path, SDL_VIDEODRIVER="dummy"
        )
        assert done.returncode == 2, source
        assert f"keypad {source}: {said}" in done.stderr
    assert eztrak("shoes", "--db", "t.db", "--json", home=tmp_path).stdout.strip() in ("", "[]")


def test_the_board_stays_up_and_names_the_letter(tmp_path: Path, shoe: socket.socket) -> None:
    port = shoe.getsockname()[1]
    path = config(tmp_path, f"serial:socket://127.0.0.1:{port}")
    with board("--windowed", "640x360", "--config", path, "--db", "t.db", home=tmp_path) as running:
        assert LETTER in running.hear("not started: ")
        shoe.settimeout(0.5)
        with pytest.raises(TimeoutError):
            shoe.accept()  # it was not even asked
        path.write_text(path.read_text().replace(f"serial:socket://127.0.0.1:{port}", "evdev"))
        running.signal(signal.SIGHUP)
        running.hear("kind=terms")
        stops(running)


def stops(running: Board) -> None:
    running.signal(signal.SIGTERM)
    assert running.ended() == 0


def test_a_reload_does_not_bring_in_a_fake_shoe(tmp_path: Path, shoe: socket.socket) -> None:
    path = config(tmp_path, "evdev")
    with board("--windowed", "640x360", "--config", path, "--db", "t.db", home=tmp_path) as running:
        running.hear("kind=terms")
        config(tmp_path, f"serial:socket://127.0.0.1:{shoe.getsockname()[1]}")
        running.signal(signal.SIGHUP)
        running.hear("config refused, the old one stays in force")
        assert LETTER in running.hear("may not enter hands here")
        stops(running)


def test_a_fake_shoe_of_a_trial_gets_nowhere_in_the_shoe_of_washington(tmp_path: Path) -> None:
    """The pack changes with the next shoe: until then no other key is taken, and each record names its source."""
    (tmp_path / "trial.txt").write_text("3 Enter wait 30")
    config(tmp_path, "evdev")
    trial = tmp_path / "trial.toml"
    trial.write_text("[entry]\nhand_seconds = 0\n")
    keys = ("--keypad", f"script:{tmp_path}/trial.txt")
    with board("--windowed", "640x360", "--config", trial, "--db", "t.db", *keys, home=tmp_path) as running:
        assert " source=script kind=hand shoe=1 hand=1 outcome=B" in running.hear("kind=hand")
        stops(running)
    # Under Washington's config the shoe goes on, by the trial's pack, until it ends; from then on by Washington's.
    with board("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", home=tmp_path) as running:
        running.hear("kind=plan ")
        stops(running)


def test_the_network_is_kept_off(tmp_path: Path) -> None:
    path = config(tmp_path, "evdev", more='[pit]\non = true\n[floor]\ndatabase = "host=127.0.0.1"\n')
    done = eztrak("config", "check", path, home=tmp_path)
    assert done.returncode == 2
    for key in ("pit.on = true", "floor.database"):
        assert f"{key}: network functions may not be used here (WAC 230-06-050, used as approved)" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["pit", "--on"],
        ["pit", "--on", "--floor", "dbname=floor"],
        *[["floor", *part, "--floor", "dbname=floor"] for part in ([], ["--once"], ["init"], ["status"], ["verify"])],
        ["floor", "enrol", "table7", "--floor", "dbname=floor"],
        ["lobby", "--floor", "dbname=floor"],
        ["shoes", "--floor", "dbname=floor"],
        ["verify", "--witness", "postgresql://nobody/floor", "none.db"],
    ],
    ids=" ".join,
)
def test_no_command_goes_around_a_pack_that_keeps_the_network_off(tmp_path: Path, command: list[str]) -> None:
    done = eztrak(*command, "--config", config(tmp_path, "evdev"), home=tmp_path)
    said = "network functions may not be used here (WAC 230-06-050, used as approved)"
    assert (done.returncode, said in done.stderr) == (1, True), done.stderr


def test_cards_are_typed_at_a_keyboard_only(tmp_path: Path) -> None:
    by_id = "serial:/dev/serial/by-id/usb-FTDI"
    done = eztrak("config", "check", config(tmp_path, by_id, more='[entry]\nmode = "cards"\n'), home=tmp_path)
    assert done.returncode == 2
    assert f"keypad {by_id}: cards may not be entered over a serial line, as from a card reader {LETTER}" in done.stderr
    assert eztrak("config", "check", config(tmp_path, by_id), home=tmp_path).returncode == 0
    assert (
        eztrak("config", "check", config(tmp_path, "evdev", more='[entry]\nmode = "cards"\n'), home=tmp_path).returncode
        == 0
    )


def test_trying_out_stays_easy_and_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text("[timer]\nseconds = 20\n")
    done = eztrak("config", "check", "e.toml", home=tmp_path)
    assert "warning: table.pack = 'trial': for trials; the board says so" in done.stdout
    with board(
        "--speed", "50", "--windowed", "640x360", "--config", config(tmp_path, "evdev"), home=tmp_path, command="demo"
    ) as running:
        assert " source=demo kind=hand" in running.hear("kind=hand")
        stops(running)


def test_a_pack_that_nobody_approved_is_on_record_in_the_start_of_each_shoe(tmp_path: Path) -> None:
    """A room's own file, called as a shipped one, with a ceiling of its own."""
    (tmp_path / "washington.toml").write_text(
        "title = 'Washington'\ngame = 'ez-panda'\n[[rules]]\nwhat = 'highest-wager'\namount = 5000\n"
    )
    (tmp_path / "own.toml").write_text(
        "[table]\npack = 'washington.toml'\n[limits]\nmax = 5000\n[keypad]\nsources = ['script:keys.txt']\n"
    )
    (tmp_path / "keys.txt").write_text("3 Enter\n")
    checked = eztrak("config", "check", "own.toml", home=tmp_path)
    assert "warning: table.pack = 'washington.toml': it is not approved; the board says so" in checked.stdout
    with board("--windowed", "640x360", "--config", "own.toml", "--db", "t.db", home=tmp_path) as running:
        pack = fields_of(running.hear("kind=shoe_start"))["terms"]["pack"]
        assert (pack["name"], pack["title"], pack["approved"]) == ("washington.toml", "washington.toml", False)
        running.hear("kind=hand")
        stops(running)
    assert (
        "WRONG  pack: washington.toml: "
        in eztrak("doctor", "--config", "own.toml", "--db", "t.db", home=tmp_path).stdout
    )


def test_what_types_faster_than_a_hand_is_said_and_left_out(tmp_path: Path) -> None:
    """The cards of a hand at once, and a result with its Enter, under a pack that wants hands typed by hand."""
    (tmp_path / "own.toml").write_text("game = 'ez-panda'\nby_hand = true\n")
    (tmp_path / "e.toml").write_text("[table]\npack = 'own.toml'\n[keypad]\nbounce = 0\n")
    pad = PtyPad(tmp_path / "ttyPAD")
    pad.plug()
    keys = ("--keypad", f"serial:{pad.link}")
    with board("--windowed", "640x360", "--config", "e.toml", "--db", "t.db", *keys, home=tmp_path) as running:
        running.hear("ttyPAD: taken")
        for sent in (b"1\r", b"9000\r"):
            pad.send_to_program(sent)
            assert "keypad types faster than a hand can: wait a moment, then press again" in running.hear("faster")
        assert not any("kind=hand" in line for line in running.lines)
        stops(running)
    pad.unplug()


def test_limits_that_no_board_can_show_are_refused(tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text("[table]\npack = 'california'\n[limits]\nmin = 1000.50\nmax = 100000.75\n")
    done = eztrak("config", "check", "e.toml", home=tmp_path)
    assert done.returncode == 2
    assert "e.toml: limits: 1,000.50 – 100,000.75 does not fit on a board of 1080×1920" in done.stderr
    (tmp_path / "e.toml").write_text(
        "[table]\npack = 'california'\n[limits]\nmin = 500\nmax = 25000\n[limits.tie]\nmin = 5\nmax = 1000\n"
    )
    assert eztrak("config", "check", "e.toml", home=tmp_path).returncode == 0
