"""What players tell of their own table: the impossible is refused by its row, the rest does what it says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.hand import ground_with
from rules.editions.m3e.play.by_hand.performing import Commands
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.ruleset import Ruleset
from rules.game.referee import commands as c
from rules.game.state import Marker, State, VictoryPoint
from tests.rules.editions.m3e.scene import Scene


@pytest.fixture
def state(ruleset: Ruleset) -> State:
    """``a1`` stands with 3 of 5 Health, ``b1`` is Buried, ``b2`` is gone; one marker lies on the table."""
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(20, 20)).model("b2", at=(30, 30))
    state = scene.g.state
    for name, changed in (
        ("a1", {"health": 3, "most": 5}),
        ("b1", {"where": "buried"}),
        ("b2", {"where": "gone"}),
    ):
        state = state.with_model(replace(state.models[name], **changed))
    marker = Marker(id="m1", kind="scheme", x=5, y=5, seat=0)
    return replace(state, markers={"m1": marker}, made=1)


IMPOSSIBLE = [
    (c.Hurt(model="z9", amount=1), "", "There is no model z9 in play"),
    (c.Hurt(model="b2", amount=1), "", "There is no model b2 in play"),
    (c.Hurt(model="a1", amount=-1), "", "amount: -1 is no number"),
    (c.Hurt(model="a1", amount=100), "", "amount: 100 is no number"),
    (c.Up(model="a1", x=5, y=5), "M3E-BURY-05", "is not Buried"),
    (c.Heal(model="a1", amount=3), "M3E-HEAL-03", "has at most 5 Health"),
    (c.Put(model="a1", x=0.3, y=5), "M3E-MOVE-01", "not wholly on the table"),
    (c.Put(model="a1", x=5, y=35.9), "M3E-MOVE-01", "not wholly on the table"),
    (c.Up(model="b1", x=-5, y=5), "M3E-MOVE-01", "not wholly on the table"),
    (c.DropOne(kind="scheme", x=36, y=5), "M3E-MOVE-01", "not wholly on the table"),
    (c.DropOne(kind="scheme", x=5, y=5, seat=2), "", "There is no seat 2"),
    (c.Slay(model="a1", by="z9"), "M3E-KILL-04", "There is no model z9"),
    (c.Use(model="a1", upgrade="coffee"), "SL-UPG-13", "has no such Upgrade"),
    (c.SetCondition(model="a1", condition="sleepy"), "M3E-COND-01", "There is no Condition sleepy"),
    (c.TakeOff(marker="m9"), "M3E-MARK-04", "There is no marker m9"),
    (c.ClearPiece(piece="fog"), "M3E-SETUP-03", "No piece called “fog” stands on the table"),
    (c.Stones(seat=0, change=-99), "M3E-STONE-01", "not so many Soulstones"),
    (c.DrawCards(seat=0, cards=55), "M3E-FATE-05", "not so many cards"),
    (c.DrawCards(seat=0, cards=0), "", "cards: 0 is no number"),
    (c.DrawCards(seat=7), "", "There is no seat 7"),
    (c.Hurt(model="", amount=1), "", "No model was named"),
    (c.Activate(model="z9"), "M3E-TURN-12", "There is no model z9"),
    (c.Replace(models=("a1", "a1"), cards=("a1",)), "M3E-REPL-01", "named twice"),
    (c.Replace(models=("",), cards=("a1",)), "", "No model was named"),
    (c.Summon(card="a1", seat=0, given_up=("",)), "", "No model was named"),
    (c.ChangeStat(model="a1", stat="df", amount=-100), "", "amount: -100 is no number"),
    (c.FlipDamage(model="a1", weak=3, moderate=2, severe=5), "M3E-DMG-04", "rise"),
    (c.SetTokens(model="a1", name=" ", number=1), "M3E-TOKEN-01", "no name"),
    (c.EndEffect(model="a1", name="Hide"), "", "No effect “Hide” rests on it"),
    (c.GainAbility(model="a1", ability=" "), "M3E-ABIL-01", "no name"),
    (c.LoseAbility(model="a1", ability=" "), "M3E-ABIL-01", "no name"),
    (c.MoreActions(model="a1", change=0), "M3E-TURN-14", "One to three"),
    (c.MoreActions(model="a1", change=4), "M3E-TURN-14", "One to three"),
    (c.MoveMarker(marker="m9", x=5, y=5), "M3E-MARK-04", "There is no marker m9"),
    (c.TurnMarker(marker="m9"), "M3E-MARK-04", "There is no marker m9"),
    (c.FaceMarker(marker="m9"), "M3E-MARK-04", "There is no marker m9"),
    (c.FaceMarker(marker="m1", down=False), "", "lies face up already"),
    (c.MoveMarker(marker="m1", x=0, y=5), "M3E-MOVE-01", "not wholly on the table"),
    (c.DropOne(kind=" ", x=5, y=5), "M3E-MARK-01", "has no kind"),
    (c.DropOne(kind="pit", x=5, y=5, mm=4), "M3E-MARK-01", "no size"),
    (c.DropOne(kind="pit", x=5, y=5, size=11), "M3E-MARK-01", "no size"),
    (c.DropOne(kind="pit", x=5, y=5, hazard="hunger"), "M3E-COND-01", "There is no Condition hunger"),
    (c.Point(seat=0, source="Reckoning", lost=True), "M3E-TURN-19", "has scored nothing"),
    (c.Point(seat=0, source="Reckoning", step="luck"), "M3E-TURN-19", "luck is no way to score"),
    (c.Point(seat=0, source=" "), "M3E-TURN-19", "Nothing is named"),
    (c.FlipOne(seat=0), "M3E-FATE-15", "lie on your table"),
    (c.DuelByHand(model="a1", stat="df", tn=12), "M3E-FATE-15", "lie on your table"),
    (c.DuelByHand(model="a1", stat="df"), "M3E-DUEL-01", "Against what"),
    (c.DuelByHand(model="a1", stat="df", against="a1"), "M3E-DUEL-01", "Nobody duels with itself"),
    (c.DiscardUpgrade(model="a1", upgrade="coffee"), "M3E-HIRE-16", "has no such Upgrade"),
    (c.AttachUpgrade(model="a1", upgrade="coffee"), "M3E-HIRE-16", "No Upgrade “coffee” is known"),
    (c.Summon(card="ghost", seat=0), "M3E-SUMM-01", "No card “ghost” is known"),
    (c.Replace(models=("a1",), cards=()), "M3E-REPL-01", "Who is Replaced, and by what?"),
    (c.Replace(models=("a1", "b1"), cards=("a1",)), "M3E-REPL-01", "of two Crews"),
    (c.Replace(models=("a1",), cards=("ghost",)), "M3E-SUMM-01", "No card “ghost” is known"),
]
SCORED = [
    (1, (), c.Point(seat=0, source="Reckoning"), "M3E-TURN-21", "Nothing scores on Turn 1"),
    (3, (3,), c.Point(seat=0, source="Reckoning"), "M3E-SCHEME-02", "has scored this Turn"),
    (6, (2, 3, 4, 5), c.Point(seat=0, source="Reckoning"), "M3E-TURN-21", "scored all it can"),
    (6, (2, 3), c.Point(seat=0, source="Reckoning", step="end"), "M3E-TURN-21", "scored all it can"),
    (6, (2, 3), c.Point(seat=0, source="Reckoning"), "", ""),
    (3, (3,), c.Point(seat=1, source="Reckoning"), "", ""),
    (3, (3,), c.Point(seat=0, source="Reckoning", lost=True), "", ""),
]
POSSIBLE = [
    c.Hurt(model="a1", amount=0),
    c.Heal(model="a1", amount=2),
    c.Put(model="a1", x=5, y=5),
    c.SetCondition(model="a1", condition="slow"),
    c.SetTokens(model="a1", name="omen", number=2),
    c.Slay(model="a1", by="b1"),
    c.Slay(model="a1"),
    c.DropOne(kind="scheme", x=6, y=6, seat=1),
    c.TakeOff(marker="m1"),
    c.DrawCards(seat=1),
    c.Stones(seat=0, change=1),
    c.Passes(seat=1, passes=2),
    c.Under(model="a1"),
    c.Up(model="b1", x=6, y=6),
]


@pytest.mark.rule(
    "M3E-ABIL-01",
    "M3E-BURY-05",
    "M3E-COND-01",
    "M3E-DMG-04",
    "M3E-DUEL-01",
    "M3E-FATE-05",
    "M3E-HEAL-03",
    "M3E-KILL-04",
    "M3E-MARK-01",
    "M3E-MARK-04",
    "M3E-MOVE-01",
    "M3E-REPL-01",
    "M3E-SETUP-03",
    "M3E-STONE-01",
    "M3E-SUMM-01",
    "M3E-TURN-14",
    "M3E-TURN-19",
    "SL-UPG-13",
)
@pytest.mark.parametrize(("command", "rule", "told"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_by_its_row(state, ruleset, command, rule, told):
    violations = command.problems(state, ground_with())
    assert any(ROWS.named(v.rule) == rule and told in v.sentence for v in violations), violations
    assert not Commands(state).contains([{"do": command.__struct_config__.tag, **fields(command)}])


@pytest.mark.rule("M3E-SCHEME-02", "M3E-TURN-21")
@pytest.mark.parametrize(("turn", "scored", "point", "rule", "told"), SCORED)
def test_points_are_scored_as_often_as_there_are(state, ruleset, turn, scored, point, rule, told):
    scores = tuple(VictoryPoint(at, 0, "Reckoning", "strategy") for at in scored)
    violations = point.problems(replace(state, turn=turn, scores=scores), ground_with())
    assert [ROWS.named(v.rule) for v in violations] == [rule] * bool(rule)
    assert not violations or told in violations[0].sentence


@pytest.mark.parametrize("command", POSSIBLE)
def test_what_can_have_happened_is_taken(state, command):
    assert command.problems(state, ground_with()) == []
    assert Commands(state).contains([{"do": command.__struct_config__.tag, **fields(command)}])


def fields(command) -> dict:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def after(state: State, *commands) -> State:
    for command in commands:
        state = c.fold(state, command.events(state, ground_with()))
    return state


def test_each_command_does_what_it_says(state):
    assert after(state, c.Hurt(model="a1", amount=2)).models["a1"].health == 1
    assert after(state, c.Heal(model="a1", amount=2)).models["a1"].health == 5
    put = after(state, c.Put(model="a1", x=7, y=8)).models["a1"]
    assert (put.x, put.y) == (7, 8)
    assert after(state, c.SetCondition(model="a1", condition="focused", value=2)).models["a1"].conditions == {
        "focused": 2
    }
    assert after(state, c.SetTokens(model="a1", name="omen", number=2)).models["a1"].tokens == {"omen": 2}
    slain = after(state, c.Slay(model="a1", by="b1"))
    assert slain.models["a1"].where == "gone"
    assert [(kill.by, kill.by_seat) for kill in slain.kills] == [("b1", 1)]
    dropped = after(state, c.DropOne(kind="scheme", x=6, y=6, seat=1))
    assert dropped.markers["m2"].seat == 1
    assert after(dropped, c.TakeOff(marker="m1")).markers.keys() == {"m2"}
    assert after(state, c.Stones(seat=0, change=1)).crews[0].stones == state.crews[0].stones + 1
    assert after(state, c.Passes(seat=1, passes=2)).crews[1].passes == 2
    assert after(state, c.Under(model="a1")).models["a1"].where == "buried"
    up = after(state, c.Up(model="b1", x=6, y=6)).models["b1"]
    assert (up.where, up.x, up.y) == ("table", 6, 6)
    assert after(state, c.DrawCards(seat=0)) == state, "which card it is, only the deck knows"


def test_a_list_is_judged_one_after_the_other(state):
    commands = Commands(state)
    bury, unbury = {"do": "bury", "model": "a1"}, {"do": "unbury", "model": "a1", "x": 6, "y": 6}
    assert commands.contains([bury, unbury])
    assert not commands.contains([unbury, bury])
    assert commands.contains([])
    assert not commands.contains([bury] * (c.MOST_COMMANDS + 1))
    for wrong in ("bury", 7, [{"do": "dance"}], [{"do": "bury"}], [{**bury, "why": "so"}]):
        assert not commands.contains(wrong)
    assert list(commands.listed()) == [[]]
