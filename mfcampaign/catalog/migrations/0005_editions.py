from django.db import migrations, models

import rules.edition


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0004_first_edition'),
    ]

    operations = [
        migrations.AlterField(
            model_name='pack',
            name='edition',
            field=models.CharField(default=rules.edition.meant_by, max_length=20),
        ),
        migrations.AddField(
            model_name='season',
            name='edition',
            field=models.CharField(default=rules.edition.meant_by, max_length=20),
        ),
    ]
