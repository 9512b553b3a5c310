"""An errand: work beside the loop, in a thread of its own, so that what is slow never holds up the picture.

It is done when somebody asks, and again whenever its time has come. The loop knows that time and sleeps until then; the
thread itself looks at no clock, so that with a clock in a test's hand time goes by for errands too.
"""

import os
import threading
from collections.abc import Callable
from contextlib import suppress

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.table.round import NANO


class Errand:
    def __init__(
        self, name: str, work: Callable[[], object], clock: Clock = CLOCK, *, every: float = 0, lowest: bool = False
    ) -> None:
        """`every`: seconds from one time to the next, 0 for only when it is asked or `due` is set; `lowest`: whatever
        else runs on the machine goes first."""
        self.due: int | None = None  # when it is done without being asked
        self.rests = threading.Event()  # nothing is under way
        self.stopping = threading.Event()
        self._work, self._clock, self._every, self._lowest = work, clock, round(every * NANO), lowest
        self._go, self._changing, self._once_more = threading.Event(), threading.Lock(), False
        self.rests.set()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """To do it now; once more, where it is under way."""
        self.due = self._next()
        with self._changing:
            self.rests.clear()
            self._go.set()

    def turn(self) -> None:
        """Has it done when its time has come. What is still under way then waits for the next time."""
        if self.due is not None and self._clock.monotonic() >= self.due:
            if self.rests.is_set() or not self._every:
                self.ask()
            else:
                self.due = self._next()

    def every(self, seconds: float) -> None:
        """From the last time to the next, and so on."""
        was, self._every = self._every, round(seconds * NANO)
        if self.due is not None:
            self.due += self._every - was

    def close(self, patience: float, once_more: bool = False) -> None:
        """Waits so many seconds for it to end; what hangs ends with the program."""
        self._once_more = once_more
        self.stopping.set()
        self._go.set()
        self._thread.join(patience)

    def _next(self) -> int | None:
        return self._clock.monotonic() + self._every if self._every else None

    def _run(self) -> None:
        if self._lowest:
            with suppress(OSError):  # of this thread alone, as Linux has it; its reads give way too
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        last = False
        while not last:
            self._go.wait()
            self._go.clear()
            last = self.stopping.is_set()
            if not last or self._once_more:
                self._work_once()
            with self._changing:
                if not self._go.is_set():
                    self.rests.set()

    def _work_once(self) -> None:
        """Whatever it raises ends this time alone: an errand that went for good would be missed by nobody."""
        try:
            self._work()
        except Exception as fault:
            about = (type(fault), fault, fault.__traceback__, threading.current_thread())
            threading.excepthook(threading.ExceptHookArgs(about))
