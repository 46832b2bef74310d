"""Django's name for this app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "townwright.office.jobs"
    label = "jobs"
