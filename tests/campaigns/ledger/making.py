"""Leagues and players with nothing but what the ledger needs."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.apps import apps

from mfcampaign.campaigns.ledger import operations as ledger


def make_league(slug: str = "brass") -> Any:
    """A league with its bank open and nobody in it."""
    release, _ = apps.get_model("catalog", "Release").objects.get_or_create(
        edition="m3e", version=9000, defaults={"sha256": "0" * 64}
    )
    charts, _ = apps.get_model("catalog", "ChartSet").objects.get_or_create(
        kind="ledger-tests",
        sha256="0" * 64,
        defaults={"name": "none", "version": "1", "source": "house", "body": {}},
    )
    league = apps.get_model("campaigns", "Campaign").objects.create(
        slug=slug,
        name=slug.title(),
        starts_on=dt.date(2026, 3, 6),
        turnover_time=dt.time(19),
        release=release,
        charts=charts,
    )
    ledger.open_accounts(league)
    return league


def make_player(league: Any, name: str = "mara") -> Any:
    """An entry of ``league`` with an empty purse."""
    user = apps.get_model("accounts", "User").objects.create(
        username=f"{league.slug}-{name}", email=f"{league.slug}-{name}@example.org"
    )
    entry = apps.get_model("campaigns", "Entry").objects.create(
        campaign=league, user=user, faction="guild", crew_name=name.title()
    )
    ledger.open_purse(entry)
    return entry
