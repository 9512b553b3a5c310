"""Reads a game: from the tables of a file and a library of wagers, or from the record of a shoe.

Everything that is wrong is named at once, and the enumeration is asked too: a line that no deal meets, one that earlier
lines hide, and marks that do not tell what a wager pays are faults of the file.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.game.tableau import Tableau, tableau_of
from eztrak.game.wager import LANGUAGES, SIGNS, Line, Wager, is_sign, line_of, texts_of, wager_of

TOP = ("title", "wagers", "counts", "pay", "names", "tableau")
# Words that stand beside the ids of marks and counts: in the columns of records and exports, among limits and fees.
MOST = 100  # wagers of a game; more than anybody has thought of
LONGEST = 100_000  # characters of a game in a record
RESERVED = (
    *(FREE, "shoe", "hand", "hands", "outcome", "voided", "corrected", "entered_at", "place", "dealer", "player_cards"),
    *("banker_cards", "seq", "seal", "table_name", "started_at", "ended_at", "game", "decks", "first_seq", "last_seq"),
    *("line", "player_dealer", "min", "max", *TOP),
    *("enter", "commit", "clear", "take_back", "new_shoe", "timer", "info", "menu", "erase"),  # what other keys do
)


def library_of(plain: Mapping[str, Any], faults: list[str]) -> dict[str, Wager]:
    """The wagers in a file of them."""
    read = {id: wager_of(id, table, faults) for id, table in plain.items()}
    return {id: wager for id, wager in read.items() if wager is not None}


def game_of(
    id: str,
    plain: Mapping[str, Any],
    library: Mapping[str, Wager],
    tableaus: Mapping[str, Tableau],
    faults: list[str],
) -> Game | None:
    """The game in a file's tables, or None with everything that is wrong added to the list."""
    before = len(faults)
    own = {key: table for key, table in plain.items() if key not in TOP}
    faults += [
        f"{key}: there is no such key; known are {', '.join(TOP)} and a table [{key}] for a wager of your own"
        for key, table in own.items()
        if not isinstance(table, Mapping)
    ]
    faults += [f"[{key}]: the word is taken; name the wager otherwise" for key in own if key in RESERVED]
    named = {key: table for key, table in own.items() if isinstance(table, Mapping) and key not in RESERVED}
    known = {**library, **library_of(named, faults)}
    listed = {word: _listed(word, plain.get(word, []), known.keys() | named.keys(), faults) for word in TOP[1:3]}
    if not listed["wagers"]:
        faults.append('wagers: a list is needed, such as ["player", "banker-5", "tie"]')
    used = {*listed["wagers"], *listed["counts"]}
    if len(used) > MOST:
        faults.append(f"wagers, counts: {len(used)} are too many: a game has {MOST} at most")
    faults += [
        f"[{key}]: is in neither wagers nor counts" for key in named if key not in used and not _is_mark(key, known)
    ]
    names = _table("names", plain.get("names", {}), known, faults)
    pays = _table("pay", plain.get("pay", {}), known, faults)
    renamed = {key: texts_of(f"names.{key}", given, faults) for key, given in names.items()}
    for key, given in pays.items():
        known[key] = _repaid(known[key], given, faults)
    for key, given in renamed.items():
        known[key] = _renamed(known[key], given)
    for key in used & known.keys():
        faults += [
            f"{key}, line {number}: mark = {line.mark!r}: there is no such mark, and no sign is so long: {SIGNS}"
            for number, line in enumerate(known[key].lines, 1)
            if line.mark and line.mark not in known and not is_sign(line.mark)
        ]
    title = texts_of("title", plain.get("title", id), faults)
    tableau = _tableau(plain.get("tableau", "standard"), tableaus, faults)
    if len(faults) > before or tableau is None:
        return None
    wagers, counts = ([known[key] for key in listed[word]] for word in TOP[1:3])
    game = Game(id, title, tuple(_settled(wager) for wager in wagers), tuple(counts), tableau, known)
    faults += _impossible(game)
    return game if len(faults) == before else None


@lru_cache(maxsize=64)
def recorded(text: str) -> Game:
    """The game that a record carries. Raises ValueError for a text that holds none."""
    if len(text) > LONGEST:
        raise ValueError(f"a game of {len(text)} characters is longer than any that eztrak writes, {LONGEST}")
    plain = json.loads(text)
    if not all(isinstance(plain[key], Mapping) for key in ("library", "tableau")):
        raise ValueError("a game in a record has tables of wagers and of the third card")
    faults: list[str] = []
    library = library_of(plain["library"], faults)
    tableau = tableau_of(plain["tableau"], "tableau", faults)
    title = texts_of("title", plain["title"], faults)
    if faults or tableau is None:
        raise ValueError("; ".join(faults))
    wagers, counts = (tuple(library[id] for id in plain[word]) for word in TOP[1:3])
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return Game(str(plain["id"]), title, wagers, counts, tableau, library, text)


