"""Keys that are typed while the disk stalls: none is lost, and none is an answer to what nobody could see yet."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ptypad import PtyPad
from running import PATIENCE, Board, board

from eztrak.journal.journal import Journal

# So that no test has to wait for long, and a burst is no bounce.
FAST = "[keypad]\nbounce = 0\n[entry]\nhand_seconds = 0.2\n"
STALL = 0.5  # seconds: longer than that, and than it takes until the board speaks of saving


class Dealer:
    """Somebody at a serial keypad, at a board whose disk can be held still."""

    def __init__(self, pad: PtyPad, running: Board, held: Path) -> None:
        self._pad, self._held, self.running = pad, held, running

    def types(self, keys: str) -> None:
        self._pad.send_to_program(keys.replace("E", "\r").encode())

    @contextmanager
    def stall(self) -> Iterator[None]:
        """The disk stands still meanwhile, for longer than the board's questions last once it wanted to write."""
        self._held.touch()
        yield
        waits, patience = self._held.with_suffix(".waits"), time.monotonic() + PATIENCE
        while not waits.exists():
            assert time.monotonic() < patience, "the board wrote nothing"
            time.sleep(0.01)
        self.nothing()
        self._held.unlink()

    def nothing(self) -> None:
        """For a while no hand is told."""
        with pytest.raises(AssertionError, match="not heard"):
            self.running.hear("kind=(hand|void)", STALL)

    def hears(self, *hands: str) -> None:
        """These hands come next, and no other."""
        for hand in hands:
            assert self.running.hear("kind=hand").partition(" kind=hand ")[2] == f"shoe=1 {hand}"

    def says_yes(self, hand: str) -> None:
        """The strip asks about a hand, and none of the keys typed before was an answer; only this one is."""
        self.nothing()
        self.types("/E")
        self.hears(f"{hand} confirmed=again")


@contextmanager
def dealing(home: Path, faulty: Path, config: str = FAST, error: int = 0) -> Iterator[Dealer]:
    Journal(home / "t.db", "now").close()
    (home / "eztrak.toml").write_text(config)
    pad = PtyPad(home / "ttyPAD")
    pad.plug()
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", f"serial:{pad.link}")
    disk = {"FAULTY_NTH": "0", "FAULTY_ERROR": str(error), "FAULTY_STALL": "-1"}
    with board(*options, home=home, LD_PRELOAD=str(faulty), FAULTY_PATH=str(home / "t.db-wal"), **disk) as running:
        running.hear("taken")
        dealer = Dealer(pad, running, home / "t.db-wal.held")
        dealer.types("//1/E")
        running.hear("kind=shoe_start")
        yield dealer
    pad.unplug()


@pytest.mark.parametrize(
    ("answer", "hands"),
    [(".", ["hand=2 outcome=B"]), ("/E", ["hand=2 outcome=P", "hand=3 outcome=B"])],
    ids=["no", "yes"],
)
def test_an_impatient_second_press_is_asked_about_and_only_a_later_key_answers(
    tmp_path: Path, faulty: Path, answer: str, hands: list[str]
) -> None:
    with dealing(tmp_path, faulty) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.nothing()
            dealer.types("1E")  # nothing moved on the glass: once more …
            dealer.types("E3E")  # … and Enter, and then the next hand
        dealer.hears("hand=1 outcome=P")
        if answer == ".":
            dealer.nothing()  # it asks, and none of these keys was an answer
            dealer.types(answer)
        for hand in hands:
            dealer.says_yes(hand)
        dealer.nothing()


