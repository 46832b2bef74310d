"""Django's name for this app."""

from django.apps import AppConfig

from townwright.office.find.readers import reads_keys
from townwright.office.places import keys


class PlacesConfig(AppConfig):
    name = "townwright.office.places"
    label = "places"

    def ready(self) -> None:
        """Teaches Find to read parcel keys, which it cannot know by itself."""
        reads_keys(keys.readings)
