"""What happens to a unit in years on a wall: the clock is wrong, the disk is full, the system does not come up."""

import time

from unit import DATABASE, IMAGE, PICTURES, Unit, check, stored

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is


def test() -> None:
    with Machine(IMAGE, Hardware(clock="2020-01-01T00:00:00"), "faults") as machine:
        machine.boot(fresh=True).wait_ready()
        unit = Unit(machine)
        unit.up()
        the_clock_is_stepped(machine, unit)
        the_disk_is_full(machine, unit)
        machine.sh("systemctl stop eztrak; sync")
        machine.quit()
        with machine.mounted() as disk:
            fault, hands = stored(disk / DATABASE.lstrip("/"))
        check("the history is sound, in the order of entry", not fault and "".join(hands.values()) == "PBTPBP", hands)
    a_machine_that_cannot_come_up_tries_again()


def a_machine_that_cannot_come_up_tries_again() -> None:
    """As with a disk that cannot be mended. Root has no password here: at a prompt the line that is typed would do."""
    with Machine(IMAGE, Hardware(kernel="systemd.unit=emergency.target"), "emergency") as machine:
        machine.boot(fresh=True)
        begun = time.monotonic()
        while not machine.qmp.heard("RESET") and time.monotonic() < begun + 600:
            machine.chord("ctrl", "c")
            machine.chord("ctrl", "d")
            machine.key("ret", *"touch", "spc", "slash", *"shell", "ret")
        took = time.monotonic() - begun
        check("emergency mode restarts the machine, whatever is typed", machine.qmp.heard("RESET"), f"{took:.0f} s")
        machine.screenshot(PICTURES / "emergency.png")
        machine.quit()
        with machine.mounted() as disk:
            check("no shell has taken what was typed", not (disk / "shell").exists())


def the_clock_is_stepped(machine: Machine, unit: Unit) -> None:
    unit.takes("1\n", "P")
    machine.sh("date --set '+1 year'")
    unit.takes("3\n", "B")
    machine.sh("date --set '1970-01-02'")
    unit.takes("5\n", "T")
    machine.sh("systemctl restart eztrak")
    unit.up()
    unit.takes("1\n", "P")
    unit.shows("P B T P", instead_of="B B")


def the_disk_is_full(machine: Machine, unit: Unit) -> None:
    machine.sh("dd if=/dev/zero of=/var/lib/eztrak/filler bs=1M; true", timeout=600)
    machine.type("3\n")
    unit.says("not stored")
    check("the board stays up", machine.sh("systemctl is-active eztrak").strip() == "active")
    machine.sh("rm /var/lib/eztrak/filler; sync")
    machine.type("\n")  # what was typed has stayed
    machine.wait(lambda: len(unit.hands()) == 5)
    unit.takes("1\n", "P")
