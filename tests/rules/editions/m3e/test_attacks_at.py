"""Which attacks may target a model now, with their odds."""

from __future__ import annotations

from rules.editions.m3e.play.turn import step_c_activate
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.shown import attacks_at
from rules.editions.m3e.statcards import Action, StatCard
from rules.game.procedure.asks import Ask, yes
from tests.rules.editions.m3e.scene import Scene

SWORD = Action(name="Sword", icon="melee", reach=1, stat=5, resist="df", targets="model")
RIFLE = Action(name="Rifle", icon="missile", reach=12, stat=5, resist="df", targets="model")


def test_only_attacks_in_range_of_the_target_are_offered_each_with_its_odds():
    card = StatCard(slug="soldier", name="Soldier", health=6, df=5, wp=5, mv=5, sz=2, actions=(SWORD, RIFLE))
    scene = Scene(M3E).model("a1", at=(10, 10), card=card).model("b1", at=(16, 10)).model("b2", at=(30, 10))
    g = scene.g
    asked = step_c_activate(g, "a1")
    ask = next(asked)
    assert isinstance(ask, Ask)
    assert ask.kind == "action"
    found = attacks_at(g, ask, g.model("b1"))
    assert list(found) == ["Rifle"]
    assert "away" in found["Rifle"]
    assert found["Rifle"].endswith("% to succeed")
    assert attacks_at(g, ask, g.model("b2")) == {}
    other = next(yes(0, "use", rule="M3E-ABIL-01", text="Use it?", about=("a1",)))
    assert isinstance(other, Ask)
    assert attacks_at(g, other, g.model("b1")) == {}
