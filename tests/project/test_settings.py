"""Settings come from the environment; production starts only when every value is safe."""

from __future__ import annotations

import json
import os
import re
import runpy
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured

from mfcampaign.settings.embedded_key import embedded_key
from scripts.check import PRODUCTION

ROOT = Path(__file__).resolve().parents[2]
SHOW = """
import json
from django.conf import settings as s
from django.urls import get_resolver
print(json.dumps({name: getattr(s, name, None) for name in NAMES}))
"""


def manage(*command: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run manage.py in a process of its own with only ``environment`` set."""
    clean = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "PYTHONDONTWRITEBYTECODE": "1"}
    clean |= {name: value for name, value in environment.items() if value is not None}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def settings_of(*names: str, **environment: str | None) -> dict[str, object]:
    done = manage("shell", "--no-imports", "-c", SHOW.replace("NAMES", repr(names)), **environment)
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer


def read_with(monkeypatch: pytest.MonkeyPatch, **environment: str | None) -> dict[str, object]:
    """The settings as a process would read them that has only ``environment``."""
    for name in os.environ:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        if value is not None:
            monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "mfcampaign" / "settings" / "__init__.py"))


def production(tmp_path: Path, **changes: str | None) -> dict[str, str | None]:
    return PRODUCTION | {"VAR_DIR": str(tmp_path)} | changes


def test_a_proper_production_passes_the_deployment_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **production(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", None),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "a" * 60),
        ("SECRET_KEY", "embedded-default-for-one-machine-only-never-for-production-0123456789"),
        ("DEBUG", "true"),
        ("ALLOWED_HOSTS", None),
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", "league.example,.example"),
        ("SITE_URL", "http://league.example"),
        ("SITE_URL", None),
        ("CSRF_TRUSTED_ORIGINS", "http://league.example"),
        ("EMAIL_URL", None),
        ("EMAIL_URL", "console://"),
        ("CELERY_BROKER_URL", "amqp://guest@localhost"),
        ("CACHE_URL", "memcached://localhost"),
        ("TRUSTED_PROXIES", None),
        ("TRUSTED_PROXIES", "yes"),
        ("TRUSTED_PROXIES", "-1"),
    ],
)
def test_production_refuses_to_start_with_an_unsafe_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str | None
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name}:"):
        read_with(monkeypatch, **production(tmp_path, **{name: value}))


def test_all_unsafe_values_are_named_at_once() -> None:
    done = manage("check", DJANGO_ENV="production", DEBUG="1")
    named = [
        name for name in ("SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "SITE_URL") if f"{name}:" in done.stderr
    ]
    assert named == ["SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "SITE_URL"]


def test_a_misspelt_environment_does_not_open_the_conveniences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ImproperlyConfigured, match="DJANGO_ENV: 'prod'"):
        read_with(monkeypatch, **production(tmp_path, DJANGO_ENV="prod"))


def test_production_cookies_belong_to_this_host_and_travel_by_tls_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = vars(global_settings)
    values = usual | read_with(monkeypatch, **production(tmp_path))
    assert values["SESSION_COOKIE_NAME"] == "__Host-session"
    assert values["CSRF_COOKIE_NAME"] == "__Host-csrf"
    assert (
        values["SESSION_COOKIE_SECURE"]
        is values["CSRF_COOKIE_SECURE"]
        is values["SECURE_SSL_REDIRECT"]
        is True
    )
    # The __Host- prefix is void with a Domain or another Path.
    assert values["SESSION_COOKIE_DOMAIN"] is values["CSRF_COOKIE_DOMAIN"] is None
    assert values["SESSION_COOKIE_PATH"] == values["CSRF_COOKIE_PATH"] == "/"
    assert values["SECURE_HSTS_SECONDS"] == 31_536_000
    assert values["DEBUG"] is False


def test_without_a_variable_everything_is_embedded_and_nothing_is_debugged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = read_with(monkeypatch)
    assert values["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert values["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert values["DISPATCH_IN_PROCESS"] is True
    assert values["DEBUG"] is False
    assert "*" not in values["ALLOWED_HOSTS"]


def test_a_broker_turns_the_workers_on() -> None:
    values = settings_of("DISPATCH_IN_PROCESS", "CELERY_BROKER_URL", REDIS_URL="redis://127.0.0.1:1/0")
    assert values == {"DISPATCH_IN_PROCESS": False, "CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}


def test_the_operators_guide_names_every_variable_of_the_settings() -> None:
    portal = ROOT / "mfcampaign"
    readers = [*(portal / "settings").glob("*.py"), *(portal / "web" / "resilience").glob("*.py")]
    source = "".join(path.read_text() for path in readers)
    names = set(re.findall(r'env(?:iron)?\.\w+\(\s*"([A-Z_]+)"', source))
    assert len(names) > 15
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operating.md").read_text(), re.M))
    assert names - table == set()
    assert table - names == set(), "no longer read by the settings"


def test_the_content_policy_allows_nothing_unsafe(settings) -> None:
    policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert set(policy) >= {
        "default-src",
        "script-src",
        "style-src",
        "object-src",
        "base-uri",
        "frame-ancestors",
    }
    sources = [str(source) for values in policy.values() for source in values]
    assert not [source for source in sources if "unsafe" in source or source in ("*", "http:", "https:")]


def test_collected_files_get_names_by_content_and_every_reference_resolves(tmp_path: Path) -> None:
    environment = production(tmp_path, STATIC_ROOT=str(tmp_path / "collected"))
    done = manage("collectstatic", "--noinput", **environment)
    assert done.returncode == 0, done.stderr
    names = json.loads((tmp_path / "collected" / "staticfiles.json").read_text())["paths"]
    own = [name for name in names if name.startswith("css/")]
    assert own
    assert all(names[name] != name and (tmp_path / "collected" / names[name]).exists() for name in own)
    ask = "Client(HTTP_HOST='league.example').get('/sw.js', secure=True).content.decode()"
    code = f"from django.test import Client; print({ask})"
    answered = manage("shell", "-v0", "-c", code, **environment)
    assert answered.returncode == 0, answered.stderr
    served = json.loads(answered.stdout.partition("const PORTAL = ")[2].partition(";\n")[0])
    assert served["files_at"] == "/static/"
    hashed = [address.removeprefix("/static/") for address in served["files"]]
    assert set(hashed) <= set(names.values())
    assert names["css/core.css"] in hashed


def test_the_embedded_key_is_made_once_by_one_and_read_by_its_owner(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(embedded_key, [tmp_path] * 8))
    (key,) = keys
    assert len(key) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert read_with(monkeypatch, VAR_DIR=str(tmp_path))["SECRET_KEY"] == key
    assert read_with(monkeypatch, VAR_DIR=str(tmp_path / "another"))["SECRET_KEY"] != key


@pytest.mark.parametrize("preload", [None, "1"])
def test_nobody_is_on_the_list_of_browsers_by_accident(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, preload: str | None
) -> None:
    values = read_with(monkeypatch, **production(tmp_path, SECURE_HSTS_PRELOAD=preload))
    assert values["SECURE_HSTS_PRELOAD"] is bool(preload)
