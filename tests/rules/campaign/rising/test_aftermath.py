"""The six phases of *Rising Names* (M4-CAMP-15 to -27), with the worked examples of the facts."""

import random

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import Answer, OpponentEarns
from rules.campaign.aftermath.procedure import cards_for, default_answer, fate_answer
from rules.campaign.rising.aftermath.doctor import treatment
from rules.campaign.rising.aftermath.facts import (
    Advanced,
    CrewEnds,
    EquipmentBought,
    EquipmentSpares,
    ExperienceGained,
    InjuryEnds,
    InjurySuffered,
    InjuryTreated,
    LeaderRecovers,
    LuckyMissGained,
    ModelBetrays,
    ModelCopied,
    ModelLost,
    ScripPaid,
)
from rules.campaign.rising.aftermath.procedure import RisingReplay, hand_size, payday
from rules.campaign.rising.arsenal import HeldInjury
from rules.campaign.rising.experience import BOXES, experience, reached, track
from rules.campaign.rising.policies import RisingPolicies
from rules.fate.cards import FULL_DECK, Card
from rules.refusal import Refusal, TotalLine
from tests.rules.campaign.rising.scene import (
    GUARD,
    HOUND,
    LEADER,
    MODELS,
    PEON,
    Scene,
    arsenal,
    context,
    early,
    hurt,
    piece,
)


def slugs(scene, model_id):
    return [held.slug for held in scene.replay.state.model(model_id).injuries]


# Hand and Payday


@pytest.mark.rule("M4-CAMP-16")
@pytest.mark.parametrize(
    ("facts", "cards"),
    [
        ({}, 1),
        ({"schemes": 2}, 3),
        ({"schemes": 5}, 4),
        ({"schemes": 2, "withdrew": "late"}, 2),
        ({"withdrew": "late"}, 0),
        ({"more_cards": 1}, 2),
    ],
)
def test_how_many_cards_are_drawn(facts, cards):
    assert len(hand_size(context(**facts))) == cards


@pytest.mark.rule("M4-CAMP-18")
@pytest.mark.parametrize(
    ("vp", "won", "rating", "other", "scrip"),
    [(4, True, 0, 0, 3), (0, False, 0, 0, 0), (6, False, 0, 0, 2), (7, False, 3, 1, 3), (3, True, -4, 6, 12)],
)
def test_payday(vp, won, rating, other, scrip):
    assert payday(vp, won, rating, other).amount == scrip


@pytest.mark.rule("M4-CAMP-15", "M4-CAMP-17")
def test_the_phases_in_order_and_only_injuries_after_an_early_withdrawal():
    scene = Scene(vp=4, won=True, killed=(GUARD,), arsenal=arsenal(models=(*MODELS[:2],)))
    seen = [scene.view.phase]
    scene.to_advance()
    while scene.view.ask is not None:
        seen.append(scene.view.phase)
        asked = scene.ask
        if asked.who == "fate":
            scene.answer(fate_answer(asked, cards_for(asked, FULL_DECK)))
        else:
            scene.answer(default_answer(asked))
    assert list(dict.fromkeys(seen)) == ["hand", "advance", "injury", "lock"]
    assert scene.effects(ScripPaid)[0].total.amount == 3
    quick = early(GUARD, vp=4, won=True)
    assert quick.ask.kind == "injury_flip"
    quick.flip("injury", "3r").lock()
    assert not quick.effects(ScripPaid)
    assert quick.view.outcome.arsenal.scrip == 10


@pytest.mark.rule("M4-CAMP-16")
def test_one_shuffle_serves_the_whole_aftermath():
    scene = Scene(schemes=1, killed=(GUARD,)).hand("5c", "6c")
    with pytest.raises(Refusal, match="no longer in the deck"):
        scene.flip("barter", "5c")
    assert scene.expect("barter_flip").out == tuple(
        card.code for card in sorted((Card.parse("5c"), Card.parse("6c")))
    )


