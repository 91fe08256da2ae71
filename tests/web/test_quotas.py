"""One person keeps so much and no more, and is told."""

from __future__ import annotations

import datetime as dt
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from mfcampaign.accounts.models import User
from mfcampaign.api import operations as api
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.catalog.operations import packs, seasons
from mfcampaign.crews import operations as crews
from mfcampaign.events.operations import creation
from mfcampaign.notices.operations import webhooks
from mfcampaign.tables import operations as tables
from rules.edition import editions
from rules.refusal import Refusal
from rules.table.sheet import Sheet
from tests.campaigns.conftest import catalogue, figures, league, make_league  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db


def open_league(user: User, number: int) -> Any:
    return opening.open_league(
        user, name=f"League {number}", starts_on=dt.date(2026, 1, 5), turnover_time=dt.time(19), zone="UTC"
    )


def create_event(user: User, number: int) -> Any:
    return creation.create_event(
        user, name=f"Event {number}", starts_at=timezone.now() + timedelta(days=9), format="swiss"
    )


def bring_season(user: User, number: int) -> Any:
    edition = next(each.code for each in editions() if each.setup.season_faults is not None)
    strategies = "Mill, ram\nFord, mask\nGate, tome\nWell, crow"
    names = ("One", "Two", "Three", "Four")
    schemes = "\n".join(f"{name} > {', '.join(each for each in names if each != name)}" for name in names)
    return seasons.bring_season(user, edition, f"Season {number}", strategies, schemes)


MADE = {
    "leagues": open_league,
    "events": create_event,
    "crews": lambda user, number: crews.create(user, faction="guild", leader="lady-justice", size=50),
    "packs": lambda user, number: packs.create_pack(user, f"Pack {number}"),
    "seasons": bring_season,
    "tables": lambda user, number: tables.keep(user, Sheet(), title=f"Table {number}"),
    "tokens": lambda user, number: api.make_token(user, name=f"Bot {number}", scopes=["read"]),
}


def test_each_quota_is_tried_here() -> None:
    assert set(MADE) | {"webhooks", "notes"} == set(settings.QUOTAS), "notes: tests/journal"


@pytest.mark.parametrize("what", MADE)
def test_the_last_that_fits_is_kept_and_the_next_refused(
    what: str,
    catalogue: None,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(settings.QUOTAS, what, 2)
    user, other = User.objects.create_user("keeper"), User.objects.create_user("other")
    for number in (1, 2):
        MADE[what](user, number)
    with pytest.raises(Refusal, match="at most 2") as refused:
        MADE[what](user, 3)
    assert refused.value.fix
    MADE[what](other, 4)


def test_webhooks_count_by_who_added_them(league: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setitem(settings.QUOTAS, "webhooks", 1)
    add = {"kind": "signed", "url": "https://hooks.example/x", "topics": []}
    webhooks.add(league.campaign, league.organiser, name="One", **add)
    with pytest.raises(Refusal, match="at most 1 webhooks"):
        webhooks.add(league.campaign, league.organiser, name="Two", **add)


def test_a_league_that_is_over_makes_room(catalogue: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setitem(settings.QUOTAS, "leagues", 1)
    user = User.objects.create_user("keeper")
    first = open_league(user, 1)
    first.state = "complete"
    first.save(update_fields=["state"])
    open_league(user, 2)
