"""Django's name for this app."""

from django.apps import AppConfig


class CasesConfig(AppConfig):
    name = "townwright.office.cases"
    label = "cases"
