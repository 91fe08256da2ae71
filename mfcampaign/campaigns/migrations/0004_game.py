"""A league's ``Encounter`` becomes its ``Game``: one word for folder, address, model and page. An Encounter is
what is played; ``play.Encounter`` keeps the name. Stored kinds of acts (``encounter.reported``) and keys of
stored facts (``encounter``: the number of a game) stay as they are.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

# Model, name, fields, condition.
CONSTRAINTS = (
    ("gameside", "seat_once", ("game", "seat"), None),
    ("gameside", "entry_once_a_game", ("game", "entry"), None),
    ("report", "report_number_once", ("game", "number"), None),
    ("bountytick", "a_portion_once_a_game", ("bounty", "game", "portion"), Q(stands=True)),
)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_look_at")]

    operations = [
        migrations.RenameModel("Encounter", "Game"),
        migrations.RenameModel("EncounterSide", "GameSide"),
        *(migrations.RemoveConstraint(model, name) for model, name, _, _ in CONSTRAINTS),
        migrations.AlterModelOptions("gameside", {}),
        migrations.AlterModelOptions("report", {}),
        *(
            migrations.RenameField(model, "encounter", "game")
            for model in ("gameproposal", "gameside", "report", "ruling", "bountytick")
        ),
        migrations.AlterModelOptions("gameside", {"ordering": ["game", "seat"]}),
        migrations.AlterModelOptions("report", {"ordering": ["game", "number"]}),
        migrations.AlterField(
            "game", "week", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="games", to="campaigns.week")
        ),
        *(
            migrations.AddConstraint(
                model, models.UniqueConstraint(fields=fields, name=name, condition=condition)
            )
            for model, name, fields, condition in CONSTRAINTS
        ),
    ]
