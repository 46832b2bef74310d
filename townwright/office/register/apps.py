"""Django's name for this app. At start it gathers every app's acts, and the facts that each can tell."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class RegisterConfig(AppConfig):
    name = "townwright.office.register"
    label = "register"

    def ready(self) -> None:
        """Imports `acts` and `facts` of every app, so that each is declared before the first is asked for."""
        autodiscover_modules("acts", "facts")
