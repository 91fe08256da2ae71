"""The odds of an Aftermath, held against counting every way the cards can fall."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from rules.campaign.aftermath.asks import InjuryAttached, ModelAnnihilated
from rules.campaign.aftermath.odds import (
    barter_odds,
    chance_of_match,
    chance_with_cheat,
    flips_to_come,
    injury_risks,
    reward_odds,
)
from rules.campaign.aftermath.procedure import aftermath
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import StatMod, lasting
from rules.campaign.policies import Policies
from rules.fate.cards import FULL_DECK, Card
from rules.fate.flips import may_take
from tests.rules.campaign.league import house_charts, injury, model
from tests.rules.campaign.scene import Scene, early

LEADER = model(1, "captain", is_leader=True)


def table_of(scene):
    """The table as it lies after the scene's answers."""
    state = AftermathState(scene.context)
    steps = aftermath(scene.context, state)
    next(steps)
    for answer in scene.answers:
        steps.send(answer)
    return state


@pytest.mark.parametrize("flips", [0, 1, 2, 3])
@pytest.mark.parametrize("matching", [0, 1, 3, 6])
def test_the_chance_over_several_flips_is_a_count_of_all_orders(flips, matching):
    deck = [True] * matching + [False] * (6 - matching)
    orders = list(permutations(range(6), flips))
    wins = sum(any(deck[place] for place in order) for order in orders)
    assert chance_of_match(matching, of=6, flips=flips) == pytest.approx(wins / len(orders))


@pytest.mark.rule("SL-BARTER-07")
@pytest.mark.parametrize("flips", [1, 2])
def test_a_held_card_is_spoilt_only_by_the_black_joker_on_the_last_flip(flips):
    """Six cards, one of them the Black Joker, none of them a match: the held card cheats any other."""
    orders = list(permutations(range(6), flips))
    wins = sum(any(card != 0 for card in order) for order in orders)
    assert chance_with_cheat(of=6, spoiling=True, flips=flips) == pytest.approx(wins / len(orders))
    assert chance_with_cheat(of=6, spoiling=False, flips=1) == 1.0
    assert chance_with_cheat(of=6, spoiling=True, flips=0) == 0.0


@pytest.mark.rule("SL-BARTER-05", "SL-BARTER-07")
def test_each_row_with_and_without_each_held_card():
    scene = Scene(won=True, strategy_vp=3).hand("5c", "3c").pay()
    view = scene.view
    odds = {o.slug: o for o in barter_odds(house_charts(), view.unseen, view.hand, flips=2)}
    katanas = odds["katanas"]
    assert katanas.chance == pytest.approx(1 - (49 * 48) / (52 * 51))
    assert [(card.code, chance) for card, chance in katanas.cheats] == [("5c", 1.0)]
    assert odds["machete"].cheats == ()
    one = {o.slug: o for o in barter_odds(house_charts(), view.unseen, view.hand, flips=1)}
    assert one["katanas"].cheats[0][1] == pytest.approx(51 / 52), "the Black Joker is not cheated"


def test_a_card_on_the_table_offers_what_it_offers():
    scene = Scene(won=True, strategy_vp=3).hand("5c", "3c").pay().flip("barter", "4r")
    view, state = scene.view, table_of(scene)
    assert flips_to_come(state) == 1
    odds = {
        o.slug: o for o in barter_odds(house_charts(), view.unseen, view.hand, 1, current=Card.parse("4r"))
    }
    (offered, *_) = house_charts().barter_offers(Card.parse("4r"))
    assert (odds[offered.upgrade].now, odds[offered.upgrade].chance) == (True, 1.0)
    assert odds["katanas"].cheats[0][1] == 1.0, "this very flip can be cheated"
    assert not odds["katanas"].now


def test_flips_to_come_are_counted_from_the_first_day():
    assert flips_to_come(table_of(Scene(strategy_vp=4, extra_barter_flips=2))) == 4
    assert flips_to_come(table_of(early(2))) == 0


