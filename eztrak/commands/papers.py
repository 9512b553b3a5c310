"""packet and incident: papers for an authority. What a commission's lab asks for, and the report of a malfunction."""

import argparse
import re
from datetime import datetime, timedelta
from pathlib import Path

from eztrak.appliance import clock
from eztrak.commands.arguments import history_of, loaded_of, setup_of
from eztrak.commands.asked import Adder, UsageError, add_config, add_history, add_keypad, config_path, size
from eztrak.commands.doctor import readings_of
from eztrak.config.terms import terms_of
from eztrak.release.check import ManifestError, Release
from eztrak.release.installed import installed
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.progress import Progress

UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
TIMES = "type it as 2026-01-31, as '2026-01-31 18:30', or with its zone as 2026-01-31T18:30-08:00"


def add(command: Adder) -> None:
    packet = command(
        "packet",
        _packet,
        "Makes what a commission's lab asks for, as one PDF: for the pack, the game and the config in force.",
        "eztrak packet submission.pdf",
    )
    packet.add_argument("out", type=Path, metavar="OUT.pdf", help="the PDF to write")
    packet.add_argument(
        "--since",
        type=Path,
        metavar="RELEASE",
        help="a modification packet: what changed since that release. Its folder (/opt/eztrak/previous), or the"
        " vendor's with its manifests",
    )
    packet.add_argument(
        "--size", type=size, default=(1280, 720), metavar="WxH", help="pixels of each screen (default 1280x720)"
    )
    add_config(packet)
    packet.add_argument("--force", action="store_true", help="replaces a packet that already exists")

    incident = command(
        "incident",
        _incident,
        "Reports a malfunction: what is on record for a time, in words, the state of the unit, and space for what "
        "was done.",
        "eztrak incident malfunction.pdf --from '2026-01-31 18:30' --to '2026-01-31 20:00'",
    )
    incident.add_argument("out", type=Path, metavar="OUT.pdf", help="the PDF to write")
    add_time(incident)
    add_history(incident)
    add_keypad(incident)
    incident.add_argument("--force", action="store_true", help="replaces a report that already exists")


def _packet(options: argparse.Namespace) -> int:
    from eztrak.supervisor.packet.changes import against
    from eztrak.supervisor.packet.packet import packet
    from eztrak.supervisor.packet.subject import Subject

    setup, release = setup_of(config_path(options)), _release()
    if options.since and release is None:
        raise RefusedError("this runs from a source tree, which is no release: there is nothing to compare")
    since = against(options.since) if options.since else None
    subject = Subject(
        setup.loaded,
        setup.look,
        setup.keymap,
        setup.keys,
        setup.way,
        terms_of(setup.loaded),
        release,
        clock.wall(),
    )
    with Progress("painting", unit="screens") as progress:
        pages = packet(subject, options.out, since, options.size, progress, options.force)
    print(f"{options.out}: {pages} pages, {subject.facts['software']}")
    return 0


def add_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="since", type=moment, metavar="TIME", help="the beginning: a day or a local time"
    )
    parser.add_argument("--to", dest="until", type=moment, metavar="TIME", help="the end (default: now)")
    parser.add_argument(
        "--last", type=lasting, metavar="SPAN", help="the last 90m, 4h or 3d instead (default: 24h); m, h or d"
    )


def time_of(options: argparse.Namespace) -> tuple[datetime, datetime]:
    """From when until when."""

    now = clock.wall()
    if options.last and (options.since or options.until):
        raise UsageError("--last, or --from and --to: one of them")
    if options.until and not options.since:
        raise UsageError("--to needs --from")
    since = options.since or now - (options.last or timedelta(hours=24))
    until = options.until or now
    if until <= since:
        raise UsageError(f"{until:%Y-%m-%d %H:%M} is not after {since:%Y-%m-%d %H:%M}")
    return since, until


def moment(text: str) -> datetime:
    """A time as somebody types it; one without a zone is a local one."""
    try:
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError) as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; {TIMES}") from fault


def lasting(text: str) -> timedelta:
    if match := re.fullmatch(r"([1-9]\d{0,3})([mhd])", text.strip()):
        return int(match[1]) * UNITS[match[2]]
    raise argparse.ArgumentTypeError(f"{text!r} is not a span of time; type it as 90m, 4h or 3d")


def _incident(options: argparse.Namespace) -> int:
    since, until = time_of(options)
    rows = write_incident(options, since, until, options.out)
    print(f"{options.out}: {rows:,} rows of the record, {since:%Y-%m-%d %H:%M} to {until:%Y-%m-%d %H:%M %Z}")
    return 0


def write_incident(options: argparse.Namespace, since: datetime, until: datetime, out: Path) -> int:
    """Makes the report; says how many rows of the record it tells of."""
    from eztrak.supervisor.incident import incident, incident_paper

    made = incident(history_of(options), since, until)
    incident_paper(
        made, loaded_of(options), _release(), readings_of(options), out, clock.wall(), getattr(options, "force", False)
    )
    return len(made.steps)


def _release() -> Release | None:
    try:
        return installed()
    except ManifestError as fault:
        raise UsageError(f"the release that this runs from has no manifest that can be read: {fault}") from fault
