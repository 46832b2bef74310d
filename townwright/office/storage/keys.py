"""Keys of records: UUIDs of version 7 (RFC 9562), which sort in the order in which they were made."""

import secrets
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0


def uuid7() -> UUID:
    """A new key, ascending within a process: milliseconds (48 bits), their fraction (12), chance (62)."""
    global _last
    # A key tells when it was made so that neighbours lie together; nothing reads a date from it.
    made = time.time_ns() * 4096 // 1_000_000  # noqa: TID251
    with _lock:
        _last = made = max(made, _last + 1)
    milliseconds, fraction = divmod(made, 4096)
    return UUID(int=milliseconds << 80 | 7 << 76 | fraction << 64 | 0b10 << 62 | secrets.randbits(62))
