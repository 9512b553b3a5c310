"""Releases come and go on an installed unit: good ones, broken ones, back by hand, and away altogether.

The packages of releases to come are made by `releases` while the image is built.
"""

from installed import wait_hands
from unit import FIRST, IMAGE, Unit, check

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

LONG = 900  # seconds that an update may take
BACKUPS = "/var/lib/eztrak/before-update"


def test() -> None:
    with Machine(IMAGE, Hardware(), "updates") as vm:
        vm.boot(fresh=True).wait_ready()
        Unit(vm).up()
        vm.type("1\n")
        wait_hands(vm, "P")
        a_newer_release_takes_over(vm)
        a_power_cut_ends_a_trial(vm)
        # What the cut left of the package is configured, as whoever finds it so would do: the trial once more.
        output = asked(vm, "dpkg --configure -a")
        a_broken_release_is_taken_back(vm, "broken", "9.3.0", "P B T", output)
        a_broken_release_is_taken_back(vm, "hungry", "9.4.0", "P B T P", update(vm, "hungry"))
        one_can_go_back_by_hand(vm)
        nothing_is_left_but_the_history(vm)
        a_machine_that_runs_gets_its_board(vm)


def a_newer_release_takes_over(vm: Machine) -> None:
    output = update(vm, "newer")
    check("a newer release is in use", status(vm) == ("9.2.0-1", FIRST), output)
    made = vm.sh(f"ls {BACKUPS}/*.db", check=False).split()
    check("the history was backed up before", len(made) == 1 and made[0] in output, " ".join(made))
    sound = vm.sh(f"eztrak verify {made[0]}", check=False)
    check("the backup is sound, with the hand", sound.status == 0 and "1 hand," in sound, sound.strip())
    wait_hands(vm, "P")
    again = update(vm, "newer", "--reinstall")
    check("the same once more changes nothing", "already" in again and status(vm) == ("9.2.0-1", FIRST), again)
    vm.type("3\n")
    wait_hands(vm, "P B")


def a_power_cut_ends_a_trial(vm: Machine) -> None:
    vm.sh("systemd-run --no-block apt-get --yes install /root/releases/broken.deb")
    trial = "eztrak-setup status | grep 'current: 9.3.0-1' && eztrak-setup status | grep 'trial: 9.3.0-1'"
    vm.wait(lambda: vm.sh(trial), patience=LONG)
    vm.cut_power()
    vm.boot().wait_ready()
    Unit(vm).up()
    check("a release whose trial was cut is taken back", status(vm) == ("9.2.0-1", FIRST))
    output = vm.sh("journalctl -b -u eztrak-trial -o cat")
    check("the log says so", "eztrak: 9.2.0-1 is in use again" in output, output)
    check("the trial is over", "trial" not in vm.sh("eztrak-setup status"))
    wait_hands(vm, "P B")


def a_broken_release_is_taken_back(vm: Machine, name: str, version: str, then: str, why: str) -> None:
    """`then` are the hands with the one that is typed afterwards."""
    check(f"{name}: {version} is taken back", status(vm) == ("9.2.0-1", FIRST) and "NOT made" in why, why)
    Unit(vm).up()
    wait_hands(vm, then[:-2])
    aside = vm.sh("ls /var/lib/eztrak | grep -c replaced", check=False).strip()
    check(f"{name}: the history is put back only where it must be", (aside != "0") == (name == "hungry"), aside)
    releases = vm.sh("ls /opt/eztrak/releases").split()
    check(f"{name}: nothing of it is left", releases == [FIRST, "9.2.0-1"], " ".join(releases))
    vm.type({"P": "1\n", "T": "5\n"}[then[-1]])
    wait_hands(vm, then)
    verified = vm.sh("eztrak verify", check=False)
    check(f"{name}: the history goes on and is sound", verified.status == 0, verified.strip())


def one_can_go_back_by_hand(vm: Machine) -> None:
    vm.sh("eztrak-setup rollback", timeout=LONG)
    check("the release before is back", status(vm) == (FIRST, "9.2.0-1"))
    vm.type("3\n")
    wait_hands(vm, "P B T P B")


def nothing_is_left_but_the_history(vm: Machine) -> None:
    vm.sh("apt-get --yes remove eztrak", timeout=LONG)
    left = vm.sh(
        "find / -xdev -name '*eztrak*' -not -path '/usr/src/*' -not -path '/var/lib/dpkg/*'"
        " -not -path '/var/lib/systemd/*' -not -path '/root/*' -not -path '/proc/*' -not -path '/tmp/*'"
    ).split()
    strange = [path for path in left if not path.startswith(("/etc/eztrak", "/var/lib/eztrak", "/var/log/journal"))]
    check("nothing is left but config and history", not strange, " ".join(strange))
    masked = vm.sh("find /etc/systemd/system -lname /dev/null | grep -E 'getty|autovt|ctrl-alt'", check=False).strip()
    check(
        "the terminal has its log-in back", not masked and vm.sh("systemctl is-active getty@tty1").strip() == "active"
    )
    check("the history is kept", bool(vm.sh("ls /var/lib/eztrak/eztrak.db")))
    vm.sh("apt-get --yes purge eztrak", timeout=LONG)
    check("a purge takes the history too", vm.sh("ls -d /var/lib/eztrak /etc/eztrak", check=False).strip() == "")


def a_machine_that_runs_gets_its_board(vm: Machine) -> None:
    """From nothing, with a log-in on its terminal; the image was made in a chroot."""
    output = asked(vm, "dpkg --install /root/releases/newer.deb")
    check("a first release is installed, and its board up", "9.2.0-1 is installed, the board is up" in output, output)
    Unit(vm).up()
    login = vm.sh("systemctl is-active getty@tty1", check=False).strip()
    check("the log-in has made room", login == "inactive", login)
    vm.type("1\n")
    wait_hands(vm, "P")


def update(vm: Machine, name: str, *options: str) -> str:
    return asked(vm, f"apt-get --yes {' '.join(options)} install /root/releases/{name}.deb")


def asked(vm: Machine, command: str) -> str:
    """What the installer says."""
    lines = vm.sh(f"{command} 2>&1", timeout=LONG).replace("\x1b[K", "").splitlines()  # where a bar was taken away
    return " / ".join(line for line in lines if line.startswith("eztrak:"))


def status(vm: Machine) -> tuple[str, str]:
    """The releases that are current and previous; "" for none."""
    lines = vm.sh("eztrak-setup status", check=False).splitlines()
    current, previous = (line.partition(": ")[2] for line in lines[:2])
    return current, previous
