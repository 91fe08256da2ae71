"""``manage.py card_scripts``: count what the engine plays of the catalogue's cards."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.datafiles import folder_of
from rules.edition import edition_of, editions, meant_by


class Command(BaseCommand):
    help = "How much of what the complete models print is executed: by kind, whole models, Masters."

    def add_arguments(self, parser: ArgumentParser) -> None:
        scripted = [each.code for each in editions() if each.cards.scripts is not None]
        parser.add_argument("--edition", choices=scripted, default=meant_by())
        parser.add_argument("--json", action="store_true", help="as JSON, with every Master's share")

    def handle(self, *args: Any, **options: Any) -> None:
        code = options["edition"]
        scripts = edition_of(code).cards.scripts
        if scripts is None:
            raise CommandError(f"No card of the {edition_of(code).name} is played by its script.")
        records = json.loads((folder_of(code) / "models.json").read_text(encoding="utf-8"))
        count = scripts().covered(records)
        if options["json"]:
            self.stdout.write(json.dumps(count.as_data(), indent=2, sort_keys=True))
            return
        for kind, share in count.kinds.items():
            self.stdout.write(f"{kind}: {share.played} of {share.printed} ({share.percent} %)")
        self.stdout.write(
            f"all: {count.total.played} of {count.total.printed} ({count.total.percent} %), "
            f"{len(count.whole)} of {count.models} models whole"
        )
