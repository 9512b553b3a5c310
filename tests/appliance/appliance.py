"""The appliance test: the product installed on a Debian machine as the README says, on real (virtual) hardware.

    make appliance-test              all parts, hours on an emulated processor
    make appliance-test PARTS="power keypads"

It needs root, loop mounts and Debian's packages; QEMU uses KVM where there is. Each part says what it saw, line by line,
and pictures of the screen are left in build/appliance.
"""

import subprocess
import sys
import traceback
from collections.abc import Callable

import faults
import power
import unit
from unit import IMAGE, TOP

PARTS: dict[str, Callable[[], None]] = {
    "faults": faults.test,
    "power": power.test,
}


def build() -> None:
    """A disk with what git knows of the product, as it stands in the working tree, installed."""
    source = TOP / "build" / "appliance" / "eztrak"
    subprocess.run(["rm", "-rf", str(source)], check=True)
    source.mkdir(parents=True)
    copy = f"git ls-files -z | tar --null --files-from=- -cf - | tar -C '{source}' -xf -"
    subprocess.run(copy, shell=True, check=True, cwd=TOP)
    script = TOP / "tests/appliance/lab/build-image"
    install = "./install --silent && tests/appliance/releases /root/releases"
    subprocess.run([str(script), IMAGE, unit.SUITE, str(source), install], check=True)


def main(names: list[str]) -> int:
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    build()
    for name in names or PARTS:
        print(f"---- {name}", flush=True)
        try:
            PARTS[name]()
        except Exception:
            unit.check(f"{name} was carried through", False, traceback.format_exc())
    print(f"{unit.passed} passed, {unit.failed} failed")
    return 1 if unit.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
