"""What root makes of a machine's own secret for the unit's key: with a TPM in software, or a Raspberry Pi's memory."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "packaging/key-lock"


def key_lock(folder: Path) -> dict[str, bytes]:
    """Runs it as at a start of the machine: /run is empty. What it gives, by kind."""
    run = folder / "run"
    shutil.rmtree(run, ignore_errors=True)
    run.mkdir()
    around = os.environ | {"PATH": f"{folder}/bin:/usr/bin:/bin", "RUNTIME_DIRECTORY": str(run)}
    done = subprocess.run([SCRIPT, folder / "lock.tpm"], env=around, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    return {path.name: path.read_bytes() for path in run.iterdir()}


def program(folder: Path, name: str, text: str) -> None:
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / "bin" / name).chmod(0o755)


@contextmanager
def tpm(folder: Path, state: str) -> Iterator[None]:
    """A machine with this TPM: systemd-creds finds it, and talks to it."""
    swtpm, made, creds = map(shutil.which, ("swtpm", "swtpm_setup", "systemd-creds"))
    libraries = all(find_library(name) for name in ("tss2-esys", "tss2-tcti-swtpm"))
    if not (swtpm and made and creds and libraries):
        pytest.skip("swtpm, systemd-creds and the libraries of a TPM are not installed here")
    if not (folder / state).exists():
        (folder / state).mkdir()
        setup = [made, "--tpm2", "--tpmstate", folder / state, "--pcr-banks", "sha256"]
        subprocess.run(setup, check=True, capture_output=True)
    socket = folder / "s"
    command = [
        swtpm,
        "socket",
        "--tpm2",
        "--tpmstate",
        f"dir={folder / state}",
        "--flags",
        "not-need-init,startup-clear",
    ]
    command += ["--ctrl", f"type=unixio,path={socket}.ctrl", "--server", f"type=unixio,path={socket}"]
    # systemd says that there is a TPM where the kernel has one; all else is the real program and a real protocol.
    real = f'exec {creds} $verb --tpm2-device=swtpm:path={socket} "$@"'
    program(folder, "systemd-creds", f'[ "$1" != has-tpm2 ] || exit 0\nverb=$1\nshift\n{real}')
    running = subprocess.Popen(command)
    try:
        yield
    finally:
        running.kill()
        running.wait()
        for path in folder.glob("s*"):
            if path.is_socket():
                path.unlink()


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Where a TPM in software may keep its state: not in every folder of memory."""
    return tmp_path


def test_a_tpm_opens_what_it_has_sealed_and_no_other_does(machine: Path) -> None:
    with tpm(machine, "first"):
        (kind, lock), *_ = key_lock(machine).items()
    assert (kind, len(lock)) == ("tpm", 32)
    assert lock not in (machine / "lock.tpm").read_bytes()
    with tpm(machine, "first"):
        assert key_lock(machine) == {"tpm": lock}  # the machine was switched off and on
    with tpm(machine, "second"):
        assert key_lock(machine) == {}  # the disk in another machine


def test_the_one_time_memory_of_a_pi_is_asked_first(tmp_path: Path) -> None:
    program(tmp_path, "rpi-otp-private-key", '[ "$1" = -c ] || echo 0123456789abcdef')
    run = key_lock(tmp_path)
    assert list(run) == ["otp"]
    assert run == key_lock(tmp_path)
    assert b"0123456789abcdef" not in run["otp"]  # what the board gets opens nothing else


def test_a_machine_without_a_secret_gives_nothing(tmp_path: Path) -> None:
    program(tmp_path, "rpi-otp-private-key", "exit 1")
    program(tmp_path, "systemd-creds", "exit 11")
    assert key_lock(tmp_path) == {}