def test_what_was_typed_ahead_of_a_stall_is_all_there(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("3E5E")
            dealer.types("1E")
        dealer.hears("hand=1 outcome=P")
        for hand in ("hand=2 outcome=B", "hand=3 outcome=T", "hand=4 outcome=P"):
            dealer.says_yes(hand)
        dealer.nothing()


def test_a_room_that_is_never_asked_has_all_of_it_at_once(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty, FAST.replace("0.2", "0")) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("3E5E")
            dealer.types("1E")
        dealer.hears("hand=1 outcome=P", "hand=2 outcome=B", "hand=3 outcome=T", "hand=4 outcome=P")


def test_a_hand_is_taken_back_only_by_who_saw_which(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("+/E")
        dealer.hears("hand=1 outcome=P")
        dealer.nothing()
        dealer.types("/E")
        assert "kind=void shoe=1 hand=1 outcome=P" in dealer.running.hear("kind=void")
        dealer.nothing()


def test_a_hand_is_changed_only_by_who_saw_which(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("3+/E")
        dealer.hears("hand=1 outcome=P")
        dealer.nothing()
        dealer.types("/E")
        assert "shoe=1 hand=1 outcome=B" in dealer.running.hear("kind=change")


def test_a_new_shoe_begins_only_for_who_saw_the_question(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("//1/E")
        dealer.hears("hand=1 outcome=P")
        dealer.nothing()
        assert not [line for line in dealer.running.lines if "shoe_end" in line]


def test_a_hand_that_was_not_stored_in_the_end_is_not_mangled_by_what_was_typed_meanwhile(
    tmp_path: Path, faulty: Path
) -> None:
    with dealing(tmp_path, faulty, error=5) as dealer:
        with dealer.stall():
            dealer.types("1E")
            dealer.types("1E5E")
        dealer.running.hear("not stored: disk error")
        dealer.nothing()
        dealer.types("E")
        dealer.hears("hand=1 outcome=P")  # and now it asks about the second one
        dealer.nothing()
        dealer.types(".")
        dealer.says_yes("hand=2 outcome=T")


@pytest.mark.parametrize(
    ("config", "keys", "hand"),
    [
        ('mode = "totals"\n', "4703E", "hand=1 outcome=B totals=47"),
        ('mode = "totals"\n[table]\ngame = "commission-pairs"\n', "46403E", "hand=1 outcome=B player-pair=1 totals=46"),
        (
            'mode = "cards"\n[table]\ngame = "commission-pairs"\n',
            "0203479E",
            "hand=1 outcome=P player-pair=1 player_cards=007 banker_cards=239",
        ),
        ("confirm = false\n", "43", "hand=1 outcome=B natural=1"),
    ],
    ids=["totals", "totals and pairs", "cards and pairs", "without Enter"],
)
def test_what_was_not_stored_is_there_as_it_was_typed(
    tmp_path: Path, faulty: Path, config: str, keys: str, hand: str
) -> None:
    with dealing(tmp_path, faulty, FAST + config, error=5) as dealer:
        with dealer.stall():
            dealer.types(keys)
        dealer.running.hear("not stored: disk error")
        dealer.types("E")
        dealer.hears(hand)


def test_an_entry_does_not_run_out_of_time_while_its_enter_waits(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty, f"{FAST}timeout = 3\n[timer]\nseconds = 1\n") as dealer:
        dealer.types("*")
        dealer.running.hear("kind=timer_start")
        dealer.types("1")
        with dealer.stall():
            for _ in range(3):
                dealer.nothing()  # the time is up, and the disk is at the close of the bets
            dealer.types("E")
            for _ in range(4):
                dealer.nothing()
        dealer.hears("hand=1 outcome=P")


def test_cards_that_are_typed_again_in_a_stall_are_asked_about_too(tmp_path: Path, faulty: Path) -> None:
    with dealing(tmp_path, faulty, f'{FAST}mode = "cards"\n') as dealer:
        with dealer.stall():
            dealer.types("9205E")
            dealer.types("9205EE")
            dealer.types("2066E")
        dealer.hears("hand=1 outcome=P natural=1 player_cards=90 banker_cards=25")
        dealer.nothing()
        dealer.types(".")
        dealer.says_yes("hand=2 outcome=P natural=1 player_cards=26 banker_cards=06")
