"""``manage.py restored``: to be run after a backup was restored, before anybody plays on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.campaigns.management.commands.verify_ledger import problems_of
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.week.restoring import change_decks
from mfcampaign.play.operations.restoring import begin_epoch


class Command(BaseCommand):
    help = (
        "Begin a new epoch: deal the unseen cards of every Encounter that goes on and of every league's open "
        "week anew, and tell the players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reason", default="", help="what happened, kept with the epoch")
        parser.add_argument("--wrong-ledger", action="store_true", help="even where Scrip does not add up")

    def handle(self, *args: Any, reason: str, wrong_ledger: bool, **options: Any) -> None:
        problems = problems_of(Campaign.objects.order_by("pk"))
        if problems and not wrong_ledger:
            problems.append("Nothing was changed. Restore a backup that adds up, or say --wrong-ledger.")
            raise CommandError("\n".join(problems))
        epoch, changed = begin_epoch(reason)
        weeks = change_decks(epoch.number)
        self.stdout.write(
            f"Epoch {epoch.number} begins; {changed} Encounters were dealt anew, and {weeks} open weeks."
        )
