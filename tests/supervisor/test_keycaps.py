"""The sheet of labels: true size, every key, from the keymap in use."""

import shutil
import subprocess
from pathlib import Path

import pytest

from eztrak.cli import main
from eztrak.config.load import read_toml
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.shipped import setting
from eztrak.supervisor.keycaps import DOES, LABEL, PADS, PITCH, Label, labels, word
from eztrak.table.action import Action


def test_labels_stand_where_the_keys_of_the_pad_stand() -> None:
    placed = {label.cap: label for label in labels(PADS["17 keys"], 10, 20)}
    assert placed["7"] == Label("7", 10, 20 + PITCH, LABEL, LABEL)
    assert placed["Enter"] == Label("Enter", 10 + 3 * PITCH, 20 + 3 * PITCH, LABEL, LABEL + PITCH)
    assert placed["0"] == Label("0", 10, 20 + 4 * PITCH, LABEL + PITCH, LABEL)


@pytest.mark.parametrize("pad", PADS)
def test_every_pad_has_a_label_for_every_key_of_the_keymap(pad: str) -> None:
    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    missing = keymap.actions.keys() - {label.cap for label in labels(PADS[pad], 0, 0)}
    # A pad without Backspace opens the menu with NumLock.
    assert missing <= {"Backspace"}


def test_every_action_has_a_word_and_a_sentence() -> None:
    for action in Action:
        assert word(action)
        assert DOES[action]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
def test_the_sheet_tells_the_keys_of_the_keymap_in_use(tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text('[keypad]\nkeymap = "banker-on-1"\n[table]\nname = "Table 9"\n')
    out = tmp_path / "caps.pdf"
    assert main(["keycaps", str(out), "--config", str(config)]) == 0
    told = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True).stdout
    assert "Table 9: the dealer's keys" in told
    assert "Banker: 1 Enter. With a natural: 9 1 Enter, in any order." in told
    assert {file.name for file in tmp_path.iterdir()} == {"caps.pdf", "eztrak.toml"}


def test_a_sheet_that_cannot_be_written_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["keycaps", str(tmp_path / "file" / "caps.pdf")]) == 2
    assert "cannot be written" in capsys.readouterr().err
