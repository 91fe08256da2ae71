"""The Reward of a completed Bounty, and Avatars by the campaign's policy."""

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import (
    Answer,
    OtherTitle,
    SkillAnnihilated,
    SkillGained,
    TitleSwapped,
    UpgradeGained,
)
from rules.campaign.aftermath.procedure import AftermathReplay, default_answer, fate_answer
from rules.campaign.arsenal import OwnedUpgrade
from rules.campaign.charts.rows import AvatarRow, ChartUpgrade
from rules.campaign.policies import Policies
from rules.editions.m3e.rows import ROWS
from rules.fate.cards import Card
from rules.refusal import Refusal
from tests.rules.campaign.league import house_charts, model, upgrade
from tests.rules.campaign.scene import NO_BOUNTIES, Scene, early

GUILD = ("retribution", "modified-barrel", "brutal", "improvised-explosives")
GENERIC = tuple(row.upgrade for row in house_charts().rewards["generic"])
LEADER = model(1, "captain", is_leader=True)


def rewarded(*hand, chart="guild", **facts):
    """At the Reward flip on that chart; ``hand`` are cards to cheat with."""
    facts = {"completed_bounty": True, "withdrew": "" if hand else "late", **facts}
    scene = Scene(**facts)
    spare = ("12c", "11c", "10c")
    hand_size = scene.expect("draw_hand").cards
    scene.hand(*(hand or spare[:hand_size])[:hand_size]).pay().flip("barter", "4r")
    if scene.ask.kind == "barter_cheat":
        scene.keep()
    scene.pass_()
    return scene.choose("reward_chart", chart) if scene.ask.kind == "reward_chart" else scene


@pytest.mark.rule("SL-REWARD-01", "SL-BOUNTY-06")
def test_only_a_completed_bounty_is_rewarded_and_the_chart_is_chosen():
    scene = Scene(withdrew="late").pay().flip("barter", "4r").pass_()
    assert scene.ask.kind == "lock"
    scene = (
        Scene(withdrew="late", completed_bounty=True).hand("12c").pay().flip("barter", "4r").keep().pass_()
    )
    ask = scene.expect("reward_chart")
    assert ([o.key for o in ask.options], ask.default) == (["guild", "generic"], "generic")
    assert ask.phase == "reward"


@pytest.mark.rule("SL-REWARD-02")
@pytest.mark.parametrize(
    ("code", "slug"), [("9r", "retribution"), ("2m", "modified-barrel"), ("13t", "improvised-explosives")]
)
def test_the_suit_names_what_joins_the_arsenal_for_nothing(code, slug):
    scene = rewarded().flip("reward", code).keep("reward")
    gained = scene.effects()[-1]
    assert (type(gained), gained.slug, gained.how) == (UpgradeGained, slug, "reward")
    assert scene.view.scrip == 20
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-REWARD-01")
def test_the_generic_chart():
    scene = rewarded(chart="generic").flip("reward", "9r").keep("reward")
    assert scene.told().count("Reward") >= 1
    named = {row.suit: row.upgrade for row in house_charts().rewards["generic"]}
    options = scene.ask.options if scene.ask.kind == "reward_take" else ()
    slugs = {e.slug for e in scene.effects() if hasattr(e, "slug")}
    slugs |= {option.key for option in options if option.key != "decline"}
    assert slugs == {named["ram"]}


@pytest.mark.rule("SL-REWARD-03")
def test_jokers_are_flipped_again_cheated_ones_too():
    scene = rewarded().flip("reward", "RJ").keep("reward")
    assert scene.expect("reward_flip")
    scene.flip("reward", "BJ")
    assert scene.expect("reward_flip"), "the Black Joker is not cheated, only flipped again"
    scene.flip("reward", "3m").keep("reward")
    assert scene.effects()[-1].slug == "modified-barrel"
    cheated = rewarded("RJ", "2c").flip("reward", "3r").cheat("RJ", "reward")
    assert cheated.expect("reward_flip"), "a Red Joker from the hand is a joker, too"


