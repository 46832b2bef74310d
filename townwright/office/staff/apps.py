"""Django's name for this app."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "townwright.office.staff"
    label = "staff"
