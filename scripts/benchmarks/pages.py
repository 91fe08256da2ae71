"""The main pages beside the yardstick page, by the processor time of the web server: gunicorn sync, 2
workers, each page and the yardstick asked for in turn.

Aims: calm at most 2 of the yardstick's time, 3 after any act, and 50 ms. After an act: before each request
one act of the league is done, in an Aftermath of whoever looks. The processor time of the web process alone
is counted, so a machine with other work tells the same; PostgreSQL's own is counted on no side.
"""

from __future__ import annotations

import contextlib
import os
import re
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
CALM, AFTER_AN_ACT, MILLISECONDS = 2.0, 3.0, 50.0
LOOKS, WARM = 60, 6


def run() -> dict[str, Any]:
    figures: dict[str, Any] = {"server": "gunicorn sync, 2"}
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
    cookie, *paths = _manage(env, "shell", "-v0", "-c", _FACTS).strip().splitlines()[-1].split()
    with _server(env) as port:
        yardstick, calm = beside_yardstick(port, cookie, paths)
        _, after = beside_yardstick(port, cookie, paths, act=True)
    pages = {
        _plain(path): {
            "ms": round(calm[path], 1),
            "over_yardstick": round(calm[path] / yardstick, 2),
            "ms_after_an_act": round(after[path], 1),
            "after_an_act": round(after[path] / yardstick, 2),
        }
        for path in paths
    }
    missed = [
        path
        for path, each in pages.items()
        if each["over_yardstick"] > CALM
        or each["after_an_act"] > AFTER_AN_ACT
        or max(each["ms"], each["ms_after_an_act"]) > MILLISECONDS
    ]
    return {"yardstick_ms": round(yardstick, 1), "pages": pages, "miss_their_aims": missed}


def beside_yardstick(
    port: int, cookie: str, paths: list[str], *, act: bool = False
) -> tuple[float, dict[str, float]]:
    """Milliseconds of processor time of the yardstick and of each page: medians of ``LOOKS``, in turn."""
    times: dict[str, list[float]] = {path: [] for path in ("/yardstick", *paths)}
    for path in times:
        for _ in range(WARM):
            ask(port, path, cookie)
    for _ in range(LOOKS):
        for path, taken in times.items():
            if act:
                ask(port, "/act", cookie)
            taken.append(ask(port, path, cookie)[1])
    yardstick, *pages = (statistics.median(taken) for taken in times.values())
    return yardstick, dict(zip(paths, pages, strict=True))


def _plain(page: str) -> str:
    return re.sub(r"\d+", "N", page)


_FACTS = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from mfcampaign.campaigns.scripted import demo
aftermath = demo.waiting_aftermath()
user = aftermath.side.entry.user
s = SessionStore()
s[SESSION_KEY] = str(user.pk); s[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
s[HASH_SESSION_KEY] = user.get_session_auth_hash(); s.save()
slug = aftermath.side.entry.campaign.slug; e = aftermath.side.entry.pk
week = aftermath.side.game.week.number; table = aftermath.side.game.table
L = f"/leagues/{slug}/"
from tests.play.playing import against_bot, go_on
row = against_bot(user)
go_on(row, {0: user}, 60)
from django.urls import reverse as r
print(s.session_key, r("home"), r("campaigns:leagues"), r("campaigns:league", args=[slug]),
  r("campaigns:standings", args=[slug]), r("campaigns:diary", args=[slug]),
  r("campaigns:arsenal", args=[slug, e]), r("campaigns:game", args=[slug, week, table]),
  r("campaigns:aftermath", args=[slug, week, table]), r("catalog:models"), r("crews:list"),
  row.get_absolute_url())
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


def ask(port: int, page: str, cookie: str) -> tuple[float, float]:
    """The seconds until the last byte, and the milliseconds of processor time that the server tells."""
    head = (
        f"GET {page} HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={cookie}\r\nConnection: close\r\n\r\n"
    )
    start = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port)) as channel:
        channel.sendall(head.encode())
        answer = bytearray()
        while chunk := channel.recv(65536):
            answer += chunk
    seconds = time.perf_counter() - start
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{page}: {bytes(answer[:60])!r}")
    measured = re.search(rb"X-Processor-Ms: (\S+)", answer)
    assert measured is not None, f"{page}: no processor time is measured"
    return seconds, float(measured.group(1))