# Barter


def shop(code, **facts):
    """At the counter with that card, no hand to cheat with."""
    return Scene(withdrew="late", **facts).flip("barter", code)


@pytest.mark.rule("M4-CAMP-14", "M4-CAMP-19")
def test_any_number_of_pieces_by_value_and_pair_and_what_is_always_there():
    scene = shop("4r")
    assert "coffee" in scene.keys("barter_buy")
    assert "fools-gold" not in scene.keys("barter_buy", legal=False)
    scene.choose("barter_buy", "coffee").choose("barter_buy", "coffee").choose("barter_buy", "sword")
    assert [effect.price for effect in scene.effects(EquipmentBought)] == [1, 1, 1]
    scene.choose("barter_buy", "pass")
    assert [held.slug for held in scene.replay.state.arsenal.equipment] == ["coffee", "coffee", "sword"]
    assert scene.view.scrip == 7


@pytest.mark.rule("M4-CAMP-19")
def test_what_is_too_dear_is_listed_with_the_reason():
    scene = shop("1c", arsenal=arsenal(experience=13, scrip=2))
    option = scene.expect("barter_buy").option("lead-lined-coat")
    assert option.reason == "Lead-Lined Coat costs 3 Scrip; you hold 2."
    with pytest.raises(Refusal, match="costs 3 Scrip"):
        scene.choose("barter_buy", "lead-lined-coat")
    poor = shop("1c", arsenal=arsenal(experience=13, scrip=0))
    assert poor.ask.kind != "barter_buy", "nothing can be bought, so nothing is asked"


@pytest.mark.rule("M4-CAMP-19")
def test_a_flipped_red_joker_opens_the_second_chart():
    scene = shop("RJ").flip("barter", "5r")
    assert "edict" in scene.keys("barter_buy")
    assert "blight" not in scene.keys("barter_buy", legal=False)
    assert "sword" in scene.keys("barter_buy")
    scene.choose("barter_buy", "edict")
    assert scene.expect("barter_buy").option("edict").reason.startswith("Edict: the Arsenal holds one")
    any_of_them = shop("RJ").flip("barter", "9r")
    assert {"edict", "blight", "medusa", "rigged-fate-deck"} < set(any_of_them.keys("barter_buy"))


@pytest.mark.rule("M4-CAMP-19")
def test_a_joker_on_the_second_chart_brings_the_mark_for_nothing():
    scene = shop("RJ").flip("barter", "BJ")
    assert [(effect.slug, effect.price) for effect in scene.effects(EquipmentBought)] == [("omens-mark", 0)]


@pytest.mark.rule("M4-CAMP-19")
@pytest.mark.parametrize(("policy", "offered"), [("as_13", True), ("nothing", False)])
def test_a_red_joker_while_a_weapon_is_owned(policy, offered):
    owned = arsenal(experience=13, equipment=(piece(10, "medusa"),))
    scene = shop("RJ", arsenal=owned, policies=RisingPolicies(thirst_owned=policy))
    assert ("relic-hammer" in scene.keys("barter_buy")) is offered
    assert "sword" in scene.keys("barter_buy")


@pytest.mark.rule("M4-CAMP-19")
def test_a_cheated_red_joker_counts_as_13():
    scene = Scene().hand("RJ").flip("barter", "2c").choose("barter_cheat", "RJ")
    assert {"relic-hammer", "dark-crystal"} < set(scene.keys("barter_buy"))


# Experience and advancement


@pytest.mark.rule("M4-CAMP-21")
@pytest.mark.parametrize(
    ("path", "killed", "interacted", "lost", "gained"),
    [
        ("bruiser", False, True, False, 1),
        ("bruiser", True, False, True, 3),
        ("strategist", True, False, False, 1),
        ("strategist", False, True, True, 3),
    ],
)
def test_what_a_game_brings(path, killed, interacted, lost, gained):
    total = experience(path=path, killed_enemy=killed, interacted=interacted, lost=lost, before=0)
    assert total.amount == gained
    more = (TotalLine("Vengeful Vow", 1),)
    given = experience(path=path, killed_enemy=killed, interacted=interacted, lost=lost, before=0, more=more)
    assert given.amount == gained + 1


