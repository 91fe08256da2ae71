"""Registries: handlers by kind of command, functions for every tick, deliveries by topic.

Apps fill them in ``AppConfig.ready``, which imports their ``handlers`` module.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mfcampaign.dispatch.models import Command

Handler = Callable[["Command"], "dict[str, Any] | None"]
Ticker = Callable[[datetime], object]
Delivery = Callable[["dict[str, Any]"], object]
Each = Callable[[int], object]

_handlers: dict[str, Handler] = {}
_tickers: dict[str, Ticker] = {}
_deliveries: dict[str, Delivery] = {}
_batches: dict[str, Each] = {}


class RetryLater(Exception):
    """A delivery could not be made now and is to be tried again ``after`` this time."""

    def __init__(self, after: timedelta, why: str = "") -> None:
        super().__init__(why or f"again in {after}")
        self.after = after


class UnknownKind(LookupError):
    """No handler is registered for a command's kind: an app is missing, or an old worker runs."""


def handler(kind: str) -> Callable[[Handler], Handler]:
    """Register the function that does commands of ``kind``.

    It is called inside one short transaction that holds the command's row lock, returns a small
    JSON object (the command's result) and raises ``Refusal`` to reject for good. Whatever else it
    raises rolls everything back and is tried again. No network, mail or file inside, and what takes
    long only through ``audit.computing.computed``. Flips derive
    from the ``natural_key`` of the command, never from its id, so that no attempt rolls again.
    """

    def register(function: Handler) -> Handler:
        _claim(_handlers, kind, function)
        return function

    return register


def ticker(function: Ticker) -> Ticker:
    """Register ``function(now)``, called about once a minute, sometimes twice, sometimes not at all. It
    returns true when it did not come to its end and should be called again soon."""
    _claim(_tickers, f"{function.__module__}.{function.__qualname__}", function)
    return function


def delivery(topic: str) -> Callable[[Delivery], Delivery]:
    """Register the function that delivers outbox rows of ``topic`` outwards; called with the payload.

    It may take seconds: workers or the ticker call it, never a request. ``RetryLater`` sets its own
    pause; any other exception means: again at the next sweep.
    """

    def register(function: Delivery) -> Delivery:
        _claim(_deliveries, topic, function)
        return function

    return register


def batch(name: str) -> Callable[[Each], Each]:
    """Register ``function(id)``, done for many ids by ``fan_out``: what is lost is asked for again by the
    caller, so it leaves no row. Idempotent, as all here."""

    def register(function: Each) -> Each:
        _claim(_batches, name, function)
        return function

    return register


def batch_for(name: str) -> Each:
    return _batches[name]


def handler_for(kind: str) -> Handler:
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(f"no handler for commands of kind {kind!r}") from None


def delivery_for(topic: str) -> Delivery | None:
    return _deliveries.get(topic)


def tickers() -> list[tuple[str, Ticker]]:
    return list(_tickers.items())


def _claim(table: dict[str, Any], name: str, function: Callable[..., Any]) -> None:
    held = table.setdefault(name, function)
    if (held.__module__, held.__qualname__) != (function.__module__, function.__qualname__):
        raise ValueError(f"{name!r} belongs to {held.__module__}.{held.__qualname__} already.")
    table[name] = function
