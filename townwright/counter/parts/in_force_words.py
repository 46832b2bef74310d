"""How a page says whether what a paper gives is in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Now:
    """What a person who holds the paper has to know first, why, and whether that is good news."""

    say: str
    why: Any = ""
    mood: Literal["good", "due", "bad"] = "good"
