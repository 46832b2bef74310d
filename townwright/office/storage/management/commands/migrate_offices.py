"""``manage.py migrate_offices``: bring all offices up to the code, where many share a host."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from townwright.office import storage


class Command(BaseCommand):
    help = "Migrate every office (or those named), each after a backup of its records."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="TOWN")
        parser.add_argument("--slow", action="store_true", help="by Django's own migrate, town by town")

    def handle(self, *args: Any, **options: Any) -> None:
        done = storage.migrate_offices(options["slugs"] or None, slow=options["slow"], report=self._say)
        failed = [outcome.slug for outcome in done if outcome.error]
        if failed:
            raise CommandError(f"not migrated: {', '.join(failed)}")

    def _say(self, outcome: storage.Migrated) -> None:
        self.stdout.write(str(outcome))
