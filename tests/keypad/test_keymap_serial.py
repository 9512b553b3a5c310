"""The section [serial] of a keymap, and the words that name a source."""

import tomllib
from pathlib import Path

import pytest

from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.keypad.sources import PadTerms, SourceError, source_of
from eztrak.keypad.wire import ASCII

DEFAULT = (Path(__file__).parent.parent.parent / "config/keymaps/default.toml").read_text()


def test_without_a_section_the_character_on_the_cap_is_sent() -> None:
    keymap = keymap_of("default", tomllib.loads(DEFAULT))
    assert isinstance(keymap, Keymap)
    assert keymap.wire == ASCII


def test_a_section_says_what_is_sent() -> None:
    keymap = keymap_of("own", tomllib.loads(DEFAULT + '[serial]\nA = "1"\n"\\u0081" = "Enter"\n'))
    assert isinstance(keymap, Keymap)
    assert keymap.wire == {"A": "1", "\x81": "Enter"}


def test_a_fault_in_the_section_is_named() -> None:
    faults = keymap_of("own", tomllib.loads(DEFAULT + '[serial]\nA = "one"\n'))
    assert isinstance(faults, list)
    assert list(map(str, faults)) == [
        "serial.'A' = 'one': there is no such cap; choose 0 1 2 3 4 5 6 7 8 9 + - * / . Enter Backspace NumLock"
    ]


@pytest.mark.parametrize("words", ["keyboard", "window:x", "serial:", "script:", "serial", ""])
def test_words_that_name_no_source_are_refused_with_those_that_do(words: str) -> None:
    with pytest.raises(SourceError, match=r"choose window, evdev\[:ID\], serial:URL, script:FILE"):
        source_of(words, PadTerms(), 0)


def test_a_url_that_nobody_knows_is_refused_at_once() -> None:
    with pytest.raises(SourceError, match="protocol 'foo' not known"):
        source_of("serial:foo://bar", PadTerms(), 0)


@pytest.mark.parametrize("words", ["evdev", "evdev:auto", "evdev:04d9:1203", "serial:/dev/no/such", "serial:loop://"])
def test_a_device_need_not_be_there_to_be_named(words: str) -> None:
    source = source_of(words, PadTerms(), 0)
    assert source.name == words
    source.close()
