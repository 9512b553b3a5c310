"""The note of a trial, which the release of before reads as well as the one after it."""

from pathlib import Path

from eztrak.release.trial import Trial, parse

OLD, NEW = Path("/opt/eztrak/releases/0.1.0-1"), Path("/opt/eztrak/releases/0.9.0-1")
SAVED = Path("/var/lib/eztrak/before-update/eztrak-20260101T050000Z.db")
BESIDE = ("eztrak-pit.service", "eztrak-floor.service")
TRIAL = Trial(OLD, NEW, None, SAVED, False, BESIDE, "4a6b")
# As the shell script of 0.1.0 wrote it.
WRITTEN = f"{OLD}\n{NEW}\n\n{SAVED}\nno\n eztrak-pit.service eztrak-floor.service\n4a6b\n"


def test_a_note_of_0_1_0_is_understood() -> None:
    assert parse(WRITTEN) == TRIAL


def test_a_note_has_the_lines_that_0_1_0_reads() -> None:
    assert TRIAL.text == WRITTEN.replace("\n eztrak-pit", "\neztrak-pit")


def test_what_is_read_is_what_was_written() -> None:
    trials = [TRIAL, Trial(NEW, OLD, OLD, None, True, (), "b"), Trial(NEW, OLD, OLD, SAVED, True, BESIDE[:1], "b")]
    assert [parse(trial.text) for trial in trials] == trials


def test_a_later_release_may_say_more_before_the_last_line() -> None:
    assert parse(WRITTEN.replace("4a6b", "something new\n4a6b")) == TRIAL


def test_half_a_note_tells_of_no_release() -> None:
    lines = WRITTEN.splitlines(keepends=True)
    assert [parse("".join(lines[:count])) for count in range(len(lines))] == [None] * len(lines)
    assert parse("\n" * 7) is None
