"""An installed unit on a real kernel: it comes up, keeps hands, and lets no key out.

The image is a Debian without compiler, fonts and graphics libraries, where `./install` was run as an installer would
(SUITE=bookworm: the older one).
"""

import json
import subprocess
import time

from unit import IMAGE, PICTURES, Unit, check

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

WORK = "import time; sum(n * n for n in range(10**6)); print(time.process_time())"
CONTROL_ALT = ("ctrl", "alt")


def test() -> None:
    bare = seconds_of_a_bare_boot()
    with Machine(IMAGE, Hardware(), "installed") as vm:
        vm.boot(fresh=True)
        print(f"     commands run after {vm.wait_ready():.0f} s", flush=True)
        the_board_comes_up(vm, bare)
        the_unit_has_no_more_than_it_needs(vm)
        hands_are_kept(vm)
        no_key_leads_out(vm)
        a_frozen_board_is_replaced(vm)
        a_power_cut_keeps_the_hands(vm)


def seconds_of_a_bare_boot() -> float:
    """From the kernel's start until systemd has started everything, on the same machine without the board."""
    with Machine(IMAGE, Hardware(kernel="systemd.mask=eztrak.service"), "bare") as vm:
        vm.boot(fresh=True).wait_ready()
        vm.wait(lambda: "running" in vm.sh("systemctl is-system-running", check=False))
        return since_kernel(vm, "default.target")


def the_board_comes_up(vm: Machine, bare: float) -> None:
    Unit(vm).up()
    check("the board is on the screen", painted(vm))
    vm.screenshot(PICTURES / "installed.png")
    vm.wait(lambda: "running" in vm.sh("systemctl is-system-running", check=False))
    board = since_kernel(vm, "eztrak.service")
    begun = since_kernel(vm, "eztrak.service", "InactiveExit")
    print(f"     board {board:.1f} s after the kernel's start, begun at {begun:.1f} s; all without it {bare:.1f} s")
    there, here = float(vm.sh(f"python3 -c '{WORK}'")), float(subprocess.check_output(["python3", "-c", WORK]))
    print(f"     the machine's processor is {there / here:.1f} times slower than the one that it runs on")
    print("    ", vm.sh("systemd-analyze").replace("\n", "\n     ").strip())
    failed = vm.sh("systemctl --failed --plain --no-legend").strip()
    check("no unit has failed", not failed, failed)
    check("the log is kept over a restart", bool(vm.sh("ls /var/log/journal/*/system.journal")))


def the_unit_has_no_more_than_it_needs(vm: Machine) -> None:
    score = vm.sh("systemd-analyze security eztrak.service --no-pager | tail -1").strip()
    check("the running unit is exposed at most 2.0", float(score.split(": ")[1].split()[0]) <= 2, score)
    user = vm.sh("ps -o user= -p $(systemctl show -P MainPID eztrak)").strip()
    check("it runs as its own user", user == "eztrak", user)
    denied = vm.sh("journalctl -b -u eztrak -o cat | grep -ciE 'denied|not permitted|going on without'", check=False)
    check("nothing that it asks for is refused", denied.strip() == "0", denied.strip())
    modes = vm.sh("stat -c '%a %U %n' /var/lib/eztrak /var/lib/eztrak/eztrak.db /etc/eztrak/eztrak.toml")
    check("the history is the unit's own", "750 eztrak /var/lib/eztrak\n" in modes, modes.replace("\n", "; "))
    naps = vm.sh("cat /sys/bus/usb/devices/*/power/control | sort -u").split()
    check("no USB device naps", naps == ["on"], " ".join(naps))


def hands_are_kept(vm: Machine) -> None:
    vm.type("43\n")
    wait_hands(vm, "Bn")
    vm.type("1\n")
    wait_hands(vm, "Bn P")
    vm.sh("systemctl start eztrak-backup")
    check("the nightly backup works", bool(vm.sh("ls /var/lib/eztrak/backups/*.db")))
    check("the timer is on", "eztrak-backup.timer" in vm.sh("systemctl list-timers --all"))
    there = vm.sh("ls /etc/systemd/system/eztrak-pit.service /etc/systemd/system/eztrak-floor.service", check=False)
    check("neither the page for the office nor the copy to PostgreSQL is there", not there.strip(), there)


