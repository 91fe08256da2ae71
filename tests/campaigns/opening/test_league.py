"""Opening, inviting, joining, starting: who may, when, and what a second try does."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.campaigns.models import Campaign, Entry, Invitation
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.week import operations as week
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def test_two_leagues_of_one_name_have_different_addresses(make_league):
    first, second = make_league(players=0), make_league(players=0, name="Test league ")
    assert first.campaign.slug == "test-league"
    assert second.campaign.slug == "test-league-2"


def test_the_address_of_an_unlisted_league_says_nothing_and_takes_none_from_others(make_league):
    names = ("Test league ", "Test  League")
    hidden = [make_league(players=0, name=name, listed=False).campaign for name in names]
    listed = make_league(players=0).campaign
    assert listed.slug == "test-league"
    for campaign in hidden:
        assert re.fullmatch(r"test-league-[0-9a-f]{10}", campaign.slug)
    assert hidden[0].slug != hidden[1].slug


def test_a_name_without_letters_and_a_word_of_ours_still_give_an_address(make_league):
    names = ["!!!", "new", "import", "x" * 80]
    slugs = [make_league(players=0, name=name).campaign.slug for name in names]
    assert slugs == ["league", "new-2", "import-2", "x" * 60]


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"zone": "Mars/Olympus"}, "time zone"),
        ({"weeks_total": 0}, "between 1 and 20"),
        ({"hire_days": 9}, "between 0 and 6"),
        ({"policies": {"no_such_setting": 1}}, "no campaign setting"),
        ({"policies": {"start_budget": -1}}, "start_budget"),
    ],
)
def test_a_league_is_opened_whole_or_not_at_all(make_league, wrong, match):
    with pytest.raises(Refusal, match=match):
        make_league(players=0, **wrong)
    assert not Campaign.objects.exists()


@pytest.mark.rule("SL-START-01", "SL-3E-23", "M3E-FACTION-02")
def test_a_faction_is_declared_once_and_dead_mans_hand_never(make_league):
    league = make_league(players=0)
    with pytest.raises(Refusal) as refused:
        league.join("ines", "dead-mans-hand")
    assert refused.value.rule == "SL-START-01"
    entry = operations.join(league.campaign, league.players[0], faction="guild", token=league.token)
    again = operations.join(league.campaign, league.players[0], faction="bayou", token=league.token)
    assert again.pk == entry.pk
    assert again.faction == "guild", "joining again changes nothing"


def test_an_invitation_is_needed_and_unusable_ones_look_alike(make_league):
    league = make_league(players=0)
    stranger = person("stranger")
    answers = set()
    operations.invite(league.campaign, league.organiser)
    for spoil in ("unknown", "revoked", "expired", "used up"):
        token = operations.invite(league.campaign, league.organiser)
        row = Invitation.objects.latest("pk")
        if spoil == "revoked":
            row.revoked_at = timezone.now()
        elif spoil == "expired":
            row.expires_at = timezone.now() - dt.timedelta(seconds=1)
        elif spoil == "used up":
            row.uses_left = 0
        row.save()
        with pytest.raises(Refusal) as refused:
            operations.join(
                league.campaign, stranger, faction="guild", token="nonsense" if spoil == "unknown" else token
            )
        answers.add(str(refused.value))
    assert len(answers) == 1
    assert not Entry.objects.exists()


def test_a_token_is_not_kept(make_league):
    league = make_league(players=0)
    assert league.token not in str(list(Invitation.objects.values()))


def test_an_invitation_of_one_league_opens_no_other(make_league):
    mine, other = make_league(players=0), make_league(players=0, name="Other")
    with pytest.raises(Refusal, match="cannot be used"):
        operations.join(mine.campaign, person("x"), faction="guild", token=other.token)


def test_the_last_organiser_stays(make_league):
    league = make_league(players=0)
    with pytest.raises(Refusal, match="last one"):
        operations.remove_organiser(league.campaign, league.organiser, league.organiser)
    second = person("second")
    operations.add_organiser(league.campaign, league.organiser, second)
    operations.remove_organiser(league.campaign, second, league.organiser)
    assert list(league.campaign.organisers.values_list("user", flat=True)) == [second.pk]


def test_a_league_starts_with_two_ready_arsenals_and_leaves_the_others_for_later(make_league):
    league = make_league(players=3)
    with pytest.raises(Refusal, match="two players"):
        league.start()
    from mfcampaign.campaigns.scripted import play

    for number in (0, 1):
        play.found_arsenal(league.entry(number))
    week.start(league.campaign, league.organiser)
    assert [league.entry(n).state for n in range(3)] == ["active", "active", "inactive"]
    with pytest.raises(Refusal, match="begun"):
        week.start(league.campaign, league.organiser)
    assert league.join("late", "bayou").state == "building"


def test_a_cancelled_league_says_why(make_league):
    league = make_league(players=0)
    operations.cancel(league.campaign, league.organiser, "the shop closed")
    league.campaign.refresh_from_db()
    assert (league.campaign.state, league.campaign.cancelled_reason) == ("cancelled", "the shop closed")
    with pytest.raises(Refusal, match="ended"):
        operations.cancel(league.campaign, league.organiser, "again")


def test_two_players_do_not_go_by_names_that_look_alike(make_league):
    league = make_league(players=1)
    organiser = league.campaign.organisers.first().user
    played = league.campaign.entries.select_related("user").first()
    alike = played.label.replace("a", "\u0430").replace("o", "\u043e").replace("e", "\u0435")
    assert alike != played.label
    guest, _ = accounts.create_guest(alike, organiser)
    with pytest.raises(Refusal, match="Somebody plays in this league as"):
        operations.join(league.campaign, guest, faction="arcanists", by=organiser)
    operations.join(league.campaign, guest, faction="arcanists", crew_name="Quite Others", by=organiser)
