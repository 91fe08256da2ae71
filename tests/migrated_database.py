"""An SQLite file that has been migrated already, kept between runs.

The migrations take ten seconds. Their result depends on nothing but the migrations, so it is kept in the
temporary directory under a digest of all of them: a change of one makes a new file. What was kept is migrated
again when it is used, which finds nothing to do; a test of the migrations themselves starts from an empty
file of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent


def take(path: Path) -> None:
    """A copy at ``path``; whatever process is the first makes what is kept, and the others wait for it."""
    kept = _kept()
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _make(kept)
    shutil.copyfile(kept, path)


def _make(kept: Path) -> None:
    """By a process of its own, which knows no test database; all at once or not."""
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        new = Path(folder) / kept.name
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{new}", "VAR_DIR": folder}
        environment |= {"DJANGO_SETTINGS_MODULE": "mfcampaign.settings"}
        command = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        with contextlib.closing(sqlite3.connect(new)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.rename(kept)


@functools.cache
def _kept() -> Path:
    digest = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version} {settings.INSTALLED_APPS}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        for file in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(f"{app.label}/{file.name}\0".encode() + file.read_bytes())
    folder = Path(tempfile.gettempdir()) / f"portal-migrated-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{digest.hexdigest()[:24]}.sqlite3"
