"""Health checks of the portal and its parts, for load balancers and for people on call."""

from __future__ import annotations

import secrets
import shutil
import time
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mfcampaign.dispatch import queries as dispatch
from mfcampaign.dispatch import watchdog
from mfcampaign.web.resilience.addresses import client_address, is_loopback

REDIS_TIMEOUT_S = 1.0
LATE_QUEUE_S = 300
LATE_CLOCK_S = 300
LOW_DISK_BYTES, LOW_DISK_SHARE = 200 * 2**20, 0.02
_BEGAN = time.monotonic()
WELL = ("up", "absent")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """503 when the database is away. What else is away or late only delays: 200, which is all that strangers
    hear; operators read which part it is."""
    health = report()
    down = health["status"] == "down"
    answer = health if asked_by_operator(request) else {"status": "down" if down else "up"}
    return JsonResponse(answer, status=503 if down else 200)


def asked_by_operator(request: HttpRequest) -> bool:
    """Whether the client has ``METRICS_TOKEN``; without one it is this machine, and in production nobody."""
    token: str = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), token.encode())
    return is_loopback(client_address(request)) and not settings.PRODUCTION


def report() -> dict[str, Any]:
    """How each part is: ``status``, ``database``, ``broker``, ``cache``, ``disk``, the ages of ``clock`` and
    ``queue`` in seconds, and in ``late`` what should have come long ago. Four queries."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        clock, queue = watchdog.ages(), dispatch.queue_report()
    except DatabaseError:
        return {"status": "down", "database": "down"}
    broker = redis_state(settings.CELERY_BROKER_URL)
    cache = broker if settings.CACHE_URL == settings.CELERY_BROKER_URL else redis_state(settings.CACHE_URL)
    disk = disk_state()
    late = _late(clock, queue)
    well = not late and all(state in WELL for state in (broker, cache, disk["state"]))
    return {
        "status": "up" if well else "degraded",
        "database": "up",
        "broker": broker,
        "cache": cache,
        "disk": disk,
        "clock": clock,
        "queue": queue,
        "late": late,
    }


def _late(clock: dict[str, float | None], queue: dict[str, Any]) -> list[str]:
    """The parts that should have come round long ago; one that never did counts from when we began."""
    running = time.monotonic() - _BEGAN
    parts = [watchdog.TICK, watchdog.SWEEP]
    if settings.CELERY_BROKER_URL:
        parts.append(watchdog.BEAT)
    late = [part for part in parts if (running if clock[part] is None else clock[part] or 0) > LATE_CLOCK_S]
    return late + [name for name in ("oldest_s", "outward_s") if (queue[name] or 0) > LATE_QUEUE_S]


def disk_state() -> dict[str, Any]:
    """``low`` when what the portal writes to has hardly any room left."""
    try:
        usage = shutil.disk_usage(settings.VAR_DIR)
    except OSError:
        return {"state": "down"}
    low = usage.free < LOW_DISK_BYTES or usage.free < LOW_DISK_SHARE * usage.total
    return {"state": "low" if low else "up", "free_bytes": usage.free}


def redis_state(url: str) -> str:
    """``up``; ``slow``, ``full`` or ``down``, each of which only delays; ``absent`` where none is named."""
    if not url:
        return "absent"
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    try:
        client = redis.Redis.from_url(
            url,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
        with client:
            client.set("portal:probe", 1, ex=60)
    except redis.TimeoutError:
        return "slow"
    except redis.OutOfMemoryError:
        return "full"
    except (redis.RedisError, OSError, ValueError):
        return "down"
    return "up"
