"""Laws of the Aftermath, over any valid answers: it ends, replays alike, and keeps the limits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.aftermath.asks import (
    AftermathContext,
    AftermathView,
    Answer,
    Ask,
    BountyBought,
    HeldBounty,
    InjuryAttached,
    ModelAnnihilated,
    OpponentEarns,
    ScripEarned,
    SkillAnnihilated,
    SkillGained,
    UpgradeBought,
)
from rules.campaign.aftermath.procedure import AftermathReplay, fate_answer
from rules.campaign.policies import Policies
from rules.crews.catalogue import factions_of
from rules.fate.cards import FULL_DECK
from rules.refusal import Refusal
from tests.rules.campaign.league import EDITION, house_charts, injury, model, upgrade
from tests.rules.campaign.scene import context

INJURIES = sorted(found.slug for found in house_charts().injuries)
SKILLS = sorted(found.slug for found in house_charts().upgrades if found.category == "skill")
SLUGS = ("deputy", "guardsman", "marksman", "hound", "scales", "captain")


@st.composite
def owned_models(draw):
    models = []
    for n in range(1, draw(st.integers(2, 6)) + 1):
        bare = model(
            n, "judge" if n == 2 and draw(st.booleans()) else draw(st.sampled_from(SLUGS)), is_leader=n == 1
        )
        skills = draw(st.lists(st.sampled_from(SKILLS), unique=True, max_size=bare.skill_limit()))
        injuries = draw(st.lists(st.sampled_from(INJURIES), unique=True, max_size=bare.injury_limit()))
        models.append(
            model(
                n,
                bare.slug,
                is_leader=n == 1,
                skills=tuple(upgrade(100 * n + i, slug, "skill") for i, slug in enumerate(skills)),
                injuries=tuple(injury(100 * n + 50 + i, slug) for i, slug in enumerate(injuries)),
            )
        )
    return tuple(models)


policies = st.builds(
    Policies,
    purchases_per_barter_flip=st.integers(1, 3),
    duplicate_at_limit=st.sampled_from(["ignore", "annihilate"]),
    injury_limit_mode=st.sampled_from(["max_carried", "kills_at"]),
    lucky_miss_cheatable=st.booleans(),
    peon_mapping=st.sampled_from(["insignificant_or_no_station", "none"]),
    weekly_cap=st.integers(0, 16),
    bounty_cost=st.integers(0, 6),
    early_withdraw_reward=st.sampled_from(["forfeit", "keep"]),
    reward_exhausted=st.sampled_from(["switch_then_none", "another_copy"]),
)


@st.composite
def contexts(draw) -> AftermathContext:
    models = draw(owned_models())
    ids = [model.id for model in models]
    participants = draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    killed = draw(st.lists(st.sampled_from(participants), unique=True))
    owed = draw(st.lists(st.sampled_from(killed), unique=True)) if killed else []
    faction = draw(st.sampled_from(sorted(factions_of(EDITION))))
    charts = house_charts()
    rewards = [row.upgrade for chart in (faction, "generic") for row in charts.rewards[chart]]
    return context(
        charts=charts,
        faction=faction,
        owned_upgrades=tuple(draw(st.lists(st.sampled_from(rewards), unique=True))),
        bounty=draw(st.sampled_from([None, HeldBounty("hit-list", "Hit List", 1, 2)])),
        accomplished=tuple(draw(st.lists(st.sampled_from(["hit-list", "hog-wild"]), unique=True))),
        models=models,
        participants=tuple(participants),
        killed=tuple(killed),
        owed=tuple(owed),
        vp=draw(st.integers(0, 9)),
        won=draw(st.booleans()),
        strategy_vp=draw(st.integers(0, 4)),
        rating=draw(st.integers(-5, 5)),
        other_rating=draw(st.integers(-5, 5)),
        scrip=draw(st.integers(0, 12)),
        completed_bounty=draw(st.booleans()),
        event_scrip=draw(st.integers(0, 8)),
        extra_barter_flips=draw(st.integers(0, 2)),
        withdrew=draw(st.sampled_from(["", "", "early", "late"])),
        policies=draw(policies),
    )


def answer(draw, ask: Ask, view: AftermathView) -> Answer:
    """Any answer this ask allows; interesting cards come more often than in a deck."""
    if ask.who == "fate":
        order = draw(st.permutations(view.unseen))
        if draw(st.integers(0, 2)) == 0:
            order = sorted(order, key=lambda card: card.value not in (0, 13, 14))
        return fate_answer(ask, order[: ask.cards])
    if ask.kind == "payday":
        return Answer(kind="facts", earned_this_week=draw(st.integers(0, 20)))
    option = draw(st.sampled_from([option for option in ask.options if option.legal]))
    takers = [bearer for bearer in option.bearers if not bearer.reason]
    if not takers:
        return Answer(kind="choose", option=option.key)
    taker = draw(st.sampled_from(takers))
    given_up = draw(st.sampled_from(taker.replaceable)) if taker.replaceable else ""
    return Answer(kind="choose", option=option.key, bearer=taker.model_id, annihilate=given_up)


def carried(context: AftermathContext, view: AftermathView) -> dict[int, tuple[list[str], list[str]]]:
    """Skills and Injuries of the living models, by folding the effects over the start."""
    state = {m.id: ([s.slug for s in m.skills], [i.slug for i in m.injuries]) for m in context.models}
    for effect in view.effects:
        match effect:
            case UpgradeBought(bearer_id=int(bearer), slug=slug) | SkillGained(bearer_id=bearer, slug=slug):
                state[bearer][0].append(slug)
            case SkillAnnihilated(bearer_id=bearer, slug=slug):
                state[bearer][0].remove(slug)
            case InjuryAttached(model_id=model_id, slug=slug):
                state[model_id][1].append(slug)
            case ModelAnnihilated(model_id=model_id):
                del state[model_id]
    return state


def most_flips(context: AftermathContext) -> int:
    """A hand, the Barter flips, and per model an Injury and a Lucky Miss: two cards of the house chart
    send each on to another flip, again after a reshuffle, and a hand of three can cheat into them."""
    reward = 54 + 54 if context.completed_bounty else 0  # what is owned, and jokers, are flipped again
    return 3 + 2 + context.extra_barter_flips + reward + 10 * len(context.owed) + 3


def keeps_the_cards(view: AftermathView) -> None:
    """54 cards, each in the deck, in the hand or gone, and nowhere twice (SL-AFTER-02)."""
    assert len(view.hand) <= 3
    assert not set(view.hand) & set(view.unseen)
    assert set(view.hand) <= {flip.card for flip in view.flips if flip.kind == "hand"}
    for shuffle in {flip.shuffle for flip in view.flips}:
        fallen = [flip.card for flip in view.flips if flip.shuffle == shuffle]
        assert len(set(fallen)) == len(fallen)
    now = max((flip.shuffle for flip in view.flips), default=0)
    gone = {flip.card for flip in view.flips if flip.shuffle == now}
    if len(view.unseen) + len(view.hand) < 54:  # else the deck was just shuffled
        assert gone | set(view.unseen) | set(view.hand) == set(FULL_DECK)
    cheats = [flip.cheated_with for flip in view.flips if flip.cheated_with]
    assert len(cheats) + len(view.hand) <= 3


def keeps_the_limits(context: AftermathContext, view: AftermathView) -> None:
    by_id = {m.id: m for m in context.models}
    for model_id, (skills, injuries) in carried(context, view).items():
        bearer = by_id[model_id]
        assert len(skills) <= bearer.skill_limit(context.policies)
        assert len(injuries) <= bearer.injury_limit(context.policies)
        assert len(set(skills)) == len(skills)
        assert len(set(injuries)) == len(injuries)
        assert set(injuries) >= {i.slug for i in bearer.injuries}  # nothing here heals one


def keeps_the_purse(context: AftermathContext, view: AftermathView) -> None:
    earned = sum(e.total.amount for e in view.effects if isinstance(e, ScripEarned))
    spent = sum(e.price for e in view.effects if isinstance(e, UpgradeBought | BountyBought))
    assert view.scrip == context.scrip + earned - spent >= 0
    assert earned <= context.policies.weekly_cap
    if view.outcome is not None:
        assert (view.outcome.scrip_earned, view.outcome.scrip_spent) == (earned, spent)


@pytest.mark.rule(
    "SL-AFTER-02",
    "SL-AFTER-06",
    "SL-AFTER-08",
    "SL-UPG-08",
    "SL-UPG-09",
    "SL-INJURY-09",
    "SL-INJURY-10",
    "SL-PAY-05",
)
@settings(max_examples=150, deadline=None)
@given(contexts(), st.data())
def test_any_valid_answers_come_to_an_end_and_keep_the_rules(context, data):
    answers: list[Answer] = []
    view = AftermathReplay(context, answers).view()
    going_on = AftermathReplay(context)
    while view.ask is not None:
        assert view.ask.ordinal == len(answers)
        answers.append(answer(data.draw, view.ask, view))
        before, view = view, AftermathReplay(context, answers).view()
        going_on.answer(answers[-1])
        assert going_on.view() == view, "going on is the same as beginning again"
        assert view.effects[: len(before.effects)] == before.effects
        assert len(view.flips) <= most_flips(context)
        keeps_the_cards(view)
        keeps_the_limits(context, view)
        keeps_the_purse(context, view)
    assert view.finished
    assert view.hand == ()
    assert AftermathReplay(context, answers).view() == view
    cut = data.draw(st.integers(0, len(answers)))
    again = AftermathReplay(context, answers[:cut]).view()
    assert again.effects == view.effects[: len(again.effects)]
    settled(context, view)


def settled(context: AftermathContext, view: AftermathView) -> None:
    """Each model owed a flip got one, or was gone before; nothing moved after an early withdrawal."""
    gone_first = {
        e.model_id
        for e in view.effects
        if isinstance(e, ModelAnnihilated) and "carried into this game" in e.sentence
    }
    flipped = {flip.model_id for flip in view.flips if flip.kind == "injury"}
    assert flipped == set(context.owed) - gone_first
    if context.withdrew == "early":
        assert not [e for e in view.effects if isinstance(e, ScripEarned | UpgradeBought | BountyBought)]
        assert not [flip for flip in view.flips if flip.kind in ("hand", "barter")]
    for effect in view.effects:
        if isinstance(effect, OpponentEarns):
            assert effect.model_id in gone_first


@settings(max_examples=60, deadline=None)
@given(contexts(), st.data())
def test_an_answer_that_does_not_fit_is_refused_and_changes_nothing(context, data):
    answers: list[Answer] = []
    view = AftermathReplay(context, answers).view()
    for _ in range(data.draw(st.integers(0, 8))):
        if view.ask is None:
            return
        answers.append(answer(data.draw, view.ask, view))
        view = AftermathReplay(context, answers).view()
    if view.ask is None:
        return
    wrong = {
        "fate": Answer(kind="choose", option="keep"),
        "player": Answer(kind="choose", option="no such thing"),
        "system": Answer(kind="card", card=FULL_DECK[0]),
    }[view.ask.who]
    with pytest.raises(Refusal) as caught:
        AftermathReplay(context, [*answers, wrong]).view()
    assert caught.value.rule
    assert AftermathReplay(context, answers).view() == view
