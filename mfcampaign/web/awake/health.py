"""Whether the house stands: for load balancers and for whoever is woken at night."""

from __future__ import annotations

from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

from mfcampaign.dispatch import queries as dispatch

REDIS_TIMEOUT_S = 1.0
LATE_QUEUE_S = 300
WELL = ("up", "absent")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """503 when the database is away. What else is away or late only delays: 200, degraded."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        oldest = dispatch.queue_age_s()
    except DatabaseError:
        return JsonResponse({"status": "down", "database": "down"}, status=503)
    broker = redis_state(settings.CELERY_BROKER_URL)
    cache = broker if settings.CACHE_URL == settings.CELERY_BROKER_URL else redis_state(settings.CACHE_URL)
    body: dict[str, Any] = {"database": "up", "broker": broker, "cache": cache, "queue": {"oldest_s": oldest}}
    late = oldest is not None and oldest > LATE_QUEUE_S
    body["status"] = "degraded" if late or broker not in WELL or cache not in WELL else "up"
    return JsonResponse(body)


def redis_state(url: str) -> str:
    """``up``; ``slow``, ``full`` or ``down``, each of which only delays; ``absent`` where none is named."""
    if not url:
        return "absent"
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
