"""The packet for a commission's lab: made by the command of a release of its own, and read back from the PDF."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from eztrak.config.load import load
from eztrak.config.terms import terms_of
from eztrak.display.lettering import MEDIUM, missing
from eztrak.display.staged import SCREENS
from eztrak.release.check import release_of
from eztrak.shipped import ROOT, asset, setting
from eztrak.supervisor.document.prose import ProseError, blocks
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.packet.changes import Against, Changed, against, changed, changes
from eztrak.supervisor.packet.screens import WHEN, screens
from eztrak.supervisor.packet.tables import requirements
from eztrak.table.menu import asked

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
SECRET = "host=10.0.0.2 user=table7 password=hunter2"
CONFIG = """\
[room]
name = "Evergreen Cardroom"
[table]
name = "Table 7"
pack = "{pack}"
[limits]
max = 300
[limits.dragon7]
min = 1
max = 50
[keypad]
sources = ["evdev:04d9:1203"]
"""
PARTS = {
    "specVersion": "1.6",
    "metadata": {"component": {"name": "eztrak", "version": "0.9.0"}},
    "components": [
        {
            "name": "pyserial",
            "version": "3.5",
            "licenses": [{"license": {"name": "BSD"}}],
            "hashes": [{"alg": "SHA-256", "content": "c4" * 32}],
        }
    ],
}


def install(folder: Path) -> Path:
    """This tree as a release: its package with what ships in it, its parts, and the manifest of all."""
    package = folder / "lib/eztrak"
    shutil.copytree(Path(ROOT) / "eztrak", package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("assets", "config"):
        shutil.copytree(Path(ROOT) / part, package / "_shipped" / part)
    (folder / "VERSION").write_text("0.9.0\n")
    (folder / "parts.cdx.json").write_text(json.dumps(PARTS))
    (folder / "manifests").mkdir()
    list_files(folder)
    return folder


def list_files(folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and "manifests" not in path.parts)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files]
    (folder / "manifests/eztrak").write_text("".join(["# eztrak 0.9.0 amd64\n", *lines]))


@dataclass
class Made:
    release: Path
    pdf: Path

    @property
    def code(self) -> str:
        return release_of(self.release, Path("/")).code

    def page(self, number: int) -> str:
        return text_of(self.pdf, number)

    @property
    def lines(self) -> list[str]:
        return [" ".join(line.split()) for line in text_of(self.pdf).splitlines()]


def text_of(pdf: Path, page: int = 0) -> str:
    only = ["-f", str(page), "-l", str(page)] if page else []
    return subprocess.run(["pdftotext", "-layout", *only, pdf, "-"], capture_output=True, text=True, check=True).stdout


def run(release: Path | None, *words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"HOME": str(home), "SDL_VIDEODRIVER": "dummy", "TZ": "America/Los_Angeles"}
    environment |= {"PYTHONPATH": str(release / "lib")} if release else {}
    command = [sys.executable, "-B", "-m", "eztrak", "packet", *map(str, words), "--size", "320x180"]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=home, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The modification packet of a release in which a file of the keypad's room has changed, and one was taken away."""
    folder = tmp_path_factory.mktemp("packet")
    old, new = install(folder / "old"), folder / "new"
    shutil.copytree(old, new)
    source = new / "lib/eztrak/keypad/bounce.py"
    source.write_text(source.read_text() + "# another one\n")
    (new / "lib/eztrak/table/staff.md").write_text("added")
    list_files(new)
    config = folder / "own.toml"
    config.write_text(CONFIG.format(pack="washington"))
    done = run(new, folder / "p.pdf", "--config", config, "--since", old, home=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"pages, eztrak 0.9.0, code {release_of(new, Path('/')).code}\n")
    return Made(new, folder / "p.pdf")


@needs_poppler
def test_the_first_page_names_unit_game_rules_and_code(made: Made) -> None:
    first = [" ".join(line.split()) for line in made.page(1).splitlines()]
    assert "Room and table Evergreen Cardroom, Table 7" in first
    assert "Game EZ Baccarat Panda 8, 8 decks" in first
    assert "Rules Washington (as it ships)" in first
    assert f"Software eztrak 0.9.0, code {made.code}" in first
    assert "not from a release" not in made.page(1)


