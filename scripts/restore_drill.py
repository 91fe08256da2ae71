"""``make drill``: back a living portal up while it is written to, restore it elsewhere, compare hashes.

SQLite goes through its online backup, PostgreSQL through ``pg_dump`` and ``pg_restore`` where they are,
else through COPY. A drill that could not run is a failure, never a success. ``--transfers 100000`` moves
Scrip so often before (``make drill TRANSFERS=100000``); the seconds are those from the backup to the first
request that the restored portal could answer.
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
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

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


class Drill(NamedTuple):
    """The hash before and after, and how many ``seconds`` backup, restoring and looking at it took."""

    before: str
    after: str
    seconds: float


def drill_sqlite(home: Path, transfers: int = 0) -> Drill:
    """The file is written to while it is copied, and put back from the copy."""
    live, copy = home / "live.sqlite3", home / "copy.sqlite3"
    url = services.portal_sqlite(live)
    manage(url, "demo", var=home)
    _move_scrip(url, home, transfers)
    (before,) = manage(url, "database_hash", var=home)
    began = time.monotonic()
    with (
        _written_to(lambda: sqlite3.connect(live, timeout=20)),
        sqlite3.connect(live) as source,
        sqlite3.connect(copy) as target,
    ):
        source.backup(target)  # in one step: in pieces it would begin again at every write
    for leftover in home.glob("live.sqlite3*"):
        leftover.unlink()
    after = _checked(f"sqlite:///{copy}", home)
    return Drill(before, after, time.monotonic() - began)


def _move_scrip(url: str, home: Path, transfers: int) -> None:
    """So many payments and charges by four writers, as the portal does them."""
    if transfers:
        from tests.workers.portal import Portal

        portal = Portal(home, url)
        try:
            outcome = portal.ask("bank_run", slug="drill", writers=4, each=transfers // 4)
        finally:
            portal.close()
        if outcome["errors"] or outcome["ledger"]:
            raise SystemExit(f"the transfers went wrong: {outcome}")


def _checked(restored: str, home: Path) -> str:
    """The hash of what was restored; then a new epoch begins on it, as operators are told to do."""
    commands = ("migrate --check", "verify_ledger", "database_hash", "restored", "verify_ledger")
    _, _, after, epoch, _ = manage(restored, *commands, var=home)
    if "begins" not in epoch:
        raise SystemExit("no epoch began")
    return after


@contextlib.contextmanager
def _written_to(connect: Callable[[], Any]) -> Iterator[None]:
    """Sessions come and go meanwhile; the hash does not count them."""
    stop, written = threading.Event(), 0

    def write_on() -> None:
        nonlocal written
        with contextlib.closing(connect()) as connection:
            while not stop.wait(0.002):
                key = f"drill-{written}"
                connection.execute(f"INSERT INTO django_session VALUES ('{key}', 'x', '2030-01-01')")  # noqa: S608  a number  # nosec B608
                connection.commit()
                written += 1

    writer = threading.Thread(target=write_on)
    writer.start()
    try:
        yield
    finally:
        stop.set()
        writer.join()
    if not written:
        raise SystemExit("nobody wrote while the backup was made")


def drill_postgres(home: Path, transfers: int = 0) -> Drill:
    """Dumped from one database while it is written to, restored into an empty one."""
    import psycopg

    with services.portal_postgres() as live, services.postgres() as other:
        manage(live, "demo", var=home)
        _move_scrip(live, home, transfers)
        (before,) = manage(live, "database_hash", var=home)
        began, tools = time.monotonic(), _tools()
        with _written_to(lambda: psycopg.connect(live)):
            if tools is None:
                _by_copy(live, other, home)
            else:
                dump = home / "portal.dump"
                _run(tools / "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={live}")
        if tools is not None:
            _run(tools / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={other}", str(dump))
        return Drill(before, _checked(other, home), time.monotonic() - began)


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
        source.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
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
    parser.add_argument("--transfers", type=int, default=0)
    options = parser.parse_args()
    failed = False
    for name in [options.only] if options.only else DRILLS:
        with _home() as home:
            before, after, seconds = DRILLS[name](home, options.transfers)
        same = before == after and bool(before)
        failed |= not same
        print(f"{name:<12}{'equal' if same else 'NOT EQUAL'} after {seconds:.1f} s  {before} {after}")
    return int(failed)


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mfc-drill-") as folder:
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main())
