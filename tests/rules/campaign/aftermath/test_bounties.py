"""Bounties: portions ticked over several games, and phase 5 of the Aftermath."""

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import BountyBought, BountyDropped, HeldBounty, ScripEarned
from rules.campaign.aftermath.bounties import ActiveBounty, check_ticks, tick
from rules.campaign.charts.rows import Bounty, Portion
from rules.campaign.policies import Policies
from rules.game.league.needs import GameRecord, SideRecord
from rules.refusal import Refusal
from tests.rules.campaign.league import house_charts
from tests.rules.campaign.scene import Scene, early, to_injuries

CHARTS = house_charts()


def bounty(*portions, **done):
    return ActiveBounty("hunt", "Hunt", tuple(portions), {k.replace("_", "-"): v for k, v in done.items()})


FIND = Portion(id="find", goal="find it", repeat=2)
TAKE = Portion(id="take", goal="take it", order_required=True)
ONCE = Portion(id="once", goal="win a game", repeat=2, per_game=1)


def faults(campaign, *ticks):
    return [(v.rule, v.sentence) for v in check_ticks(campaign, ticks).violations]


@pytest.mark.rule("SL-BOUNTY-02", "SL-BOUNTY-05", "SL-BOUNTY-06")
def test_portions_are_ticked_game_by_game_until_all_are_done():
    first, counted = tick(bounty(FIND, TAKE), ["find"])
    assert (first.done, counted, first.complete) == ({"find": 1}, ("find",), False)
    assert first.held == HeldBounty("hunt", "Hunt", 1, 3)
    second, _ = tick(first, ["find", "take"])
    assert second.complete
    assert second.held.done == second.held.of == 3


@pytest.mark.rule("SL-BOUNTY-05")
def test_what_cannot_be_ticked():
    assert faults(bounty(FIND), "find", "find") == []
    assert [rule for rule, _ in faults(bounty(FIND), "find", "find", "find")] == ["SL-BOUNTY-05"]
    assert [rule for rule, _ in faults(bounty(FIND, find=2), "find")] == ["SL-BOUNTY-05"]
    assert "no portion “lose”" in faults(bounty(FIND), "lose")[0][1]
    assert "at most 1 in one game" in faults(bounty(ONCE), "once", "once")[0][1]
    assert faults(bounty(ONCE, once=1), "once") == []


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_portion_that_waits_for_its_order():
    assert "come first" in faults(bounty(FIND, TAKE), "take")[0][1]
    assert "come first" in faults(bounty(FIND, TAKE, find=1), "take", "find")[0][1]
    assert faults(bounty(FIND, TAKE, find=1), "find", "take") == [], "in one game, in their order"
    free = replace(TAKE, order_required=False)
    assert faults(bounty(FIND, free), "take") == []


@pytest.mark.rule("SL-BOUNTY-03")
def test_without_an_active_bounty_nothing_is_ticked():
    assert [rule for rule, _ in faults(None, "find")] == ["SL-BOUNTY-03"]
    assert faults(None) == []


def test_ticks_that_no_longer_fit_do_not_count():
    after, counted = tick(bounty(FIND, ONCE, find=1), ["find", "find", "once", "once", "gone"])
    assert sorted(counted) == ["find", "once"]
    assert after.done == {"find": 2, "once": 1}


# -- phase 5 ------------------------------------------------------------------------------------------


def at_the_board(**facts):
    """At the question of phase 5, with nothing held in hand."""
    return Scene(withdrew="late", charts=CHARTS, **facts).pay().flip("barter", "4r").pass_()


@pytest.mark.rule("SL-BOUNTY-01", "SL-AFTER-01")
def test_one_bounty_for_four_scrip_after_reward_and_before_injuries():
    scene = at_the_board(scrip=4, owed=(2,))
    ask = scene.expect("bounty_buy")
    assert (ask.phase, ask.default) == ("bounty", "pass")
    option = ask.option("hunt-them-down")
    assert (option.price, option.legal) == (4, True)
    scene.bounty("hunt-them-down")
    assert scene.effects()[-1] == BountyBought(
        sentence="The Crew buys the Bounty Hunt Them Down for 4 Scrip.",
        rule="SL-BOUNTY-01",
        slug="hunt-them-down",
        name="Hunt Them Down",
        price=4,
    )
    assert scene.view.scrip == 0
    assert scene.ask.kind == "injury_flip", "one Bounty, then the Injuries"
    scene.flip("injury", "6r").lock()
    assert scene.view.outcome.scrip_spent == 4


@pytest.mark.rule("SL-BOUNTY-01", "SL-3E-26")
@pytest.mark.switch("bounty_cost", 4)
@pytest.mark.switch("bounty_cost", 7)
def test_the_price_is_a_setting_and_a_chart_may_ask_another():
    assert at_the_board(policies=Policies()).ask.option("hit-list").price == 4
    assert at_the_board(policies=Policies(bounty_cost=7)).ask.option("hit-list").price == 7
    dear = replace(CHARTS, bounties=(Bounty(slug="dear", name="Dear", portions=(FIND,), cost=9),))
    scene = Scene(withdrew="late", charts=dear).pay().flip("barter", "4r").pass_()
    assert scene.ask.option("dear").price == 9


