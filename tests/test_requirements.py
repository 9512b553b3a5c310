"""Whatever is asked of a display has a row, and each row the tests that show it."""

import re
import tomllib
from collections import Counter
from pathlib import Path

from eztrak.config.packs import load_pack
from eztrak.shipped import asset, setting

HERE = Path(__file__).parent
ROWS = tomllib.loads(asset("papers", "requirements.toml").read_text())["row"]
TESTS = {
    name for path in HERE.rglob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
}


def test_no_cell_is_empty_and_each_test_is_there() -> None:
    assert [row for row in ROWS if row.keys() != {"asks", "source", "tests"} or not all(row.values())] == []
    assert {name for row in ROWS for name in row["tests"]} - TESTS == set()
    assert len({row["asks"] for row in ROWS}) == len(ROWS)


def test_every_source_that_a_pack_names_has_a_row() -> None:
    """By the rule itself: WAC, CCR and CFR with their numbers, else the document's first words."""
    sources = "\n".join(row["source"] for row in ROWS).lower()
    for file in setting("packs").glob("*.toml"):
        for rule in load_pack(file.stem, Path()).rules:
            first = rule.source.partition(",")[0].removesuffix("s").lower()
            assert first in sources or first.split(" of the ")[0] in sources, rule.source


def test_no_two_files_of_tests_have_one_name() -> None:
    """They would be one module: the second is not run in the whole, though each room by itself is green."""
    names = Counter(path.name for path in Path(__file__).parent.rglob("test_*.py"))
    assert [name for name, times in names.items() if times > 1] == []
