"""An SQLite file that has been migrated already, kept between runs.

The migrations take ten seconds, for every run of pytest and every process of it. Their result depends
on nothing but the migrations, so it is kept in the temporary directory under a digest of all of them:
whoever changes one gets a new file. What was kept is migrated again when it is used, which finds
nothing to do; a test of the migrations themselves starts from an empty file of its own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings


def take(path: Path) -> None:
    """A copy of what is kept at ``path``; nothing is there when nothing is kept yet."""
    if (kept := _kept()).exists():
        shutil.copyfile(kept, path)


def keep(path: Path) -> None:
    """Keep the migrated database at ``path`` for later runs, unless there is one; all at once or not."""
    if (kept := _kept()).exists():
        return
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        copy = Path(folder) / kept.name
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
        copy.replace(kept)


@functools.cache
def _kept() -> Path:
    digest = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version} {settings.INSTALLED_APPS}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        for file in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(f"{app.label}/{file.name}\0".encode() + file.read_bytes())
    folder = Path(tempfile.gettempdir()) / f"portal-migrated-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{digest.hexdigest()[:24]}.sqlite3"
