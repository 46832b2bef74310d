"""Why a file was not kept: what is wrong, what was kept, what to do. Pages and API show the words as they
are.
"""

from __future__ import annotations

from townwright.office.register.errors import ActError


class UnusableFile(ActError):
    """A file that was sent cannot be used. Nothing of it was kept."""

    status = 422

    def __init__(self, name: str, wrong: str, do: str) -> None:
        self.name = name
        self.wrong = wrong
        self.kept = "Nothing of this file was kept. What you entered and your other files are as they were."
        self.do = do
        super().__init__(f"{name}: {wrong} {self.kept} {self.do}")


class DiskFull(ActError):
    """There is no room left for a file. Nothing of it was kept."""

    status = 507

    def __init__(self) -> None:
        super().__init__(
            "The disk of the office is full, so the file could not be kept. Nothing was changed. "
            "Tell whoever looks after the office's computer, then do it again."
        )


class FileDamaged(Exception):
    """A kept file is gone from the disk or no longer what was kept: restore it from a backup."""
