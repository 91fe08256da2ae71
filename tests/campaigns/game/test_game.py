"""An Encounter's way: hidden Crews, one result, objections, rulings; whoever plays does not rule."""

from __future__ import annotations

import msgspec
import pytest

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, Game, Report
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.scripted import choices, play
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.refusal import Refusal
from tests.campaigns.conftest import founded_of
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def begun(lived):
    return lived(lambda opened: None)


@pytest.fixture
def league(begun, db):
    return begun()


@pytest.fixture
def game(league, in_process) -> Game:
    return league.games()[0]


@pytest.fixture
def revealed(game) -> Game:
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    return game


@pytest.mark.rule("SL-SIZE-02", "SL-SIZE-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_both_may_agree_on_less_and_never_on_more(make_league, in_process, edition):
    league = founded_of(make_league, edition)
    league.start()
    (game,) = league.games()
    a, b = play.sides(game)
    with pytest.raises(Refusal) as refused:
        game_operations.propose_size(a, a.entry.user, game.ceiling + 1)
    assert refused.value.rule == "SL-SIZE-02"
    game_operations.propose_size(a, a.entry.user, 25)
    game.refresh_from_db()
    assert game.size is None
    game_operations.propose_size(b, b.entry.user, 25)
    game.refresh_from_db()
    assert game.size == 25
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    assert all(seat["cost"]["amount"] <= 25 for seat in game.reveal["seats"])
    with pytest.raises(Refusal, match="settled"):
        game_operations.propose_size(a, a.entry.user, 20)


def test_without_an_agreement_the_ceiling_is_played(game):
    a, b = play.sides(game)
    game_operations.propose_size(a, a.entry.user, 20)
    game_operations.propose_size(b, b.entry.user, 25)
    play.submit_crew(a)
    game.refresh_from_db()
    assert game.size == game.ceiling


@pytest.mark.rule("SL-CREW-01")
def test_a_crew_of_somebody_elses_models_is_refused(game):
    a, b = play.sides(game)
    theirs = choices.crew(b)
    with pytest.raises(Refusal) as refused:
        game_operations.submit_crew(a, a.entry.user, theirs)
    assert "SL-CREW-01" in {v.rule for v in refused.value.violations}
    a.refresh_from_db()
    assert a.crew_submitted_at is None


@pytest.mark.rule("SL-SIZE-04")
def test_crews_are_revealed_together_and_can_be_taken_back_before(game):
    a, b = play.sides(game)
    play.submit_crew(a)
    game_operations.take_back_crew(a, a.entry.user)
    with pytest.raises(Refusal, match="No Crew"):
        game_operations.take_back_crew(a, a.entry.user)
    game.refresh_from_db()
    assert game.size is None, "nobody agreed on the size that the first Crew had settled"
    game_operations.propose_size(a, a.entry.user, 20)
    game_operations.propose_size(b, b.entry.user, 20)
    play.submit_crew(play.sides(game)[0])
    game_operations.take_back_crew(a, a.entry.user)
    game.refresh_from_db()
    assert game.size == 20, "agreed, so it stays"
    play.submit_crew(play.sides(game)[0])
    game.refresh_from_db()
    assert (game.state, game.reveal) == ("scheduled", {})
    play.submit_crew(play.sides(game)[1])
    game.refresh_from_db()
    assert game.state == "playing"
    assert len(game.reveal["seats"]) == 2
    with pytest.raises(Refusal):
        game_operations.take_back_crew(a, a.entry.user)


def test_a_crew_whose_model_was_lost_meanwhile_goes_back(game):
    a, b = play.sides(game)
    play.submit_crew(a)
    a.refresh_from_db()
    lost = a.crew["members"][-1]["model_id"]
    ArsenalModel.objects.filter(pk=lost).update(annihilated_week=1)
    play.submit_crew(b)
    game.refresh_from_db()
    a.refresh_from_db()
    assert game.state == "scheduled"
    assert a.crew_submitted_at is None


@pytest.mark.rule("SL-RATING-01", "SL-POOL-01")
def test_the_reveal_keeps_rating_and_pool_with_their_lines(revealed):
    for side, seat in zip(play.sides(revealed), revealed.reveal["seats"], strict=True):
        crew = msgspec.convert(side.crew, CampaignCrew)
        assert len(seat["cost"]["lines"]) >= len(crew.members)
        assert seat["cost"]["amount"] == sum(line["amount"] for line in seat["cost"]["lines"])
        assert seat["pool"]["amount"] <= 10
        assert seat["pool"]["amount"] == sum(line["amount"] for line in seat["pool"]["lines"])
        assert seat["rating"]["amount"] == 0, "a first week has no Campaign Upgrades"


def test_nothing_is_reported_before_the_reveal(game):
    with pytest.raises(Refusal, match="once both Crews"):
        play.report(game)


def test_the_reporter_does_not_confirm_and_may_report_again(revealed):
    a, b = play.sides(revealed)
    play.report(revealed, taste="first")
    with pytest.raises(Refusal, match="your own report"):
        results.confirm(a, a.entry.user)
    play.report(revealed, taste="second")
    assert list(revealed.reports.values_list("state", flat=True)) == ["superseded", "proposed"]
    results.confirm(b, b.entry.user)
    revealed.refresh_from_db()
    assert revealed.state == "aftermath"


def test_an_equal_report_confirms_and_another_one_is_refused(revealed):
    play.report(revealed, taste="x", seat=0)
    with pytest.raises(Refusal, match="another result"):
        play.report(revealed, taste="y", seat=1)
    play.report(revealed, taste="x", seat=1)
    revealed.refresh_from_db()
    assert revealed.state == "aftermath"
    assert Aftermath.objects.filter(side__game=revealed).count() == 2


def test_the_same_report_and_the_same_answer_again_are_told_and_leave_no_line(league, revealed):
    """Each tap with a key of its own, as four phones send it, or one whose page was loaded again."""
    a, b = play.sides(revealed)
    result = choices.result((a, b), taste="x")

    def diary():
        return Act.objects.filter(aggregate=f"campaign:{league.campaign.pk}").count()

    before = diary()
    results.report(a, a.entry.user, result, key="one")
    for key in ("two", "three", None):
        with pytest.raises(AlreadyDone, match="reported table 1"):
            results.report(a, a.entry.user, result, key=key)
    assert (diary() - before, revealed.reports.count()) == (1, 1)
    results.confirm(b, b.entry.user, 1)
    told = diary()
    for number in (1, None):
        with pytest.raises(AlreadyDone, match="confirmed the result"):
            results.confirm(b, b.entry.user, number)
    for side in (a, b):
        with pytest.raises(AlreadyDone, match="confirmed the result"):
            results.report(side, side.entry.user, result)
    other = choices.result((a, b), taste="y")
    with pytest.raises(Refusal, match="The result is final") as refused:
        results.report(a, a.entry.user, other)
    assert not isinstance(refused.value, AlreadyDone), "another result is no retry"
    assert diary() == told


@pytest.mark.rule("M3E-TURN-21")
def test_an_impossible_result_is_refused_with_every_reason(revealed):
    a, _ = play.sides(revealed)
    result = choices.result(play.sides(revealed))
    seat = msgspec.structs.replace(result.seats[0], strategy_vp=(1, 1, 1, 1, 1), vp=9)
    wrong = msgspec.structs.replace(result, seats=(seat, result.seats[1]))
    with pytest.raises(Refusal) as refused:
        results.report(a, a.entry.user, wrong)
    assert len(refused.value.violations) >= 2
    assert not Report.objects.exists()


def test_an_objection_needs_a_reason_and_an_organiser_who_is_no_party(league, revealed):
    a, b = play.sides(revealed)
    play.report(revealed)
    with pytest.raises(Refusal, match="what is wrong"):
        results.object_to(b, b.entry.user, "  ")
    results.object_to(b, b.entry.user, "I scored the Strategy on Turn 4 as well.")
    revealed.refresh_from_db()
    assert revealed.state == "disputed"
    operations.add_organiser(league.campaign, league.organiser, a.entry.user)
    with pytest.raises(Refusal, match="play this game yourself"):
        results.rule(revealed, a.entry.user, choices.result((a, b)), "I won")
    results.rule(revealed, league.organiser, choices.result((a, b)), "the photo shows it")
    revealed.refresh_from_db()
    assert revealed.state == "aftermath"
    ruled = revealed.reports.get(state="ruled")
    assert (ruled.ruled_by, ruled.reason) == (league.organiser, "the photo shows it")


def test_an_unanswered_report_stands_and_an_answered_one_is_left_alone(revealed):
    play.report(revealed)
    assert results.confirm_unanswered(revealed, 1) is True
    assert results.confirm_unanswered(revealed, 1) is False
    revealed.refresh_from_db()
    assert revealed.state == "aftermath"


def test_a_forfeit_pays_the_one_who_came(league, game):
    a, b = play.sides(game)
    before = [balances.balance(s.entry) for s in (a, b)]
    results.forfeit(game, league.organiser, b, "did not come")
    game.refresh_from_db()
    assert game.state == "forfeited"
    assert [balances.balance(s.entry) for s in (a, b)] == [before[0] + 3, before[1]]
    with pytest.raises(Refusal, match="cannot be changed"):
        results.forfeit(game, league.organiser, a, "too late")


def test_a_draft_may_be_illegal_and_says_so(game):
    a, _ = play.sides(game)
    model = a.entry.models.first()
    report = game_operations.save_crew(
        a, a.entry.user, CampaignCrew(0, (CrewModel(model.pk), CrewModel(model.pk)))
    )
    assert {v.rule for v in report.violations} >= {"SL-CREW-01", "M3E-HIRE-01"}
