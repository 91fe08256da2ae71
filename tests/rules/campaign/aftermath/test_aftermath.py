"""The Aftermath's phases, its hand, Payday, and who leads afterwards."""

import pytest
from msgspec import json

from rules.campaign.aftermath.asks import (
    AftermathView,
    Answer,
    HandDrawn,
    LeaderChanged,
    ModelAnnihilated,
    ScripEarned,
)
from rules.campaign.aftermath.procedure import (
    AftermathReplay,
    cards_for,
    default_answer,
    draws_needed,
    fate_answer,
)
from rules.campaign.policies import Policies
from rules.fate.cards import FULL_DECK, Card
from rules.refusal import Refusal
from tests.rules.campaign.league import injury, model
from tests.rules.campaign.scene import Scene, context, early, to_injuries


@pytest.mark.rule("SL-AFTER-01", "SL-AFTER-08", "SL-WITHDRAW-06")
def test_the_phases_follow_each_other_one_flip_at_a_time():
    scene = Scene(vp=4, won=True, strategy_vp=3, owed=(2,))
    kinds = []
    script = [
        lambda: scene.hand("9r", "3c"),
        lambda: scene.pay(),
        lambda: scene.flip("barter", "4r"),
        lambda: scene.keep(),
        lambda: scene.pass_(),
        lambda: scene.flip("barter", "5r"),
        lambda: scene.keep(),
        lambda: scene.pass_(),
        lambda: scene.flip("injury", "6r"),
        lambda: scene.keep("injury"),
        lambda: scene.lock(),
    ]
    for step in script:
        kinds.append((scene.ask.phase, scene.ask.kind, scene.ask.who))
        step()
    assert kinds == [
        ("hand", "draw_hand", "fate"),
        ("payday", "payday", "system"),
        ("barter", "barter_flip", "fate"),
        ("barter", "barter_cheat", "player"),
        ("barter", "barter_buy", "player"),
        ("barter", "barter_flip", "fate"),
        ("barter", "barter_cheat", "player"),
        ("barter", "barter_buy", "player"),
        ("injury", "injury_flip", "fate"),
        ("injury", "injury_cheat", "player"),
        ("lock", "lock", "system"),
    ]
    assert scene.view.finished
    assert scene.view.hand == ()
    assert scene.view.outcome.scrip_earned == 3


@pytest.mark.rule("SL-AFTER-03", "SL-AFTER-04", "SL-AFTER-05", "SL-AFTER-06", "SL-WITHDRAW-10")
@pytest.mark.parametrize(
    ("facts", "cards"),
    [
        ({}, 1),
        ({"won": True}, 2),
        ({"won": True, "completed_bounty": True}, 3),
        ({"completed_bounty": True}, 2),
        ({"withdrew": "late", "completed_bounty": True}, 1),
    ],
)
def test_one_card_for_each_reason(facts, cards):
    assert draws_needed(Scene(**facts).expect("draw_hand")) == cards


@pytest.mark.rule("SL-WITHDRAW-10", "SL-AFTER-03")
def test_a_late_withdrawal_runs_everything_without_the_card_of_those_who_stayed():
    scene = Scene(withdrew="late", vp=2, owed=(2,))
    scene.pay().flip("barter", "4r").pass_().flip("injury", "6r").lock()
    assert scene.view.finished


@pytest.mark.rule("SL-WITHDRAW-04", "SL-WITHDRAW-05")
def test_an_early_withdrawal_skips_to_the_injuries():
    scene = early(2, event_scrip=5, vp=0)
    assert scene.ask.kind == "injury_flip"
    scene.flip("injury", "6r").lock()
    assert scene.view.outcome.scrip_earned == 0
    assert not [e for e in scene.effects() if isinstance(e, HandDrawn | ScripEarned)]


@pytest.mark.rule("SL-AFTER-02")
def test_the_deck_is_whole_before_the_hand_is_drawn():
    ask = Scene(won=True).expect("draw_hand")
    assert (ask.shuffle, ask.position, ask.out) == (0, 0, ())
    assert cards_for(ask, FULL_DECK) == FULL_DECK[:2]
    assert len(Scene(won=True).view.unseen) == 54


