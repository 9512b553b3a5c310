"""Reads a pack. Approved is one that is byte for byte as it ships: by its digest, which is written here, not by its
name; whoever changes a file has another pack, and the board says so."""

import hashlib
from dataclasses import replace
from pathlib import Path

from eztrak.config.files import bytes_of, every_fault, find, toml_of
from eztrak.options import build
from eztrak.table.pack import Pack

# SHA-256 of the shipped files.
SHIPPED = {
    "california": "5e7740eb47ff137ece66e68b6d52a3b7f9a7bf9cf3da2b909bde3a7f16d406e1",
    "house": "c2ded3c2f9687a2de86689548a2cf211bf796fba19bef041d211d68c4ff3163a",
    "trial": "8e791bb549ca3cab1c3d7a9ab7029a89f745abec60bc7252892e235dbf8ea2dd",
    "tribal": "ab96dba7b294bda1bb6bbab143a5014c5ccdcf415bc5cda82c4044253a907734",
    "washington": "f25d386fc21dd0bff89797aecf7934fb43c3a5e46fc9554d38895a6c83f16f07",
}


def load_pack(name: str, beside: Path) -> Pack:
    path = find("packs", name, beside)
    data = bytes_of(path)
    with every_fault(path) as faults:
        pack = build(Pack, toml_of(data, path), "", faults)
    digest = hashlib.sha256(data).hexdigest()
    approved = SHIPPED.get(path.stem) == digest
    # A room's own file is never called as a shipped one.
    called = path.stem if approved else path.name
    # The path of a game is meant from the pack's own place.
    game = str(find("games", pack.game, path.parent)) if pack.game.endswith(".toml") else pack.game
    title = pack.title if approved else called
    return replace(pack, name=called, title=title, game=game, digest=digest, approved=approved)
