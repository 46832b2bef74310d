"""Storage: a town is the unit of it. One SQLite file or PostgreSQL schema a town, and nothing outside one.

``bound_to(slug)`` binds a town; inside it Django works on that town's records as if there were no other. The
settings call ``install()`` once; see connections.py for how, and docs/decisions for why.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from townwright.office.storage.current import bound, bound_or_none
from townwright.office.storage.directory import (
    Office,
    change_office,
    check_slug,
    data_folder,
    documents,
    exists,
    office,
    slugs,
)
from townwright.office.storage.errors import (
    BadSlug,
    ForeignObject,
    NoTown,
    OfficeBehind,
    OfficeExists,
    ToolMissing,
    UnknownTown,
)
from townwright.office.storage.keys import uuid7

if TYPE_CHECKING:
    from townwright.office.storage.backup import back_up_records
    from townwright.office.storage.binding import bound_to
    from townwright.office.storage.connections import install
    from townwright.office.storage.migrate import Migrated, migrate_offices
    from townwright.office.storage.opening import discard_office, open_office
    from townwright.office.storage.schema import require_current
    from townwright.office.storage.signing import sign, unsign

# Parts that need Django's settings, found when first asked for: the settings themselves import this package.
_LATER = {
    "back_up_records": "backup",
    "bound_to": "binding",
    "install": "connections",
    "Migrated": "migrate",
    "migrate_offices": "migrate",
    "open_office": "opening",
    "discard_office": "opening",
    "require_current": "schema",
    "sign": "signing",
    "unsign": "signing",
}

__all__ = [
    "BadSlug",
    "ForeignObject",
    "Migrated",
    "NoTown",
    "Office",
    "OfficeBehind",
    "OfficeExists",
    "ToolMissing",
    "UnknownTown",
    "back_up_records",
    "bound",
    "bound_or_none",
    "bound_to",
    "change_office",
    "check_slug",
    "data_folder",
    "discard_office",
    "documents",
    "exists",
    "install",
    "migrate_offices",
    "office",
    "open_office",
    "require_current",
    "sign",
    "slugs",
    "unsign",
    "uuid7",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value
