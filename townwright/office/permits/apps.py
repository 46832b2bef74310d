"""Django's name for this app."""

from django.apps import AppConfig


class PermitsConfig(AppConfig):
    name = "townwright.office.permits"
    label = "permits"

    def ready(self) -> None:
        """Declares the acts on permits and the facts that permits tell."""
        from townwright.office.permits import acts, facts  # noqa: F401