@pytest.mark.rule("M4-CAMP-22")
def test_the_worked_example_three_boxes_bring_tiers_1_1_and_2():
    assert [box.tier for box in reached(0, 3)] == [1, 1, 2]
    assert [box.number for box in track() if box.number > 26] == [30, 35, 39]
    other = RisingPolicies(third_row="29_34_39")
    assert [box.number for box in track(other) if box.number > 26] == [29, 34, 39]
    assert [box.tier for box in track(other)] == [box.tier for box in track()]
    assert experience(path="", killed_enemy=False, interacted=False, lost=True, before=BOXES).amount == 0


def at_box(before, **facts):
    """An advancement is chosen next: the game was only played."""
    grown = facts.pop("arsenal", arsenal())
    return Scene(arsenal=replace(grown, experience=before), **facts).to_advance()


@pytest.mark.rule("M4-CAMP-22", "M4-CAMP-23")
def test_a_box_allows_its_tier_and_lower_ones():
    tables = {before: at_box(before).keys("advance_table") for before in (0, 2, 4, 6)}
    assert tables[0] == ["leader:attack", "leader:tactical"]
    assert tables[2] == [*tables[0], "leader:action", "leader:ability"]
    assert tables[4] == [*tables[2], "leader:totem", "leader:summoning"]
    assert tables[6] == [*tables[4], "leader:crew-card"]
    assert at_box(0).expect("advance_table").option("leader:totem").reason.startswith("Tier 3")


@pytest.mark.rule("M4-CAMP-23")
def test_a_modification_of_the_value_or_lower_goes_on_an_action():
    scene = at_box(0).choose("advance_table", "leader:attack").flip("advance", "7m")
    if scene.ask.kind == "advance_cheat":
        scene.choose("advance_cheat", "keep")
    keys = scene.keys("advance_take")
    assert {"attack-1-dismember", "attack-7-skill-boost", "attack-7-finisher"} < set(keys)
    assert not [key for key in keys if key.startswith("attack-8")]
    scene.choose("advance_take", "attack-7-skill-boost")
    card = scene.replay.state.card
    assert [action.skill for action in card.actions] == ["5", "0"]
    gained = scene.effects(Advanced)[0].advancement
    assert (gained.recipient, gained.table, gained.action) == ("leader", "attack", "Knife")


@pytest.mark.rule("M4-CAMP-23")
def test_a_third_trigger_costs_two_scrip():
    two = replace(CARD_WITH_TWO, actions=(replace(CARD_WITH_TWO.actions[0], triggers=("A", "B")),))
    rich = at_box(0, card=two).choose("advance_table", "leader:attack").flip("advance", "1m")
    taken = rich.choose("advance_cheat", "keep").expect("advance_take")
    assert {option.key: option.price for option in taken.options if option.price is not None} == {
        option.key: 2 for option in taken.options if option.key.startswith("attack-1-")
    }
    assert taken.default == "pass", "nobody pays by default"
    rich.choose("advance_take", "attack-1-dismember")
    assert rich.effects(Advanced)[0].price == 2
    assert rich.view.scrip == 8
    assert rich.replay.state.card.actions[0].triggers == ("A", "B", "Dismember")
    poor = at_box(0, card=two, arsenal=arsenal(scrip=1)).choose("advance_table", "leader:attack")
    poor.flip("advance", "1m").choose("advance_cheat", "keep")
    offered = poor.expect("advance_take").option("attack-1-dismember")
    assert (offered.reason, offered.price) == ("A third trigger costs 2 Scrip.", 2)
    other = replace(CARD_WITH_TWO.actions[0], name="Whip", triggers=())
    choice = at_box(0, card=replace(two, actions=(*two.actions, other)))
    choice.choose("advance_table", "leader:attack").flip("advance", "1m").choose("advance_cheat", "keep")
    assert choice.expect("advance_take").option("attack-1-dismember").price is None, (
        "one takes it for nothing"
    )
    actions = choice.choose("advance_take", "attack-1-dismember").expect("advance_action").options
    assert [(option.key, option.price) for option in actions] == [("Whip", None), ("Knife", 2)]


