"""What was measured: figures, how much they vary, and the rows of the table that are made of them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """The median of many, with the tenth and the ninetieth in a hundred."""

    mid: float
    low: float
    high: float


def figure(values: Sequence[float], factor: float = 1.0) -> Figure:
    ordered = sorted(value * factor for value in values)
    last = len(ordered) - 1
    return Figure(median(ordered), ordered[round(last * 0.1)], ordered[round(last * 0.9)])


class Goal(StrEnum):
    """How a row is compared."""

    AT_MOST = "≤"  # so many times the other
    FASTER = "≥"  # so many times faster than the other
    RATE = "≥ rate"  # so many times the other's rate
    LIMIT = "limit"  # ours alone, in its unit
    TOLD = ""  # for orientation, without a limit


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: two things measured in the same run, and what has to be reached."""

    what: str
    unit: str
    ours: Figure
    against: str
    other: Figure
    goal: Goal
    reach: float = 0.0
    why: str = ""  # where it is not reached: the reason and the floor

    @property
    def ratio(self) -> float:
        over, under = (self.other.mid, self.ours.mid) if self.goal is Goal.FASTER else (self.ours.mid, self.other.mid)
        return over / under if under else float(bool(over)) * 999

    @property
    def met(self) -> bool:
        match self.goal:
            case Goal.AT_MOST:
                return self.ratio <= self.reach
            case Goal.FASTER | Goal.RATE:
                return self.ratio >= self.reach
            case Goal.LIMIT:
                return self.ours.mid <= self.reach
            case Goal.TOLD:
                return True

    def plain(self) -> dict[str, Any]:
        return asdict(self) | {"ratio": round(self.ratio, 3), "met": self.met}


def row_of(plain: dict[str, Any]) -> Row:
    """The row that a line of the JSON file tells of."""
    by_name = {name: value for name, value in plain.items() if name not in ("ratio", "met")}
    ours, other = Figure(**by_name.pop("ours")), Figure(**by_name.pop("other"))
    return Row(**by_name | {"ours": ours, "other": other, "goal": Goal(by_name["goal"])})


def interleaved(rounds: int, *jobs: Callable[[], float]) -> list[list[float]]:
    """Each job once a round, so that what the machine does meanwhile meets all of them alike. The first is left out."""
    found: list[list[float]] = [[] for _ in jobs]
    for turn in range(rounds + 1):
        for values, job in zip(found, jobs, strict=True):
            value = job()
            if turn:
                values.append(value)
    return found
