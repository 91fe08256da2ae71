"""A finished Crew keeps the figures it was finished with: those that followed a pack so far keep its state of
now."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F
from django.utils import timezone


def keep_packs(apps, schema_editor):
    Crew, Pack, PackEntry = (
        apps.get_model(*name) for name in (("crews", "Crew"), ("catalog", "Pack"), ("catalog", "PackEntry"))
    )
    finished = Crew.objects.filter(state="submitted")
    finished.update(finished_at=F("updated_at"))
    followed = finished.filter(pack__kept_at=None).exclude(pack=None)
    for pack in Pack.objects.filter(pk__in=followed.values("pack")):
        kept = Pack.objects.filter(state_of=pack, version=pack.version).first()
        if kept is None:
            kept = Pack.objects.create(
                owner_id=pack.owner_id,
                name=f"{pack.name[:30]}, version {pack.version} of {pack.pk}"[:60],
                edition=pack.edition,
                version=pack.version,
                public=pack.public,
                state_of=pack,
                kept_at=timezone.now(),
            )
            PackEntry.objects.bulk_create(
                PackEntry(pack=kept, slug=entry.slug, kind=entry.kind, house=entry.house, body=entry.body)
                for entry in PackEntry.objects.filter(pack=pack)
            )
        followed.filter(pack=pack).update(pack=kept)


class Migration(migrations.Migration):
    dependencies = [
        ("crews", "0005_collections"),
        ("catalog", "0008_season_brought_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="crew",
            name="finished_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="crew",
            name="pack",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="catalog.pack",
            ),
        ),
        migrations.RunPython(keep_packs, migrations.RunPython.noop),
    ]
