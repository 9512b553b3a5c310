"""Every screen of the board in every state, painted as `eztrak snapshot` paints them, with what it is shown for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from eztrak.display.board import Look
from eztrak.display.snapshot import render, save
from eztrak.display.staged import SCREENS, staged
from eztrak.display.view import View
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.supervisor.document.blocks import Shown
from eztrak.table.changes import LIMIT, SHOE, Change, Planned
from eztrak.table.commands import supervisor
from eztrak.table.events import CopyTaken
from eztrak.table.pages import TO_STICK, Menu, Page
from eztrak.table.shoe import Shoe
from eztrak.table.software import Checked, Software
from eztrak.table.staff import Staff
from eztrak.table.sticks import Stick, Sticks
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, Question, Tone, Typed
from eztrak.voice.said import Said

_DAY = date(2026, 1, 1)
_STICK = Sticks(_DAY, (Stick("sda1@1", "SanDisk, 31 GB, FAT32"),))

# What each screen that the board can be staged with is shown for.
WHEN: Mapping[str, tuple[str, str]] = {
    "board": ("The board", "in play: limits, counts and percentages, five roads, the shoe before, the strip"),
    "flash": ("A result", "for a few seconds after each hand"),
    "countdown": ("Bets are open", "the timer runs down"),
    "closed-bets": ("No more bets", "from the end of the timer, or by its key, until the result is in"),
    "due": ("Result overdue", "bets were closed long ago: the dealer is asked for the result"),
    "asked": ("A question", "a second result in the round: another hand? Its own keys answer it"),
    "left": ("Not entered", "a hand was typed without Enter: it is kept, and asked about with the next"),
    "shoe-end": ("End of a shoe", "its counts and its seal, until the next hand"),
    "table-closed": ("The table is closed", "limits, helpline and clock stay; the room's own pictures may stand here"),
    "info": ("Information for players", "by its key: pays, definitions, rules, and what the display is for"),
    "door": ("The menu's door", "what anybody at the keypad may choose; the rest is behind a supervisor's PIN"),
    "menu": ("The supervisor's menu", "after number and PIN"),
    "desk": ("Correcting a hand", "every hand by its number, with all that happened to it, by whom, when and why"),
    "fault": ("A fault", "what is wrong, where, and what happens now; hands that were acknowledged are on the disk"),
}


@dataclass(frozen=True, slots=True)
class Screen:
    id: str
    name: str
    text: str
    view: View


def screens(table: str, terms: Terms) -> Iterator[Screen]:
    """Screens first, then states of the strip and of the unit, then the pages of the menu."""
    for id in SCREENS:
        name, text = WHEN.get(id, (id, ""))
        yield Screen(id, name, text, staged(id, table, terms, None))
    for id, mark in terms.game.marks.items():
        if terms.game.celebrated(Hand(Outcome.TIE, frozenset({id}))):
            rare = f"a rare hand, celebrated for a few seconds: {mark.name()}"
            yield Screen(f"mark-{id}", mark.name(), rare, staged(id, table, terms, None))
    board = staged("board", table, terms, None)
    for id, (name, text, made) in _STATES.items():
        yield Screen(id, name, text, made(board))
    for page in Page:
        if view := _page(page, board):
            yield Screen(f"menu-{page.name.lower()}", f"Menu: {page.value}", _SAYS.get(page, ""), view)


def paint(shown: Screen, look: Look, size: tuple[int, int], folder: Path) -> Shown:
    """Paints a screen into a file of the folder."""
    wide, high = reversed(size) if look.rotate in (90, 270) else size
    path = folder / f"{shown.id}.png"
    save(render(shown.view, replace(look, rotate=0), wide, high), path)
    return Shown(path, wide / high, shown.name, shown.text)


def _against(game: Game) -> str:
    """A mark that no hand which Banker wins has; another winner where there is none."""
    marks = (id for id in game.marks if game.implied({id, Outcome.BANKER.id}) is None)
    return next(marks, Outcome.PLAYER.id)


def _other(view: View, screen: str) -> View:
    """Another screen of the same table."""
    return staged(screen, view.state.table, view.state.terms, None)


def _where(view: View, **changes: Any) -> View:
    """The same table with something else in its state."""
    return replace(view, state=replace(view.state, **changes))


def _plans(terms: Terms) -> tuple[Planned, ...]:
    return (Planned(1, SHOE, supervisor(1), Change(LIMIT, "", 2 * terms.limit.low, terms.limit.high)),)


def _fresh(view: View) -> View:
    shoe = view.state.shoe
    return _where(view, shoe=Shoe(shoe.number + 1 if shoe else 1, game=view.state.game))


_BANKER = Typed(winner=(Outcome.BANKER.id,))
_CHANGED = Software(
    approval="Gambling Commission 26-0417",
    checked=Checked(differs=Said("changed: {names}", names="lib/eztrak/table/stats.py"), difference="AAAA-BBBB-CCCC"),
)
_COPIED = (CopyTaken(4811, 4822, "/media/stick/eztrak.db", Staff()),)

_STATES: Mapping[str, tuple[str, str, Callable[[View], View]]] = {
    "typed": (
        "A hand is typed",
        "the strip echoes every key; nothing is recorded before Enter",
        lambda view: replace(view, entry=Entry(_BANKER)),
    ),
    "impossible": (
        "It cannot be",
        "the strip says why, and keeps what was typed to be mended",
        lambda view: replace(view, entry=Entry(Typed(winner=(Outcome.BANKER.id, _against(view.state.game))))),
    ),
    "taking-back": (
        "Taking the last hand back",
        "asked first; a void is a record of its own",
        lambda view: replace(view, state=_other(view, "desk").state, entry=Entry(question=Question.TAKE_BACK)),
    ),
    "missed": (
        "A hand was missed",
        "the next round is to start, and this one has no result",
        lambda view: replace(_other(view, "closed-bets"), entry=Entry(question=Question.MISSED)),
    ),
    "fresh": ("A new shoe", "no hand yet; the shoe before stays in view with its seal", _fresh),
    "waits": (
        "A change to come",
        "it is posted on the board until it takes effect",
        lambda view: _where(view, plans=_plans(view.state.terms)),
    ),
    "unplugged": (
        "Keypad unplugged",
        "the board stays up, and uses the keypad again as soon as it is back",
        lambda view: replace(view, notices=(Said("keypad unplugged"),)),
    ),
    "saving": (
        "Saving",
        "a slow disk: the lamp shows until the hand is stored",
        lambda view: replace(view, entry=Entry(_BANKER), saving=True),
    ),
    "not-stored": (
        "Not stored",
        "the disk cannot be written: the board says so, and the hand is not shown as entered",
        lambda view: replace(
            view,
            entry=Entry(_BANKER, message=Said("not stored: {fault}", fault=Said("disk full")), tone=Tone.REFUSED),
        ),
    ),
    "other-software": (
        "Not the software that was approved",
        "no hands can be entered until a supervisor has confirmed by PIN what differs",
        lambda view: replace(
            _where(view, software=_CHANGED),
            entry=Entry(message=_CHANGED.refuses or Said(), tone=Tone.REFUSED),
        ),
    ),
}

_SAYS: Mapping[Page, str] = {
    Page.SHOE: "end this shoe and start the next: asked, and answered by two keys",
    Page.UNDO: "as long as the new shoe has no hand",
    Page.DEALER: "by number, with a PIN where the dealer has one",
    Page.SIGN_IN: "number and PIN; a wrong PIN waits 1, 2, 4 … 60 seconds",
    Page.FIRST_PIN: "once, when the unit is set up",
    Page.LIMITS: "never over the pack's highest wager",
    Page.FEES: "fixed amounts, where the pack allows fees",
    Page.TIMER: "seconds until the bets close; 0: no timer",
    Page.LANGUAGE: "one or two of five",
    Page.TABLE: "a closed table takes no hands",
    Page.JOIN: "hands that were entered in a shoe started by mistake go to the one before",
    Page.UNIT: "what is wrong with the unit, and what to do",
    Page.PINS: "own PIN, other supervisors, dealers",
    Page.PLANS: "a change that is set and not in force yet can be canceled",
    Page.STICK: "chosen days, read back before it is safe to remove",
    Page.INCIDENT: "what is on record of a chosen time, for whoever has to report a malfunction",
    Page.COPY: "rows that came from a copy or a backup stay on the board until a supervisor has confirmed them",
    Page.SOFTWARE: "files that are not as approved, by name: hands can be entered again, and who confirmed it is "
    "on record",
    Page.POSITION: "what came of offering it",
    Page.CONFIRM: "the dealer's cards break the third-card rules: a supervisor records them as dealt, or nobody does",
}


def _page(page: Page, board: View) -> View | None:
    """A page of the menu at its first question; None for one that is a screen above, or is not offered here."""
    state, pack = board.state, board.state.terms.pack
    skipped = {Page.MAIN, Page.DOOR, Page.DESK}
    skipped |= set() if pack.fees else {Page.FEES}
    skipped |= set() if state.terms.player_dealer else {Page.POSITION}
    if page in skipped:
        return None
    changes: dict[Page, dict[str, Any]] = {
        Page.UNDO: {"previous": state.shoe, "shoe": _fresh(board).state.shoe},
        Page.PLANS: {"plans": _plans(state.terms)},
        Page.COPY: {"unconfirmed": _COPIED},
        Page.SOFTWARE: {"software": _CHANGED},
    }
    signed_in = page not in (Page.SHOE, Page.UNDO, Page.POSITION, Page.SIGN_IN, Page.FIRST_PIN)
    menu = Menu(page, supervisor=1 if signed_in else 0)
    if page in TO_STICK:
        menu = replace(menu, sticks=_STICK)
    if page is Page.CONFIRM:
        menu = replace(menu, pending=Hand(Outcome.PLAYER, player="450", banker="22"))
    shown = _where(board, staff=Staff(pins=((1, "check"),)), **changes.get(page, {}))
    return replace(shown, entry=Entry(menu=menu))