@pytest.mark.rule("SL-AFTER-02")
def test_a_card_that_is_out_cannot_fall_again():
    scene = Scene(won=True).hand("9r", "3c").pay()
    for code in ("9r", "3c"):
        with pytest.raises(Refusal) as caught:
            scene.flip("barter", code)
        assert caught.value.rule == "SL-AFTER-02"
    scene.flip("barter", "9c")
    assert set(scene.view.unseen) == set(FULL_DECK) - {Card.parse(code) for code in ("9r", "3c", "9c")}


def test_the_same_card_cannot_be_drawn_twice_at_once():
    with pytest.raises(Refusal):
        Scene(won=True).hand("9r", "9r")


def test_a_wrong_number_of_cards_is_refused():
    with pytest.raises(Refusal):
        Scene(won=True).hand("9r")
    scene = Scene(won=True)
    with pytest.raises(Refusal):
        scene.answer(Answer(kind="card", card=Card.parse("9r")))
    with pytest.raises(Refusal):
        scene.answer(Answer(kind="choose", option="keep"))


@pytest.mark.rule("SL-AFTER-07")
def test_the_hand_cheats_barter_and_injury_flips():
    scene = Scene(won=True, completed_bounty=True, owed=(2,)).hand("9r", "3c", "2t").pay()
    scene.flip("barter", "4r").cheat("3c").pass_()
    assert [card.code for card in scene.view.hand] == ["9r", "2t"]
    record = scene.view.flips[-1]
    assert (record.card.code, record.cheated_with.code, record.final.code) == ("4r", "3c", "3c")
    scene.choose("reward_chart", "guild").flip("reward", "8m").keep("reward")
    scene.flip("injury", "6r").cheat("9r", "injury")
    assert scene.effects()[-1].slug == "slowed-reflexes"
    scene.lock()
    assert "discards 1 unused card of its hand" in scene.told()
    assert "2 of Tomes" not in scene.told(), "what was held is its owner's alone"


@pytest.mark.rule("SL-AFTER-08")
def test_a_cheat_is_one_card_and_final():
    scene = Scene(won=True).hand("9r", "3c").pay().flip("barter", "4r").cheat("3c")
    assert scene.ask.kind == "barter_buy"
    with pytest.raises(Refusal):
        scene.choose("barter_buy", "9r")


def test_without_a_hand_nobody_is_asked_to_cheat():
    scene = Scene(withdrew="late").pay().flip("barter", "4r")
    assert scene.ask.kind == "barter_buy"


@pytest.mark.rule("SL-3E-22")
def test_the_black_joker_cannot_be_cheated():
    scene = Scene(won=True).hand("9r", "3c").pay().flip("barter", "BJ")
    assert scene.ask.kind == "lock"
    assert "cannot be cheated" in scene.told()


@pytest.mark.rule("SL-PAY-01", "SL-PAY-02", "SL-PAY-03", "SL-PAY-04", "SL-PAY-05")
def test_payday_uses_the_facts_and_the_weeks_maximum():
    scene = Scene(vp=5, won=True, rating=-1, other_rating=3, event_scrip=2).hand("9r", "3c").pay(earned=9)
    paid = scene.last()
    assert isinstance(paid, ScripEarned)
    assert paid.total.amount == 7  # 3 + 1 + 4 + 2 = 10, room for 7
    assert scene.view.scrip == 27


def test_payday_takes_the_purse_as_it_is_now():
    assert Scene(vp=2).hand("9r").pay(scrip=4).view.scrip == 5
    scene = Scene(vp=2).hand("9r")
    with pytest.raises(Refusal):
        scene.pay(earned=-1)
    with pytest.raises(Refusal):
        scene.answer(Answer(kind="choose", option="keep"))


@pytest.mark.rule("SL-LEADER-02", "SL-LEADER-03")
def test_an_annihilated_leader_is_replaced_by_a_chosen_henchman():
    owned = (
        model(1, "captain", is_leader=True),
        model(2, "deputy"),
        model(3, "nobody"),
        model(4, "guardsman"),
    )
    scene = early(1, models=owned).flip("injury", "BJ")
    ask = scene.expect("choose_leader")
    assert [option.key for option in ask.options] == ["2", "3"]
    assert ask.default == "2"
    scene.choose("choose_leader", "3")
    assert scene.last() == LeaderChanged(
        sentence="Nobody leads now.", subject="Nobody", rule="SL-LEADER-03", model_id=3, name="Nobody"
    )


