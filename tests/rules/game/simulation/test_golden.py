"""Golden Encounters as readable text, and how many ways lead through six fixed scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.editions.m1e.readings import M1E
from rules.editions.m3e.play.actions.available import GENERAL
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.timing import whole
from rules.editions.m3e.play.turn import activation_step, step_a_effects, step_c_initiative
from rules.editions.m3e.ruleset import RULESETS
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.statcards import Action, Trigger
from rules.game.events import EVENTS, Said
from rules.game.narration import NARRATORS, SILENT, sentence_of
from rules.game.procedure.asks import AskEach
from rules.game.simulation.transcript import decisions_of, transcript
from tests.rules.editions.m3e.scene import Scene
from tests.rules.game.goldens import GOLDENS, HERE, begin


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_a_golden_encounter_line_by_line(name):
    """Its decisions, answered again, give every line of it. `python -m tests.rules.game.goldens` writes it
    anew."""
    expected = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    play = begin(name)
    for seat, kind, value in decisions_of(expected):
        play.answer(seat, value, kind)
    assert play.over
    for number, (is_, was) in enumerate(zip(transcript(play), expected, strict=True), 1):
        assert is_ == was, f"line {number}"


def test_every_ruleset_has_a_golden_encounter():
    assert {name.split("-")[0] for name in GOLDENS} == {*RULESETS, M1E.id}
    assert {path.stem for path in HERE.glob("*.txt")} == set(GOLDENS)


def test_every_event_is_told_or_knowingly_not():
    untold = {kind for kind in EVENTS if kind not in NARRATORS} - set(SILENT)
    assert not untold, f"give these a sentence in telling.py: {untold}"
    assert not set(SILENT) & set(NARRATORS)
    assert any(issubclass(kind, Said) for kind in NARRATORS)


def test_the_goldens_tell_most_kinds_of_events():
    kinds = set()
    for name in GOLDENS:
        play = begin(name)
        for seat, kind, value in decisions_of(
            (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        ):
            play.answer(seat, value, kind)
        for event in play.events:
            assert isinstance(sentence_of(event, play.state), str)
            kinds.add(type(event))
    assert len(kinds) > 40


# How many ways lead through a scene: counts pin what is asked and what may be answered (perft).

Make = Callable[[], tuple[Scene, Callable[[Game], Any]]]
HIT = Action(
    name="Hit",
    icon="melee",
    reach=1,
    stat=5,
    resist="df",
    effects=(w.Damage(amount=(1, 2, 4)),),
    triggers=(Trigger(name="One", suits=("ram",)), Trigger(name="Two", suits=("ram",))),
)
NEXT = (11.181, 10.0)


def duel(ruleset):
    """Six uses of a stone each; then whoever has plus takes a card (12 + 10), else B cheats first (25 x
    2)."""
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,), station="Master")
    scene.model("b1", at=NEXT, station="Master").crew("A", stones=1).crew("B", stones=1)
    scene.deck("A", "9r 8r 7r").deck("B", "2c 3c 4c").hand("A", "13r 12t").hand("B", "13m")
    return scene, lambda g: take_action(g, ActionInProgress("a1", HIT))


def blow(ruleset):
    """A block, a cheat, a reduction."""
    scene = Scene(ruleset).model("a1").model("b1", station="Henchman", at=(5, 5)).crew("B", stones=2)
    scene.deck("A", "9r 8r").hand("A", "13r 12t").deck("B", "7c")
    return scene, lambda g: damage(g, Hit("b1", (2, 3, 4), by="a1"))


def initiative(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5)).state(phase="start", active=None)
    scene.deck("A", "5r 9m").deck("B", "7c 2t").hand("A", "13r 1t").hand("B", "6m")
    return scene, step_c_initiative


def parting(ruleset):
    """Disengage: who attacks (or nobody), the cheat, then a cheat of the flip (3), a plus (2) or the Push
    (1)."""
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=NEXT, actions=(HIT,))
    scene.model("b2", at=(8.819, 10), actions=(HIT,)).deck("A", "5c").deck("B", "9t 8t").hand("B", "13r 2m")
    return scene, lambda g: take_action(g, ActionInProgress("a1", GENERAL["Disengage"].action))


def choices(ruleset):
    """Whom to Activate, and with what."""
    jab = Action(name="Jab", bonus=True, effects=(w.Token(name="t", whom="self"),))
    scene = Scene(ruleset).model("a1", actions=(jab,), mv=0).model("a2", at=(5, 5), mv=0, station="Master")
    return scene.model("b1", at=(30, 30)).crew("A", passes=1), activation_step


def ending(ruleset):
    """Five effects of three models: model by model, so a3 first leaves four, the others three."""
    scene = Scene(ruleset).model("a1", conditions={"burning": 1, "poison": 2})
    scene.model("a2", at=(5, 5), conditions={"burning": 1, "poison": 1}).model(
        "a3", at=(9, 9), conditions={"poison": 1}
    )
    return scene.state(phase="end", active=None), step_a_effects


def paths(make: Make, depth: int) -> int:
    """The number of ways to answer the first ``depth`` questions, fewer where the scene ends before."""

    def ways(prefix: list[Any]) -> int:
        scene, procedure = make()
        options = follow(scene, procedure, prefix)
        if options is None or len(prefix) == depth:
            return 1
        return sum(ways([*prefix, value]) for value in options)

    return ways([])


def follow(scene: Scene, procedure: Callable[[Game], Any], answers: list[Any]) -> Iterator[Any] | None:
    """What may be answered next, ``None`` at the end."""
    g = scene.g
    runner = whole(g, lambda: procedure(g))
    question = next(runner, None)
    for value in answers:
        try:
            question = runner.send(value)
        except StopIteration:
            question = None
    assert not isinstance(question, AskEach)
    return None if question is None else question.options.listed()


SCENES = {
    "duel": (duel, (6, 36, 72)),
    "blow": (blow, (2, 5, 8)),
    "initiative": (initiative, (3, 6, 12)),
    "parting": (parting, (3, 7, 13)),
    "choices": (choices, (2, 3, 12)),
    "ending": (ending, (5, 16, 24)),
}


@pytest.mark.parametrize("name", sorted(SCENES))
def test_how_many_ways_lead_through_a_scene(ruleset, name):
    make, counts = SCENES[name]
    assert tuple(paths(lambda: make(ruleset), depth) for depth in (1, 2, 3)) == counts
