from django.db import migrations, models


def pack(apps, schema_editor):
    if schema_editor.connection.alias == "sweden":
        raise RuntimeError("sweden has no crates")
    apps.get_model("moving", "Box").objects.create(label="from the attic")


class Migration(migrations.Migration):
    dependencies = [("moving", "0001_boxes")]
    operations = [
        migrations.RunPython(pack),
        migrations.AddField("box", "mark", models.CharField(default="", max_length=20)),
        migrations.RenameModel("Box", "Crate"),
    ]
