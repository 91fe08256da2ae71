"""The ten main pages beside a constant view: gunicorn sync, 2 workers, rounds interleaved.

``wrk`` drives when it is on the PATH; otherwise a plain Python client of one process does, which
itself costs time on both sides of the ratio and so flatters pages a little: the result says which.
``after_an_act``: before each request one act of the league is done, in an Aftermath of whoever looks; its
time is left out, on the side of the constant view, too.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
ROUNDS, SECONDS, CONNECTIONS = 5, 1.0, 8


def run() -> dict[str, Any]:
    figures: dict[str, Any] = {
        "client": "wrk" if shutil.which("wrk") else "python",
        "server": "gunicorn sync, 2",
    }
    with tempfile.TemporaryDirectory() as home:
        figures["sqlite"] = _measure(f"sqlite:///{home}/bench.sqlite3")
    try:
        from tests.services import postgres
    except ImportError:
        figures["postgresql"] = {"skipped": "tests/services.py offers no PostgreSQL here"}
        return figures
    with postgres() as url:
        figures["postgresql"] = _measure(url)
    return figures


def _measure(database: str) -> dict[str, Any]:
    env = {
        **os.environ,
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "scripts.benchmarks.site_settings",
    }
    env.pop("REDIS_URL", None)
    for command in (["migrate", "-v0"], ["load_catalogue", "-v0"], ["demo"]):
        _manage(env, *command)
    facts = _manage(env, "shell", "-v0", "-c", _FACTS).strip().splitlines()[-1]
    cookie, *pages = facts.split()
    rates: dict[str, list[float]] = {page: [] for page in pages}
    tails: dict[str, list[float]] = {page: [] for page in pages}
    after: dict[str, list[float]] = {page: [] for page in pages}
    with _server(env) as port:
        for page in ("/constant", *pages):
            _load(port, page, cookie, 0.3)
        for _ in range(ROUNDS):
            for page in pages:
                # Each beside its own: a machine's speed changes within the minute that a round takes.
                base_rate, base_tail = _load(port, "/constant", cookie, SECONDS)
                rate, tail = _load(port, page, cookie, SECONDS)
                rates[page].append(base_rate / rate)
                tails[page].append(tail / base_tail)
            for page in pages:
                base_rate, _ = _plain_client(port, "/constant", cookie, SECONDS, act=True)
                after[page].append(base_rate / _plain_client(port, page, cookie, SECONDS, act=True)[0])
    return {
        "constant_requests_per_second": round(base_rate),
        "pages": {
            _plain(page): {
                "constant_over_page": round(statistics.median(rates[page]), 1),
                "p95_over_constant": round(statistics.median(tails[page]), 1),
                "after_an_act": round(statistics.median(after[page]), 1),
            }
            for page in pages
        },
    }


def _plain(page: str) -> str:
    return re.sub(r"\d+", "N", page)


_FACTS = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from mfcampaign.web.resilience.sessions import SessionStore
from mfcampaign.campaigns.scripted import demo
aftermath = demo.waiting_aftermath()
user = aftermath.side.entry.user
s = SessionStore()
s[SESSION_KEY] = str(user.pk); s[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
s[HASH_SESSION_KEY] = user.get_session_auth_hash(); s.save()
slug = aftermath.side.entry.campaign.slug; e = aftermath.side.entry.pk
week = aftermath.side.game.week.number; table = aftermath.side.game.table
L = f"/leagues/{slug}/"
from django.urls import reverse as r
print(s.session_key, r("home"), r("campaigns:leagues"), r("campaigns:league", args=[slug]),
  r("campaigns:standings", args=[slug]), r("campaigns:diary", args=[slug]),
  r("campaigns:arsenal", args=[slug, e]), r("campaigns:game", args=[slug, week, table]),
  r("campaigns:aftermath", args=[slug, week, table]), r("catalog:models"), r("crews:list"))
"""


def _manage(env: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(words[:1])}: {done.stderr[-2000:]}")
    return done.stdout


@contextlib.contextmanager
def _server(env: dict[str, str]) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "mfcampaign.wsgi:application", "--workers", "2"]
    server = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", "--log-level", "error"], cwd=ROOT, env=env
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
                break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(40)  # gunicorn gives its workers thirty seconds


def _load(port: int, page: str, cookie: str, seconds: float) -> tuple[float, float]:
    """Requests per second and the 95th percentile in milliseconds."""
    if shutil.which("wrk"):
        return _wrk(port, page, cookie, seconds)
    return _plain_client(port, page, cookie, seconds)


def _wrk(port: int, page: str, cookie: str, seconds: float) -> tuple[float, float]:
    script = ROOT / "scripts" / "benchmarks" / "p95.lua"
    out = subprocess.run(
        [
            "wrk",
            "-t1",
            f"-c{CONNECTIONS}",
            f"-d{max(1, round(seconds))}s",
            "-s",
            str(script),
            "-H",
            f"Cookie: sessionid={cookie}",
            f"http://127.0.0.1:{port}{page}",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rate, tail, errors = re.search(r"MEASURED (\S+) (\S+) (\S+)", out).groups()  # type: ignore[union-attr]
    if float(errors):
        raise RuntimeError(f"{page} answered with errors {errors} times.")
    return float(rate), float(tail)


def _plain_client(
    port: int, page: str, cookie: str, seconds: float, *, act: bool = False
) -> tuple[float, float]:
    """As ``_load``; an ``act`` before each request is not timed."""
    times: list[float] = []
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        if act:
            _ask(port, "/act", cookie)
        times.append(_ask(port, page, cookie))
    times.sort()
    return len(times) / sum(times), 1000 * times[int(len(times) * 0.95)]


def _ask(port: int, page: str, cookie: str) -> float:
    """The seconds until the last byte."""
    head = (
        f"GET {page} HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={cookie}\r\nConnection: close\r\n\r\n"
    )
    start = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port)) as channel:
        channel.sendall(head.encode())
        answer = bytearray()
        while chunk := channel.recv(65536):
            answer += chunk
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{page}: {bytes(answer[:60])!r}")
    return time.perf_counter() - start
