from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0002_slash_commands'),
    ]

    operations = [
        migrations.RenameModel(old_name='Choice', new_name='Subscription'),
    ]
