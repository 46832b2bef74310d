#!/usr/bin/env python
"""Django's commands, for developers: ``./manage.py [--town SLUG] COMMAND``. Offices run by ``townwright``."""

import os
import sys
from contextlib import nullcontext


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "townwright.site.settings")
    from django.core.management import execute_from_command_line

    from townwright.office import storage

    town = os.environ.get("TOWN", "")
    if sys.argv[1:2] == ["--town"]:
        town = sys.argv[2]
        del sys.argv[1:3]
    if town:
        import django

        django.setup()
    with storage.bound_to(town) if town else nullcontext():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
