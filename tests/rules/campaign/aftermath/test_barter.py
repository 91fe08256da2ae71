"""The Barter phase (SL-BARTER, SL-UPG)."""

import pytest

from rules.campaign.aftermath.asks import SkillAnnihilated, UpgradeBought
from rules.campaign.aftermath.odds import barter_odds
from rules.campaign.charts import load_charts
from rules.campaign.policies import Policies
from rules.refusal import Refusal
from tests.rules.campaign.league import house_charts, house_document, model, upgrade
from tests.rules.campaign.scene import Scene

SKILLED = model(2, "guardsman", skills=(upgrade(20, "agility", "skill", bearer_id=2),))


def shop(code, **facts):
    """At the counter with that card, no hand to cheat with."""
    return Scene(withdrew="late", **facts).pay().flip("barter", code)


def refused(act):
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.rule


def option(scene, key):
    return scene.expect("barter_buy").option(key)


@pytest.mark.rule("SL-BARTER-01", "SL-BARTER-03", "SL-BARTER-04", "SL-3E-13")
@pytest.mark.parametrize(
    ("facts", "granted"),
    [
        ({}, [1]),
        ({"strategy_vp": 2}, [1]),
        ({"strategy_vp": 3}, [1, 3]),
        ({"strategy_vp": 4, "extra_barter_flips": 1}, [1, 3, 4]),
        ({"strategy_vp": 2, "extra_barter_flips": 1}, [1, 4]),
        ({"strategy_vp": 2, "policies": Policies(barter_strategy_vp=2)}, [1, 3]),
    ],
)
@pytest.mark.switch("barter_strategy_vp", 3)
@pytest.mark.switch("barter_strategy_vp", 2)
def test_how_many_flips_and_by_which_rule(facts, granted):
    scene = Scene(withdrew="late", **facts).pay()
    rules = []
    while scene.ask.kind == "barter_flip":
        rules.append(scene.ask.rule)
        scene.flip("barter", f"{len(rules)}r").pass_()
    assert rules == [f"SL-BARTER-0{number}" for number in granted]
    assert scene.ask.kind == "lock"


@pytest.mark.rule("A-20")
def test_the_extra_vp_of_a_withdrawal_is_no_strategy_vp():
    scene = Scene(withdrew="", vp=7, strategy_vp=2).hand("9c").pay().flip("barter", "4r").keep().pass_()
    assert scene.ask.kind == "lock"


def wares(scene: Scene) -> list[str]:
    """What both editions' charts offer there."""
    of_the_second = ("good-lead", "lucky-gremlins-foot", "change-of-station")
    return [option.key for option in scene.ask.options if option.key not in of_the_second]


@pytest.mark.rule("SL-BARTER-05", "SL-BARTER-02")
def test_a_flip_offers_exactly_its_value():
    scene = shop("5r")
    assert wares(scene) == [
        "katanas",
        "soulstone-ale",
        "steady-aim",
        "steady-hands",
        "pass",
    ]
    assert refused(lambda: scene.buy("machete")) == "SL-BARTER-05"
    for suit in "mct":
        assert [o.key for o in shop(f"5{suit}").ask.options] == [o.key for o in scene.ask.options]


@pytest.mark.rule("A-21", "SL-BARTER-05")
def test_jokers_offer_only_what_lists_them():
    red = shop("RJ")
    assert set(wares(red)) == {
        "those-who-thirst-blight",
        "those-who-thirst-covenant",
        "those-who-thirst-edict",
        "those-who-thirst-insight",
        "fated",
        "pass",
    }
    black = shop("BJ")
    assert black.ask.kind == "lock"
    assert "offers nothing" in black.told()


