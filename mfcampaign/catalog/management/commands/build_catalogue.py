"""Rebuild the data files of the catalogue: from the merged source tables, from the reviewed corrections
alone, or from the practice Crews."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.corrections import Outdated
from mfcampaign.catalog.build.datafiles import FOLDERS, DataFault, read_documents
from mfcampaign.catalog.build.figures import build, correct
from mfcampaign.catalog.build.first_edition import build_first_edition
from mfcampaign.catalog.build.second_edition import build_second_edition
from rules.crews.catalogue import FIRST, SECOND, THIRD

FROM_SOURCE = {THIRD: build, SECOND: build_second_edition}
WITHOUT = {THIRD: correct, FIRST: build_first_edition}
"""What is made with a folder of source tables, and what without."""


class Command(BaseCommand):
    help = (
        "Build mfcampaign/catalog/data from a folder of source tables, or without one lay "
        "data/corrections.json over the files of the Third Edition as they stand and write those of the "
        "First from its practice Crews; then validate them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", type=Path, help="folder of the source tables")
        parser.add_argument("--edition", choices=sorted(FOLDERS), default=THIRD)
        parser.add_argument("--target", type=Path, help="instead of the edition’s own folder")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = options["edition"]
            target = options["target"] or FOLDERS[edition]
            source = options["source"]
            if edition not in (WITHOUT if source is None else FROM_SOURCE):
                raise CommandError(
                    f"The files of {edition} are made {'with' if source is None else 'without'} --source."
                )
            counts = WITHOUT[edition](target) if source is None else FROM_SOURCE[edition](source, target)
            read_documents(target)
        except OSError as missing:
            raise CommandError(f"A source table cannot be read: {missing}") from missing
        except (DataFault, Outdated) as fault:
            raise CommandError(str(fault)) from fault
        for name, count in counts.items():
            self.stdout.write(f"{name}.json: {count}")
