"""The installed unit's picture on a real console: displays that come and go, the watchdog, the kiosk in its place.

A cable is pulled by telling the kernel so (`echo off >/sys/class/drm/…/status`): all that follows, events and all, is
as with a cable. The graphics card comes late by loading its driver late.
"""

import json
import time
import traceback
from collections.abc import Callable

from installed import painted
from unit import IMAGE, PICTURES, Unit, check

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

NONE = "waiting for a display: none is plugged in and switched on"
NO_CARD = "waiting for a graphics card: the kernel has no driver for one yet"


def test() -> None:
    with Machine(IMAGE, Hardware(), "displays") as vm:
        vm.boot(fresh=True).wait_ready()
        unit = Unit(vm)
        unit.up()
        for step in STEPS:
            print(f"     {step.__name__}", flush=True)
            try:
                step(vm, unit)
            except Exception:  # the next step starts the unit anew
                check(step.__name__, False, traceback.format_exc())
                print("\n".join(vm.log()[-30:]))
    an_old_frame_buffer_will_do()


def the_board_comes_up(vm: Machine, unit: Unit) -> None:
    unit.says("display: Virtual-1")
    unit.says("kind=terms")
    check("systemd is told that it is up", unit.shown("ActiveState") == "active")
    check("and what it shows", "no shoe yet" in unit.shown("StatusText"), unit.shown("StatusText"))
    unit.says("taken: QEMU")
    unit.takes("3\n", "B")
    vm.wait(lambda: "hand 1" in unit.shown("StatusText"))
    time.sleep(5)
    vm.screenshot(PICTURES / "console-up.png")
    print(vm.sh("tail -n +1 /sys/class/drm/*/status; cat /sys/class/drm/card0-Virtual-1/modes | head -3"), end="")


def it_idles_for_nothing(vm: Machine, unit: Unit) -> None:
    def cost() -> tuple[int, int]:
        pid = unit.shown("MainPID")
        ticks = vm.sh(f"cut -d' ' -f14,15 /proc/{pid}/stat").split()
        woken = vm.sh(f"cat /proc/{pid}/task/*/status | grep ^voluntary | cut -f2").split()
        return sum(map(int, ticks)), sum(map(int, woken))

    time.sleep(10)
    before = cost()
    time.sleep(60)
    ticks, woken = (now - then for now, then in zip(cost(), before, strict=True))
    check("an idle minute wakes it rarely", woken < 600, f"{woken} times, {ticks / 100:.2f} s of an emulated processor")


def the_cable_is_pulled(vm: Machine, unit: Unit) -> None:
    vm.sh("echo off >/sys/class/drm/card0-Virtual-1/status")
    unit.says(NONE)
    check("systemd is told", unit.shown("StatusText") == NONE, unit.shown("StatusText"))
    hands = len(unit.hands())
    vm.type("1\n")
    time.sleep(25)  # twice what the watchdog waits
    check("nothing is entered in the dark", len(unit.hands()) == hands)
    check("the watchdog leaves it alone", unit.shown("NRestarts") == "0")
    vm.sh("echo detect >/sys/class/drm/card0-Virtual-1/status")
    unit.says("display: Virtual-1", times=2)
    check("the watchdog leaves it alone", unit.shown("NRestarts") == "0")
    unit.says("keys=2 were not taken")
    time.sleep(3)
    vm.screenshot(PICTURES / "console-replugged.png")
    unit.takes("1\n", "P")


def another_display_is_plugged_in(vm: Machine, unit: Unit) -> None:
    vm.plug_display(800, 600)
    unit.says("800×600")
    vm.wait(lambda: vm.screen().get_size() == (800, 600) and painted(vm))
    check("the board is drawn in the size of another display", True)
    vm.screenshot(PICTURES / "console-800x600.png")
    vm.plug_display(1280, 720)
    vm.wait(lambda: vm.screen().get_size() == (1280, 720) and painted(vm))
    check("and of the first one again", True)


def the_card_comes_late(vm: Machine, unit: Unit) -> None:
    """After a card that only renders, as a Raspberry Pi's first one does, so that it gets another number."""
    unit.stop()
    vm.sh("for c in /sys/class/vtconsole/vtcon*; do grep -q frame $c/name && echo 0 >$c/bind; done; true")
    vm.sh("modprobe -r virtio_gpu")
    check("there is no card", not vm.sh("ls /sys/class/drm | grep card || true").strip())
    unit.start()
    unit.says(NO_CARD)
    up_without_a_picture(vm, unit)
    other = vm.sh("modprobe vgem && ls /sys/class/drm || echo no vgem", check=False).strip()
    vm.sh("modprobe virtio_gpu")
    unit.says("display: Virtual-1")
    time.sleep(3)
    print(f"     cards: {other}; {[line for line in vm.log() if 'display' in line]}")
    vm.screenshot(PICTURES / "console-late.png")
    unit.takes("3\n", "B")


def the_display_is_off_at_boot(vm: Machine, unit: Unit) -> None:
    unit.stop()
    status = "/sys/class/drm/card*-Virtual-1/status"
    vm.sh(f"echo off | tee {status}")
    unit.start()
    unit.says(NONE)
    up_without_a_picture(vm, unit)
    vm.sh(f"echo detect | tee {status}")
    unit.says("display: Virtual-1")
    unit.takes("1\n", "P")


