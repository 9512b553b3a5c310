"""The scripts that install the product: sound as a shell reads them, and plain in what they say. Whether they install
anything is seen in a virtual machine, by installed.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eztrak.release.system import SetupError
from eztrak.release.trial import history
from eztrak.release.units import place_of

TOP = Path(__file__).parent.parent.parent
SHIPPED = ("packaging", "packaging/initrd", "packaging/scripts/eztrak", "packaging/scripts/eztrak-network")
FOLDERS = (".", ".ci", *SHIPPED, "tests", "tests/appliance")
SCRIPTS = sorted(
    path
    for folder in FOLDERS
    for path in (TOP / folder).iterdir()
    if path.is_file() and path.read_bytes().startswith((b"#!/bin/sh", b"#!/usr/bin/env bash"))
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(TOP)))
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "shellcheck", script], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert os.access(script, os.X_OK)


def test_every_python_is_told_of_also_one_that_fails_and_one_that_is_not_there(tmp_path: Path) -> None:
    """make test-pythons, with a make that only says how tests end, and Pythons that know no more than their version."""
    make = "case $* in *VENV=.venv-3.98*) echo '= 1 failed in 2.00s ='; exit 2 ;; esac; echo '= 3 passed in 1.00s ='"
    programs = {"tests/pythons": (TOP / "tests/pythons").read_text(), "bin/make": f"#!/bin/sh\n{make}\n"}
    for version in ("3.97", "3.98"):
        known = f"case $1 in -V) echo Python {version}.1 ;; *) echo {version} ;; esac"
        programs[f"bin/python{version}"] = f"#!/bin/sh\n{known}\n"
    programs["bin/python3.99"] = "#!/bin/sh\nexit 127\n"  # a shim of pyenv's, for one that is not chosen
    for name, content in programs.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
        (tmp_path / name).chmod(0o755)
    classifiers = "".join(f'"Programming Language :: Python :: {version}",\n' for version in ("3.97", "3.98", "3.99"))
    (tmp_path / "pyproject.toml").write_text(classifiers)

    def said_of_pythons(**more: str) -> tuple[int, list[str]]:
        around = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "HOME": str(tmp_path)} | more
        done = subprocess.run([tmp_path / "tests/pythons", "tests"], env=around, capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()[-3:]

    well = f"Python 3.97.1, {tmp_path}/bin/python3.97: 3 passed in 1.00s"
    ill = f"Python 3.98.1, {tmp_path}/bin/python3.98: 1 failed in 2.00s"
    assert said_of_pythons() == (1, [well, ill, "Python 3.99: not found here"])
    assert said_of_pythons(EXCEPT="3.98 3.99") == (
        0,
        [f"== Python 3.97.1, {tmp_path}/bin/python3.97", "= 3 passed in 1.00s =", well],
    )


def test_every_file_of_systemd_has_a_place_on_the_machine() -> None:
    """One without would be refused in the middle of an installation."""
    names = sorted(path.name for path in (TOP / "systemd").iterdir())
    places = {place_of(name) for name in names}
    assert len(places) == len(names)
    assert all(place.is_relative_to("/etc") for place in places)
    with pytest.raises(SetupError, match=r"^systemd/unheard\.conf: nobody said where it belongs$"):
        place_of("unheard.conf")


def test_the_installer_tells_its_options() -> None:
    output = install("--help")
    assert output.returncode == 0
    assert output.stdout.startswith("Installs eztrak on this machine, or updates it: sudo ./install\n")
    for option in ("--silent", "--network", "--rollback", "--uninstall", "--purge"):
        assert option in output.stdout


def test_the_installer_refuses_an_option_that_does_not_exist() -> None:
    output = install("--unistall")
    assert (output.returncode, output.stderr) == (2, "install: --unistall is no option; see ./install --help\n")


def install(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([TOP / "install", *options], capture_output=True, text=True, timeout=60)


ALONE = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/opt"], capture_output=True).returncode


@pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")
@pytest.mark.parametrize(
    ("system", "processor", "refusal"),
    [
        ('ID="fedora"', "amd64", "this system is fedora and eztrak needs Debian 12 or 13, or Raspberry Pi OS (64-bit)"),
        ("ID=raspbian\nID_LIKE=debian", "armhf", "this system is armhf and eztrak needs amd64 or arm64"),
    ],
)
def test_a_system_that_it_cannot_run_on_is_refused_before_anything_is_built(
    tmp_path: Path, system: str, processor: str, refusal: str
) -> None:
    (tmp_path / "system").write_text(system + "\n")
    done = install_alone(tmp_path, f"mount --bind {tmp_path}/system /etc/os-release", "", dpkg=f"echo {processor}")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"install: {refusal}; nothing was changed\n")


@pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")
@pytest.mark.parametrize(("options", "answer", "purged"), [("", "y", False), ("", "yes", True), ("--silent", "", True)])
def test_a_purge_asks_first(tmp_path: Path, options: str, answer: str, purged: bool) -> None:
    called = tmp_path / "called"
    done = install_alone(tmp_path, "true", f"--purge {options}", answer, **{"apt-get": f'echo "$*" >{called}'})
    assert (done.returncode == 0, called.exists()) == (purged, purged)
    assert ("every hand of this table" in done.stdout) == (not options)


@pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")
def test_a_purge_empties_a_partition_of_its_own_and_is_done() -> None:
    """In a mount namespace of the test's own: no user of this machine is known there."""
    shell = f"""
    for place in /etc /var/lib; do mount -t tmpfs none $place; mkdir $place/eztrak; done
    mount -t tmpfs none /var/lib/eztrak && touch /etc/eztrak/eztrak.toml /var/lib/eztrak/eztrak.db || exit
    '{TOP}/packaging/scripts/eztrak/postrm' purge; echo $?; find /etc /var/lib -mindepth 1"""
    done = subprocess.run(["unshare", "--mount", "sh", "-c", shell], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["0", "/var/lib/eztrak"]


@pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")
def test_what_is_fetched_is_built_by_somebody_without_rights(tmp_path: Path) -> None:
    """In a copy of the tree, and root alone has the package from then on. The build of this tree says who it is."""
    tree = tmp_path / "tree"
    said = """
        id -u; id -G; sed -n 's/^Cap[EP].*:\\t//p; s/^NoNewPrivs:\\t//p' /proc/self/status
        touch "$0" && dirname "$0"
    """
    build = f'#!/bin/sh\nmkdir "$1"\n{{ {said} }} >"$1/eztrak.deb"\necho "$1/eztrak.deb"\n'
    programs = {name: (TOP / name).read_text() for name in ("install", "packages")} | {"packaging/build-deb": build}
    for name, content in programs.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(content)
        (tree / name).chmod(0o755)
    as_apt_saw = tmp_path / "kept"
    apt = f'for last; do :; done; stat -c "%U %a" "$last" >{as_apt_saw}; cat "$last" >>{as_apt_saw}'
    stubs = {"dpkg": "echo amd64", "apt-get": apt, "dpkg-query": "echo ok installed"}
    install_alone(tmp_path, "true", "", top=tree, **stubs)
    *rights, folder = as_apt_saw.read_text().split()
    assert rights == ["root", "644", "65001", "65001", "0" * 16, "0" * 16, "1"]
    assert not Path(folder).is_relative_to(tree)


def install_alone(
    folder: Path, before: str, options: str, answer: str = "", top: Path = TOP, **stubs: str
) -> "subprocess.CompletedProcess[str]":
    """With other programs in the place of those that would change this machine."""
    for name, command in {"apt-get": "exit 1", "dpkg": "exit 1", **stubs}.items():
        stub = folder / name
        stub.write_text(f"#!/bin/sh\n{command}\n")
        stub.chmod(0o755)
    shell = f"{before} && PATH={folder}:$PATH exec {top}/install {options}"
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", shell], input=answer + "\n", capture_output=True, text=True, timeout=60
    )


