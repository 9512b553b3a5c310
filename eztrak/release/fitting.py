"""What is set once on a machine, whichever release runs, and taken away with the last: the commands, log-ins on
terminals, the kernel's words, and what mends a torn superblock before the root is mounted."""

import shutil
from pathlib import Path

from eztrak.release.system import do, running, same, say, works, write
from eztrak.release.units import ROOT, point

# Log-ins on terminals and what keys can ask of systemd.
MASKED = (
    *("getty@tty1.service", "autovt@.service", "getty-static.service", "debug-shell.service", "rescue.service"),
    *("ctrl-alt-del.target", "kbrequest.target"),
)
# quiet, no cursor and no blanking before the board is there; no shell where the disk is not found; mend without asking.
WORDS = "quiet loglevel=3 consoleblank=0 vt.global_cursor_default=0 panic=10 fsck.repair=yes"
COMMANDS = {Path("/usr/local/bin/eztrak"): "bin/eztrak", Path("/usr/local/sbin/eztrak-setup"): "setup"}
INITRD = {"hooks": "hook", "scripts/local-block": "mend", "scripts/local-premount": "mend"}
PI, ADDED = Path("/boot/firmware/cmdline.txt"), ROOT / "kernel-words"
GRUB = Path("/etc/default/grub.d/eztrak.cfg")


def fit(release: Path) -> None:
    do("systemctl", "--quiet", "mask", *MASKED)
    for place, inside in COMMANDS.items():
        point(place, ROOT / "current" / inside)
    add_words()
    mend_at_boot(release / "initrd")
    if not running():
        return
    do("systemctl", "stop", "getty@tty1.service")
    do("systemctl", "restart", "systemd-journald.service")
    works("systemctl", "try-restart", "systemd-logind.service")
    works("systemctl", "restart", "systemd-modules-load.service")
    if works("systemctl", "--quiet", "is-active", "display-manager.service"):
        desktop = "sudo systemctl disable --now display-manager, and the screen is the board's"
        say(f"a desktop runs on this machine: {desktop}")


def strip() -> None:
    do("systemctl", "--quiet", "unmask", *MASKED)
    take_words()
    mend_at_boot(None)
    for place in COMMANDS:
        place.unlink(missing_ok=True)


def add_words() -> None:
    """To a Raspberry Pi's command line, which is one line for all, and to GRUB's."""
    if PI.exists():
        text = PI.read_text().rstrip("\n")
        if added := [word for word in WORDS.split() if word not in text.split(" ")]:
            before = ADDED.read_text() if ADDED.exists() else ""
            write(ADDED, f"{before} {' '.join(added)}\n")  # first: what is noted and not there is no harm
            write(PI, f"{text} {' '.join(added)}\n")
    if shutil.which("update-grub"):
        line = f'GRUB_CMDLINE_LINUX_DEFAULT="$GRUB_CMDLINE_LINUX_DEFAULT {WORDS}"'
        write(GRUB, f"{line}\nGRUB_TIMEOUT=0\nGRUB_TIMEOUT_STYLE=hidden\n")
        _update_grub()


def take_words() -> None:
    if PI.exists() and ADDED.exists():
        text = f" {PI.read_text().rstrip()} "
        for word in ADDED.read_text().split():
            text = text.replace(f" {word} ", " ", 1)
        write(PI, f"{text[1:-1]}\n")
    if shutil.which("update-grub"):
        GRUB.unlink(missing_ok=True)
        _update_grub()


def _update_grub() -> None:
    if Path("/boot/grub/grub.cfg").exists() and not works("update-grub", quiet=True):
        say("update-grub failed; the kernel keeps its old words")


def mend_at_boot(parts: Path | None) -> None:
    """With the parts of this folder in the initrd, or with none."""
    if not shutil.which("update-initramfs"):
        return
    changed = False
    for folder, part in INITRD.items():
        place = Path("/etc/initramfs-tools") / folder / "eztrak"
        if parts and not same(parts / part, place):
            write(place, (parts / part).read_bytes(), 0o755)
            changed = True
        elif not parts and place.exists():
            place.unlink()
            changed = True
    if changed and not works("update-initramfs", "-u", quiet=True):
        say("update-initramfs failed; the machine starts as before")