CARD_WITH_TWO = context().card


@pytest.mark.rule("M4-CAMP-23")
def test_tier_two_by_value_and_by_a_joker():
    scene = at_box(2).choose("advance_table", "leader:ability").flip("advance", "2r")
    scene.choose("advance_cheat", "keep")
    assert set(scene.keys("advance_take")) == {
        *("escape-path", "double-tap", "ethereal-protection"),
        *("ruthless", "evasive", "nose-for-decay", "trample", "pass"),
    }
    scene.choose("advance_take", "trample")
    assert [each.name for each in scene.replay.state.card.abilities] == ["Trample"]
    joker = at_box(2).choose("advance_table", "leader:action").flip("advance", "RJ")
    if joker.ask.kind == "advance_cheat":
        joker.choose("advance_cheat", "keep")
    assert joker.keys("advance_take") == ["guardsman:Sabre", "pass"], "of models that cost 10 at most"
    joker.choose("advance_take", "guardsman:Sabre")
    assert joker.replay.state.card.actions[-1].triggers == (), "without its triggers"


@pytest.mark.rule("M4-CAMP-23")
def test_a_cheated_joker_counts_by_its_value():
    grown = arsenal(experience=2)
    scene = Scene(arsenal=grown).hand("RJ").flip("barter", "1r").choose("barter_cheat", "keep")
    scene.choose("barter_buy", "pass").choose("advance_table", "leader:ability").flip("advance", "1c")
    scene.choose("advance_cheat", "RJ")
    assert "disguised" in scene.keys("advance_take"), "13 and lower"
    assert "guardsman:Steady" not in scene.keys("advance_take", legal=False)


@pytest.mark.rule("M4-CAMP-23", "M4-CAMP-24")
def test_a_totem_of_exactly_the_value_and_what_it_may_take_then():
    scene = at_box(4).choose("advance_table", "leader:totem").flip("advance", "4m")
    scene.choose("advance_cheat", "keep")
    assert scene.keys("advance_take") == ["gearwright", "pass"]
    scene.choose("advance_take", "gearwright")
    state = scene.replay.state
    assert (state.totem_card.name, state.totem_card.health, state.totem_card.keywords) == (
        "Gearwright",
        9,
        ("Guard", "Marshal"),
    )
    with_totem = at_box(4, arsenal=state.arsenal, totem_card=state.totem_card)
    assert with_totem.expect("advance_table").option("leader:totem").reason == "The Arsenal has a Totem."
    assert "totem:attack" in with_totem.keys("advance_table")
    with_totem.choose("advance_table", "totem:attack").flip("advance", "1m")
    with_totem.choose("advance_cheat", "keep").choose("advance_take", "attack-1-drink-blood")
    assert with_totem.replay.state.totem_card.actions[0].triggers == ("Drink Blood",)
    assert with_totem.effects(Advanced)[0].advancement.recipient == "totem"


@pytest.mark.rule("M4-CAMP-23")
def test_a_summons_without_a_flip_and_once():
    scene = at_box(4).choose("advance_table", "leader:summoning").choose("advance_take", "rally-point")
    assert scene.replay.state.card.actions[-1].name == "Rally Point"
    again = at_box(4, arsenal=scene.replay.state.arsenal)
    assert again.expect("advance_table").option("leader:summoning").reason == "A Summons is gained once."


