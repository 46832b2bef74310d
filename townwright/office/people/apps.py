"""Django's name for this app."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "townwright.office.people"
    label = "people"
