"""Bringing all offices up to the code, with the model states rendered once for all of them.

Django's own ``migrate`` renders the models anew for each database, nearly nine tenths of its time. Offices
that have been through the same migrations share one plan here. It leans on private parts of Django's
executor, so a test holds that both ways give one schema, and ``slow=True`` is Django's own way.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connections
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from townwright.office.storage import backup, directory, files
from townwright.office.storage.binding import bound_to
from townwright.office.storage.schema import Name, applied

Step = tuple[Operation, ProjectState, ProjectState]
Plan = list[tuple[Migration, list[Step]]]


@dataclass(frozen=True)
class Migrated:
    """What became of one office: how many migrations it went through, or why it stayed where it was."""

    slug: str
    migrations: int
    error: str = ""

    def __str__(self) -> str:
        if self.error:
            return f"{self.slug}: NOT migrated, {self.error}"
        return f"{self.slug}: migrated, {self.migrations} steps"


def migrate_offices(
    slugs: Iterable[str] | None = None,
    *,
    slow: bool = False,
    report: Callable[[Migrated], None] = lambda _: None,
) -> list[Migrated]:
    """Migrate these offices (all, if None), each after a backup of its records.

    An office that fails stays where it was and the others go on; ``report`` is called after each that had
    something to do. Returns those.
    """
    with files.locked(directory.data_folder() / ".migrating.lock"):
        alike: dict[frozenset[Name], list[str]] = defaultdict(list)
        for slug in directory.slugs() if slugs is None else slugs:
            with bound_to(slug):
                alike[applied()].append(slug)
        done = []
        for before, group in alike.items():
            plan = _plan(group[0])
            if not plan:
                continue
            for slug in group:
                outcome = _migrate(slug, before, plan, slow=slow)
                report(outcome)
                done.append(outcome)
    return done


def _plan(slug: str) -> Plan:
    """What is to be done in an office, each operation with the state of the models before and after it."""
    with bound_to(slug):
        executor: Any = MigrationExecutor(connections[slug])
        migrations = [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        if not migrations:
            return []
        state = executor._create_project_state(with_applied_migrations=True)
        # Here content types add their own step to each renaming of a model.
        pairs: Any = [(migration, False) for migration in migrations]
        emit_pre_migrate_signal(0, False, slug, apps=state.apps, plan=pairs)
    return [(migration, _steps(migration, state)) for migration in migrations]


def _steps(migration: Migration, state: ProjectState) -> list[Step]:
    steps = []
    for operation in migration.operations:
        before = state.clone()
        operation.state_forwards(migration.app_label, state)
        steps.append((operation, before, state.clone()))
    return steps


def _migrate(slug: str, before: frozenset[Name], plan: Plan, *, slow: bool) -> Migrated:
    try:
        with bound_to(slug):
            backup.before_migration(hashlib.sha256(repr(sorted(before)).encode()).hexdigest()[:12])
            if slow:
                call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
            else:
                _apply(slug, plan)
    except Exception as error:
        return Migrated(slug, 0, f"{type(error).__name__}: {error}")
    return Migrated(slug, len(plan))


def _apply(slug: str, plan: Plan) -> None:
    connection = connections[slug]
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for migration, steps in plan:
        with connection.schema_editor(atomic=migration.atomic) as editor:
            for operation, before, after in steps:
                before.apps  # noqa: B018  rendered before `after`, or new columns would come first
                operation.database_forwards(migration.app_label, editor, before, after)
            recorder.record_applied(migration.app_label, migration.name)
    emit_post_migrate_signal(0, False, slug)
