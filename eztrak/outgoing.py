"""What goes out of the unit on a stick, beside the loop: a watch for sticks, and one export at a time.

The export itself is a process of its own, `eztrak stick write`, with the lowest priority: making a workbook takes
seconds of a small machine, and the board goes on meanwhile. Its words are read here, for the menu to show.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from eztrak.appliance.clock import Clock
from eztrak.appliance.errand import Errand
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.stick import sticks
from eztrak.table.events import INCIDENT, ExportAsked, ExportEnded
from eztrak.table.round import NANO
from eztrak.table.sticks import Job, Stick, Sticks
from eztrak.voice.day import day_at
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said
from eztrak.voice.wire import heard

EVERY = 1.0  # seconds between two looks at the disks, while somebody waits for a stick
AGAIN = 4 * NANO  # until a stick that was refused is looked at again
DISKS = Path("/sys/block")
_PATIENCE = 5.0  # seconds that an orderly stop waits for an export to break off


class Outgoing:
    def __init__(
        self, database: Path, door: str, config: Path | None, changed: Callable[[], None], clock: Clock
    ) -> None:
        """`changed` is called, in a thread of ours, when there is something new to show."""
        self._database, self._door, self._config, self._changed = database, door, config, changed
        self._clock = clock
        self._known: tuple[tuple[Stick, ...], Said] | None = None  # sticks, and why there are none to be had
        self._job: Job | None = None
        self._device = ""  # of the stick that it goes to
        self._end: ExportEnded | None = None
        self._process: subprocess.Popen[str] | None = None
        self._wanted = False  # somebody looks at the page
        self._disks: list[str] = []  # when sticks were last looked for, …
        self._looked = 0  # … and when that was
        self.errand = Errand("sticks", self._look, clock, every=EVERY)

    def turn(self) -> None:
        """Looks now and then while somebody waits for a stick, or for word that it may be pulled out."""
        out = self._job is not None and self._job.ended and self._job.well
        if not (self._wanted or out):
            self.errand.due = None
        elif self.errand.due is None:
            self.errand.ask()
        self.errand.turn()

    def show(self, wanted: bool) -> Sticks | None:
        """What the menu shows of sticks, None until that is known; `wanted` while somebody looks."""
        if wanted and not self._wanted:
            self.errand.ask()
        self._wanted = wanted
        if not wanted:
            self._known = None
            return None
        today, known = day_at(self._clock.wall()), self._known
        if self._job:
            return Sticks(today, job=self._job)
        return Sticks(today, *known) if known else None

    def leave(self) -> None:
        """The page is left: how an export ended has been read."""
        if self._job and self._job.ended:
            self._job = None

    def begin(self, asked: ExportAsked) -> None:
        self._job, self._device = Job(asked.stick, Said("making the files")), asked.device.partition("@")[0]
        threading.Thread(target=self._export, args=[asked], name="export", daemon=True).start()

    def ended(self) -> ExportEnded | None:
        """How the export ended, once."""
        end, self._end = self._end, None
        return end

    def notice(self) -> Said:
        """For the board while nobody looks at the page: whether the stick may be pulled out."""
        job = self._job
        if job is None:
            return Said()
        if not job.ended:
            return Said("leave the stick plugged in: {doing}", doing=job.said)
        return Said("the stick is safe to remove") if job.well else Said("export: {fault}", fault=job.said)

    def close(self) -> None:
        self.errand.close(0)
        if (process := self._process) is not None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)

    def _look(self) -> None:
        self._pulled_out()
        if not self._wanted or (self._job is not None and not self._job.ended):
            return
        # A stick that was refused may have been looked at too early: its partitions come a moment after it.
        disks, known, mono = _disks(), self._known, self._clock.monotonic()
        again = known is not None and any(stick.fault for stick in known[0]) and mono >= self._looked + AGAIN
        if known is None or disks != self._disks or again:
            self._disks, self._looked = disks, mono
            try:
                self._known = sticks(self._door), Said()
            except RefusedError as fault:
                self._known = (), fault.said
            if self._known != known:
                self._notify()

    def _export(self, asked: ExportAsked) -> None:
        options = ["--stick", asked.device, "--db", str(self._database)]
        options += ["--incident"] if asked.what == INCIDENT else []
        options += ["--last", f"{asked.hours}h"] if asked.hours else ["--from", asked.since, "--to", asked.until]
        options += ["--config", str(self._config)] if self._config else []
        try:
            self._end = self._run([sys.executable, "-m", "eztrak", "stick", "write", "--json", *options])
            folder = self._end.folder
            done = Said("everything is in the folder {folder} and was checked", folder=folder)
            self._job = Job(asked.stick, done, ended=True)
        except (RefusedError, OSError, ValueError, KeyError) as fault:
            said = (
                fault.said
                if isinstance(fault, RefusedError)
                else Said("the export broke off: {fault}", fault=reason(fault))
            )
            self._end = ExportEnded("", "", said)
            self._job = Job(asked.stick, said, ended=True, well=False)
        self._notify()

    def _run(self, command: list[str]) -> ExportEnded:
        """Has a command make the export, and follows what it says. Raises RefusedError with what it could not do."""
        end: ExportEnded | None = None
        refused: Said | None = None
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True) as process:
            self._process = process
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, 19)
            assert process.stdout is not None
            assert process.stderr is not None
            for line in process.stdout:
                word = json.loads(line)
                if "digest" in word:
                    end = ExportEnded(word["folder"], word["digest"])
                elif "fault" in word:
                    refused = heard(word["said"])
                else:
                    self._progress(heard(word["said"]), word["done"], word["of"])
            last = _last(process.stderr)
        self._process = None
        if refused:
            raise RefusedError.of(refused)
        if end is None or process.returncode:
            raise (
                RefusedError("the export broke off: {fault}", fault=last)
                if last
                else RefusedError("the export broke off")
            )
        return end

    def _pulled_out(self) -> None:
        """What was said of a stick that is safe to remove is over when it is removed."""
        job = self._job
        if job and job.ended and job.well and not (DISKS.parent / "class" / "block" / self._device).exists():
            self._job = None
            self._notify()

    def _progress(self, doing: Said, done: int, of: int) -> None:
        if self._job:
            self._job = replace(self._job, said=doing, share=done / of if of else None)
            self._notify()

    def _notify(self) -> None:
        if not self.errand.stopping.is_set():
            self._changed()


def _disks() -> list[str]:
    with suppress(OSError):
        parts = [path.parent for path in DISKS.glob("*/*/partition")]
        return sorted(f"{disk.name} {(disk / 'size').read_text()}" for disk in (*DISKS.iterdir(), *parts))
    return []


def _last(lines: IO[str]) -> str:
    """What a command said when it refused."""
    said = [line.strip() for line in lines if line.strip()]
    return said[-1].removeprefix("eztrak: ") if said else ""
