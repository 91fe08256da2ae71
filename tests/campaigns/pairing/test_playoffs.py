"""Play-offs at the end of a season (A-43)."""

from __future__ import annotations

import pytest

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.history.season import season
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Availability, Campaign
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.playoffs import operations as playoffs
from mfcampaign.campaigns.playoffs import queries
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as week
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process"), pytest.mark.rule("A-43")]


def pairs(league, number: int) -> set[frozenset[int]]:
    return {frozenset(side.entry_id for side in game.sides.all()) for game in league.games(number)}


def turn(league, number: int) -> None:
    """Week ``number`` ends, nobody hires, the games of the next are paired."""
    week.reach_deadline(league.week(number), league.organiser, "Agreed.")
    week.close_hires(league.week(number + 1), league.organiser, "Agreed.")


def forfeit(league, number: int, *, absent: int) -> None:
    """The game of entry ``absent`` in that week goes to whoever was there."""
    for game in league.games(number):
        for side in game.sides.all():
            if side.entry_id == absent:
                results.forfeit(game, league.organiser, side, "Did not come.")


def bracket(league) -> queries.Bracket:
    league.campaign.refresh_from_db()
    found = queries.bracket(league.campaign)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def paired(lived):
    return lived(
        lambda league: turn(league, 1),
        players=5,
        name="Play-offs",
        weeks_total=3,
        policies={"playoffs": 4, "playoff_third": True},
    )


@pytest.fixture
def semis(paired, db, in_process):
    """Five players; the semi-finals of the best four are paired in week 2 of 3."""
    return paired()


@pytest.mark.switch("playoffs", 4)
def test_the_best_four_meet_and_the_fifth_has_the_bye(semis):
    league = semis
    drawn = bracket(league)
    seeds = [row.entry.pk for row in league_page.table(league.campaign)]
    assert (drawn.drawn, drawn.size, drawn.first_week) == (True, 4, 2)
    ranked = {place.entry.pk for match in drawn.rounds[0].matches for place in match.places}
    assert len(ranked) == 4
    assert pairs(league, 2) == {
        frozenset(place.entry.pk for place in match.places) for match in drawn.rounds[0].matches
    }
    assert [[place.seed for place in match.places] for match in drawn.rounds[0].matches] == [[1, 4], [2, 3]]
    assert set(seeds) - ranked == {league.week(2).parts.get(bye=True).entry_id}
    whys = {pair["why"] for pair in league.week(2).pairing["pairs"]}
    assert whys == {
        "Play-offs, Semi-final: seed 1 against seed 4.",
        "Play-offs, Semi-final: seed 2 against seed 3.",
    }
    assert "Play-offs: Semi-final" in acts_of(league.campaign, organiser=False).first().sentence


@pytest.mark.switch("playoff_third", True)
def test_a_game_and_a_forfeit_send_on_who_won_and_the_others_meet_for_third_place(semis):
    league = semis
    first, second = bracket(league).rounds[0].matches
    forfeit(league, 2, absent=first.places[0].entry.pk)
    game = next(
        g for g in league.games(2) if second.places[0].entry.pk in {s.entry_id for s in g.sides.all()}
    )
    play.play(game)
    game.refresh_from_db()
    played = bracket(league).rounds[0].matches[1]
    if game.outcome["winner"] is None:
        expected = second.places[0].entry.pk
    else:
        expected = game.sides.get(seat=game.outcome["winner"]).entry_id
    assert played.winner == expected
    assert [place.vp for place in played.places] == [
        game.outcome["vp"][game.sides.get(entry=place.entry.pk).seat] for place in played.places
    ]
    for row in play.aftermaths(game):
        play.finish_aftermath(row)
    turn(league, 2)
    final, third = bracket(league).rounds[1].matches
    assert (final.name, third.name, final.week, third.week) == ("Final", "Third place", 3, 3)
    assert {place.entry.pk for place in final.places} == {first.places[1].entry.pk, expected}
    assert frozenset(place.entry.pk for place in third.places) in pairs(league, 3)


@pytest.mark.switch("playoff_third", False)
@pytest.mark.switch("playoffs", 0)
def test_without_the_house_rule_there_is_no_bracket_and_no_game_for_third_place(make_league):
    league = make_league(players=3, weeks_total=2)
    league.found_all()
    league.start()
    turn(league, 1)
    assert queries.bracket(league.campaign) is None
    league.campaign.policies = league.campaign.policies | {"playoffs": 4}
    projected = queries.bracket(league.campaign)
    assert projected is not None
    assert (projected.drawn, projected.size) == (False, 2), "two are all that one week has room for"
    assert [match.name for match in projected.rounds[0].matches] == ["Final"]


