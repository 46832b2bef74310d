"""Django's name for this app. At start it gathers every app's acts, the facts that each can tell, and what each looks
at when a change of the law is rehearsed.
"""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class RegisterConfig(AppConfig):
    name = "townwright.office.register"
    label = "register"

    def ready(self) -> None:
        """Imports `acts`, `facts` and `rehearsing` of every app: each is declared before the first is asked for."""
        autodiscover_modules("acts", "facts", "rehearsing")
