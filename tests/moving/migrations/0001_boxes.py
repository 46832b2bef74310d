from django.db import migrations, models

import townwright.office.storage.keys


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Box",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=townwright.office.storage.keys.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("label", models.CharField(max_length=20)),
            ],
        ),
    ]
