"""backup and restore: whole copies of the history, made and put back."""

import argparse
import json
from pathlib import Path

from eztrak.appliance.paths import is_folder
from eztrak.commands.given import Adder, add_config, add_database, database_of, loaded_of
from eztrak.journal.errors import JournalError
from eztrak.supervisor.errors import RefusedError


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
    add_config(backup)
    backup.add_argument("--json", action="store_true", help="prints JSON")

    restore = command(
        "restore",
        _restore,
        "Puts a backup or a second copy in the place of the history. The old one is kept.",
        "eztrak restore /media/stick/eztrak-20260101T200000Z.db",
    )
    restore.add_argument("file", type=Path, help="the backup, or a second copy")
    restore.add_argument("--yes", action="store_true", help="does not ask")
    add_database(restore)
    add_config(restore)


def _backup(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.journal.backup import backup, beside, prune
    from eztrak.supervisor.progress import Progress
    from eztrak.upkeep import copies_of

    loaded = loaded_of(options)
    kept = loaded.config.journal
    database = options.db or database_of(loaded)
    folder = options.to or copies_of(kept)
    at = clock.moment().at
    try:
        if folder is None:
            folder = beside(database)
            folder.mkdir(exist_ok=True)
        # Never made: it is the place where a medium belongs, and without that the backup would land on another.
        elif not is_folder(folder):
            raise RefusedError(f"{folder}: is not there: plug the medium in, or make the folder. No backup was made.")
        with Progress("copying", unit="pages") as copying, Progress("checking") as checking:
            made, found = backup(database, folder, at, copying.at, checking.at)
    except (JournalError, OSError) as fault:
        raise RefusedError(f"{fault}. No backup was made.") from fault
    try:
        # What is in a folder that somebody names is theirs.
        gone = [] if options.to else prune(database, folder, at, kept.backup_count, kept.backup_days)
    except OSError as fault:
        raise RefusedError(f"{made}: is made and all well, but an older one cannot be removed: {fault}") from fault
    if options.json:
        print(json.dumps({"file": str(made), "rows": found.rows, "head": found.head, "removed": list(map(str, gone))}))
    else:
        removed = f"; older ones removed: {', '.join(path.name for path in gone)}" if gone else ""
        print(f"{made}: {found.counted}, all well{removed}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.journal.backup import restore
    from eztrak.journal.verify import verify
    from eztrak.supervisor.progress import Progress
    from eztrak.upkeep import copies_of

    loaded = loaded_of(options)
    database = options.db or database_of(loaded)
    with Progress("checking") as checking:
        found = verify(options.file, each=checking.at)
    if found.faults:
        print(f"{options.file}: NOT as it was written, so it is not restored\n" + "\n".join(found.faults))
        return 1
    print(f"{options.file}: {found.counted}, all well")
    if not options.yes and not _agreed(f"Put it in the place of {database}? The old one is kept. [y/N] "):
        print("Nothing was changed.")
        return 1
    folder = copies_of(loaded.config.journal)
    copy = folder / database.name if folder else None
    with Progress("copying", unit="pages") as copying, Progress("checking") as checking:
        aside, _ = restore(options.file, database, clock.moment().at, copy, copying.at, checking.at)
    print(f"{database}: restored" + "".join(f"; the old one is {path}" for path in reversed(aside)))
    return 0


def _agreed(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False
