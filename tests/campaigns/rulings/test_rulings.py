"""Organisers put results right: what follows is shown, done as shown, and everybody can read why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.league.queries import standings
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    AftermathDecision,
    ArsenalUpgrade,
    Debt,
    Game,
    Ruling,
    Supplement,
)
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import supplements as supplementing
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.requests import CorrectResult, Forgive, Give, Undo, VoidGame
from mfcampaign.campaigns.week import fate
from rules.campaign.aftermath.asks import InjuryAttached
from rules.fate.league import fate_of
from rules.game.results.casualties import Casualty
from rules.refusal import Refusal
from tests.campaigns.conftest import League, person
from tests.campaigns.rulings.scenes import (
    cause_of,
    check,
    corrected,
    fresh,
    live,
    made_of,
    purse,
    result_of,
    ruled,
    side_of,
    transfers,
    unhurt,
    with_casualties,
    with_vp,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def two_weeks(lived: Any) -> Callable[[], League]:
    return lived(lambda league: live(league, 2), players=4, name="Two weeks")


@pytest.fixture
def season(two_weeks: Callable[[], League], db: None) -> League:
    """Four players, two weeks played, the second still open."""
    return two_weeks()


# -- a corrected result -----------------------------------------------------------------------------


@pytest.mark.rule("SL-PAY-01")
@pytest.mark.rule("SL-PAY-02")
def test_a_result_corrected_two_weeks_later_pays_the_difference_and_moves_the_standings(season):
    game = season.games(1)[0]
    corrected(season, game, 0, 4)
    first, second = (side_of(game, seat).entry for seat in (0, 1))
    before = worth(first), worth(second)
    facts = [replay.context(made_of(game, seat)) for seat in (0, 1)]
    handicap = [max(0, f.other_rating - f.rating) for f in facts]
    earned = [weeks.standing(cause_of(game, seat)).standing for seat in (0, 1)]
    assert earned == [handicap[0], 2 + 1 + handicap[1]], "0 VP and a loss, 4 VP and a win"

    request = CorrectResult(encounter=game.pk, result=with_vp(result_of(game), 4, 1))
    plan = ruling_operations.preview(season.campaign, season.organiser, request)
    assert "ends" in plan.changes[0].sentence
    assert (worth(first), worth(second)) == before, "looking changes nothing"
    ruled(season, request)
    assert weeks.standing(cause_of(game, 0)).standing == 3 + handicap[0]
    assert weeks.standing(cause_of(game, 1)).standing == 1 + handicap[1]
    assert (worth(first), worth(second)) == (before[0] + 3, before[1] - 2)
    table = {row.entry: row for row in standings(season.campaign)}
    assert fresh(game).outcome["winner"] == 0
    assert table[first.pk].wins >= 1


def worth(entry: Any) -> int:
    """What is in the purse less what is owed."""
    return purse(entry) - balances.owed(entry)


def test_nothing_is_changed_or_deleted_only_added(season):
    game = season.games(1)[0]
    before = transfers(season)
    answers = list(AftermathDecision.objects.order_by("pk").values_list("pk", "answer"))
    acts = Act.objects.count()
    corrected(season, game, 2, 0)
    assert transfers(season)[: len(before)] == before
    assert {reason for _, _, reason in transfers(season)[len(before) :]} <= {"payday", "reversal", "ruling"}
    assert list(AftermathDecision.objects.order_by("pk").values_list("pk", "answer")) == answers
    assert Act.objects.count() == acts + 1
    reports = list(fresh(game).reports.order_by("number").values_list("state", flat=True))
    assert reports == ["superseded", "ruled"]


@pytest.mark.rule("SL-PAY-05")
def test_a_later_earning_has_the_room_an_earlier_one_gives_back(season):
    game = season.games(1)[0]
    entry = side_of(game, 0).entry
    corrected(season, game, 4, 0)
    first = balances.earned_in_week(entry, 1)
    event = ledger.pay(
        entry, 16 - first, reason="event", natural_key="event-of-the-test", week=1, memo="An event"
    )
    corrected(season, game, 0, 4)
    after = balances.earned_in_week(entry, 1)
    assert event is not None
    assert after == weeks.standing(cause_of(game, 0)).standing + event.amount
    corrected(season, game, 4, 3)
    assert balances.earned_in_week(entry, 1) == 16


def test_what_a_purse_cannot_give_back_is_owed_and_paid_by_what_comes_next(season):
    game = season.games(1)[0]
    corrected(season, game, 0, 4)
    rich = side_of(game, 1).entry
    if purse(rich):
        ruled(season, Give(entry=rich.pk, what="scrip", amount=-purse(rich)))
    if balances.owed(rich):
        ruled(season, Forgive(entry=rich.pk))
    assert (purse(rich), balances.owed(rich)) == (0, 0)
    ruling = corrected(season, game, 4, 0)
    lost = 3
    assert (purse(rich), balances.owed(rich)) == (0, lost)
    assert Debt.objects.latest("pk").ruling == ruling
    ledger.pay(rich, 2, reason="event", natural_key="a", week=2)
    assert (purse(rich), balances.owed(rich)) == (0, 1)
    ledger.pay(rich, 5, reason="event", natural_key="b", week=2)
    assert (purse(rich), balances.owed(rich)) == (4, 0)
    ledger.pay(rich, 5, reason="event", natural_key="b", week=2)
    assert purse(rich) == 4, "the same cause pays nothing twice, and repays nothing twice"
    check(season)


def test_what_is_owed_can_be_written_off(season):
    game = season.games(1)[0]
    entry = side_of(game, 0).entry
    ruled(season, Give(entry=entry.pk, what="scrip", amount=-(purse(entry) + 4)))
    assert balances.owed(entry) == 4
    ruled(season, Forgive(entry=entry.pk))
    assert balances.owed(entry) == 0
    ledger.pay(entry, 3, reason="event", natural_key="x", week=2)
    assert purse(entry) == 3
    with pytest.raises(Refusal, match="owes nothing"):
        ruled(season, Forgive(entry=entry.pk))


# -- casualties -------------------------------------------------------------------------------------


def ids_of(game: Game, seat: int) -> list[int]:
    return list(side_of(game, seat).entry.models.values_list("pk", flat=True))


@pytest.mark.rule("SL-INJURY-01")
def test_one_more_finished_off_owes_one_flip_that_is_never_drawn_again(season):
    game = season.games(1)[0]
    model = unhurt(game, 0)
    old = tuple(c for c in result_of(game).seats[0].casualties if c.model_id != model)
    fallen = with_casualties(game, 0, *old, Casualty(model_id=model, finished_off=True))
    plan = ruling_operations.preview(season.campaign, season.organiser, fallen)
    assert [type(change).__name__ for change in plan.changes].count("InjuryDue") == 1
    assert not Supplement.objects.exists(), "looking draws nothing"
    ruled(season, fallen)
    drawn = Supplement.objects.get()
    assert (drawn.model_id, drawn.week) == (model, 2), "the cards come from the week that is still sealed"
    assert drawn.keyed_as == f"model-{sorted(ids_of(game, 0)).index(model) + 1}"
    deck = fate.supplement_deck(bytes(season.week(2).fate_seed), side_of(game, 0), drawn.keyed_as)
    assert drawn.answers[0]["card"] == msgspec_card(supplementing.order_of(deck, 0)[0])
    # One that was flipped before keys travelled is kept under its model's id, and can be checked by it.
    seed, slug = bytes(season.week(2).fate_seed), season.campaign.slug
    by_id = fate_of(seed, "supplement", slug, 1, game.table, 0, model)
    assert fate.supplement_deck(seed, side_of(game, 0), str(model)).key == by_id.key

    spared = with_casualties(game, 0, *old)
    plan = ruling_operations.preview(season.campaign, season.organiser, spared)
    ruled(season, replace(spared, chosen=tuple(choice.key for choice in plan.choices)))
    ruled(season, fallen)
    assert Supplement.objects.get() == drawn, "the flip that stands is found, not made again"


def msgspec_card(card: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(card)


# -- void, and undone -------------------------------------------------------------------------------


def owned_of(league: League) -> set[tuple[str, int]]:
    owned = {
        ("model", m)
        for e in league.campaign.entries.all()
        for m in e.models.owned().values_list("pk", flat=True)
    }
    return owned | {
        ("upgrade", u)
        for e in league.campaign.entries.all()
        for u in e.upgrades.owned().values_list("pk", flat=True)
    }


def test_a_voided_game_gives_back_all_it_gave_and_undoing_it_gives_it_again(season):
    game = season.games(1)[0]
    owned, purses = owned_of(season), [purse(season.entry(n)) for n in range(4)]
    table = [(row.entry, row.rank, row.vp) for row in standings(season.campaign)]
    ruling = ruled(season, VoidGame(encounter=game.pk))
    assert fresh(game).state == "void"
    for seat in (0, 1):
        assert weeks.standing(cause_of(game, seat)).standing == 0
        for effect in replay.view(made_of(game, seat)).effects:
            if isinstance(effect, InjuryAttached):
                assert (
                    not ArsenalUpgrade.objects.filter(bearer=effect.model_id, slug=effect.slug)
                    .owned()
                    .exists()
                )
    assert all(row.played <= 2 for row in standings(season.campaign))
    undone = ruled(season, Undo(ruling=ruling.number))
    assert undone.undoes == ruling
    assert fresh(game).state == "closed"
    assert owned_of(season) == owned
    assert [purse(season.entry(n)) for n in range(4)] == purses
    assert [(row.entry, row.rank, row.vp) for row in standings(season.campaign)] == table
    with pytest.raises(Refusal, match="undone already"):
        ruled(season, Undo(ruling=ruling.number))
    ruled(season, Undo(ruling=undone.number))
    assert fresh(game).state == "void"


def test_only_the_newest_ruling_on_a_game_is_undone_first(season):
    game = season.games(1)[0]
    first = corrected(season, game, 4, 0)
    second = corrected(season, game, 0, 4)
    with pytest.raises(Refusal, match="since"):
        ruled(season, Undo(ruling=first.number))
    ruled(season, Undo(ruling=second.number))
    ruled(season, Undo(ruling=first.number))
    check(season)


# -- manners ----------------------------------------------------------------------------------------


def test_who_plays_a_game_or_owns_an_arsenal_does_not_rule_on_it(season):
    player = season.players[0]
    leagues.add_organiser(season.campaign, season.organiser, player)
    own = next(g for g in season.games(1) if g.sides.filter(entry__user=player).exists())
    other = next(g for g in season.games(1) if not g.sides.filter(entry__user=player).exists())
    with pytest.raises(Refusal, match="another organiser"):
        ruling_operations.rule(season.campaign, player, VoidGame(encounter=own.pk), "Because.")
    with pytest.raises(Refusal, match="another organiser"):
        ruling_operations.rule(
            season.campaign, player, Give(entry=season.entry(0).pk, what="scrip", amount=5), "Because."
        )
    ruling = ruling_operations.rule(season.campaign, player, VoidGame(encounter=other.pk), "Because.")
    assert ruling.by == player


def test_only_an_organiser_rules_and_says_why(season):
    request = VoidGame(encounter=season.games(1)[0].pk)
    with pytest.raises(Refusal, match="Only an organiser"):
        ruling_operations.rule(season.campaign, person("passer-by"), request, "Because.")
    with pytest.raises(Refusal, match="Say why"):
        ruling_operations.rule(season.campaign, season.organiser, request, "  ")
    assert not Ruling.objects.exists()


def test_what_has_changed_since_it_was_shown_is_not_done(season):
    entry = season.entry(0)
    request = Give(entry=entry.pk, what="scrip", amount=5)
    seen = ruling_operations.preview(season.campaign, season.organiser, request)
    ledger.pay(entry, 1, reason="ruling", natural_key="meanwhile")
    with pytest.raises(Refusal, match="since you looked"):
        ruling_operations.rule(season.campaign, season.organiser, request, "Because.", seen=seen.digest)


def test_the_same_press_twice_is_one_ruling(season):
    request = Give(entry=season.entry(0).pk, what="scrip", amount=5)
    before = purse(season.entry(0))
    ruling_operations.rule(season.campaign, season.organiser, request, "A prize.", key="one")
    with pytest.raises(AlreadyDone) as done:
        ruling_operations.rule(season.campaign, season.organiser, request, "A prize.", key="one")
    assert done.value.act.facts["ruling"] == 1
    assert purse(season.entry(0)) == before + 5
