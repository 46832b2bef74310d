"""Django's name for the desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "townwright.desk"
    label = "desk"
