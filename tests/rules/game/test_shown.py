"""What a page shows of a moment: the duel so far, a card, and what each answer would do."""

from __future__ import annotations

import pytest

from rules.dialogue import Choice, Number, OneOf
from rules.editions.m3e.play.actions.available import GENERAL
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Flip
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability, Armor, Aura, Gives, Prompted
from rules.editions.m3e.shown import (
    GENERAL_WORDS,
    action_shown,
    card_printed,
    card_shown,
    effect_words,
    figures_of,
    notes,
)
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.fate.cards import Card
from rules.game.events.table import SpentAction
from rules.game.procedure.asks import Ask
from tests.rules.editions.m3e.scene import Scene

BY_CARD = "Its card says what it does; you carry that out."
SURGE = Trigger(name="Surge", suits=("tome",), effects=(w.Draw(),))
STRIKE = Action(
    name="Strike",
    icon="melee",
    reach=1,
    stat=5,
    suits=("ram",),
    resist="df",
    effects=(w.Damage(amount=(1, 2, 4)),),
    triggers=(SURGE,),
)
ODD = Action(name="Odd", bonus=True, effects=(Prompted(text="Something odd."),))
HIDE = Ability(name="Hide", parts=(Armor(amount=1),))
RIDDLE = Ability(name="Riddle", parts=(Prompted(text="A riddle."),))
FANG = UpgradeCard(slug="fang", name="Fang", abilities=(HIDE,), actions=(Action(name="Bite", reach=2),))


@pytest.mark.parametrize(
    ("action", "figures"),
    [
        (STRIKE, "1″ melee, stat 5 ram against Df"),
        (Action(name="Cast", icon="magic", reach=8.5, stat=6, tn=12), "8.5″ magic, stat 6, TN 12"),
        (Action(name="Look", reach=6), "6″"),
        (Action(name="Wait", bonus=True), "bonus"),
        (Action(name="Nothing"), ""),
    ],
)
def test_figures_are_as_a_card_prints_them(action, figures) -> None:
    assert figures_of(action) == figures


def scene_of(ruleset) -> Scene:
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), actions=(STRIKE, ODD), abilities=(RIDDLE,), upgrades=("fang", "lost")
    )
    return scene.model("b1", at=(11.5, 10), df=4).upgrade(FANG).state(activating="a1")


@pytest.mark.rule("M3E-TOKEN-01")
def test_a_card_is_shown_with_its_upgrades(ruleset) -> None:
    scene = scene_of(ruleset)
    shown = card_shown(scene.g, scene["a1"])
    assert shown.figures == "Health 8 of 8, Df 5, Wp 5, Mv 5, Sz 2, 30 mm"
    assert [line.name for line in shown.actions] == ["Strike", "Odd", "Bite"]
    assert [line.does for line in shown.actions][1] == BY_CARD
    assert [(line.name, line.does == BY_CARD) for line in shown.abilities] == [
        ("Riddle", True),
        ("Hide", False),
    ]
    assert (shown.reaches, shown.auras) == ((1, 2), ())


def test_ranges_and_auras_of_a_card_are_told_apart(ruleset) -> None:
    aura = Ability(name="Glow", parts=(Aura(inches=3, side="any", part=Gives(what="hazardous")),))
    scene = Scene(ruleset).model("a1", actions=(STRIKE,), abilities=(aura,))
    shown = card_shown(scene.g, scene["a1"])
    assert (shown.reaches, shown.auras) == ((STRIKE.reach,), (3,))


def test_a_printed_card_is_read_beside_a_real_table() -> None:
    card = StatCard(slug="wolf", name="Wolf", health=6, df=4, wp=3, mv=7, sz=1, mm=40, actions=(STRIKE,))
    plain, armed = card_printed(card), card_printed(card, [FANG])
    assert plain.figures == armed.figures == "Health 6, Df 4, Wp 3, Mv 7, Sz 1, 40 mm"
    assert [line.name for line in plain.actions] == ["Strike"]
    assert [line.name for line in armed.actions] == ["Strike", "Bite"]
    assert [line.name for line in armed.abilities] == ["Hide"]
    assert effect_words(ODD) == BY_CARD


def flip(seat: int, code: str) -> Flip:
    card = Card.parse(code)
    return Flip(seat, 0, 0, (card,), card, card)