@needs_poppler
def test_a_stranger_finds_four_answers_on_the_second_page(made: Made) -> None:
    second = " ".join(made.page(2).split())
    for question in ("What is it?", "Who can enter a hand?", "What happens at a power", "How do I check this unit in"):
        assert question in second
    assert "Keys come from a USB keypad or a serial keypad bound by its" in second
    assert "evdev:04d9:1203" in second
    assert "forced there, before it is" in second
    assert f"python3 eztrak-check /mnt --code {made.code} --key vendor.pub" in second


@needs_poppler
def test_every_chapter_stands_in_the_contents_with_its_page(made: Made) -> None:
    listed = [line.rsplit(" ", 1) for line in made.lines[: made.lines.index("Four questions")]]
    contents = {
        title.removeprefix("Contents "): int(page)
        for title, page in (x for x in listed if len(x) == 2 and x[1].isdigit())
    }
    asked = [line[2:] for line in asset("papers", "packet.md").read_text().splitlines() if line.startswith("# ")]
    assert [title for title in contents if title in asked] == asked
    for title in asked:
        assert title in made.page(contents[title])


@needs_poppler
def test_every_screen_is_in_it_and_has_words(made: Made) -> None:
    assert WHEN.keys() == SCREENS.keys()
    text = "\n".join(made.lines)
    for name, _ in WHEN.values():
        assert name in text, name
    listed = subprocess.run(["pdfimages", "-list", made.pdf], capture_output=True, text=True, check=True).stdout
    painted = {line.split()[10] for line in listed.splitlines()[2:] if line.split()[3:5] == ["320", "180"]}
    loaded = load(made.pdf.with_name("own.toml"))
    every = [screen.id for screen in screens("Table 7", terms_of(loaded))]
    assert len(painted) == len(every) == len({*every}) == 44


