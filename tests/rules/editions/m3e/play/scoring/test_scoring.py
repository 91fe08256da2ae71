"""Scoring: its order, its caps, the end of the game (M3E-TURN-19 to -22)."""

from __future__ import annotations

import pytest

from rules.dialogue import Choice
from rules.editions.m3e.play.scoring.registry import SCHEMES, STRATEGIES
from rules.editions.m3e.play.scoring.score import score_game_end, score_turn
from rules.editions.m3e.play.turn import step_c_game_end
from rules.game.events.table import MarkerRemoved
from rules.game.events.turns import Scored
from rules.game.state import Scheme, VictoryPoint
from tests.rules.editions.m3e.scene import A, B, Scene


class Plain:
    """A Strategy that counts tokens of the Crew, and a Scheme that looks at notes."""

    name, suit, number, moment = "Plain", "", 99, "turn_ends"

    def begin(self, g):
        yield from ()

    def count(self, g, seat):
        return g.crew(seat).tokens.get("held", 0)

    def secrets(self, g, seat):
        return (Choice("model=b1", "b1"),)

    def may_reveal(self, g, seat, secret):
        return "reveal" in g.state.notes

    def pay_reveal(self, g, seat, secret):
        yield from ()

    def may_end(self, g, seat, secret, revealed):
        return "end" in g.state.notes

    def pay_end(self, g, seat, secret):
        yield from ()


@pytest.fixture
def plain(monkeypatch):
    piece = Plain()
    monkeypatch.setitem(STRATEGIES, "Plain", piece)
    monkeypatch.setitem(SCHEMES, "Plain scheme", piece)


def scoring(ruleset, turn=2, scores=(), notes=None, tokens=(1, 1), schemes=(), **policies):
    scene = Scene(ruleset, **policies).model("a1").model("b1", at=(30, 30))
    scene.crew("A", tokens={"held": tokens[0]}, schemes=schemes).crew("B", tokens={"held": tokens[1]})
    return scene.state(
        strategy="Plain", turn=turn, phase="end", active=None, initiative=1, scores=scores, notes=notes or {}
    )


def scored(scene):
    return [(e.score.seat, e.score.source, e.score.step) for e in scene.events(Scored)]


@pytest.mark.rule("M3E-TURN-19", "M3E-TURN-20")
@pytest.mark.usefixtures("plain")
def test_b_strategy_before_schemes_and_initiative_first(ruleset):
    scheme = (Scheme(name="Plain scheme", secret={"model": "b1"}),)
    scene = scoring(ruleset, schemes=scheme, notes={"reveal": "yes"})
    scene.run(score_turn, B.order("1"), A.schemes(["Plain scheme"]))
    assert scored(scene) == [
        (1, "Plain", "strategy"),
        (0, "Plain", "strategy"),
        (0, "Plain scheme", "reveal"),
    ]
    assert scene.seat("A").schemes[0].revealed


@pytest.mark.rule("M3E-TURN-20")
@pytest.mark.usefixtures("plain")
def test_b_initiative_may_decide_the_whole_order(ruleset):
    scene = scoring(ruleset, scoring_order="initiative_decides")
    scene.run(score_turn, B.order("0"))
    assert [seat for seat, *_ in scored(scene)] == [0, 1]


@pytest.mark.rule("M3E-TURN-21", "M3E-STRAT-01")
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("turn", "before", "held", "scores"),
    [
        (1, 0, 9, False),
        (2, 0, 0, False),
        (2, 0, 1, True),
        (3, 1, 1, False),
        (3, 1, 2, True),
        (5, 4, 9, False),
    ],
)
def test_b_the_strategy_needs_more_than_it_has_scored(ruleset, turn, before, held, scores):
    had = tuple(VictoryPoint(2 + n, 0, "Plain", "strategy") for n in range(before))
    had = tuple(VictoryPoint(min(s.turn, turn - 1), *(s.seat, s.source, s.step)) for s in had)
    scene = scoring(ruleset, turn=turn, scores=had, tokens=(held, 0))
    scene.run(score_turn)
    assert bool(scored(scene)) is scores


