"""``manage.py verify_ledger``: recompute every Scrip balance of every league, or of some."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mfcampaign.campaigns.ledger.queries import verify
from mfcampaign.campaigns.models import Campaign


def problems_of(campaigns: Iterable[Campaign]) -> list[str]:
    """Every balance of these leagues that is not what their transfers come to, with its league."""
    return [f"{campaign.slug}: {text}" for campaign in campaigns for text in verify(campaign)]


class Command(BaseCommand):
    help = "Recompute all Scrip balances from the transfers; fails, naming each mismatch, when one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="*", help="leagues to check; all of them without one")

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = Campaign.objects.order_by("pk")
        if slugs := options["slug"]:
            campaigns = campaigns.filter(slug__in=slugs)
            if unknown := set(slugs) - set(campaigns.values_list("slug", flat=True)):
                raise CommandError(f"No such league: {', '.join(sorted(unknown))}.")
        if problems := problems_of(campaigns):
            raise CommandError("\n".join(problems))
        self.stdout.write(f"The Scrip of {campaigns.count()} leagues adds up.")
