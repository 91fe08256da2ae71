"""What every test may ask for: databases, servers, a browser; and what no test may do.

Marks: ``rule`` (IDs of docs/rules), ``switch`` (a house rule and a value: tests/project/test_switches.py),
``postgres`` (needs PostgreSQL whatever the run's database), ``both`` (runs on PostgreSQL too, always),
``workers`` (real worker processes), ``browser``, ``slow`` (over ten seconds), ``soak`` and ``faults``
(minutes; only with ``--soak`` or ``--faults``).
"""

from __future__ import annotations

import gc
import importlib
import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from pytest_django.plugin import blocking_manager_key

from mfcampaign.web import cache as page_cache
from rules.management.coverage import read_ledger
from tests import faults, migrated_database, randomness, services, soak, statements

ROOT = Path(__file__).resolve().parent.parent
FLEETING = re.compile(r" at 0x|set\(\{[^:}]+, ")
# The library of the rules, and its tests: no database there.
CORE = {
    "rules/campaign",
    "rules/crews",
    "rules/editions",
    "rules/fate",
    "rules/game",
    "rules/table",
    "rules/tournament",
    "tests/rules/campaign",
    "tests/rules/crews",
    "tests/rules/fate",
    "tests/rules/game",
    "tests/rules/table",
    "tests/rules/tournament",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the tests marked soak too")
    parser.addoption("--budget", type=float, default=0, metavar="MINUTES", help="for all of a soak")
    parser.addoption("--seed", default="", metavar="WORD", help="what the seeds of a soak follow from")
    parser.addoption("--at", type=int, metavar="NUMBER", help="of each long proof only this seed")
    parser.addoption("--chance", default="", metavar="WORD", help="other draws than those of every run")
    parser.addoption("--faults", action="store_true", help="kill each act at each boundary (tests/faults.py)")
    parser.addoption("--chosen", type=Path, metavar="FILE", help="run only the tests named in that file")
    parser.addoption(
        "--database-only",
        action="store_true",
        help="run only the tests that touch a database, those of pages and permissions left out",
    )


def pytest_configure(config: pytest.Config) -> None:
    # What a page keeps belongs to a minute; no test fails because one is over. Those about it set their own.
    page_cache.SECONDS = math.inf
    # Hashing is slow by design; a test that is about hashing sets its own hasher.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Without a database, and nothing of one test in the next; the real ones: tests/workers/test_limits.py.
    memory = {"BACKEND": "tests.memory_cache.MemoryCache"}
    settings.CACHES = {"default": memory, "made": memory}
    # Where a test sweeps, there it is delivered; threads of their own: tests/dispatch/test_deliverers.py.
    settings.DISPATCH_DELIVERY_THREADS = 0
    # Every value that a page keeps is walked through, whichever test makes it.
    settings.CHECK_CACHED_VALUES = True
    # Look static files up when asked instead of listing all of them for each client.
    settings.WHITENOISE_AUTOREFRESH = True
    # How busy the machine is proves nothing. The same examples on every run, so that a red run is red
    # for its change; the soak looks for new ones.
    hypothesis.settings.register_profile(
        "house",
        deadline=None,
        derandomize=not config.getoption("--soak"),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("house")
    if folder := os.environ.get("PORTAL_STATEMENTS"):
        process = os.environ.get("PYTEST_XDIST_WORKER", "main")
        config.pluginmanager.register(statements.Recorder(Path(folder), process), "statements")
    if config.getoption("--faults"):
        config.pluginmanager.register(faults.Faults(), "faults")
    word = config.getoption("--chance")
    if config.getoption("--soak") or config.getoption("--budget"):
        config.stash[soak.KEY] = own = soak.Soak(config)
        config.pluginmanager.register(own, "soak")
        word += own.seed
    config.pluginmanager.register(randomness.Repeatable(word), "chance")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The files that ``--database-only`` need not read; ``None`` leaves the answer to others.

    The core knows no database. What pages and addresses do reaches it through operations and queries that
    have tests of their own; which database it is makes no difference to markup.
    """
    if not config.getoption("--database-only") or not collection_path.is_relative_to(ROOT):
        return None
    path = collection_path.relative_to(ROOT).as_posix()
    return path in CORE or bool(statements.PAGES.search(path)) or None


def pytest_collection() -> None:
    """Where nothing is compiled yet, as in a fresh clone, each of two processes compiles half of the tests:
    the second reads them from the last to the first. Each collects them in their order afterwards."""
    if os.environ.get("PYTEST_XDIST_WORKER") != "gw1":
        return
    for path in sorted((ROOT / "tests").rglob("test_*.py"), reverse=True):
        with suppress(Exception):  # the collection says what cannot be read
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was loaded stays until the end: the collector need not walk it again every few milliseconds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _refuse_unknown_rules(items)
    _refuse_fleeting_names(items)
    if config.getoption("--database-only"):
        away = [item for item in items if not _touches_database(item)]
        items[:] = [item for item in items if _touches_database(item)]
        config.hook.pytest_deselected(items=away)
    if file := config.getoption("--chosen"):
        _keep_chosen(set(file.read_text().splitlines()), config, items)
    for mark in ("soak", "faults"):
        if not config.getoption(f"--{mark}"):
            wait = pytest.mark.skip(reason=f"{mark}: minutes long, run by `make soak`")
            for item in items:
                if item.get_closest_marker(mark):
                    item.add_marker(wait)


def _refuse_fleeting_names(items: list[pytest.Item]) -> None:
    """Two processes that share the tests must call each of them the same."""
    fleeting = [item.nodeid for item in items if FLEETING.search(item.nodeid)]
    if fleeting:
        raise pytest.UsageError("names that differ from run to run: " + ", ".join(fleeting))


def _keep_chosen(names: set[str], config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those named, and whatever needs PostgreSQL; one that is named and not there stops the run."""
    if missing := names - {item.nodeid for item in items}:
        raise pytest.UsageError("chosen, but not there:\n  " + "\n  ".join(sorted(missing)))
    kept = [item for item in items if item.nodeid in names or item.get_closest_marker("postgres")]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def _touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(
        item.get_closest_marker("django_db")
        or item.get_closest_marker("postgres")
        or fixtures & {"db", "transactional_db", "live_server", "postgres_url"}
    )


def _refuse_unknown_rules(items: list[pytest.Item]) -> None:
    """A ``rule`` mark that names no row of docs/rules stops the run: it would claim what nobody can read."""
    known = read_ledger(ROOT / "docs" / "rules").known
    wrong = {
        f"{item.nodeid}: {rule or 'no ID at all'}"
        for item in items
        for mark in item.iter_markers("rule")
        for rule in (mark.args or ("",))
        if rule not in known
    }
    if wrong:
        raise pytest.UsageError("rule marks without a row in docs/rules:\n  " + "\n  ".join(sorted(wrong)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test of the database that does not ask for the catalogue finds none."""
    if "figures" not in getattr(item, "fixturenames", ()) and _touches_database(item):
        from tests import data_sets  # the library's tests load no apps

        with item.config.stash[blocking_manager_key].unblock():
            data_sets.remove_left_catalogue()


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> soak.Seeds:
    """``seeds(number)``: 0, 1, 2 … in a landing, fresh ones in a soak (tests/soak.py)."""
    return soak.seeds_for(request.config, request.node)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rate limits count from zero in each test, whatever ran before it in this process."""
    cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file of this run: in memory, threads would share one connection and no lock be real.
    PostgreSQL from a migrated template."""
    from tests import emptying  # as above

    emptying.install()
    if _on_sqlite():
        path = tmp_path_factory.mktemp("database") / "portal.sqlite3"
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(path)
        migrated_database.take(path)
    elif server := os.environ.get("TEST_POSTGRES_URL"):
        settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = services.migrated_postgres(server)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """What ``migrated_database`` put in place is not dropped before it is used."""
    return _on_sqlite()


def _on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """URL of an empty database on a real PostgreSQL; the test is skipped, loudly, when there is none."""
    yield from _running(services.postgres)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """URL of a real Redis of this session (``noeviction``, nothing on disk)."""
    yield from _running(services.redis)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium; the test is skipped, loudly, when there is none."""
    browser = services.chromium()
    if not browser:
        pytest.skip(f"no Chromium: set CHROMIUM or install one of {', '.join(services.BROWSERS)}")
    return browser


def _running(service: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    with ExitStack() as stack:
        try:
            url = stack.enter_context(service())
        except services.ServiceMissing as problem:
            if os.environ.get("REQUIRE_SERVICES"):
                pytest.fail(str(problem))
            pytest.skip(str(problem))
        yield url