def warnings(edges: Mapping[str, float]) -> list[str]:
    """What is allowed, but seldom meant."""
    return [f"{id}: the room loses {-edge:.2%} on it in the long run" for id, edge in edges.items() if edge < 0]


def _listed(word: str, given: Any, known: Any, faults: list[str]) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(id, str) for id in given):
        faults.append(f"{word} = {given!r}: a list of wagers is needed")
        return []
    faults += [
        f"{word}: there is no wager {id}; the library has {', '.join(sorted(known))}" for id in given if id not in known
    ]
    faults += [f"{word}: {id} stands twice" for id in dict.fromkeys(given) if given.count(id) > 1]
    return [id for id in given if id in known]


def _table(word: str, given: Any, known: Mapping[str, Wager], faults: list[str]) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        faults.append(f"{word} = {given!r}: a table by wager is needed")
        return {}
    faults += [f"{word}.{id}: there is no wager {id}" for id in given if id not in known]
    return {id: value for id, value in given.items() if id in known}


def _repaid(wager: Wager, given: Any, faults: list[str]) -> Wager:
    """The wager with other pays: one for the line that has one, or a list for all of them."""
    lines = [line for line in wager.lines if ":" in line.paid]
    pays = given if isinstance(given, list) else [given]
    if len(pays) != len(lines):
        faults.append(f"pay.{wager.id} = {given!r}: {len(lines)} pays are needed, one for each line that pays")
        return wager
    fresh = [line_of(f"pay.{wager.id}", {"pay": pay, "winner": "tie"}, faults) for pay in pays]
    paid = {line: other.paid for line, other in zip(lines, fresh, strict=True) if other}
    return replace(wager, lines=tuple(replace(line, paid=paid.get(line, line.paid)) for line in wager.lines))


def _renamed(wager: Wager, given: Mapping[str, str]) -> Wager:
    """The wager under a room's own name, which stands in every language that it does not name. A picture and a chime
    belong to the old name."""
    if given.get("en", wager.name()) == wager.name():
        return replace(wager, names={**wager.names, **given}, short={})
    names = dict.fromkeys(LANGUAGES, given["en"]) | dict(given)
    return replace(wager, names=names, short={}, look=replace(wager.look, picture="", chime=""))


def _tableau(given: Any, tableaus: Mapping[str, Tableau], faults: list[str]) -> Tableau | None:
    if isinstance(given, Mapping):
        return tableau_of(given, "tableau", faults)
    if given not in tableaus:
        faults.append(f"tableau = {given!r}: one of {', '.join(tableaus)} or a table of your own is needed")
    return tableaus.get(given)


def _settled(wager: Wager) -> Wager:
    """What only counts cards is told on paper: nobody types it."""
    cards = {"cards", "player_cards", "banker_cards"}
    only = all(name in cards for line in wager.lines for name, _ in line.facts)
    return replace(wager, posted=True) if only else wager


def _is_mark(id: str, known: Mapping[str, Wager]) -> bool:
    return any(line.mark == id for wager in known.values() for line in wager.lines)


def _impossible(game: Game) -> list[str]:
    """What the enumeration finds: lines that never settle anything, and marks that leave a pay open."""
    found = []
    for wager in (*game.wagers, *game.counts):
        settles = {wager.line(result) for result in game.results}
        for number, line in enumerate(wager.lines):
            if number in settles:
                continue
            met = any(line.holds(result) for result in game.results)
            why = "earlier lines hide it: it settles nothing" if met else "no deal of this tableau meets it"
            found.append(f"{wager.id}, line {number + 1} ({facts_of(line)}): {why}")
        if wager.id in WINNERS and any(r.winner == wager.id and wager.line(r) is None for r in game.results):
            found.append(f"{wager.id}: the word is that of a winner; name the wager otherwise")
    for id, candidates in Counter(id for id, _ in {(mark.id, mark.results) for mark in game.candidates()}).items():
        if candidates > 1:
            found.append(f"{id}: two different marks would have this name; name a wager otherwise")
    if found:
        return found
    pays: dict[tuple[str, frozenset[str]], set[str]] = {}
    for result in game.results:
        shown = game.shown(result)
        for wager in game.wagers:
            if not wager.posted:
                line_of_it = wager.line(result)
                paid = "" if line_of_it is None else wager.lines[line_of_it].paid
                pays.setdefault((wager.id, shown), set()).add(paid)
    for (id, shown), several in pays.items():
        if len(several) > 1:
            found.append(f"{id}: {' with '.join(sorted(shown))} does not tell what it pays: its lines need other marks")
    return found


def facts_of(line: Line) -> str:
    """The facts of a line as people read them."""
    return " ".join(f"{name}={'/'.join(map(str, sorted(values, key=str)))}" for name, values in line.facts)
