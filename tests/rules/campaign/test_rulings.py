"""The arithmetic of rulings: weeks reckoned again, purses settled, changes taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.campaign.encounter import context_with_result
from rules.campaign.payday import payday
from rules.campaign.policies import POLICIES, policies_from
from rules.campaign.rulings.changes import (
    DebtForgiven,
    Earned,
    GameSet,
    InjuryDue,
    LeaderSet,
    ModelBack,
    ModelGone,
    Moved,
    PlayerSet,
    Refunded,
    RowSet,
    Unchanged,
    UpgradeBack,
    UpgradeGiven,
    UpgradeGone,
    opposite,
)
from rules.campaign.rulings.recomputation import (
    Earning,
    barter_flips_due,
    flip_of_each_purchase,
    hand_due,
    left_after,
    lost_to,
    owed_injury,
    payday_lines,
    settle,
    week_recomputed,
)
from rules.fate.cards import FULL_DECK
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult, outcome
from rules.refusal import TotalLine
from tests.rules.campaign.league import injury, model
from tests.rules.campaign.scene import Scene, context, early

SCRIP = st.integers(0, 40)


def earning(amount: int, cause: str = "game") -> Earning:
    return Earning(cause=cause, label=cause, lines=(TotalLine("won", amount),), paid=0)


@pytest.mark.rule("SL-PAY-05")
@given(st.lists(SCRIP, max_size=8), st.integers(0, 40))
def test_a_week_reckoned_again_never_passes_its_maximum_and_wastes_no_room(amounts, cap):
    rules = policies_from({"weekly_cap": cap})
    paid = [total.amount for total in week_recomputed([earning(amount) for amount in amounts], rules)]
    assert sum(paid) == min(cap, sum(amounts))
    for number, amount in enumerate(amounts):
        assert 0 <= paid[number] <= amount
        if paid[number] < amount:
            assert sum(paid[: number + 1]) == cap, "what is lost is lost at the maximum, in order"


@pytest.mark.rule("SL-PAY-05")
def test_what_an_earlier_game_gives_back_a_later_one_may_have():
    assert [t.amount for t in week_recomputed([earning(12), earning(9)])] == [12, 4]
    assert [t.amount for t in week_recomputed([earning(3), earning(9)])] == [3, 9]


@given(SCRIP, SCRIP, SCRIP, SCRIP)
def test_a_purse_is_never_below_zero_and_no_scrip_is_lost(balance, comes, goes, owed):
    end = settle(balance, comes=comes, goes=goes, owed=owed)
    assert min(end.after, end.lent, end.repaid) >= 0
    assert balance + comes + end.lent - goes - end.repaid == end.after
    assert end.repaid <= owed
    assert end.lent == 0 or end.repaid == 0, "nothing is lent to repay"
    assert owed + end.lent - end.repaid == 0 or end.after == 0, "what is owed is paid before anything is kept"


@given(st.lists(st.tuples(st.sampled_from(["comes", "goes"]), SCRIP), max_size=12))
def test_after_any_rulings_purse_less_debt_is_what_all_of_them_come_to(steps):
    purse = owed = plain = 0
    for kind, amount in steps:
        comes, goes = (amount, 0) if kind == "comes" else (0, amount)
        end = settle(purse, comes=comes, goes=goes, owed=owed)
        purse, owed = end.after, owed + end.lent - end.repaid
        plain += comes - goes
        assert purse - owed == plain
        assert purse >= 0
        assert owed >= 0


def played(first: SeatResult, second: SeatResult) -> EncounterResult:
    return EncounterResult(seats=(first, second), ended_turn=5)


def strategy(vp: int, **more: object) -> SeatResult:
    return replace(SeatResult(strategy_vp=(0, *(int(t < vp) for t in range(4))), vp=vp), **more)


@pytest.mark.rule("SL-PAY-01")
@pytest.mark.rule("SL-PAY-03")
@given(st.integers(0, 4), st.integers(0, 4), st.integers(-4, 6), st.integers(-4, 6))
def test_a_corrected_payday_is_the_payday_of_the_corrected_result(mine, theirs, rating, other):
    facts = context(vp=1, won=False, strategy_vp=1, rating=rating, other_rating=other)
    result = played(strategy(mine), strategy(theirs))
    new = context_with_result(facts, result, outcome(result), 0)
    lines = payday_lines(new)
    assert (
        sum(line.amount for line in lines)
        == payday(vp=mine, winner=mine > theirs, rating=rating, other_rating=other).amount
    )


@pytest.mark.rule("SL-WITHDRAW-04")
def test_an_early_withdrawal_forfeits_payday_hand_and_barter():
    result = played(strategy(4, withdrew_turn=2), strategy(0))
    new = context_with_result(context(vp=4, won=True), result, outcome(result), 0)
    assert (payday_lines(new), hand_due(new), barter_flips_due(new)) == ((), 0, 0)
    stayed = context_with_result(context(), result, outcome(result), 1)
    assert (hand_due(stayed), barter_flips_due(stayed), stayed.won) == (2, 1, True)


@pytest.mark.rule("SL-INJURY-01")
def test_who_owes_an_injury_is_read_from_the_corrected_result():
    fell = (Casualty(model_id=2, finished_off=True), Casualty(model_id=3, finished_off=False))
    result = played(strategy(0, casualties=fell), strategy(0))
    new = context_with_result(context(), result, outcome(result), 0)
    assert (new.owed, new.killed) == ((2,), (2, 3))


def test_each_purchase_knows_its_flip():
    steps = [("barter_flip", ""), ("barter_cheat", "keep"), ("barter_buy", "coin"), ("barter_flip", "")]
    assert flip_of_each_purchase([*steps, ("barter_buy", "boots"), ("injury_flip", "")]) == (1, 2)
    assert flip_of_each_purchase([*steps, ("barter_buy", "pass")]) == (1,)


@pytest.mark.rule("SL-INJURY-01")
@given(st.permutations(FULL_DECK))
def test_an_owed_injury_is_one_flip_told_by_its_cards_alone(deck):
    facts = context()
    injury = owed_injury(facts, 2, lambda number: deck)
    assert injury == owed_injury(facts, 2, lambda number: deck), "the same cards, the same Injury"
    assert injury.effects, "something is told, if only that it got away"
    kinds = {type(effect).__name__ for effect in injury.effects}
    assert "ScripEarned" not in kinds
    assert "HandDrawn" not in kinds


WITH_OPPOSITE = (
    Moved(sentence="Given.", entry=1, amount=3, week=2, memo="A prize"),
    UpgradeGone(sentence="Gone.", entry=1, upgrade=5, name="Coin"),
    UpgradeBack(sentence="Back.", entry=1, upgrade=5, name="Coin"),
    ModelGone(sentence="Gone.", entry=1, model=5, name="Nan", bound=(7, 8)),
    ModelBack(sentence="Back.", entry=1, model=5, name="Nan", bound=(7, 8)),
    RowSet(sentence="Costs 5.", entry=1, table="model", row=3, field="cost", before=4, after=5),
    GameSet(
        sentence="Void.",
        encounter=1,
        before="closed",
        after="void",
        outcome_before={"vp": [1, 2]},
        outcome_after={},
    ),
    PlayerSet(sentence="B plays.", entry=1, before=1, after=2, label="A", label_after="B", week=3),
)


@pytest.mark.parametrize("change", WITH_OPPOSITE, ids=lambda change: type(change).__name__)
def test_what_is_taken_back_twice_is_there_again(change):
    (once,) = opposite(change)
    (twice,) = opposite(once)
    facts = {name for name in change.__struct_fields__ if name != "sentence"}
    assert {name: getattr(twice, name) for name in facts} == {name: getattr(change, name) for name in facts}
    assert type(twice) is type(change)


def test_a_refund_is_paid_again_and_a_gift_is_taken_by_its_own_number():
    (again,) = opposite(Refunded(sentence="", entry=1, transfer=9, amount=4, week=2, memo="Coin"))
    assert isinstance(again, Moved)
    assert again.amount == -4
    (gone,) = opposite(
        UpgradeGiven(sentence="", entry=1, kind="injury", slug="limp", name="Limp", week=1, upgrade=12)
    )
    assert isinstance(gone, UpgradeGone)
    assert gone.upgrade == 12


def test_an_owed_flip_is_taken_back_in_all_that_followed_and_what_is_derived_has_no_opposite():
    given_injury = UpgradeGiven(
        sentence="", entry=1, kind="injury", slug="limp", name="Limp", week=1, upgrade=12
    )
    lost = ModelGone(sentence="", entry=1, model=3, name="Nan")
    due = InjuryDue(sentence="", entry=1, side=1, model=3, name="Nan", followed=(given_injury, lost))
    assert [type(change).__name__ for change in opposite(due)] == ["ModelBack", "UpgradeGone"]
    derived = Earned(
        sentence="", entry=1, cause="x", week=1, before=1, after=2, reason="payday", memo="Payday"
    )
    for change in (derived, Unchanged(sentence="So."), DebtForgiven(sentence="", entry=1, debt=1, amount=2)):
        assert opposite(change) == []


def test_the_house_maximum_is_what_the_texts_say():
    assert POLICIES.weekly_cap == 16


# -- who leads ---------------------------------------------------------------------------------------


def gone(model: int) -> ModelGone:
    return ModelGone(sentence="", entry=1, model=model, name="")


def back(model: int) -> ModelBack:
    return ModelBack(sentence="", entry=1, model=model, name="")


def led(after: int | None) -> LeaderSet:
    return LeaderSet(sentence="", entry=1, before=None, after=after)


@pytest.mark.rule("SL-LEADER-02")
@pytest.mark.parametrize(
    ("changes", "there", "leader"),
    [
        ([], {1, 2, 3}, 1),
        ([gone(2)], {1, 3}, 1),
        ([gone(1)], {2, 3}, None),
        ([led(2), gone(1)], {2, 3}, 2),
        ([gone(1), led(2), gone(2)], {3}, None),
        ([led(2), led(3), gone(1), gone(3)], {2}, 2),
        ([gone(1), back(1)], {1, 2, 3}, None),
        ([back(4), led(4)], {1, 2, 3, 4}, 4),
        ([led(4)], {1, 2, 3}, 1),
        ([led(None)], {1, 2, 3}, 1),
        ([gone(1), gone(2), gone(3)], set(), None),
    ],
)
def test_whom_a_ruling_leaves_and_who_of_them_leads(changes, there, leader):
    assert left_after(changes, [1, 2, 3], 1) == (frozenset(there), leader)


# -- who fell to an Injury -----------------------------------------------------------------------------


def scarred(*injuries: str, slug: str = "guardsman"):
    return model(2, slug, injuries=tuple(injury(10 + n, name) for n, name in enumerate(injuries)))


def fell_to(name: str, *injuries: str, killed: bool = False, model_id: int = 2) -> bool:
    """Whether model 2, with those Injuries, is gone after a game only because of the named one."""
    models = (model(1, "captain", is_leader=True), scarred(*injuries))
    scene = Scene(models=models, participants=(1, 2), killed=(2,) if killed else ())
    return lost_to(name, model_id, scene.context, after_the_hand(scene).view)


def after_the_hand(scene: Scene) -> Scene:
    scene.hand(*["12c", "11c", "10c"][: scene.ask.cards]).pay().flip("barter", "4r").keep().pass_()
    return scene


@pytest.mark.rule("SL-INJURY-05", "SL-ANNIH-03")
def test_who_fell_only_to_an_injury_that_ends_its_bearer_comes_back_with_it():
    assert fell_to("shaken", "shaken")
    assert not fell_to("cursed", "shaken", "cursed"), "the other one did not end it"
    assert not fell_to("shaken", "cursed"), "it never bore that"
    assert not fell_to("cursed", "cursed"), "it is there still"
    assert not fell_to("shaken", "shaken", model_id=9), "nobody of that id was there"
    assert not fell_to("wanted", "wanted"), "nobody killed it"
    assert fell_to("wanted", "wanted", killed=True)
    assert not fell_to("wanted", "wanted", "shaken", killed=True), "either would have ended it"


@pytest.mark.rule("SL-INJURY-11", "A-25")
def test_who_fell_to_one_injury_too_many_comes_back_with_any_of_them():
    full = scarred("cursed", "big-head")
    facts = {"models": (model(1, "captain", is_leader=True), full), "participants": (1, 2)}
    scene = early(2, **facts)
    scene.flip("injury", "7r")
    assert any(type(effect).__name__ == "ModelAnnihilated" for effect in scene.view.effects), scene.told()
    assert lost_to("cursed", 2, scene.context, scene.view)
    assert not lost_to("baggage", 2, scene.context, scene.view)
