"""Django's name for the counter."""

from django.apps import AppConfig


class CounterConfig(AppConfig):
    name = "townwright.counter"
    label = "counter"
