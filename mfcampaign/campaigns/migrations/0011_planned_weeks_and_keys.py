"""Weeks may be planned before they begin, and the keys of flips travel: those there are keep the ids they
were flipped by."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import CharField, F
from django.db.models.functions import Cast


def keep_old_keys(apps, schema_editor):
    apps.get_model("campaigns", "Supplement").objects.update(keyed_as=Cast(F("model_id"), CharField()))
    apps.get_model("campaigns", "NewStart").objects.update(keyed_as=Cast(F("entry_id"), CharField()))


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0010_pairing_wishes'),
    ]

    operations = [
        migrations.CreateModel(
            name='WeekPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('hires_close_at', models.DateTimeField(blank=True, null=True)),
                ('games_close_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='week_planned_once')],
            },
        ),
        migrations.AddField(
            model_name='newstart',
            name='keyed_as',
            field=models.CharField(default='', max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='supplement',
            name='keyed_as',
            field=models.CharField(default='', max_length=20),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='correction',
            name='kind',
            field=models.CharField(choices=[('result', 'a corrected result'), ('void', 'a voided game'), ('reopen', 'a step opened again'), ('give', 'given or taken by hand'), ('row', 'a corrected Arsenal'), ('people', 'players'), ('deadline', 'a deadline'), ('debt', 'a debt written off'), ('undo', 'an earlier ruling undone')], max_length=10),
        ),
        migrations.RunPython(keep_old_keys, migrations.RunPython.noop, elidable=True),
    ]
