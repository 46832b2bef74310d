"""The models as the newest migration leaves them."""

from django.db import models

from townwright.office.storage.models import Record


class Crate(Record):
    """Was Box; has a mark."""

    label = models.CharField(max_length=20)
    mark = models.CharField(max_length=20, default="")

    class Meta:
        app_label = "moving"
