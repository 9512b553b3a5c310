"""A unit with a read-only root and a data partition, as docs/installer.md has it: power cuts keep the hands alone.

Run by `make vm-readonly-test LAB=FOLDER`; see keypad_vm.py for the lab, install_vm.py for the image.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import install_vm
import keypad_vm
from install_vm import PATIENCE, wait_hands, wait_up
from keypad_vm import LAB, TOP, check

IMAGE = "eztrak-readonly"
DATA = Path(os.environ.get("LAB_CACHE", "/var/tmp/eztrak-lab")) / "run" / "eztrak-readonly-data"


def main() -> int:
    sys.path.insert(0, str(LAB))
    from labvm import VM

    install_vm.build(IMAGE, f"./install --silent && {as_documented()}")
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    disk, socket = DATA / "disk.raw", DATA / "nbd.sock"
    subprocess.run(["truncate", "-s", "256M", disk], check=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-L", "eztrak-data", disk], check=True)
    drive = f"file=nbd+unix:///?socket={socket},format=raw,cache=writeback,if=none,id=data"
    try:
        with VM(IMAGE, extra=("-drive", drive, "-device", "virtio-blk-pci,drive=data")) as vm:
            hands: list[str] = []
            for key, hand in ("3", "B"), ("1", "P"), ("2", "T"):
                # Both disks lose what was not flushed.
                log, server = DATA / "cuts.jsonl", [sys.executable, LAB / "flakydisk.py", disk, socket]
                socket.unlink(missing_ok=True)
                data = subprocess.Popen([*server, "--cut", "drop", "--seed", "1", "--log", log])
                vm.wait(socket.exists, 20)
                vm.boot(fresh=not hands)
                vm.wait_ready(PATIENCE)
                a_start(vm, hands)
                vm.type(f"{key}\n")
                hands.append(hand)
                wait_hands(vm, " ".join(hands))
                vm.sh("echo strange >/etc/strange; sync")
                vm.cut_power()
                data.wait(30)
                same = subprocess.run(["cmp", vm.p("disk.raw"), Path(DATA.parent.parent, f"{IMAGE}.raw")]).returncode
                check("the root's disk has not changed by a bit", same == 0)
    finally:
        shutil.rmtree(DATA)
    print(f"{keypad_vm.passed} passed, {keypad_vm.failed} failed")
    return 1 if keypad_vm.failed else 0


def a_start(vm: Any, hands: list[str]) -> None:
    wait_up(vm)
    root = vm.sh("findmnt -no FSTYPE /; findmnt -no SOURCE /var/lib/eztrak").split()
    check("the root is an overlay, the history on its own disk", root == ["overlay", "/dev/vdb"], " ".join(root))
    check("what was written beside the history is forgotten", vm.sh("ls /etc/strange", check=False) == "")
    if hands:
        wait_hands(vm, " ".join(hands))


def as_documented() -> str:
    """The commands of the installer's page that can be run before there is a data partition."""
    page = (TOP / "docs/installer.md").read_text().split("## Read-only root")[1].split("\n## ")[0]
    lines = [line.strip().replace("sudo ", "") for line in page.splitlines() if line.startswith("    ")]
    done = [line for line in lines if line.startswith(("echo", "printf", "apt install"))]
    return " && ".join(done).replace("apt install", "apt-get install --yes")


if __name__ == "__main__":
    sys.exit(main())
