"""What each event of the record says in words, written once for whoever reads the record's rows.

A story (table/story.py) tells of one hand, the strip what somebody at the keypad waits for; this tells all that is on
record to somebody who was not there. For an event that has no words here mypy fails.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from eztrak.game.game import Titled
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, LIMIT, Change
from eztrak.table.fingerprint import fingerprint
from eztrak.table.position import WORDS
from eztrak.table.state import TableState
from eztrak.table.story import happened, person
from eztrak.table.terms import Terms
from eztrak.voice.said import LANGUAGES, All, Phrase, Said, Spoken, listed
from eztrak.voice.times import local

_BY: Mapping[str, Spoken] = {
    c.CONFIG: Said("the config"),
    c.TIME: Said("the timer"),
    c.ENTRY: Said("the entry of the hand"),
    c.RULES: Said("a rule of the pack"),
    c.FIRST_START: Said("the first start"),
}

# Kinds that are asked for together, by a word for the command line, with their title.
GROUPS: Mapping[str, tuple[Said, tuple[str, ...]]] = {
    "hands": (Said("Hands"), ("hand", "void", "change", "insert")),
    "corrections": (Said("Corrections"), ("void", "change", "insert")),
    "shoes": (Said("Shoes"), ("shoe_start", "shoe_end", "shoe_seal", "shoe_resume")),
    "limits": (Said("Limits, fees and games"), ("terms", "plan", "plan_drop")),
    "table": (Said("Opened and closed"), ("table_open", "table_close")),
    "bets": (Said("Bets"), ("timer_start", "bets_close", "position")),
    "people": (
        Said("People and PINs"),
        ("dealer", "sign_in", "pin_wrong", "pin_set", "dealer_pin", "pin_remove", "pins_clear"),
    ),
    "copies": (
        Said("Exports and copies"),
        ("export", "export_end", "copy_taken", "copy_differs", "copy_confirm", "restore", "archive"),
    ),
    "unit": (Said("The unit"), ("start", "health", "clock", "keypad", "software", "software_confirm", "key")),
}


def kinds_of(word: str) -> tuple[str, ...]:
    """The kinds of a group, or one kind; none for any other word."""
    return GROUPS[word][1] if word in GROUPS else (word,) if word in e.KINDS else ()


def logged(event: e.Event, state: TableState) -> Said:
    """An event in words, by whom it was where somebody did it. `state`: that of the table before it."""
    match event:
        case e.HandRecorded() | e.HandVoided() | e.HandChanged() | e.HandInserted():
            line = happened(event).line(state.game_of(event.shoe))
            return Said("shoe {shoe}, hand {hand}: {line}", shoe=event.shoe, hand=event.hand.number, line=line)
        case e.Started(version, table):
            return Said("the unit started: {table}, eztrak {version}", table=table, version=version)
        case e.TermsSet(terms, by, planned):
            return _by(Said("in force: {terms}", terms=terms_said(terms)), "" if planned else by)
        case e.TermsPlanned(plan):
            return _by(Said("pending: {what}", what=All(tuple(plan.said(state.terms)))), plan.by)
        case e.PlanDropped(number, by):
            waited = next(
                (All(tuple(plan.said(state.terms))) for plan in state.plans if plan.number == number), All(())
            )
            return _by(Said("canceled: {what}", what=waited or Said("change {number}", number=number)), by)
        case e.PositionAnswered(answer):
            return WORDS.get(answer) or Said("player-dealer position: {answer}", answer=Phrase(answer))
        case e.ShoeStarted(shoe, table, terms):
            return Said("shoe {shoe} started at {table}: {terms}", shoe=shoe, table=table, terms=terms_said(terms))
        case e.ShoeEnded(shoe, hands):
            return Said("shoe {shoe} ended after {count:hand|hands}", shoe=shoe, count=hands)
        case e.ShoeResumed(shoe, by):
            return _by(Said("shoe {shoe} continues", shoe=shoe), by)
        case e.TableOpened(by):
            return _by(Said("the table was opened"), by)
        case e.TableClosed(by):
            return _by(Said("the table was closed"), by)
        case e.TimerStarted(seconds, again):
            once_more = Said("bets are open again: {seconds} s", seconds=seconds)
            return once_more if again else Said("bets are open: {seconds} s", seconds=seconds)
        case e.BetsClosed(by):
            return _by(Said("bets are closed"), by)
        case e.SignedIn():
            return of_staff(event)
        case e.DealerSet() | e.PinSet() | e.DealerPinSet() | e.PinRemoved():
            return _by(of_staff(event), event.by)
        case e.PinWrong(tries):
            return Said("wrong number or PIN, {count} in a row", count=tries)
        case e.PinsCleared():
            return Said("all PINs were cleared: the unit's key was replaced")
        case e.HealthNoted(wrong, what):
            return Said("problem with the unit: {what}" if wrong else "the unit: {what}", what=what)
        case e.ExportAsked(stick, since=since, until=until, by=by, what=what, hours=hours):
            days = since if since == until else Said("{first} to {last}", first=since, last=until)
            if what == e.INCIDENT:
                time = Said("the last {hours:hour|hours}", hours=hours) if hours else days
                reported = Said("malfunction report for {time}, to USB stick {stick}", time=time, stick=stick)
                return _by(reported, by)
            return _by(Said("export of {days} to USB stick {stick}", days=days, stick=stick), by)
        case e.ExportEnded(folder, fault=fault):
            failed = Said("the export failed: {fault}", fault=fault)
            return failed if fault else Said("the export is on the stick: {folder}", folder=folder)
        case e.CopyTaken(first, last, source) if first == last:
            return Said("row {row} came from the copy {copy}", row=first, copy=source)
        case e.CopyTaken(first, last, source):
            return Said("rows {first} to {last} came from the copy {copy}", first=first, last=last, copy=source)
        case e.CopyDiffers(what):
            return what
        case e.CopyConfirmed(waited, by):
            return _by(Said("confirmed: {what}", what=to_confirm(waited)), by)
        case e.Restored(source, row, _, at, former, last):
            aside = Said("there was no previous one")
            if last > row:
                aside = Said("the previous one, which went up to row {last}, is kept as {name}", last=last, name=former)
            elif former:
                aside = Said("the previous one is kept as {name}", name=former)
            return Said(
                "the history was restored from {source} at {at}, up to row {row}; {aside}",
                source=source,
                at=local(at),
                row=row,
                aside=aside,
            )
        case e.Archived(archive, rows, _, at):
            return Said(
                "the previous history, {count:row|rows}, was archived in {archive} at {at}",
                count=rows,
                archive=archive,
                at=local(at),
            )
        case e.ClockStepped(expected):
            return Said("the clock was set: it would have been {time}", time=local(expected))
        case e.KeypadNoted(keypad, wrong):
            lost = Said("keypad {keypad} was lost: {fault}", keypad=keypad, fault=wrong)
            return lost if wrong else Said("keypad {keypad} is back", keypad=keypad)
        case e.SoftwareChecked(check) if check.differs:
            return Said("the software is not as released: {what}", what=check.differs)
        case e.SoftwareChecked():
            return Said("the software is as released")
        case e.SoftwareConfirmed(_, what, by):
            other = Said("confirmed software that is not what was approved: {what}", what=what)
            return _by(other, by)
        case e.UnitKeyed():
            return Said("{what}", what=All(tuple(_of_key(event))))
        case e.ShoeSealed(shoe):
            return Said("shoe {shoe} has a new seal, after a late correction", shoe=shoe)
        case _:
            assert_never(event)


def of_staff(event: e.DealerSet | e.SignedIn | e.PinSet | e.DealerPinSet | e.PinRemoved) -> Said:
    match event:
        case e.DealerSet(0):
            return Said("no dealer is on duty")
        case e.DealerSet(dealer):
            return Said("dealer {dealer} is on duty", dealer=dealer)
        case e.SignedIn(supervisor):
            return Said("supervisor {supervisor} signed in", supervisor=supervisor)
        case e.PinSet(supervisor):
            return Said("supervisor {supervisor}'s PIN was set", supervisor=supervisor)
        case e.DealerPinSet(dealer, ""):
            return Said("dealer {dealer}'s PIN was removed", dealer=dealer)
        case e.DealerPinSet(dealer):
            return Said("dealer {dealer}'s PIN was set", dealer=dealer)
        case e.PinRemoved(supervisor):
            return Said("supervisor {supervisor} was removed", supervisor=supervisor)
        case _:
            assert_never(event)


def to_confirm(waits: Iterable[e.ToConfirm]) -> All:
    """What a supervisor confirms: what somebody else has to do with the record."""
    return All(tuple(logged(event, TableState()) for event in waits))


def terms_said(terms: Terms) -> All:
    """What is dealt, and what may be wagered and is paid for it."""
    return All(tuple(_terms(terms)), ", ")


def _terms(terms: Terms) -> Iterator[Spoken]:
    yield Titled(terms.game)
    yield Said("{count:deck|decks}", count=terms.decks)
    yield Said("rules of {pack}", pack=terms.pack.title or terms.pack.name)
    for spot, limit in (("", terms.limit), *terms.wager_limits):
        yield Change(LIMIT, spot, limit.low, limit.high).said(terms)
    for payer, cents in terms.fees:
        yield Change(FEE, payer, cents).said(terms)
    yield Said("timer {seconds} s", seconds=terms.timer_seconds) if terms.timer_seconds else Said("no timer")
    yield listed(LANGUAGES.get(language, language) for language in terms.languages)


def _of_key(event: e.UnitKeyed) -> Iterator[Said]:
    """Which key signs, and what the start with it found."""
    if event.before:
        yield Said(
            "from here on key {key} signs, not {was}: the unit or its key was replaced",
            key=fingerprint(event.key),
            was=fingerprint(event.before),
        )
    elif not event.unsigned and not event.gone:
        yield Said("from here on key {key} signs", key=fingerprint(event.key))
    if event.unsigned == event.last > 0:
        yield Said("row {row} is not signed by the unit", row=event.last)
    elif event.unsigned:
        yield Said("rows {first} to {last} are not signed by the unit", first=event.unsigned, last=event.last)
    if event.gone:
        yield Said("rows up to {row} that the unit had signed are gone", row=event.gone)


def by_whom(by: str) -> Spoken:
    return _BY.get(by) or person(by)


def _by(what: Said, by: str) -> Said:
    return Said("{what} ({who})", what=what, who=by_whom(by)) if by else what
