"""Costs that no source has, as players state them and organisers confirm them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0024_next_season"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="costs_stated",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="StatedCost",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=120)),
                ("cost", models.PositiveSmallIntegerField()),
                ("stated_at", models.DateTimeField(auto_now_add=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stated_costs",
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "slug", "by"), name="cost_stated_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("confirmed_at__isnull", False)),
                        fields=("campaign", "slug"),
                        name="one_confirmed_cost",
                    ),
                ],
            },
        ),
    ]
