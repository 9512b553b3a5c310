"""The copy to PostgreSQL on an installed unit, added and switched on as docs/installer.md has it; the server is on it
too."""

import base64
import json
import time

from installed import wait_hands
from unit import CONFIG, FIRST, IMAGE, PICTURES, Unit, check
from updates import status, update

from eztrak import __version__

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

CA = "/var/lib/postgresql/eztrak"
ADDRESS = "host=127.0.0.1 dbname=floor user=table7"
HANDS = "SELECT string_agg(outcome, ' ' ORDER BY shoe, place) FROM floor.hands"


def test() -> None:
    with Machine(IMAGE, Hardware(), "floor") as vm:
        vm.boot(fresh=True).wait_ready()
        Unit(vm).up()
        the_package_is_added(vm)
        the_server_is_set_up(vm)
        hands_arrive(vm)
        a_server_that_restarts_is_waited_for(vm)
        the_copy_has_no_more_than_it_needs(vm)
        the_office_reads_it(vm)
        washington_keeps_it_off(vm)


def the_package_is_added(vm: Machine) -> None:
    output = update(vm, "network")
    check("a release with the network's parts is in use", status(vm) == (f"{__version__}-2", FIRST), output)
    Unit(vm).up()
    (seen,) = [one for one in json.loads(vm.sh("eztrak doctor --json || true")) if one["name"] == "release"]
    check("every file of both packages is as released", seen["well"], seen["told"])


def the_server_is_set_up(vm: Machine) -> None:
    vm.sh("systemctl start postgresql", timeout=300)
    vm.wait(lambda: ask(vm, "SELECT 1", "postgres"), every=1)
    vm.sh("runuser -u postgres -- createdb --encoding=UTF8 --template=template0 floor")
    vm.sh(f"runuser -u postgres -- eztrak floor init --floor dbname=floor --ca {CA} --host 127.0.0.1")
    for name, file in (("ssl_ca_file", "ca.crt"), ("ssl_cert_file", "server.crt"), ("ssl_key_file", "server.key")):
        ask(vm, f"ALTER SYSTEM SET {name} = '{CA}/{file}'", "postgres")
    vm.sh("systemctl restart postgresql", timeout=300)
    vm.wait(lambda: ask(vm, "SELECT 1", "postgres"), every=1)
    vm.sh(f"install -D -m 644 -o eztrak {CA}/ca.crt /var/lib/eztrak/.postgresql/root.crt")
    enrolled = json.loads(vm.sh("runuser -u postgres -- eztrak floor enrol table7 --json --floor dbname=floor"))
    password = enrolled["password"]
    vm.sh(f"echo '127.0.0.1:*:floor:table7:{password}' | install -m 600 -o eztrak /dev/stdin /var/lib/eztrak/.pgpass")
    vm.sh(f"sed -i '/^\\[floor\\]/a database = \"{ADDRESS}\"' {CONFIG}")


def hands_arrive(vm: Machine) -> None:
    vm.type("1\n")
    wait_hands(vm, "P")
    vm.sh("systemctl enable --now eztrak-floor", timeout=120)
    arrived(vm, "P")
    vm.type("3\n")
    wait_hands(vm, "P B")
    arrived(vm, "P B")
    status = vm.sh("systemctl show -P StatusText eztrak-floor").strip()
    check("systemd is told how far it is", status.startswith("copied up to row "), status)


def a_server_that_restarts_is_waited_for(vm: Machine) -> None:
    vm.sh("systemctl restart postgresql", timeout=300)
    vm.type("5\n")
    wait_hands(vm, "P B T")
    arrived(vm, "P B T")
    restarts = vm.sh("systemctl show -P NRestarts eztrak-floor").strip()
    check("the copy itself was never restarted", restarts == "0", restarts)


def the_copy_has_no_more_than_it_needs(vm: Machine) -> None:
    score = vm.sh("systemd-analyze security eztrak-floor.service --no-pager | tail -1").strip()
    check("the running copy is exposed at most 2.0", float(score.split(": ")[1].split()[0]) <= 2, score)
    process = vm.sh("systemctl show -P MainPID eztrak-floor").strip()
    seen = vm.sh(f"ls -A /proc/{process}/root/var/lib/eztrak-key").strip()
    check("it sees nothing of the unit's key", not seen, seen)
    said = vm.sh("journalctl -b -u eztrak-floor -o cat", check=False).strip()
    check("nothing that it asks for is refused", "denied" not in said and "not permitted" not in said, said)


def the_office_reads_it(vm: Machine) -> None:
    """What a command says of the server's copy is what it says of the unit's own file."""
    for command in ("shoes --json", "log --json", "shoe --id 1 --json"):
        there = vm.sh(f"runuser -u postgres -- eztrak {command} --floor dbname=floor --unit table7")
        check(f"{command} is the same from both", there == vm.sh(f"eztrak {command}"), there[:200])
    data = json.loads(vm.sh("runuser -u postgres -- eztrak floor verify --json --floor dbname=floor"))
    check("the server's copy is proved", [one["faults"] for one in data] == [[]], json.dumps(data))
    vm.sh("runuser -u postgres -- eztrak lobby --png /tmp/lobby.png --windowed 1280x720 --floor dbname=floor")
    (PICTURES / "lobby.png").write_bytes(base64.b64decode(vm.sh("base64 /tmp/lobby.png")))


def washington_keeps_it_off(vm: Machine) -> None:
    """Whatever is installed."""
    vm.sh(f'sed -i -E \'s|^(# )?pack = .*|pack = "washington"|; /^database = "host/d\' {CONFIG}')
    rule = "network functions may not be used here (WAC 230-06-050, used as approved)"
    for command in (
        f"floor --floor '{ADDRESS}'",
        "lobby --floor dbname=floor",
        "shoes --floor dbname=floor",
        "pit --on",
    ):
        output = vm.sh(f"eztrak {command}", check=False)
        check(f"washington: no {command.split()[0]}", output.status == 1 and rule in output.err, output.err.strip())
    rows = ask(vm, "SELECT count(*) FROM floor.events")
    vm.sh("systemctl restart eztrak-floor", check=False)
    vm.type("1\n")
    wait_hands(vm, "P B T P")
    time.sleep(10)
    check("washington: nothing more is copied", ask(vm, "SELECT count(*) FROM floor.events") == rows)


def arrived(vm: Machine, notation: str) -> None:
    vm.wait(lambda: ask(vm, HANDS) == notation)
    check(f"the server has {notation}", ask(vm, HANDS) == notation)


def ask(vm: Machine, query: str, database: str = "floor") -> str:
    return str(vm.sh(f'runuser -u postgres -- psql --no-psqlrc -At -d {database} -c "{query}"', check=False)).strip()
