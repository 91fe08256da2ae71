"""What a collector of traces is told, and what it is not; skipped where the extra ``traces`` is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CANARY = "kQz8W1mXpY0t7Rv2aB4c"
missing = find_spec("opentelemetry") is None
# In a process of its own: tracing changes Django's middleware for good.
TRACED = f"""
import json, django
from django.conf import settings
django.setup()
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from mfcampaign.dispatch import tasks
from mfcampaign.web.resilience import traces
kept = InMemorySpanExporter()
provider = traces.begin(kept)
from django.test import Client
client = Client(REMOTE_ADDR="203.0.113.77", HTTP_USER_AGENT="a browser of somebody")
client.get("/about/?token={CANARY}")
client.get("/leagues/join/{CANARY}/")
client.get("/healthz")
with provider.get_tracer("tests").start_as_current_span("GET /leagues/join/{CANARY}/") as span:
    span.set_attribute("enduser.id", "somebody")
    try:
        raise ValueError("at /leagues/join/{CANARY}/")
    except ValueError as problem:
        span.record_exception(problem)
provider.force_flush()
spans = kept.get_finished_spans()
print(json.dumps([json.loads(span.to_json()) for span in spans]))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environment |= {"DJANGO_SETTINGS_MODULE": "mfcampaign.settings", "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(missing, reason="traces: opentelemetry is not installed (the extra `traces`)")
def test_a_trace_tells_addresses_and_times_and_nothing_of_people(tmp_path: Path) -> None:
    done = run(TRACED, VAR_DIR=str(tmp_path), DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3")
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()[-1]
    spans = json.loads(told)
    assert len(spans) == 3, [span["name"] for span in spans]
    about = spans[0]
    assert about["attributes"]["http.route"] == "about/"
    assert about["attributes"]["http.status_code"] == 200
    assert about["start_time"] < about["end_time"]
    assert spans[-1]["events"][0]["attributes"]["exception.type"] == "ValueError"
    for word in (CANARY, "203.0.113.77", "a browser", "enduser"):
        assert word not in told, word


@pytest.mark.skipif(not missing, reason="traces: opentelemetry is installed here")
def test_without_its_packages_the_setting_is_refused_in_words(tmp_path: Path) -> None:
    done = run(
        "import django; django.setup()",
        VAR_DIR=str(tmp_path),
        OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1",
    )
    assert done.returncode != 0
    assert "needs the extra `traces`" in done.stderr
