"""QEMU: how it is started, and the socket by which a running one is controlled."""

import json
import os
import platform
import re
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eztrak.release.fitting import WORDS

CACHE = Path(os.environ.get("EZTRAK_LAB", "/var/tmp/eztrak-appliance"))
OWN = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
ARCH = os.environ.get("ARCH", OWN)

# There is no boot loader that eztrak-setup could give its words to. What only makes an emulated processor boot sooner
# stands in the second line.
KERNEL = (
    f"root=/dev/vda rootfstype=ext4 rootwait console={{line}},115200 console=tty1 {WORDS} "
    "mitigations=off lsm=yama audit=0 cryptomgr.notests nokaslr random.trust_cpu=on 8250.nr_uarts=1 "
    "module_blacklist=ahci,iTCO_wdt,i2c_i801,lpc_ich,pcspkr,vga16fb,efi_pstore"
)

# Machine, processor, graphics card and serial line. arm64: the processor of a Raspberry Pi 4.
BOARDS = {
    "amd64": ("q35,i8042=off,vmport=off", "Nehalem", "virtio-vga", "ttyS0"),
    "arm64": ("virt", "cortex-a72", "virtio-gpu-pci", "ttyAMA0"),
}


class LabError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Hardware:
    """What the machine is made of."""

    width: int = 1280
    height: int = 720
    memory: int = 1024
    cut: str = "drop"  # what a power cut does to what was not flushed
    seed: int = 1
    clock: str = ""  # at power-on, as 2020-01-01T00:00:00: a machine without a battery
    kernel: str = ""  # more words for its command line
    data_disk: str = ""  # the label of a second disk, for a root that is read-only


def command(image: Path, folder: Path, hardware: Hardware, memory: Path | None) -> list[str]:
    """With `memory` it waits for that, instead of booting."""
    drives = [_drive(folder, name) for name in ("disk", *(["data"] if hardware.data_disk else []))]
    machine, processor, card, line = BOARDS[ARCH]
    native = _virtualisation()
    screen = f"{card},id=screen,xres={hardware.width},yres={hardware.height}"
    words = f"{KERNEL.format(line=line)} {hardware.kernel}"
    # fmt: off
    return [
        *_program(), "-name", folder.name, "-machine", machine, "-nodefaults", "-no-user-config",
        "-accel", "kvm" if native else "tcg,thread=multi,tb-size=512", "-cpu", "host" if native else processor,
        "-smp", "2", "-m", str(hardware.memory), "-display", "none",
        "-vnc", f"unix:{folder}/display",
        "-kernel", f"{image}.vmlinuz", "-initrd", f"{image}.initrd", "-append", words,
        *[word for drive in drives for word in drive],
        "-device", screen, "-device", "virtio-rng-pci", "-device", "i6300esb", "-action", "watchdog=reset",
        "-qmp", f"unix:{folder}/control,server=on,wait=off", "-serial", f"file:{folder}/console.log",
        "-device", "virtio-serial-pci",
        "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
        "-device", "virtserialport,chardev=commands,name=eztrak.commands",
        "-chardev", f"file,id=log,path={folder}/board.log,append=on",
        "-device", "virtserialport,chardev=log,name=eztrak.log",
        "-chardev", f"socket,id=line,path={folder}/line,server=on,wait=off",
        "-device", "qemu-xhci,id=usb", "-device", "usb-kbd,id=keypad,bus=usb.0,port=1",
        *(["-incoming", f"file:{memory}"] if memory else []),
        *(["-rtc", f"base={hardware.clock}"] if hardware.clock else []),
    ]
    # fmt: on


def _drive(folder: Path, name: str) -> list[str]:
    drive = f"file=nbd+unix:///?socket={folder}/{name}.nbd,format=raw,cache=writeback,if=none,id={name}"
    return ["-drive", drive, "-device", f"virtio-blk-pci,drive={name},serial={name}"]


def _program() -> list[str]:
    """The newer QEMU that build-image unpacked where the system's is too old, or the system's."""
    program = {"amd64": "qemu-system-x86_64", "arm64": "qemu-system-aarch64"}[ARCH]
    tools = CACHE / ("tools" if ARCH == OWN else f"tools-{ARCH}")
    if not tools.with_suffix(".key").exists():
        return [program]
    library = next(tools.glob("usr/lib/*-linux-gnu"))
    share = tools / "usr/share"
    loader = [str(next(library.glob("ld-linux-*.so.*"))), "--library-path", str(library)]
    firmware = ["-L", f"{share}/qemu", "-L", f"{share}/seabios"]
    return ["env", f"QEMU_MODULE_DIR={library}/qemu", *loader, f"{tools}/usr/bin/{program}", *firmware]


def _virtualisation() -> bool:
    """A /dev/kvm of a PC without one of these flags cannot run a stock kernel."""
    if ARCH != OWN:
        return False
    flags = re.search(r"^flags.*\b(svm|vmx)\b", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return (bool(flags) or OWN == "arm64") and os.access("/dev/kvm", os.R_OK | os.W_OK)


def _connected(path: Path) -> socket.socket:
    """The name of a socket is there a moment before somebody listens."""
    for _ in range(100):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(path))
            return connection
        except ConnectionRefusedError:
            connection.close()
            time.sleep(0.1)
    raise LabError(f"{path}: nobody listens")


class Control:
    """The control socket (QMP)."""

    def __init__(self, path: Path) -> None:
        self._socket = _connected(path)
        self._socket.settimeout(30)
        self._stream = self._socket.makefile("rwb")
        self._events: list[dict[str, Any]] = []
        self._next()
        self.cmd("qmp_capabilities")

    def cmd(self, execute: str, **arguments: object) -> Any:
        self._stream.write(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")
        self._stream.flush()
        while True:
            reply = self._next()
            if "event" in reply:
                self._events.append(reply)
            elif "error" in reply:
                raise LabError(f"{execute}: {reply['error']['desc']}")
            else:
                return reply["return"]

    def heard(self, name: str) -> bool:
        """Whether QEMU has told of such an event; it does so before it answers."""
        self.cmd("query-status")
        return any(event["event"] == name for event in self._events)

    def wait_event(self, name: str, device: str, patience: float = 30) -> None:
        end = time.monotonic() + patience
        while not any(e["event"] == name and e["data"].get("device") == device for e in self._events):
            self._socket.settimeout(max(0.1, end - time.monotonic()))
            try:
                reply = self._next()
            except TimeoutError:
                raise LabError(f"no {name} of {device} in {patience} s") from None
            finally:
                self._socket.settimeout(30)
            if "event" in reply:
                self._events.append(reply)
        self._events.clear()

    def close(self) -> None:
        self._socket.close()

    def _next(self) -> dict[str, Any]:
        if not (line := self._stream.readline()):
            raise LabError("QEMU closed its control socket")
        message: dict[str, Any] = json.loads(line)
        return message
