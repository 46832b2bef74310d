"""Django's name for this app."""

from django.apps import AppConfig


class PapersConfig(AppConfig):
    name = "townwright.office.papers"
    label = "papers"
