"""The page of a running Encounter in a real browser: what it weighs, and how soon a tap is seen.

A portal as deployed (production settings, files collected and compressed, gunicorn) and a Chromium at
375 px. The weight is what the browser says came over the line (``encodedDataLength``, headers included)
and what it unpacked, by kind. Then somebody plays against a bot by touch alone, the processor slowed to
a quarter: of each interaction (as the browser counts them, of the Event Timing API) the time from the
tap to the next paint.
``python -m scripts.benchmarks.screen`` prints JSON, within a few minutes.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import string
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scripts.benchmarks.pages import ROOT, _manage, _server

WIDTH, HEIGHT, SLOWER = 375, 800, 4
ANSWERS = 60
PATIENCE = 60_000  # milliseconds; an answer of the portal is no interaction's paint
LEAST = 16  # milliseconds; browsers tell of no shorter interaction
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
HEARD = """
window.heard = {};
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) heard[interactionId] = Math.max(heard[interactionId] ?? 0, duration);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def run() -> dict[str, Any]:
    """In a process of its own: it has settings of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmarks.screen"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        _deploy(Path(home))
        row, cookie = _begun()
        with _server(dict(os.environ)) as port:
            return _measure(f"http://localhost:{port}", row, cookie)


def _deploy(home: Path) -> None:
    os.environ.update(
        VAR_DIR=str(home),
        DATABASE_URL=f"sqlite:///{home}/bench.sqlite3",
        DJANGO_SETTINGS_MODULE="mfcampaign.settings",
        DJANGO_ALLOW_ASYNC_UNSAFE="true",
        DJANGO_ENV="production",
        SECRET_KEY=string.printable[:62],
        ALLOWED_HOSTS="localhost",
        SITE_URL="https://localhost",
        EMAIL_URL="dummy://",
        TRUSTED_PROXIES="0",
        SECURE_SSL_REDIRECT="0",
    )
    for command in (["migrate", "-v0"], ["load_catalogue", "-v0"], ["collectstatic", "-v0", "--noinput"]):
        _manage(dict(os.environ), *command)
    import django

    django.setup()


def _begun() -> tuple[Any, dict[str, str]]:
    """An Encounter with a bot among terrain, its first Turn played as a bot would, and the cookie of who
    plays."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore

    from mfcampaign.play import loading
    from mfcampaign.play.operations import creation, playing
    from rules.editions.m3e.examples.encounters import among_terrain, skirmish
    from rules.editions.m3e.simulation.bots import Greedy
    from rules.fate.shuffle import Stream, digest

    user = get_user_model().objects.create_user("mara")
    row = creation.create(user, among_terrain(skirmish("screen")), opponent="greedy", name="screen-bench")
    creation.speak(row, user, 0, "Twenty letters and a few more")
    bot = Greedy(Stream(digest("screen", "bot")))
    while (play := loading.play_of(row)).state.turn < 2 or play.asks[0].kind != "activate":
        ask = play.asks[0]
        playing.answer(row, user, ask.seat, bot.answer(play, ask), kind=ask.kind, seen=row.version)
        row.refresh_from_db()
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return row, {"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key)}


def _measure(base: str, row: Any, cookie: dict[str, str]) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    from tests import services

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=services.chromium(), args=FLAGS)
        context = browser.new_context(
            base_url=base, viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, locale="en-GB"
        )
        context.add_cookies([cookie | {"url": base.replace("http:", "https:"), "secure": True}])  # type: ignore[list-item]
        page = context.new_page()
        weight = _weight(page, row.get_absolute_url())
        page.add_init_script(HEARD)
        figures = {"weight": weight, "interactions": _played(page, row)}
        browser.close()
    return figures


def _weight(page: Any, address: str) -> dict[str, Any]:
    """Bytes of a first visit, by kind; fonts beside them."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    kinds: dict[str, str] = {}
    sent: dict[str, float] = {}
    unpacked: dict[str, int] = {}

    def arrived(event: Any) -> None:
        kinds[event["requestId"]] = kind_of(event["type"], event["response"]["url"])

    def grew(event: Any) -> None:
        unpacked[event["requestId"]] = unpacked.get(event["requestId"], 0) + event["dataLength"]

    def ended(event: Any) -> None:
        sent[event["requestId"]] = event["encodedDataLength"]

    line.on("Network.responseReceived", arrived)
    line.on("Network.dataReceived", grew)
    line.on(
        "Network.loadingFinished", lambda event: sent.update({event["requestId"]: event["encodedDataLength"]})
    )
    answer = page.goto(address, wait_until="networkidle")
    assert answer is not None
    assert answer.ok, answer.status
    assert page.locator("form.ask").count(), "nothing is asked"
    line.detach()
    weights: dict[str, Any] = {}
    for request, kind in kinds.items():
        over, within = weights.get(kind, (0, 0))
        weights[kind] = (over + round(sent.get(request, 0)), within + unpacked.get(request, 0))
    whole = [figures for kind, figures in weights.items() if kind != "font"]
    return {
        "sent": sum(over for over, _ in whole),
        "unpacked": sum(within for _, within in whole),
        "by_kind": weights,
    }


def kind_of(kind: str, address: str) -> str:
    """The browser's word for it, but pictures apart, whatever asks for them."""
    return "image" if address.endswith((".svg", ".png")) else kind.lower()


def _played(page: Any, row: Any) -> dict[str, Any]:
    from playwright.sync_api import expect

    from rules.fate.shuffle import Stream, digest
    from tests.browser.pointing import Player

    expect.set_options(timeout=PATIENCE)
    player = Player(page, row, Stream(digest("screen", "pointing")), touch=True)
    page.goto(row.get_absolute_url(), wait_until="networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    answers = 0
    while answers < ANSWERS and not row.over:
        version = row.version
        expect(page.locator(f"#encounter-now[hx-get*='seen={version}&']")).to_have_count(1)
        player.answer()
        player.confirmed(version)
        row.refresh_from_db()
        answers += 1
    page.wait_for_timeout(1000)
    heard: list[float] = page.evaluate("Object.values(heard)")
    counted: int = page.evaluate("performance.interactionCount")
    times = sorted([*heard, *[LEAST] * (counted - len(heard))])
    return {
        "answers": answers,
        "interactions": counted,
        "median_ms": statistics.median(times),
        "p95_ms": times[math.ceil(0.95 * len(times)) - 1],
        "longest_ms": times[-1],
        "processor": f"{SLOWER} times slower",
    }


if __name__ == "__main__":
    print(json.dumps(_run()))
