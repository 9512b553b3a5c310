"""A small release on a disk of its own, signed or not, for the tests of what is installed."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from eztrak.release.check import MANIFESTS

CONTENT = {"VERSION": b"1.0\n", "bin/eztrak": b"#!", "lib/eztrak/stats.py": b"percent = 100", "lib/b.pyc": b"\0" * 9}
OUTSIDE = {"/usr/bin/python3.11": b"\x7fELF", "/etc/systemd/system/eztrak.service": b"[Unit]\n"}
NAME = "opt/eztrak/releases/1.0-1"


def installed_on(root: Path, key: Path | None = None) -> Path:
    """The folder of the release."""
    folder = root / NAME
    for path, content in (CONTENT | OUTSIDE).items():
        place = root / path[1:] if path.startswith("/") else folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (root / "opt/eztrak/current").symlink_to(f"/{NAME}")
    (folder / "backup").write_text("/var/lib/eztrak/before-update/x.db")
    (folder / MANIFESTS).mkdir()
    listed(folder, "eztrak", CONTENT | OUTSIDE, key)
    return folder


def listed(folder: Path, name: str, content: dict[str, bytes], key: Path | None) -> None:
    lines = [f"{hashlib.sha256(text).hexdigest()}  {path}\n" for path, text in content.items()]
    made = folder / MANIFESTS / name
    made.write_text("".join([f"# {name} 1.0 amd64\n", *lines]))
    if key:
        openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", made, "-out", f"{made}.sig")
        openssl("pkey", "-in", key, "-pubout", "-out", f"{made}.pub")


def key_in(folder: Path) -> Path:
    key = folder / "key.pem"
    folder.mkdir(exist_ok=True)
    openssl("genpkey", "-algorithm", "ed25519", "-out", key)
    openssl("pkey", "-in", key, "-pubout", "-out", folder / "key.pub")
    return key


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True)


def release_of_this(folder: Path) -> Path:
    """This very program as a release of its own, such as the package has it; gives the folder of its Python."""
    top = Path(__file__).resolve().parents[2]
    lib = folder / "lib"
    shutil.copytree(top / "eztrak", lib / "eztrak", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("assets", "config"):
        shutil.copytree(top / name, lib / "eztrak/_shipped" / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "VERSION").write_text("1.0\n")
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / MANIFESTS).mkdir()
    listed(folder, "eztrak", files, None)
    return lib
