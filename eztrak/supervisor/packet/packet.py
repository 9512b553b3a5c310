"""The packet: what a commission's lab asks for, as one PDF, for the pack, the game and the config in force. Its text is
assets/papers/packet.md; what the product knows of itself is generated."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from eztrak.config.explain import show
from eztrak.shipped import asset
from eztrak.supervisor.document.blocks import Block, Chapter, Contents, Note, Pictures, Shown
from eztrak.supervisor.document.prose import blocks
from eztrak.supervisor.document.setting import Setting
from eztrak.supervisor.export import allowed, whole
from eztrak.supervisor.packet import tables
from eztrak.supervisor.packet.changes import Against, changes
from eztrak.supervisor.packet.diagram import diagram
from eztrak.supervisor.packet.screens import paint, screens
from eztrak.supervisor.packet.subject import Subject
from eztrak.supervisor.paper import Paper
from eztrak.supervisor.progress import Progress


def packet(
    subject: Subject, out: Path, since: Against | None, size: tuple[int, int], progress: Progress, force: bool = False
) -> int:
    """Writes the PDF, and says how many pages it has. Raises RefusedError."""
    allowed(out, force)
    title = f"{'Modification packet' if since else 'Submission packet'}: {subject.unit}"
    setting = Setting(title, (subject.facts["software"], f"made {subject.facts['printed']}"))
    with tempfile.TemporaryDirectory(prefix="eztrak-packet-") as folder:
        setting.add(_blocks(subject, since, size, Path(folder), progress))
        paper = Paper(title, size=subject.loaded.config.paper.size)
        setting.save_to(paper)
        _attach(paper, subject, Path(folder))
        with whole(out) as part:
            paper.save(part)
    return setting.count


def _blocks(
    subject: Subject, since: Against | None, size: tuple[int, int], folder: Path, progress: Progress
) -> list[Block]:
    shown = _screens(subject, size, folder, progress)
    added: dict[str, Sequence[Block]] = {
        "warning": [] if subject.release else [Note(tables.NOT_RELEASED)],
        "board": [Pictures(shown[:1], 1)],
        "contents": [Contents()],
        "diagram": [diagram(subject.loaded.pack.title or subject.loaded.pack.name, subject.loaded.pack.network)],
        "in_force": [tables.in_force(subject)],
        "wagers": [tables.wagers(subject)],
        "config": list(tables.config_text(subject)),
        "screens": [Pictures(shown)],
        "keys": [tables.keys(subject)],
        "pads": [tables.pads(subject)],
        "pack": [tables.pack_facts(subject)],
        "rules": [tables.rules(subject)],
        "requirements": [tables.requirements()],
        "files": list(tables.files(subject)),
        "parts": list(tables.parts(subject)),
    }
    text = asset("papers", "packet.md").read_text(encoding="utf-8")
    made = blocks(text, subject.facts, added)
    if since and subject.release:
        modification = asset("papers", "modification.md").read_text(encoding="utf-8")
        news = blocks(modification, subject.facts, {"changes": list(changes(since, subject.release))})
        # Before what the unit is, after what everybody reads first.
        place = [place for place, block in enumerate(made) if isinstance(block, Chapter)][2]
        made[place:place] = news
    return made


def _screens(subject: Subject, size: tuple[int, int], folder: Path, progress: Progress) -> tuple[Shown, ...]:
    """In English, and under it the room's other language where it has one."""
    terms = subject.terms
    spoken = ("en", *(language for language in terms.languages if language != "en"))[:2]
    terms = replace(terms, languages=spoken if "en" not in terms.languages else terms.languages)
    todo = list(screens(subject.loaded.config.table.name, terms))
    progress.expect(len(todo))
    shown = []
    for one in todo:
        shown.append(paint(one, subject.look, size, folder))
        progress(1)
    return tuple(shown)


def _attach(paper: Paper, subject: Subject, folder: Path) -> None:
    """What is too long for paper goes with it: the config, manifests with their signatures, lists of parts."""
    config = folder / "config.toml"
    config.write_text(show(subject.config), encoding="utf-8")
    attached = {config: "the config in force"}
    if release := subject.release:
        attached |= dict.fromkeys(sorted((release.folder / "manifests").iterdir()), "manifest of the release")
        attached |= dict.fromkeys(sorted(release.folder.glob("*.cdx.json")), "list of parts (CycloneDX)")
    for path, about in attached.items():
        paper.pdf.embed_file(path, desc=about, compress=True)
