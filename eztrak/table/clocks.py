"""Two clocks, compared: the one on the wall, which anybody can set, and the machine's own, which only counts.

Within a boot both go on alike, so that a step of the one on the wall shows. Over a boot the machine's own begins anew:
then only a time before that of the row before tells.
"""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from eztrak.table.events import ClockStepped, Moment, Record
from eztrak.voice.said import Said

UNKNOWN = "unknown"  # the boot of a machine that does not name them: its own clock tells nothing
STEP = timedelta(minutes=1)  # the clock on the wall may go wrong by so much without a word
LONG = timedelta(days=366)  # nothing on record for so long is worth a remark
_MOST = 10  # remarks that are listed one by one


def stepped(before: Moment, now: Moment) -> str:
    """What the clock on the wall should have shown now, in UTC, where it was set since; else nothing."""
    was, shown = time_of(before.at), time_of(now.at)
    if was is None or shown is None:
        return ""
    if before.boot == now.boot != UNKNOWN:
        was += timedelta(microseconds=(now.mono - before.mono) // 1000)
        off = abs(shown - was) > STEP
    else:
        off = shown < was - STEP
    return in_utc(was) if off else ""


def runs_on(before: Moment, gone: int, wall: datetime) -> bool:
    """Whether the clock on the wall shows what it should so many nanoseconds later: nothing more is to be asked then,
    as it is nearly always."""
    was = time_of(before.at)
    return was is not None and abs(wall - was - timedelta(microseconds=gone // 1000)) <= STEP


@lru_cache(8)
def time_of(at: str) -> datetime | None:
    """The time that a row says; None where that is none."""
    try:
        time = datetime.fromisoformat(at)
    except (ValueError, TypeError):
        return None
    return time if time.tzinfo else None


def in_utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Clocks:
    """Compares the moments of records, taken in their order."""

    def __init__(self) -> None:
        self.wrong: list[Said] = []  # what no clock does
        self.remarks: list[Said] = []  # what somebody did to the clock, and no row says so
        self.more = 0  # how many there are beside these
        self.on_record = 0  # steps that a row tells of …
        self.last: Record | None = None  # … and the newest of them
        self._before: Record | None = None
        self._since: Moment | None = None  # since then the two go on alike
        self._boots: set[str] = set()
        self._step: Said | None = None

    def take(self, record: Record) -> None:
        before, now = self._before, record.moment
        self._before = record
        if before is None or now != before.moment:
            self._moved_on(before, record)
        if isinstance(record.event, ClockStepped) and self._step:
            self._step = None
            self.on_record, self.last = self.on_record + 1, record

    def _moved_on(self, before: Record | None, record: Record) -> None:
        now = record.moment
        if time_of(now.at) is None:
            self.wrong.append(in_row(record, Said("its time is not a time")))
            return
        if before is None or self._since is None or before.moment.boot != now.boot or now.boot == UNKNOWN:
            if now.boot in self._boots - {UNKNOWN}:
                self.wrong.append(in_row(record, Said("its boot was over: the machine had been restarted since")))
            self._boots.add(now.boot)
            self._compare(before.moment if before else now, before, record)
            self._since = now
        else:
            if now.mono < before.moment.mono:
                self.wrong.append(in_row(record, Said("the machine's own clock never goes back, and here it does")))
            self._compare(self._since, before, record)

    def finish(self) -> None:
        self._tell()

    def _compare(self, since: Moment, before: Record | None, record: Record) -> None:
        now = record.moment
        if before is not None and (was := stepped(since, now)):
            self._tell()
            self._since = now
            self._step = Said(
                "the clock was set from {was} to {now} between rows {before} and {row}, and no row says so",
                was=was,
                now=now.at,
                before=before.seq,
                row=record.seq,
            )
        elif before is not None and now.at[:4] != before.moment.at[:4] and _apart(before.moment, now) > LONG:
            self._say(
                Said(
                    "nothing is on record for {days:day|days}, from row {before} ({was}) to row {row} ({now})",
                    days=_apart(before.moment, now).days,
                    before=before.seq,
                    was=before.moment.at,
                    row=record.seq,
                    now=now.at,
                )
            )

    def _tell(self) -> None:
        if self._step:
            self._say(self._step)
            self._step = None

    def _say(self, said: Said) -> None:
        if len(self.remarks) < _MOST:
            self.remarks.append(said)
        else:
            self.more += 1


def _apart(before: Moment, now: Moment) -> timedelta:
    was, shown = time_of(before.at), time_of(now.at)
    return shown - was if was and shown else timedelta()


def in_row(record: Record, fault: Said) -> Said:
    return Said(
        "journal row {row} ({kind}, {at}): {fault}", row=record.seq, kind=record.kind, at=record.moment.at, fault=fault
    )
