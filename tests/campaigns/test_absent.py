"""An organiser acts for a player who is away: hires, hands a Crew in, answers the Aftermath."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, Game, WeekEntry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as weeks
from tests.campaigns.conftest import League

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def running(lived: Any) -> Any:
    return lived(lambda league: None, players=4)


@pytest.fixture
def league(running: Any) -> League:
    begun: League = running()
    return begun


def last_told(kind: str) -> str:
    return Act.objects.filter(kind=kind).latest("pk").sentence


def test_hires_of_a_player_who_is_away(league, client):
    play.live_week(league.week(1))
    weeks.reach_deadline(league.week(1))
    league.campaign.weeks.filter(number=2).update(hires_close_at=timezone.now() + dt.timedelta(days=3))
    entry = league.entry(1)
    client.force_login(league.organiser)
    page = reverse("campaigns:absent", args=[league.campaign.slug, entry.pk])
    assert page in client.get(reverse("campaigns:organise", args=[league.campaign.slug])).content.decode()
    assert "New Hires of week 2" in client.get(page).content.decode()
    part = WeekEntry.objects.select_related("entry__campaign", "week__campaign").get(
        entry=entry, week__number=2
    )
    place = [league.campaign.slug, entry.pk]
    slug = choices.hire(part)
    assert slug
    client.post(reverse("act:hire_for", args=place), {"slug": slug, "key": "k"})
    client.post(reverse("act:hire_for", args=place), {"slug": slug, "key": "k"})
    part.refresh_from_db()
    assert part.hired_models + part.hired_masters == 1, "sent twice, hired once"
    whom = f"{league.organiser} acted for {entry.label}, who is away."
    assert last_told("hire.model").endswith(whom)
    assert Act.objects.filter(kind="hire.model").latest("pk").actor == league.organiser
    client.post(reverse("act:lock_hires_for", args=place))
    part.refresh_from_db()
    assert part.hires_locked_at is not None
    assert "acted for" in last_told("hire.locked")
    league.check()


def test_a_crew_and_the_aftermath_of_a_player_who_is_away(league, client):
    game = league.games()[0]
    away, other = play.sides(game)
    client.force_login(league.organiser)
    place = [league.campaign.slug, away.entry_id]
    page = reverse("campaigns:absent", args=place)
    crew_page = reverse("campaigns:absent_crew", args=[*place, 1, game.table])
    assert crew_page in client.get(page).content.decode()
    crew = choices.crew(away)
    loose = {f"upgrade-{away.seat}-{pk}": m.model_id for m in crew.members for pk in m.upgrade_ids}
    filled = {
        f"crew-{away.seat}": [m.model_id for m in crew.members],
        f"leader-{away.seat}": crew.leader_id,
        **loose,
    }
    refused = client.post(crew_page, filled | {f"leader-{away.seat}": ""})
    assert refused.status_code == 422
    assert client.post(crew_page, filled).status_code == 303
    assert "acted for" in last_told("encounter.crew_submitted")
    play.submit_crew(other)
    play.report(game)
    play.confirm(game)
    row = play.aftermaths(game)[away.seat]
    assert "Let the portal draw" in client.get(page).content.decode()
    where = {"week": 1, "table": game.table}
    client.post(reverse("act:let_portal_draw_for", args=place), where)
    play.settle()
    for _ in range(200):
        row.refresh_from_db()
        if row.state != Aftermath.State.OPEN:
            break
        ask = replay.view(row).ask
        assert ask is not None
        assert ask.text in client.get(page).content.decode()
        answer = {"ordinal": ask.ordinal, "option": ask.default, **where}
        client.post(reverse("act:answer_aftermath_for", args=place), answer)
        play.settle()
    assert row.state == Aftermath.State.LOCKED
    answered = Act.objects.filter(kind="aftermath.player", actor=league.organiser).exclude(sentence="")
    assert all("acted for" in act.sentence for act in answered)
    assert {d.actor for d in row.decisions.filter(source="player")} == {league.organiser}
    league.check()


def test_in_a_game_of_ones_own_nothing_is_shown_and_nothing_done(league, client):
    player = league.players[0]
    opening.add_organiser(league.campaign, league.organiser, player)
    game = next(each for each in league.games() if each.sides.filter(entry__user=player).exists())
    foe = next(side for side in play.sides(game) if side.entry.user_id != player.pk)
    client.force_login(player)
    place = [league.campaign.slug, foe.entry_id]
    text = client.get(reverse("campaigns:absent", args=place)).content.decode()
    assert f"Nothing waits for {foe.entry.label}." in text
    crew_page = reverse("campaigns:absent_crew", args=[*place, 1, game.table])
    assert client.get(crew_page).status_code == 303
    play.play(game)
    text = client.get(reverse("campaigns:absent", args=place)).content.decode()
    assert "Nothing waits for" in text, "the opponent’s hand is hidden"
    row = play.aftermaths(game)[foe.seat]
    before = row.decisions.count()
    ask = replay.view(row).ask
    assert ask is not None
    answer = {"ordinal": ask.ordinal, "option": ask.default, "week": 1, "table": game.table}
    refused = client.post(reverse("act:answer_aftermath_for", args=place), answer, follow=True)
    assert "another organiser rules on it" in refused.content.decode()
    assert row.decisions.count() == before
    own = league.entry(0)
    assert client.get(reverse("campaigns:absent", args=[place[0], own.pk])).status_code == 404
    assert Game.objects.get(pk=game.pk).state == Game.State.AFTERMATH
