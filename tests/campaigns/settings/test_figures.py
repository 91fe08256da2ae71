"""Other figures for a running league: adopted for a week, previewed by player; no pack changes behind it."""

from __future__ import annotations

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.settings import figures
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as packs
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.queries import catalogue_for
from rules.refusal import Refusal
from tests.campaigns.settings.test_settings import live, running  # noqa: F401  fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack(running):  # noqa: F811
    """One figure of a model that somebody owns, and one of a model that may not be owned any more."""
    made = packs.create_pack(running.organiser, "House figures")
    entry = running.entry(0)
    leader, other = entry.models.owned().get(is_leader=True), entry.models.owned().filter(is_leader=False)[0]
    packs.set_figures(made, running.organiser, leader.slug, {"health": 21})
    packs.set_figures(made, running.organiser, other.slug, {"keywords": ["Nobody’s"], "versatile": False})
    return made, leader, other


def test_a_preview_says_what_changes_for_whom_and_what_was_legal_then(running, pack):  # noqa: F811
    made, leader, other = pack
    league = running.campaign
    shown = figures.preview(league, running.organiser, league.release_id, made.pk)
    mine, rival = shown.players
    assert [change.after for change in mine.changes if change.slug == leader.slug] == ["21"]
    assert {change.slug for change in mine.changes} >= {leader.slug, other.slug}
    assert leader.slug not in {change.slug for change in rival.changes}
    assert not figures.preview(league, running.organiser, league.release_id, None).players[0].changes
    assert figures.preview(league, running.organiser, league.release_id, None).nothing


@pytest.mark.rule("M3E-HIRE-14")
def test_what_was_legal_then_is_told(running):  # noqa: F811
    """A model becomes the Totem of somebody else's Master: who owns it keeps it, and reads so."""
    made = packs.create_pack(running.organiser, "Strict")
    owned = running.entry(0).models.owned()
    leader, model = owned.get(is_leader=True), owned.filter(is_leader=False)[0]
    league = running.campaign
    master = next(
        profile.name
        for profile in catalogue_for(league.release_id).profiles()
        if profile.station == "Master" and not leader.name.startswith(profile.name)
    )
    packs.set_figures(made, running.organiser, model.slug, {"is_totem": True, "totem_for": master})
    mine, rival = figures.preview(league, running.organiser, league.release_id, made.pk).players
    assert [violation.subject for violation in mine.legal_then] == [model.slug]
    assert "legal then" in mine.legal_then[0].fix
    assert rival.legal_then == ()


def test_adopted_figures_count_from_the_chosen_week_on(running, pack, in_process):  # noqa: F811
    made, leader, _ = pack
    league = running.campaign
    settings.adopt_figures(league, running.organiser, league.release_id, made.pk, week=3)
    packs.set_figures(made, running.organiser, leader.slug, {"health": 33})
    live(running, 1)
    now = Campaign.objects.get()
    assert (now.pack_id, now.next_figures_week) == (None, 3)
    live(running, 2)
    now = Campaign.objects.get()
    assert now.pack is not None
    assert (now.pack.state_of_id, now.next_release_id, now.next_figures_week) == (made.pk, None, None)
    # As the pack stood on the day of adopting; what its owner changed since does not count.
    assert catalogue_for(now.release_id, now.pack_id).profile(leader.slug).health == 21
    assert "From this week on" in Act.objects.get(kind="league.figures_in_force").sentence


def test_a_running_league_plays_by_a_kept_state_of_its_pack(make_league, in_process):
    league = make_league()
    made = packs.create_pack(league.organiser, "House figures")
    packs.set_figures(made, league.organiser, "guild-hound", {"cost": 4})
    Campaign.objects.update(pack=made)
    league.found_all()
    league.start()
    now = Campaign.objects.get()
    assert now.pack is not None
    assert now.pack.state_of_id == made.pk
    packs.set_figures(made, league.organiser, "guild-hound", {"cost": 9})
    assert catalogue_for(now.release_id, now.pack_id).profile("guild-hound").cost == 4
    with pytest.raises(Refusal, match="kept"):
        packs.set_figures(now.pack, league.organiser, "guild-hound", {"cost": 9})
    assert list(Pack.objects.filter(kept_at=None)) == [made]
    # The next league begins with the pack itself.
    assert templates.save_template(now, league.organiser, "As we play").pack_id == made.pk


def test_what_cannot_be_adopted_is_refused(running, pack):  # noqa: F811
    made, *_ = pack
    league = running.campaign
    with pytest.raises(Refusal, match="begun"):
        settings.adopt_figures(league, running.organiser, league.release_id, made.pk, week=1)
    with pytest.raises(Refusal, match="release"):
        settings.adopt_figures(league, running.organiser, 0, None, week=2)
    with pytest.raises(Refusal, match="not yours"):
        settings.adopt_figures(league, running.players[0], league.release_id, made.pk, week=2)
    settings.adopt_figures(league, running.organiser, league.release_id, made.pk, week=2)
    settings.adopt_figures(league, running.organiser, league.release_id, None, week=2)
    assert Campaign.objects.get().next_release_id is None


def test_the_page_previews_then_adopts(client, running, pack):  # noqa: F811
    made, *_ = pack
    client.force_login(running.organiser)
    address = f"/leagues/{running.campaign.slug}/settings/figures/"
    choice = {"release": running.campaign.release_id, "pack": made.pk, "week": 2}
    page = client.get(address, {**choice, "look": 1}).content.decode()
    assert "What changes for whom" in page
    assert "→ 21" in page
    assert Campaign.objects.get().next_release_id is None
    act = f"/do/adopt-figures/{running.campaign.slug}/"
    assert client.post(act, choice).status_code == 303
    assert Campaign.objects.get().next_figures_week == 2
    assert "Week 1 has begun" in client.post(act, {**choice, "week": 1}).content.decode()
