"""The server: it serves, it says why it cannot, and nothing outlives it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from townwright.office import storage
from townwright.site import server


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return answer.read() == b"ok"
    except OSError:
        return False


def wait_until(what, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def family(pid: int) -> list[int]:
    """A process's children."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


@pytest.fixture
def served(offices) -> Iterator[tuple[subprocess.Popen[str], int]]:
    offices("chester")
    port = free_port()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import django; django.setup()\nfrom townwright.site import server\n"
            f"raise SystemExit(server.serve('127.0.0.1', {port}, workers=1))",
        ],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "townwright.site.settings"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_until(lambda: process.poll() is not None or answers(port))
        assert process.poll() is None, process.stdout.read() if process.stdout else ""
        yield process, port
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_to(served, how):
    process, port = served
    children = family(process.pid)

    process.send_signal(how)
    said, _ = process.communicate(timeout=40)

    assert process.returncode == 0, said
    assert f"http://127.0.0.1:{port}/" in said
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


@pytest.mark.slow
def test_a_killed_server_leaves_nobody_at_its_port(served):
    process, port = served
    wait_until(lambda: len(family(process.pid)) >= 2)  # a web worker and the jobs
    children = family(process.pid)

    process.kill()
    process.wait()

    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    assert server._cannot_listen("127.0.0.1", port) is None


def test_an_address_that_is_taken_is_said(offices):
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code = server.serve("127.0.0.1", taken.getsockname()[1], say=said.append)

    assert code == 1
    assert "Address already in use" in said[0]
    assert storage.slugs() == []
