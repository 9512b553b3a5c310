"""backup, restore and archive: whole copies of the history, made, put back, and kept in its stead."""

import argparse
import json
from pathlib import Path

from eztrak.appliance import clock
from eztrak.appliance.paths import is_folder
from eztrak.appliance.unit_key import noted_of
from eztrak.commands.arguments import database_of, loaded_of
from eztrak.commands.asked import Adder, add_database
from eztrak.journal.archiving import archive
from eztrak.journal.backup import backup, beside, make_room, prune, restore
from eztrak.journal.capacity import free
from eztrak.journal.errors import JournalError
from eztrak.journal.verify import verify
from eztrak.journal.witness import seen_of
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.progress import Progress
from eztrak.upkeep import copies_of


def add(command: Adder) -> None:
    backup = command(
        "backup", _backup, "Makes a dated copy of the history, and checks it.", "eztrak backup --to /media/stick"
    )
    backup.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="the folder (default: journal.copy, or backups beside the history); older ones stay there",
    )
    add_database(backup)
    backup.add_argument("--json", action="store_true", help="prints JSON")

    restore = command(
        "restore",
        _restore,
        "Puts a backup or a second copy in place of the history. The old one is kept.",
        "eztrak restore /media/stick/eztrak-20260101T200000Z.db",
    )
    restore.add_argument("file", type=Path, help="the backup, or a second copy")
    restore.add_argument("--yes", action="store_true", help="does not ask")
    add_database(restore)

    archive = command(
        "archive",
        _archive,
        "Takes the whole history off the unit, once it is in a checked archive. The board starts a new one.",
        "eztrak archive --to /media/one --to /media/two",
    )
    archive.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        action="append",
        required=True,
        help="the folder for the archive, on a drive that the room keeps; give it twice for two archives",
    )
    archive.add_argument("--yes", action="store_true", help="does not ask")
    add_database(archive)


def _backup(options: argparse.Namespace) -> int:
    loaded = loaded_of(options)
    settings = loaded.config.journal
    database = options.db or database_of(loaded)
    folder = options.to or copies_of(settings)
    at = clock.moment().at
    try:
        if folder is None:
            folder = beside(database)
            folder.mkdir(exist_ok=True)
        # Never made: it is the place where a medium belongs, and without that the backup would land on another.
        elif not is_folder(folder):
            raise RefusedError(
                "{path}: is not there: plug in the drive, or make the folder. No backup was made.", path=folder
            )
        # What is in a folder that somebody names is theirs.
        gone = [] if options.to else make_room(database, folder, free(folder))
        with Progress("copying", unit="pages") as copying, Progress("checking") as checking:
            made, check = backup(database, folder, at, copying.at, checking.at)
    except (JournalError, OSError) as fault:
        why = fault.said if isinstance(fault, JournalError) else str(fault)
        raise RefusedError("{fault}. No backup was made.", fault=why) from fault
    try:
        gone += [] if options.to else prune(database, folder, at, settings.backup_count, settings.backup_days)
    except OSError as fault:
        raise RefusedError(
            "{path}: made and checked, but an older one cannot be removed: {fault}", path=made, fault=str(fault)
        ) from fault
    if options.json:
        print(json.dumps({"file": str(made), "rows": check.rows, "head": check.head, "removed": list(map(str, gone))}))
    else:
        removed = f"; older ones removed: {', '.join(path.name for path in gone)}" if gone else ""
        print(f"{made}: {check.counted}, all well{removed}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    loaded = loaded_of(options)
    database = options.db or database_of(loaded)
    with Progress("checking") as checking:
        check = verify(options.file, each=checking.at)
    if check.faults:
        print(f"{options.file}: NOT as it was written, so it is not restored\n" + "\n".join(map(str, check.faults)))
        return 1
    if check.strange:
        print(f"{options.file}: this CANNOT have happened\n" + "\n".join(map(str, check.strange)))
    print(f"{options.file}: {check.counted}, {'as it was written' if check.strange else 'all well'}")
    if not _agreed(options, f"Put it in place of {database}? The old one is kept. [y/N] "):
        return 1
    folder = copies_of(loaded.config.journal)
    copy = folder / database.name if folder else None
    with Progress("copying", unit="pages") as copying, Progress("checking") as checking:
        aside, _ = restore(options.file, database, clock.moment().at, copy, copying.at, checking.at)
    print(f"{database}: restored" + "".join(f"; the old one is {path}" for path in reversed(aside)))
    return 0


def _archive(options: argparse.Namespace) -> int:
    loaded = loaded_of(options)
    database = options.db or database_of(loaded)
    for folder in options.to:
        if not is_folder(folder):
            raise RefusedError("{path}: is not there: plug in the drive, or make the folder", path=folder)
    if not _agreed(options, f"Take all of {database} off this unit, once it is in the archive? [y/N] "):
        return 1
    at, noted = clock.moment().at, noted_of(database)
    copies = copies_of(loaded.config.journal)
    try:
        with Progress("copying", unit="pages") as copying, Progress("checking") as checking:
            taken = archive(database, options.to, at, noted, copies, copying.at, checking.at)
    except JournalError as fault:
        raise RefusedError("{fault}. Nothing was taken off the unit.", fault=fault.said) from fault
    for made in taken.archives:
        print(f"{made}: {taken.verified.counted}, all well")
    years = loaded.pack.retention_years
    print(
        f"{database}: starts anew, with shoe {taken.shoe + 1}; a supervisor must confirm it at the board\n"
        f"keep the archive{f' until {int(at[:4]) + years}{at[4:10]} at least' if years else ''}: it is the record now"
    )
    if taken.removed:
        print(f"removed, since the archive has all that they had: {', '.join(map(str, taken.removed))}")
    if seen_of(database).exists():
        print(f"put {seen_of(database)} with the archive: the page's list is of the history before")
    return 0


def _agreed(options: argparse.Namespace, question: str) -> bool:
    try:
        agreed = options.yes or input(question).strip().lower() in ("y", "yes")
    except EOFError:
        print()
        agreed = False
    if not agreed:
        print("Nothing was changed.")
    return agreed