def no_key_leads_out(vm: Machine) -> None:
    """From the keypad, and from a keyboard that somebody plugs in: the board has not taken that one."""
    boot = vm.sh("cat /proc/sys/kernel/random/boot_id")
    for name in ("keypad", "second"):
        if name == "second":
            vm.replug("second")
            vm.wait(lambda: vm.sh("ls /dev/input/by-path/*usb-0:3:1.0-event-kbd"))
        for function in range(1, 13):
            vm.chord(*CONTROL_ALT, f"f{function}")
            vm.chord("alt", f"f{function}")
        vm.chord("alt", "right")
        vm.chord("alt", "up")
        for _ in range(10):  # seven within two seconds restart a machine at once, by default
            vm.chord(*CONTROL_ALT, "delete")
        for letter in "ubcoe":
            vm.chord("alt", "sysrq", letter)
        vm.chord("ctrl", "c")
        vm.chord("ctrl", "z")
        vm.chord("ctrl", "backslash")
        for key in ("ret", "r", "o", "o", "t", "ret", "power", "sleep"):
            vm.key(key)
        time.sleep(5)
        active = vm.sh("cat /sys/class/tty/tty0/active").strip()
        check(f"{name}: the terminal is still the board's", active == "tty1", active)
        prompts = vm.sh("ps -eo args | grep -E '^(/s?bin/)?(agetty|login|sulogin|-?bash)( |$)'", check=False).strip()
        check(
            f"{name}: nothing offers a log-in on a terminal", "tty1" not in prompts and "tty2" not in prompts, prompts
        )
        check(f"{name}: the machine was not restarted", vm.sh("cat /proc/sys/kernel/random/boot_id") == boot)
        check(f"{name}: the board is up", up(vm) and painted(vm))
    vm.screenshot(PICTURES / "after-keys.png")
    check("SysRq is off", vm.sh("cat /proc/sys/kernel/sysrq").strip() == "0")
    vm.unplug("second")


def a_frozen_board_is_replaced(vm: Machine) -> None:
    frozen = process(vm)
    vm.sh(f"kill -STOP {frozen}; date +%s.%N >/tmp/frozen")
    vm.wait(lambda: process(vm) not in ("0", frozen))
    seconds = vm.sh(
        't=$(systemctl show -P ExecMainStartTimestamp eztrak); echo $(date -d "$t" +%s) $(cut -d. -f1 /tmp/frozen)'
    ).split()
    took = int(seconds[0]) - int(seconds[1])
    check("a frozen process is replaced within 15 s", 0 < took <= 15, f"{took} s")
    Unit(vm).up()
    wait_hands(vm, "Bn P")


def a_power_cut_keeps_the_hands(vm: Machine) -> None:
    vm.type("5\n")
    wait_hands(vm, "Bn P T")
    vm.cut_power()
    vm.boot()
    vm.wait_ready()
    Unit(vm).up()
    wait_hands(vm, "Bn P T")


def since_kernel(vm: Machine, unit: str, what: str = "ActiveEnter") -> float:
    """Seconds from the kernel's start until the unit was up."""
    return int(vm.sh(f"systemctl show -P {what}TimestampMonotonic {unit}")) / 1e6


def up(vm: Machine) -> bool:
    return vm.sh("systemctl is-active eztrak", check=False).strip() == "active"


def process(vm: Machine) -> str:
    return str(vm.sh("systemctl show -P MainPID eztrak")).strip()


def wait_hands(vm: Machine, notation: str) -> None:
    def seen() -> bool:
        return bool(json.loads(vm.sh("eztrak shoes --json"))[-1]["notation"] == notation)

    vm.wait(seen)
    check(f"the history is {notation}", seen())


def painted(vm: Machine) -> bool:
    """Whether the screen has a picture rather than a terminal's black."""
    image = vm.screen()
    width, height = image.get_size()
    return len({tuple(image.get_at((x, y))) for x in range(0, width, 40) for y in range(0, height, 40)}) > 8