@pytest.mark.rule("M4-CAMP-23")
def test_an_effect_of_a_masters_crew_card_is_named_and_the_twelve_are_there():
    scene = at_box(6).choose("advance_table", "leader:crew-card")
    assert "heavy-blow" in scene.keys("advance_take")
    with pytest.raises(Refusal, match="wants its effect named"):
        scene.choose("advance_take", "grave-peril:")
    scene.choose("advance_take", "grave-peril:", words="Grave’s Pull")
    gained = scene.effects(Advanced)[0].advancement
    assert (gained.recipient, gained.words) == ("crew", "Grave’s Pull")


# The doctor


@pytest.mark.rule("M4-CAMP-25")
@pytest.mark.parametrize(
    ("code", "result"),
    [
        *[(f"{value}r", "nothing") for value in range(1, 9)],
        *(("BJ", "worse"), ("9r", "another"), ("10c", "undead"), ("11t", "construct")),
        *(("12m", "healed"), ("13m", "healed"), ("RJ", "lucky")),
    ],
)
def test_what_the_doctor_does(code, result):
    assert treatment(Card.parse(code), cheated=False) == result
    if code == "RJ":
        assert treatment(Card.parse(code), cheated=True) == "healed"


def at_the_doctor(*codes, scrip=10):
    patient = hurt(MODELS[1], "leadfooted")
    scene = Scene(arsenal=arsenal(experience=13, scrip=scrip, models=(MODELS[0], patient)))
    scene.to_advance()
    for code in codes:
        scene.choose("doctor", f"{GUARD}/leadfooted").flip("doctor", code)
        if scene.ask.kind == "doctor_cheat":
            scene.choose("doctor_cheat", "keep")
    return scene


@pytest.mark.rule("M4-CAMP-25")
def test_each_try_costs_one_scrip_that_is_kept():
    scene = at_the_doctor("3r", "4r", "12r")
    assert [effect.healed for effect in scene.effects(InjuryTreated)] == [False, False, True]
    assert scene.view.scrip == 7
    assert scene.ask.kind == "lock", "nobody is hurt any more"
    poor = at_the_doctor("3r", scrip=1)
    assert poor.ask.kind == "lock", "no Scrip is left"


@pytest.mark.rule("M4-CAMP-25")
def test_nine_heals_and_another_injury_follows_that_must_stay():
    scene = at_the_doctor("9r")
    for code in ("2r", "13c", "RJ"):
        scene.flip("injury", code)
        if scene.ask.kind == "injury_cheat":
            scene.choose("injury_cheat", "keep")
    scene.flip("injury", "9c")
    if scene.ask.kind == "injury_cheat":
        scene.choose("injury_cheat", "keep")
    assert slugs(scene, GUARD) == ["dulled-edge"]


@pytest.mark.rule("M4-CAMP-25")
def test_a_patient_may_leave_as_an_undead():
    scene = at_the_doctor("10r")
    assert scene.replay.state.model(GUARD).gained == ("Undead",)
    assert scene.effects(InjuryTreated)[0].characteristic == "Undead"


# Injuries


@pytest.mark.rule("M4-CAMP-26", "M4-CAMP-27")
def test_a_flip_for_each_killed_model_that_is_no_peon_in_the_order_chosen():
    scene = early(GUARD, HOUND, PEON)
    assert scene.keys("injury_choose") == [str(GUARD), str(HOUND)]
    scene.choose("injury_choose", str(HOUND)).flip("injury", "3r").flip("injury", "3c").lock()
    assert [(effect.model_id, effect.slug) for effect in scene.effects(InjurySuffered)] == [
        (HOUND, "severe-amputation"),
        (GUARD, "distracted-by-voices"),
    ]


