"""The supervisor's menu, by keys alone: pages of questions, each answered with digits, a choice or a result.

A page is a list of questions; when all are answered they make a command, and what the command did, or why it was
refused, is said on the strip. The menu itself changes nothing: every act is an event in the journal.
"""

from dataclasses import replace
from math import ceil
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.action import Action, Key
from eztrak.table.desk import press_desk
from eztrak.table.pages import CHOICES, TO_STICK, Ask, Kind, Menu, Page, Reply, Scramble, complete, shown, steps, unfit
from eztrak.table.state import TableState
from eztrak.table.sticks import Sticks

Turned: TypeAlias = tuple[Menu | None, c.Command | c.Refusal | None]


def opened(state: TableState, pending: Hand | None = None) -> Menu:
    if pending is None:
        return Menu(Page.DOOR)
    return Menu(Page.SIGN_IN if state.staff.pins else Page.FIRST_PIN, pending=pending)


def asked(menu: Menu, state: TableState) -> Ask | None:
    """The question that the menu waits on; None on a page that asks nothing."""
    questions = steps(menu, state)
    return questions[len(menu.answers)] if len(menu.answers) < len(questions) else None


def press_menu(menu: Menu, key: Key, state: TableState, scramble: Scramble, wait: float) -> Turned:
    """The menu after a key, None when it closes; and the command or the refusal that comes of it, if any.

    `wait`: seconds until a PIN is looked at again after wrong ones.
    """
    if menu.desk is not None:
        desk, made = press_desk(menu.desk, key, state, c.supervisor(menu.supervisor))
        return (Menu(Page.MAIN, menu.supervisor) if desk is None else replace(menu, desk=desk)), made
    if key.action is Action.ERASE and menu.typed:
        return replace(menu, typed=menu.typed[:-1]), None
    half, menu = menu.half, replace(menu, half=False)
    ask = asked(menu, state)
    if ask and ask.kind is Kind.AMOUNT and key.action is Action.CLEAR and menu.typed and "." not in menu.typed:
        return replace(menu, typed=menu.typed + "."), None
    if key.action is Action.CLEAR:
        return _back(menu), None
    if ask is None:
        return menu, c.Refusal("CLEAR goes back")
    if ask.kind is Kind.CHOICE:
        figures = shown(menu, ask)
        if key.cap == "0" and len(figures) < len(ask.choices):
            return replace(menu, turn=menu.turn + 1), None
        if key.cap.isdigit() and 1 <= int(key.cap) <= len(figures):
            return _answer(menu, figures[int(key.cap) - 1] + 1, state, scramble, wait)
        return replace(menu, stray=menu.page is Page.DOOR), c.Refusal(
            "press a number from 1 to {last}", last=len(figures)
        )
    if ask.kind is Kind.YES and not (half and key.action is Action.COMMIT):
        if key.action is Action.MENU and not menu.stray:
            return replace(menu, half=True), None
        if menu.stray:
            return menu, c.Refusal("other keys were pressed: press CLEAR and choose again")
        # A supervisor has signed in: no hand is typed by mistake there.
        return replace(menu, stray=not menu.supervisor), c.Refusal("MENU then Enter for yes, CLEAR for no")
    if ask.kind in (Kind.NUMBER, Kind.AMOUNT, Kind.PIN) and key.cap.isdigit():
        if len(menu.typed) >= 8:
            return menu, c.Refusal("that is too long: press Enter or CLEAR")
        return replace(menu, typed=menu.typed + key.cap), None
    if key.action is not Action.COMMIT:
        return menu, c.Refusal("key {cap} does nothing here", cap=key.cap)
    reply = _reply(menu, ask)
    return (menu, reply) if isinstance(reply, c.Refusal) else _answer(menu, reply, state, scramble, wait)


def after(menu: Menu, event: e.Event) -> Menu | None:
    """The menu after an event, None when that closes it. Answers under other terms count no more."""
    match event:
        case e.HandRecorded():
            return None
        case e.PinRemoved(supervisor) if supervisor == menu.supervisor:
            return None
        case e.TermsSet() if not menu.supervisor:
            return menu
        case e.SignedIn(supervisor):
            return Menu(Page.CONFIRM if menu.pending else Page.MAIN, supervisor, pending=menu.pending)
        case e.PinSet(supervisor) if menu.page is Page.FIRST_PIN:
            return Menu(Page.CONFIRM if menu.pending else Page.MAIN, supervisor, pending=menu.pending)
        case e.ExportAsked():
            return replace(menu, answers=(), sticks=None)  # nothing more is asked until it is known how it goes
        case e.ExportEnded():
            return menu
        case e.PinWrong():
            return menu  # the number stays: who mistypes a PIN types only that again
        case _ if not menu.supervisor:
            return None  # a dealer is done
        case _:
            return Menu(Page.MAIN, menu.supervisor)


def _back(menu: Menu) -> Menu | None:
    """One step back; None when that leaves the menu."""
    if menu.typed:
        return replace(menu, typed="")
    if menu.answers:
        return replace(menu, answers=menu.answers[:-1])
    if menu.page in (*TO_STICK, Page.COPY, Page.SOFTWARE):
        return Menu(Page.UNIT, menu.supervisor)
    if menu.page in CHOICES and menu.supervisor:
        return Menu(Page.MAIN, menu.supervisor)
    return None if menu.page in (Page.DOOR, Page.MAIN) or menu.pending else Menu(Page.DOOR)


def plugged(menu: Menu, sticks: Sticks | None) -> Menu:
    """The menu after a stick was plugged in or pulled out. Answers to another list count no more."""
    if menu.page not in TO_STICK:
        return menu
    was = menu.sticks
    same = was and sticks and (was.today, was.plugged) == (sticks.today, sticks.plugged)
    return replace(menu, sticks=sticks) if same else replace(menu, sticks=sticks, answers=(), typed="")


def _reply(menu: Menu, ask: Ask) -> Reply | c.Refusal:
    """What Enter says to a question."""
    if ask.kind is Kind.YES:
        return 1
    if not menu.typed:
        return c.Refusal("nothing typed yet")
    if ask.kind is Kind.AMOUNT:
        return _cents(menu.typed)
    return menu.typed if ask.kind is Kind.PIN else int(menu.typed)


def _cents(typed: str) -> int | c.Refusal:
    whole, _, cents = typed.partition(".")
    if len(cents) > 2:
        return c.Refusal("{amount} has more than two decimals", amount=typed)
    return int(whole) * 100 + int(cents.ljust(2, "0"))


def _answer(menu: Menu, reply: Reply, state: TableState, scramble: Scramble, wait: float) -> Turned:
    """The menu with one more answer, and what all of them make when it was the last."""
    if menu.page in (Page.SIGN_IN, Page.DEALER) and isinstance(reply, str) and wait > 0:
        wrong = state.staff.wrong_pins
        return replace(menu, typed=""), c.Refusal(
            "{count} wrong in a row: wait {seconds} s. Hands can be entered meanwhile",
            count=wrong,
            seconds=ceil(wait),
        )
    asks_again = replace(menu, typed="", turn=0)
    answered = replace(asks_again, answers=(*menu.answers, reply))
    if refusal := unfit(answered, state):
        return asks_again, refusal
    if asked(answered, state):
        return answered, None
    made = complete(answered, state, scramble)
    if isinstance(made, Menu):
        return made, None
    return (asks_again if menu.page in (Page.SIGN_IN, Page.DEALER) else replace(answered, answers=())), made
