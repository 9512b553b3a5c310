"""What somebody may see on the page, by their role."""

from enum import StrEnum

from eztrak.voice.said import Said


class Role(StrEnum):
    SUPERVISOR = "supervisor"  # all of the tables
    MANAGER = "manager"  # that, and who was on the page and what left it
    AUDITOR = "auditor"  # all that is on record, and nothing of what goes on at the tables now

    def said(self, number: int) -> Said:
        match self:
            case Role.SUPERVISOR:
                return Said("Supervisor {number}", number=number)
            case Role.MANAGER:
                return Said("Manager {number}", number=number)
            case Role.AUDITOR:
                return Said("Auditor {number}", number=number)

    @property
    def sees_now(self) -> bool:
        return self is not Role.AUDITOR

    @property
    def sees_page(self) -> bool:
        """The page's own record: log-ins, wrong passwords, downloads."""
        return self is not Role.SUPERVISOR
