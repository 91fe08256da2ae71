"""Quotas: the most of each thing that one person may store (``QUOTAS``)."""

from __future__ import annotations

from django.conf import settings

from rules.refusal import Refusal


def expect_room(what: str, held: int, fix: str) -> None:
    """``Refusal`` for who holds as many of ``what`` (a key of ``QUOTAS``) as one person may."""
    most: int = settings.QUOTAS[what]
    if held >= most:
        raise Refusal(f"One person has at most {most} {WORDS.get(what, what)}.", fix=fix)


WORDS = {
    "crews": "Crews",
    "leagues": "leagues under way",
    "events": "events under way",
    "webhooks": "webhooks",
}
