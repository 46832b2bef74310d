"""Processes of the server that end with it, so that a killed server leaves nobody at its port."""

import os
import threading
import time


def end_with_parent() -> None:
    """End this process, whatever it is doing, when the one that started it is gone."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
