"""The Debian packages as they are built, twice: no byte of them tells where, when, by whom or on what it was, and
nothing of a network is in the board's.

    make package-test

Not among the daily tests: a build takes half a minute, fetches forty megabytes and needs a compiler; root, for another
host name and a machine without a network.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from releases import key_in

from eztrak import __version__
from eztrak.release.check import How, Release, release_in

TOP = Path(__file__).parent.parent.parent
LOCKS = TOP / "packaging/locks"


@dataclass(frozen=True, slots=True)
class Surroundings:
    folder: str
    umask: int
    through: tuple[str, ...]  # the program that starts the build
    variables: dict[str, str] = field(default_factory=dict)


# On a disk, while the other is in memory: they list a folder's files in another order.
# And at home, where pip may have an evdev that it has compiled for something else.
DISK = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": "/var/tmp", "HOME": os.environ["HOME"]}
PLAIN = Surroundings("here", 0o022, ("taskset", "--cpu-list", "0"), DISK)
# Another folder, umask, host name, kernel, year, language, zone, home; all cores, no network, wishes for a compiler.
ELSEWHERE = ("unshare", "--uts", "--net", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh")
OTHER = Surroundings(
    "somewhere else/and deeper",
    0o077,
    (*ELSEWHERE, "setarch", "--uname-2.6", "faketime", "-f", "+400d"),
    {
        "LC_ALL": "tr_TR.UTF-8",
        "LANGUAGE": "tr",
        "TZ": "Pacific/Kiritimati",
        "USER": "somebody",
        "CFLAGS": "-O0 -g",
        "PYTHONHASHSEED": "7",
        "SOURCE_DATE_EPOCH": "1",
        "DPKG_DEB_THREADS_MAX": "8",
    },
)


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the locks name, so that it need not come over a network again."""
    folder = tmp_path_factory.mktemp("fetched")
    run("/usr/bin/python3", "-m", "venv", folder / "venv")
    for names in (["build.lock"], ["base.lock", "network.lock"]):
        files = [part for name in names for part in ("--requirement", LOCKS / name)]
        how = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-binary", "evdev")
        run(folder / "venv/bin/pip", "--quiet", "download", *how, "--dest", folder / "files", *files)
    return folder / "files"


