"""From `--keypad SOURCE`, or the config's words for it, to a source of keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import normpath
from pathlib import Path

from eztrak.keypad.kinds import KINDS
from eztrak.keypad.source import KeyPress, Source
from eztrak.keypad.wire import ASCII
from eztrak.table.inputs import INPUTS, KEYPADS, Input
from eztrak.table.pack import Pack
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said, SaidError


class SourceError(SaidError):
    """Words that name no source of keys; says what would."""


@dataclass(frozen=True, slots=True)
class PadTerms:
    """How a keypad speaks and what it may be; from the config, the keymap and the pack."""

    bounce: int = 0  # milliseconds
    speed: int = 9600
    framing: str = "8N1"
    code: Mapping[str, str] = field(default_factory=lambda: ASCII)
    pack: Pack = field(default_factory=Pack)
    cards: bool = False  # card values are typed, not who won


def kind_of(text: str) -> str:
    """What these words name, as a pack calls it; they themselves where they name nothing."""
    kind, _, rest = text.partition(":")
    if kind != "serial":
        return kind
    path = normpath(rest)
    if path.startswith("/dev/serial/by-id/"):
        return "serial"
    return "tty" if path.startswith("/dev/") and not path.startswith("/dev/pt") else "url"


def input_of(key: KeyPress) -> Input:
    """Where a key came from. What a program made is no keypad, by whatever name it is called."""
    kind = kind_of(key.source)
    return Input("url" if key.made and kind in KEYPADS else kind, key.device)


def forbidden(text: str, terms: PadTerms) -> Said | None:
    """Why the pack does not take keys from what these words name, where it does not."""
    kind = kind_of(text)
    wrong = terms.pack.refuses(Input(kind), terms.cards) if kind in INPUTS else None
    return Said("keypad {keypad}: {fault}", keypad=text, fault=wrong) if wrong else None


def source_of(text: str, terms: PadTerms, mono: int) -> Source:
    """The source that these words name. What its device does, it writes to the log. Raises SourceError."""
    kind, _, rest = text.partition(":")
    if wrong := forbidden(text, terms):
        raise SourceError("{fault}", fault=wrong)
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
    raise SourceError("keypad {keypad}: is not a source of keys; choose {kinds}", keypad=text, kinds=KINDS)


def _evdev(text: str, bound: str, terms: PadTerms) -> Source:
    from eztrak.keypad.evdev import EvdevBinding
    from eztrak.keypad.hotplug import INPUT_FOLDER, hotplug
    from eztrak.keypad.plugged import PluggedSource

    news, pack = hotplug("input", INPUT_FOLDER), terms.pack
    return PluggedSource(text, EvdevBinding(bound, wired=pack.wired), news, terms.bounce)


def _serial(text: str, url: str, terms: PadTerms) -> Source:
    from eztrak.keypad.hotplug import TTY_FOLDER, hotplug
    from eztrak.keypad.plugged import PluggedSource
    from eztrak.keypad.serial import Line, SerialBinding, url_fault

    if fault := url_fault(url):
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=fault)
    line, news = Line(url, terms.speed, terms.framing, terms.code, terms.pack.wired), hotplug("tty", TTY_FOLDER)
    return PluggedSource(text, SerialBinding(line), news, terms.bounce)


def _script(text: str, path: Path, mono: int) -> Source:
    from eztrak.keypad.script import ScriptError, ScriptSource, parse

    try:
        return ScriptSource(parse(path.read_text(encoding="utf-8")), mono)
    except ScriptError as fault:
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=fault.said) from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise SourceError("keypad {keypad}: {fault}", keypad=text, fault=reason(fault)) from fault
