"""Prints the manual. The program has to be set up first, so that every app has declared its acts."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "townwright.site.settings")
django.setup()

from townwright.office.register.manual.writing import manual  # noqa: E402

print(manual(), end="")
