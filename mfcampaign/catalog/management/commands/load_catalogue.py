"""Bring the database to the figures and charts of the project; again changes nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.datafiles import DataFault
from mfcampaign.catalog.build.figures import DATA_DIR
from mfcampaign.catalog.operations import load_house_charts, load_release

MOST_LINES = 200


class Command(BaseCommand):
    help = "Load the catalogue's data files: changed figures make a new release, old releases stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, default=DATA_DIR, help="folder of the data files")
        parser.add_argument("--notes", default="", help="a sentence for the release history")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = load_release(options["data"], notes=options["notes"])
        except OSError as missing:
            raise CommandError(f"A data file cannot be read: {missing}") from missing
        except DataFault as fault:
            raise CommandError(str(fault)) from fault
        if report.created is None:
            self.stdout.write(f"{report.current} holds these figures already; nothing to do.")
        else:
            self.stdout.write(self.style.SUCCESS(f"{report.created} is the current one now."))
        for change in report.changes[:MOST_LINES]:
            self.stdout.write(f"  {change.sentence}")
        if len(report.changes) > MOST_LINES:
            self.stdout.write(f"  … and {len(report.changes) - MOST_LINES} more: see the release history.")
        for name in report.seasons:
            self.stdout.write(f"  season {name}: Strategies and Schemes written")
        for charts in load_house_charts(options["data"] / "charts"):
            self.stdout.write(f"  charts: {charts}")
