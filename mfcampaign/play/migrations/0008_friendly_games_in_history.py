from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0007_chess_clocks'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='in_history',
            field=models.BooleanField(default=False),
        ),
    ]
