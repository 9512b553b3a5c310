"""axe-core, from the npm registry, once for a machine: the same bytes each time, or none."""

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest

VERSION = "4.10.3"
DIGEST = "880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb"


def axe() -> str:
    """The script. Skips the test where neither the registry nor an earlier download has it."""
    path = Path(tempfile.gettempdir()) / f"eztrak-axe-{VERSION}-{os.getuid()}.js"
    if not (path.is_file() and _digest(path.read_bytes()) == DIGEST):
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed: axe-core comes from its registry")
        with tempfile.TemporaryDirectory() as folder:
            fetched = subprocess.run([npm, "pack", "--silent", f"axe-core@{VERSION}"], cwd=folder, capture_output=True)
            if fetched.returncode:
                pytest.skip(f"the npm registry gave no axe-core: {fetched.stderr.decode()[-200:]}")
            with tarfile.open(next(Path(folder).glob("*.tgz"))) as packed:
                script = packed.extractfile("package/axe.min.js")
                assert script is not None
                content = script.read()
        assert _digest(content) == DIGEST
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(path)
    return path.read_text(encoding="utf-8")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