@pytest.mark.rule("SL-REWARD-04", "SL-AFTER-07")
def test_a_reward_flip_may_be_cheated():
    scene = rewarded("5m", "2c").flip("reward", "9r").cheat("5m", "reward")
    assert scene.effects()[-1].slug == "modified-barrel"
    assert [card.code for card in scene.view.hand] == ["2c"]


@pytest.mark.rule("SL-REWARD-06", "A-23")
def test_what_is_owned_is_flipped_again_and_cheating_into_it_too():
    scene = rewarded("5r", "2c", owned_upgrades=("retribution",))
    scene.flip("reward", "9r").keep("reward")
    assert "Retribution is owned already" in scene.told()
    scene.flip("reward", "3m").cheat("5r", "reward")
    assert scene.expect("reward_flip"), "the spent card reflips"
    scene.flip("reward", "4m").keep("reward")
    assert scene.effects()[-1].slug == "modified-barrel"


def flipped(scene, *codes):
    """At the Reward flip: these cards at once."""
    cards = [Card.parse(code) for code in codes]
    return scene.answer(fate_answer(scene.expect("reward_flip"), cards))


@pytest.mark.rule("A-48")
def test_with_plus_the_player_takes_one_of_the_cards_and_by_default_what_is_new():
    scene = rewarded("2t", "2c", reward_modifier=2, owned_upgrades=("retribution",))
    ask = scene.expect("reward_flip")
    assert (ask.cards, ask.text) == (3, "Reward flip [+][+] on the chart of your Faction.")
    flipped(scene, "9r", "3m", "12c")
    ask = scene.expect("reward_cheat")
    assert [option.key for option in ask.options] == ["9r", "3m", "12c", "2t", "2c"]
    assert [option.label.split()[0] for option in ask.options] == ["Take"] * 3 + ["Cheat"] * 2
    assert (ask.default, ask.rule) == ("3m", "A-48"), "the ram would only be flipped again"
    scene.choose("reward_cheat", "3m")
    assert scene.effects()[-1].slug == "modified-barrel"
    records = scene.view.flips[-3:]
    assert [(flip.card.code, flip.set_aside) for flip in records] == [
        ("9r", True),
        ("3m", False),
        ("12c", True),
    ]


@pytest.mark.rule("A-48", "SL-REWARD-04")
def test_with_plus_a_card_of_the_hand_may_count_too():
    scene = flipped(rewarded("2t", "2c", reward_modifier=1), "9r", "3m").cheat("2t", "reward")
    assert scene.effects()[-1].slug == "improvised-explosives"
    assert [flip.cheated_with.code for flip in scene.view.flips[-2:] if flip.cheated_with] == ["2t"]
    assert [card.code for card in scene.view.hand] == ["2c"]


@pytest.mark.rule("A-48")
def test_with_minus_the_lowest_counts_and_is_not_cheated():
    scene = flipped(rewarded("2t", "2c", reward_modifier=-1), "9r", "3m")
    assert scene.effects()[-1].slug == "modified-barrel", "nothing was asked"
    assert [card.code for card in scene.view.hand] == ["2t", "2c"]
    equal = flipped(rewarded("2t", "2c", reward_modifier=-1), "3r", "3m")
    assert [option.key for option in equal.expect("reward_cheat").options] == ["3r", "3m"]
    assert "Which one counts?" in equal.ask.text
    equal.choose("reward_cheat", "3r")
    assert equal.effects()[-1].slug == "retribution"


@pytest.mark.rule("A-48", "SL-REWARD-03", "SL-REWARD-06")
@pytest.mark.parametrize(
    ("modifier", "codes"), [(2, ("BJ", "3m", "9c")), (-1, ("BJ", "3m")), (-1, ("2r", "3m"))]
)
def test_a_repeated_flip_keeps_its_modifier(modifier, codes):
    scene = rewarded("2t", "2c", reward_modifier=modifier, owned_upgrades=("retribution",))
    flipped(scene, *codes)
    again = scene.expect("reward_flip")
    assert (again.cards, "[" in again.text) == (1 + abs(modifier), True)


