from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.workers.portal import Portal

PATIENT = {
    "CELERY_VISIBILITY_TIMEOUT": "3",
    "CELERY_RESTORE_INTERVAL": "1",
    "SWEEP_SECONDS": "1",
    "TICK_SECONDS": "1",
    "DISPATCH_RESEND_SECONDS": "4",
}


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """The embedded default: SQLite in a file, no Redis, commands executed in process."""
    home = tmp_path_factory.mktemp("embedded")
    portal = Portal(home, f"sqlite:///{home / 'portal.sqlite3'}", **PATIENT)
    yield portal
    portal.close()


@pytest.fixture(scope="session")
def grown_up(tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str) -> Iterator[Portal]:
    """PostgreSQL, Redis and Celery; the tests start and kill the workers."""
    portal = Portal(tmp_path_factory.mktemp("grown_up"), postgres_url, redis_url, **PATIENT)
    yield portal
    portal.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def portal(request: pytest.FixtureRequest) -> Portal:
    """Each database in turn."""
    name = "embedded" if request.param == "sqlite" else "grown_up"
    found: Portal = request.getfixturevalue(name)
    return found