@pytest.mark.rule("SL-BOUNTY-01")
def test_a_purse_that_is_too_thin_is_not_asked():
    scene = Scene(withdrew="late", charts=CHARTS, scrip=3).pay().flip("barter", "4r")
    if scene.ask.kind == "barter_buy":
        scene.pass_()
    assert scene.ask.kind == "lock"
    assert "No Bounty can be bought: you hold 3 Scrip." in scene.told()


@pytest.mark.rule("SL-BOUNTY-03")
def test_another_bounty_drops_the_one_that_is_held_and_says_so_first():
    scene = at_the_board(bounty=HeldBounty("hunt-them-down", "Hunt Them Down", 1, 2))
    ask = scene.expect("bounty_buy")
    assert "drop it with its progress" in ask.text
    assert "(1 of 2 done)" in ask.text
    assert ask.option("pass").label == "Continue Hunt Them Down"
    assert ask.option("hunt-them-down").rule == "SL-BOUNTY-03"
    scene.bounty("hit-list")
    dropped, bought = scene.effects()[-2:]
    assert isinstance(dropped, BountyDropped)
    assert dropped.slug == "hunt-them-down"
    assert (type(bought), bought.slug) == (BountyBought, "hit-list")
    declined = at_the_board(bounty=HeldBounty("hunt-them-down", "Hunt Them Down", 1, 2)).bounty()
    assert not [e for e in declined.effects() if isinstance(e, BountyBought | BountyDropped)]


@pytest.mark.rule("SL-BOUNTY-04", "A-24")
def test_what_was_accomplished_is_not_sold_again_what_was_dropped_is():
    scene = at_the_board(accomplished=("hit-list",))
    assert scene.ask.option("hit-list").rule == "SL-BOUNTY-04"
    with pytest.raises(Refusal) as caught:
        scene.bounty("hit-list")
    assert caught.value.rule == "SL-BOUNTY-04"
    assert scene.ask.option("hunt-them-down").legal


def test_the_bounties_of_other_factions_are_not_sold():
    guild = {o.key for o in at_the_board().ask.options}
    arcanists = {o.key for o in at_the_board(faction="arcanists").ask.options}
    assert guild - arcanists == {"roundup", "apprehend-their-leader", "drive-them-back"}
    assert {"spare-parts", "sabotage"} <= arcanists - guild
    assert "hunt-them-down" in guild & arcanists


@pytest.mark.rule("SL-WITHDRAW-05")
def test_an_early_withdrawal_sells_no_bounty():
    scene = early(2, charts=CHARTS)
    assert scene.ask.kind == "injury_flip"


@pytest.mark.rule("SL-AFTER-07", "SL-PAY-01")
def test_payday_pays_for_the_bounty():
    scene = Scene(vp=8, scrip=0, charts=CHARTS).hand("9r").pay().flip("barter", "4r").keep().pass_()
    assert isinstance(scene.effects()[1], ScripEarned)
    assert scene.bounty("hit-list").view.scrip == 0


@pytest.mark.rule("SL-BOUNTY-05")
def test_one_a_game_over_all_portions_where_the_row_says_so():
    both = replace(bounty(FIND, ONCE), per_game=1)
    assert "goes on by 1 in one game" in faults(both, "find", "once")[0][1]
    assert faults(both, "find") == []
    assert tick(both, ["find", "once"])[1] == ("find",)


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_tick_the_game_does_not_bear_out_is_refused_with_its_reason():
    won = bounty(Portion(id="win", goal="win a game", repeat=3, needs="win"))
    lost = GameRecord(sides=(SideRecord(), SideRecord(won=True)))
    (fault,) = check_ticks(won, ("win",), 0, lost).violations
    assert (fault.rule, fault.sentence) == ("SL-BOUNTY-05", "Hunt, “win a game”: the game was not won.")
    assert (check_ticks(won, ("win",), 1, lost).legal, tick(won, ["win"], lost, 0)[1]) == (True, ())
    assert len(check_ticks(won, ("win", "win"), 1, lost).violations) == 1, "a game is won once"


@pytest.mark.rule("SL-BOUNTY-03", "SL-BOUNTY-04")
def test_what_keeps_a_full_purse_from_a_bounty_is_said():
    first = CHARTS.bounties[0]
    scene = to_injuries(charts=replace(CHARTS, bounties=(first,)), accomplished=(first.slug,))
    assert f"No Bounty can be bought: {first.name} was accomplished before" in scene.told()
    assert "you hold" not in scene.told().partition("No Bounty")[2]


@pytest.mark.rule("SL-BOUNTY-01", "SL-BOUNTY-04")
def test_what_is_too_dear_is_said_once_however_many_bounties_there_are():
    first, others = CHARTS.bounties[0], len(CHARTS.bounties) - 1
    assert others > 1
    scene = to_injuries(charts=CHARTS, accomplished=(first.slug,), scrip=3)
    told = scene.told().partition("No Bounty can be bought: ")[2]
    assert told.startswith(f"you hold 3 Scrip. {first.name} was accomplished before")
    assert told.count("Scrip") == 1
