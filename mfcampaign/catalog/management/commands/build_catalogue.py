"""Make the data files of the catalogue anew from the merged source tables."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.datafiles import DataFault, read_documents
from mfcampaign.catalog.build.figures import DATA_DIR, build


class Command(BaseCommand):
    help = "Build mfcampaign/catalog/data/*.json from a folder of source tables, then validate them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", type=Path, required=True, help="folder of the m3e_*.json tables")
        parser.add_argument("--target", type=Path, default=DATA_DIR)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            counts = build(options["source"], options["target"])
            read_documents(options["target"])
        except OSError as missing:
            raise CommandError(f"A source table cannot be read: {missing}") from missing
        except DataFault as fault:
            raise CommandError(str(fault)) from fault
        for name, count in counts.items():
            self.stdout.write(f"{name}.json: {count}")
