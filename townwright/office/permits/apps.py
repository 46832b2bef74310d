"""Django's name for this app."""

from django.apps import AppConfig


class PermitsConfig(AppConfig):
    name = "townwright.office.permits"
    label = "permits"
