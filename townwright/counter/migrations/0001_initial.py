from django.db import migrations, models

import townwright.office.storage.keys


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Asked",
            fields=[
                (
                    "id",
                    models.UUIDField(default=townwright.office.storage.keys.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("what", models.CharField(max_length=20)),
                ("who", models.CharField(max_length=64)),
                ("since", models.DateTimeField()),
                ("times", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [models.Index(fields=["since"], name="counter_ask_since_44e1de_idx")],
                "constraints": [
                    models.UniqueConstraint(fields=("what", "who"), name="asked_once_a_thing_and_address")
                ],
            },
        ),
    ]