@pytest.mark.rule("SL-BARTER-06", "SL-SCRIP-01", "SL-BARTER-08")
def test_payment_is_scrip_on_the_spot():
    scene = shop("5r", scrip=4).buy("katanas")
    bought = next(e for e in scene.effects() if isinstance(e, UpgradeBought))
    assert (bought.slug, bought.category, bought.price, bought.ss_cost, bought.bearer_id) == (
        "katanas",
        "equipment",
        2,
        1,
        None,
    )
    assert scene.view.scrip == 2
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-BARTER-06")
def test_what_costs_too_much_is_greyed_and_refused():
    scene = shop("5r", scrip=2)
    assert not option(scene, "soulstone-ale").legal
    assert option(scene, "katanas").legal
    assert refused(lambda: scene.buy("soulstone-ale")) == "SL-BARTER-06"
    poor = shop("5r", scrip=1)
    assert poor.ask.kind == "lock"
    assert "nothing can be bought" in poor.told()


@pytest.mark.rule("SL-BARTER-07", "SL-AFTER-07")
def test_a_cheated_value_counts():
    scene = Scene().hand("13c").pay().flip("barter", "5r").cheat("13c")
    assert wares(scene) == [
        "gatling-gun",
        "healing-salve",
        "jetpack",
        "relic-hammer",
        "pass",
    ]


@pytest.mark.rule("A-21")
@pytest.mark.switch("purchases_per_barter_flip", 1)
@pytest.mark.switch("purchases_per_barter_flip", 2)
def test_one_purchase_a_flip_unless_the_campaign_says_more():
    assert shop("5r").buy("katanas").ask.kind == "lock"
    two = shop("5r", policies=Policies(purchases_per_barter_flip=2)).buy("katanas")
    assert two.ask.kind == "barter_buy"
    assert two.buy("soulstone-ale").ask.kind == "lock"
    stop = shop("5r", policies=Policies(purchases_per_barter_flip=2)).pass_()
    assert stop.ask.kind == "lock"


@pytest.mark.rule("SL-UPG-02", "SL-UPG-03", "SL-UPG-07")
def test_a_skill_is_bound_to_one_model():
    scene = shop("5r").buy("steady-aim", bearer=2)
    assert scene.effects()[-1].bearer_id == 2
    assert refused(lambda: shop("5r").buy("steady-aim")) == "SL-UPG-05"


@pytest.mark.rule("SL-UPG-11", "SL-UPG-02")
def test_equipment_joins_the_arsenal_not_a_model():
    assert refused(lambda: shop("5r").buy("katanas", bearer=2)) == "SL-UPG-11"


@pytest.mark.rule("SL-UPG-05")
def test_only_participants_learn():
    scene = shop("5r", participants=(1,))
    assert [b.model_id for b in option(scene, "steady-aim").bearers] == [1]
    assert refused(lambda: scene.buy("steady-aim", bearer=2)) == "SL-UPG-05"
    nobody = shop("5r", participants=())
    assert option(nobody, "steady-aim").rule == "SL-UPG-05"
    assert refused(lambda: nobody.buy("steady-aim", bearer=1)) == "SL-UPG-05"


@pytest.mark.rule("SL-UPG-09", "SL-3E-01")
def test_a_peon_learns_nothing():
    small = model(3, "hound", insignificant=True)
    scene = shop("5r", models=(model(1, "captain", is_leader=True), small))
    assert refused(lambda: scene.buy("steady-aim", bearer=3)) == "SL-UPG-09"
    none = shop(
        "5r", models=(model(1, "captain", is_leader=True), small), policies=Policies(peon_mapping="none")
    )
    assert none.buy("steady-aim", bearer=3).effects()[-1].bearer_id == 3


