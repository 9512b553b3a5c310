"""Releases come and go on an installed unit: good ones, broken ones, back by hand, and away altogether.

The packages of releases to come are made by `releases` while the image is built.
"""

from installed import wait_hands
from unit import IMAGE, Unit, check

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
        a_broken_release_is_taken_back(vm, "broken", "0.3.0", "P B T")
        a_broken_release_is_taken_back(vm, "hungry", "0.4.0", "P B T P")
        one_can_go_back_by_hand(vm)
        nothing_is_left_but_the_history(vm)


def a_newer_release_takes_over(vm: Machine) -> None:
    told = update(vm, "newer")
    check("a newer release is in use", status(vm) == ("0.2.0-1", "0.1.0-1"), told)
    made = vm.sh(f"ls {BACKUPS}/*.db", check=False).split()
    check("the history was backed up before", len(made) == 1 and made[0] in told, " ".join(made))
    sound = vm.sh(f"eztrak verify {made[0]}", check=False)
    check("the backup is sound, with the hand", sound.status == 0 and "1 hands" in sound, sound.strip())
    wait_hands(vm, "P")
    again = update(vm, "newer", "--reinstall")
    check("the same once more changes nothing", "already" in again and status(vm) == ("0.2.0-1", "0.1.0-1"), again)
    vm.type("3\n")
    wait_hands(vm, "P B")


def a_broken_release_is_taken_back(vm: Machine, name: str, version: str, then: str) -> None:
    """`then` are the hands with the one that is typed afterwards."""
    told = update(vm, name)
    check(f"{name}: {version} is taken back", status(vm) == ("0.2.0-1", "0.1.0-1") and "NOT made" in told, told)
    Unit(vm).up()
    wait_hands(vm, then[:-2])
    aside = vm.sh("ls /var/lib/eztrak | grep -c replaced", check=False).strip()
    check(f"{name}: the history is put back only where it must be", (aside != "0") == (name == "hungry"), aside)
    releases = vm.sh("ls /opt/eztrak/releases").split()
    check(f"{name}: nothing of it is left", releases == ["0.1.0-1", "0.2.0-1"], " ".join(releases))
    vm.type({"P": "1\n", "T": "2\n"}[then[-1]])
    wait_hands(vm, then)
    found = vm.sh("eztrak verify", check=False)
    check(f"{name}: the history goes on and is sound", found.status == 0, found.strip())


def one_can_go_back_by_hand(vm: Machine) -> None:
    vm.sh("eztrak-setup rollback", timeout=LONG)
    check("the release before is back", status(vm) == ("0.1.0-1", "0.2.0-1"))
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


def update(vm: Machine, name: str, *options: str) -> str:
    command = f"apt-get --yes {' '.join(options)} install /root/releases/{name}.deb 2>&1"
    return " / ".join(line for line in vm.sh(command, timeout=LONG).splitlines() if line.startswith("eztrak:"))


def status(vm: Machine) -> tuple[str, str]:
    lines = vm.sh("eztrak-setup status", check=False).splitlines()
    return lines[0].split()[1], lines[1].split()[1]
