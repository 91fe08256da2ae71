"""``make drill``: back a living portal up while it is written to, restore it elsewhere, compare hashes.

SQLite goes through its online backup, PostgreSQL through ``pg_dump`` and ``pg_restore`` where they are,
else through COPY. A drill that could not run is a failure, never a success.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import services  # noqa: E402

COMMANDS = """
import io, json, sys, django
django.setup()
from django.core.management import call_command
for line in sys.argv[1:]:
    out = io.StringIO()
    call_command(*line.split(), stdout=out)
    print(json.dumps(out.getvalue().strip()))
"""


def manage(database: str, *lines: str, var: Path) -> list[str]:
    """What each of these commands of the portal prints; one process runs all of them on ``database``."""
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": database, "VAR_DIR": str(var)}
    environment["DJANGO_SETTINGS_MODULE"] = "mfcampaign.settings"
    command = [sys.executable, "-c", COMMANDS, *lines]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{', '.join(lines)}: {done.stdout}{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()[-len(lines) :]]


def drill_sqlite(home: Path) -> tuple[str, str]:
    """Hash before and after: the file is written to while it is copied, and put back from the copy."""
    live, copy = home / "live.sqlite3", home / "copy.sqlite3"
    url = services.portal_sqlite(live)
    manage(url, "demo", var=home)
    stop = threading.Event()
    writer = threading.Thread(target=_write_on, args=(live, stop))
    writer.start()
    try:
        with sqlite3.connect(live) as source, sqlite3.connect(copy) as target:
            source.backup(target, pages=64)
    finally:
        stop.set()
        writer.join()
    (before,) = manage(url, "database_hash", var=home)
    for leftover in home.glob("live.sqlite3*"):
        leftover.unlink()
    restored = f"sqlite:///{copy}"
    return before, _checked(restored, home)


def _checked(restored: str, home: Path) -> str:
    """The hash of what was restored; then a new epoch begins on it, as operators are told to do."""
    commands = ("migrate --check", "verify_ledger", "database_hash", "restored", "verify_ledger")
    _, _, after, epoch, _ = manage(restored, *commands, var=home)
    if "begins" not in epoch:
        raise SystemExit("no epoch began")
    return after


def _write_on(live: Path, stop: threading.Event) -> None:
    """Sessions come and go while the backup runs; the hash does not count them."""
    with contextlib.closing(sqlite3.connect(live, timeout=20)) as connection:
        number = 0
        while not stop.wait(0.002):
            number += 1
            with connection:
                connection.execute(
                    "INSERT INTO django_session VALUES (?, 'x', '2030-01-01')", [f"drill-{number}"]
                )


def drill_postgres(home: Path) -> tuple[str, str]:
    """Hash before and after: dumped from one database, restored into an empty one."""
    with services.portal_postgres() as live, services.postgres() as other:
        _, before = manage(live, "demo", "database_hash", var=home)
        tools = _tools()
        if tools is None:
            _by_copy(live, other, home)
        else:
            dump = home / "portal.dump"
            _run(tools / "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={live}")
            _run(tools / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={other}", str(dump))
        return before, _checked(other, home)


def _tools() -> Path | None:
    return next((folder for folder in services._postgres_binaries() if (folder / "pg_dump").exists()), None)


def _run(program: Path, *arguments: str) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program.name}: {done.stderr}")


def _by_copy(live: str, other: str, home: Path) -> None:
    """Table by table, triggers and references asleep, sequences carried over."""
    import psycopg
    from psycopg import sql

    manage(other, "migrate --verbosity 0", var=home)
    with psycopg.connect(live) as source, psycopg.connect(other) as target:
        target.execute("SET session_replication_role = replica")
        tables = source.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            name = sql.Identifier(table)
            target.execute(sql.SQL("DELETE FROM {}").format(name))
            reading = source.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(name))
            writing = target.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(name))
            with reading as rows, writing as into:
                for piece in rows:
                    into.write(piece)
        sequences = source.execute("SELECT sequencename, last_value FROM pg_sequences").fetchall()
        for name, value in sequences:
            if value is not None:
                target.execute("SELECT setval(%s, %s)", [f'"{name}"', value])


DRILLS = {"sqlite": drill_sqlite, "postgresql": drill_postgres}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=sorted(DRILLS))
    options = parser.parse_args()
    failed = False
    for name in [options.only] if options.only else DRILLS:
        with _home() as home:
            before, after = DRILLS[name](home)
        same = before == after and bool(before)
        failed |= not same
        print(f"{name:<12}{'equal' if same else 'NOT EQUAL'}  {before} {after}")
    return int(failed)


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mfc-drill-") as folder:
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main())
