"""The appliance test: the product installed on a Debian machine as the README says, on real (virtual) hardware.

    make appliance-test              all parts, hours on an emulated processor
    make appliance-test PARTS="power keypads"

It needs root, loop mounts and Debian's packages; QEMU uses KVM where there is. Each part says what it saw, line by
line, and pictures of the screen are left in build/appliance.
"""

import shutil
import sys
import traceback
from collections.abc import Callable

import displays
import faults
import floor
import installed
import keypads
import power
import readonly
import sticks
import unit
import updates
from unit import IMAGE

from qemu import CACHE  # isort: skip -- unit.py says where it is

PARTS: dict[str, Callable[[], None]] = {
    "installed": installed.test,
    "keypads": keypads.test,
    "displays": displays.test,
    "sticks": sticks.test,
    "faults": faults.test,
    "floor": floor.test,
    "readonly": readonly.test,
    "updates": updates.test,
    "power": power.test,
}


def main(names: list[str]) -> int:
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    # What a room may add: kiosks for a machine that cannot draw on the console, and a server for the floor's copy; that
    # one off, so that all other parts start without it.
    added = "cage seatd xwayland xinit xserver-xorg xserver-xorg-video-fbdev postgresql"
    add = f"apt-get install --yes --quiet --no-install-recommends {added} >/dev/null && systemctl disable postgresql"
    unit.build(IMAGE, f"{unit.INSTALL} && tests/appliance/releases /root/releases && {add}")
    for name in names or PARTS:
        print(f"---- {name}", flush=True)
        before = unit.failed
        try:
            PARTS[name]()
        except Exception:
            unit.check(f"{name} was carried through", False, traceback.format_exc())
        if unit.failed == before:  # two gigabytes for each disk; those of a part that failed are worth a look
            shutil.rmtree(CACHE / "run", ignore_errors=True)
    print(f"{unit.passed} passed, {unit.failed} failed")
    return 1 if unit.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
