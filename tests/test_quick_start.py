"""The README's quick start, done as it stands there by somebody who has just cloned the project."""

import os
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

CHECKOUT = Path(__file__).parent.parent


def quick_start() -> list[list[str]]:
    """The commands of the README's quick start, each as its words."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^## Quick start\n.*?^```sh\n(.*?)^```", readme, re.M | re.S)
    return [words for line in block.splitlines() if (words := shlex.split(line, comments=True))]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone without an environment or data."""
    subprocess.run(["git", "clone", "-q", str(CHECKOUT), str(tmp_path / "townwright")], check=True)
    return tmp_path / "townwright"


@pytest.fixture
def environment() -> dict[str, str]:
    """A shell's environment that knows nothing of this test run."""
    ours = ("TOWNWRIGHT_", "DJANGO_", "PYTEST_", "COV_", "COVERAGE_", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def page(address: str) -> tuple[int, str]:
    """Status and text of a page; status 0 while nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()
    except (URLError, ConnectionError):
        return 0, ""


@pytest.mark.slow
def test_the_readme_leads_to_a_served_office_and_to_the_tests(clone: Path, environment: dict[str, str]) -> None:
    """Given a fresh clone, when the two commands are run, then the start page is there and the tests run."""
    run, test = quick_start()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = f"http://127.0.0.1:{port}"

    said = clone / "said"
    with said.open("w") as output:
        office = subprocess.Popen([*run, "--port", str(port)], cwd=clone, env=environment, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 600
        while page(f"{site}/health")[0] != 200:
            assert office.poll() is None and time.monotonic() < deadline, said.read_text()
            time.sleep(0.5)
        front, start = page(f"{site}/"), page(f"{site}/chester/")
    finally:
        office.send_signal(signal.SIGTERM)
        office.wait(timeout=30)

    assert front[0] == 200 and 'href="/chester/"' in front[1]
    assert start[0] == 200, said.read_text()
    assert f"{site}/" in said.read_text()
    assert office.returncode == 0, said.read_text()
    assert (clone / "var" / "chester" / "office.json").is_file()

    tested = subprocess.run(
        [*test, "tests/test_floors.py"], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert re.search(r"\d+ passed", tested.stdout.splitlines()[-1])


def test_the_quick_start_is_the_two_scripts() -> None:
    assert quick_start() == [["./run"], ["./test"]]
