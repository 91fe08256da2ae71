"""What players undo and decide for themselves: a purchase, a report, taking part."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, Report, WeekEntry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as weeks
from rules.campaign.hires import hire_candidates
from rules.refusal import Refusal
from tests.campaigns.conftest import League

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def visitor(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


@pytest.fixture
def hiring(make_league) -> League:
    league: League = make_league(weeks_total=3)
    league.found_all()
    play.live_week(league.start())
    weeks.reach_deadline(league.week(1))
    return league


def part_of(league: League) -> WeekEntry:
    part: WeekEntry = (
        league.week(2).parts.select_related("entry__campaign", "week__campaign").get(entry=league.entry(0))
    )
    return part


@pytest.mark.rule("SL-HIRE-01", "SL-HIRE-05")
def test_the_last_purchase_is_taken_back_with_its_scrip_and_discount(hiring: League) -> None:
    entry, part = hiring.entry(0), part_of(hiring)
    figures, rules = loading.catalogue(hiring.campaign), hiring.campaign.rules
    offer = next(o for o in hire_candidates(loading.hire_window(part), figures, rules) if o.legal)
    had, owned = balances.balance(entry), entry.models.owned().count()
    price = hires.hire_model(entry, entry.user, offer.slug)
    paid = had - balances.balance(entry)
    client = visitor(entry.user)
    where = reverse("campaigns:hires", args=[hiring.campaign.slug])
    assert "Take back the last purchase" in client.get(where).content.decode()
    take_back = reverse("act:take_back_purchase", args=[hiring.campaign.slug])
    page = client.post(take_back, follow=True).content.decode()
    assert f"{price.name} is taken back" in page
    assert (balances.balance(entry), entry.models.owned().count()) == (had, owned)
    assert part_of(hiring).hired_models == 0
    hires.hire_model(entry, entry.user, offer.slug)
    assert had - balances.balance(entry) == paid, "the next hire is the first of the week again"
    hiring.check()


def test_nothing_is_taken_back_once_hires_are_done_or_nothing_was_bought(hiring: League) -> None:
    entry = hiring.entry(0)
    with pytest.raises(Refusal, match="Nothing bought in this window"):
        hires.take_back(entry, entry.user)
    play.hire(part_of(hiring))
    if part_of(hiring).hires_locked_at is None:
        hires.lock(entry, entry.user)
    with pytest.raises(Refusal, match="done hiring"):
        hires.take_back(entry, entry.user)


def test_a_report_is_taken_back_until_it_is_answered(league: League) -> None:
    league.start()
    (game,) = league.games()
    first, second = play.sides(game)
    for side in (first, second):
        play.submit_crew(side)
    play.report(game)
    address = reverse("act:withdraw_report", args=[league.campaign.slug, 1, game.table])
    visitor(second.entry.user).post(address)
    game.refresh_from_db()
    assert game.state == Game.State.REPORTED, "nobody takes back another's report"
    home = reverse("campaigns:game", args=[league.campaign.slug, 1, game.table])
    assert "Take the report back" in visitor(first.entry.user).get(home).content.decode()
    assert "Take the report back" not in visitor(second.entry.user).get(home).content.decode()
    visitor(first.entry.user).post(address)
    game.refresh_from_db()
    assert game.state == Game.State.PLAYING
    assert game.reports.get().state == Report.State.SUPERSEDED
    play.report(game)
    results.confirm(second, second.entry.user)
    with pytest.raises(Refusal):
        results.withdraw_report(first, first.entry.user)


def test_a_player_leaves_and_comes_back_before_the_campaign_begins(make_league) -> None:
    league: League = make_league()
    entry = league.entry(0)
    client = visitor(entry.user)
    address = reverse("campaigns:leave", args=[league.campaign.slug])
    assert "You can come back by an invitation" in client.get(address).content.decode()
    entry.refresh_from_db()
    assert entry.state == Entry.State.BUILDING, "reading changes nothing"
    client.post(reverse("act:leave_league", args=[league.campaign.slug]))
    entry.refresh_from_db()
    assert entry.state == Entry.State.RETIRED
    with pytest.raises(Refusal, match="at least two players"):
        opening.close_registration(league.campaign, league.organiser)
    link = reverse("campaigns:join", args=[league.token])
    assert "Join again" in client.get(link).content.decode()
    client.post(link)
    entry.refresh_from_db()
    assert entry.state == Entry.State.BUILDING


def test_who_leaves_a_running_league_is_paired_no_more(make_league) -> None:
    league: League = make_league(players=3, weeks_total=3)
    league.found_all()
    play.live_week(league.start())
    opening.leave(league.entry(0), league.players[0])
    with pytest.raises(Refusal, match="left this league already"):
        opening.leave(league.entry(0), league.players[0])
    weeks.reach_deadline(league.week(1))
    weeks.close_hires(league.week(2), league.organiser, "Agreed.")
    assert not league.week(2).parts.filter(entry=league.entry(0)).exists()
    assert Campaign.objects.get(pk=league.campaign.pk).state == Campaign.State.RUNNING
