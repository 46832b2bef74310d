"""What else a typed text may name exactly: an app whose keys have their own rules registers a reader."""

from collections.abc import Callable, Iterable

from townwright.office.find import numbers

Reader = Callable[[str], Iterable[str]]

_readers: list[Reader] = []


def reads_keys(reader: Reader) -> Reader:
    """Registers a function that gives the folded keys a text may mean (a print key in any style, say)."""
    if reader not in _readers:
        _readers.append(reader)
    return reader


def keys_meant(text: str) -> list[str]:
    """The folded keys that a typed text may mean: as a number, and as every registered reader reads it."""
    meant = [numbers.folded(text), *(key for reader in _readers for key in reader(text))]
    return [key for key in dict.fromkeys(meant) if any(c.isdigit() for c in key)]
