import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('play', '0002_games_stay_linked_and_epochs'),
    ]

    operations = [
        migrations.CreateModel(
            name='SentEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('device', models.CharField(max_length=40)),
                ('place', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('outcome', models.CharField(choices=[('done', 'entered'), ('same', 'stood already'), ('dropped', 'given up by its writer')], max_length=7)),
                ('decision', models.PositiveIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_entries', to='play.encounter')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['encounter_id', 'pk'],
                'indexes': [models.Index(fields=['encounter', 'device'], name='sent_entries_of_device')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='sent_entry_once')],
            },
        ),
    ]
