"""Storage as a Django app: it has no tables of its own, only the base of everybody's."""

from django.apps import AppConfig


class StorageConfig(AppConfig):
    name = "townwright.office.storage"
    label = "storage"