@pytest.mark.rule("A-23", "SL-REWARD-06")
@pytest.mark.switch("reward_exhausted", "switch_then_none")
def test_a_chart_that_is_owned_whole_gives_way_to_the_other_and_both_to_nothing():
    scene = rewarded(owned_upgrades=GUILD)
    assert "the generic chart" in scene.expect("reward_flip").text
    scene = rewarded(owned_upgrades=(*GUILD, *GENERIC))
    assert scene.ask.kind == "lock"
    assert "No Reward flip: everything on the charts is owned already." in scene.told()


@pytest.mark.rule("A-23")
@pytest.mark.switch("reward_exhausted", "another_copy")
def test_another_copy_where_the_campaign_says_so():
    policies = Policies(reward_exhausted="another_copy")
    scene = rewarded(owned_upgrades=GUILD, policies=policies).flip("reward", "9r").keep("reward")
    assert scene.effects()[-1].slug == "retribution"
    some = rewarded(owned_upgrades=GUILD[:1], policies=policies).flip("reward", "9r").keep("reward")
    assert some.expect("reward_flip"), "as long as something is new, what is owned is flipped again"


@pytest.mark.rule("SL-REWARD-02", "SL-UPG-05", "SL-UPG-09")
def test_a_skill_goes_on_a_model_that_took_part():
    scene = rewarded(participants=(1, 2)).flip("reward", "9c").keep("reward")
    ask = scene.expect("reward_take")
    assert [o.key for o in ask.options] == ["brutal", "decline"]
    assert [taker.model_id for taker in ask.options[0].bearers] == [1, 2]
    assert (ask.default, default_answer(ask).bearer) == ("brutal", 1)
    with pytest.raises(Refusal, match="is a Skill: name a"):
        scene.choose("reward_take", "brutal")
    with pytest.raises(Refusal, match="no model is named for it"):
        scene.choose("reward_take", "decline", bearer=2)
    scene.choose("reward_take", "brutal", bearer=2)
    gained = scene.effects()[-1]
    assert (type(gained), gained.bearer_id, gained.ss_cost) == (SkillGained, 2, 1)


@pytest.mark.rule("SL-UPG-10")
def test_at_the_limit_a_skill_is_given_up_or_the_new_one_declined():
    full = model(2, "guardsman", skills=(upgrade(20, "agility", "skill", bearer_id=2),))
    facts = {"models": (LEADER, full), "participants": (2,)}
    scene = rewarded(**facts).flip("reward", "9c").keep("reward")
    assert scene.expect("reward_take").default == "decline", "nobody forgets by doing nothing"
    with pytest.raises(Refusal, match="all the Skills it may carry"):
        scene.choose("reward_take", "brutal", bearer=2)
    # As it was stored before bearers were named apart.
    stored = [*scene.answers, Answer(kind="choose", option="reward/brutal/2/agility")]
    before = AftermathReplay(scene.context, stored).view().effects
    scene.choose("reward_take", "brutal", bearer=2, annihilate="agility")
    assert scene.view.effects == before
    forgot, learnt = scene.effects()[-2:]
    assert (type(forgot), forgot.upgrade_id, type(learnt)) == (SkillAnnihilated, 20, SkillGained)
    declined = rewarded(**facts).flip("reward", "9c").keep("reward").choose("reward_take", "decline")
    assert not [e for e in declined.effects() if isinstance(e, SkillGained)]


@pytest.mark.rule("SL-UPG-05", "SL-UPG-09", "A-36")
def test_a_skill_nobody_can_learn_is_lost():
    peon = model(2, "scales")
    scene = rewarded(models=(LEADER, peon), participants=(2,)).flip("reward", "9c").keep("reward")
    assert scene.ask.kind == "lock"
    assert "is lost: no model that took part can learn it" in scene.told()


