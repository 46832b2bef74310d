"""The hour of a visit as people write it ("8:45", "3 to 4", "10 am"), read so that a day's visits have an order."""

from __future__ import annotations

import re

#: Where in the day a visit without an hour stands: after all others.
ANY_TIME = 24 * 60
#: No visit begins before this hour: "3 to 4" is in the afternoon.
_BEGINS = 7


def minute(hour: str) -> int:
    """The minute of the day (0 to 1440) at which a visit begins; `ANY_TIME` where the words name none ("morning")."""
    found = re.search(r"(\d{1,2})(?::(\d{2}))?\s*(pm)?", hour.lower())
    if found is None:
        return ANY_TIME
    begins = int(found[1]) % 12 if found[3] else int(found[1])
    afternoon = found[3] is not None or begins < _BEGINS
    return min((begins + (12 if afternoon else 0)) * 60 + int(found[2] or 0), ANY_TIME)
