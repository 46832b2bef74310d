"""The mark ``@pytest.mark.proves("CHE-50-4-I-2/1")``: which scenarios of a town's code a test proves.

A scenario that no pack has is an error of the run. With ``TOWNWRIGHT_PROOFS=write`` a full run writes
``proofs.json`` beside each pack, one line a scenario with the tests that passed; with
``TOWNWRIGHT_PROOFS=check`` it fails where those files differ from what it found.
"""

import os
from collections import defaultdict
from collections.abc import Generator, Mapping
from functools import cache
from pathlib import Path

import pytest

from townwright.law.coverage import PROOFS, proofs_text
from townwright.law.layers import read_layer
from townwright.law.packs import SHIPPED, shipped_names

WHAT = "TOWNWRIGHT_PROOFS"


@cache
def scenarios() -> Mapping[str, str]:
    """Every scenario of the shipped packs, with the pack that it belongs to."""
    return {
        scenario: name
        for name in shipped_names()
        for provision in read_layer(SHIPPED / name).part("provisions", ())
        for scenario in provision.scenario_ids
    }


class Proofs:
    """What one run proved: the tests that passed, and those that did not, without their parameters."""

    def __init__(self) -> None:
        self.by_scenario: dict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()

    def note(self, report: pytest.TestReport) -> None:
        """Takes a report in, a worker's too: the scenarios travel with it."""
        test = report.nodeid.partition("[")[0]
        if report.failed:
            self.failed.add(test)
        elif report.when == "call" and report.passed:
            for name, scenario in report.user_properties:
                if name == "proves":
                    self.by_scenario[str(scenario)].add(test)

    def texts(self) -> dict[Path, str]:
        """The files that this run would write."""
        packs: dict[str, dict[str, set[str]]] = {name: {} for name in shipped_names()}
        for scenario, tests in self.by_scenario.items():
            if passed := tests - self.failed:
                packs[scenarios()[scenario]][scenario] = passed
        return {SHIPPED / name / PROOFS: proofs_text(found) for name, found in packs.items()}


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_PROOFS] = Proofs()
    config.pluginmanager.register(_Listener(config.stash[_PROOFS]))


class _Listener:
    """Hears every report, on the controller of a run with workers too."""

    def __init__(self, proofs: Proofs) -> None:
        self.proofs = proofs

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.proofs.note(report)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("proves"):
            for scenario in mark.args:
                if scenario not in scenarios():
                    raise pytest.UsageError(f"{item.nodeid} proves {scenario}, which no pack has")
                item.user_properties.append(("proves", scenario))


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Outside the loop, so that every report is in."""
    outcome = yield
    config = session.config
    if not hasattr(config, "workerinput"):
        config.stash[_LINES] = lines = settle(config.stash[_PROOFS], os.environ.get(WHAT, ""))
        session.testsfailed += len(lines)
    return outcome


def settle(proofs: Proofs, what: str) -> list[str]:
    """Writes the files or compares them, as asked; what differs comes back in words."""
    lines = []
    for path, text in proofs.texts().items() if what in ("write", "check") else ():
        if what == "write":
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            lines.append(f"{path.parent.name}/{path.name} is not what this run proved: {WHAT}=write writes it")
    return lines


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(_LINES, []):
        terminalreporter.write_line(line, red=True)


_PROOFS = pytest.StashKey[Proofs]()
_LINES = pytest.StashKey[list[str]]()
