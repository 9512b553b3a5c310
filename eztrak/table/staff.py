"""Who is at the table: the dealer on duty, and the supervisors who may open the menu."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Staff:
    dealer: int = 0  # by number; 0: nobody on duty
    pins: tuple[tuple[int, str], ...] = ()  # a supervisor's number and what their PIN is checked against
    wrong_pins: int = 0  # in a row
    dealer_pins: tuple[tuple[int, str], ...] = ()  # of the dealers who sign on with one

    def check_of(self, supervisor: int) -> str | None:
        return dict(self.pins).get(supervisor)

    def dealer_check_of(self, dealer: int) -> str | None:
        return dict(self.dealer_pins).get(dealer)

    def with_dealer_pin(self, dealer: int, check: str) -> "Staff":
        """With another PIN of a dealer, or without ("")."""
        pins = {**dict(self.dealer_pins), dealer: check}
        return replace(self, dealer_pins=tuple(sorted((who, own) for who, own in pins.items() if own)))

    def with_pin(self, supervisor: int, check: str) -> "Staff":
        return replace(self, pins=tuple(sorted({**dict(self.pins), supervisor: check}.items())))

    def without_pin(self, supervisor: int) -> "Staff":
        return replace(self, pins=tuple(pin for pin in self.pins if pin[0] != supervisor))

    @property
    def wait(self) -> int:
        """Seconds to wait after the last wrong PIN: 1, 2, 4 … 60."""
        return min(60, 2 ** (self.wrong_pins - 1)) if self.wrong_pins else 0
