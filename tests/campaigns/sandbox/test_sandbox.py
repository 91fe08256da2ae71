"""A sandbox: like its league, silent, played on by a tap, and gone without a trace when it is deleted."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

from mfcampaign.accounts import deletion
from mfcampaign.campaigns.models import Campaign, Game
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.sandbox import operations as sandbox
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices.models import Notice
from mfcampaign.notices.operations import chat, detection, webhooks
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.markup import flat

pytestmark = pytest.mark.django_db


def rows_of_everything() -> dict[str, int]:
    """How many rows there are of each kind, but for what is written of every act and session."""
    beside = {
        "audit.act",
        "dispatch.command",
        "dispatch.outbox",
        "sessions.session",
        "live.frame",
        "live.ended",
    }
    return {
        model._meta.label_lower: model._base_manager.count()
        for model in apps.get_models()
        if model._meta.label_lower not in beside
    }


@pytest.mark.both
@pytest.mark.usefixtures("in_process")
def test_a_sandbox_is_played_a_week_tells_nobody_and_is_deleted_whole(make_league: Any) -> None:
    league: League = make_league(players=4)
    league.found_all()
    league.start()
    before = rows_of_everything()
    client = Client()
    client.force_login(league.organiser)
    console = reverse("campaigns:organise", args=[league.campaign.slug])
    answer = client.post(reverse("act:try_season", args=[league.campaign.slug]), follow=True)
    copy = Campaign.objects.get(sandbox_of=league.campaign)
    page = flat(answer.content.decode())
    assert "This is a sandbox: nobody is told of anything" in page
    assert copy.policies == league.campaign.policies
    assert not copy.listed
    real = {entry.faction: entry for entry in league.campaign.entries.all()}
    for entry in copy.entries.select_related("user"):
        assert entry.user.is_guest
        owned = sorted(entry.models.owned().values_list("slug", flat=True))
        assert owned == sorted(real[entry.faction].models.owned().values_list("slug", flat=True))
    assert "You have a sandbox of this league" in flat(
        client.post(reverse("act:try_season", args=[league.campaign.slug]), follow=True).content.decode()
    )
    opening.close_registration(copy, league.organiser)
    first = week.start(copy, league.organiser)

    def play_on() -> None:
        client.post(reverse("act:play_on_sandbox", args=[copy.slug]))
        dispatch.drain()

    play_on()
    assert set(first.games.values_list("state", flat=True)) == {Game.State.AFTERMATH}
    first.refresh_from_db()
    week.reach_deadline(first, league.organiser, reason="Practice")
    dispatch.drain()
    second = copy.weeks.get(number=2)
    assert second.state == "new_hires"
    play_on()
    play_on()
    assert set(second.games.values_list("state", flat=True)) == {Game.State.AFTERMATH}
    detection.detect(copy.pk)
    assert not Notice.objects.filter(campaign=copy).exists()
    assert mail.outbox == []
    with pytest.raises(Refusal):
        webhooks.add(copy, league.organiser, name="x", kind="plain", url="https://example.org/", topics=[])
    with pytest.raises(Refusal):
        chat.open_door(copy, league.organiser, "0" * 64)
    answer = client.post(reverse("act:delete_sandbox", args=[copy.slug]), follow=True)
    assert answer.redirect_chain[-1][0] == console
    assert rows_of_everything() == before
    league.check()


@pytest.mark.usefixtures("in_process")
def test_a_league_is_never_deleted_and_a_sandbox_hinders_nobody_to_leave(make_league: Any) -> None:
    league: League = make_league(players=2)
    with pytest.raises(Refusal):
        sandbox.delete(league.campaign, league.organiser)
    with pytest.raises(Refusal):
        sandbox.play_on(league.campaign, league.organiser)
    copy = sandbox.try_season(league.campaign, league.organiser)
    sandbox.play_on(copy, league.organiser)
    dispatch.drain()
    assert set(copy.entries.values_list("state", flat=True)) == {"ready"}
    other = play.Entry.objects.filter(campaign=league.campaign).first()
    assert other is not None
    opening.add_organiser(league.campaign, league.organiser, other.user)
    deletion.leave(league.organiser)
    assert not Campaign.objects.exclude(sandbox_of=None).exists()
    assert not get_user_model().objects.filter(display_name__endswith="(practice)").exists()