def test_nobody_plays_so_the_higher_seeds_go_on_and_win_and_the_season_says_who(semis):
    league = semis
    turn(league, 2)
    first, second = bracket(league).rounds[0].matches
    assert (first.winner, second.winner) == (first.places[0].entry.pk, second.places[0].entry.pk)
    assert first.why == "the game was not played, the higher seed goes on"
    final = bracket(league).rounds[1].matches[0]
    forfeit(league, 3, absent=final.places[0].entry.pk)
    week.reach_deadline(league.week(3), league.organiser, "Agreed.")
    league.campaign.refresh_from_db()
    assert league.campaign.state == Campaign.State.COMPLETE
    assert bracket(league).champion.pk == final.places[1].entry.pk
    award = season(league.campaign).awards[0]
    assert (award.award.name, [person.entry for person in award.winners]) == (
        "Champion",
        [final.places[1].entry.pk],
    )


def test_whoever_is_away_loses_the_match_and_the_other_plays_on(semis):
    league = semis
    first, second = bracket(league).rounds[0].matches
    Availability.objects.create(entry_id=first.places[0].entry.pk, week=3, away=True)
    turn(league, 2)
    final = bracket(league).rounds[1].matches[0]
    assert (final.winner, final.why) == (second.places[0].entry.pk, "the other did not come")
    assert any(final.winner in pair for pair in pairs(league, 3))


def test_an_organiser_decides_until_the_next_round_is_paired(semis, client):
    league = semis
    first = bracket(league).rounds[0].matches[0]
    lower = first.places[1].entry.pk
    with pytest.raises(Refusal, match="no part in this match"):
        playoffs.decide(league.campaign, league.organiser, first.number, 999_999, "So it is.")
    with pytest.raises(Refusal, match="no players yet"):
        playoffs.decide(league.campaign, league.organiser, 3, lower, "So it is.")
    player = next(user for user in league.players if league.campaign.entries.filter(pk=lower, user=user))
    with pytest.raises(Refusal, match="another organiser rules on it: your match of the play-offs"):
        playoffs.decide(league.campaign, player, first.number, lower, "So it is.")
    client.force_login(league.organiser)
    page = client.get(f"/leagues/{league.campaign.slug}/play-offs/").content.decode()
    assert f'name="match" value="{first.number}"' in page
    sent = {"match": first.number, "winner": lower, "reason": "They shook hands on it."}
    assert client.post(f"/do/decide-playoff-match/{league.campaign.slug}/", sent).status_code == 303
    assert bracket(league).rounds[0].matches[0].winner == lower
    turn(league, 2)
    assert lower in {place.entry.pk for place in bracket(league).rounds[1].matches[0].places}
    with pytest.raises(Refusal, match="this match stays as it is"):
        playoffs.decide(league.campaign, league.organiser, first.number, lower, "Again.")


@pytest.mark.rule("A-47")
def test_a_stand_in_decides_no_match_that_they_play(semis):
    league = semis
    first = bracket(league).rounds[0].matches[0]
    lower = first.places[1].entry.pk
    helper = person("helper")
    opening.add_organiser(league.campaign, league.organiser, helper)
    entry = league.campaign.entries.select_related("campaign").get(pk=lower)
    stand_ins.name_stand_in(entry, entry.user, first.week, "helper")
    with pytest.raises(Refusal, match="another organiser rules on it: your match of the play-offs"):
        playoffs.decide(league.campaign, helper, first.number, lower, "So it is.")
    second = bracket(league).rounds[0].matches[1]
    playoffs.decide(league.campaign, helper, second.number, second.places[1].entry.pk, "They agreed.")


def test_where_players_agree_on_their_games_the_matches_are_paired_all_the_same(make_league):
    league = make_league(players=3, weeks_total=2, policies={"playoffs": 2, "pairing": "free"})
    league.found_all()
    league.start()
    turn(league, 1)
    (final,) = bracket(league).rounds[0].matches
    assert pairs(league, 2) == {frozenset(place.entry.pk for place in final.places)}
    assert not league.week(2).parts.filter(bye=True).exists()


def test_the_bracket_travels_with_the_league(semis):
    league = semis
    phrase = "the willow by the old mill"
    again = transfer.import_league(
        read(write(league.campaign, phrase=phrase)).opened(phrase), league.organiser
    )
    labels = [
        [[place.text for place in match.places] for match in found.rounds[0].matches]
        for found in (queries.bracket(league.campaign), queries.bracket(again))
    ]
    assert labels[0] == labels[1]