@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize(
    ("slug", "facts", "gone", "paid"),
    [
        ("fugitive", {"hired": (LEADER, GUARD), "killed": (GUARD,)}, True, [2]),
        ("fugitive", {"hired": (LEADER, GUARD), "killed": (HOUND,)}, False, []),
        ("always-wandering", {"hired": (LEADER, GUARD)}, True, []),
        ("always-wandering", {"hired": (LEADER,)}, False, []),
        ("senseless", {"hired": (LEADER, GUARD), "killed": (GUARD,)}, False, []),
    ],
)
def test_an_injury_ends_by_what_happened_in_the_game(slug, facts, gone, paid):
    owned = arsenal(models=(MODELS[0], hurt(MODELS[1], slug), MODELS[2]))
    scene = Scene(withdrew="early", arsenal=owned, **facts)
    ended = [(effect.model_id, effect.slug) for effect in scene.effects(InjuryEnds)]
    assert ended == [(GUARD, slug)] * gone, "even after a withdrawal"
    assert [effect.amount for effect in scene.effects(OpponentEarns)] == paid
    assert (slugs(scene, GUARD) == []) is gone


@pytest.mark.rule("M4-CAMP-17", "M4-CAMP-26")
def test_an_injury_of_before_ends_ahead_of_the_doctor_and_after_what_is_chosen():
    models = (MODELS[0], hurt(MODELS[1], "fugitive", "leadfooted"))
    owned = arsenal(models=models, experience=13, scrip=10)
    scene = Scene(arsenal=owned, hired=(LEADER, GUARD), killed=(GUARD,))
    assert scene.effects(InjuryEnds) + scene.effects(OpponentEarns) == [], "nothing is answered yet"
    scene.to_advance()
    assert len(scene.effects(InjuryEnds)) == len(scene.effects(OpponentEarns)) == 1
    assert scene.keys("doctor") == [f"{GUARD}/leadfooted", "pass"]


def with_a_foot(**more):
    owned = arsenal(equipment=(piece(10, "lucky-gremlin-foot", **more),))
    scene = early(GUARD, HOUND, arsenal=owned, attached=((GUARD, 10),))
    return scene.choose("injury_choose", str(HOUND)).flip("injury", "9r").flip("injury", "9c")


@pytest.mark.rule("M4-CAMP-26")
def test_a_lucky_foot_is_annihilated_instead_of_an_injury_of_its_bearer():
    scene = with_a_foot()
    assert scene.keys("injury_spare") == ["keep", "spare"]
    assert scene.ask.default == "keep"
    spared = with_a_foot().choose("injury_spare", "spare").lock()
    assert (slugs(spared, GUARD), slugs(spared, HOUND)) == ([], ["leadfooted"])
    assert [effect.piece for effect in spared.effects(EquipmentSpares)] == [10]
    assert spared.view.outcome.arsenal.equipment == ()
    hurt_ = with_a_foot().choose("injury_spare", "keep").lock()
    assert slugs(hurt_, GUARD) == ["dulled-edge"]
    assert len(hurt_.view.outcome.arsenal.equipment) == 1
    own = with_a_foot(free=True).choose("injury_spare", "spare").lock()
    assert [held.id for held in own.view.outcome.arsenal.equipment] == [10], "the Lucky Upstart's comes back"


@pytest.mark.rule("M4-CAMP-26")
def test_one_that_ended_may_come_again_in_the_same_game_and_is_not_treated_before():
    owned = arsenal(experience=13, models=(MODELS[0], hurt(MODELS[1], "fugitive")))
    scene = Scene(arsenal=owned, hired=(LEADER, GUARD), killed=(GUARD,)).to_advance()
    assert scene.ask.kind == "injury_flip", "the doctor has nobody to treat"
    scene.flip("injury", "5c")
    if scene.ask.kind == "injury_cheat":
        scene.choose("injury_cheat", "keep")
    scene.lock()
    assert slugs(scene, GUARD) == ["fugitive"]


@pytest.mark.rule("M4-CAMP-26")
def test_one_that_it_has_already_does_nothing():
    scene = early(GUARD, arsenal=arsenal(models=(MODELS[0], hurt(MODELS[1], "leadfooted"))))
    scene.flip("injury", "9r").lock()
    assert slugs(scene, GUARD) == ["leadfooted"]
    assert not scene.effects(InjurySuffered)


