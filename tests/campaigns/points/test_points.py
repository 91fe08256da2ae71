"""Points beside results and teams, and a word to all."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, PointsGiven
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.points import operations, queries
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.notices.models import Notice
from mfcampaign.notices.operations import detection
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.tournament.standings.league import LeagueStanding
from rules.tournament.standings.teams import team_standings
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, organiser_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def league(make_league):
    """Four players of a league that ranks by points, one game of two in."""
    made = make_league(players=4, policies={"standings_scheme": "malifaux"})
    made.found_all()
    made.start()
    game = made.games(1)[0]
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    play.confirm(game)
    return made


def points(league) -> dict[int, int]:
    return {
        row.entry.pk: dict(row.standing.figures)[Criterion.POINTS]
        for row in league_page.table(league.campaign)
    }


def test_points_count_in_the_table_until_they_are_taken_back(league):
    before = points(league)
    ahead, behind = league.entry(0), league.entry(1)
    operations.give_points(league.campaign, league.organiser, [ahead.pk, behind.pk], 2, "Painted", key="once")
    operations.give_points(league.campaign, league.organiser, [behind.pk], -1, "Late report")
    after = points(league)
    assert {pk: after[pk] - before[pk] for pk in after if after[pk] != before[pk]} == {
        ahead.pk: 2,
        behind.pk: 1,
    }
    assert "lose" in Act.objects.filter(kind="points.given").latest("pk").sentence
    given = queries.points_given(league.campaign)
    assert [(row.points, row.why, row.week) for row in given] == [
        (-1, "Late report", 1),
        (2, "Painted", 1),
        (2, "Painted", 1),
    ]
    operations.take_points_back(league.campaign, league.organiser, given[0].id)
    assert points(league)[behind.pk] == before[behind.pk] + 2
    with pytest.raises(Refusal, match="do not count any more"):
        operations.take_points_back(league.campaign, league.organiser, given[0].id)
    assert PointsGiven.objects.count() == 3, "what was taken back stays on record"


def test_what_is_refused(league, make_league):
    entry = league.entry(0)
    for wrong in (0, 21, -21):
        with pytest.raises(Refusal, match="between 1 and 20"):
            operations.give_points(league.campaign, league.organiser, [entry.pk], wrong, "Why")
    with pytest.raises(Refusal, match="what for"):
        operations.give_points(league.campaign, league.organiser, [entry.pk], 1, " ")
    with pytest.raises(Refusal, match="players of this league"):
        operations.give_points(league.campaign, league.organiser, [entry.pk, 0], 1, "Why")
    other = make_league(players=2, name="By wins")
    with pytest.raises(Refusal, match="ranks by results alone") as refused:
        operations.give_points(other.campaign, other.organiser, [other.entry(0).pk], 1, "Why")
    assert "Give Scrip" in refused.value.fix


def test_nobody_gives_themselves_points(league):
    player = league.players[0]
    opening.add_organiser(league.campaign, league.organiser, player)
    with pytest.raises(Refusal, match="your points would change"):
        operations.give_points(league.campaign, player, [league.entry(0).pk], 1, "Painted")
    operations.give_points(league.campaign, player, [league.entry(1).pk], 1, "Painted")
    operations.give_points(league.campaign, league.organiser, [league.entry(0).pk], -1, "Late")
    taken = queries.points_given(league.campaign)[0]
    with pytest.raises(Refusal, match="your points would change"):
        operations.take_points_back(league.campaign, player, taken.id)


def test_the_name_of_a_team_is_kept_whole_or_refused(league):
    with pytest.raises(Refusal, match="at most 40 characters"):
        operations.set_team(league.campaign, league.organiser, league.entry(0).pk, "T" * 41)


def test_teams_add_their_members_up(league, client):
    rows = league_page.table(league.campaign)
    assert queries.teams(league.campaign, rows) == ()
    for number, team in enumerate(("Tower", "Tower", "River", "")):
        operations.set_team(league.campaign, league.organiser, league.entry(number).pk, team)
    table = queries.teams(league.campaign, rows)
    assert {team.team: team.members for team in table} == {"Tower": 2, "River": 1}
    operations.give_points(league.campaign, league.organiser, [league.entry(0).pk], 1, "Painted")
    page = client.get(f"/leagues/{league.campaign.slug}/standings/").content.decode()
    assert "Tower" in page
    assert "Points beside results" in page
    client.force_login(league.organiser)
    own = client.get(f"/leagues/{league.campaign.slug}/points/").content.decode()
    assert "Take back" in own
    assert client.get(f"/api/v1/leagues/{league.campaign.slug}/teams/").json()[0]["team"] in (
        "Tower",
        "River",
    )


def test_a_league_file_carries_points_teams_and_the_announcement(league):
    operations.set_team(league.campaign, league.organiser, league.entry(0).pk, "Tower")
    operations.give_points(league.campaign, league.organiser, [league.entry(0).pk], 2, "Painted")
    opening.announce(league.campaign, league.organiser, "Bring dice.")
    content = write(Campaign.objects.get(pk=league.campaign.pk), phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    assert [(row.points, row.why) for row in queries.points_given(again)] == [(2, "Painted")]
    assert sorted(again.entries.values_list("team", flat=True)) == ["", "", "", "Tower"]
    assert again.announcement == "Bring dice."
    assert sorted(points_of(again)) == sorted(points_of(league.campaign))


def points_of(campaign: Campaign) -> list[int]:
    return [dict(row.standing.figures)[Criterion.POINTS] for row in league_page.table(campaign)]


def test_a_word_to_all_is_on_the_front_and_in_every_inbox(league, client):
    detection.detect(league.campaign.pk)
    client.force_login(league.organiser)
    client.post(f"/do/announce-to-all/{league.campaign.slug}/", {"text": "We meet at <seven>."})
    detection.detect(league.campaign.pk)
    told = Notice.objects.filter(campaign=league.campaign, subject__contains="We meet at <seven>.")
    assert set(told.values_list("user", flat=True)) == {user.pk for user in league.players}
    home = f"/leagues/{league.campaign.slug}/"
    assert "We meet at &lt;seven&gt;." in client.get(home).content.decode()
    client.post(f"/do/announce-to-all/{league.campaign.slug}/", {"text": ""})
    client.logout()
    assert 'aria-label="Announcement"' not in client.get(home).content.decode()


def test_teams_that_are_equal_share_their_place():
    row = LeagueStanding(1, 1, 2, 1, 1, 0, 0, 9, 4, 0, 35)
    table = team_standings([("A", row), ("B", row), ("", row), ("A", row), ("C", row)])
    assert [(team.rank, team.team, team.points, team.vp) for team in table] == [
        (1, "A", 6, 18),
        (2, "B", 3, 9),
        (2, "C", 3, 9),
    ]


def test_challenges_are_a_list_that_is_ticked(league, client):
    done, other = league.entry(0), league.entry(1)
    operations.give_points(league.campaign, league.organiser, [done.pk], 1, "Painted a Master")
    operations.give_points(league.campaign, league.organiser, [done.pk], -1, "Late report")
    (challenge,) = queries.challenges(queries.points_given(league.campaign))
    assert (challenge.why, challenge.points, challenge.done) == ("Painted a Master", 1, {done.pk})
    client.force_login(league.organiser)
    page = reverse("campaigns:points", args=[league.campaign.slug])
    shown = client.get(page).content.decode()
    assert f'value="{done.pk}" checked disabled' in shown
    ticked = {"why": challenge.why, "points": challenge.points, "entries": [other.pk], "key": "tick"}
    client.post(reverse("act:give_points", args=[league.campaign.slug]), ticked)
    (challenge,) = queries.challenges(queries.points_given(league.campaign))
    assert challenge.done == {done.pk, other.pk}