@pytest.mark.rule("M3E-TURN-21", "M3E-SCHEME-19", "M3E-SCHEME-02")
@pytest.mark.usefixtures("plain")
def test_b_nothing_is_revealed_on_turn_1(ruleset):
    scene = scoring(
        ruleset, turn=1, schemes=(Scheme(name="Plain scheme"),), notes={"reveal": "yes"}, tokens=(0, 0)
    )
    scene.run(score_turn)
    assert scene.asked == []


@pytest.mark.rule("M3E-TURN-21")
@pytest.mark.usefixtures("plain")
def test_b_the_question_tells_nothing(ruleset):
    """Nothing can be revealed: the player is asked all the same, and may only say so."""
    scene = scoring(ruleset, schemes=(Scheme(name="Plain scheme"),), tokens=(0, 0))
    scene.run(score_turn, B.order("1"), A.schemes("none"))


@pytest.mark.rule("M3E-TURN-22", "M3E-SCHEME-01", "M3E-SCHEME-02")
@pytest.mark.usefixtures("plain")
def test_c_the_end_of_the_game_scores_in_turn_5(ruleset):
    scheme = (Scheme(name="Plain scheme"),)
    scene = scoring(ruleset, turn=5, schemes=scheme, notes={"end": "yes"}, tokens=(0, 0))
    scene.run(score_game_end)
    assert scored(scene) == [(0, "Plain scheme", "end")]
    scene = scoring(
        ruleset,
        turn=5,
        schemes=scheme,
        notes={"end": "yes"},
        scores=(VictoryPoint(5, 0, "Plain scheme", "reveal"),),
    )
    scene.run(score_game_end)
    assert scored(scene) == []


@pytest.mark.rule("M3E-TURN-20", "M3E-TURN-22")
def test_c_initiative_orders_what_scores_at_the_end_both_sides(ruleset, monkeypatch):
    """The one that scores first takes the Marker that the other needs."""

    class Needy(Plain):
        def may_end(self, g, seat, secret, revealed):
            return "m0" in g.state.markers

        def pay_end(self, g, seat, secret):
            g.emit(MarkerRemoved("m0"))
            yield from ()

    for name in ("Mine", "Mine too", "Theirs"):
        monkeypatch.setitem(SCHEMES, name, Needy())
    for key, points in (
        ("Theirs, your opponent's", [(0, "Theirs", "end")]),
        ("Mine too", [(1, "Mine too", "end")]),
    ):
        scene = scoring(ruleset, turn=5, schemes=(Scheme(name="Theirs"),), tokens=(0, 0))
        scene.crew("B", schemes=(Scheme(name="Mine"), Scheme(name="Mine too")))
        scene.marker("m0", "scheme", (9, 9))
        scene.run(score_game_end, B.order(key))
        assert scored(scene) == points


@pytest.mark.rule("M3E-TURN-22", "M3E-BURY-04", "M3E-BURY-06")
@pytest.mark.usefixtures("plain")
def test_c_the_buried_are_killed_then_the_end_is_scored(ruleset):
    for policy, order in (
        ("kill_then_score", ["Killed", "Scored"]),
        ("score_then_kill", ["Scored", "Killed"]),
    ):
        scene = scoring(
            ruleset, turn=5, schemes=(Scheme(name="Plain scheme"),), notes={"end": "1"}, buried_at_end=policy
        )
        scene.model("b2", at=None, where="buried", characteristics=("Living",))
        scene.run(step_c_game_end)
        kinds = [type(e).__name__ for e in scene.g.fresh]
        assert [kind for kind in kinds if kind in order] == order
        assert "MarkerDropped" not in kinds
        assert scene.g.state.phase == "over"
