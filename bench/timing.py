"""Timing for comparisons: contestants take turns, so that a busy machine slows them alike, and medians are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


def medians(contestants: Mapping[str, Callable[[], object]], *, turns: int, times: int = 1) -> dict[str, float]:
    """Median seconds of one call of each contestant. Each has `turns` turns of `times` calls, after one to warm up."""
    took: dict[str, list[float]] = {name: [] for name in contestants}
    for call in contestants.values():
        call()
    for _ in range(turns):
        for name, call in contestants.items():
            start = perf_counter()
            for _ in range(times):
                call()
            took[name].append((perf_counter() - start) / times)
    return {name: median(seconds) for name, seconds in took.items()}


def print_ratios(seconds: Mapping[str, float], against: str, notes: Mapping[str, str]) -> None:
    """Prints each contestant as a multiple of the time of `against`, with a note each."""
    print(f"{'':44} {'time':>8}")
    for name, took in seconds.items():
        print(f"{name:44} {took / seconds[against]:7.2f}x  {notes.get(name, '')}".rstrip())
