"""Processes of the server that end with it, so that a killed server leaves nobody at its port."""

import os
import threading
import time

#: The server tells its children its own number: by the time they could look, it may be gone already.
_SERVER = "TOWNWRIGHT_SERVER_PROCESS"


def become_parent() -> None:
    """Say to the processes that this one will start whose children they are."""
    os.environ[_SERVER] = str(os.getpid())


def end_with_parent() -> None:
    """End this process, whatever it is doing, when the server that started it is gone."""
    threading.Thread(target=_watch, args=(int(os.environ[_SERVER]),), daemon=True).start()


def _watch(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os._exit(1)