@pytest.mark.rule("SL-UPG-10", "SL-UPG-09")
def test_at_the_limit_one_skill_makes_room():
    facts = {"models": (model(1, "captain", is_leader=True), SKILLED)}
    scene = shop("5r", **facts)
    assert option(scene, "steady-aim").bearers[1].replaceable == ("agility",)
    assert refused(lambda: scene.buy("steady-aim", bearer=2)) == "SL-UPG-10"
    assert refused(lambda: scene.buy("steady-aim", bearer=2, annihilate="berserk")) == "SL-UPG-10"
    assert refused(lambda: scene.buy("steady-aim", bearer=1, annihilate="agility")) == "SL-UPG-10"
    scene.buy("steady-aim", bearer=2, annihilate="agility")
    gone, bought = scene.effects()[-2:]
    assert gone == SkillAnnihilated(
        sentence="Guardsman gives up Agility.",
        subject="Guardsman",
        rule="SL-UPG-10",
        slug="agility",
        name="Agility",
        bearer_id=2,
        upgrade_id=20,
    )
    assert bought.slug == "steady-aim"
    assert shop("5r", **facts).pass_().ask.kind == "lock"  # or decline


@pytest.mark.rule("SL-UPG-09", "SL-UPG-10")
def test_a_skill_just_bought_counts_and_may_be_given_up_without_an_id():
    scene = shop("5r", strategy_vp=3).buy("steady-aim", bearer=2).flip("barter", "6r")
    assert refused(lambda: scene.buy("agility", bearer=2)) == "SL-UPG-10"
    scene.buy("agility", bearer=2, annihilate="steady-aim")
    gone = next(e for e in scene.effects() if isinstance(e, SkillAnnihilated))
    assert (gone.slug, gone.upgrade_id) == ("steady-aim", None)


def test_nobody_learns_the_same_skill_twice():
    scene = shop("6r", models=(model(1, "captain", is_leader=True), SKILLED))
    assert refused(lambda: scene.buy("agility", bearer=2, annihilate="agility")) == "SL-UPG-09"


def test_a_limit_per_arsenal_and_restrictions():
    document = house_document()
    barter = [
        dict(row, limit_per_arsenal=1) if row["upgrade"] == "katanas" else row for row in document["barter"]
    ]
    upgrades = [
        dict(row, restricted=["Henchman"]) if row["slug"] == "steady-aim" else row
        for row in document["upgrades"]
    ]
    charts = load_charts({**document, "barter": barter, "upgrades": upgrades})
    scene = shop("5r", charts=charts, owned_upgrades=("katanas",))
    assert refused(lambda: scene.buy("katanas")) == "SL-BARTER-05"
    assert refused(lambda: scene.buy("steady-aim", bearer=2)) == "SL-UPG-09"
    scene.buy("steady-aim", bearer=1)
    assert shop("5r", charts=charts).buy("katanas").view.scrip == 18


@pytest.mark.rule("SL-UPG-05", "SL-BARTER-05")
@pytest.mark.parametrize("restricted", ["Beast", "Hound", "Minion", "Guard"])
def test_a_skill_is_restricted_by_what_the_card_says_of_a_model_whatever_its_owner_calls_it(restricted):
    document = house_document()
    upgrades = [
        dict(row, restricted=[restricted]) if row["slug"] == "steady-aim" else row
        for row in document["upgrades"]
    ]
    scene = shop(
        "5r",
        charts=load_charts({**document, "upgrades": upgrades}),
        models=(model(1, "captain", is_leader=True), model(2, "hound", name="Rex")),
    )
    assert scene.buy("steady-aim", bearer=2).effects()[-1].bearer_id == 2


def test_the_odds_are_an_exact_count():
    scene = Scene(won=True).hand("5c", "3c").pay()
    odds = {o.slug: o for o in barter_odds(house_charts(), scene.view.unseen, scene.view.hand)}
    assert (odds["katanas"].matching, odds["katanas"].of, bool(odds["katanas"].cheats)) == (3, 52, True)
    assert (odds["machete"].matching, odds["machete"].cheats) == (4, ())
    assert odds["fated"].matching == 1
    assert odds["machete"].chance == 4 / 52
    assert barter_odds(house_charts(), ())[0].chance == 0
