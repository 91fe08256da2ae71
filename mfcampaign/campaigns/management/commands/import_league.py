"""``manage.py import_league``: read a league from a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from mfcampaign.campaigns.management.commands.export_league import PHRASE
from mfcampaign.campaigns.transfer.operations import import_league
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal


class Command(BaseCommand):
    help = (
        "Bring a whole league in from a file (docs/league-file.md), all of it or nothing. Hidden things are "
        f"opened with the pass-phrase in ${PHRASE}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "owner", help="sign-in name of who brings it in: owns its pack, gives out its links"
        )
        parser.add_argument("--as", dest="person", help="the name in the file whose place the owner takes")
        parser.add_argument("--check", action="store_true", help="only say what is in the file")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = get_user_model().objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"Nobody signs in as {options['owner']}.")
        try:
            document = read(options["file"].read_bytes())
            if options["check"]:
                self._tell(document)
                return
            person = self._person(document, options["person"])
            campaign = import_league(document.opened(os.environ.get(PHRASE, "")), owner, person=person)
        except Refusal as refusal:
            reasons = [violation.sentence for violation in refusal.violations] or [in_words(refusal)]
            raise CommandError("\n".join(reasons)) from refusal
        except OSError as problem:
            raise CommandError(f"{options['file']}: {problem.strerror}.") from problem
        self.stdout.write(f"{campaign} has arrived at /leagues/{campaign.slug}/.")

    def _person(self, document: Any, name: str | None) -> int | None:
        if name is None:
            return None
        numbers = [each.n for each in document.people if each.name == name]
        if len(numbers) != 1:
            raise CommandError(f"The file has {len(numbers)} people called {name}.")
        return int(numbers[0])

    def _tell(self, document: Any) -> None:
        self.stdout.write(f"{document.head.name}; sealed part: {document.head.sealed}.")
        for table, count in document.totals.rows.items():
            self.stdout.write(f"  {table:<20}{count:>7}")
        self.stdout.write("People: " + ", ".join(each.name for each in document.people))
