"""`packaging/setup` as it is, with real histories, in a mount namespace of the test's own: /etc, /opt and /var/lib are
its own there, and a script stands in for systemd (see `room`). A real one is asked by updates.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.journal.journal import Journal
from eztrak.journal.schema import VERSION
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.state import apply
from eztrak.table.terms import Terms

TOP = Path(__file__).parent.parent.parent
ALONE = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/opt"], capture_output=True).returncode
pytestmark = pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")

HANDS = f"2 hands in form {VERSION}"
ONE = f"1-1 | 1 ./eztrak-only-1.service | 1-1 | {HANDS}"
TWO = f"2-1 1-1 | 2 ./eztrak-only-2.service | 1-1 2-1 | {HANDS}"
LEFT = ONE.replace("1-1 | 2", "1-1 hungry-1 | 2")  # until the next update tidies up
BACK = f"1-1 2-1 | 1 ./eztrak-only-1.service | 1-1 2-1 | {HANDS}"


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return made(tmp_path / "eztrak.db", "P B")


def made(path: Path, hands: str) -> Path:
    journal = Journal(path, "now")
    state = journal.replay()
    for command in [
        c.Start("0.1.0", "Table 1", Terms(origin="x")),
        c.NewShoe(),
        *map(c.RecordHand, parse(hands, first_game())),
    ]:
        decision = decide(state, command)
        assert isinstance(decision, tuple)
        for record in journal.append(decision, Moment("2026-01-01T20:00:00.000Z", 0, "boot")):
            state = apply(state, record)
    journal.close()
    return path


def in_sandbox(history: Path, script: str) -> str:
    """What the script says in the room."""
    command = ["unshare", "--mount", TOP / "tests/appliance/room", TOP, sys.executable, history, script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


# A release of 0.1.0's time, whose setup was a shell script: at the next start that reads what today's has noted.
OLDER = 'package older true; cp "$top/tests/appliance/setup-0.1.0" /mnt/package-older/setup; use older >/dev/null'
AFTER_OLDER = f"2-1 older-1 | 2 ./eztrak-only-2.service | 2-1 older-1 | {HANDS}"
BACK_TO_OLDER = f"older-1 2-1 | older ./eztrak-only-older.service | 2-1 older-1 | {HANDS}"


@pytest.mark.parametrize(
    ("before", "steps", "outcomes"),
    [
        ("use 2 >/dev/null", "'systemctl stop' /opt/eztrak/current/setup rollback", {TWO, BACK}),
        ("true", "'systemctl start' /mnt/package-hungry/setup use", {ONE, LEFT}),
        (
            f"{OLDER}; use 2 >/dev/null",
            "'systemctl stop' /opt/eztrak/current/setup rollback",
            {AFTER_OLDER, BACK_TO_OLDER},
        ),
    ],
    ids=["while one is switched to", "while one is taken back", "while one goes back to 0.1.0"],
)
def test_a_power_cut_at_any_step_leaves_a_whole_release_and_every_hand(
    history: Path, before: str, steps: str, outcomes: set[str]
) -> None:
    lines = in_sandbox(history, f"{before}; : >/mnt/calls; every_cut {steps}").splitlines()
    assert len(lines) > (8 if "EZTRAK_FAULTS" in os.environ else 2)
    assert set(lines) == outcomes


def test_a_note_that_tells_of_no_release_is_removed(history: Path) -> None:
    assert in_sandbox(
        history, "echo /opt >/opt/eztrak/trial; setup /opt/eztrak/current/setup boot; show"
    ).splitlines() == [
        "eztrak: the trial of a release was cut short",
        "eztrak: /opt/eztrak/trial named no release and is removed; what is current stays so",
        "eztrak: 1-1 is in use again",
        ONE,
    ]


def test_a_backup_that_was_not_made_leaves_the_board_up(history: Path) -> None:
    lines = in_sandbox(
        history,
        """sed -i '1a [ "$1" != backup ] || exec echo []' /opt/eztrak/releases/1-1/bin/eztrak
        use 2; show; ls /mnt/on""",
    ).splitlines()
    assert (lines[-6], lines[-4:]) == (
        "eztrak: the history could not be backed up, so nothing was changed",
        ["eztrak: the update was NOT made: 1-1 is in use, with all its hands", "status 3", ONE, "eztrak.service"],
    )


def test_an_update_and_back_by_hand(history: Path) -> None:
    lines = in_sandbox(
        history,
        """show; use 2 >/dev/null; show; setup /usr/local/sbin/eztrak-setup rollback; show
        cd /var/lib/eztrak/before-update; ls | wc -l
        for day in 10 11 12 13 14 15 16 17 18; do touch eztrak-202501${day}T050000Z.db; done
        package 3 true; use 3 >/dev/null; ls | wc -l; ls eztrak-2025* | head -1""",
    ).splitlines()
    assert (lines[0], lines[1], lines[-4]) == (ONE, TWO, BACK)
    assert lines[-5] == "eztrak: 1-1 is in use; sudo eztrak-setup rollback goes forward to 2-1 again"
    assert lines[-3:] == ["2", "10", "eztrak-20250112T050000Z.db"]  # of the backups the ten newest


def test_an_installer_that_is_killed_in_a_trial_leaves_a_way_back(history: Path) -> None:
    """In the same boot: nothing happens by itself, status says what is, and rollback takes it back."""
    output = in_sandbox(
        history,
        """
        killed() { echo systemctl start --no-block eztrak.service >/mnt/cut; use 2 >/dev/null; rm /mnt/cut; }
        killed
        setup /opt/eztrak/current/setup boot; show
        setup /opt/eztrak/current/setup status
        setup /opt/eztrak/current/setup rollback; show
        killed
        touch -d '+1 hour' /var/lib/eztrak/eztrak.db; new_boot
        setup /opt/eztrak/current/setup boot; show""",
    )
    trial = TWO.replace("1-1 |", "1-1 trial |", 1)
    assert output.splitlines() == [
        trial,
        "current: 2-1",
        "previous: 1-1",
        "trial: 2-1 is not proven yet; cut short, 1-1 is back at the next start",
        "eztrak: going back to 1-1, which takes as long",
        "eztrak: the trial is over: 1-1 is in use, with all its hands",
        ONE,
        "eztrak: the trial of a release was cut short, but hands were played since: 2-1 stays in use",
        TWO,
    ]


def test_a_release_that_dies_is_taken_back_with_its_history(history: Path) -> None:
    lines = in_sandbox(history, "touch /mnt/on/eztrak-floor.service; use hungry; show; ls /mnt/on").splitlines()
    assert lines[-5:] == [
        "eztrak: the update was NOT made: 1-1 is in use, with all its hands",
        "status 3",
        ONE,
        "eztrak-floor.service",
        "eztrak.service",
    ]


def test_what_copies_the_history_rests_during_a_trial(history: Path) -> None:
    output = in_sandbox(
        history,
        """package alone '[ ! -e /mnt/on/eztrak-floor.service ]'
        touch /mnt/on/eztrak-floor.service; use alone; ls /mnt/on""",
    )
    assert output.splitlines()[-3:] == [
        "eztrak: alone-1 is in use; 1-1 is kept, sudo eztrak-setup rollback goes back to it",
        "eztrak-floor.service",
        "eztrak.service",
    ]


def test_a_page_in_use_keeps_its_release_until_its_package_is_there_too(history: Path) -> None:
    """Release 1 had all in one package; of release 2 the board comes first, and eztrak-network later."""
    lines = in_sandbox(
        history,
        """touch /mnt/on/eztrak-floor.service; mkdir /mnt/network
        mv /mnt/package-2/systemd/eztrak-pit.service /mnt/package-2/systemd/eztrak-floor.service /mnt/network
        use 2; show; ls /mnt/on
        mv /mnt/network/* /mnt/package-2/systemd; echo 1 >/mnt/package-2/NETWORK; use 2; show
        echo 2 >/mnt/package-2/NETWORK; use 2 >/dev/null; show; ls /mnt/on""",
    ).splitlines()
    assert lines == [
        "eztrak: eztrak-floor.service is in use and is in the package eztrak-network now, so nothing was changed:"
        " install eztrak-network too, of the same version",
        "status 3",
        ONE,
        "eztrak-floor.service",
        "eztrak.service",
        "eztrak: eztrak-network is of version 1 and eztrak of 2, so nothing was changed: install both of one version",
        "status 3",
        ONE,
        TWO,
        "eztrak-floor.service",
        "eztrak.service",
    ]


def test_without_the_page_there_is_a_release_without_it(history: Path) -> None:
    """And from one that has it nobody goes back to it while the page is in use."""
    lines = in_sandbox(
        history,
        """rm /mnt/package-2/systemd/eztrak-pit.service /mnt/package-2/systemd/eztrak-floor.service
        use 2 >/dev/null; show; find /etc/systemd/system -name "eztrak-[fp]*"
        package 3 true; use 3 >/dev/null; touch /mnt/on/eztrak-pit.service
        setup /opt/eztrak/current/setup rollback
        rm /mnt/on/eztrak-pit.service; setup /opt/eztrak/current/setup rollback | tail -1""",
    ).splitlines()
    assert lines == [
        TWO,
        "eztrak: eztrak-pit.service is in use and 2-1 does not have it; nothing was changed."
        " First: sudo systemctl disable --now eztrak-pit.service",
        "status 1",
        "eztrak: 2-1 is in use; sudo eztrak-setup rollback goes forward to 3-1 again",
    ]


def test_a_history_that_cannot_be_given_back_is_told(history: Path) -> None:
    """The backup is gone: nobody says that all is well, and the next start tries again."""
    lines = in_sandbox(
        history,
        """sed -i '1a rm -r /var/lib/eztrak/before-update' /mnt/package-hungry/bin/board
        use hungry; show""",
    ).splitlines()
    assert lines[-3:-1] == [
        "eztrak: the update was NOT made, and 1-1 is NOT wholly back, see above;"
        " the next start tries again, or now: sudo eztrak-setup rollback",
        "status 3",
    ]
    assert lines[-1].startswith("1-1 trial |")


def test_a_unit_that_cannot_be_written_ends_an_update(history: Path) -> None:
    lines = in_sandbox(
        history,
        """mkdir -p /etc/systemd/system/eztrak.service.new/x
        use 2; rm -r /etc/systemd/system/eztrak.service.new; show""",
    ).splitlines()
    assert lines[-3:] == ["eztrak: the update was NOT made: 1-1 is in use, with all its hands", "status 3", ONE]


def test_a_config_that_is_refused_stops_no_board(history: Path) -> None:
    lines = in_sandbox(
        history,
        """use 2 >/dev/null; echo 'nonsense = 1' >/etc/eztrak/eztrak.toml; : >/mnt/calls
        package 3 true; use 3; setup /opt/eztrak/current/setup rollback
        grep stop /mnt/calls || show""",
    ).splitlines()
    assert sum("nonsense" in line for line in lines) == 2
    refused = "-1 refuses the config /etc/eztrak/eztrak.toml, see above; nothing was changed"
    assert [line for line in lines if "nonsense" not in line] == [
        f"eztrak: 3{refused}",
        "status 3",
        f"eztrak: 1{refused}",
        "status 1",
        TWO,
    ]


def test_nothing_to_restore_is_told_before_the_board_is_stopped(history: Path) -> None:
    output = in_sandbox(
        history,
        """use 2 >/dev/null; rm -r /var/lib/eztrak/before-update; : >/mnt/calls
        setup /opt/eztrak/current/setup rollback --restore; grep stop /mnt/calls || show""",
    )
    assert output.splitlines() == [
        "eztrak: no backup of before 2-1 is there to restore; nothing was changed."
        " sudo eztrak-setup rollback alone keeps the history as it is",
        "status 1",
        TWO,
    ]


@pytest.mark.parametrize(
    ("board", "outcome"), [("true", BACK), ("false", TWO.replace("2 hands", "3 hands"))], ids=["comes up", "dies"]
)
def test_going_back_to_an_older_history_keeps_the_newer_one(history: Path, board: str, outcome: str) -> None:
    """Asked for, since hands go with it; and they are back if the older release does not come up."""
    longer = made(history.with_name("longer.db"), "P B T")
    output = in_sandbox(
        history,
        f"""printf '[journal]\\nbackup_count = 1\\ndatabase = "~/eztrak.db"\\n' >/etc/eztrak/eztrak.toml
        use 2 >/dev/null; cp {longer} /var/lib/eztrak/eztrak.db; cd /opt/eztrak/releases/1-1/bin
        sed -i '1a [ "$1" != verify ] || exit 1' eztrak; printf '#!/bin/sh\\n{board}\\n' >board
        setup /opt/eztrak/current/setup rollback | tail -4; show
        setup /opt/eztrak/current/setup rollback --restore >/dev/null; show
        ls -d /var/lib/eztrak/*replaced* | grep -vc -- '-[sw]'""",
    )
    assert output.splitlines() == [
        "eztrak: 1-1 cannot read the history as 2-1 has gone on writing it, so nothing was changed",
        "eztrak: sudo eztrak-setup rollback --restore goes back to the history of before that update;"
        " the newer one is kept aside.",
        "eztrak: 1-1 is NOT in use: 2-1 is in use, with all its hands",
        "status 1",
        TWO.replace("2 hands", "3 hands"),
        outcome,
        "1" if board == "true" else "2",
    ]


def test_a_link_that_the_boards_user_planted_gives_it_nothing(history: Path) -> None:
    output = in_sandbox(
        history,
        """mkdir /mnt/secret; ln -s /mnt/secret /var/lib/eztrak/before-update
        use 2 >/dev/null; stat -c '%U %a' /mnt/secret""",
    )
    assert output == "root 755\n"


def test_a_root_that_forgets_is_left_as_it_is(history: Path) -> None:
    output = in_sandbox(
        history,
        """printf '#!/bin/sh\\necho overlayroot\\n' >/mnt/stub/findmnt; chmod +x /mnt/stub/findmnt; : >/mnt/calls
        use 2; setup /opt/eztrak/current/setup rollback; setup /opt/eztrak/current/setup uninstall
        grep stop /mnt/calls || show""",
    )
    refused = "eztrak: the root is read-only, so nothing was changed: {}/installer.md says how, under Read-only root"
    here = refused.format("/opt/eztrak/releases/1-1")
    assert output.splitlines() == [
        refused.format("/mnt/package-2"),
        "status 3",
        here,
        "status 1",
        here,
        "status 1",
        ONE,
    ]


def test_the_initrd_is_made_anew_only_when_its_part_of_it_changes(history: Path) -> None:
    output = in_sandbox(
        history,
        """parts='find /etc/initramfs-tools -name eztrak -perm 755'
        grep update-initramfs /mnt/calls; $parts | sort; : >/mnt/calls
        use 2 >/dev/null; grep update-initramfs /mnt/calls || true
        setup /opt/eztrak/current/setup uninstall >/dev/null; grep update-initramfs /mnt/calls; $parts""",
    )
    places = [
        f"/etc/initramfs-tools/{place}/eztrak" for place in ("hooks", "scripts/local-block", "scripts/local-premount")
    ]
    assert output.splitlines() == ["update-initramfs -u", *places, "update-initramfs -u"]


def test_two_at_once_are_one_too_many(history: Path) -> None:
    output = in_sandbox(history, "flock /opt/eztrak sh -c '/mnt/package-2/setup use 2>&1 || echo status $?'; show")
    assert output.splitlines() == [
        "eztrak: another eztrak-setup is at work; nothing was changed, try again when it has ended",
        "status 1",
        ONE,
    ]
