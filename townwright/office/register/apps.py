"""Django's name for this app."""

from django.apps import AppConfig


class RegisterConfig(AppConfig):
    name = "townwright.office.register"
    label = "register"
