"""Make the data files of the catalogue anew: from the merged source tables, or the reviewed corrections
alone."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.corrections import Outdated
from mfcampaign.catalog.build.datafiles import FOLDERS, DataFault, read_documents
from mfcampaign.catalog.build.figures import build, correct
from mfcampaign.catalog.build.second_edition import build_second_edition
from rules.crews.catalogue import SECOND, THIRD

BUILDERS = {THIRD: build, SECOND: build_second_edition}


class Command(BaseCommand):
    help = (
        "Build mfcampaign/catalog/data from a folder of source tables, or without one lay "
        "data/corrections.json over the files as they stand; then validate them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", type=Path, help="folder of the source tables")
        parser.add_argument("--edition", choices=sorted(BUILDERS), default=THIRD)
        parser.add_argument("--target", type=Path, help="instead of the edition’s own folder")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = options["edition"]
            target = options["target"] or FOLDERS[edition]
            if options["source"] is None:
                if edition != THIRD:
                    raise CommandError("Corrections are of the Third Edition; name --source.")
                counts = correct(target)
            else:
                counts = BUILDERS[edition](options["source"], target)
            read_documents(target)
        except OSError as missing:
            raise CommandError(f"A source table cannot be read: {missing}") from missing
        except (DataFault, Outdated) as fault:
            raise CommandError(str(fault)) from fault
        for name, count in counts.items():
            self.stdout.write(f"{name}.json: {count}")