@pytest.fixture(scope="module")
def built(fetched: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folders of two builds, with the same key."""
    key = key_in(tmp_path_factory.mktemp("vendor"))
    one, other = (build(way, fetched, tmp_path_factory.mktemp("build"), key) for way in (PLAIN, OTHER))
    return one, other


def test_two_builds_are_the_same_bytes(built: tuple[Path, Path], tmp_path: Path) -> None:
    one, other = built
    names = sorted(file.name for file in one.iterdir())
    assert sorted(file.name for file in other.iterdir()) == names
    kinds = ("cdx.json", "deb", "manifest", "manifest.pub", "manifest.sig")
    version = names[2].removeprefix("eztrak-network_").removesuffix(".cdx.json")
    packages = [f"{name}_{version}.{kind}" for name in ("eztrak-network", "eztrak") for kind in kinds]
    assert names == ["CODES", "eztrak-check", *packages]
    differing = [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()]
    inside = []
    for name in differing:
        if name.endswith(".deb"):
            for way, folder in (("one", one), ("other", other)):
                (tmp_path / way).mkdir(exist_ok=True)
                run("dpkg-deb", "--raw-extract", folder / name, tmp_path / way / name)
            output = subprocess.run(
                ["diff", "-rq", tmp_path / "one", tmp_path / "other"], capture_output=True, text=True
            )
            inside += output.stdout.splitlines()
    assert (differing, inside) == ([], [])


@pytest.fixture(scope="module")
def unpacked(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What each package has for /usr/lib/eztrak."""
    root = tmp_path_factory.mktemp("unpacked")
    for package in built[0].glob("*.deb"):
        run("dpkg-deb", "--extract", package, root / package.name.partition("_")[0])
    return {folder.name: folder / "usr/lib/eztrak" for folder in root.iterdir()}


def files(tree: Path) -> set[str]:
    return {str(file.relative_to(tree)) for file in tree.rglob("*") if not file.is_dir()}


WEB = {"flask", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "blinker", "waitress"}
DATABASE = {"psycopg", "psycopg_binary", "psycopg_binary.libs"}
EVERYTHING = """
import json, pkgutil, sys
from importlib import import_module
sys.path.insert(0, sys.argv[1])
for one in pkgutil.walk_packages(["/".join((sys.argv[1], "eztrak"))], "eztrak."):
    if not one.name.endswith("__main__"):
        import_module(one.name)
print(json.dumps(sorted(sys.modules)))
"""


def test_the_board_has_no_web_and_no_database_in_it(unpacked: dict[str, Path]) -> None:
    base, network = unpacked["eztrak"], unpacked["eztrak-network"]
    assert files(base).isdisjoint(files(network))
    assert not any(name.startswith(("lib/eztrak/floor/", "lib/eztrak/supervisor/pit/")) for name in files(base))
    assert {file.name for file in (base / "lib").iterdir()}.isdisjoint(WEB | DATABASE)
    assert {file.name for file in (network / "lib").iterdir()} >= WEB | DATABASE


def test_no_service_of_the_board_can_reach_or_be_reached_from_a_network(unpacked: dict[str, Path]) -> None:
    for unit in (unpacked["eztrak"] / "systemd").glob("eztrak*.s[eo]*"):
        by_name = dict(re.findall("^([A-Za-z]+)=(.*)$", unit.read_text(), re.MULTILINE))
        if unit.suffix == ".socket":
            assert by_name["ListenStream"].startswith("/run/")
        else:
            families = set(by_name["RestrictAddressFamilies"].split())
            assert families <= {"AF_UNIX", "AF_NETLINK", "none"}, unit.name


def test_every_module_of_the_board_works_alone(unpacked: dict[str, Path]) -> None:
    """And none of them has, or asks Python for, what serves a page."""
    modules = loaded(unpacked["eztrak"] / "lib")
    assert "eztrak.app" in modules
    assert modules.isdisjoint(WEB | DATABASE | {"http.server", "socketserver", "wsgiref"})
    said = command(unpacked["eztrak"], "pit", "--on")
    assert said == (
        "eztrak: the page needs eztrak.supervisor.pit, which is not installed: it is in the package eztrak-network;"
        " from source, pip install 'eztrak[pit]'\n"
    )


def test_both_packages_together_have_the_page_and_the_copy(unpacked: dict[str, Path], tmp_path: Path) -> None:
    for tree in unpacked.values():
        shutil.copytree(tree, tmp_path, dirs_exist_ok=True)
    assert loaded(tmp_path / "lib") >= {"eztrak.supervisor.pit.site", "eztrak.floor.server", "flask", "psycopg"}
    assert command(tmp_path, "pit", "--on").startswith("eztrak: nobody can log in yet")


@pytest.fixture
def disk(unpacked: dict[str, Path], tmp_path: Path) -> Release:
    """Both packages in use on a unit's disk, as eztrak-setup leaves them there."""
    folder = tmp_path / "opt/eztrak/releases/1"
    for tree in unpacked.values():
        shutil.copytree(tree, folder, dirs_exist_ok=True)
    (tmp_path / "opt/eztrak/current").symlink_to("/opt/eztrak/releases/1")
    release = release_in(tmp_path)
    by_hash = {sha256: folder / path for path, sha256 in release.files.items() if not path.startswith("/")}
    for path, sha256 in release.files.items():
        if path.startswith("/"):
            (tmp_path / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(by_hash.get(sha256, Path(path)), tmp_path / path[1:])
    return release


def test_a_unit_tells_the_code_of_its_release(built: tuple[Path, Path], disk: Release) -> None:
    assert list(disk.differences()) == []
    assert (disk.key != b"", disk.badly_signed) == (True, False)
    by_name = dict(reversed(line.split("  ")) for line in (built[0] / "CODES").read_text().splitlines())
    version = disk.manifests[0].about.partition(" ")[2]
    assert by_name[f"eztrak and eztrak-network {version}"] == disk.code
    assert command(disk.folder, "--version") == f"eztrak {__version__}, code {disk.code}\n"
    (disk.folder / "manifests/eztrak").unlink()
    (disk.folder / "manifests/eztrak-network").unlink()
    said = f"eztrak {__version__}, no code: {disk.folder}/manifests: there is none\n"
    assert command(disk.folder, "--version") == said


def test_a_flipped_bit_in_each_installed_file_is_named(disk: Release) -> None:
    for path in disk.files:
        place = disk.root / path[1:] if path.startswith("/") else disk.folder / path
        content = place.read_bytes()
        place.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if content else b"x")
    found = [(one.how, one.path) for one in disk.differences()]
    assert found == [(How.CHANGED, path) for path in sorted(disk.files)]


def test_a_file_that_is_added_anywhere_is_named(disk: Release) -> None:
    folders = [disk.folder, *(path for path in disk.folder.rglob("*") if path.is_dir())]
    for folder in folders:
        (folder / "added.py").touch()
    added = sorted(str((folder / "added.py").relative_to(disk.folder)) for folder in folders)
    found = [(one.how, one.path) for one in disk.differences()]
    assert found == [(How.ADDITIONAL, path) for path in added]


def loaded(lib: Path) -> set[str]:
    """Every module that there is after all of ours have been imported, by Debian's own Python."""
    done = subprocess.run(
        ["/usr/bin/python3", "-I", "-c", EVERYTHING, lib], env={"PATH": "/usr/bin"}, capture_output=True, check=True
    )
    return set(json.loads(done.stdout))


def command(tree: Path, *words: str) -> str:
    """What the command says, as somebody who has no config and no history."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from eztrak.cli import main; sys.exit(main())"
    around = {"PATH": "/usr/bin", "HOME": str(tree)}
    done = subprocess.run(
        ["/usr/bin/python3", "-I", "-c", code, tree / "lib", *words], env=around, capture_output=True, text=True
    )
    return done.stdout + done.stderr


def build(way: Surroundings, fetched: Path, root: Path, key: Path) -> Path:
    tree = root / way.folder
    tree.mkdir(parents=True)
    known = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=TOP, capture_output=True, check=True)
    subprocess.run(
        ["tar", "--null", "--files-from=-", "-cf", root / "tree.tar"], cwd=TOP, input=known.stdout, check=True
    )
    own = {"PATH": os.environ["PATH"], "HOME": str(root), "TMPDIR": str(root)}
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(fetched), "PIP_CONFIG_FILE": os.devnull}
    # The tree is unpacked with that umask too: whoever clones it has one.
    shell = f'umask {way.umask:o}; tar --no-same-permissions -xf "$1" && exec packaging/build-deb "$2" "$3"'
    command = [*way.through, "sh", "-c", shell, "sh", root / "tree.tar", root / "out", key]
    subprocess.run(command, cwd=tree, env=own | pip | way.variables, check=True)
    return root / "out"


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True)
