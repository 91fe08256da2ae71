"""``manage.py load_catalogue``: load the project's figures and charts into the database. A second run changes
nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.datafiles import DataFault, folders
from mfcampaign.catalog.build.earlier import earlier_files
from mfcampaign.catalog.operations import load_earlier_release, load_house_charts, load_release

MOST_LINES = 200


class Command(BaseCommand):
    help = "Load the catalogue's data files: changed figures make a new release, old releases stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, help="this folder of data files alone")
        parser.add_argument("--notes", default="", help="a sentence for the release history")

    def handle(self, *args: Any, **options: Any) -> None:
        own = options["data"]
        loaded = [own] if own else [*folders().values()]
        for path in [] if own else earlier_files():
            self._load_earlier(path)
        for folder in loaded:
            self._load(folder, options["notes"])
        for folder in loaded:
            for charts in load_house_charts(folder / "charts"):
                self.stdout.write(f"  charts: {charts}")

    def _load_earlier(self, path: Path) -> None:
        try:
            release = load_earlier_release(path)
        except DataFault as fault:
            raise CommandError(str(fault)) from fault
        if release is not None:
            self.stdout.write(f"{release} is there for leagues that play by it.")

    def _load(self, folder: Path, notes: str) -> None:
        try:
            report = load_release(folder, notes=notes)
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
