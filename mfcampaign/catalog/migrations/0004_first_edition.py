from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0003_figures_adopted'),
    ]

    operations = [
        migrations.AddField(
            model_name='statcard',
            name='ca',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
