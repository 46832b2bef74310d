"""The Django app of the shared look."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Templates, static files and template tags of desk and counter."""

    name = "townwright.pages"
    label = "pages"
