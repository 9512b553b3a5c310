"""Whether what runs on this unit is what was released, and what was approved: every file, the pack, the game, the
keymap and the rules of entry. Looked at in a thread of its own, at the start and every hour; `eztrak doctor` asks too.

An update of Debian's Python is a difference as any other: it runs every line of ours. On a unit without an approval
that is said to whoever keeps it, on the supervisor's page and by doctor; under an approval it waits for a supervisor.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import NamedTuple

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.errand import Errand
from eztrak.appliance.health import HealthReading, wrong
from eztrak.appliance.released import python_alone, reading_of, without_manifest
from eztrak.config.loaded import Loaded
from eztrak.config.model import ApprovalOptions
from eztrak.keypad.keymap import Keymap
from eztrak.release.check import Difference, ManifestError, code_of, same_code
from eztrak.release.installed import code, installed
from eztrak.table.pages import Page
from eztrak.table.software import Checked, Running
from eztrak.voice.said import All, Said
from eztrak.voice.wire import as_kept, plain

EVERY = 3600.0  # seconds
_PATIENCE = 1.0  # seconds that an orderly stop waits
_LISTED = 40  # files in the record; the code of the difference stands for all
_NOTICE = Said("the software is not as released: see the menu, {page}", page=Page.UNIT.value)


def running(loaded: Loaded, keymap: Keymap) -> Running:
    """What is in the record of a start."""
    return Running(code(), loaded.digest, rules_code(loaded, keymap), loaded.config.approval.named)


def rules_code(loaded: Loaded, keymap: Keymap) -> str:
    """The code of what decides how a hand is entered and counted. Limits, fees and looks are the room's."""
    pack = loaded.pack.fields()
    decisive = [pack, json.loads(loaded.game.text), {**keymap.ids}, {**keymap.wire}, asdict(loaded.config.entry)]
    return code_of(json.dumps(decisive, sort_keys=True).encode())


class Findings(NamedTuple):
    """What was seen, for the record and for people."""

    checked: Checked | None = None  # None from source, where no approval asks for a release
    readings: tuple[HealthReading, ...] = ()
    notice: Said = Said()  # that stays on the board


def check(loaded: Loaded, keymap: Keymap) -> Findings:
    """Reads every file."""
    approval, rules = loaded.config.approval, rules_code(loaded, keymap)
    release, differing, read = None, list[Difference](), list[HealthReading]()
    try:
        if release := installed():
            differing = list(release.differences())
            read.append(reading_of(release, differing))
    except (ManifestError, OSError) as fault:
        read.append(without_manifest(fault))
    now = release.code if release else ""
    if approval.authority:
        read.append(_approval_reading(approval, All(tuple(_not_approved(approval, now, rules)))))
    if not read:
        return Findings()
    seen = tuple(reading.seen for reading in wrong(tuple(read)))
    if not seen:
        return Findings(Checked(now), tuple(read))
    if approval.authority and read[-1].well:  # its code is that of the manifest, whatever the files are
        read[-1] = _approval_reading(approval, All((Said("its files are not as released"),)))
    lines = tuple(f"{one.how.value}: {one.path} {one.content}".rstrip() for one in differing)
    differs = as_kept(All(seen))
    difference = code_of(json.dumps([asdict(approval), now, plain(differs), lines]).encode())
    # Under an approval a supervisor has to confirm it, and that is said anyway.
    quiet = bool(approval.authority) or (release is not None and python_alone(release, differing))
    return Findings(Checked(now, differs, difference, lines[:_LISTED]), tuple(read), Said() if quiet else _NOTICE)


def rules_reading(loaded: Loaded, keymap: Keymap) -> HealthReading:
    """For whoever writes it into an approval."""
    seen = Said("pack, game, keymap and entry together have the code {code}", code=rules_code(loaded, keymap))
    return HealthReading(Said("rules"), True, seen)


def _approval_reading(approval: ApprovalOptions, other: All) -> HealthReading:
    which = approval.named
    if not other:
        return HealthReading(Said("approval"), True, Said("{approval}: it is what was approved", approval=which))
    seen = Said("{approval}: {other}", approval=which, other=other)
    fix = Said(
        "install the release that was approved, or bring [approval] up to date; until then a supervisor confirms it"
    )
    return HealthReading(Said("approval"), False, seen, fix)


def _not_approved(approval: ApprovalOptions, now: str, rules: str) -> Iterator[Said]:
    if not now:
        yield Said("this is no release, and {code} was approved", code=approval.code)
    elif not same_code(approval.code, now):
        yield Said("its code is {now}, and {code} was approved", now=now, code=approval.code)
    if approval.rules and not same_code(approval.rules, rules):
        yield Said("pack, game, keymap or entry differ: {now}, and {code} was approved", now=rules, code=approval.rules)


class Known:
    """The thread that reads every file, as the last of all that the machine does."""

    def __init__(self, loaded: Loaded, keymap: Keymap, changed: Callable[[], None], clock: Clock = CLOCK) -> None:
        """Begins at once. `changed` is called in its thread, whenever there is something else to record."""
        self._loaded, self._changed = (loaded, keymap), changed
        self.seen = Findings()
        self.errand = Errand("known", self._check, clock, every=EVERY, lowest=True)
        self.errand.ask()

    def config(self, loaded: Loaded, keymap: Keymap) -> None:
        """The config was read again. Which approval binds the unit stands in the record of its start."""
        approval = self._loaded[0].config.approval
        self._loaded = replace(loaded, config=replace(loaded.config, approval=approval)), keymap
        self.errand.ask()

    def close(self) -> None:
        self.errand.close(_PATIENCE)

    def _check(self) -> None:
        before, self.seen = self.seen, check(*self._loaded)
        if self.seen.checked != before.checked and not self.errand.stopping.is_set():
            self._changed()
