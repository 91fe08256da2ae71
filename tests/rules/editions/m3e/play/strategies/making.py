"""Tables on which a Strategy is played, for the tests of each."""

from __future__ import annotations

from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.scoring.registry import STRATEGIES
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from tests.rules.editions.m3e.scene import Scene

NEXT = 1.181  # inches between the centres of two touching 30 mm bases
SMALL = (Ability(name="Insignificant", parts=(w.Insignificant(),)),)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),))


def table(ruleset, strategy, deployment="Standard", policies=None, **state):
    """Both Crews at home: A in the south."""
    scene = Scene(ruleset, **(policies or {})).crew("A", zone="south").crew("B", zone="north")
    return scene.state(strategy=strategy, deployment=deployment, activating="a1", **state)


def count(scene, seat=0):
    return STRATEGIES[scene.g.state.strategy].count(scene.g, seat)


def strategy_marker(scene, name, at, **more):
    return scene.marker(name, "strategy", at, **more)


def killed(scene, name, by, *answers, source="test"):
    return scene.run(lambda g: kill(g, name, by=by, source=source, instant=True), *answers)


def lying(scene):
    return sorted((m.x, m.y) for m in scene.g.state.markers.values() if m.kind == "strategy")