def test_each_screen_says_what_it_is_shown_for_and_asks_about_something(tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text(CONFIG.format(pack="california"))
    for screen in screens("Table 7", terms_of(load(config))):
        assert screen.name, screen.id
        assert screen.text, screen.id
        menu, state = screen.view.entry.menu, screen.view.state
        if menu and (ask := asked(menu, state)):
            assert not re.search(r" [.:?]|^[.:?]", str(ask.said)), (screen.id, str(ask.said))


@needs_poppler
def test_keys_rules_and_wagers_are_those_in_force(made: Made) -> None:
    lines = made.lines
    assert "7 DRAGON 7 the Banker wins with 7 in three cards" in lines
    assert "17 keys 18 keys, with Backspace" in lines
    assert "PLAYER BANKER PLAYER BANKER" in lines
    assert "highest-wager WAC 230-15-140 $400; from 2023-08-19 in force 2026-11-01" in lines
    assert "malfunction WAC 230-06-054 reported within 72 hours in force 2026-11-01" in lines
    assert "Dragon 7 $1 to $50 7.6113% 40:1 banker=7 banker_cards=3 winner=banker 2.2534%" in lines
    assert "Records are kept 3 years at least" in lines
    assert "backups the newest 60 dated backups, each checked when it is made as the history" in lines


def test_the_table_of_requirements_has_every_row_with_its_tests() -> None:
    asked = tomllib.loads(asset("papers", "requirements.toml").read_text())["row"]
    assert list(requirements().rows) == [
        (row["asks"], row["source"], ", ".join(f"`{name}`" for name in row["tests"])) for row in asked
    ]


@needs_poppler
def test_the_name_of_a_test_breaks_after_one_of_its_words(made: Made) -> None:
    assert any(line.endswith("hand, test_a_table_without_a_timer_says_so") for line in made.lines)


@needs_poppler
def test_parts_and_our_files_stand_there_with_their_hashes(made: Made) -> None:
    assert f"pyserial 3.5 BSD {'c4' * 32}" in made.lines
    pack = setting("packs", "washington.toml")
    digest = hashlib.sha256(pack.read_bytes()).hexdigest()
    assert f"lib/eztrak/_shipped/config/packs/washington.toml {digest}" in made.lines


@needs_poppler
def test_a_modification_says_what_changed_and_that_no_game_or_pack_did(made: Made) -> None:
    lines = made.lines
    assert any(line.startswith("No file of a game and no file of a pack changed.") for line in lines)
    assert "keypad where keys come from 1 changed" in lines
    assert "table what a key means and what may be done 1 added" in lines
    assert "keypad changed lib/eztrak/keypad/bounce.py" in lines
    assert any(line.startswith("Nothing changed in: games, packs, keymaps, options, ") for line in lines)


@needs_poppler
def test_manifest_parts_and_config_are_attached(made: Made, tmp_path: Path) -> None:
    subprocess.run(["pdfdetach", "-saveall", "-o", tmp_path, made.pdf], check=True, capture_output=True)
    assert {path.name for path in tmp_path.iterdir()} == {"config.toml", "eztrak", "parts.cdx.json"}
    assert (tmp_path / "eztrak").read_bytes() == (made.release / "manifests/eztrak").read_bytes()
    assert 'name = "Table 7"  # set' in (tmp_path / "config.toml").read_text()


@needs_poppler
def test_from_source_it_says_that_it_is_no_release_and_keeps_a_password(tmp_path: Path) -> None:
    config, out = tmp_path / "own.toml", tmp_path / "p.pdf"
    config.write_text(CONFIG.format(pack="california") + f'[floor]\ndatabase = "{SECRET}"\n')
    done = run(None, out, "--config", config, home=tmp_path)
    assert (done.returncode, done.stdout.split(" pages, ")[1]) == (0, "eztrak 0.9.0, not a release\n")
    assert "This packet was made from a source tree, not from a release." in " ".join(text_of(out, 1).split())
    subprocess.run(["pdfdetach", "-saveall", "-o", tmp_path, out], check=True, capture_output=True)
    assert "hunter2" not in text_of(out) + (tmp_path / "config.toml").read_text()
    refused = run(None, out, "--config", config, "--since", tmp_path, home=tmp_path)
    said = "eztrak: this runs from a source tree, which is no release: there is nothing to compare\n"
    assert (refused.returncode, refused.stderr) == (1, said)


def test_another_game_or_pack_is_named_first() -> None:
    game, pack = "lib/eztrak/_shipped/config/games/ez.toml", "lib/eztrak/_shipped/config/packs/house.toml"
    differing = changed({game: "a", pack: "a", "lib/eztrak/cli.py": "a"}, {game: "b", "lib/eztrak/cli.py": "a"})
    assert differing == [Changed("changed", game), Changed("taken away", pack)]
    assert [one.room for one in differing] == ["games", "packs"]


def test_what_python_compiles_is_told_only_where_its_source_is_the_same() -> None:
    source, compiled = "lib/eztrak/app.py", "lib/eztrak/__pycache__/app.cpython-311.pyc"
    assert changed({source: "a", compiled: "a"}, {source: "b", compiled: "b"}) == [Changed("changed", source)]
    assert changed({source: "a", compiled: "a"}, {source: "a", compiled: "b"}) == [Changed("changed", compiled)]


def test_another_release_is_read_from_its_folder_the_vendors_or_a_manifest(made: Made, tmp_path: Path) -> None:
    manifest = made.release / "manifests/eztrak"
    shutil.copy(manifest, tmp_path / "eztrak_0.9.0_amd64.manifest")
    other = against(made.release)
    assert (other.about, other.code) == ("eztrak 0.9.0 amd64", made.code)
    assert against(tmp_path) == against(tmp_path / "eztrak_0.9.0_amd64.manifest") == other
    (tmp_path / "empty").mkdir()
    for place, fault in (("empty", "there is no manifest in it"), ("none", "No such file or directory")):
        with pytest.raises(RefusedError, match=re.escape(f"{tmp_path / place}: is not a release: {fault}")):
            against(tmp_path / place)


def test_a_part_of_others_is_told_by_its_versions(made: Made) -> None:
    release = release_of(made.release, Path("/"))
    before = dict(release.files) | {"lib/evdev-1.6.0.dist-info/METADATA": "a"}
    messages = [
        str(getattr(block, "text", "")) for block in changes(Against("eztrak 0.8.0", "7K3M-Q2ZD-9FXA", before), release)
    ]
    assert "evdev: 1.6.0, now not there" in messages


def test_a_text_that_names_an_unknown_fact_is_refused() -> None:
    with pytest.raises(ProseError, match=r"{unknown}: there is no such fact"):
        blocks("Room {unknown}", {}, {})
    with pytest.raises(ProseError, match=r"{{unknown}}: there is no such addition"):
        blocks("{{unknown}}", {}, {})


@pytest.mark.parametrize("name", ["packet.md", "modification.md", "incident.md"])
def test_every_letter_of_the_text_is_in_the_font(name: str) -> None:
    assert missing(asset("papers", name).read_text().replace("\n", ""), MEDIUM) == ""
