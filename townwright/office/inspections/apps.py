"""Django's name for this app."""

from django.apps import AppConfig


class InspectionsConfig(AppConfig):
    name = "townwright.office.inspections"
    label = "inspections"
