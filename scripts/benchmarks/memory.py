"""What the portal's processes hold in memory, and how long its second start takes.

The embedded portal (``manage.py portal`` with its demo league) is started, stopped and started again; that
start is timed until it greets, in seconds and in processor time. Then its processes are added up at rest, and
after a player asked for each main page. The same for the processes of docker-compose.yml, started by its
commands on PostgreSQL and Valkey.

Each figure is the proportional set size: a page of memory that several processes share counts once. Linux
tells it, other systems do not. ``SETTLE`` names the seconds until a portal is at rest, 75 unless told: its
clock has come round by then.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import yaml

from scripts.benchmarks import pages
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
SETTLE_S, PATIENCE_S = float(os.environ.get("SETTLE", "75")), 600
TIMES_EACH_PAGE = 5
AIMS = {"embedded_at_rest_mb": 260, "worker_at_rest_mb": 200, "second_start_s": 4}


def run() -> dict[str, Any]:
    if not Path("/proc/self/smaps_rollup").exists():
        return {"skipped": "this system does not tell the proportional set size"}
    return {"aims": AIMS, "embedded": _embedded(), "grown_up": _grown_up()}


def _embedded() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        environment = _environment(home)
        port = free_port()
        with _portal(environment, port):
            pass
        with _portal(environment, port) as (portal, start):
            time.sleep(SETTLE_S)
            parts = {"supervisor": _megabytes(portal.pid, children=False)}
            for name, part in zip(("web", "live", "ticker"), _children(portal.pid), strict=True):
                parts[name] = _megabytes(part)
            at_rest = _megabytes(portal.pid)
            _ask_pages(environment, port)
            in_use = _megabytes(portal.pid)
    return {"second_start": start, "parts_mb": parts, "at_rest_mb": at_rest, "in_use_mb": in_use}


def _grown_up() -> dict[str, Any]:
    from tests import services

    with (
        services.portal_postgres() as database,
        services.redis() as redis,
        tempfile.TemporaryDirectory() as home,
        contextlib.ExitStack() as stack,
    ):
        environment = _environment(home) | {"DATABASE_URL": database, "REDIS_URL": redis}
        pages._manage(environment, "demo")
        port = free_port()
        processes = {
            name: stack.enter_context(_process(_command(name, port), environment))
            for name in ("web", "live", "worker", "beat")
        }
        time.sleep(SETTLE_S)
        at_rest = {name: _megabytes(each.pid) for name, each in processes.items()}
        _ask_pages(environment, port)
        in_use = {name: _megabytes(each.pid) for name, each in processes.items()}
        # The servers are our other children.
        others = set(_children(os.getpid())) - {each.pid for each in processes.values()}
        servers = round(sum(map(_megabytes, others)), 1)
    return {
        "at_rest_mb": at_rest | {"all": round(sum(at_rest.values()), 1)},
        "in_use_mb": in_use | {"all": round(sum(in_use.values()), 1)},
        "postgresql_and_valkey_mb": servers,
    }


def _environment(home: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": home, "VAR_DIR": home}


@contextlib.contextmanager
def _portal(
    environment: dict[str, str], port: int
) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, float]]]:
    """The embedded portal, open, and how long that took."""
    log = Path(environment["VAR_DIR"], "portal.log")
    command = [sys.executable, "manage.py", "portal", "--port", str(port)]
    began = time.monotonic()
    with log.open("wb") as out, _process(command, environment, out) as portal:
        while b"Ctrl-C stops it" not in log.read_bytes():
            if portal.poll() is not None or time.monotonic() - began > PATIENCE_S:
                raise RuntimeError(log.read_text(errors="replace")[-2000:])
            time.sleep(0.02)
        seconds = time.monotonic() - began
        family = [psutil.Process(portal.pid), *psutil.Process(portal.pid).children(recursive=True)]
        computed = sum(sum(each.cpu_times()[:4]) for each in family)
        yield portal, {"seconds": round(seconds, 1), "processor_seconds": round(computed, 1)}


@contextlib.contextmanager
def _process(
    command: list[str], environment: dict[str, str], out: Any = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _command(service: str, port: int) -> list[str]:
    """What docker-compose.yml starts, on that port, by this Python."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    command = compose["services"][service]["command"]
    words = [word.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for word in command]
    return [sys.executable, *words[1:]] if words[0] == "python" else [sys.executable, "-m", *words]


def _children(pid: int) -> list[int]:
    return sorted(child.pid for child in psutil.Process(pid).children())


def _megabytes(pid: int, *, children: bool = True) -> float:
    process = psutil.Process(pid)
    family = [process, *(process.children(recursive=True) if children else ())]
    return round(sum(each.memory_full_info().pss for each in family) / 2**20, 1)


def _ask_pages(environment: dict[str, str], port: int) -> None:
    facts = pages._manage(environment, "shell", "-v0", "-c", pages._FACTS).strip().splitlines()[-1]
    cookie, *paths = facts.split()
    for path in paths * TIMES_EACH_PAGE:
        with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=60)) as channel:
            channel.request("GET", path, headers={"Cookie": f"sessionid={cookie}"})
            channel.getresponse().read()
