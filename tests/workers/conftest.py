from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from tests import services
from tests.workers.portal import PATIENCE, Portal, die_with_us

HURRIED = {
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
    portal = Portal(home, services.portal_sqlite(home / "portal.sqlite3"), **HURRIED)
    yield portal
    portal.close()


@pytest.fixture(scope="session")
def grown_up(tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str) -> Iterator[Portal]:
    """PostgreSQL, Redis and Celery; the tests start and kill the workers.

    Asks for ``postgres_url`` and ``redis_url`` to be skipped where they cannot be had.
    """
    with services.portal_postgres() as database, services.redis() as redis:
        portal = Portal(tmp_path_factory.mktemp("grown_up"), database, redis, **HURRIED)
        yield portal
        portal.close()


class OwnRedis:
    """A Redis that this test alone uses, at an address that outlives it."""

    def __init__(self) -> None:
        self.port = services.free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        binary = next(services._redis_binaries())
        command = [str(binary), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.server = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=die_with_us)

    def kill(self) -> None:
        if self.server:
            self.server.kill()
            self.server.wait(PATIENCE)


@pytest.fixture
def own_redis(redis_url: str) -> Iterator[OwnRedis]:
    """Running when the test begins; asks for ``redis_url`` to be skipped where there is no Redis."""
    own = OwnRedis()
    own.start()
    yield own
    own.kill()


@pytest.fixture
def own_database(postgres_url: str) -> Iterator[str]:
    """A database that no other test's workers sweep; skipped where there is no PostgreSQL."""
    with services.portal_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def portal(request: pytest.FixtureRequest) -> Portal:
    """Each database in turn."""
    name = "embedded" if request.param == "sqlite" else "grown_up"
    running: Portal = request.getfixturevalue(name)
    return running
