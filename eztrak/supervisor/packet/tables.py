"""The tables of a packet: what is dealt and may be wagered, the keys, the rules, what is asked, files and parts."""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from eztrak.config.explain import show
from eztrak.display.scene import Node
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.game.odds import odds
from eztrak.game.reading import facts_of
from eztrak.shipped import asset
from eztrak.supervisor.columns import worded, written
from eztrak.supervisor.document.blocks import Block, Code, Column, Figure, Note, Table, Text
from eztrak.supervisor.keycaps import PADS, PITCH, cap_texts, does_text, framed, label_drawn, labels
from eztrak.supervisor.packet.subject import Subject
from eztrak.supervisor.paper import MARGIN, SOFT, WIDE
from eztrak.table.changes import payer_name
from eztrak.table.pack import Rule, Slot, What
from eztrak.table.terms import Limit, dollars

OURS = ("lib/eztrak/", "bin/", "systemd/", "initrd/")  # of a release's files: what is not of other projects
COMPILED = ".pyc"
BLANK = (246, 246, 246)


def wagers(subject: Subject) -> Table:
    """Each line of each wager, what it pays, and how often it comes in a fresh shoe."""
    terms, rows = subject.terms, []
    exact = odds(terms.game, terms.decks)
    for spot, wager in terms.game.spots.items():
        chances = exact.wagers[wager.id]
        limit = _range(terms.limit_of(spot), subject)
        edge = f"{float(chances.edge):.4%}" if chances.edge is not None else ""
        less = f", less {wager.commission} %" if wager.commission else ""
        for i, (line, count) in enumerate(zip(wager.lines, chances.lines, strict=True)):
            first = (f"**{wager.name()}**", limit, edge) if i == 0 else ("", "", "")
            pays = f"{line.paid}{less if line.pay else ''}"
            rows.append((*first, pays, facts_of(line) or "any other", f"{count / exact.deals:.4%}"))
    return _table({"wager": 14, "limits": 14, "house edge": 11, "pays": 13, "when": 34, "comes in": 10}, rows)


def in_force(subject: Subject) -> Table:
    terms, config = subject.terms, subject.loaded.config
    fees = [f"{worded(payer_name(payer, terms), Words(('en',)))}: {_money(fee, subject)}" for payer, fee in terms.fees]
    timer = f"{terms.timer_seconds} s" if terms.timer_seconds else "none"
    rows = [
        ("Game", f"{terms.game.name()} (`{terms.game.id}`), {terms.decks} decks"),
        ("Limits of the table", _range(terms.limit, subject)),
        ("Fees", "; ".join(fees) or "none"),
        ("Aggregate payout", _money(terms.payout, subject) if terms.payout else "no limit"),
        ("Notice of a change", f"{terms.notice_minutes} minutes" if terms.notice_minutes else "none asked for"),
        ("Timer", timer),
        ("Entry", f"{subject.way.value}; Enter {'commits' if config.entry.confirm else 'is not needed'}"),
        ("Keypad", f"{', '.join(subject.loaded.sources)}; keymap `{subject.keymap.name}`"),
        ("Languages of the board", ", ".join(terms.languages)),
        ("Posted", ", ".join(slot.value for slot in Slot if slot in terms.pack.posted) or "nothing is asked for"),
        ("Sound", "on" if config.sound.on else "off"),
        ("Page in the office", "on" if config.pit.on else "off"),
        ("Copy to PostgreSQL", "on" if config.floor.database else "off"),
    ]
    return _table({"what": 26, "in force": 74}, rows)


def config_text(subject: Subject) -> Iterator[Block]:
    """What differs from the defaults; the whole config is attached."""
    lines = [line for line in show(subject.config).splitlines() if line.endswith("  # set") or line[:1] == "["]
    shown = [
        line.removesuffix("  # set")
        for line, after in zip(lines, [*lines[1:], "["], strict=True)
        if line[:1] != "[" or after[:1] != "["
    ]
    yield Code(tuple(shown)) if shown else Text("Every option is at its default.")


def keys(subject: Subject) -> Table:
    words = Words(("en",), subject.terms.game)
    rows = [(f"**{cap}**", cap_texts(id, words)[0], does_text(id, words)) for cap, id in subject.keys.ids.items()]
    return _table({"key": 12, "cap": 24, "does": 64}, sorted(rows))


def pads(subject: Subject) -> Figure:
    """The same keys where they lie, at true size, on the two pads that most rooms have."""
    words, colours = Words(("en",), subject.terms.game), theme(subject.look.theme)
    nodes: list[Node] = []
    for name, left in (("pad_17", MARGIN), ("pad_18", MARGIN + WIDE / 2)):
        nodes.append(written(left, 3, words.say(name), 2.0, SOFT, 80, words))
        for label in labels(PADS[name], left, 7):
            id = subject.keys.ids.get(label.cap)
            blank = framed(label.x, label.y, label.w, label.h, BLANK) if not id else []
            nodes += label_drawn(label, id, subject.way, colours, words) if id else blank
    return Figure(7 + 5 * PITCH, tuple(nodes))


