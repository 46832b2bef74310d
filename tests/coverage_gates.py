"""The coverage gates: ``--coverage-gates`` fails the run where too little of a floor was run through.

The law is held to every line and every branch, the office to 95 lines of a hundred: by tests of their own. While a
test of what stands above them runs, a page's say, nothing is measured, because measuring doubles its time; nor on
PostgreSQL, but for the tests of storage, which alone has code of its own for each engine.
"""

from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage
from coverage.results import Numbers

from townwright.office.storage.engines import engine

#: Folders of tests during which nothing is measured.
NOT_MEASURED = ("api", "browser", "pages")

TESTS = Path(__file__).parent
PACKAGE = Path(__file__).parent.parent / "townwright"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coverage-gates", action="store_true", help="fail where coverage is below the gates")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Outermost, so that pytest-cov has put the workers' figures together when we look."""
    outcome = yield
    config = session.config
    if config.getoption("--coverage-gates") and not hasattr(config, "workerinput"):
        config.stash[_LINES] = lines = _below_the_gates()
        session.testsfailed += len(lines)
    return outcome


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stops measuring for the length of a test that no gate counts, with its fixtures."""
    plugin = item.config.pluginmanager.getplugin("_cov")
    measuring = plugin.cov_controller if plugin is not None else None
    if measuring is None or not measuring.started or _counts(item):
        return (yield)
    measuring.pause()
    try:
        return (yield)
    finally:
        measuring.resume()


def _counts(item: pytest.Item) -> bool:
    if engine() == "postgresql":
        return item.path.name.startswith("test_storage")
    return item.path.relative_to(TESTS).parts[0] not in NOT_MEASURED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(_LINES, []):
        terminalreporter.write_line(line, red=True)


_LINES = pytest.StashKey[list[str]]()


def _below_the_gates() -> list[str]:
    coverage = Coverage()
    coverage.load()
    lines = []
    office = Numbers()
    for path in sorted(PACKAGE.rglob("*.py")):
        floor = path.relative_to(PACKAGE).parts[0]
        if floor not in ("law", "office") or "migrations" in path.parts:
            continue
        analysis = coverage._analyze(str(path))
        numbers = analysis.numbers
        if floor == "office":
            office += numbers
        elif numbers.n_missing or numbers.n_missing_branches:
            missing = ", ".join(str(line) for line in sorted(analysis.missing)) or "none"
            arcs = sorted(analysis.missing_branch_arcs().items())
            branches = "; ".join(f"{line} to {', '.join(map(str, to))}" for line, to in arcs) or "none"
            name = path.relative_to(PACKAGE.parent)
            lines.append(f"coverage of {name}: missing lines {missing}, missing branches {branches}")
    share = 100 * office.n_executed / max(1, office.n_statements)
    if share < 95:
        lines.append(f"coverage of townwright/office: {share:.1f} % of lines, 95 % are asked for")
    return lines
