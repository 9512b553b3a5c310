import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from glass import Glass, virtual_screen


@pytest.fixture(scope="session")
def glass(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Glass]:
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("Xvfb and xdotool are not installed here")
    with virtual_screen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The disk that fails on command, to be preloaded."""
    source = Path(__file__).parent.parent / "journal" / "faulty.c"
    library = tmp_path_factory.mktemp("faulty") / "faulty.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.fixture(autouse=True)
def nobodys_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that run in this process find no config and no history of whoever runs the tests."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
