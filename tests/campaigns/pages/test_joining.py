"""From the invitation to an Arsenal: opening a league, the link, the Faction."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.settings import forms as readings
from mfcampaign.campaigns.week.calendar import boundary_of
from rules.campaign.policies import POLICIES, Policies
from rules.management.coverage import read_ledger
from rules.topics import TOPICS
from tests.conftest import ROOT


def _new(**changes):
    monday = timezone.localdate() + dt.timedelta(days=7)
    return {
        "begin": "preset-third-edition",
        "name": "Winter in Cadiz",
        "starts_on": monday.isoformat(),
        "turnover_time": "19:00",
        "zone": "Europe/Madrid",
        "weeks_total": "6",
        "hire_days": "2",
        "season": "gg0",
        "listed": "on",
        "rule-start_budget": "35",
        "rule-forced_hire_timeout": "flag",
        "rule-report_timeout_h": "48",
        "rule-weekly_cap": "16",
        "rule-bye_scrip": "3",
    } | changes


def test_a_league_is_opened_with_one_form(world, browse):
    client = browse(world.stranger)
    assert "Time zone" in client.get(reverse("campaigns:new")).content.decode()
    answer = client.post(reverse("campaigns:new"), _new(**{"rule-start_budget": "40"}))
    campaign = Campaign.objects.get(name="Winter in Cadiz")
    assert answer.status_code == 303
    assert answer["Location"] == reverse("campaigns:organise", args=[campaign.slug])
    assert campaign.policies == {"start_budget": 40}
    assert campaign.organisers.get().user == world.stranger
    assert boundary_of(campaign, 1).astimezone(dt.UTC).hour in (17, 18)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("zone", "Middle/Earth"),
        ("weeks_total", "99"),
        ("starts_on", "1901-01-01"),
        ("name", "a\u200bb c"),
        ("rule-start_budget", "-1"),
        ("season", "gg99"),
    ],
)
def test_a_league_that_cannot_be_is_not_opened(world, browse, field, value):
    answer = browse(world.stranger).post(reverse("campaigns:new"), _new(**{field: value}))
    assert answer.status_code == 422
    assert not Campaign.objects.filter(starts_on__gt=world.running.starts_on).exists()


def test_a_stranger_signs_in_to_open_a_league(browse):
    answer = browse().get(reverse("campaigns:new"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_a_league_called_new_has_an_address_of_its_own(world, browse):
    browse(world.stranger).post(reverse("campaigns:new"), _new(name="New"))
    campaign = Campaign.objects.get(name="New")
    page = browse().get(reverse("campaigns:league", args=[campaign.slug]))
    assert "Players join with" in page.content.decode()


def test_an_invitation_tells_a_stranger_what_it_is_and_brings_them_back(world, browse):
    url = reverse("campaigns:join", args=[world.token])
    answer = browse().get(url)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Open League" in page
    assert f"{reverse('account_login')}?next={url}" in page
    assert f"{reverse('account_signup')}?next={url}" in page
    assert 'name="faction"' not in page
    assert answer["X-Robots-Tag"] == "noindex"
    posted = browse().post(url, {"faction": "guild"})
    assert posted.status_code == 302
    assert posted["Location"].startswith(reverse("account_login"))


@pytest.mark.rule("SL-START-01", "M3E-FACTION-01")
def test_joining_declares_one_of_eight_factions_and_leads_to_the_arsenal(world, browse):
    url = reverse("campaigns:join", args=[world.token])
    client = browse(world.stranger)
    assert client.get(url).content.decode().count('name="faction"') == 8
    assert client.post(url, {"faction": "dead-mans-hand"}).status_code == 422
    assert client.post(url, {}).status_code == 422
    assert not Entry.objects.filter(user=world.stranger).exists()
    answer = client.post(url, {"faction": "bayou", "crew_name": "Mud and Teeth"})
    assert answer["Location"] == reverse("campaigns:arsenal_start", args=[world.open.slug])
    entry = Entry.objects.get(user=world.stranger)
    assert (entry.campaign, entry.faction, entry.label) == (world.open, "bayou", "Mud and Teeth")
    again = client.post(url, {"faction": "guild"})
    assert again["Location"] == reverse("campaigns:league", args=[world.open.slug])
    assert Entry.objects.get(user=world.stranger).faction == "bayou"


def test_every_link_that_leads_nowhere_shows_the_same_page(world, browse):
    dead = [
        browse(user).get(reverse("campaigns:join", args=[token]))
        for user in (None, world.stranger)
        for token in ("nonsense", "x" * 200)
    ]
    opening.revoke_invitations(world.open, world.organiser)
    dead.append(browse().get(reverse("campaigns:join", args=[world.token])))
    assert {answer.status_code for answer in dead} == {404}
    assert all("This invitation does not work" in answer.content.decode() for answer in dead)
    assert "Open League" not in dead[-1].content.decode()


@pytest.mark.rule("SL-ANEW-01")
def test_a_league_under_way_says_when_one_comes_in_and_its_last_week_takes_nobody(world, browse):
    token = opening.invite(world.running, world.organiser)
    url = reverse("campaigns:join", args=[token])
    client = browse(world.stranger)
    invited = client.get(url).content.decode()
    assert "The league is under way" in invited
    assert "you play from week 2 on" in invited
    Campaign.objects.filter(pk=world.running.pk).update(weeks_total=1)
    late = client.get(url).content.decode()
    assert "Too late to join" in late
    assert ">Join<" not in late
    refused = client.post(url, {"faction": "guild"}, headers={"referer": f"http://testserver{url}"})
    assert refused.status_code == 303
    assert not Entry.objects.filter(user=world.stranger).exists()


def test_every_setting_of_the_core_has_its_words_and_real_rules():
    known = read_ledger(ROOT / "docs" / "rules").known
    assert set(readings.WORDS) == set(Policies.__struct_fields__)
    assert {rule for _, rules in readings.WORDS.values() for rule in rules} <= {*known, *TOPICS}
    names = [setting.name for group in readings.groups(POLICIES) for setting in group.settings]
    assert names == list(Policies.__struct_fields__), "each once, in the order of the core"
    assert not any(setting.special for group in readings.groups(POLICIES) for setting in group.settings)
    assert readings.value_in_words("unplayed_policy", "forfeits") == "waits for an organiser"


def test_the_form_of_the_settings_reads_back_what_it_shows():
    form = readings.PolicyForm()
    data = {form.add_prefix(name): field.initial for name, field in form.fields.items()}
    data = {key: ("on" if value is True else value) for key, value in data.items() if value is not False}
    data = MultiValueDict({key: value if isinstance(value, list) else [value] for key, value in data.items()})
    same = readings.PolicyForm(data)
    assert same.is_valid(), same.errors
    assert same.policies() == {}
    data["rule-master_value"], data["rule-pool_cap"] = "printed", "7"
    other = readings.PolicyForm(data)
    assert other.is_valid()
    assert other.policies() == {"master_value": "printed", "pool_cap": 7}
    data["rule-master_value"] = "many"
    assert not readings.PolicyForm(data).is_valid()
