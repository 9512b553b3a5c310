"""A unit in a virtual machine: power it on, type on its keypads, look at its screen, cut its power.

A real kernel, a real USB keypad and serial adapter, a real DRM screen, and a disk that forgets what was not flushed.
Needs an image of build-image. Without hardware virtualisation a boot takes about a minute; going on from what was kept
of a running machine (`save`, `boot(saved=…)`) takes seconds.
"""

import base64
import contextlib
import json
import os
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame
from qemu import CACHE, Control, Hardware, LabError, command

T = TypeVar("T")
PATIENCE = 300.0  # seconds; the processor may be an emulated one, on a machine that has other work

NAMES = {f"KP_{digit}": f"kp_{digit}" for digit in range(10)} | {
    "KP_ENTER": "kp_enter",
    "KP_PLUS": "kp_add",
    "KP_MINUS": "kp_subtract",
    "KP_ASTERISK": "kp_multiply",
    "KP_SLASH": "kp_divide",
    "KP_DOT": "kp_decimal",
    "BACKSPACE": "backspace",
    "NUMLOCK": "num_lock",
}
CAPS = {str(digit): f"KP_{digit}" for digit in range(10)} | {
    "\n": "KP_ENTER",
    "+": "KP_PLUS",
    "-": "KP_MINUS",
    "*": "KP_ASTERISK",
    "/": "KP_SLASH",
    ".": "KP_DOT",
    "<": "BACKSPACE",
}


class Said(str):
    """What a command in the machine wrote; `status` and `err` beside it."""

    status: int
    err: str


