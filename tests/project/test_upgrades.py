"""A dump of every released version opens in the present code, on both databases, and loses nothing.

tests/upgrades/<version>/ holds ``sqlite.sql.xz`` and ``postgresql.sql.xz`` (schema and rows of a demo league
as that version wrote them) and ``sqlite.json``, ``postgresql.json`` (what must stay). They are made once,
when the version is released, by scripts/dump_release.py, and never changed afterwards.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests import services

ROOT = Path(__file__).resolve().parents[2]
DUMPS = ROOT / "tests" / "upgrades"
RELEASES = sorted(path.name for path in DUMPS.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", path.name))


def released() -> list[str]:
    return re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)


def run(*command: str, url: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DATABASE_URL": url, "VAR_DIR": str(home), "REDIS_URL": "", "SECRET_KEY": "x"}
    environment |= {"LEAGUE_PHRASE": "from one portal to another"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )


def load_sqlite(release: str, path: Path) -> str:
    with sqlite3.connect(path) as connection:
        connection.executescript(lzma.open(DUMPS / release / "sqlite.sql.xz", "rt").read())
    return f"sqlite:///{path}"


def load_postgres(release: str, url: str) -> str:
    import psycopg

    text = lzma.open(DUMPS / release / "postgresql.sql.xz", "rt").read()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(text)
    return url


def opened(release: str, kind: str, url: str, home: Path) -> dict[str, object]:
    """What differs after the upgrade."""
    done = run("-m", "tests.upgrades.opening", str(DUMPS / release / f"{kind}.json"), url=url, home=home)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, object] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def test_every_released_version_left_a_dump() -> None:
    assert released(), "the changelog names releases"
    assert set(RELEASES) == set(released())


@pytest.mark.slow
@pytest.mark.workers
@pytest.mark.parametrize("release", RELEASES)
def test_a_dump_of_postgresql_opens(release: str, tmp_path: Path, postgres_url: str) -> None:
    with services.postgres() as own:
        url = load_postgres(release, own)
        assert opened(release, "postgresql", url, tmp_path) == {}


@pytest.mark.slow
@pytest.mark.workers
@pytest.mark.parametrize("release", RELEASES)
def test_a_dump_of_sqlite_opens(release: str, tmp_path: Path) -> None:
    path = tmp_path / "here.sqlite3"
    url = load_sqlite(release, path)
    assert opened(release, "sqlite", url, tmp_path) == {}
    # The negative control: what a transfer had paid is lost.
    with sqlite3.connect(path) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("UPDATE campaigns_account SET balance = balance + 1 WHERE id = 2")
    again = run("-m", "tests.upgrades.opening", str(DUMPS / release / "sqlite.json"), url=url, home=tmp_path)
    assert again.returncode != 0 or "balances" in again.stdout.strip().splitlines()[-1]


@pytest.mark.soak
@pytest.mark.workers
@pytest.mark.parametrize("release", RELEASES)
def test_a_league_of_a_dump_moves_to_postgresql_without_loss(
    release: str, tmp_path: Path, postgres_url: str
) -> None:
    """Leagues are what a portal can be divided by (docs/scaling.md); a landing moves one of its own
    (tests/campaigns/transfer)."""
    here = load_sqlite(release, tmp_path / "here.sqlite3")
    assert opened(release, "sqlite", here, tmp_path) == {}
    slug = json.loads((DUMPS / release / "sqlite.json").read_text())["leagues"][0]
    with services.portal_postgres() as there:
        make = "from mfcampaign.accounts.models import User; User.objects.create_user('keeper')"
        steps = [
            (("manage.py", "export_league", slug, str(tmp_path / "one.jsonl")), here),
            (("manage.py", "shell", "--no-imports", "-c", make), there),
            (("manage.py", "import_league", str(tmp_path / "one.jsonl"), "keeper"), there),
            (("manage.py", "export_league", slug, str(tmp_path / "two.jsonl")), there),
            (("manage.py", "verify_ledger"), there),
        ]
        for command, url in steps:
            done = run(*command, url=url, home=tmp_path)
            assert done.returncode == 0, (command, done.stderr[-2000:])
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
