"""The Injury phase (SL-INJURY): the house chart's cards, limits, Lucky Misses."""

import pytest

from rules.campaign.aftermath.asks import (
    InjuryAttached,
    ModelAnnihilated,
    OpponentEarns,
    SkillAnnihilated,
    SkillGained,
    UpgradeGained,
)
from rules.campaign.arsenal import StatMod
from rules.campaign.charts import load_charts
from rules.campaign.policies import Policies
from rules.refusal import Refusal
from tests.rules.campaign.league import house_document, injury, model, upgrade
from tests.rules.campaign.scene import Scene, early

LEADER = model(1, "captain", is_leader=True)


def hurt(*slugs, station="guardsman", **more):
    """A model that carries those Injuries already, beside the Leader."""
    carried = tuple(injury(30 + n, slug) for n, slug in enumerate(slugs))
    return (LEADER, model(2, station, injuries=carried, **more))


def after(code, models=None, policies=None):
    facts = {"models": models} if models else {}
    return early(2, policies=policies or Policies(), **facts).flip("injury", code)


@pytest.mark.rule("SL-INJURY-01", "SL-INJURY-05", "SL-3E-20")
def test_each_model_finished_off_is_flipped_for_and_bears_the_injury():
    scene = early(2, 3).choose("injury_choose", "2").flip("injury", "5r").flip("injury", "6c")
    first, second = scene.effects()
    assert first == InjuryAttached(
        sentence="Guardsman suffers Hearing Voices.",
        subject="Guardsman",
        rule="SL-INJURY-05",
        slug="hearing-voices",
        name="Hearing Voices",
        model_id=2,
        stat_mods=(StatMod("wp", -2),),
    )
    assert (second.slug, second.model_id) == ("accident-prone", 3)
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-INJURY-03")
def test_the_owner_orders_the_models_one_at_a_time():
    scene = early(1, 2, 3)
    assert [o.key for o in scene.expect("injury_choose").options] == ["1", "2", "3"]
    assert scene.ask.default == "1"
    scene.choose("injury_choose", "3")
    assert scene.expect("injury_flip").model_id == 3
    scene.flip("injury", "5r")
    with pytest.raises(Refusal):
        scene.choose("injury_choose", "3")
    scene.choose("injury_choose", "2").flip("injury", "6r")
    assert scene.expect("injury_flip").model_id == 1  # the last needs no choice


@pytest.mark.rule("SL-INJURY-02", "A-34")
def test_an_injury_flip_may_be_cheated_and_so_may_its_reflip():
    scene = Scene(won=True, owed=(2,)).hand("13c", "5m").pay().flip("barter", "BJ")
    scene.flip("injury", "9r").cheat("13c", "injury")  # 13 of Crows: flip again
    scene.flip("injury", "3r").cheat("5m", "injury")
    assert scene.effects()[-1].slug == "hearing-voices"
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-INJURY-04")
def test_cheating_into_a_reflip_still_flips_again_and_spends_the_card():
    scene = (
        Scene(owed=(2,)).hand("13t").pay().flip("barter", "BJ").flip("injury", "9r").cheat("13t", "injury")
    )
    assert scene.view.hand == ()
    scene.flip("injury", "9c")
    assert scene.effects()[-1].slug == "wanted"


@pytest.mark.rule("SL-INJURY-06")
def test_the_same_injury_is_not_suffered_twice():
    scene = after("5r", hurt("hearing-voices"))
    assert scene.effects() == []
    assert "already" in scene.told()


@pytest.mark.rule("A-25")
@pytest.mark.switch("duplicate_at_limit", "ignore")
@pytest.mark.switch("duplicate_at_limit", "annihilate")
def test_a_duplicate_at_the_limit():
    full = hurt("hearing-voices", "fragile")
    assert after("5r", full).effects() == []
    strict = Policies(duplicate_at_limit="annihilate")
    assert isinstance(after("5r", full, strict).effects()[-1], ModelAnnihilated)
    assert after("5r", hurt("hearing-voices"), strict).effects() == []


@pytest.mark.rule("SL-INJURY-10", "SL-INJURY-11", "A-26")
@pytest.mark.parametrize(
    ("station", "carried", "small"), [("guardsman", 2, False), ("deputy", 3, False), ("guardsman", 1, True)]
)
@pytest.mark.switch("injury_limit_mode", "max_carried")
@pytest.mark.switch("injury_limit_mode", "kills_at")
def test_one_more_than_the_limit_annihilates(station, carried, small):
    slugs = ("fragile", "shaky-nerves", "cursed")
    at_limit = hurt(*slugs[:carried], station=station, insignificant=small)
    lost = after("5r", at_limit).effects()[-1]
    assert (type(lost), lost.rule, lost.model_id) == (ModelAnnihilated, "SL-INJURY-11", 2)
    below = hurt(*slugs[: carried - 1], station=station, insignificant=small)
    assert isinstance(after("5r", below).effects()[-1], InjuryAttached)
    kills_at = Policies(injury_limit_mode="kills_at")
    assert isinstance(after("5r", below, kills_at).effects()[-1], ModelAnnihilated)
    if carried > 1:
        two_below = hurt(*slugs[: carried - 2], station=station)
        assert isinstance(after("5r", two_below, kills_at).effects()[-1], InjuryAttached)