def rules(subject: Subject) -> Table:
    pack = subject.loaded.pack
    rows = []
    for rule in pack.rules:
        days = [f"from {rule.since}" if rule.since else "", f"until {rule.until}" if rule.until else ""]
        said = "; ".join(filter(None, [_says(rule, subject), *days]))
        rows.append((rule.what.value, rule.source, said, rule.status.value, rule.checked))
    return _table({"about": 16, "source": 36, "says": 27, "status": 11, "read on": 10}, rows)


def _says(rule: Rule, subject: Subject) -> str:
    amount = _money(rule.amount, subject) if rule.amount is not None else ""
    match rule.what:
        case What.WAGERS:
            return f"{rule.count} on one hand, {rule.small} of them at {amount} or less"
        case What.PAYOUT:
            return f"only where a pay is {rule.count} to 1 or more"
        case What.POSITION:
            return f"offered every {rule.count} hands" if rule.count else ""
        case What.MALFUNCTION:
            return f"reported within {rule.count} hours"
        case _:
            return "; ".join(filter(None, [amount, str(rule.count or "")]))


def pack_facts(subject: Subject) -> Table:
    pack = subject.loaded.pack
    rows = [
        ("Pack", f"{pack.title or pack.name}, SHA-256 `{pack.digest}`"),
        ("Hands come from", ", ".join(pack.inputs)),
        ("Cards over a serial line", "allowed" if pack.cards_by_wire else "refused, as from a card reader"),
        ("Decks", ", ".join(map(str, pack.decks))),
        ("Fees", "may be taken" if pack.fees else "refused"),
        ("Network functions", "may be added" if pack.network else "refused"),
        ("A natural ends the draw", {True: "yes", False: "no", None: "the document is silent"}[pack.natural_ends]),
        ("Helpline", pack.helpline or "none named"),
        ("Must be posted", ", ".join(slot.value for slot in pack.posted) or "nothing"),
        ("Over the room's pictures", ", ".join(slot.value for slot in pack.posted_on_pictures) or "nothing"),
        ("Records are kept", f"{pack.retention_years} years at least" if pack.retention_years else "no time named"),
    ]
    return _table({"what": 26, "demands": 74}, rows)


def requirements() -> Table:
    asked = tomllib.loads(asset("papers", "requirements.toml").read_text(encoding="utf-8"))["row"]
    rows = [(row["asks"], row["source"], ", ".join(f"`{name}`" for name in row["tests"])) for row in asked]
    return _table({"what is asked of a display": 32, "source": 24, "tests that show it": 44}, rows)


def files(subject: Subject) -> Iterator[Block]:
    """What is ours, each with its hash; all others are in the manifests that are attached."""
    release = subject.release
    if release is None:
        yield Note(NOT_RELEASED)
        return
    for manifest in release.manifests:
        digest = hashlib.sha256(manifest.text).hexdigest()
        signed = "signed" if manifest.signed else "signed by nobody"
        yield Text(f"**{manifest.about}**: {len(manifest.files):,} files, {signed}. SHA-256 of the manifest `{digest}`")
    shown = {path: digest for path, digest in release.files.items() if path.startswith(OURS)}
    rows = [(path, digest) for path, digest in sorted(shown.items()) if not path.endswith(COMPILED)]
    yield Table((Column("file", 0.55), Column("SHA-256", 0.45)), tuple(rows), small=True)


def parts(subject: Subject) -> Iterator[Block]:
    """What others have made, from the lists that the packages were built with."""
    lists = part_lists(subject)
    if not lists:
        yield Note(NOT_RELEASED)
    for listed in lists:
        about = listed["metadata"]["component"]
        yield Text(f"**{about['name']} {about['version']}** (CycloneDX {listed['specVersion']})")
        rows = [
            (one["name"], one["version"], _license(one), ", ".join(hash["content"] for hash in one.get("hashes", [])))
            for one in listed["components"]
        ]
        shares = {"part": 0.2, "version": 0.1, "license": 0.25, "SHA-256 of what was fetched": 0.45}
        yield Table(tuple(Column(title, share) for title, share in shares.items()), tuple(rows), small=True)


def part_lists(subject: Subject) -> list[dict[str, Any]]:
    if subject.release is None:
        return []
    paths = sorted(subject.release.folder.glob("*.cdx.json"))
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


NOT_RELEASED = (
    "**This packet was made from a source tree, not from a release.** There are no manifest, no code and no list of"
    " parts. For a submission make it on a unit that was installed from the vendor's packages: `sudo eztrak packet`."
)


def _license(part: dict[str, Any]) -> str:
    said = [one.get("expression") or one.get("license", {}).get("name", "") for one in part.get("licenses", [])]
    return ", ".join(filter(None, said))


def _range(limit: Limit, subject: Subject) -> str:
    return f"{_money(limit.low, subject)} to {_money(limit.high, subject)}"


def _money(cents: int, subject: Subject) -> str:
    return f"{subject.loaded.config.room.currency}{dollars(cents)}"


def _table(shares: dict[str, int], rows: Sequence[tuple[str, ...]]) -> Table:
    whole = sum(shares.values())
    return Table(tuple(Column(title, share / whole) for title, share in shares.items()), tuple(rows))
