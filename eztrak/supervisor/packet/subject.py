"""What a packet is about: the unit as its config, pack and game make it, and the release that it runs."""

from dataclasses import dataclass, replace
from datetime import datetime

from eztrak import __version__
from eztrak.config.load import Loaded
from eztrak.config.model import Config
from eztrak.display.board import Look
from eztrak.keypad.keymap import Keymap, Keys
from eztrak.release.check import Release, code_of
from eztrak.supervisor.incident import software, zone_of
from eztrak.table.digits import Way
from eztrak.table.inputs import INPUTS
from eztrak.table.terms import Terms


@dataclass(frozen=True, slots=True)
class Subject:
    loaded: Loaded
    look: Look
    keymap: Keymap
    keys: Keys
    way: Way
    terms: Terms
    release: Release | None  # None: it runs from source
    printed: datetime

    @property
    def unit(self) -> str:
        return f"{self.loaded.config.room.name}, {self.loaded.config.table.name}"

    @property
    def facts(self) -> dict[str, str]:
        """What the text names."""
        config, pack, release = self.loaded.config, self.loaded.pack, self.release
        journal = config.journal
        approved = "as it ships" if pack.approved else "a file of the room's own, NOT APPROVED"
        count = f"the newest {journal.backup_count}" if journal.backup_count else "all"
        days = f" of {journal.backup_days} days" if journal.backup_days else ""
        return {
            "room": config.room.name,
            "table": config.table.name,
            "game": self.terms.game.name(),
            "decks": str(self.terms.decks),
            "pack": f"{pack.title or pack.name} ({approved})",
            "keypads": " or ".join(str(INPUTS[kind]) for kind in pack.inputs),
            "sources": ", ".join(self.loaded.sources),
            "network": "The page and the copy may be added."
            if pack.network
            else "The rules of this pack forbid both, and the unit refuses a config that switches them on.",
            "version": __version__,
            "software": software(release),
            "code": release.code if release else "none, since this is no release",
            "code_typed": release.code if release else "CODE",
            "key": code_of(release.key) if release and release.key else "nobody",
            "files": f"{len(release.files):,}" if release else "none",
            "config": str(self.loaded.path or "none: every option is at its default"),
            "years": f"{pack.retention_years} years" if pack.retention_years else "as long as the room's rules ask",
            "second": f"in `{journal.copy}`, " if journal.copy else "not set up here; where it is, ",
            "backups": f"{count} dated backups{days}",
            "digits": str(pack.pin_digits),
            "by_hand": _FAST
            if pack.by_hand
            else "More than 200 keys within a second lock the device for three seconds.",
            "printed": f"{self.printed:%Y-%m-%d %H:%M %Z}",
            "zone": zone_of(self.printed),
        }

    @property
    def config(self) -> Config:
        """That in force; an address of a database may have a password in it."""
        config = self.loaded.config
        return replace(config, floor=replace(config.floor, database="not shown")) if config.floor.database else config


_FAST = "More than four keys within 0.15 seconds lock the device for three seconds: no hand types so fast."
