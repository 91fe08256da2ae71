"""Who is woken at night learns what stands still: health, metrics, logs, and what they must not tell."""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import time
from pathlib import Path

import pytest
import sentry_sdk
import yaml
from celery.signals import before_task_publish, task_prerun
from django.urls import get_resolver, resolve, reverse
from django.urls.exceptions import NoReverseMatch
from django.utils import timezone

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import tasks, trace, watchdog
from mfcampaign.dispatch.models import Command, Heartbeat, Outbox
from mfcampaign.web.resilience import health, logs

ROOT = Path(__file__).resolve().parents[2]
CANARY = "kQz8W1mXpY0t7Rv2aB4c"


def ask(client, path="/healthz", **headers):
    answer = client.get(path, headers=headers)
    return answer.json() if path == "/healthz" else answer.content.decode()


@pytest.fixture(autouse=True)
def just_begun(monkeypatch):
    """A suite runs longer than a portal may be without a tick."""
    monkeypatch.setattr(health, "_BEGAN", time.monotonic())


# -- health ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_tick_sweep_and_beat_leave_signs_of_life(client, monkeypatch):
    monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
    assert ask(client)["clock"] == {"tick": None, "sweep": None, "beat": None}
    dispatch.tick()
    dispatch.sweep()
    tasks._beat_came_round()
    clock = ask(client)["clock"]
    assert all(0 <= clock[part] < 60 for part in watchdog.PARTS)


@pytest.mark.django_db
@pytest.mark.parametrize("part", watchdog.PARTS)
def test_a_clock_that_stands_still_degrades(client, settings, part):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    for each in watchdog.PARTS:
        watchdog.came_round(each)
    assert ask(client)["late"] == []
    Heartbeat.objects.filter(part=part).update(at=timezone.now() - dt.timedelta(seconds=400))
    found = ask(client)
    assert (found["late"], found["status"]) == ([part], "degraded")


@pytest.mark.django_db
def test_a_clock_that_never_began_is_noticed_after_a_while(client, monkeypatch):
    assert ask(client)["late"] == []
    monkeypatch.setattr(health, "_BEGAN", health._BEGAN - health.LATE_CLOCK_S - 1)
    assert ask(client)["late"] == ["tick", "sweep"], "without a broker nobody needs a beat"


@pytest.mark.django_db
def test_mails_that_do_not_leave_and_a_full_disk_degrade(client, monkeypatch):
    row = Outbox.objects.create(topic="tests", payload={})
    Outbox.objects.filter(pk=row.pk).update(created_at=timezone.now() - dt.timedelta(seconds=400))
    found = ask(client)
    assert (found["late"], found["status"]) == (["outward_s"], "degraded")
    Outbox.objects.filter(pk=row.pk).update(due_at=timezone.now() + dt.timedelta(hours=1))
    assert ask(client)["late"] == [], "it waits on purpose"
    monkeypatch.setattr(health, "LOW_DISK_BYTES", 2**60)
    found = ask(client)
    assert (found["disk"]["state"], found["status"]) == ("low", "degraded")


# -- metrics --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_metrics_tell_what_health_tells_and_how_long_requests_take(client):
    watchdog.came_round(watchdog.TICK)
    Command.objects.create(kind="k", natural_key="k", status=Command.Status.STUCK)
    client.get("/about/")
    told = ask(client, "/metrics")
    assert "portal_up 1.0" in told
    assert re.search(r'portal_clock_age_seconds\{part="tick"\} [0-9.e-]+', told)
    assert 'portal_clock_age_seconds{part="beat"}' not in told, "never is not zero"
    assert 'portal_commands{status="stuck"} 1.0' in told
    assert 'portal_request_seconds_count{view="about"}' in told


@pytest.mark.django_db
def test_the_metrics_tell_by_kind_how_long_a_command_held_its_locks(client):
    for number, (kind, held) in enumerate((("slow", 1500), ("slow", 700), ("quick", 0), ("waits", None))):
        Command.objects.create(kind=kind, natural_key=str(number), held_ms=held)
    told = ask(client, "/metrics")
    held = dict(re.findall(r'portal_command_held_seconds\{kind="(\w+)"\} ([0-9.]+)', told))
    assert held == {"slow": "1.5", "quick": "0.0"}, "one that was not done yet held nothing"