def up_without_a_picture(vm: Machine, unit: Unit) -> None:
    vm.wait(lambda: unit.shown("ActiveState") == "active")
    output = unit.shown("StatusText")
    check("the unit is up without a picture, and says what it waits for", output in (NONE, NO_CARD), output)


def no_key_leads_to_a_console(vm: Machine, _: Unit) -> None:
    """Ctrl-Alt-F2 and Alt-Right show no other terminal."""
    for keys in (("ctrl", "alt", "f2"), ("alt", "right")):
        vm.chord(*keys)
        time.sleep(1)
    active = vm.sh("cat /sys/class/tty/tty0/active").strip()
    check("the board's terminal stays", active == "tty1", active)


def it_reads_its_config_again(vm: Machine, unit: Unit) -> None:
    vm.sh("systemctl reload eztrak", timeout=300)
    unit.says("config read again")
    check("systemd waited for it", unit.shown("ActiveState") == "active" and unit.shown("NRestarts") == "0")


def a_frozen_unit_is_replaced(vm: Machine, unit: Unit) -> None:
    pid = unit.shown("MainPID")
    start = time.monotonic()
    vm.sh(f"kill -STOP {pid}")
    vm.wait(lambda: unit.shown("MainPID") not in ("0", pid))
    took = time.monotonic() - start
    check("a new process within 15 s", took < 15, f"{took:.1f} s")
    vm.wait(lambda: unit.shown("ActiveState") == "active")
    print(f"     up again {time.monotonic() - start:.1f} s after the freeze")
    unit.says("taken: QEMU", times=2)
    unit.takes("3\n", "B")


def doctor_and_bundle(vm: Machine, _: Unit) -> None:
    data = json.loads(vm.sh("eztrak doctor --json || true", timeout=300))
    for reading in data:
        print("    ", "well " if reading["well"] else "WRONG", reading["name"], "-", reading["told"])
    names = {reading["name"]: reading for reading in data}
    check("doctor sees the display", names["display"]["well"], names["display"]["told"])
    vm.sh("eztrak bundle /tmp/bundle.tar.gz", timeout=300)
    print(vm.sh("tar tzvf /tmp/bundle.tar.gz; tar xzOf /tmp/bundle.tar.gz eztrak-bundle/screens.txt"))
    for file, words in ("log", "display: Virtual-1"), ("kernel", "USB"), ("units", "eztrak.service"):
        text = vm.sh(f"tar xzOf /tmp/bundle.tar.gz eztrak-bundle/{file}.txt")
        check(f"the bundle has {file}.txt", words in text, f"{len(text.splitlines())} lines, of which {text[-200:]!r}")


def a_kiosk_stands_in(vm: Machine, unit: Unit) -> None:
    """EGL finds no driver, as where its packages are missing."""
    broken = "[Service]\nEnvironment=__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null\n"
    vm.put("/run/systemd/system/eztrak.service.d/kiosk.conf", broken.encode())
    vm.sh("systemctl daemon-reload")
    stands_in(vm, unit, "cage")


def an_x_server_stands_in(vm: Machine, unit: Unit) -> None:
    """The same where only X is installed."""
    vm.sh("chmod -x /usr/bin/cage")
    stands_in(vm, unit, "xinit")


def stands_in(vm: Machine, unit: Unit, kiosk: str, case: str = "") -> None:
    unit.stop()
    unit.start()
    unit.says(f"shown in a kiosk instead: {kiosk}")
    unit.says("kind=start")
    unit.says("taken: QEMU")
    vm.wait(lambda: unit.shown("ActiveState") == "active")
    unit.takes("3\n", "B")
    time.sleep(15)
    check(f"{kiosk}: the watchdog is fed from inside", unit.shown("NRestarts") == "0")
    check(f"{kiosk}: the board is drawn", painted(vm))
    vm.screenshot(PICTURES / f"console-{kiosk}{case}.png")
    it_reads_its_config_again(vm, unit)
    by_name = {reading["name"]: reading["told"] for reading in json.loads(vm.sh("eztrak doctor --json || true"))}
    check(f"{kiosk}: doctor says so", kiosk in by_name.get("kiosk", ""), by_name.get("kiosk"))
    no_key_leads_to_a_console(vm, unit)
    vm.sh(f"kill -KILL {unit.shown('MainPID')}")
    vm.wait(lambda: unit.shown("NRestarts") == "1" and unit.shown("ActiveState") == "active")
    check(f"{kiosk}: a board that dies inside is replaced", painted(vm))


def an_old_frame_buffer_will_do() -> None:
    """The kernel has no driver that sets modes, just the picture memory that the firmware left: X can use that."""
    with Machine(IMAGE, Hardware(kernel="nomodeset vga=0x344"), "framebuffer") as vm:
        vm.boot(fresh=True).wait_ready()
        unit = Unit(vm)
        check("there is no card", not vm.sh("ls /sys/class/drm | grep card || true").strip())
        unit.up()
        stands_in(vm, unit, "xinit", "-framebuffer")


STEPS: list[Callable[[Machine, Unit], None]] = [
    the_board_comes_up,
    no_key_leads_to_a_console,
    the_cable_is_pulled,
    another_display_is_plugged_in,
    the_display_is_off_at_boot,
    doctor_and_bundle,
    it_reads_its_config_again,
    a_frozen_unit_is_replaced,
    it_idles_for_nothing,
    the_card_comes_late,
    a_kiosk_stands_in,
    an_x_server_stands_in,
]