@pytest.mark.skipif(ALONE != 0, reason="needs root, and may not mount anything of its own")
def test_a_raspberry_pis_command_line_is_given_back_as_it_was() -> None:
    """In a mount namespace of the test's own, where /boot and /opt are empty."""
    line = "console=tty1 root=PARTUUID=1-02 fsck.repair=yes rootwait quiet"
    shell = f"""
    PATH=/usr/bin:/bin  # without this machine's own GRUB
    mount -t tmpfs none /opt && mount -t tmpfs none /boot && mkdir -p /opt/eztrak /boot/firmware || exit
    echo '{line}' >/boot/firmware/cmdline.txt
    for wish in add_words add_words take_words; do
        PYTHONPATH='{TOP}' '{sys.executable}' -c "from eztrak.release import fitting; fitting.$wish()"
        cat /boot/firmware/cmdline.txt
    done"""
    done = subprocess.run(["unshare", "--mount", "sh", "-c", shell], capture_output=True, text=True, timeout=60)
    added = f"{line} loglevel=3 consoleblank=0 vt.global_cursor_default=0 panic=10"
    assert (done.stdout.splitlines(), done.stderr) == ([added, added, line], "")


@pytest.mark.parametrize("named", ["", "/data/table.db"])
def test_an_update_backs_up_the_history_that_the_config_names(
    tmp_path: Path, named: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """And no other database that stands there."""
    config = tmp_path / "eztrak.toml"
    config.write_text(f'[journal]\ndatabase = "{named}"\n[floor]\ndatabase = "host=10.0.0.2"\n')
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin/eztrak"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m eztrak "$@" --config {config}\n')
    command.chmod(0o755)
    assert history(tmp_path) == Path(named or "/var/lib/eztrak/eztrak.db")
    config.write_text("nonsense = 1\n")
    with pytest.raises(SetupError, match="config show ended with status 2"):
        history(tmp_path)
    assert "nonsense" in capfd.readouterr().err
