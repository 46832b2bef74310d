"""The site's secret key: made at the first start and kept in the data folder."""

import os
import secrets
from pathlib import Path


def secret_key(data: Path) -> str:
    """The key in ``data/secret_key``; two processes that start at once get the same one."""
    path = data / "secret_key"
    if not path.exists():
        data.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".secret_key.{os.getpid()}")
        part.touch(mode=0o600)
        part.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            os.link(part, path)  # fails where another process was first
        except FileExistsError:
            pass
        finally:
            part.unlink()
    return path.read_text(encoding="ascii")
