"""Django's name for this app."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "townwright.office.outbox"
    label = "outbox"
