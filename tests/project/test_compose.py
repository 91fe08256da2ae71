"""docker-compose.yml says what really runs: its commands are started here as plain processes."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from django.conf import settings

from mfcampaign.live import tickets
from mfcampaign.web.resilience.worker import LARGEST_REQUEST
from tests import services
from tests.live.listening import open_stream
from tests.project.processes import PATIENCE, ROOT, Running, get, running

BIN = Path(sys.executable).parent
ENV_FILE = {
    "SECRET_KEY": "a-key-of-this-test-only-0123456789-abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "league.example",
    "SITE_URL": "https://league.example",
    "EMAIL_URL": "dummy://",
    "POSTGRES_PASSWORD": "unused",
    "SWEEP_SECONDS": "1",
    "METRICS_TOKEN": "for-prometheus-alone",
}
WIDE = {"commands", "clock", "outward"}
PROFILES = {
    "wide": WIDE,
    "webs": {"web-more", "proxy"},
    "pooler": {"pooler"},
    "valkey": {"valkey", "valkey-cache"},
}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
BROWSER = {"Host": "league.example", "X_Forwarded_Proto": "https"}


def compose() -> dict:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))


def filled(text: object) -> str:
    """``${NAME:-default}`` and ``${NAME:?reason}`` as Compose fills them."""

    def fill(match: re.Match[str]) -> str:
        name, kind, default = match.groups()
        if name in ENV_FILE:
            return ENV_FILE[name]
        assert kind == "-", f"{name} is required and not in the example .env of docs/operating.md"
        return default

    return VARIABLE.sub(fill, str(text))


def test_every_image_is_named_by_its_full_version() -> None:
    """``redis:7.4-alpine`` is another image next month, and nobody saw it change."""
    images = [service["image"] for service in compose()["services"].values()]
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    images += [line.split()[1] for line in lines if line.startswith("FROM ")]
    images += re.findall(r"--from=(\S+:\S+)", "\n".join(lines))
    foreign = sorted({image for image in images if image != "mfcampaign"})
    assert len(foreign) >= 7
    two = ("postgres",)  # it counts major and minor alone
    for image in foreign:
        further = 1 if image.partition(":")[0] in two else 2
        assert re.search(rf":v?\d+(\.\d+){{{further}}}(?![.\d])", image), image


def test_the_services_and_the_preparation_are_there() -> None:
    services_ = compose()["services"]
    always = {name for name, service in services_.items() if not service.get("profiles")}
    assert always == {"prepare", "web", "live", "worker", "beat", "postgres", "redis", "cache"}
    profiles = {
        profile: {name for name, service in services_.items() if profile in service.get("profiles", ())}
        for profile in {each for service in services_.values() for each in service.get("profiles", ())}
    }
    assert profiles == PROFILES
    for name in ("web", "live", "worker", "beat"):
        assert set(services_[name]["depends_on"]) == {"prepare", "postgres", "redis"}
        assert services_[name]["environment"]["DJANGO_ENV"] == "production"


def test_each_profile_is_a_step_of_the_guide_with_settings_that_the_portal_is_given() -> None:
    guide = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    steps = dict(re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|", guide, re.M))
    assert set(steps) == set(PROFILES)
    variables = {name for name, _, _ in VARIABLE.findall(json.dumps(compose()))}
    named = {name for step in steps.values() for name in re.findall(r"`([A-Z_]+)=", step)}
    assert {"DATABASE_HOST", "BROKER_HOST", "CACHE_HOST", "CONN_MAX_AGE"} <= named <= variables
    for step in steps.values():
        for host in re.findall(r"_HOST=([\w-]+):", step):
            assert host in compose()["services"], host


def test_what_stands_in_for_another_service_is_started_as_that_one_is() -> None:
    services_ = compose()["services"]
    for other, first in (("valkey", "redis"), ("valkey-cache", "cache")):
        assert services_[other]["command"][0] == "valkey-server"
        assert services_[other]["command"][1:] == services_[first]["command"][1:]
    for part in ("command", "environment", "volumes", "healthcheck"):
        assert services_["web-more"][part] == services_["web"][part]
    portal, pooler = services_["web"]["environment"]["DATABASE_URL"], services_["pooler"]["environment"]
    user, database = pooler["DB_USER"], pooler["DB_NAME"]
    assert re.fullmatch(rf"postgres://{user}:\$\{{POSTGRES_PASSWORD:.*\}}@.*/{database}", portal)
    assert pooler["POOL_MODE"] == "session", "what open pages listen to would hear nothing"


def test_the_proxy_reads_requests_whole_and_refuses_what_the_portal_would() -> None:
    proxy, portal = compose()["services"]["proxy"], compose()["services"]["web"]
    assert proxy["configs"] == [{"source": "caddyfile", "target": "/etc/caddy/Caddyfile"}]
    lines = [line.split() for line in filled(compose()["configs"]["caddyfile"]["content"]).splitlines()]
    said = {words[0]: words[1:-1] if words[-1] == "{" else words[1:] for words in lines}
    assert said["reverse_proxy"] == ["web:8000", "web-more:8000"]
    largest = [filled(portal["environment"]["LARGEST_REQUEST"])]
    assert largest == said["max_size"] == said["request_buffers"] == [str(LARGEST_REQUEST)]
    assert ENV_FILE["SITE_URL"] in said


def test_redis_never_evicts_and_nothing_is_open_to_the_world() -> None:
    services_ = compose()["services"]
    command = services_["redis"]["command"]
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"
    assert "ports" not in services_["postgres"]
    assert "ports" not in services_["redis"]
    assert all(str(port).startswith("127.0.0.1:") for port in services_["web"]["ports"])


def test_every_variable_of_the_compose_file_is_in_the_operators_guide() -> None:
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    names = {
        name for name, _, _ in VARIABLE.findall((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    }
    assert len(names) > 5
    assert {name for name in names if f"{name}" not in guide} == set()


def test_the_image_copies_what_the_commands_need_and_runs_as_nobody_special() -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.M)
    assert {"manage.py", "mfcampaign", "rules", "templates", "static"} <= set(copied)
    for source in " ".join(copied).split():
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignore, f"{source} does not reach the image"
    assert re.search(r"^USER portal$", image, re.M)


class House:
    """The services of the compose file as processes on this machine."""

    def __init__(self, postgres: str, redis: str, home: Path) -> None:
        self.services = compose()["services"]
        self.port = services.free_port()
        self.home = home
        environment = {name: filled(value) for name, value in self.services["web"]["environment"].items()}
        # Compose's host names are containers; here they are the servers of the tests.
        environment |= {
            "DATABASE_URL": postgres,
            "REDIS_URL": redis,
            "CACHE_URL": redis,
            "VAR_DIR": str(home),
        }
        environment |= {"STATIC_ROOT": str(home / "collected"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.environment = environment | {"PATH": f"{BIN}:{os.environ['PATH']}", "HOME": str(home)}

    def command(self, name: str) -> list[str]:
        return [
            filled(part).replace("0.0.0.0:8000", f"127.0.0.1:{self.port}")
            for part in self.services[name]["command"]
        ]

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def finish(self, command: list[str]) -> None:
        done = self.run(command)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self, name: str):
        return running(self.command(name), self.environment, self.home / f"{name}.log")


@pytest.fixture(scope="module")
def house(postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> House:
    """Prepared as Compose prepares it: static files as in the image, then the ``prepare`` service."""
    with services.portal_postgres() as own_database, services.redis() as own_redis:
        portal = House(own_database, own_redis, tmp_path_factory.mktemp("house"))
        portal.finish([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"])
        portal.finish(portal.command("prepare"))
        yield portal


@pytest.mark.workers
def test_web_worker_and_beat_run_by_the_commands_of_the_compose_file(house: House, settings: Any) -> None:
    settings.SECRET_KEY = ENV_FILE["SECRET_KEY"]
    with (
        house.start("live") as live,
        house.start("web") as web,
        house.start("worker") as worker,
        house.start("beat") as beat,
    ):
        _web_answers(house, web)
        live.until(lambda: (house.home / "live.sock").exists())
        _open_pages_listen(house)
        worker.until(lambda: "ready" in worker.output)
        ping = ["celery", "--app", "mfcampaign", "inspect", "ping", "--timeout", "10"]
        worker.until(lambda: "pong" in house.run(ping).stdout)
        beat.until(lambda: "mfcampaign.dispatch.tasks.sweep" in beat.output)
        worker.until(lambda: re.search(r"dispatch\.tasks\.sweep\[\S+\] succeeded", worker.output))
        healthy = [sys.executable, "scripts/healthcheck.py", str(house.port)]
        web.until(lambda: house.run(healthy).returncode == 0)
        assert beat.stop() == 0
        assert worker.stop() == 0
        assert web.stop() == 0
        assert live.stop() == 0


def test_no_queue_is_left_unserved_by_the_wide_profile() -> None:
    services_ = compose()["services"]
    commands = [[filled(part) for part in services_[name]["command"]] for name in WIDE]
    served = [command[command.index("--queues") + 1] for command in commands]
    assert sorted(served) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


@pytest.mark.workers
@pytest.mark.soak
def test_the_clock_of_the_wide_profile_ticks_by_its_own_worker(house: House) -> None:
    with contextlib.ExitStack() as stack:
        workers = {name: stack.enter_context(house.start(name)) for name in sorted(WIDE)}
        for worker in workers.values():
            worker.until(lambda worker=worker: "ready" in worker.output)
        stack.enter_context(house.start("beat"))
        clock = workers["clock"]
        clock.until(lambda: re.search(r"dispatch\.tasks\.sweep\[\S+\] succeeded", clock.output))
        assert not re.search(r"tasks\.sweep\[\S+\] received", workers["commands"].output)


@pytest.mark.workers
@pytest.mark.soak
def test_a_second_web_server_answers_and_its_pages_listen_through_the_same_process(
    house: House, settings: Any
) -> None:
    """As behind the pooler, too: no connection outlives its request."""
    settings.SECRET_KEY = ENV_FILE["SECRET_KEY"]
    second = copy.copy(house)
    second.port = services.free_port()
    second.environment = house.environment | {"CONN_MAX_AGE": "0"}
    with house.start("live") as live, house.start("web") as web, second.start("web-more") as more:
        live.until(lambda: (house.home / "live.sock").exists())
        for topic, each, process in (("event:2", house, web), ("event:3", second, more)):
            process.until(lambda each=each: get(each.port, "/healthz", **BROWSER))
            assert get(each.port, "/", **BROWSER)[0] == 200
            _open_pages_listen(each, topic)


def _web_answers(house: House, web: Running) -> None:
    def up() -> bool:
        """The answer comes at once on a calm machine; one that is late counts as down."""
        operator = BROWSER | {"Authorization": f"Bearer {ENV_FILE['METRICS_TOKEN']}"}
        status, _, body = get(house.port, "/healthz", **operator) or (0, {}, b"{}")
        health = json.loads(body)
        return (status, health.get("database"), health.get("broker")) == (200, "up", "up")

    web.until(up)
    status, headers, body = get(house.port, "/", **BROWSER)
    assert status == 200
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["strict-transport-security"].startswith("max-age=31536000")
    sheet = re.search(rb'href="(/static/css/[^"]+\.[0-9a-f]{12}\.css)"', body)
    assert sheet, "style sheets carry the hash of their content"
    status, headers, _ = get(house.port, sheet[1].decode(), **BROWSER)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    status, headers, _ = get(house.port, "/", Host="league.example")
    assert (status, headers["location"]) == (301, "https://league.example/"), "plain HTTP is turned away"
    assert get(house.port, "/", Host="evil.example", X_Forwarded_Proto="https")[0] == 400


def _open_pages_listen(house: House, topic: str = "event:1") -> None:
    """The web server hands the connection over, and the process beside it hears of a commit on PostgreSQL."""
    ticket = tickets.signed(tickets.Ticket(topic, "public", (), tickets.now()))

    async def listen() -> tuple[str, str, Any]:
        stream = await open_stream(house.port, f"/live/{ticket}/")
        assert stream.status == 200
        with psycopg.connect(house.environment["DATABASE_URL"], autocommit=True) as database:
            database.execute(
                "INSERT INTO live_frame (topic, number, public, first, second)"
                " VALUES (%s, 1, '{}', '{}', '{}')",
                [topic],
            )
            database.execute("SELECT pg_notify('live', %s)", [topic])
        return await stream.event()

    assert get(house.port, "/live/forged/", **BROWSER)[0] == 403
    # In a thread of its own: a browser of an earlier test keeps the loop of this one.
    with ThreadPoolExecutor(1) as thread:
        event = thread.submit(asyncio.run, asyncio.wait_for(listen(), PATIENCE)).result()
    assert event[:2] == ("message", "1")
