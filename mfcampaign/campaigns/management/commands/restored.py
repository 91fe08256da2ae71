"""``manage.py restored``: to be run after a backup was restored, before anybody plays on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from mfcampaign.campaigns.week.restoring import change_decks
from mfcampaign.play.operations.restoring import begin_epoch


class Command(BaseCommand):
    help = (
        "Begin a new epoch: deal the unseen cards of every Encounter that goes on and of every league's open "
        "week anew, and tell the players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reason", default="", help="what happened, kept with the epoch")

    def handle(self, *args: Any, reason: str, **options: Any) -> None:
        epoch, changed = begin_epoch(reason)
        weeks = change_decks(epoch.number)
        self.stdout.write(
            f"Epoch {epoch.number} begins; {changed} Encounters were dealt anew, and {weeks} open weeks."
        )
