"""A command starts with its own module alone: after a power cut a room waits for the picture of the board."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import surroundings

from eztrak.cli import COMMANDS, _parser

TOLD = """
import json, sys
from eztrak import cli

def told(event, arguments):
    if event == "import" and arguments[0] == "eztrak.app":  # what a board needs beyond its command line
        raise SystemExit(json.dumps(sorted(sys.modules)))

sys.addaudithook(told)
cli.main(sys.argv[1:])
"""


def test_the_table_of_commands_names_what_each_module_adds(capsys: pytest.CaptureFixture[str]) -> None:
    for command, module in COMMANDS.items():
        with pytest.raises(SystemExit):
            _parser(command).parse_args(["--help"])
        listed = [line for line in capsys.readouterr().out.splitlines() if re.match(" {4}[a-z]", line)]
        assert [line.split()[0] for line in listed] == [name for name, of in COMMANDS.items() if of == module]


def test_every_module_of_commands_that_adds_one_is_in_the_table() -> None:
    folder = Path(sys.modules["eztrak.cli"].__file__ or "").parent / "commands"
    adding = {
        path.stem for path in folder.glob("*.py") if "\ndef add(command: Adder)" in path.read_text(encoding="utf-8")
    }
    assert adding == set(COMMANDS.values())


def test_a_board_imports_no_other_command_before_its_picture(tmp_path: Path) -> None:
    code = [sys.executable, "-c", TOLD, "run"]
    done = subprocess.run(code, cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True, check=False)
    imported = set(json.loads(done.stderr))
    others = set(COMMANDS.values()) - {"board"}
    assert "eztrak.commands.board" in imported
    assert imported.isdisjoint(f"eztrak.commands.{other}" for other in others)
