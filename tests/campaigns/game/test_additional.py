"""Additional games of a week, by agreement."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, Game, GameProposal, Week
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as week
from rules.campaign.arsenal import arsenal_value
from rules.refusal import Refusal
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def edition():
    """The Third's, where a test names none."""
    return "m3e"


@pytest.fixture
def league(make_league, edition):
    """Three players in the games of their first week, one with a bye."""
    opened = make_league(players=3, edition=edition, policies={"weekly_cap": 16})
    opened.found_all()
    opened.start()
    return opened


def offered(league, by=0, to=1, set_up="reuse"):
    return additional.propose(league.entry(by), league.players[by], league.entry(to), set_up)


@pytest.mark.rule("SL-SCHEME-01", "SL-SCHEME-02", "SL-SCHEME-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_both_agree_before_the_game_and_play_the_weeks_scenario_again(league):
    proposal = offered(league)
    assert len(league.games()) == 1, "an offer is no game"
    with pytest.raises(Refusal, match="other player"):
        additional.accept(proposal, league.players[0])
    game = additional.accept(proposal, league.players[1])
    assert (game.table, game.additional, game.state) == (2, True, Game.State.SCHEDULED)
    assert league.games()[1].scenario == league.games()[0].scenario
    with pytest.raises(Refusal, match="agreed"):
        additional.accept(proposal, league.players[1])


@pytest.mark.rule("SL-SCHEME-02", "SL-SCHEME-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_or_they_have_a_new_one_flipped_which_no_retry_changes(league):
    game = additional.accept(offered(league, set_up="new"), league.players[1])
    drawn = fate.additional_scenario(league.week(1), game.table)
    assert game.scenario["flips"] == drawn["flips"] != league.games()[0].scenario["flips"]


@pytest.mark.rule("SL-SCHEME-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_agreement_there_is_no_game(league):
    proposal = offered(league)
    with pytest.raises(Refusal, match="waits for its answer"):
        offered(league, by=1, to=0)
    additional.decline(proposal, league.players[1])
    second = offered(league, by=1, to=0)
    additional.withdraw(second, league.players[1])
    third = offered(league, by=2, to=0)
    play.live_week(league.week(1))
    week.reach_deadline(league.week(1))
    third.refresh_from_db()
    assert third.state == GameProposal.State.LAPSED
    assert len(league.games()) == 1
    with pytest.raises(Refusal, match="games of a week are open"):
        offered(league)


@pytest.mark.rule("A-41", "SL-SCHEME-02")
def test_a_week_has_room_for_so_many_more_games(league):
    additional.accept(offered(league), league.players[1])
    paired = {side.entry_id for side in league.games()[0].sides.all()}
    again = {league.entry(0).pk, league.entry(1).pk} == paired
    if again:
        with pytest.raises(Refusal, match="2 games together") as refused:
            offered(league)
        assert refused.value.violations[0].rule == "A-41"
    additional.accept(offered(league, by=2, to=0), league.players[0])
    with pytest.raises(Refusal, match="2 additional games"):
        offered(league, by=0, to=2)


@pytest.mark.rule("A-41")
def test_an_offer_that_no_longer_fits_is_not_accepted(league):
    late = offered(league, by=2, to=0)
    Week.objects.update(policies={"additional_games": 0})
    with pytest.raises(Refusal, match="no additional games"):
        additional.accept(late, league.players[0])


def test_a_further_game_nobody_played_pays_nobody(league):
    game = additional.accept(offered(league, by=2, to=0), league.players[0])
    play.play(league.games()[0])
    play.finish(league.games()[0])
    before = {n: balances.balance(league.entry(n)) for n in (0, 2)}
    week.reach_deadline(league.week(1))
    game.refresh_from_db()
    assert game.state == Game.State.VOID
    bye = league.week(1).parts.get(bye=True).entry
    after = {n: balances.balance(league.entry(n)) for n in (0, 2)}
    assert all(after[n] - before[n] == (3 if league.entry(n).pk == bye.pk else 0) for n in (0, 2))
    league.check()


@pytest.mark.rule("SL-PAY-05", "A-19")
def test_all_games_of_a_week_together_earn_at_most_the_weeks_maximum(make_league):
    league = make_league(policies={"weekly_cap": 4, "opponent_games": 9})
    league.found_all()
    league.start()
    for _ in range(2):
        additional.accept(offered(league), league.players[1])
    for game in league.games():
        play.play(game, taste=str(game.table))
        play.finish(game)
    assert len(league.games()) == 3
    earned = [balances.earned_in_week(league.entry(n), 1) for n in (0, 1)]
    assert max(earned) <= 4
    reports = [game.outcome["vp"] for game in league.games()]
    assert any(sum((vp[seat] + 1) // 2 for vp in reports) > 4 for seat in (0, 1)), "the cap was reached"
    league.check()


@pytest.mark.rule("SL-SIZE-02")
def test_a_game_after_a_loss_is_no_larger_than_the_arsenals_are_now(make_league):
    league = make_league()
    league.found_all()
    league.start()
    (paired,) = league.games()
    further = additional.accept(offered(league), league.players[1])
    play.play(further)
    league.entry(0).models.owned().filter(is_leader=False).update(annihilated_week=1)
    play.finish(further)
    values = [arsenal_value(loading.arsenal(league.entry(n)).models).amount for n in (0, 1)]
    assert league.games()[0].ceiling == min(values) + 5 < paired.ceiling


def test_a_crew_that_lost_a_model_in_another_game_is_looked_at_again_at_the_reveal(league):
    game = additional.accept(offered(league), league.players[1])
    own, other = play.sides(game)
    hidden = choices.crew(own)
    game_operations.submit_crew(own, own.entry.user, hidden)
    gone = next(member.model_id for member in hidden.members if member.model_id != hidden.leader_id)
    ArsenalModel.objects.filter(pk=gone).update(annihilated_week=1)
    revealed = game_operations.submit_crew(other, other.entry.user, choices.crew(other))
    assert revealed is False
    own.refresh_from_db()
    assert own.crew_submitted_at is None
    assert loading.arsenal(league.entry(0)).model(gone) is None


def test_the_page_offers_asks_and_leads_to_the_table(league, client):
    url = reverse("campaigns:additional", args=[league.campaign.slug])

    def visit(number, do="", **data):
        client.force_login(league.players[number])
        act = reverse(f"act:{do}_game", args=[league.campaign.slug]) if do else ""
        answer = client.post(act, data, follow=True) if do else client.get(url)
        assert answer.status_code == 200
        return answer.content.decode()

    assert "Offer a game" in visit(0)
    page = visit(0, do="offer", opponent=league.entry(1).pk, set_up="new", key="abc")
    assert "Your offers" in page
    assert "That was done already" in visit(
        0, do="offer", opponent=league.entry(1).pk, set_up="new", key="abc"
    )
    proposal = GameProposal.objects.get()
    client.force_login(league.players[1])
    home = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    assert "offers an additional game" in home
    client.force_login(league.players[2])
    accept = reverse("act:accept_game", args=[league.campaign.slug])
    assert client.post(accept, {"offer": proposal.pk}).status_code == 404
    assert "Table 2 is yours" in visit(1, do="accept", offer=proposal.pk)
    assert (
        "by agreement"
        in client.get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()
    )
