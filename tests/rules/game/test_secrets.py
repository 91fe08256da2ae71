"""Two worlds that differ in what a seat must not know: it is asked, told and shown the same, to the byte."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.statcards import Action
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events import encode
from rules.game.state import Scheme
from rules.game.table_access.exact_table import table_for
from rules.game.view import heard_by, view
from tests.rules.editions.m3e.scene import A, Scene

POOL = ("Deliver a Message", "Claim Jump", "Vendetta", "Breakthrough", "Outflank")


def world(ruleset, schemes, seed, seat=0) -> Iterator[tuple[str, bytes, bytes]]:
    """What the seat sees and hears after each decision, while seat B holds those Schemes, reveals none, and
    does the same whatever they let it do besides."""
    setup = replace(skirmish("secrets"), attacker=0, strategy="Turf War", deployment="Standard", pool=POOL)
    play = Play(setup, edition(ruleset.id), table_for(setup, ruleset), KeyDealer(digest("secrets", seed)))
    while not play.over:
        ask = play.asks[0]
        stream = Stream(digest("secrets", seed, str(len(play.decisions))))
        if ask.kind == "schemes" and play.state.phase == "setup":
            value = list(schemes) if ask.seat == 1 else list(POOL[3:])
        elif ask.kind == "secret":
            value = next(iter(ask.options.listed()))
        elif ask.kind == "schemes":
            value = "none" if ask.options.contains("none") else []
        elif ask.seat == 1 and ask.kind in ("action", "interact"):
            value = _first(ask, ("Concentrate", "Walk", "drop", "end"))
        else:
            value = ask.options.sample(stream)
        play.answer(ask.seat, value)
        seen = msgspec.json.encode(view(play.state, play.asks, seat))
        heard = b"\n".join(encode(event) for event in heard_by(play.events, seat))
        yield ask.kind, seen, heard


def _first(ask, preferred):
    """What B does: the same whatever its Schemes let it do besides."""
    return next((key for key in preferred if ask.options.contains(key)), next(iter(ask.options.listed())))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_other_side_cannot_tell_which_schemes_one_holds(ruleset, seed):
    one = list(world(ruleset, POOL[:2], seed))
    two = list(world(ruleset, POOL[3:], seed))
    number = 0
    for number, (first, second) in enumerate(zip(one, two, strict=False)):
        assert first[0] == second[0], f"decision {number}: another kind of question"
        if b'"SchemeRevealed"' in first[2] or b'"SchemeRevealed"' in second[2]:
            break  # the end-of-game VP reveal what was held
        assert first[1] == second[1], f"decision {number}: the view differs"
        assert first[2] == second[2], f"decision {number}: the log differs"
    assert number > 300


def test_whoever_holds_them_can_tell(ruleset):
    """Negative control: the same comparison for seat B sees the difference at once."""
    one = list(world(ruleset, POOL[:2], "1", seat=1))
    two = list(world(ruleset, POOL[3:], "1", seat=1))
    assert any(first[1] != second[1] for first, second in zip(one, two, strict=False))
    assert any(first[2] != second[2] for first, second in zip(one, two, strict=False))


@pytest.mark.rule("M3E-SETUP-18")
def test_who_could_interact_for_a_secret_scheme_is_asked_like_everybody(ruleset):
    """Engaged, nothing to do but walk or end: the question comes all the same."""
    hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")
    held = (Scheme(name="Breakthrough"),)
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=0).model("b1", at=(11.181, 10), actions=(hit,))
    scene.models["a1"] = replace(scene.models["a1"], once_activation={"Disengage": 1, "Concentrate": 1})
    scene.crew("A", schemes=held)
    assert [action.name for action in menu(scene.g, scene["a1"])] == ["Disengage", "Walk"]
    scene.run(activation_step, A.activate("a1"), A.action("end"))
