"""What goes on beside the loop of the unit: the full check of history and software, the second copy, the watch over the
machine, and sticks.

Each has a thread of its own, so that a slow or failing disk never holds up the picture. They ring a bell that the loop
sleeps on; the loop then asks here what there is to show and to record.
"""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from eztrak.appliance.alarms import NAME as ALARM
from eztrak.appliance.alarms import alarm_readings
from eztrak.appliance.clock import Clock
from eztrak.appliance.health import HealthReading, copy_reading, readings, wrong
from eztrak.appliance.loop import Bell
from eztrak.appliance.watch import Watch
from eztrak.config.load import Loaded
from eztrak.config.model import JournalOptions
from eztrak.journal.background import FullCheck
from eztrak.journal.copy import SecondCopy
from eztrak.journal.errors import JournalError
from eztrak.journal.witness import kept_disputes, seen_of
from eztrak.keypad.keymap import Keymap
from eztrak.known import Known
from eztrak.outgoing import Outgoing
from eztrak.table.commands import Noted
from eztrak.table.events import CopyDiffers, Event, ExportAsked, HealthNoted, SignedIn, SoftwareChecked
from eztrak.table.pages import TO_STICK, Menu, Page
from eztrak.table.software import Checked
from eztrak.table.sticks import Sticks
from eztrak.voice.said import All, Said

WITNESS = Said("witness")


def copies_of(options: JournalOptions) -> Path | None:
    """The folder of the second copy."""
    return Path(options.copy).expanduser() if options.copy else None


def seen_readings(database: Path) -> tuple[HealthReading, ...]:
    """Whether the history still has what the page for the office saw of it; nothing where no page keeps that."""
    disputed, path = kept_disputes(database), seen_of(database)
    if disputed is None:
        return ()
    if not disputed:
        return (HealthReading(WITNESS, True, Said("the history has everything that {path} has seen of it", path=path)),)
    fix = Said(
        "compare it with the recordings, and with eztrak verify --witness {path}; if a backup was "
        "restored on purpose, keep that file with the paperwork",
        path=path,
    )
    return (HealthReading(WITNESS, False, disputed[0], fix),)


