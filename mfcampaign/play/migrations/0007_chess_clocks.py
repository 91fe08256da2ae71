from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0006_bots_of_three_levels'),
    ]

    operations = [
        migrations.AddField(
            model_name='encounter',
            name='clock_seconds',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='encounter',
            name='clock_claim',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='decision',
            name='clocks',
            field=models.CharField(blank=True, default='', max_length=2),
        ),
    ]
