"""The trial of a keypad, by a script that types."""

from advancing import HandClock, advance

from eztrak.config.load import read_toml
from eztrak.game.first import first_game
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.keypad.script import ScriptSource, parse
from eztrak.keypad.trial import Trial
from eztrak.shipped import setting


def test_each_press_is_told_when_it_comes() -> None:
    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    clock, lines = HandClock(), []
    trial = Trial(
        [ScriptSource(parse("3 wait 2 Enter"), clock.now)], keys_of(keymap, first_game()), lines.append, clock
    )
    advance(trial, clock, 1.9)
    assert lines == ["script  3  cap 3  banker"]
    advance(trial, clock, 0.1)
    assert lines[1:] == ["script  Enter  cap Enter  enter"]
