"""What is wrong with the unit, and what is well: for the strip, the supervisor's page, and whoever keeps it running."""

from collections.abc import Sequence
from pathlib import Path

from eztrak.display.window import Window
from eztrak.duties import Duties
from eztrak.keypad.source import Source
from eztrak.release.installed import version
from eztrak.table.log_words import to_confirm
from eztrak.table.pages import Page
from eztrak.table.state import TableState
from eztrak.upkeep import Upkeep
from eztrak.voice.said import All, Cut, Said, Spoken

WAITS = 80  # characters on the strip of what waits for a supervisor


class Condition:
    def __init__(
        self, database: Path, upkeep: Upkeep, duties: Duties, sources: Sequence[Source], window: Window
    ) -> None:
        self._database, self._upkeep, self._duties = database, upkeep, duties
        self._sources, self._window = sources, window
        self.notice = Said()  # what could not be done of late

    def troubles(self, state: TableState) -> list[Spoken]:
        waits = to_confirm(state.unconfirmed) or state.software.waits
        # The page on which it is confirmed has it all.
        confirm = Said(
            "{what}: a supervisor must confirm it (menu, {page})", what=Cut(waits, WAITS), page=Page.UNIT.value
        )
        own = (self.notice, self._duties.lost, confirm if waits else Said())
        known = (*own, *self._upkeep.troubles(), *(source.trouble() for source in self._sources))
        return [trouble for trouble in known if trouble]

    def status(self, state: TableState) -> str:
        """The state of the table in words, for whoever keeps the unit running."""
        shoe = state.shoe
        where = f"shoe {shoe.number}, hand {len(shoe.hands)}" if shoe else "no shoe yet"
        return self._window.trouble or str(All((f"{state.table}, {where}", *self.troubles(state))))

    def health(self, state: TableState) -> tuple[Spoken, ...]:
        """The state of the unit, for the supervisor: what is wrong comes first."""
        wrong = self.troubles(state) + self._upkeep.ailing()
        return (
            Said("eztrak {version}, history in {path}", version=version(), path=self._database),
            *(wrong or [Said("nothing is wrong")]),
            *self._upkeep.well(),
            *(All((Said("keys from {source}", source=s.name), *s.health().parts), ": ") for s in self._sources),
            *self._upkeep.totals,
        )