@pytest.mark.rule("A-11", "SL-WITHDRAW-05")
@pytest.mark.switch("early_withdraw_reward", "forfeit")
@pytest.mark.switch("early_withdraw_reward", "keep")
def test_an_early_withdrawal_forfeits_the_reward_or_not_by_policy():
    scene = early(charts=NO_BOUNTIES, completed_bounty=True)
    assert scene.ask.kind == "lock"
    assert "its Reward is forfeited" in scene.told()
    with_reward = early(completed_bounty=True, policies=Policies(early_withdraw_reward="keep"))
    with_reward.choose("reward_chart", "guild").flip("reward", "9r")
    assert with_reward.effects()[-1].slug == "retribution"
    assert with_reward.ask.kind == "lock", "no hand, so nobody was asked to cheat"


# -- Avatars -------------------------------------------------------------------------------------------

JUDGE = model(2, "judge", is_leader=True)
AVATAR = ChartUpgrade(
    slug="avatar-of-fate", name="Avatar of Fate", category="skill", ss_cost=0, rating_bonus=3
)
WITH_AVATARS = replace(
    NO_BOUNTIES,
    upgrades=(*NO_BOUNTIES.upgrades, AVATAR),
    avatars=(AvatarRow(master="judge", upgrade=AVATAR.slug),),
)


def avatar_keys(**facts):
    facts = {"models": (model(1, "captain"), JUDGE), "charts": WITH_AVATARS, **facts}
    scene = rewarded(**facts).flip("reward", "9r").keep("reward")
    return scene, [o.key for o in scene.ask.options] if scene.ask.kind == "reward_take" else []


@pytest.mark.rule("SL-REWARD-05", "SL-3E-10")
def test_by_default_there_are_no_avatars():
    scene, keys = avatar_keys()
    assert keys == []
    assert scene.effects()[-1].slug == "retribution"


@pytest.mark.rule("SL-REWARD-05", "SL-3E-10", "SL-RATING-03")
def test_a_flagged_upgrade_may_be_taken_whatever_the_flip_and_weighs_four():
    scene, keys = avatar_keys(policies=Policies(avatar_policy="flagged_upgrade"))
    assert keys == ["retribution", "avatar-of-fate", "decline"]
    scene.choose("reward_take", "avatar-of-fate", bearer=2)
    gained = scene.effects()[-1]
    assert (gained.slug, gained.bearer_id, gained.how) == ("avatar-of-fate", 2, "avatar")
    owned = OwnedUpgrade(id=9, slug=AVATAR.slug, name=AVATAR.name, kind="skill", rating_bonus=3)
    assert owned.weight + owned.rating_bonus == 4


@pytest.mark.rule("SL-REWARD-05", "A-37")
def test_only_that_masters_avatar_and_only_with_the_master_in_the_crew():
    policies = Policies(avatar_policy="flagged_upgrade")
    assert avatar_keys(policies=policies, participants=(1,))[1] == []
    warden = (model(1, "captain"), model(2, "warden", is_leader=True))
    assert avatar_keys(policies=policies, models=warden)[1] == []
    assert avatar_keys(policies=policies, owned_upgrades=(AVATAR.slug,))[1] == [], "once"


@pytest.mark.rule("SL-3E-10")
@pytest.mark.switch("avatar_policy", "title_swap")
def test_another_title_of_the_same_master():
    facts = {
        "policies": Policies(avatar_policy="title_swap"),
        "titles": (OtherTitle(2, "judge-dawn", "Judge, Dawn"),),
    }
    scene, keys = avatar_keys(**facts)
    assert keys == ["retribution", "judge-dawn", "decline"]
    assert scene.ask.default == "retribution"
    with pytest.raises(Refusal, match="name that Master"):
        scene.choose("reward_take", "judge-dawn", bearer=1)
    stored = [*scene.answers, Answer(kind="choose", option="title/2/judge-dawn")]
    before = AftermathReplay(scene.context, stored).view().effects
    scene.choose("reward_take", "judge-dawn", bearer=2)
    assert scene.view.effects == before
    assert ROWS.cited(scene.effects()[-1]) == TitleSwapped(
        sentence="Judge goes on as Judge, Dawn.",
        subject="Judge",
        rule="SL-3E-10",
        model_id=2,
        slug="judge-dawn",
        name="Judge, Dawn",
    )
    assert avatar_keys(titles=facts["titles"])[1] == [], "off by default"