@pytest.mark.django_db
def test_every_metric_of_the_dashboard_and_of_the_alerts_exists(client):
    watchdog.came_round(watchdog.TICK)
    told = ask(client, "/metrics")
    board = json.loads((ROOT / "docs/dashboards/portal.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    rules = yaml.safe_load((ROOT / "docs/dashboards/alerts.yml").read_text())
    asked += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    names = {name for expression in asked for name in re.findall(r"portal_\w+", expression)}
    assert len(names) >= 7
    assert {name for name in names if not re.search(rf"^{name}[ {{]", told, re.M)} == set()


@pytest.mark.django_db
def test_the_metrics_are_for_whoever_has_the_token(client, settings):
    settings.METRICS_TOKEN = "for-prometheus-alone"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer for-prometheus-alone"}).status_code == 200
    settings.METRICS_TOKEN, settings.PRODUCTION = "", True
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_strangers_hear_up_or_down_and_no_more(client, settings, monkeypatch):
    stranger = {"REMOTE_ADDR": "203.0.113.9"}
    assert len(client.get("/healthz").json()) > 1, "this machine, while there is no token"
    assert client.get("/healthz", **stranger).json() == {"status": "up"}
    assert client.get("/metrics", **stranger).status_code == 404
    settings.METRICS_TOKEN = "for-prometheus-alone"
    assert client.get("/healthz").json() == {"status": "up"}
    token = {"authorization": "Bearer for-prometheus-alone"}
    assert "queue" in client.get("/healthz", headers=token, **stranger).json()
    settings.METRICS_TOKEN, settings.PRODUCTION = "", True
    assert client.get("/healthz").json() == {"status": "up"}
    monkeypatch.setattr(health, "report", lambda: {"status": "degraded", "late": ["tick"]})
    assert client.get("/healthz").json() == {"status": "up"}, "which part is late is nobody's"
    monkeypatch.setattr(health, "report", lambda: {"status": "down", "database": "down"})
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "down"})


# -- logs -----------------------------------------------------------------------------------------


def bearers():
    """Every address of the portal with a part that opens something, filled with a canary."""
    patterns, resolver = [], get_resolver()

    def walk(urls, namespaces):
        for each in urls:
            if hasattr(each, "url_patterns"):
                walk(each.url_patterns, [*namespaces, each.namespace] if each.namespace else namespaces)
            elif each.name:
                patterns.append(":".join([*namespaces, each.name]))

    walk(resolver.url_patterns, [])
    for name in sorted(set(patterns)):
        for names in ({"token"}, {"code"}, {"key"}, {"uidb36", "key"}, {"code", "verb"}, {"slug", "key"}):
            try:
                yield reverse(name, kwargs=dict.fromkeys(names, CANARY))
            except NoReverseMatch:
                continue


def test_no_line_of_the_log_names_a_bearer_address():
    found = list(bearers())
    assert len(found) >= 12
    for path in found:
        assert CANARY in path
        for text in (
            f"Not Found: {path}",
            f"GET https://league.example{path}?a=1",
            f"{path[:-1]}",
            f"'{path}'.",
        ):
            assert CANARY not in logs.masked(text), path
    assert CANARY not in logs.masked(f"/nowhere/{CANARY}/more?token={CANARY}")


def test_ordinary_addresses_stay_readable():
    for text in ("Not Found: /leagues/the-long-winter/", "one and/or two", "/static/css/base.css", "no path"):
        assert logs.masked(text) == text
    assert resolve("/about/")


def line_of(formatter, message, *args, **more):
    record = logging.LogRecord("portal", logging.WARNING, __file__, 1, message, args, more.get("exc_info"))
    return formatter.format(record)


@pytest.mark.django_db
def test_a_line_as_json_names_request_and_command_and_masks_exceptions_too(client):
    token = trace.request_id.set("abc123def")
    try:
        with trace.command(7):
            try:
                raise ValueError(f"at /leagues/join/{CANARY}/")
            except ValueError as problem:
                told = line_of(logs.JsonFormatter(), "broke at %s", "/", exc_info=(ValueError, problem, None))
    finally:
        trace.request_id.reset(token)
    told = json.loads(told)
    assert (told["request"], told["command"], told["level"]) == ("abc123def", 7, "WARNING")
    assert "ValueError" in told["exception"]
    assert CANARY not in json.dumps(told)


@pytest.mark.django_db
def test_the_id_of_a_request_comes_from_the_proxy_and_goes_back(client):
    assert (
        client.get("/about/", headers={"x-request-id": "from-the-proxy-1"})["X-Request-ID"]
        == "from-the-proxy-1"
    )
    forged = client.get("/about/", headers={"x-request-id": 'x"} {"forged": 1'})["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{16}", forged)


def test_a_message_takes_the_request_along_to_the_worker():
    headers: dict[str, str] = {}
    token = trace.request_id.set("abc123def")
    before_task_publish.send(sender="t", headers=headers)
    trace.request_id.reset(token)
    assert headers[trace.HEADER] == "abc123def"

    class Task:
        class request:
            portal_request = headers[trace.HEADER]

    task_prerun.send(sender=Task, task=Task)
    assert trace.request_id.get() == "abc123def"
    trace.forget()
    assert trace.request_id.get() == ""


def test_what_leaves_for_a_collector_of_errors_holds_no_bearer_and_no_variables():
    sent = []

    class Nowhere(sentry_sdk.Transport):
        def capture_envelope(self, envelope):
            sent.append(json.dumps([item.payload.json for item in envelope.items]))

    client = sentry_sdk.Client(
        "https://key@errors.example/1",
        transport=Nowhere,
        default_integrations=False,
        **logs.sentry_options(),
    )
    hand = " ".join(["Red", "Joker"])
    with sentry_sdk.new_scope() as scope:
        scope.set_client(client)
        try:
            raise ValueError(f"at /leagues/join/{CANARY}/ {len(hand)}")
        except ValueError as problem:
            scope.capture_exception(problem)
        client.flush()
    assert len(sent) == 1
    assert "ValueError" in sent[0]
    assert CANARY not in sent[0]
    assert hand not in sent[0]