class Upkeep:
    def __init__(self, database: Path, loaded: Loaded, keymap: Keymap, mended: All, clock: Clock) -> None:
        """Begins at once. `mended` says what had to be done to the history before it could be opened."""
        self._database = database
        self._mended = mended
        self._noted = ""  # what was last found wrong with the machine
        self._fault = Said()  # what the full check has found that is on record
        self.bell = Bell()  # for any thread that has something to show or to record
        self._check = FullCheck(database, self.bell.ring, clock)
        self._copy: SecondCopy | None = None
        self.totals: list[Said | All] = []  # what the table has dealt in its life, for the supervisor
        self._watch = Watch(self._readings, self.bell.ring, clock)
        self.known = Known(loaded, keymap, self.bell.ring, clock)
        self._checked: Checked | None = None  # what was last found of the software
        self._outgoing = Outgoing(database, loaded.config.stick.socket, loaded.path, self.bell.ring, clock)
        self._on_page = False  # the menu's page of sticks is up
        options = loaded.config.journal
        if folder := copies_of(options):
            at, every = clock.moment().at, options.copy_every
            self._copy = SecondCopy(database, folder, every, at, self._copy_changed, clock)
            self._watch.again()  # the copy may have had trouble before there was one to look at

    def moments(self) -> list[int | None]:
        errands = [self._check.errand, self._watch.errand, self.known.errand, self._outgoing.errand]
        return [errand.due for errand in (*errands, *([self._copy.errand] if self._copy else []))]

    def turn(self) -> None:
        """The loop is awake."""
        self.bell.heard()
        for errand in (self._check.errand, self._watch.errand, self.known.errand):
            errand.turn()
        self._outgoing.turn()
        if self._copy:
            self._copy.turn()

    def recorded(self, event: Event) -> None:
        """The history has something new."""
        if self._copy:
            self._copy.committed()
        match event:
            case SignedIn():
                self._mended = All(())  # a supervisor, who can act on it, has seen what had to be mended
                self._watch.again()  # the health page shows what is so now
            case ExportAsked():
                self._outgoing.begin(event)

    def sticks(self, menu: Menu | None) -> Sticks | None:
        """What the menu shows of sticks; they are looked for only while somebody may want one."""
        page = menu.page if menu else None
        if self._on_page and page not in TO_STICK:
            self._outgoing.leave()
        self._on_page = page in TO_STICK
        return self._outgoing.show(page in (Page.UNIT, *TO_STICK))

    def troubles(self) -> list[Said | All]:
        """What is wrong and stays on the board."""
        trouble = self._copy.trouble() if self._copy else Said()
        copy = Said("no second copy: {fault}", fault=trouble) if trouble else Said()
        stick = Said() if self._on_page else self._outgoing.notice()
        alarms: list[Said | All] = [r.seen for r in wrong(self._watch.read) if r.name in (ALARM, WITNESS)]
        other = self.known.seen.notice
        return [said for said in (self._mended, self._check.fault, copy, stick, other) if said] + alarms

    def ailing(self) -> list[Said]:
        """What is wrong with the machine and what to do about it, for the supervisor."""
        return [
            Said("{name}: {seen}. {fix}", name=reading.name, seen=reading.seen, fix=reading.fix)
            for reading in wrong((*self._watch.read, *self.known.seen.readings))
        ]

    def well(self) -> list[Said | All]:
        """The rest of what is known, in few lines."""
        read = (*self._watch.read, *self.known.seen.readings)
        return [self._check.state, _seen(reading for reading in read if reading.well)]

    def note(self) -> Noted | None:
        """What is to be recorded: the software was checked, an export has ended, the second copy was none of this
        history, the full check has found something, or something else is wrong with the machine than before."""
        checked = self.known.seen.checked
        if checked and checked != self._checked:
            self._checked = checked
            return SoftwareChecked(checked)
        if end := self._outgoing.ended():
            return end
        if self._copy and (differed := self._copy.differed()):
            return CopyDiffers(differed)
        if (fault := self._check.fault) != self._fault:
            self._fault = fault
            return HealthNoted("history" if fault else "", fault or self._check.state)
        ailing = wrong(self._watch.read)
        names = ", ".join(str(reading.name) for reading in ailing)
        if names == self._noted:
            return None
        self._noted = names
        return HealthNoted(names, Said("{what}", what=_seen(ailing)) if ailing else Said("all is well again"))

    def close_readers(self) -> None:
        """Ends what only reads; before the history is closed."""
        self._check.close()
        self._watch.close()
        self.known.close()
        self._outgoing.close()

    def close(self) -> None:
        """Lets the copy catch up with a history that is closed."""
        if self._copy:
            self._copy.close()
        self.bell.close()

    def _copy_changed(self) -> None:
        self._watch.again()
        self.bell.ring()

    def _readings(self) -> tuple[HealthReading, ...]:
        copy = self._copy
        about = [copy_reading(copy.path.parent, self._database, copy.trouble(), copy.age())] if copy else []
        self.totals = _totals(self._database)
        return (*readings(self._database), *about, *seen_readings(self._database), *alarm_readings(self._database))


def _seen(read: Iterable[HealthReading]) -> All:
    return All(tuple(Said("{name}: {seen}", name=reading.name, seen=reading.seen) for reading in read))


def _totals(database: Path) -> list[Said | All]:
    """What the table has dealt in its life, in two lines."""
    from eztrak.journal.lookup import Lookup  # not before the first picture

    try:
        with closing(Lookup(database)) as lookup:
            totals = lookup.totals()
    except JournalError:
        return []  # the full check, and the writer, say what is wrong
    if totals is None:
        return []
    stats = totals.stats
    names = {id: part.game.named(id) for part in totals.dealt for id in part.game.tiles}
    dealt = Said(
        "dealt in total: {shoes:shoe|shoes}, {hands:hand|hands}, {voided:,} void",
        shoes=totals.shoes,
        hands=stats.hands,
        voided=stats.voided,
    )
    counts = [Said("{name}: {count:,}", name=name, count=stats.of(id)) for id, name in names.items()]
    return [dealt, All(tuple(counts), ", ")]
