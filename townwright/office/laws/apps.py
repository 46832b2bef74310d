"""Django's name for this app."""

from django.apps import AppConfig


class LawsConfig(AppConfig):
    name = "townwright.office.laws"
    label = "laws"
