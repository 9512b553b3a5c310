"""From `--keypad SOURCE`, or the config's words for it, to a source of keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from eztrak.keypad.source import Source
from eztrak.keypad.wire import ASCII
from eztrak.voice.said import SaidError

KINDS = "window, evdev[:ID], serial:URL, script:FILE"


class SourceError(SaidError):
    """Words that name no source of keys; says what would."""


@dataclass(frozen=True, slots=True)
class PadTerms:
    """How a keypad speaks; from the config and the keymap."""

    bounce: int = 0  # milliseconds
    speed: int = 9600
    framing: str = "8N1"
    code: Mapping[str, str] = field(default_factory=lambda: ASCII)


def source_of(text: str, terms: PadTerms, mono: int) -> Source:
    """The source that these words name. What its device does, it writes to the log. Raises SourceError."""
    kind, _, rest = text.partition(":")
    # Each kind needs something that a machine may be without: only the one asked for is imported.
    if kind == "window" and not rest:
        from eztrak.keypad.window import WindowSource

        return WindowSource()
    if kind == "script" and rest:
        return _script(text, Path(rest), mono)
    if kind == "evdev":
        return _evdev(text, rest, terms)
    if kind == "serial" and rest:
        return _serial(text, rest, terms)
    raise SourceError("keypad {keypad}: is no source of keys; choose {kinds}", keypad=text, kinds=KINDS)


def _evdev(text: str, bound: str, terms: PadTerms) -> Source:
    from eztrak.keypad.evdev import EvdevBinding
    from eztrak.keypad.hotplug import INPUT_FOLDER, hotplug
    from eztrak.keypad.plugged import PluggedSource

    return PluggedSource(text, EvdevBinding(bound), hotplug("input", INPUT_FOLDER), terms.bounce)


def _serial(text: str, url: str, terms: PadTerms) -> Source:
    from eztrak.keypad.hotplug import TTY_FOLDER, hotplug
    from eztrak.keypad.plugged import PluggedSource
    from eztrak.keypad.serial import Line, SerialBinding, url_fault

    if fault := url_fault(url):
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=fault)
    line = Line(url, terms.speed, terms.framing, terms.code)
    return PluggedSource(text, SerialBinding(line), hotplug("tty", TTY_FOLDER), terms.bounce)


def _script(text: str, path: Path, mono: int) -> Source:
    from eztrak.keypad.script import ScriptError, ScriptSource, parse

    try:
        return ScriptSource(parse(path.read_text(encoding="utf-8")), mono)
    except ScriptError as fault:
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=fault.said) from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=str(fault)) from fault
