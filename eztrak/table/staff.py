"""Who is at the table: the dealer on duty, and the supervisors who may open the menu."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Staff:
    dealer: int = 0  # by number; 0: nobody on duty
    pins: tuple[tuple[int, str], ...] = ()  # a supervisor's number and what their PIN is checked against
    wrong_pins: int = 0  # in a row

    def check_of(self, supervisor: int) -> str | None:
        return dict(self.pins).get(supervisor)

    def with_pin(self, supervisor: int, check: str) -> "Staff":
        return replace(self, pins=tuple(sorted({**dict(self.pins), supervisor: check}.items())))

    def without_pin(self, supervisor: int) -> "Staff":
        return replace(self, pins=tuple(pin for pin in self.pins if pin[0] != supervisor))

    @property
    def wait(self) -> int:
        """Seconds to wait after the last wrong PIN: 1, 2, 4 … 60."""
        return min(60, 2 ** (self.wrong_pins - 1)) if self.wrong_pins else 0
