"""What every record has: a key that no other town's record shares."""

from django.db import models

from townwright.office.storage.keys import uuid7


class Record(models.Model):
    """Base of every model of the office. It has no times of its own: acts say when something happened."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True
