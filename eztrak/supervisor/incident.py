"""The report of a malfunction, on paper: what is on record of a window of time, how the unit is, and room for what
people did. In English, for the authority that asks for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from eztrak import __version__
from eztrak.appliance.health import HealthReading
from eztrak.config.load import Loaded
from eztrak.journal.chain import short
from eztrak.journal.log import LogRow, window
from eztrak.release.check import Release
from eztrak.shipped import asset
from eztrak.supervisor.document.blocks import Block, Column, Note, Table, Text
from eztrak.supervisor.document.prose import blocks
from eztrak.supervisor.document.setting import Setting
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import allowed, whole
from eztrak.supervisor.paper import Paper
from eztrak.table import events as e
from eztrak.table.log_words import logged
from eztrak.table.pack import What
from eztrak.table.story import What as Deed
from eztrak.table.story import happened
from eztrak.voice.said import Said
from eztrak.voice.times import instant, local, utc

MANY = 600  # rows; of more, those of ordinary play are counted only
_NAMED = 20  # files that differ
_PLAY = (e.HandRecorded, e.TimerStarted, e.BetsClosed)
_OF_UNIT = (
    *(e.Started, e.HealthNoted, e.KeypadNoted, e.ClockStepped, e.CopyTaken, e.CopyDiffers, e.CopyConfirmed),
    *(e.Restored, e.Archived, e.PinsCleared, e.SoftwareConfirmed),
)
_MINUTES = "%Y-%m-%d %H:%M"


@dataclass(frozen=True, slots=True)
class Loss:
    """A device that was lost, and when it was back."""

    keypad: str
    wrong: Said
    lost: str
    back: str = ""

    @property
    def lasted(self) -> str:
        lost, back = instant(self.lost), instant(self.back)
        return str(timedelta(seconds=round((back - lost).total_seconds()))) if lost and back else ""


@dataclass(frozen=True)
class Incident:
    """What is on record of a window of time."""

    since: datetime
    until: datetime
    steps: tuple[LogRow, ...]

    @cached_property
    def losses(self) -> tuple[Loss, ...]:
        losses: list[Loss] = []
        for record, *_ in self.steps:
            if isinstance(record.event, e.KeypadNoted):
                keypad, wrong = record.event.keypad, record.event.wrong
                at = record.moment.at
                gone = next((i for i, one in enumerate(losses) if one.keypad == keypad and not one.back), None)
                if wrong:
                    losses.append(Loss(keypad, wrong, at))
                elif gone is None:
                    losses.append(Loss(keypad, wrong, "", at))
                else:
                    losses[gone] = Loss(keypad, losses[gone].wrong, losses[gone].lost, at)
        return tuple(losses)

    @property
    def wrong(self) -> tuple[LogRow, ...]:
        """What tells of the unit itself, and not of play."""
        return tuple(step for step in self.steps if _of_unit(step.record.event))

    @property
    def versions(self) -> tuple[str, ...]:
        """Of the starts in this time."""
        starts = (step.record.event for step in self.steps)
        return tuple(dict.fromkeys(event.version for event in starts if isinstance(event, e.Started)))

    def count(self, deed: Deed) -> int:
        """Of hands that were entered, voided, changed or put in."""
        about = (step.record.event for step in self.steps)
        return sum(happened(event).what is deed for event in about if isinstance(event, e.AboutHand))

    @property
    def shown(self) -> tuple[LogRow, ...]:
        if len(self.steps) <= MANY:
            return self.steps
        return tuple(step for step in self.steps if not isinstance(step.record.event, _PLAY))


def incident(database: Path, since: datetime, until: datetime) -> Incident:
    """What is on record from one instant to another. Raises RefusedError and JournalError."""
    made = Incident(since, until, tuple(window(database, utc(since), utc(until))))
    if not made.steps:
        raise RefusedError(
            "{path}: nothing is on record from {since} to {until}",
            path=database,
            since=f"{since.astimezone():{_MINUTES}}",
            until=f"{until.astimezone():{_MINUTES}}",
        )
    return made


def incident_paper(
    incident: Incident,
    loaded: Loaded,
    release: Release | None,
    readings: Sequence[HealthReading],
    out: Path,
    printed: datetime,
    force: bool = False,
) -> None:
    """Writes the PDF. Raises RefusedError."""
    allowed(out, force)
    room, table = loaded.config.room.name, incident.steps[-1].before.table or loaded.config.table.name
    facts = {
        "room": room,
        "table": table,
        "since": f"{incident.since.astimezone():{_MINUTES}}",
        "until": f"{incident.until.astimezone():{_MINUTES}}",
        "since_utc": f"{incident.since.astimezone(UTC):{_MINUTES}}",
        "until_utc": f"{incident.until.astimezone(UTC):{_MINUTES}}",
        "zone": zone_of(incident.until),
        "printed": f"{printed:{_MINUTES} %Z}",
        "last_row": f"{incident.steps[-1].record.seq:,}",
        "last_hash": incident.steps[-1].record.hash,
    }
    added: dict[str, Sequence[Block]] = {
        "rule": list(_rule(loaded)),
        "unit": [_unit(incident, loaded, release)],
        "wrong": [_rows(incident.wrong, "Nothing on record for this time says that anything was wrong with the unit.")],
        "keypads": [_losses(incident)],
        "hands": [Text(_hands(incident))],
        "health": [_health(readings)],
        "events": [
            _rows(incident.shown, ""),
            *([Text(_left_out(incident))] if len(incident.shown) < len(incident.steps) else []),
        ],
    }
    title = f"Report of a malfunction: {room}, {table}"
    seen = f"history up to row {facts['last_row']}: {short(facts['last_hash'])}"
    setting = Setting(title, (software(release), f"made {printed:{_MINUTES} %Z}", seen))
    setting.add(blocks(asset("papers", "incident.md").read_text(encoding="utf-8"), facts, added))
    paper = Paper(title, size=loaded.config.paper.size)
    setting.save_to(paper)
    with whole(out) as part:
        paper.save(part)


def software(release: Release | None) -> str:
    """The version with its code, as every paper for an authority names it."""
    return f"eztrak {__version__}, code {release.code}" if release else f"eztrak {__version__}, not a release"


def zone_of(when: datetime) -> str:
    """What the clock of the room goes by, with its distance from UTC: an hour of the autumn comes twice."""
    here = when.astimezone()
    return f"{here:%Z}, UTC{here:%z}"


def _of_unit(event: e.Event) -> bool:
    match event:
        case e.ExportEnded(fault=fault):
            return bool(fault)
        case e.SoftwareChecked(checked):
            return bool(checked.differs)
        case e.UnitKeyed():
            return bool(event.before or event.unsigned or event.gone)
        case _:
            return isinstance(event, _OF_UNIT)


def _rule(loaded: Loaded) -> Iterator[Block]:
    if rule := loaded.pack.rule(What.MALFUNCTION):
        hours = f"within {rule.count} hours of becoming aware of it"
        yield Note(f"**{rule.source}:** a malfunction is reported {hours}. The source was last read on {rule.checked}.")


def _unit(incident: Incident, loaded: Loaded, release: Release | None) -> Table:
    ran = ", ".join(incident.versions)
    rows = [
        ("Room and table", f"{loaded.config.room.name}, {incident.steps[-1].before.table or loaded.config.table.name}"),
        ("Software", software(release)),
        *([("Started in this time", f"eztrak {ran}")] if ran else []),
        ("Files", _files(release)),
        *([("Approval", approval)] if (approval := loaded.config.approval.named) else []),
        ("Game", f"{loaded.game.name()}, {loaded.config.table.decks} decks"),
        ("Rules", f"{loaded.pack.title or loaded.pack.name}{'' if loaded.pack.approved else ', NOT APPROVED'}"),
        ("Keypad", ", ".join(loaded.sources)),
    ]
    return Table((Column("", 0.25), Column("", 0.75)), tuple(rows))


def _files(release: Release | None) -> str:
    if release is None:
        return "not installed from a package: there is no manifest to compare them with"
    differing = [f"{one.how.value}: {one.path}" for one in release.differences()]
    more = [f"and {len(differing) - _NAMED:,} more, which `eztrak-check` names"] if len(differing) > _NAMED else []
    return "; ".join([*differing[:_NAMED], *more]) or f"all {len(release.files):,} are as released"


def _rows(steps: Sequence[LogRow], none: str) -> Block:
    if not steps:
        return Text(none)
    rows = [
        (f"{record.seq:,}", local(record.moment.at), str(logged(record.event, before))) for record, before, _ in steps
    ]
    return Table((Column("row", 0.07), Column("time", 0.17), Column("what", 0.76)), tuple(rows))


def _losses(incident: Incident) -> Block:
    if not incident.losses:
        return Text("None is on record for this time. One that was back within three seconds is not recorded.")
    rows = [
        (one.keypad, local(one.lost) or "before", local(one.back) or "not back", one.lasted, str(one.wrong))
        for one in incident.losses
    ]
    shares = {"device": 0.25, "lost": 0.18, "back": 0.18, "for": 0.09, "why": 0.3}
    return Table(tuple(Column(title, share) for title, share in shares.items()), tuple(rows))


def _hands(incident: Incident) -> str:
    entered, voided, changed, inserted = (incident.count(deed) for deed in Deed)
    return f"{entered} entered, {voided} voided, {changed} changed, {inserted} inserted later."


def _left_out(incident: Incident) -> str:
    left = len(incident.steps) - len(incident.shown)
    return f"{left:,} rows of ordinary play (hands that were entered, the timer) are not listed; an export has them."


def _health(readings: Sequence[HealthReading]) -> Table:
    rows = [
        (str(one.name), "well" if one.well else "**WRONG**", str(one.seen) if one.well else f"{one.seen}. {one.fix}")
        for one in readings
    ]
    return Table((Column("", 0.2), Column("", 0.09), Column("what was seen", 0.71)), tuple(rows))
