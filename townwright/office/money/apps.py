"""Django's name for this app."""

from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "townwright.office.money"
    label = "money"
