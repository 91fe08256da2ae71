"""Flips that a ruling found due once the Aftermath was over (SL-BARTER-03, SL-REWARD-01, ledger 4.5)."""

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import Answer, FlipsOwed, SkillGained, UpgradeBought, UpgradeGained
from rules.campaign.aftermath.procedure import default_answer
from rules.refusal import Refusal
from tests.rules.campaign.league import model, upgrade
from tests.rules.campaign.scene import CREW, Scene, to_injuries

GAINS = (SkillGained, UpgradeGained)


def over(**facts):
    """A Scene whose Aftermath proper is over, with a hand it never played."""
    return to_injuries(vp=2, won=True, **facts).lock()


def owing(scene: Scene, *owed: FlipsOwed) -> Scene:
    """The same answers once a ruling has found flips due."""
    again = Scene()
    again.context = replace(scene.context, owed_flips=owed)
    again.answers = scene.answers[:-1]
    return again.answer(scene.answers[-1])


def held(scrip=9, models=CREW, owned=()):
    return Answer(kind="facts", scrip=scrip, models=models, owned_upgrades=owned)


@pytest.mark.rule("SL-BARTER-03", "SL-AFTER-07")
def test_an_owed_barter_flip_is_bought_on_without_a_hand_from_the_purse_as_it_is():
    done = over()
    assert done.view.finished
    scene = owing(done, FlipsOwed(ruling=4, barter=2))
    assert scene.view.effects[: len(done.view.effects)] == done.view.effects, "what stands, stands"
    assert scene.view.flips == done.view.flips
    scene.expect("owed_flips")
    scene.answer(held(scrip=5))
    ask = scene.expect("barter_flip")
    assert (ask.run, ask.out, ask.text) == (1, (), "Barter flip 1 of 2, owed by ruling 4.")
    assert ask.shuffle > max(flip.shuffle for flip in done.view.flips), "a deck of its own"
    scene.flip("barter", "4r")
    offers = {option.key: option for option in scene.expect("barter_buy").options}
    assert all(option.price is None or option.price <= 5 for option in offers.values() if option.legal)
    scene.pass_().flip("barter", "4c")
    offer = next(o for o in scene.expect("barter_buy").options if o.legal and o.price and not o.bearers)
    scene.buy(offer.key)
    assert isinstance(scene.last(), UpgradeBought)
    assert scene.view.scrip == 5 - offer.price
    scene.lock()
    assert scene.view.finished


@pytest.mark.rule("SL-REWARD-01", "SL-UPG-05")
def test_an_owed_reward_goes_to_models_that_took_part_and_are_still_there():
    done = over()
    scene = owing(done, FlipsOwed(ruling=4, reward=True))
    newcomer = model(9, "hound")
    scene.answer(held(models=(CREW[0], newcomer)))
    if scene.ask.kind == "reward_chart":
        scene.choose("reward_chart", "generic")
    scene.flip("reward", "5r")
    if scene.ask.kind == "reward_take":
        takers = {taker.model_id for option in scene.ask.options for taker in option.bearers}
        assert takers <= {1}, "the guardsman has left, the newcomer did not take part"
        scene.answer(default_answer(scene.ask))
    scene.lock()
    assert scene.view.finished
    assert [e for e in scene.view.effects if isinstance(e, GAINS)]


@pytest.mark.rule("SL-REWARD-06")
def test_what_is_owned_by_now_is_flipped_again():
    done = over()
    first = owing(done, FlipsOwed(ruling=4, reward=True)).answer(held())
    if first.ask.kind == "reward_chart":
        first.choose("reward_chart", "generic")
    given = first.context.charts.reward("generic", first.flip("reward", "5r").view.flips[-1].card)
    assert given is not None
    again = owing(done, FlipsOwed(ruling=4, reward=True)).answer(held(owned=(given.upgrade,)))
    if again.ask.kind == "reward_chart":
        again.choose("reward_chart", "generic")
    again.flip("reward", "5r")
    again.expect("reward_flip")


@pytest.mark.rule("SL-UPG-09")
def test_a_skill_learned_since_counts():
    full = model(2, "guardsman", skills=(upgrade(20, "agility", "skill", bearer_id=2),))
    scene = owing(over(), FlipsOwed(ruling=1, barter=1)).answer(held(models=(CREW[0], full, CREW[2])))
    scene.flip("barter", "4r")
    bearers = [b for o in scene.expect("barter_buy").options for b in o.bearers if b.model_id == 2]
    assert all(b.reason or "agility" in b.replaceable for b in bearers)


def test_a_second_ruling_adds_to_the_first():
    both = (FlipsOwed(ruling=1, barter=1), FlipsOwed(ruling=2, reward=True))
    scene = owing(over(), *both).answer(held()).flip("barter", "4r").pass_().lock()
    assert (scene.expect("owed_flips").run, scene.view.finished) == (2, False)


def test_they_want_the_arsenal_of_today():
    scene = owing(over(), FlipsOwed(ruling=1, barter=1))
    with pytest.raises(Refusal, match="Arsenal as it is now"):
        scene.answer(Answer(kind="facts", earned_this_week=0))
