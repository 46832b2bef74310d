"""How a kept file may be handed out: what came from outside never runs in the office's own pages.

Desk, counter and API use `headers` for every file, so that none forgets one of them.
"""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote

from townwright.office.files.kinds import EXTENSIONS, MEDIA_TYPES, Kind
from townwright.office.files.models import StoredFile

#: Kinds that a browser shows without running anything in them.
SHOWN = frozenset({Kind.PDF, Kind.PNG, Kind.JPEG, Kind.TEXT})
#: Nothing is loaded and nothing runs. A browser's own viewer of PDFs refuses to start in a sandbox, so a PDF
#: without scripts that is to be shown goes without that word.
_NOTHING = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"


def content_disposition(name: str, *, shown: bool) -> str:
    """The header that names a download, by RFC 6266: an ASCII name, and the real one beside it."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%;' else "_" for c in name)
    way = "inline" if shown else "attachment"
    return f"{way}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def file_name(stored: StoredFile) -> str:
    """The name to save under: as given, with the ending of what the file really is."""
    endings = EXTENSIONS[Kind(stored.kind)]
    return stored.name if PurePath(stored.name).suffix.lower() in endings else stored.name + endings[0]


def headers(stored: StoredFile, *, show: bool = False) -> dict[str, str]:
    """The headers under which a file is handed out.

    `show` asks for showing it in the browser instead of saving it; a file with scripts is saved all the same.
    """
    shown = show and Kind(stored.kind) in SHOWN and not _armed(stored)
    return {
        "Content-Type": MEDIA_TYPES[Kind(stored.kind)],
        "Content-Length": str(stored.size),
        "Content-Disposition": content_disposition(file_name(stored), shown=shown),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": _NOTHING if shown and stored.kind == Kind.PDF else f"{_NOTHING}; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "private, no-store",
        "ETag": f'"{stored.sha256}"',
    }


def _armed(stored: StoredFile) -> bool:
    return bool({StoredFile.Caution.SCRIPT, StoredFile.Caution.LAUNCH} & set(stored.cautions))
