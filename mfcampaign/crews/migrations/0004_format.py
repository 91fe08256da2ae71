from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('crews', '0003_folders_tags_versions'),
    ]

    operations = [
        migrations.AddField(
            model_name='crew',
            name='format',
            field=models.CharField(blank=True, max_length=12),
        ),
    ]
