"""The support file: what somebody needs who is asked for help, and nothing that must stay in the room.

Secrets are kept out three times. What has them is not collected: no keys, no environment, and of the log's events only
number and kind. What may have them goes through `redacted`, which takes the values of words such as password or key,
credentials in addresses, and keys as blocks. And the secrets that this unit does have are looked for by their letters.
"""

import io
import re
import subprocess
import tarfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from eztrak.appliance.paths import is_seen, text_of
from eztrak.appliance.screens import cards

FOLDER = "eztrak-bundle"
GONE = "(removed)"
_LINES = 3000  # of each log
_PATIENCE = 20.0  # seconds for each program that is asked
_MACHINE = (
    "etc/os-release",
    "etc/debian_version",
    "proc/device-tree/model",
    "proc/version",
    "proc/cmdline",
    "proc/uptime",
    "proc/meminfo",
    "proc/mounts",
)
_KERNEL = re.compile(
    r"usb|input:|hid|drm|hdmi|vc4|v3d|ext4|mmc|i/o error|volt|thermal|throttl|oom|watchdog|clock", re.I
)

_WORDS = r"\w*(?:pass|passwords?|passwd|passphrase|pwd|secrets?|tokens?|credentials?|pins?|dsn|api_?key|(?:\b|_)key)"
_RULES = (
    (re.compile(r"-----BEGIN [^-]+-----.*?(?:-----END [^-]+-----|\Z)", re.S), GONE),
    (re.compile(r"(?<=://)[^\s/\"]+@"), f"{GONE}@"),  # scheme://user:password@host
    (re.compile(rf"(?i)(\b{_WORDS}\b['\"]?\s*[=:]\s*)(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^\s\"]+)"), rf"\1{GONE}"),
    (re.compile(r"(?i)(\bpin\s+)\d{3,}"), rf"\1{GONE}"),
)
_EVENT = re.compile(r"(event seq=\d+ kind=\w+) .*")


def redacted(text: str, known: Iterable[str] = ()) -> str:
    """A text without secrets: none of these, and nothing that looks like one."""
    for secret in known:
        if len(secret) >= 4:
            text = text.replace(secret, GONE)
    for form, instead in _RULES:
        text = form.sub(instead, text)
    return _EVENT.sub(r"\1 …", text)


def collected(root: Path = Path("/")) -> dict[str, str]:
    """What the machine says of itself, by the file that it goes into."""
    return {
        "machine.txt": _machine(root),
        "screens.txt": _screens(root),
        "usb.txt": _usb(root),
        "units.txt": _said("systemctl", "status", "--no-pager", "--lines=0", "eztrak*"),
        "packages.txt": _said(
            "dpkg-query", "-W", "eztrak*", "libgbm1", "libegl*", "libgles2", "libgl1-mesa-dri", "cage"
        ),
        "log.txt": _said("journalctl", "--no-pager", f"--lines={_LINES}", "--output=short-iso", "--unit=eztrak*"),
        "kernel.txt": _kernel(),
    }


def write(out: BinaryIO, texts: Mapping[str, str], known: Iterable[str], history: Path | None = None) -> None:
    """Writes the file, or into a pipe. Raises OSError."""
    known = tuple(known)
    with tarfile.open(fileobj=out, mode="w|gz") as archive:
        for name, text in texts.items():
            content = redacted(text, known).encode(errors="replace")
            about = tarfile.TarInfo(f"{FOLDER}/{name}")
            about.size, about.mode, about.mtime = len(content), 0o600, int(time.time())
            archive.addfile(about, io.BytesIO(content))
        if history:
            archive.add(history, f"{FOLDER}/history.db")


def _machine(root: Path) -> str:
    return "\n".join(f"== /{name}\n{text_of(root / name)}" for name in _MACHINE if is_seen(root / name))


def _screens(root: Path) -> str:
    lines = []
    for card in cards(root):
        lines.append(str(card))
        for connector in card.connectors:
            shown = " ".join([connector.display, *connector.modes[:3]]).strip()
            lines.append(f"    {connector.name}: {connector.status} {shown}".rstrip())
    return "\n".join(lines or ["no graphics card"]) + "\n"


def _usb(root: Path) -> str:
    lines = []
    for folder in sorted(root.glob("sys/bus/usb/devices/*")):
        vendor, product = text_of(folder / "idVendor"), text_of(folder / "idProduct")
        if vendor:
            names = f"{text_of(folder / 'manufacturer')} {text_of(folder / 'product')}".strip()
            lines.append(f"{folder.name}  {vendor}:{product}  {names}")
    return "\n".join(lines or ["no USB device"]) + "\n"


def _kernel() -> str:
    said = _said("journalctl", "--no-pager", "--dmesg", "--boot", "--output=short-monotonic")
    return "\n".join([line for line in said.splitlines() if _KERNEL.search(line)][-_LINES:]) + "\n"


def _said(*command: str) -> str:
    """What a program of the system says; or why it says nothing."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"{command[0]}: {fault}\n"
    return (done.stdout + done.stderr).decode(errors="replace")
