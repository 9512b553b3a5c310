"""The wheel, installed where the tree is not: it holds all that the product needs, and runs."""

import json
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from running import surroundings

TOP = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", folder, TOP], capture_output=True, text=True, timeout=300
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return next(folder.glob("eztrak-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content; what it depends on is taken from where the tests run."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel],
        check=True,
        timeout=300,
    )
    return folder


def run(installed: Path, elsewhere: Path, *arguments: str) -> str:
    path = f"{installed}:{sysconfig.get_path('purelib')}"
    # -S: the tree itself is on the path through the editable install, and must not be.
    done = subprocess.run(
        [sys.executable, "-S", installed / "bin/eztrak", *arguments],
        env=surroundings(elsewhere) | {"PYTHONPATH": path},
        cwd=elsewhere,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_wheel_holds_every_file_that_ships(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name.removeprefix("eztrak/_shipped/") for name in archive.namelist()}
    ships = {
        str(path.relative_to(TOP))
        for folder in ("assets", "config")
        for path in (TOP / folder).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert {"assets/fonts/metrics.json", "assets/themes/classic.toml", "config/eztrak.toml"} <= ships
    assert ships <= names
    assert {f"config/packs/{p}.toml" for p in ("washington", "california", "tribal", "house", "trial")} <= names
    assert {"config/wagers.toml", "config/tableaus.toml", "config/games/ez-panda.toml"} <= names
    assert {f"config/keymaps/{k}.toml" for k in ("default", "banker-on-1")} <= names
    assert {"eztrak/py.typed", "eztrak/cli.py"} <= names
    assert not any(name.startswith(("tests", "eztrak/tests")) for name in names)


def test_the_installed_product_works_without_the_tree(installed: Path, tmp_path: Path) -> None:
    where = "import eztrak; print(eztrak.__file__)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", where],
        env={"PYTHONPATH": str(installed)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == str(installed / "eztrak/__init__.py")
    shoe = json.loads(run(installed, tmp_path, "shoe", "P Bn T B7 P8", "--json"))
    assert shoe["counts"] == {"player": 2, "banker": 2, "tie": 1, "dragon7": 1, "panda8": 1, "natural": 1}
    assert run(installed, tmp_path, "config", "show").startswith("# defaults: there is no config file\n[room]\n")
    assert run(installed, tmp_path, "config", "check", str(installed / "eztrak/_shipped/config/eztrak.toml"))
    run(installed, tmp_path, "demo", "--png", "board.png", "--seed", "8", "--hands", "20", "--windowed", "1280x720")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
