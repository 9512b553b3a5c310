"""The plug is pulled while hands are typed, on a disk that forgets what was not flushed: no acknowledged hand is lost.

Most cuts start from a saved machine and look at the disk from outside, which takes seconds; some boot again on the same
disk and go on, cut while they boot as well.
"""

import os
import subprocess
import time
from random import Random

from unit import DATABASE, IMAGE, Unit, check, hands_of, stored

from machine import Hardware, LabError, Machine  # isort: skip -- unit.py says where it is

CUTS = int(os.environ.get("CUTS", "100"))
REBOOTS = int(os.environ.get("REBOOTS", "5"))
MODES = ("drop", "random", "torn")
SMALL = {"width": 800, "height": 480}  # an emulated processor draws; a smaller picture gives it time for more hands
RESULTS = ("1", "3", "5", "7", "9", "43", "41")


def cuts_lose_nothing() -> None:
    with Machine(IMAGE, Hardware(**SMALL)) as machine:
        machine.boot(fresh=True).wait_ready()
        unit = Unit(machine)
        unit.up()
        unit.takes("1\n", "P")
        before = unit.hands()
        machine.save("typing")
    lost = hands = torn = 0
    faults = []
    for number in range(CUTS):
        random = Random(number)
        mode = MODES[number % len(MODES)]
        with Machine(IMAGE, Hardware(**SMALL, cut=mode), "power") as machine:
            machine.boot(saved="typing", seed=number)
            _type_for(machine, random, random.uniform(1, 12))
            if number % 4:  # the rest at any instant
                machine.doom()
                _type_for(machine, random, 30)
            account = machine.cut_power()
            acknowledged = before | hands_of(machine.log())
            with machine.mounted() as disk:
                fault, on_disk = stored(disk / DATABASE.lstrip("/"))
        if fault:
            faults.append(f"cut {number} ({mode}): {fault}")
        lost += sum(on_disk.get(hand) != acknowledged[hand] for hand in acknowledged)
        hands, torn = hands + len(acknowledged) - len(before), torn + (account["bytes_lost"] > 0)
        print(f"     cut {number + 1}: {len(acknowledged)} told, {len(on_disk)} stored, {account}", flush=True)
    check(f"{CUTS} power cuts: none of {hands} acknowledged hands is lost", lost == 0, f"{lost} lost")
    check("every history is sound after its cut", not faults, "; ".join(faults))
    check("hands were typed, and most cuts lost writes", hands > CUTS and torn > CUTS / 2, f"{torn} cuts lost writes")


def boots_after_cuts_go_on() -> None:
    """The same disk all the time: cut while it boots, while it types; the board comes up and has every hand."""
    acknowledged: dict[tuple[int, int], str] = {}
    random = Random(1)
    for number in range(REBOOTS):
        with Machine(IMAGE, Hardware(**SMALL, cut=MODES[number % 3]), "reboots") as machine:
            machine.boot(fresh=number == 0, seed=number)
            if number % 2:
                time.sleep(random.uniform(5, 60))  # somewhere in the boot, or just after
            else:
                unit = Unit(machine)
                unit.up()
                count = len(acknowledged | unit.hands())
                unit.takes("3\n", "B")
                _type_for(machine, random, random.uniform(1, 6))
                check(f"boot {number + 1} goes on where it was cut", len(unit.hands()) >= 1, f"{count} hands before")
            machine.cut_power()
            acknowledged |= hands_of(machine.log())
    with Machine(IMAGE, Hardware(**SMALL), "reboots") as machine:
        with machine.mounted() as disk:
            fault, on_disk = stored(disk / DATABASE.lstrip("/"))
        missing = [hand for hand in acknowledged if on_disk.get(hand) != acknowledged[hand]]
        check(
            f"after {REBOOTS} cuts on one disk none of {len(acknowledged)} hands is lost",
            not missing and not fault,
            fault,
        )


def a_torn_superblock_is_mended() -> None:
    """Before the root is mounted, by what the installation has put into the initrd; see packaging/initrd."""
    disk = Machine(IMAGE, Hardware(), "reboots").folder / "disk.raw"
    output = subprocess.run(["blkid", "-o", "value", "-s", "UUID", disk], capture_output=True, text=True, check=True)
    for name in "/dev/vda", f"UUID={output.stdout.strip()}":
        with Machine(IMAGE, Hardware(**SMALL, kernel=f"root={name}"), "reboots") as machine:
            machine.tear("disk.raw")
            machine.boot()
            Unit(machine).up()
            said = machine.sh("dmesg | grep -o 'the superblock of .*'", check=False).strip()
            check(f"a start mends the torn superblock of {name}", "is torn, e2fsck mends it" in said, said)
            machine.cut_power()


def _type_for(machine: Machine, random: Random, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not machine.doomed:
        try:
            machine.type(random.choice(RESULTS) + "\n", hold=0.02)
        except (LabError, OSError):
            return


def test() -> None:
    cuts_lose_nothing()
    boots_after_cuts_go_on()
    a_torn_superblock_is_mended()
