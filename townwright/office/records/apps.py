"""Django's name for this app."""

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "townwright.office.records"
    label = "records"
