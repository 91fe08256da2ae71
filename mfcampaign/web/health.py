"""Whether the house stands: for load balancers and for whoever is woken at night."""

from __future__ import annotations

from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mfcampaign.dispatch import queries as dispatch

REDIS_TIMEOUT_S = 1.0
LATE_QUEUE_S = 300


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """503 when the database is away. A missing Redis or a late queue only delays: 200, degraded."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        oldest = dispatch.queue_age_s()
    except DatabaseError:
        return JsonResponse({"status": "down", "database": "down"}, status=503)
    body: dict[str, Any] = {"database": "up", "redis": redis_state(), "queue": {"oldest_s": oldest}}
    late = oldest is not None and oldest > LATE_QUEUE_S
    body["status"] = "degraded" if late or body["redis"] == "down" else "up"
    return JsonResponse(body)


def redis_state() -> str:
    """``up``, ``down``, or ``absent`` where none is configured."""
    url = settings.REDIS_URL or settings.CELERY_BROKER_URL
    if not url:
        return "absent"
    try:
        client = redis.Redis.from_url(
            url, socket_timeout=REDIS_TIMEOUT_S, socket_connect_timeout=REDIS_TIMEOUT_S
        )
        with client:
            client.ping()
    except (redis.RedisError, OSError, ValueError):
        return "down"
    return "up"