@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize(
    ("code", "model", "again"),
    [
        ("BJ", {"role": "leader"}, True),
        ("BJ", {"role": "totem"}, True),
        ("5r", {"role": "totem"}, True),
        ("5r", {"role": "leader"}, True),
        ("5r", {}, False),
        ("6m", {"triggers": False}, True),
        ("6m", {}, False),
        ("8m", {"attacks": False}, True),
        ("10c", {"signature": False}, True),
        ("6c", {"insignificant": True}, True),
        ("6c", {}, False),
    ],
)
def test_what_is_flipped_again(code, model, again):
    changed = replace(MODELS[1], **model)
    scene = early(GUARD, arsenal=arsenal(models=(MODELS[0], changed)))
    scene.flip("injury", code)
    assert (scene.ask.kind == "injury_flip") is again


@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize(("policy", "at_once"), [("end_of_phase", False), ("at_once", True)])
def test_three_injuries_annihilate(policy, at_once):
    models = (MODELS[0], hurt(MODELS[1], "a", "b"), MODELS[2])
    scene = early(
        GUARD, HOUND, arsenal=arsenal(models=models), policies=RisingPolicies(three_injuries=policy)
    )
    scene.choose("injury_choose", str(GUARD)).flip("injury", "9r")
    assert bool(scene.effects(ModelLost)) is at_once
    scene.flip("injury", "1r").lock()
    assert [effect.model_id for effect in scene.effects(ModelLost)] == [GUARD]
    assert [model.id for model in scene.view.outcome.arsenal.models] == [LEADER, HOUND]


@pytest.mark.rule("M4-CAMP-20")
def test_the_leaders_first_annihilation_is_ignored_and_the_second_ends_the_crew():
    third = early(LEADER, arsenal=arsenal(models=(hurt(MODELS[0], "a", "b"),)))
    third.flip("injury", "9r").lock()
    assert third.effects(LeaderRecovers)
    assert not third.effects(CrewEnds)
    after = third.view.outcome.arsenal
    assert after.recovered
    assert [held.slug for held in after.leader.injuries] == ["a", "b"], "the third is not kept"
    second = early(LEADER, arsenal=after)
    second.flip("injury", "13r").lock()
    assert second.effects(CrewEnds)
    assert LEADER not in [model.id for model in second.view.outcome.arsenal.models]
    more = early(LEADER, GUARD, arsenal=arsenal(recovered=True))
    more.choose("injury_choose", str(LEADER)).flip("injury", "13r").lock()  # nobody else is flipped for


@pytest.mark.rule("M4-CAMP-26")
def test_a_traitor_leaves_with_what_it_carried():
    owned = arsenal(equipment=(piece(10, "sword"), piece(11, "helmet")))
    scene = early(GUARD, arsenal=owned, attached=((GUARD, 10), (HOUND, 11)))
    scene.flip("injury", "BJ").lock()
    gone = scene.effects(ModelBetrays)[0]
    assert (gone.model_id, gone.equipment) == (GUARD, (10,))
    outcome = scene.view.outcome.arsenal
    assert [held.id for held in outcome.equipment] == [11]
    assert GUARD not in [model.id for model in outcome.models]


@pytest.mark.rule("M4-CAMP-26")
def test_a_flipped_red_joker_is_a_lucky_miss_and_a_cheated_one_is_not():
    scene = early(GUARD).flip("injury", "RJ").flip("lucky_miss", "10c").lock()
    assert [effect.slug for effect in scene.effects(LuckyMissGained)] == ["slippery"]
    cheated = Scene(killed=(GUARD,)).hand("RJ").flip("barter", "1r").choose("barter_cheat", "keep")
    cheated.choose("barter_buy", "pass").flip("injury", "9r").choose("injury_cheat", "RJ").lock()
    assert not cheated.effects(LuckyMissGained)
    assert not slugs(cheated, GUARD)


