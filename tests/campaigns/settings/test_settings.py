"""An organiser lays a pack over the figures of a league, as long as nobody has built on the others."""

from __future__ import annotations

import pytest
from msgspec import structs

from mfcampaign.audit.models import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.models import Aftermath, Campaign, Game
from mfcampaign.campaigns.opening.forms import JoinForm
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.settings import operations
from mfcampaign.campaigns.settings.forms import PolicyForm, groups
from mfcampaign.campaigns.week import operations as week
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog.charts.chart import CHARTS, flat_rows
from mfcampaign.catalog.operations import packs
from rules.campaign.readings import preset
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


@pytest.mark.rule("M3E-HIRE-03")
def test_an_organiser_enters_the_cost_that_no_source_names(make_league):
    league = make_league(players=0)
    entry = league.join("esme", "explorers-society")
    with pytest.raises(Refusal, match="Henchman"):
        play.found_arsenal(league.entry(0))
    pack = packs.create_pack(league.organiser, "Costs of the house")
    for slug, cost in {"kiya-manimi": 9, "calypso-mk-ii": 9, "harpooner": 6}.items():
        packs.set_figures(pack, league.organiser, slug, {"cost": cost})
    operations.use_pack(league.campaign, league.organiser, pack.pk)
    play.found_arsenal(league.entry(0))
    assert entry.models.get(is_leader=True).slug == "kiya-manimi"
    assert loading.catalogue(league.entry(0).campaign).profile("kiya-manimi").cost == 9
    with pytest.raises(Refusal, match="has built an Arsenal"):
        operations.use_pack(league.campaign, league.organiser, None)


def test_somebody_elses_private_pack_is_not_to_be_had(make_league):
    league = make_league(players=0)
    theirs = packs.create_pack(person("other"), "Private")
    with pytest.raises(Refusal, match="not yours"):
        operations.use_pack(league.campaign, league.organiser, theirs.pk)
    assert league.campaign.pack_id is None


# -- a running league ---------------------------------------------------------------------------------


@pytest.fixture
def running(league):
    league.start()
    return league


def live(league, number: int) -> None:
    """The week with its games, and its deadline."""
    for game in league.games(number):
        if game.state == Game.State.SCHEDULED:
            play.play(game)
        play.finish(game)
    play.live_week(league.week(number))
    week.reach_deadline(league.week(number))


def test_most_settings_of_a_running_league_wait_for_the_boundary(running, in_process):
    changed = operations.change_policies(
        running.campaign,
        running.organiser,
        running.campaign.policies | {"weekly_cap": 12, "report_timeout_h": 24},
    )
    assert changed == ["report_timeout_h", "weekly_cap"]
    league = Campaign.objects.get()
    assert (league.rules.weekly_cap, league.rules.report_timeout_h) == (16, 48)
    assert running.week(1).rules.weekly_cap == 16
    live(running, 1)
    league = Campaign.objects.get()
    assert (league.rules.weekly_cap, league.next_policies) == (12, None)
    assert (running.week(1).rules.weekly_cap, running.week(2).rules.weekly_cap) == (16, 12)
    sentence = Act.objects.get(kind="league.rules_in_force").sentence
    assert sentence == "From this week on: report timeout h is 24, weekly cap is 12."


def test_changing_back_takes_the_plan_away(running):
    usual = dict(running.campaign.policies)
    operations.change_policies(running.campaign, running.organiser, usual | {"weekly_cap": 12})
    assert Campaign.objects.get().next_policies == usual | {"weekly_cap": 12}
    assert operations.change_policies(running.campaign, running.organiser, usual | {"weekly_cap": 12}) == []
    operations.change_policies(running.campaign, running.organiser, usual)
    assert Campaign.objects.get().next_policies is None


def test_what_arsenals_were_founded_by_stands(running):
    with pytest.raises(Refusal, match="built by these settings"):
        operations.change_policies(running.campaign, running.organiser, {"start_budget": 40})
    assert Campaign.objects.get().rules.start_budget == 35


def test_charts_move_at_the_boundary_and_an_open_aftermath_keeps_its_own(running, in_process):
    first = running.campaign.charts
    ours = drafts.fork_charts(first, running.campaign.pk, running.organiser, "Ours")
    play.play(running.games()[0])
    operations.use_charts(running.campaign, running.organiser, ours.pk)
    league = Campaign.objects.get()
    assert (league.charts_id, league.next_charts_id) == (first.pk, ours.pk)
    live(running, 1)
    league = Campaign.objects.get()
    assert (league.charts_id, league.next_charts_id) == (ours.pk, None)
    assert {aftermath.charts_id for aftermath in Aftermath.objects.all()} == {first.pk}
    assert "the charts are Ours, version 1" in Act.objects.get(kind="league.rules_in_force").sentence
    live(running, 2)
    assert {m.charts_id for m in Aftermath.objects.filter(side__game__week__number=2)} == {ours.pk}


