"""The servers of the tests are real, and one may ask for them by URL."""

from __future__ import annotations

import socket

import psycopg
import pytest
import redis

from tests import services


@pytest.mark.postgres
def test_postgres_answers_and_two_users_of_it_get_two_databases(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_POSTGRES_URL", postgres_url)
    with services.postgres() as other, psycopg.connect(other) as connection:
        row = connection.execute(
            "SELECT current_database(), current_setting('server_version_num')::int"
        ).fetchone()
    assert row is not None
    assert row[0] not in postgres_url
    assert row[1] >= 140000


def test_redis_answers_and_refuses_to_forget_what_was_queued(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        assert client.ping()
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_two_users_of_a_redis_get_two_databases_and_neither_forgets_for_the_other(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_REDIS_URL", redis_url)
    with services.redis() as one, services.redis() as other:
        assert len({redis_url, one, other}) == 3
        with redis.Redis.from_url(one) as mine, redis.Redis.from_url(other) as theirs:
            mine.set("mine", 1)
            theirs.flushdb()
            assert (mine.dbsize(), theirs.dbsize()) == (1, 0)
    with services.redis() as again, redis.Redis.from_url(again) as second:
        assert again in (one, other), "it was given back"
        assert second.dbsize() == 0


def test_a_free_port_is_none_that_a_client_is_given() -> None:
    ports = {services.free_port() for _ in range(20)}
    assert len(ports) > 1, "two processes that ask at once must not be told the same"
    for _ in range(20):
        with socket.socket() as client:
            client.bind(("127.0.0.1", 0))
            assert max(ports) < client.getsockname()[1]


def test_a_missing_postgres_says_what_was_tried(monkeypatch: pytest.MonkeyPatch, tmp_path_factory) -> None:
    broken = tmp_path_factory.mktemp("broken")
    monkeypatch.setattr(services, "_postgres_binaries", lambda: iter([broken]))
    monkeypatch.delenv("TEST_POSTGRES_URL", raising=False)
    with pytest.raises(services.ServiceMissing, match="broken"), services.postgres():
        pass


def test_chromium_named_by_the_environment_must_be_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert services.chromium() is None
    monkeypatch.setenv("CHROMIUM", "/bin/sh")
    assert services.chromium() == "/bin/sh"
