"""Timing for comparisons: contestants take turns, and medians of their processor time are compared.

Processor time leaves out what a busy neighbour takes; all threads of the process are counted in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time


def medians(contestants: Mapping[str, Callable[[], object]], *, turns: int, times: int = 1) -> dict[str, float]:
    """Median processor seconds of one call. Each has `turns` turns of `times` calls, after one call to warm up."""
    took: dict[str, list[float]] = {name: [] for name in contestants}
    for call in contestants.values():
        call()
    for _ in range(turns):
        for name, call in contestants.items():
            start = process_time()
            for _ in range(times):
                call()
            took[name].append((process_time() - start) / times)
    return {name: median(seconds) for name, seconds in took.items()}


def print_ratios(seconds: Mapping[str, float], against: str, notes: Mapping[str, str]) -> None:
    """Prints each contestant as a multiple of the time of `against`, with a note each."""
    print(f"{'':44} {'time':>8}")
    for name, took in seconds.items():
        print(f"{name:44} {took / seconds[against]:7.2f}x  {notes.get(name, '')}".rstrip())