@pytest.mark.rule("SL-LEADER-04")
def test_without_a_henchman_the_dearest_leads():
    owned = (model(1, "captain", is_leader=True), model(2, "hound"), model(3, "guardsman"))
    scene = early(1, models=owned).flip("injury", "BJ")
    assert (scene.last().model_id, scene.last().rule) == (3, "SL-LEADER-04")
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-LEADER-02")
def test_the_last_model_leaves_nobody_to_lead():
    scene = early(1, models=(model(1, "captain", is_leader=True),)).flip("injury", "BJ")
    assert "starts anew" in scene.told()
    assert not [e for e in scene.effects() if isinstance(e, LeaderChanged)]


def test_another_model_lost_leaves_the_leader_alone():
    scene = early(2).flip("injury", "BJ")
    assert isinstance(scene.last(), ModelAnnihilated)
    assert scene.ask.kind == "lock"


@pytest.mark.rule("SL-FINISH-03")
def test_nothing_owed_means_no_injury_flip():
    assert to_injuries().ask.kind == "lock"


def test_asks_are_numbered_and_nothing_follows_the_lock():
    scene = Scene()
    ordinals = [scene.ask.ordinal]
    for act in (scene.hand, lambda _: scene.pay(), lambda _: scene.flip("barter", "BJ")):
        act("9r")
        ordinals.append(scene.ask.ordinal)
    assert ordinals == [0, 1, 2, 3]
    scene.lock()
    with pytest.raises(Refusal):
        AftermathReplay(scene.context, [*scene.answers, scene.answers[-1]]).view()


def test_a_refused_answer_leaves_nothing_to_go_on_from():
    scene = Scene()
    replay = AftermathReplay(scene.context)
    with pytest.raises(Refusal):
        replay.answer(Answer(kind="choose", option="no card at all"))
    with pytest.raises(RuntimeError, match="refused"):
        replay.answer(Answer(kind="choose", option="no card at all"))


def test_every_player_ask_has_a_default_that_is_accepted():
    scene = Scene(won=True, owed=(1, 2)).hand("9r", "3c").pay().flip("barter", "4r")
    while scene.view.ask is not None:
        ask = scene.ask
        if ask.who == "fate":
            scene.answer(fate_answer(ask, cards_for(ask, FULL_DECK)))
        else:
            scene.answer(default_answer(ask))
    assert scene.view.finished
    with pytest.raises(ValueError, match="default"):
        default_answer(Scene().ask)


def test_views_and_answers_travel_as_json():
    scene = Scene(won=True, owed=(1,), models=(model(1, "captain", is_leader=True, injuries=(injury(5),)),))
    scene.hand("9r", "3c").pay().flip("barter", "4r")
    view = scene.view
    assert json.decode(json.encode(view), type=AftermathView) == view
    stored = json.decode(json.encode(scene.answers), type=list[Answer])
    assert AftermathReplay(context(won=True, owed=(1,), models=scene.context.models), stored).view() == view


@pytest.mark.rule("SL-AFTER-02")
def test_an_empty_deck_is_shuffled_again_without_the_hand():
    many = Policies(injury_limit_mode="max_carried")
    scene = Scene(owed=(1,), extra_barter_flips=60, policies=many, scrip=0).hand("1r").pay()
    cards = [card for card in FULL_DECK if card.code != "1r"]
    for card in cards:
        scene.flip("barter", card.code)
        if scene.ask.kind == "barter_cheat":
            scene.keep()
        if scene.ask.kind == "barter_buy":
            scene.pass_()
    ask = scene.expect("barter_flip")
    assert (ask.shuffle, ask.position, ask.out) == (1, 0, ("1r",))
    assert scene.view.unseen == tuple(sorted(cards))
    with pytest.raises(Refusal):
        scene.flip("barter", "1r")
    scene.flip("barter", "2r")
    assert (scene.view.flips[-1].shuffle, scene.view.flips[-1].position) == (1, 0)
