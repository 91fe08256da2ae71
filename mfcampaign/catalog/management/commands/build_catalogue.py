"""Rebuild the data files of an edition: from source tables, from the reviewed corrections alone, or from the
portal's own models."""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mfcampaign.catalog.build.boxes import TABLE, build_boxes
from mfcampaign.catalog.build.datafiles import DataFault, Documents, folder_of, folders, read_documents
from mfcampaign.catalog.build.earlier import FOLDER, earlier_files, read_earlier, write_earlier
from mfcampaign.catalog.build.own_models import build_own_models
from rules.edition import Edition, edition_of, meant_by


class Command(BaseCommand):
    help = (
        "Build the files in mfcampaign/catalog/data/<edition> and validate them: with --source from a folder "
        "of source tables (build() of its build.py), without one by correct() of its build.py, or from the "
        "models that are the portal's own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", type=Path, help="folder of the source tables")
        parser.add_argument("--edition", choices=sorted(folders()), default=meant_by())
        parser.add_argument("--target", type=Path, help="instead of the edition’s own folder")
        parser.add_argument(
            "--keep",
            type=int,
            metavar="NUMBER",
            help="keep the files before as the edition's earlier release",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        edition = edition_of(options["edition"])
        target = options["target"] or folder_of(edition.code)
        try:
            earlier = {} if options["target"] else _earlier(edition.code, options["keep"])
            counts = _build(edition, options["source"], target)
            if options["source"] is not None and (table := options["source"] / TABLE).exists():
                counts |= build_boxes(table, edition.code, target)
            present = read_documents(target)
            for path, documents in earlier.items():
                write_earlier(path, documents, present)
        except OSError as missing:
            raise CommandError(f"A source table cannot be read: {missing}") from missing
        except (DataFault, ValueError) as fault:
            raise CommandError(str(fault)) from fault
        for name, count in counts.items():
            self.stdout.write(f"{name}.json: {count}")


def _earlier(edition: str, keep: int | None) -> dict[Path, Documents]:
    """The edition's earlier releases by their files, read before what they differ from changes."""
    earlier = {path: read_earlier(path) for path in earlier_files(edition)}
    if keep is not None:
        earlier[FOLDER / f"{edition}-{keep}.json"] = read_documents(folder_of(edition))
    return earlier


def _build(edition: Edition, source: Path | None, target: Path) -> dict[str, int]:
    own = _own(edition.code)
    if source is not None and own is not None:
        return dict(own.build(source, target))
    if source is None and hasattr(own, "correct"):
        return dict(own.correct(target))  # type: ignore[union-attr]
    if source is None and edition.cards.own_models is not None:
        return build_own_models(edition, target)
    how = "with" if source is None else "without"
    raise CommandError(f"The files of {edition.code} are made {how} --source.")


def _own(code: str) -> ModuleType | None:
    """The builder in the edition's folder, if there is one."""
    if not (folder_of(code) / "build.py").exists():
        return None
    return import_module(f"mfcampaign.catalog.data.{code}.build")