@pytest.mark.rule("SL-ANNIH-01", "SL-ANNIH-03", "SL-ANNIH-04")
def test_an_annihilated_model_goes_with_what_is_bound_to_it():
    skilled = model(2, "guardsman", skills=(upgrade(20, "agility", "skill"),))
    scene = after("BJ", (LEADER, skilled))
    assert [type(e) for e in scene.effects()] == [ModelAnnihilated]
    assert scene.effects()[0].model_id == 2


@pytest.mark.rule("SL-ANNIH-03", "SL-INJURY-01")
def test_some_results_hurt_nobody():
    scene = after("4r")
    assert scene.effects() == []
    assert "Knocked Out" in scene.told()


@pytest.mark.rule("SL-ANNIH-03")
def test_an_injury_that_ends_its_bearer_after_the_next_game():
    shaken = hurt("shaken")
    assert [type(e) for e in early(models=shaken).effects()] == [ModelAnnihilated]
    assert early(models=shaken, participants=(1,)).effects() == []  # it stayed at home
    moot = early(2, models=shaken)
    assert moot.ask.kind == "lock"  # no Injury flip for who is gone


def test_an_injury_that_ends_its_bearer_when_killed():
    wanted = hurt("wanted")
    assert Scene(withdrew="early", models=wanted).effects() == []
    lost, paid = Scene(withdrew="early", models=wanted, killed=(2,)).effects()
    assert isinstance(lost, ModelAnnihilated)
    assert isinstance(paid, OpponentEarns)
    assert paid.amount == 2


@pytest.mark.rule("SL-INJURY-12", "SL-INJURY-13", "SL-3E-22")
def test_the_red_joker_is_a_lucky_miss_of_the_crews_faction():
    scene = after("RJ").flip("lucky_miss", "5c")
    assert scene.effects() == [
        SkillGained(
            sentence="Guardsman learns In the Name of Research.",
            subject="Guardsman",
            rule="SL-INJURY-13",
            slug="in-the-name-of-research",
            name="In the Name of Research",
            bearer_id=2,
        )
    ]
    outlaw = (LEADER, model(2, "outlaw"))
    guild = early(2, models=outlaw).flip("injury", "RJ").flip("lucky_miss", "5c")
    assert guild.effects()[-1].slug == "in-the-name-of-research"  # the Crew's faction, not the model's
    other = early(2, faction="outcasts").flip("injury", "RJ").flip("lucky_miss", "5c")
    assert other.effects()[-1].slug == "the-scholar"


@pytest.mark.rule("SL-INJURY-12")
def test_a_joker_on_the_lucky_miss_chart_is_flipped_again():
    scene = after("RJ").flip("lucky_miss", "BJ").flip("lucky_miss", "1r")
    assert scene.effects()[-1].slug == "martyr"


@pytest.mark.rule("A-27")
@pytest.mark.switch("lucky_miss_cheatable", False)
@pytest.mark.switch("lucky_miss_cheatable", True)
def test_a_red_joker_from_the_hand_counts_and_the_lucky_miss_is_not_cheated():
    def hit(policies):
        scene = Scene(won=True, owed=(2,), policies=policies).hand("RJ", "1c").pay().flip("barter", "BJ")
        return scene.flip("injury", "9r").cheat("RJ", "injury").flip("lucky_miss", "5c")

    assert hit(Policies()).effects()[-1].slug == "in-the-name-of-research"
    cheated = hit(Policies(lucky_miss_cheatable=True)).cheat("1c", "lucky_miss")
    assert cheated.effects()[-1].slug == "martyr"


@pytest.mark.rule("A-28", "SL-UPG-10", "SL-INJURY-13")
def test_a_lucky_miss_at_the_skill_limit():
    full = (LEADER, model(2, "guardsman", skills=(upgrade(20, "agility", "skill"),)))
    scene = early(2, models=full).flip("injury", "RJ").flip("lucky_miss", "5c")
    assert [o.key for o in scene.expect("lucky_miss_skill").options] == ["decline", "agility"]
    assert scene.ask.default == "decline"
    scene.choose("lucky_miss_skill", "agility")
    assert [type(e) for e in scene.effects()] == [SkillAnnihilated, SkillGained]
    choosing = early(2, models=full).flip("injury", "RJ").flip("lucky_miss", "5c")
    assert choosing.choose("lucky_miss_skill", "decline").effects() == []


@pytest.mark.rule("A-28")
def test_a_peon_gains_nothing():
    scene = after("RJ", (LEADER, model(2, "hound", insignificant=True))).flip("lucky_miss", "5c")
    assert scene.effects() == []
    assert scene.ask.kind == "lock"


def test_a_lucky_miss_it_has_already():
    lucky = (LEADER, model(2, "deputy", skills=(upgrade(20, "martyr", "skill"),)))
    scene = early(2, models=lucky).flip("injury", "RJ").flip("lucky_miss", "1c")
    assert scene.effects() == []


@pytest.mark.rule("SL-INJURY-13")
def test_a_lucky_miss_that_is_no_skill():
    scene = early(2, faction="arcanists").flip("injury", "RJ").flip("lucky_miss", "13c")
    assert scene.effects() == []
    assert "Steamborg Executioner" in scene.told()
    document = house_document()
    guild = [dict(row, upgrade="scope") for row in document["lucky_miss"]["guild"]]
    charts = load_charts({**document, "lucky_miss": {**document["lucky_miss"], "guild": guild}})
    gained = early(2, charts=charts).flip("injury", "RJ").flip("lucky_miss", "13c").effects()[-1]
    assert isinstance(gained, UpgradeGained)
    assert gained.slug == "scope"


def test_a_dearer_model():
    assert after("5c").effects()[-1].ss_cost == 1  # Big Head
