"""``manage.py export_league``: write a league to a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal

PHRASE = "LEAGUE_PHRASE"


class Command(BaseCommand):
    help = (
        "Write a whole league to a file (docs/league-file.md). What is still hidden is encrypted with the "
        f"pass-phrase in ${PHRASE}, or left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the league's address")
        parser.add_argument("file", type=Path, help="where to; an existing file is not written over")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=options["slug"]).first()
        if campaign is None:
            raise CommandError(f"No such league: {options['slug']}.")
        try:
            content = write(campaign, phrase=os.environ.get(PHRASE, ""))
            with options["file"].open("xb") as file:
                file.write(content)
        except Refusal as refusal:
            raise CommandError(in_words(refusal)) from refusal
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}.") from problem
        self.stdout.write(f"{campaign} is in {options['file']}: {len(content.splitlines())} lines.")
