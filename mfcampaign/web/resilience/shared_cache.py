"""Caches shared by all processes, in Redis or, without it, in the database.

``SharedCache`` holds what limits count: in Redis while it answers, otherwise in the database, by one atomic
statement each, so that no number of processes exceeds a limit. ``SoftCache`` holds what can be computed
again: without Redis it is empty. Neither ever raises for Redis: one that is away, full or slow costs one
short wait and is not asked again for a few seconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, NamedTuple, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from mfcampaign.dispatch.breaker import Breaker
from mfcampaign.web.resilience.waiting import unless_locked

Result = TypeVar("Result")

ANSWER_SECONDS = 0.25
# What never expires, expires in some three hundred million years.
NEVER = 9e15


class Counted(NamedTuple):
    """The count so far, this one included, and the seconds until it starts again."""

    number: int
    seconds_left: float


class JsonSerializer:
    """Plain values, no pickles: who can write into Redis must not run code here. Numbers stay numbers."""

    def dumps(self, value: Any) -> Any:
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: Any) -> Any:
        return json.loads(data)


def _redis(location: Any, params: dict[str, Any]) -> RedisCache | None:
    if not location:
        return None
    # Eight megabytes that a portal without Redis does without.
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    options = {
        "serializer": JsonSerializer(),
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": ANSWER_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }
    return RedisCache(location, {**params, "OPTIONS": options})


class SharedCache(BaseCache):
    """Django's cache interface and ``count``, in Redis (``LOCATION``, may be empty) or the database."""

    def __init__(self, location: Any, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = _redis(location, params)
        self._breaker = Breaker("the cache")

    def count(self, key: str, seconds: float, by: int = 1, wait: bool = True) -> Counted:
        """Count one, or ``by``; the count starts again ``seconds`` after its first. Atomic over all
        processes. ``wait`` for a lock of the database, or answer 0."""
        key = self.make_and_validate_key(key)

        def in_redis(cache: RedisCache) -> Counted:
            client = cache._cache.get_client(key, write=True)
            with client.pipeline(transaction=True) as pipe:
                pipe.set(key, 0, px=int(seconds * 1000), nx=True)
                pipe.incrby(key, by)
                pipe.pttl(key)
                _, number, left = pipe.execute()
            return Counted(number, max(0.0, left / 1000))

        def in_database() -> Counted:
            now = time.time()
            row: tuple[Any, ...] | None = (0, now)
            with nullcontext() if wait else unless_locked():
                row = _one(
                    "INSERT INTO web_sharedentry (key, value, count, expires_at) VALUES (%s, '', %s, %s)"
                    " ON CONFLICT (key) DO UPDATE SET"
                    " count = CASE WHEN web_sharedentry.expires_at <= %s THEN excluded.count"
                    " ELSE web_sharedentry.count + excluded.count END,"
                    " expires_at = CASE WHEN web_sharedentry.expires_at <= %s THEN excluded.expires_at"
                    " ELSE web_sharedentry.expires_at END"
                    " RETURNING count, expires_at",
                    [key, by, now + seconds, now, now],
                )
            assert row is not None
            return Counted(row[0], max(0.0, row[1] - now))

        return self._either(in_redis, in_database)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)

        def in_database() -> bool:
            row = _one(
                "INSERT INTO web_sharedentry (key, value, count, expires_at) VALUES (%s, %s, 0, %s)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at"
                " WHERE web_sharedentry.expires_at <= %s RETURNING key",
                [name, json.dumps(value), self._until(timeout), time.time()],
            )
            return row is not None

        return self._either(lambda cache: bool(cache.add(key, value, timeout, version)), in_database)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        name = self.make_and_validate_key(key, version=version)

        def in_database() -> Any:
            row = _one(
                "SELECT value FROM web_sharedentry WHERE key = %s AND expires_at > %s", [name, time.time()]
            )
            return default if row is None else json.loads(row[0])

        return self._either(lambda cache: cache.get(key, default, version), in_database)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        name = self.make_and_validate_key(key, version=version)

        def in_database() -> None:
            _one(
                "INSERT INTO web_sharedentry (key, value, count, expires_at) VALUES (%s, %s, 0, %s)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at"
                " RETURNING key",
                [name, json.dumps(value), self._until(timeout)],
            )

        self._either(lambda cache: cache.set(key, value, timeout, version), in_database)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)

        def in_database() -> bool:
            row = _one(
                "UPDATE web_sharedentry SET expires_at = %s WHERE key = %s AND expires_at > %s RETURNING key",
                [self._until(timeout), name, time.time()],
            )
            return row is not None

        return self._either(lambda cache: bool(cache.touch(key, timeout, version)), in_database)

    def delete(self, key: str, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)

        def in_database() -> bool:
            row = _one(
                "DELETE FROM web_sharedentry WHERE key = %s RETURNING expires_at > %s", [name, time.time()]
            )
            return row is not None and bool(row[0])

        return self._either(lambda cache: bool(cache.delete(key, version)), in_database)

    def clear(self) -> None:
        def in_database() -> None:
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM web_sharedentry")

        self._either(lambda cache: cache.clear(), in_database)

    def _either(self, in_redis: Callable[[RedisCache], Result], in_database: Callable[[], Result]) -> Result:
        if self._redis is not None and not self._breaker.open:
            from redis import RedisError

            try:
                return in_redis(self._redis)
            except (RedisError, OSError) as problem:
                self._breaker.failed(problem)
        return in_database()

    def _until(self, timeout: Any) -> float:
        moment: float | None = self.get_backend_timeout(timeout)
        return NEVER if moment is None else moment


class SoftCache(BaseCache):
    """A cache of values that can be computed again, in Redis while it answers; otherwise it is empty."""

    def __init__(self, location: Any, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = _redis(location, params)
        self._breaker = Breaker("the cache of what can be made anew")

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._try(lambda cache: cache.add(key, value, timeout, version), False))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._try(lambda cache: cache.get(key, default, version), default)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._try(lambda cache: cache.set(key, value, timeout, version), None)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._try(lambda cache: cache.touch(key, timeout, version), False))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._try(lambda cache: cache.delete(key, version), False))

    def clear(self) -> None:
        self._try(lambda cache: cache.clear(), None)

    def _try(self, ask: Callable[[RedisCache], Any], otherwise: Any) -> Any:
        if self._redis is None or self._breaker.open:
            return otherwise
        from redis import RedisError

        try:
            return ask(self._redis)
        except (RedisError, OSError) as problem:
            self._breaker.failed(problem)
            return otherwise


def forget_expired() -> int:
    """Delete what has expired in the database; the number of rows."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM web_sharedentry WHERE expires_at <= %s", [time.time()])
        return int(cursor.rowcount)


def _one(statement: str, values: list[Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row