def in_a_duel(ruleset, own: str = "7r", theirs: str = "9c", **duel) -> Scene:
    """``a1`` strikes ``b1``: 5 against 4, with those cards in the Conflict."""
    scene = scene_of(ruleset).hand("A", "12t 2m").hand("B", "3m")
    going_on = ActionInProgress("a1", STRIKE, target_model=scene["b1"])
    actor = DuelSide(
        "a1",
        0,
        "attack",
        5,
        ("ram",),
        flip=flip(0, own),
        why=["Focused"],
        card_suits=(Card.parse(own).suit or "",),
    )
    resister = DuelSide("b1", 1, "df", 4, flip=flip(1, theirs) if theirs else None)
    sides = {"actor": actor, "resister": resister, "actor_triggers": (SURGE,), "in_progress": going_on}
    going_on.duel = DuelInProgress(**{**sides, **duel})
    scene.g.in_progress.append(going_on)
    return scene


def asked(kind: str, *keys: str, seat: int = 0, about: tuple[str, ...] = ("a1",)) -> Ask:
    return Ask(seat=seat, kind=kind, options=OneOf(tuple(Choice(key) for key in keys)), about=about)


@pytest.mark.rule("M3E-DUEL-12")
def test_a_duel_is_shown_as_it_stands(ruleset) -> None:
    shown = action_shown(in_a_duel(ruleset).g)
    assert shown is not None
    assert (shown.actor, shown.action, shown.target, shown.tn) == ("a1", "Strike", "b1", None)
    assert [(side.name, side.stat_name, side.stat, side.card, side.total) for side in shown.sides] == [
        ("a1", "Skill", 5, "7r", 12),
        ("b1", "Df", 4, "9c", 13),
    ]
    assert shown.sides[0].why == ("Focused",)
    early = action_shown(in_a_duel(ruleset, theirs="").g)
    assert early is not None
    assert [side.card for side in early.sides] == ["7r", ""]


@pytest.mark.rule("M3E-TURN-14")
def test_between_two_actions_it_is_told_how_many_are_left(ruleset) -> None:
    assert action_shown(scene_of(ruleset).state(activating="").g) is None
    begun = action_shown(scene_of(ruleset).g)
    assert begun is not None
    assert (begun.actor, begun.action) == ("a1", "2 Actions and the bonus Action left")
    later = scene_of(ruleset).g
    later.emit(SpentAction("a1", "Odd", acts=1, bonus=1))
    shown = action_shown(later)
    assert shown is not None
    assert shown.action == "1 Action left"


def test_an_action_without_a_duel_is_shown_by_its_figures(ruleset) -> None:
    scene = scene_of(ruleset)
    scene.g.in_progress.append(ActionInProgress("a1", Action(name="Cast", stat=6, tn=12)))
    shown = action_shown(scene.g)
    assert shown is not None
    assert (shown.target, shown.tn, shown.sides, shown.figures) == ("", 12, (), "stat 6, TN 12")


@pytest.mark.rule("M3E-DUEL-12")
def test_what_each_cheat_would_come_to_is_told(ruleset) -> None:
    scene = in_a_duel(ruleset)
    told = notes(scene.g, asked("cheat", "keep", "12t", "2m"))
    assert told["keep"].startswith("12 against 13: behind")
    assert told["12t"].startswith("17 against 13: ahead")
    assert told["2m"].startswith("7 against 13: behind")
    theirs = notes(scene.g, asked("cheat", "keep", seat=1, about=("b1",)))
    assert theirs["keep"].startswith("13 against 12: ahead")
    even = in_a_duel(ruleset, own="8r", theirs="9c")
    assert notes(even.g, asked("cheat", "keep"))["keep"].startswith("13 against 13: ahead"), (
        "the actor needs as much"
    )
    assert notes(even.g, asked("cheat", "keep", seat=1, about=("b1",)))["keep"].startswith(
        "13 against 13: behind"
    )


def test_against_a_tn_or_nothing_yet_the_total_is_told(ruleset) -> None:
    with_tn = in_a_duel(ruleset, resister=None, tn=12)
    assert notes(with_tn.g, asked("cheat", "keep"))["keep"] == "12 against 12: ahead"
    open_ended = in_a_duel(ruleset, resister=None)
    assert notes(open_ended.g, asked("cheat", "keep"))["keep"] == "12"


