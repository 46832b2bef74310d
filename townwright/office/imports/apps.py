"""Django's name for this app."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "townwright.office.imports"
    label = "imports"
