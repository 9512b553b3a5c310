"""The scripts that install the product: sound as a shell reads them, and plain in what they say. Whether they install
anything is seen in a virtual machine, by install_vm.py."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
SCRIPTS = sorted(
    path
    for folder in (".", "packaging", "tests/appliance")
    for path in (TOP / folder).iterdir()
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/sh")
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "shellcheck", script], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert os.access(script, os.X_OK)


def test_every_file_of_systemd_has_a_place_on_the_machine() -> None:
    """One without would be refused in the middle of an installation."""
    setup = (TOP / "packaging/setup").read_text()
    patterns = re.search(r"place_of\(\) {.*?esac", setup, re.DOTALL)
    assert patterns
    shell = f'{patterns[0]}\n}}\ndie() {{ echo "$*"; exit 1; }}\nfor name; do place_of "$name"; done'
    names = sorted(path.name for path in (TOP / "systemd").iterdir())
    done = subprocess.run(["sh", "-c", shell, "sh", *names], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    places = done.stdout.split()
    assert len(set(places)) == len(names)
    assert all(place.startswith("/etc/") for place in places)


def test_the_installer_tells_its_options() -> None:
    told = install("--help")
    assert told.returncode == 0
    assert told.stdout.startswith("Installs eztrak on this machine, or updates it: sudo ./install\n")
    for option in ("--silent", "--rollback", "--uninstall", "--purge"):
        assert option in told.stdout


def test_the_installer_refuses_an_option_that_does_not_exist() -> None:
    told = install("--unistall")
    assert (told.returncode, told.stderr) == (2, "install: --unistall is no option; see ./install --help\n")


def install(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([TOP / "install", *options], capture_output=True, text=True, timeout=60)