def test_only_questions_of_the_moment_have_notes(ruleset) -> None:
    scene = in_a_duel(ruleset)
    assert notes(scene.g, asked("trigger", "Surge", "none")) == {"Surge": effect_words(SURGE)}
    assert notes(scene.g, asked("cheat", "keep", about=())) != {}, "by its seat"
    assert notes(scene.g, asked("stone", "yes")) == {}
    assert notes(scene.g, Ask(seat=0, kind="cheat", options=Number(0, 3), about=("a1",))) == {}
    plain = scene_of(ruleset)
    assert notes(plain.g, asked("cheat", "keep")) == {}
    assert notes(plain.g, asked("target", "b1")) == {}, "of no Action"
    assert notes(plain.g, asked("action", "Strike", about=())) == {}


def test_actions_and_models_are_noted_with_what_they_do(ruleset) -> None:
    scene = scene_of(ruleset)
    told = notes(scene.g, asked("action", "Strike", "Odd", "Walk", "Concentrate", "end"))
    assert told["Strike"].startswith("1″ melee, stat 5 ram against Df. ")
    assert told["Odd"] == f"bonus. {BY_CARD}"
    assert told["Walk"] == "Move up to Mv."
    assert told["Concentrate"] == "Focused +1, only once."
    assert "end" not in told
    assert set(GENERAL_WORDS) == set(GENERAL), "each general Action"
    assert notes(scene.g, asked("attack", "Strike", "none")) == {"Strike": told["Strike"]}
    assert notes(scene.g, asked("activate", "a1", "pass")) == {"a1": "Df 5, Wp 5, Mv 5"}


@pytest.mark.rule("M3E-COVER-01", "M3E-TRAIT-04")
def test_targets_are_noted_with_what_protects_them(ruleset) -> None:
    scene = scene_of(ruleset)
    scene.g.in_progress.append(ActionInProgress("a1", STRIKE))
    open_ = notes(scene.g, asked("target", "b1", "m1"))
    assert list(open_) == ["b1"]
    assert open_["b1"].startswith("0.3″ away, Df 4, ")
    assert open_["b1"].endswith(" % to succeed")
    scene.table.cover = scene.table.concealed = lambda state, one, two: True
    assert ", Df 4, Cover, Concealment, " in notes(scene.g, asked("target", "b1"))["b1"]
    scene.g.in_progress[-1] = ActionInProgress("a1", Action(name="Look", reach=6, targets="model"))
    assert notes(scene.g, asked("target", "b1"))["b1"] == "0.3″ away, Cover, Concealment"
    scene.model("a2", at=(10, 12))
    assert notes(scene.g, asked("target", "a2"))["a2"].startswith("your own, 0.8″ away")


@pytest.mark.rule("M3E-DUEL-01")
def test_a_duel_that_no_action_makes_is_shown_while_it_goes_on(ruleset) -> None:
    """A Wp duel before the Attack goes on: its own card and TN, not those of the Attack."""
    scene = in_a_duel(ruleset, theirs="").hand("A", "12t")
    aside = DuelInProgress(DuelSide("a1", 0, "wp", 5, flip=flip(0, "6m")), tn=13)
    scene.g.simple.append((1, aside))
    shown = action_shown(scene.g)
    assert shown is not None
    assert (shown.actor, shown.action, shown.target, shown.tn) == ("a1", "Wp duel during Strike", "b1", 13)
    assert [(side.stat_name, side.card, side.total) for side in shown.sides] == [("Wp", "6m", 11)]
    said = notes(scene.g, asked("cheat", "keep", "12t"))
    assert said["keep"].startswith("11 against 13: behind")
    assert said["12t"].startswith("17 against 13: ahead")
    scene.g.simple.pop()
    assert action_shown(scene.g).action == "Strike"  # type: ignore[union-attr]


@pytest.mark.rule("M3E-TURN-04", "M3E-TURN-05")
def test_what_initiative_is_cheated_for_is_shown(ruleset) -> None:
    """Both cards with the Pass Tokens, and what each card of the hand would make of it."""
    scene = scene_of(ruleset).crew("A", passes=1).hand("A", "9t 3m")
    scene.g.for_initiative = [flip(0, "4r"), flip(1, "10c")]
    shown = action_shown(scene.g)
    assert shown is not None
    assert [(side.card, side.stat, side.total) for side in shown.sides] == [("4r", 1, 5), ("10c", 0, 10)]
    assert notes(scene.g, asked("cheat", "keep", "9t", "13m", about=())) == {
        "keep": "5 against 10: behind",
        "9t": "10 against 10: a tie",
        "13m": "14 against 10: ahead",
    }
