"""Presets and templates: what a league begins with, takes on later, and hands to the next one."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.models import Campaign, LeagueTemplate
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.settings import operations as rules_verbs
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog.charts.chart import CHARTS, flat_rows
from mfcampaign.catalog.models import ChartSet
from rules.campaign.policies import POLICIES, differences, policies_as_dict
from rules.campaign.readings import preset, presets
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def seen(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def form(**more):
    first = timezone.localdate() + dt.timedelta(days=7)
    return {
        "name": "Winter in Cadiz",
        "starts_on": first.isoformat(),
        "turnover_time": "19:00",
        "zone": "Europe/Madrid",
        "listed": "on",
    } | more


def test_each_preset_is_sound_and_says_only_what_differs():
    usual = policies_as_dict(POLICIES)
    for each in presets():
        assert each.rules, "every value is allowed"
        assert all(usual[name] != value for name, value in each.policies.items()), each.slug
        assert set(differences(POLICIES, each.rules)) == set(each.policies)
    assert preset("third-edition").policies == {}
    assert preset("short").weeks == 4
    assert preset("gentle").rules.annihilation == "off"
    assert preset("moon") is None


@pytest.mark.parametrize("slug", [each.slug for each in presets()])
def test_a_league_begins_from_a_preset(catalogue, slug):
    organiser = person("olga")
    client = client_of(organiser)
    page = seen(client, reverse("campaigns:new"))
    assert f'value="preset-{slug}"' in page
    answer = client.post(reverse("campaigns:new"), form(begin=f"preset-{slug}"))
    assert answer.status_code == 303
    campaign = Campaign.objects.get()
    assert (campaign.policies, campaign.weeks_total) == (preset(slug).policies, preset(slug).weeks)


def test_what_one_says_oneself_counts_more_than_the_preset(catalogue):
    client = client_of(person("olga"))
    more = {"begin": "preset-short", "weeks_total": "5", "rule-start_budget": "35", "rule-bye_scrip": "1"}
    client.post(reverse("campaigns:new"), form(**more))
    campaign = Campaign.objects.get()
    assert (campaign.weeks_total, campaign.rules.start_budget, campaign.rules.bye_scrip) == (5, 35, 1)
    assert campaign.rules.master_scrip == 8
    assert "start_budget" not in campaign.policies


def test_a_preset_is_taken_on_later_after_a_look(league):
    client = client_of(league.organiser)
    address = reverse("campaigns:settings_from", args=[league.campaign.slug, "preset-gentle"])
    page = seen(client, address)
    assert "Models are Annihilated: where a rule says so → never" in page
    assert "All of it at once." in page
    client.post(reverse("act:use_preset", args=[league.campaign.slug]), {"key": "preset-gentle"})
    campaign = Campaign.objects.get()
    assert campaign.rules.annihilation == "off"
    assert "Nothing: the league already plays this way." in seen(client, address)


def test_a_running_league_takes_on_what_it_still_can_from_the_next_week(league):
    league.start()
    client = client_of(league.organiser)
    address = reverse("campaigns:settings_from", args=[league.campaign.slug, "preset-short"])
    page = seen(client, address)
    assert "From the next week on" in page
    stays = page[page.index("What stays") :]
    assert "Soulstones for the starting Arsenal: 35 → 40." in stays
    client.post(reverse("act:use_preset", args=[league.campaign.slug]), {"key": "preset-short"})
    campaign = Campaign.objects.get()
    assert campaign.rules.report_timeout_h == 48, "when a report counts changes with the next week"
    assert campaign.rules.master_scrip == 10
    planned = rules_verbs.planned_policies(campaign)
    assert (planned["master_scrip"], planned["report_timeout_h"]) == (8, 24)
    assert "start_budget" not in planned


@pytest.fixture
def kept(league):
    """A template of a league with house rules and charts of its own."""
    rules_verbs.change_policies(league.campaign, league.organiser, {"bye_scrip": 5, "annihilation": "off"})
    ours = drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, "Ours")
    row = {"upgrade": "coffee", "values": [1], "campaign_cost": 9}
    drafts.put_row(ours, league.organiser, CHARTS["barter"], 2, row, ours.sha256)
    rules_verbs.use_charts(league.campaign, league.organiser, ours.pk)
    client_of(league.organiser).post(
        reverse("act:save_template", args=[league.campaign.slug]), {"name": "As we play"}
    )
    return LeagueTemplate.objects.get()


def test_a_template_keeps_rules_charts_and_schedule(league, kept):
    assert kept.policies == {"bye_scrip": 5, "annihilation": "off"}
    assert str(kept.charts) == "Ours, version 1"
    assert kept.schedule == {"weeks_total": 6, "hire_days": 2, "turnover_time": "19:00", "season": "gg0"}
    page = seen(client_of(league.organiser), reverse("campaigns:templates"))
    assert "As we play" in page
    assert "2 house rules differ" in page
    with pytest.raises(Refusal, match="already"):
        templates.save_template(league.campaign, league.organiser, "As we play")


def test_the_next_league_begins_from_a_template_also_somebody_elses_by_link(league, kept):
    other = client_of(person("other"))
    page = seen(Client(), reverse("campaigns:template", args=[kept.share_token]))
    assert "Scrip for a bye: 3 → 5." in page
    assert "Save a copy" not in page
    assert "Share it" not in seen(other, reverse("campaigns:template", args=[kept.share_token]))
    new = f"{reverse('campaigns:new')}?template={kept.share_token}"
    assert f'value="template-{kept.share_token}" ' in seen(other, new)
    answer = other.post(new, form(begin=f"template-{kept.share_token}"))
    assert answer.status_code == 303
    campaign = Campaign.objects.get(name="Winter in Cadiz")
    assert campaign.policies == kept.policies
    assert (campaign.charts.campaign_id, campaign.charts.forked_from_id) == (campaign.pk, kept.charts_id)
    assert flat_rows(campaign.charts.body, CHARTS["barter"])[1]["campaign_cost"] == 9
    assert campaign.charts.frozen_at is not None


def test_one_league_takes_on_the_template_of_another_with_its_charts(make_league, league, kept):
    second = make_league(players=0, name="Second League")
    client = client_of(second.organiser)
    copy = reverse("act:copy_template", args=[kept.share_token])
    client.post(copy)
    own = LeagueTemplate.objects.get(owner=second.organiser)
    address = reverse("campaigns:settings_from", args=[second.campaign.slug, f"template-{own.share_token}"])
    assert "The charts become Ours, version 1." in seen(client, address)
    act, key = reverse("act:use_preset", args=[second.campaign.slug]), f"template-{own.share_token}"
    for _ in range(2):
        client.post(act, {"key": key})
    campaign = Campaign.objects.get(pk=second.campaign.pk)
    assert campaign.rules.bye_scrip == 5
    assert ChartSet.objects.get(campaign_id=campaign.pk).pk == campaign.charts_id, "copied once"


def test_a_template_is_archived_and_brought_back(league, kept):
    owner, stranger = client_of(league.organiser), client_of(person("other"))
    where = reverse("campaigns:template", args=[kept.share_token])
    away = reverse("act:archive_template", args=[kept.share_token])
    assert stranger.post(away).status_code == 404
    back = reverse("act:restore_template", args=[kept.share_token])
    assert back in owner.post(away, follow=True).content.decode(), "the button that undoes it"
    assert stranger.get(where).status_code == 404
    assert Client().get(where).status_code == 404
    assert "archived" in seen(owner, where)
    owner.post(back)
    assert stranger.get(where).status_code == 200


def test_a_private_pack_does_not_travel_with_a_template(make_league):
    league = make_league(players=0)
    pack = drafts.create_pack(league.organiser, "Private")
    rules_verbs.use_pack(league.campaign, league.organiser, pack.pk)
    template = templates.save_template(league.campaign, league.organiser, "With figures")
    stranger = person("other")
    assert (template.pack_id, templates.keep_copy(template, stranger).pack_id) == (pack.pk, None)
    client_of(stranger).post(reverse("campaigns:new"), form(begin=f"template-{template.share_token}"))
    assert "template-" not in seen(Client(), reverse("campaigns:leagues"))
    own = LeagueTemplate.objects.get(owner=stranger)
    client_of(stranger).post(reverse("campaigns:new"), form(begin=f"template-{own.share_token}"))
    assert Campaign.objects.get(name="Winter in Cadiz").pack_id is None


def test_uploaded_charts_travel_once_too(make_league):
    first, second = make_league(players=0), make_league(players=0, name="Second League")
    body = first.campaign.charts.body | {"name": "From a file", "slug": "of-my-own", "version": 3}
    uploaded = drafts.upload_charts(first.campaign.pk, json.dumps(body), actor=first.organiser)
    rules_verbs.use_charts(first.campaign, first.organiser, uploaded.pk)
    template = templates.save_template(first.campaign, first.organiser, "With a file")
    for _ in range(2):
        templates.take_on(second.campaign, second.organiser, {}, template)
    (copied,) = ChartSet.objects.filter(campaign_id=second.campaign.pk)
    assert (str(copied), copied.pk) == (
        "From a file, version 3",
        Campaign.objects.get(pk=second.campaign.pk).charts_id,
    )
