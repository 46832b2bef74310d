"""Django's name for this app."""

from django.apps import AppConfig


class FindConfig(AppConfig):
    name = "townwright.office.find"
    label = "find"
