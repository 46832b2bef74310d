"""Django's name for this app."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    name = "townwright.office.files"
    label = "files"