class Machine:
    def __init__(self, image: str, hardware: Hardware = Hardware(), name: str = "") -> None:  # noqa: B008 -- a value
        self.image = CACHE / image
        self._hardware = hardware
        self.folder = CACHE / "run" / (name or image)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._control: Control | None = None
        self._commands: socket.socket | None = None
        self._line: socket.socket | None = None
        self._partial = b""
        self._asked = 0

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, fault: type[BaseException] | None, *_: object) -> None:
        if fault:  # what was to be seen when it went wrong
            with contextlib.suppress(Exception):
                self.screenshot(self.folder / "failed.png")
        self.quit()

    # Power

    def boot(self, fresh: bool = False, saved: str = "", seed: int = 1) -> "Machine":
        """Powers on: with a fresh disk, with the one that earlier boots wrote to, or on from what `save` kept."""
        saved_in = CACHE / "saved" / saved if saved else None
        if fresh or saved_in or not self.folder.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            _copy(saved_in / "disk.raw" if saved_in else self.image.with_suffix(".raw"), self.folder / "disk.raw")
            if self._hardware.data_disk:
                label = ["-L", self._hardware.data_disk]
                subprocess.run(["mke2fs", "-q", "-t", "ext4", *label, self.folder / "data.raw", "256M"], check=True)
        for name in ("control", "commands", "line", "display", "disk.nbd", "data.nbd"):
            (self.folder / name).unlink(missing_ok=True)
        for name in ("disk", "data") if self._hardware.data_disk else ("disk",):
            self._attach(name, seed)
        memory = saved_in / "memory" if saved_in else None
        boots = saved_in / "boot" if saved_in else self.image
        self._start("qemu", command(boots, self.folder, self._hardware, memory))
        self._appears(self.folder / "control")
        if saved_in:
            self.wait(lambda: self.qmp.cmd("query-status")["status"] in ("running", "paused"), every=0.05)
            self.qmp.cmd("cont")
        self.replug("serialpad")
        return self

    def save(self, saved: str) -> None:
        """Keeps disk and memory as they are now, for `boot(saved=…)`; the machine ends. QEMU cannot keep its serial
        adapter: it is unplugged before, and plugged in again by `boot`."""
        saved_in = CACHE / "saved" / saved
        shutil.rmtree(saved_in, ignore_errors=True)
        saved_in.mkdir(parents=True)
        self.unplug("serialpad")
        self.wait(lambda: self.sh("! ls /dev/ttyUSB0 2>&1"))
        self.qmp.cmd("stop")
        self.qmp.cmd("migrate-set-parameters", **{"max-bandwidth": 1 << 34})
        self.qmp.cmd("migrate", uri=f"file:{saved_in}/memory")
        self.wait(lambda: self.qmp.cmd("query-migrate").get("status") in ("completed", "failed"), every=0.1)
        if (migration := self.qmp.cmd("query-migrate"))["status"] != "completed":
            raise LabError(f"not saved: {migration}")
        self.quit()
        (self.folder / "disk.raw").rename(saved_in / "disk.raw")
        for part in ("vmlinuz", "initrd"):  # of the same size, or the memory does not fit
            shutil.copy(self.image.with_suffix(f".{part}"), saved_in / f"boot.{part}")

    def doom(self) -> None:
        """Has the power cut while one of the next few writes is on its way to the disk."""
        self._processes["disk"].send_signal(signal.SIGUSR1)

    @property
    def doomed(self) -> bool:
        """Whether that has happened; `cut_power` is then to follow at once."""
        return self._processes["disk"].poll() is not None

    def cut_power(self) -> dict[str, Any]:
        """Pulls the plug. Returns the disk's account of what was lost."""
        self._processes["qemu"].send_signal(signal.SIGKILL)
        self._ended()
        account: dict[str, Any] = json.loads((self.folder / "disk.log").read_text().splitlines()[-1])
        return account

    def reboot(self) -> None:
        """In order, as `reboot` does it; waits for the machine to be up again."""
        before = self.sh("cat /proc/sys/kernel/random/boot_id")
        self.sh("systemctl --no-block reboot", check=False)
        self.wait(lambda: self.sh("cat /proc/sys/kernel/random/boot_id", timeout=5) != before, every=1)

    def quit(self) -> None:
        """Ends QEMU in order: the machine is not told, but nothing that its disk took is lost."""
        if "qemu" not in self._processes:
            return
        with contextlib.suppress(LabError, OSError):
            self.qmp.cmd("quit")
        try:
            self._processes["qemu"].wait(30)
        except subprocess.TimeoutExpired:
            self._processes["qemu"].kill()
        self._ended()

    def _attach(self, name: str, seed: int) -> None:
        path = self.folder / f"{name}.nbd"
        log = self.folder / f"{name}.log"
        arguments = ["--cut", self._hardware.cut, "--seed", str(seed), "--log", str(log)]
        server = Path(__file__).with_name("disk.py")
        self._start(name, [sys.executable, str(server), str(self.folder / f"{name}.raw"), str(path), *arguments])
        self._appears(path)

    def _start(self, name: str, arguments: list[str]) -> None:
        with (self.folder / f"{name}.said").open("ab") as said:
            self._processes[name] = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )

    def _appears(self, path: Path) -> None:
        end = time.monotonic() + 30
        while not path.exists():
            if time.monotonic() > end:
                said = "".join(file.read_text()[-2000:] for file in self.folder.glob("*.said"))
                raise LabError(f"{path} did not appear: {said}")
            time.sleep(0.02)

    def _ended(self) -> None:
        for connection in (self._control, self._commands, self._line):
            if connection is not None:
                connection.close()
        self._control = self._commands = self._line = None
        for process in self._processes.values():
            process.wait(60)
        self._processes.clear()

    # Inside

    @property
    def qmp(self) -> Control:
        if self._control is None:
            self._control = Control(self.folder / "control")
        return self._control

    def wait_ready(self) -> float:
        """Until a command runs in the machine; says how long that took."""
        begun = time.monotonic()
        self.wait(lambda: self.sh("echo up", timeout=2))
        return time.monotonic() - begun

    def sh(self, command: str, timeout: float = 120, check: bool = True, stdin: bytes = b"") -> Said:
        """Runs a command as root in the machine."""
        self._asked += 1
        request = {"id": self._asked, "command": command, "timeout": timeout}
        output = self._ask(
            request | {"stdin": base64.b64encode(stdin).decode()}, timeout + 30 if timeout > 5 else timeout
        )
        said = Said(base64.b64decode(output["out"]).decode(errors="replace"))
        said.status, said.err = output["status"], base64.b64decode(output["err"]).decode(errors="replace")
        if check and said.status:
            raise LabError(f"in the machine: {command!r} ended with {said.status}\n{said}{said.err}")
        return said

    def put(self, path: str, data: bytes, mode: str = "644") -> None:
        place = shlex.quote(path)
        self.sh(f"mkdir -p $(dirname {place}); cat >{place}; chmod {mode} {place}", stdin=data)

    def wait(self, what: Callable[[], T], patience: float = PATIENCE, every: float = 0.2) -> T:
        """Until it is true; where the machine cannot tell yet, it is not."""
        end, last = time.monotonic() + patience, ""
        while time.monotonic() < end:
            try:
                if value := what():
                    return value
            except (LabError, OSError) as fault:
                last = f" ({fault})"
            if "qemu" in self._processes and self._processes["qemu"].poll() is not None:
                raise LabError(f"QEMU ended: {(self.folder / 'qemu.said').read_text()[-2000:]}")
            time.sleep(every)
        raise LabError(f"waited {patience:.0f} s in vain{last}")

    def log(self) -> list[str]:
        """What the board has said so far, complete lines, also those before a power cut."""
        try:
            return (self.folder / "board.log").read_text(errors="replace").split("\n")[:-1]
        except FileNotFoundError:
            return []

    def _ask(self, request: dict[str, Any], patience: float) -> dict[str, Any]:
        if self._commands is None:
            self._commands, self._partial = socket.socket(socket.AF_UNIX), b""
            self._commands.connect(str(self.folder / "commands"))
        self._commands.settimeout(10)
        self._commands.sendall(json.dumps(request).encode() + b"\n")
        end = time.monotonic() + patience
        while True:
            *lines, self._partial = self._partial.split(b"\n")
            for line in lines:
                with contextlib.suppress(ValueError):
                    if (data := json.loads(line)).get("id") == request["id"]:
                        answer: dict[str, Any] = data
                        return answer
            if not select.select([self._commands], [], [], max(0.0, end - time.monotonic()))[0]:
                raise LabError("the machine does not answer")
            if not (more := self._commands.recv(1 << 16)):
                self._commands = None
                raise LabError("the machine's command port closed")
            self._partial += more

    # Keypads

    def key(self, *names: str, hold: float = 0.04) -> None:
        """Presses keys of the USB keypad one after another."""
        for name in names:
            self.key_event(name, True)
            time.sleep(hold)
            self.key_event(name, False)
            time.sleep(hold)

    def chord(self, *codes: str) -> None:
        """Presses keys at once, by QEMU's names."""
        for down in (True, False):
            for code in codes if down else reversed(codes):
                self.key_event(code, down)
                time.sleep(0.1)

    def key_event(self, name: str, down: bool) -> None:
        key = {"type": "qcode", "data": NAMES.get(name, name)}
        self.qmp.cmd("input-send-event", events=[{"type": "key", "data": {"down": down, "key": key}}])

    def type(self, caps: str, hold: float = 0.04) -> None:
        """Caps of the keypad; a new line is Enter, < is Backspace."""
        self.key(*(CAPS[cap] for cap in caps), hold=hold)

    def unplug(self, device: str = "keypad") -> None:
        self.qmp.cmd("device_del", id=device)
        self.qmp.wait_event("DEVICE_DELETED", device)

    def replug(self, device: str = "keypad") -> None:
        if device == "serialpad":
            line = {"driver": "usb-serial", "port": "2", "chardev": "line", "always-plugged": True}
        else:
            line = {"driver": "usb-kbd", "port": {"keypad": "1", "second": "3"}[device]}
        self.qmp.cmd("device_add", id=device, bus="usb.0", **line)

    def serial_send(self, data: bytes) -> None:
        if self._line is None:
            self._line = socket.socket(socket.AF_UNIX)
            self._line.connect(str(self.folder / "line"))
        self._line.sendall(data)

    def serial_type(self, data: bytes, apart: float = 0.5) -> None:
        """As a hand types it, also for a machine that is slow to look."""
        for byte in data:
            self.serial_send(bytes([byte]))
            time.sleep(apart)

    # Screen and disk

    def screen(self) -> pygame.Surface:
        path = self.folder / "screen.ppm"
        self.qmp.cmd("screendump", filename=str(path))
        return pygame.image.load(path)

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.screen(), path)

    def plug_display(self, width: int, height: int) -> None:
        """Another display in the place of the one before, told as a viewer of QEMU's screen tells it (VNC): the kernel
        hears of it and reads its EDID, as with a cable."""
        with socket.socket(socket.AF_UNIX) as viewer, viewer.makefile("rwb") as stream:
            viewer.settimeout(30)
            viewer.connect(str(self.folder / "display"))
            stream.write(stream.read(12))  # the version
            stream.flush()
            stream.read(stream.read(1)[0])
            stream.write(b"\1\1")  # without a password; others may look too
            stream.flush()
            stream.read(24)
            stream.read(int.from_bytes(stream.read(4), "big"))
            size = width.to_bytes(2, "big") + height.to_bytes(2, "big")
            stream.write(b"\xfb\0" + size + b"\1\0" + bytes(8) + size + bytes(4))
            stream.flush()
            time.sleep(1)  # whoever hangs up at once is not listened to

    def tear(self, disk: str) -> None:
        """Leave the superblock of a machine that is off as a cut between its two sectors does: the checksum is old."""
        with (self.folder / disk).open("r+b") as raw:
            raw.seek(1024 + 1020)
            old = bytes(255 - byte for byte in raw.read(4))
            raw.seek(1024 + 1020)
            raw.write(old)

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        """The disk of a machine that is off, as its next start would find it: checked, recovered, and to be read."""
        checked = subprocess.run(["e2fsck", "-y", str(self.folder / "disk.raw")], capture_output=True, check=False)
        if checked.returncode > 1:  # 1: something was mended
            raise LabError(f"the disk cannot be mended: {checked.stdout.decode(errors='replace')[-2000:]}")
        if b"trying backup" in checked.stdout + checked.stderr:
            print("     the superblock was torn: e2fsck mended it", flush=True)
        place = self.folder / "mounted"
        place.mkdir(exist_ok=True)
        subprocess.run(["mount", "-o", "loop", str(self.folder / "disk.raw"), str(place)], check=True)
        try:
            yield place
        finally:
            subprocess.run(["umount", str(place)], check=True)


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise LabError(f"no {source}: build-image makes it")
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", str(source), str(target)], check=True)