@pytest.mark.rule("M4-CAMP-26")
def test_a_double_joins_with_injuries_and_equipment():
    owned = arsenal(
        models=(MODELS[0], hurt(MODELS[1], "leadfooted")), equipment=(piece(10, "sword", free=True),)
    )
    scene = early(GUARD, arsenal=owned, attached=((GUARD, 10),))
    scene.flip("injury", "RJ").flip("lucky_miss", "BJ").lock()
    assert scene.effects(ModelCopied)[0].equipment == (10,)
    outcome = scene.view.outcome.arsenal
    copy = outcome.models[-1]
    assert (copy.copied, copy.injuries) == (True, (HeldInjury("leadfooted", "leadfooted"),))
    assert [(held.slug, held.free) for held in outcome.equipment] == [("sword", True), ("sword", False)]


@pytest.mark.rule("M4-CAMP-16")
def test_the_black_joker_cannot_be_cheated():
    scene = Scene(killed=(GUARD,)).hand("9c").flip("barter", "BJ")
    assert scene.ask.kind == "barter_buy"


# All of it


def any_answer(ask, chance):
    if ask.who == "fate":
        order = list(FULL_DECK)
        chance.shuffle(order)
        return fate_answer(ask, cards_for(ask, order))
    legal = [option for option in ask.options if option.legal]
    option = chance.choice(legal)
    return Answer(
        kind="choose", option=option.key, words="a name of ours" if ask.kind == "advance_take" else ""
    )


@pytest.mark.parametrize("seed", range(60))
def test_random_aftermaths_end_add_up_and_replay_alike(seed):
    chance = random.Random(seed)
    owned = arsenal(
        experience=chance.randrange(39),
        scrip=chance.randrange(8),
        models=tuple(hurt(model, *chance.sample("abc", chance.randrange(3))) for model in MODELS),
        equipment=(piece(10, "sword"), piece(11, "medusa")),
        path=chance.choice(("bruiser", "strategist")),
    )
    facts = context(
        arsenal=owned,
        vp=chance.randrange(12),
        won=chance.random() < 0.5,
        lost=chance.random() < 0.5,
        schemes=chance.randrange(4),
        rating=chance.randrange(-3, 4),
        other_rating=chance.randrange(-3, 4),
        killed=tuple(model.id for model in MODELS if chance.random() < 0.6),
        attached=((GUARD, 10),),
        killed_enemy=chance.random() < 0.5,
        interacted=chance.random() < 0.5,
        withdrew=chance.choice(("", "", "late", "early")),
    )
    replay, answers = RisingReplay(facts), []
    while (ask := replay.view().ask) is not None:
        answers.append(any_answer(ask, chance) if ask.who != "system" else default_answer(ask))
        replay.answer(answers[-1])
        assert len(answers) < 200, "it never ends"
    view = replay.view()
    after = view.outcome.arsenal
    paid = sum(effect.total.amount for effect in view.effects if isinstance(effect, ScripPaid))
    spent = sum(
        effect.price
        for effect in view.effects
        if isinstance(effect, EquipmentBought | Advanced | InjuryTreated)
    )
    assert after.scrip == owned.scrip + paid - spent
    assert after.scrip >= 0
    grown = sum(effect.total.amount for effect in view.effects if isinstance(effect, ExperienceGained))
    assert after.experience == owned.experience + grown <= BOXES
    assert all(len(model.injuries) < 3 for model in after.models if not model.is_peon)
    assert len({each.id for each in (*after.models, *after.equipment)}) == len(after.models) + len(
        after.equipment
    )
    assert RisingReplay(facts, answers).view() == view


def test_what_does_not_fit_is_refused_and_nothing_changes():
    scene = Scene().hand("9c")
    with pytest.raises(Refusal, match="must be flipped"):
        scene.answer(Answer(kind="choose", option="pass"))
    scene.flip("barter", "1r")
    with pytest.raises(Refusal, match="not among the choices"):
        scene.choose("barter_cheat", "13r")
