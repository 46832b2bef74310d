"""The router: a query goes to the bound town, and a record of another town is refused."""

from typing import Any

from django.db.models import Model

from townwright.office.storage.current import bound, bound_or_none
from townwright.office.storage.errors import ForeignObject


class TownRouter:
    """Django's only router here. Its answer is the bound town's slug, the alias of its connection."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        return _town_for(hints.get("instance"))

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return _town_for(hints.get("instance"))

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        _town_for(first)
        _town_for(second)
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == bound_or_none()


def _town_for(record: Model | None) -> str:
    slug = bound()
    if record is not None and record._state.db not in (None, slug):
        raise ForeignObject(f"{record._meta.label} of {record._state.db!r} used while {slug!r} is bound")
    return slug
