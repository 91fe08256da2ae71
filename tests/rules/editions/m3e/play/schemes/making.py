"""Tables on which Schemes are revealed and ended, for the tests of each."""

from __future__ import annotations

from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.play.scoring.score import reveal_at_turn_end, score_game_end
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.state import Scheme
from tests.rules.editions.m3e.scene import A, Scene

NEXT = 1.181
SMALL = (Ability(name="Insignificant", parts=(w.Insignificant(),)),)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),))


def table(ruleset, *schemes, deployment="Standard", revealed=False, secret=None, turn=2, **policies):
    """A in the south holds the Schemes; B in the north has none."""
    held = tuple(Scheme(name=name, secret=secret or {}, revealed=revealed) for name in schemes)
    scene = Scene(ruleset, **policies).crew("A", zone="south", schemes=held).crew("B", zone="north")
    return scene.state(
        strategy="None", deployment=deployment, turn=turn, pool=schemes, phase="end", active=None
    )


def signs(scene, *places, seat=0, kind="scheme"):
    for place in places:
        scene.marker(f"{kind[0]}{len(scene.markers)}", kind, place, seat=seat)
    return scene


def may(scene, end=False):
    """Whether A's first Scheme could be revealed (or ended) now."""
    scheme = scene.seat("A").schemes[0]
    rules = SCHEMES[scheme.name]
    if end:
        return rules.may_end(scene.g, 0, scheme.secret, scheme.revealed)
    return rules.may_reveal(scene.g, 0, scheme.secret)


def reveals(scene, name, *answers):
    """A reveals it at the end of the Turn; how many markers are left."""
    before = scene.g.state.vp(0)
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes([name]), *answers)
    assert scene.g.state.vp(0) == before + 1
    assert scene.seat("A").schemes[0].revealed
    return len(scene.g.state.markers)


def ends(scene, *answers):
    """The game ends; how many VP A gained, and the markers left."""
    before = scene.g.state.vp(0)
    scene.state(turn=5)
    scene.run(score_game_end, *answers)
    return scene.g.state.vp(0) - before, len(scene.g.state.markers)


def grave(
    ruleset, *places, hidden=True, pool=("Dig Their Graves",), turn=2, reveal_without_vp=False, **enemy
):
    held = ("Dig Their Graves",) if hidden else ("Outflank",)
    scene = table(ruleset, *held, turn=turn, reveal_without_vp=reveal_without_vp)
    scene.state(pool=(*pool, "Outflank")).model("a1", at=(3, 3)).model("b1", at=(18, 18), **enemy)
    return signs(scene.model("b2", at=(30, 30)), *places)


def flanks(ruleset, *places, deployment="Standard", **policies):
    scene = table(ruleset, "Outflank", deployment=deployment, **policies).model("b1", at=(18, 33))
    for number, (place, seat) in enumerate(places, 1):
        scene.model(f"{'ab'[seat]}{number + 1}", at=place)
    return scene


def claim(ruleset, *, at=(18, 20.59), enemy=(18, 24.78), health=8, **more):
    scene = table(ruleset, "Claim Jump", secret={"model": "a2"}).model("a1", leader=True, at=(3, 3))
    return scene.model("a2", at=at, health=health).model("b1", at=enemy, **more)
