"""Correlation of log lines: the request and the command to which a line belongs, also in the worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

request_id: ContextVar[str] = ContextVar("request_id", default="")
command_id: ContextVar[int | None] = ContextVar("command_id", default=None)
HEADER = "portal_request"


@contextmanager
def command(number: int) -> Iterator[None]:
    """Log lines inside belong to that command."""
    before = command_id.set(number)
    try:
        yield
    finally:
        command_id.reset(before)


@before_task_publish.connect
def take_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and (known := request_id.get()):
        headers[HEADER] = known


@task_prerun.connect
def go_on_from(task: Any = None, **_: Any) -> None:
    request_id.set(getattr(task.request, HEADER, None) or "")


@task_postrun.connect
def forget(**_: Any) -> None:
    request_id.set("")