@pytest.mark.rule("SL-INJURY-01", "SL-INJURY-04")
@pytest.mark.parametrize("carried", [(), ("hearing-voices",), ("hearing-voices", "slowed-reflexes")])
def test_the_risks_of_a_model_are_what_every_card_would_do(carried):
    """Each unseen card is tried through the procedure itself; those that flip again are left out."""
    wounded = model(2, "guardsman", injuries=tuple(injury(30 + n, s) for n, s in enumerate(carried)))
    scene = early(2, models=(LEADER, wounded))
    happened = {}
    for card in FULL_DECK:
        after = Scene(withdrew="early", owed=(2,), killed=(2,), models=(LEADER, wounded))
        after.flip("injury", card.code)
        if after.ask.kind == "injury_flip":
            continue
        fate = next(
            ({InjuryAttached: "injury", ModelAnnihilated: "annihilated"}[type(e)] for e in after.effects()),
            "lucky_miss" if after.ask.kind == "lucky_miss_flip" else "unhurt",
        )
        happened[fate] = happened.get(fate, 0) + 1
    risks = injury_risks(table_of(scene), 2)
    cards_by_fate = {}
    for risk in risks:
        cards_by_fate[risk.fate] = cards_by_fate.get(risk.fate, 0) + risk.cards
        assert risk.of == sum(happened.values())
    assert cards_by_fate == happened
    assert risks[0].fate == "annihilated", "the worst first"


@pytest.mark.rule("A-25", "A-26")
def test_the_risks_follow_the_settings():
    full = model(2, "guardsman", injuries=(injury(30, "hearing-voices"), injury(31, "slowed-reflexes")))
    facts = {"models": (LEADER, full)}
    usual = injury_risks(table_of(early(2, **facts)), 2)
    harsh = injury_risks(table_of(early(2, policies=Policies(duplicate_at_limit="annihilate"), **facts)), 2)
    dead = [sum(r.cards for r in risks if r.fate == "annihilated") for risks in (usual, harsh)]
    assert dead[0] < dead[1]


@pytest.mark.rule("SL-REWARD-03", "SL-REWARD-06")
def test_the_odds_of_a_reward_leave_out_jokers_and_what_is_owned():
    scene = Scene(completed_bounty=True, withdrew="late", owned_upgrades=("retribution",))
    scene.hand("9m").pay().flip("barter", "4r").keep().pass_()
    guild = [odd for odd in reward_odds(table_of(scene), 0) if odd.chart == "chart of your Faction"]
    assert {odd.name: odd.ways for odd in guild} == {
        "Modified Barrel": 12,
        "Brutal": 13,
        "Improvised Explosives": 13,
    }
    assert {odd.of for odd in guild} == {38}


@pytest.mark.rule("A-48")
@pytest.mark.parametrize("modifier", [1, -1, 2])
def test_the_odds_of_a_reward_with_modifiers_are_those_of_every_set_of_cards(modifier):
    scene = Scene(completed_bounty=True, withdrew="late", owned_upgrades=("retribution",))
    scene.hand("9m").pay().flip("barter", "4r").keep().pass_()
    state = table_of(scene)
    lawful = [may_take(cards, modifier) for cards in combinations(state.unseen(), 1 + abs(modifier))]
    counted, ending = Counter(), 0
    for cards in lawful:
        rows = {state.charts.reward("guild", card) for card in cards} - {None}
        fresh = {row.upgrade for row in rows} - {"retribution"}
        counted.update(fresh)
        ending += bool(fresh)
    guild = [odd for odd in reward_odds(state, modifier) if odd.chart == "chart of your Faction"]
    named = {state.charts.upgrade(slug).name: ways for slug, ways in counted.items()}
    assert {odd.name: odd.ways for odd in guild} == named
    assert {odd.of for odd in guild} == {ending}


@pytest.mark.rule("SL-3E-20", "SL-INJURY-07")
@pytest.mark.switch("stat_map", "3e")
@pytest.mark.switch("stat_map", "2e")
@pytest.mark.switch("stat_map", "off")
def test_old_stats_are_read_as_those_of_today_or_not_at_all():
    mods = (StatMod("wk", -1), StatMod("cg", -1), StatMod("ht", -1), StatMod("wd", -2), StatMod("df", -1))
    assert lasting(mods) == (
        StatMod("mv", -1),
        StatMod("sz", -1),
        StatMod("health", -2),
        StatMod("df", -1),
    )
    assert lasting(mods, Policies(stat_map="off")) == (StatMod("df", -1),)
    second = ("mv", "cg", "sz", "health", "df")
    assert tuple(mod.stat for mod in lasting(mods, Policies(stat_map="2e"))) == second
