"""How a paper for an authority is set."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from eztrak.supervisor.document.blocks import Block, Chapter, Column, Heading, Item, Table, Text
from eztrak.supervisor.document.setting import Setting
from eztrak.supervisor.paper import Paper


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler-utils")
@pytest.mark.parametrize(
    ("after", "lines"),
    [(Heading("hands"), 1.1), (Chapter("hands"), 3.0), (Table((Column("", 1.0),), (("hands",),)), 0.9)],
)
def test_nothing_comes_too_near_to_a_heading_of_two_lines_beside_a_short_text(
    after: Block, lines: float, tmp_path: Path
) -> None:
    setting = Setting("Report", ())
    setting.add([Chapter("Unit"), Heading("Devices that were unplugged"), Text("None."), after, Item("None.")])
    paper = Paper("Report")
    setting.save_to(paper)
    paper.save(tmp_path / "p.pdf")
    output = subprocess.run(["pdftotext", "-bbox", tmp_path / "p.pdf", "-"], capture_output=True, text=True, check=True)
    place = {word: float(y) for y, word in re.findall(r'yMax="([\d.]+)">(\w+)</word>', output.stdout)}
    line = place["unplugged"] - place["Devices"]
    assert place["hands"] - place["unplugged"] > lines * line
