"""Notifying a person without importing the app that delivers notices.

``mfcampaign.notices`` registers itself in ``AppConfig.ready``; without it nobody is notified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

_notifiers: list[Callable[..., object]] = []


def register_notifier(notifier: Callable[..., object]) -> None:
    """Let ``notifier`` deliver what ``notify`` is called with; a second time changes nothing."""
    if notifier not in _notifiers:
        _notifiers.append(notifier)


def notify(
    users: Iterable[Any], *, kind: str, subject: str, url: str, campaign: Any = None, key: str
) -> None:
    """Tell each of ``users`` once for each ``key``; call it inside the transaction of the act.

    ``kind`` is a kind of notice (news, ruling, membership, deadline); ``url`` a path of this site.
    """
    people = list(users)
    for notifier in _notifiers:
        notifier(people, kind=kind, subject=subject, url=url, campaign=campaign, key=key)