def test_a_draft_with_faults_is_not_flipped_on(league):
    ours = drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, "Ours")
    table = CHARTS["barter"]
    broken = drafts.put_row(
        ours,
        league.organiser,
        table,
        1,
        {"upgrade": "moonbeam", "values": [1], "campaign_cost": 1},
        ours.sha256,
    )
    with pytest.raises(Refusal, match="Barter, row 1: there is no Campaign Upgrade “moonbeam”"):
        operations.use_charts(league.campaign, league.organiser, broken.pk)
    assert Campaign.objects.get().charts_id == league.campaign.charts_id


def test_charts_in_use_never_change_an_edit_begins_the_next_version(league):
    ours = drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, "Ours")
    operations.use_charts(league.campaign, league.organiser, ours.pk)
    ours.refresh_from_db()
    before = ours.sha256
    row = {"upgrade": "coffee", "values": [2], "campaign_cost": 3}
    second = drafts.put_row(ours, league.organiser, CHARTS["barter"], 2, row, ours.sha256)
    assert (second.pk != ours.pk, str(second), second.forked_from_id) == (True, "Ours, version 2", ours.pk)
    with pytest.raises(Refusal, match="Ours, version 2 has been begun"):
        drafts.put_row(ours, league.organiser, CHARTS["barter"], 3, row, ours.sha256)
    injury = flat_rows(ours.body, CHARTS["injuries"])[0]
    again = drafts.put_row(
        ours, league.organiser, CHARTS["injuries"], 1, injury | {"ss_cost": 1}, ours.sha256
    )
    assert again.pk == second.pk, "the version that was begun is gone on with"
    ours.refresh_from_db()
    assert ours.sha256 == before
    with pytest.raises(Refusal, match="everybody"):
        drafts.put_row(ours.forked_from, league.organiser, CHARTS["barter"], 2, row, "")


def test_an_edit_of_what_somebody_changed_meanwhile_is_refused(league):
    ours = drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, "Ours")
    row = {"upgrade": "coffee", "values": [2], "campaign_cost": 3}
    drafts.put_row(ours, league.organiser, CHARTS["barter"], 2, row, ours.sha256)
    with pytest.raises(Refusal, match="since you opened them"):
        drafts.take_row_out(ours, league.organiser, CHARTS["barter"], 2, ours.sha256)


@pytest.mark.rule("SL-START-01", "SL-3E-23")
@pytest.mark.switch("factions", "2e")
def test_a_faction_that_the_league_does_not_know_cannot_join(make_league):
    league = make_league(players=0, policies={"factions": "2e"})
    with pytest.raises(Refusal, match="7 Factions"):
        league.join("esme", "explorers-society")
    assert league.join("ada", "guild").faction == "guild"
    offered = [slug for slug, _ in JoinForm(campaign=league.campaign).fields["faction"].choices]
    assert len(offered) == 7
    assert "explorers-society" not in offered
    league.campaign.policies = {}
    assert len(JoinForm(campaign=league.campaign).fields["faction"].choices) == 8


@pytest.mark.rule("SL-START-08", "A-01")
@pytest.mark.switch("start_upgrade_kinds", "equipment_too")
def test_equipment_bought_at_the_start_is_equipment_of_the_arsenal(make_league):
    league = make_league(players=1, policies={"start_upgrade_kinds": "equipment_too"})
    entry = league.entry(0)
    play.found_arsenal(entry)
    arsenal.reopen(entry, entry.user)
    draft = loading.draft_of(league.entry(0))
    with_helmet = structs.replace(draft, models=draft.models[:1], upgrade="")
    arsenal.save_draft(entry, entry.user, with_helmet)
    offered = arsenal_page.start_page(league.entry(0), arsenal_page.Filter()).upgrades
    assert "Helmet" in [candidate.name for candidate in offered]
    with_helmet = structs.replace(with_helmet, upgrade="helmet")
    arsenal.save_draft(entry, entry.user, with_helmet)
    arsenal.found_arsenal(entry, entry.user)
    owned = entry.upgrades.get(slug="helmet")
    assert (owned.kind, owned.gained_how) == ("equipment", "start")


def test_what_is_usual_is_the_usual_of_the_leagues_edition(make_league):
    """By the book differs in four settings from what a league of the Second Edition usually plays."""
    book = make_league(
        players=0, edition="m2e", policies=preset("by-the-book").policies | {"weekly_events": "drawn"}
    ).campaign
    special = {
        setting.name: setting.usual
        for group in groups(book.rules, edition=book.edition)
        for setting in group.settings
        if setting.special
    }
    chosen = {"forced_hire_waiver", "early_withdraw_winner", "bye_policy", "unplayed_policy"}
    assert special.keys() == chosen
    assert PolicyForm(edition="m2e")["pool_cap"].help_text.startswith("Usually: 7.")
    assert PolicyForm()["pool_cap"].help_text.startswith("Usually: 10.")
