"""Another way to the glass, where SDL cannot draw on the bare console: a kiosk that shows the board and nothing else.

Two cases exist. There is a KMS driver but no working GL: `cage`, a Wayland compositor for one program, draws with the
processor alone (pixman). There is no KMS driver but an old frame buffer, /dev/fb0: an X server can use that. Either
takes the place of this process and starts the unit again inside; a mark in its environment keeps that from going round
in circles. Neither is installed unless the room's handyman does so: the bare console needs the least.
"""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

MARK = "EZTRAK_KIOSK"  # names the kiosk that the unit runs in
# Never blank, no cursor, errors to us and not to a file.
X_SERVER = ("-keeptty", "-nolisten", "tcp", "-nocursor", "-s", "0", "-dpms", "-logfile", "/dev/null")

Which = Callable[[str], str | None]


def kiosk(cards: bool, environ: Mapping[str, str] = os.environ, which: Which = shutil.which) -> list[str]:
    """The command that shows a program in a kiosk; empty where there is none, or where we are in one already.

    `cards` says whether the kernel has a card to set a mode on; without one only X knows a way."""
    if MARK in environ:
        return []
    if cards and which("cage") and which("Xwayland"):  # cage ends where it cannot start that one too
        return ["cage", "--"]
    if which("xinit") and which("Xorg") and (cards or Path("/dev/fb0").exists()):
        return ["xinit"]
    return []


def enter(command: list[str]) -> NoReturn:
    """Becomes the kiosk, with the unit as its program."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    # Keyboards are hidden from it, on purpose (systemd/eztrak.rules): without a mouse it has no input device at all.
    environ |= {MARK: command[0], "WLR_LIBINPUT_NO_DEVICES": "1"}
    environ.setdefault("WLR_RENDERER", "pixman")
    # An X server would tell systemd that all is ready; only the board inside may.
    notify = [f"{name}={environ.pop(name)}" for name in ("NOTIFY_SOCKET",) if name in environ]
    unit = ["/usr/bin/env", *notify, sys.executable, "-m", "eztrak", *sys.argv[1:]]
    # xinit wants its server's words behind two dashes.
    terminal = [f"vt{number}"] if (number := _terminal()) else []
    server = ["--", ":0", *terminal, *X_SERVER]
    whole = [*command, *unit, *(server if command[0] == "xinit" else [])]
    os.execvpe(whole[0], whole, environ)


def _terminal() -> str:
    """The number of the virtual terminal that we were given, "" for none."""
    try:
        return Path(os.ttyname(0)).name.removeprefix("tty") if os.isatty(0) else ""
    except OSError:
        return ""
