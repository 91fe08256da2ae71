"""Season 2: everybody of season 1 just joins and keeps what the league lets them keep; all seasons add up."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import override_settings

from mfcampaign.accounts import operations as accounts
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenals
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalUpgrade, Campaign, Entry, Placing
from mfcampaign.campaigns.next_season import operations as next_season
from mfcampaign.campaigns.next_season import queries
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.notices.models import Webhook
from rules.campaign.arsenal import Arsenal, OwnedModel
from rules.campaign.kept import check_kept, kept_leader
from rules.refusal import Refusal
from tests.campaigns.conftest import opened, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process"), pytest.mark.rule("A-44")]
START = dt.date(2026, 3, 2)


@pytest.fixture(scope="module")
def three(figures, django_db_blocker):
    """An unlisted league of three players and a guest, over after one played week; one of them left, one
    model has an Injury."""
    with django_db_blocker.unblock(), override_settings(DISPATCH_IN_PROCESS=True):
        league = opened(players=3, name="One table", weeks_total=1, listed=False)
        guest, _ = accounts.create_guest("Gustav", league.organiser)
        entry = opening.join(
            league.campaign, guest, faction="neverborn", crew_name="Late Bloomers", by=league.organiser
        )
        league.players.append(guest)
        league.found_all()
        league.start()
        game = league.games(1)[0]
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
        play.confirm(game)
        play.finish(game)
        weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
        hurt = league.entry(0).models.owned().filter(is_leader=False).first()
        charts = loading.charts(league.campaign)
        arsenals.add_injury(league.entry(0), next(iter(charts.injuries)).slug, week=1, model_id=hurt.pk)
        assert entry.pk
    return league.again


@pytest.fixture
def league(three, db, in_process):
    played = three()
    assert played.campaign.state == Campaign.State.COMPLETE
    return played


def following(league, **over) -> Campaign:
    return next_season.open_next_season(
        league.campaign,
        league.organiser,
        name="Second season",
        starts_on=START,
        over=next_season.CarriedOver(**over),
    )


def test_without_divisions_everybody_is_expected_and_joins_an_unlisted_league(league, client):
    second = following(league, guests=False)
    assert Placing.objects.filter(campaign=second, division=None).count() == 4
    player = league.players[0]
    client.force_login(player)
    home = client.get(f"/leagues/{league.campaign.slug}/").content.decode()
    assert "Second season" in home, "who played the first may know of the second"
    page = client.get(f"/leagues/{second.slug}/")
    assert page.status_code == 200
    assert "you played the season before" in page.content.decode()
    ask = f"/leagues/{second.slug}/ask/"
    assert "need no invitation" in client.get(ask).content.decode()
    client.post(ask, {"faction": "guild", "crew_name": ""})
    assert second.entries.filter(user=player).exists()
    client.force_login(person("a-stranger"))
    assert client.get(f"/leagues/{second.slug}/").status_code == 404
    with pytest.raises(Refusal, match="invitation cannot be used"):
        opening.join(second, person("another"), faction="guild")


def test_arsenals_are_kept_whole_with_injuries_and_scrip(league):
    second = following(league, keeps="whole")
    former = league.entry(0)
    entry = opening.join(second, former.user, faction=former.faction)
    next_season.keep_arsenal(entry, entry.user, key="once")
    entry.refresh_from_db()
    assert entry.state == Entry.State.READY
    was, now = (loading.arsenal(row) for row in (former, entry))
    assert [(m.slug, m.cost, m.is_leader, len(m.injuries)) for m in now.models] == [
        (m.slug, m.cost, m.is_leader, len(m.injuries)) for m in was.models
    ]
    assert sum(len(model.injuries) for model in now.models) >= 1
    assert [u.slug for u in now.upgrades] == [u.slug for u in was.upgrades]
    assert now.scrip == was.scrip
    assert balances.verify(second) == []
    assert former.models.owned().count() == len(was.models), "season 1 keeps its own"
    arsenals.reopen(entry, entry.user)
    assert balances.balance(entry) == 0
    assert not ArsenalUpgrade.objects.filter(entry=entry).exists()
    next_season.keep_arsenal(entry, entry.user)
    assert balances.balance(entry) == was.scrip


def test_up_to_a_value_the_player_chooses(league):
    former = league.entry(0)
    arsenal = loading.arsenal(former)
    cheapest = min(arsenal.models, key=lambda model: model.cost)
    second = following(league, keeps="cap", most=cheapest.cost)
    entry = opening.join(second, former.user, faction=former.faction)
    with pytest.raises(Refusal, match="may be kept"):
        next_season.keep_arsenal(entry, entry.user)
    with pytest.raises(Refusal, match="not of your Arsenal"):
        next_season.keep_arsenal(entry, entry.user, [0])
    with pytest.raises(Refusal, match="Nobody is kept"):
        next_season.keep_arsenal(entry, entry.user, [])
    next_season.keep_arsenal(entry, entry.user, [cheapest.id])
    model = entry.models.owned().get()
    assert (model.slug, model.is_leader) == (cheapest.slug, True)
    assert balances.balance(entry) == 0, "Scrip stays behind"


def test_another_faction_keeps_nothing(league):
    second = following(league, keeps="whole")
    entry = opening.join(second, league.players[0], faction="bayou")
    with pytest.raises(Refusal, match="another Faction"):
        next_season.keep_arsenal(entry, entry.user)
    none = following_of(second)
    assert none is None
    new = opening.join(second, person("somebody-new"), faction="guild", by=league.organiser)
    with pytest.raises(Refusal, match="no Arsenal to keep"):
        next_season.keep_arsenal(new, new.user)


def following_of(second: Campaign) -> Campaign | None:
    return second.next_seasons.first()


def test_nothing_is_kept_where_the_league_keeps_nothing(league):
    second = following(league)
    entry = opening.join(second, league.players[0], faction=league.entry(0).faction)
    assert queries.former_arsenal(entry) is None
    with pytest.raises(Refusal, match="How many Soulstones"):
        following(league, keeps="cap")


def test_guests_webhooks_and_preferences_go_along(league):
    hook = Webhook.objects.create(
        campaign=league.campaign,
        name="Club",
        kind="discord",
        url="https://example.org/x",
        secret="s",
        topics=["weeks"],
        failures=3,
        created_by=league.organiser,
    )
    second = following(league)
    guest = second.entries.get()
    assert (str(guest.user), guest.crew_name, guest.faction) == ("Gustav", "Late Bloomers", "neverborn")
    copy = Webhook.objects.get(campaign=second)
    assert (copy.url, copy.secret, copy.topics, copy.failures) == (hook.url, hook.secret, hook.topics, 0)
    Webhook.objects.get(pk=hook.pk)


def test_the_table_of_all_seasons_adds_the_tables_up(league, client):
    second = following(league, keeps="whole", guests=False)
    for number in range(2):
        former = league.entry(number)
        entry = opening.join(second, former.user, faction=former.faction, crew_name=f"Second {number}")
        next_season.keep_arsenal(entry, entry.user)
    opening.close_registration(second, league.organiser)
    weeks.start(second, league.organiser)
    viewer = league.players[0]
    chain = queries.seasons(Campaign.objects.get(pk=second.pk), viewer)
    assert [season.name for season in chain.seasons] == ["One table", "Second season"]
    assert chain.seasons[0].first
    assert not chain.seasons[1].first
    own = next(row for row in chain.table if row.person == viewer.pk)
    assert (own.name, own.seasons) == ("Second 0", 2)
    assert sum(row.played for row in chain.table) == 2
    assert sum(row.titles for row in chain.table) == len(chain.seasons[0].first)
    client.force_login(viewer)
    page = client.get(f"/leagues/{second.slug}/seasons/").content.decode()
    assert "One table" in page
    assert "Second 0" in page
    data = client.get(f"/api/v1/leagues/{second.slug}/seasons/").json()
    assert [row["name"] for row in data["seasons"]] == ["One table", "Second season"]
    client.force_login(person("a-stranger"))
    assert client.get(f"/leagues/{second.slug}/seasons/").status_code == 404


def test_the_pages_open_a_season_and_keep_an_arsenal(league, client):
    client.force_login(league.organiser)
    page = client.get(f"/leagues/{league.campaign.slug}/seasons/").content.decode()
    assert "Open next season" in page
    client.post(
        f"/do/open-next-season/{league.campaign.slug}/",
        {"name": "Third time", "starts_on": "2026-03-02", "keeps": "whole", "most": "", "key": "once"},
    )
    second = Campaign.objects.get(name="Third time")
    assert (second.keeps, second.previous) == ("whole", league.campaign)
    assert not second.entries.exists(), "the box of guests was not ticked"
    player, former = league.players[0], league.entry(0)
    client.force_login(player)
    client.post(f"/leagues/{second.slug}/ask/", {"faction": former.faction, "crew_name": "Again"})
    start = client.get(f"/leagues/{second.slug}/arsenal/start/").content.decode()
    assert "Keep this Arsenal" in start
    answer = client.post(f"/do/keep-arsenal/{second.slug}/", {"key": "once"})
    entry = second.entries.get(user=player)
    assert answer.url.endswith(f"/arsenal/{entry.pk}/")
    assert entry.models.owned().count() == former.models.owned().count()


def test_who_ticks_nobody_keeps_nobody(league, client):
    second, former = following(league, keeps="cap", most=1), league.entry(0)
    entry = opening.join(second, former.user, faction=former.faction)
    client.force_login(former.user)
    page = client.get(f"/leagues/{second.slug}/arsenal/start/").content.decode()
    (blank,) = re.findall(r'<input type="hidden" name="(\w+)" value="">', page)
    sent = client.post(f"/do/keep-arsenal/{second.slug}/", {"key": "once", blank: ""}, follow=True)
    assert "Nobody is kept." in sent.content.decode()
    assert not entry.models.exists()


def hound(number: int, cost: int, *, leader: bool = False) -> OwnedModel:
    return OwnedModel(
        id=number, slug=f"h{number}", name=f"Hound {number}", station="Minion", cost=cost, is_leader=leader
    )


def test_who_leads_what_is_kept():
    arsenal = Arsenal(faction="guild", models=(hound(1, 9, leader=True), hound(2, 5), hound(3, 6)))
    assert kept_leader(arsenal, [1, 2]) == 1
    assert kept_leader(arsenal, [2, 3]) == 3, "the costliest takes over"
    assert check_kept(arsenal, [2, 3], 11).legal
    assert not check_kept(arsenal, [2, 3], 10).legal
    assert check_kept(arsenal, [1, 2, 3], None).total.amount == 20
    assert [fault.sentence for fault in check_kept(arsenal, [], 10).violations] == ["Nobody is kept."]
