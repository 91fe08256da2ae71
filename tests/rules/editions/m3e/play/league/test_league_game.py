"""What only a league's Encounter knows: withdrawals, heirs, falls by its settings, claims, the result."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import two_crews
from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.effects.arrivals import replace_model as become
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.league.claims import claims
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.scoring.score import score_turn
from rules.editions.m3e.play.turn import start_phase, step_c_initiative
from rules.editions.m3e.recording.record import Record
from rules.editions.m3e.recording.result import result_of
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.scoring import SCORING
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.game.events.crews import Fell
from rules.game.events.table import LeftPlay
from rules.game.league.claims import ready
from rules.game.league.terms import Award, OpenPortion, SideTerms, Terms
from rules.game.results.casualties import Casualty, Successor
from rules.game.setup.setup import CrewSetup, Hired
from rules.game.state import Claim, KillRecord, Scheme, Withdrawal
from rules.refusal import Refusal
from tests.rules.editions.m3e.scene import A, B, Scene

HUNT = SideTerms(
    bounty="hunt",
    bounty_name="The Hunt",
    portions=(
        OpenPortion(id="one", goal="Kill one", left=2, per_game=1),
        OpenPortion(id="two", goal="Kill their Leader", left=1, in_order=True),
        OpenPortion(id="three", goal="Draw blood", left=1),
    ),
    awards=(Award(1, "Hold the middle", 2), Award(2, "Lose nobody", 1)),
)


def league(scene: Scene, owned=None, **terms) -> Scene:
    """Every model of the scene is of an Arsenal: a1 is 1, a2 is 2, b1 is 11."""
    crews = tuple(
        CrewSetup(
            name=name,
            models=tuple(
                Hired(card=model.card, id=model.id, model_id=int(model.id[1:]) + 10 * seat, owned=owned or {})
                for model in scene.models.values()
                if model.seat == seat
            ),
        )
        for seat, name in enumerate("AB")
    )
    scene.g.setup = replace(scene.g.setup, crews=crews, finish_threshold=3, terms=Terms(**terms))
    return scene


def duel(ruleset=M3E, **fields) -> Scene:
    return Scene(ruleset).model("a1", at=(10, 10), **fields).model("a2", at=(14, 10)).model("b1", at=(30, 30))


# Strategic Withdrawal


def initiative(ruleset, a="4r", b="9c") -> Scene:
    return duel(ruleset).deck("A", a).deck("B", b).state(active=None, phase="start", turn=3)


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-02", "SL-WITHDRAW-03")
def test_after_the_flip_its_winner_is_asked_first_and_a_crew_leaves_without_a_flip(ruleset):
    scene = league(initiative(ruleset))
    scene.run(step_c_initiative, B.withdraw("no"), A.withdraw("yes"), B.initiative("1"))
    assert [event.model for event in scene.events(LeftPlay)] == ["a1", "a2"]
    assert not scene.events(Fell)
    assert not scene.g.state.kills
    assert scene.g.state.withdrawals == (Withdrawal(0, 3),)
    assert scene["b1"].on_table


@pytest.mark.rule("A-09")
@pytest.mark.parametrize(("both", "kinds"), [(False, ["withdraw"]), (True, ["withdraw", "withdraw"])])
def test_once_one_has_withdrawn_the_other_may_only_where_the_league_lets_both(ruleset, both, kinds):
    scene = league(initiative(ruleset), double_withdrawal=both)
    answers = [B.withdraw("yes"), *([A.withdraw("no")] if both else []), B.initiative("1")]
    scene.run(step_c_initiative, *answers)
    assert scene.kinds()[:-1] == kinds


def test_nobody_withdraws_outside_a_league(ruleset):
    scene = initiative(ruleset)
    scene.run(step_c_initiative, B.initiative("1"))
    assert scene.kinds() == ["initiative"]


@pytest.mark.rule("A-10")
@pytest.mark.parametrize(("policy", "falls"), [("removed", 0), ("killed", 1)])
def test_buried_models_of_a_crew_that_withdraws(ruleset, policy, falls):
    scene = Scene(ruleset).model("a1", where="buried").model("b1", at=(30, 30))
    scene.deck("A", "4r 9m").deck("B", "9c").state(active=None, phase="start", turn=3)
    league(scene, withdraw_buried=policy)
    scene.run(step_c_initiative, B.withdraw("no"), A.withdraw("yes"), B.initiative("1"))
    assert [(event.fall.how, event.fall.flip) for event in scene.events(Fell)] == [("buried", "9m")] * falls


@pytest.mark.rule("SL-WITHDRAW-06", "SL-WITHDRAW-07")
@pytest.mark.parametrize(("word", "phase"), [("yes", "activation"), ("no", "over")])
def test_who_is_left_alone_may_play_on_or_end_it(ruleset, word, phase):
    scene = initiative(ruleset, "4r 1m 1c 2c 3c 4c 5c", "9c 2m 6c 7c 8c 10c 11c 12c")
    scene.hand("A", "1r 2r 3r 5r 6r 7r").hand("B", "1t 2t 3t 4t 5t 6t")
    scene.state(withdrawals=(Withdrawal(0, 2),))
    answers = [A.cards([]), B.cards([]), A.cheat("keep"), B.cheat("keep")]
    league(scene).run(start_phase, *answers, B.initiative("1"), B.play_on(word))
    assert scene.g.state.phase == phase


# Falls


@pytest.mark.rule("SL-FINISH-01", "SL-3E-11")
@pytest.mark.parametrize(("trigger", "flips"), [("killed", 0), ("killed_or_sacrificed", 1)])
def test_a_sacrifice_flips_only_where_the_league_says_so(ruleset, trigger, flips):
    scene = league(duel(ruleset).deck("A", "9r"), finish_trigger=trigger)
    scene.run(lambda g: kill(g, "a2", by="a2", instant=True))
    assert [event.fall.how for event in scene.events(Fell)] == ["sacrificed"] * flips


@pytest.mark.rule("A-08")
@pytest.mark.parametrize(("policy", "flip"), [("core", "RJ"), ("reflip", "2c")])
def test_jokers_stand_or_are_flipped_again(ruleset, policy, flip):
    scene = league(duel(ruleset).deck("A", "RJ 2c"), finish_jokers=policy)
    scene.run(lambda g: kill(g, "a2", instant=True))
    (fell,) = scene.events(Fell)
    assert fell.fall.flip == flip
    assert fell.fall.finished_off == (policy == "core")


@pytest.mark.rule("SL-FINISH-08")
def test_what_a_card_finishes_off_is_not_flipped_for(ruleset):
    prone = Ability(name="Accident Prone", parts=(w.AlwaysFinishedOff(),))
    scene = league(duel(ruleset, abilities=(prone,)))
    scene.run(lambda g: kill(g, "a1", instant=True))
    (fell,) = scene.events(Fell)
    assert (fell.fall.how, fell.fall.flip, fell.fall.finished_off) == ("automatic", "", True)
    assert result_of(scene.g.setup, scene.g.state).seats[0].casualties == (
        Casualty(1, True, None, "automatic"),
    )


@pytest.mark.rule("SL-FINISH-06")
def test_the_hand_that_killed_it_is_written_down_where_it_was_an_enemys(ruleset):
    scene = league(duel(ruleset).deck("A", "2r 3r"))
    scene.run(lambda g: damage(g, Hit("a1", 99, by="b1")))
    scene.run(lambda g: damage(g, Hit("a2", 99, by="a2")))
    casualties = result_of(scene.g.setup, scene.g.state).seats[0].casualties
    assert [(fell.model_id, fell.how, fell.killed_by, fell.owed) for fell in casualties] == [
        (1, "killed", 11, False),
        (2, "sacrificed", None, False),
    ]


GOLEM = StatCard(slug="golem", name="Golem", health=9)


@pytest.mark.rule("SL-3E-12", "SL-SUMMON-03", "SL-SUMMON-04", "SL-SUMMON-05")
def test_an_heir_in_the_own_crew_stands_for_all_it_came_from(ruleset):
    other = StatCard(slug="bigger", name="Bigger", health=9, limit=2)
    scene = league(duel(ruleset).card(GOLEM).card(other).deck("A", "9r"))
    at = next(iter(scene.g.table.contact(scene.g.state, scene["a1"], (scene["a1"],)).listed()))
    (golem,) = scene.run(lambda g: become(g, ("a1", "a2"), ("golem",)), A.spot(at))
    at = next(iter(scene.g.table.contact(scene.g.state, scene[golem], (scene[golem],)).listed()))
    (bigger,) = scene.run(lambda g: become(g, (golem,), ("bigger",)), A.spot(at))
    assert result_of(scene.g.setup, scene.g.state).seats[0].successors == (
        Successor(originals=(1, 2), names=("Golem", "Bigger")),
    )
    scene.run(lambda g: kill(g, bigger, instant=True))
    result_seat = result_of(scene.g.setup, scene.g.state).seats[0]
    assert result_seat.casualties == ()
    assert result_seat.successors == (
        Successor(originals=(1, 2), names=("Golem", "Bigger"), killed=True, finished_off=True, flip="9r"),
    )


@pytest.mark.rule("SL-3E-11")
def test_replaced_by_a_model_of_another_crew_it_falls(ruleset):
    scene = league(duel(ruleset).card(GOLEM).deck("A", "9r"))
    at = next(iter(scene.g.table.contact(scene.g.state, scene["a1"], (scene["a1"],)).listed()))
    scene.run(lambda g: become(g, ("a1",), ("golem",), seat=1), B.spot(at))
    assert [event.fall.model for event in scene.events(Fell)] == ["a1"]


# Claims


@pytest.mark.rule("SL-BOUNTY-05")
def test_portions_are_ticked_in_their_order_and_no_more_than_a_game_brings(ruleset):
    scene = league(duel(ruleset), sides=(HUNT, SideTerms()))
    scene.run(claims, A.bounty("one"), A.bounty("three"), A.award(["1"]))
    offered = [[c.key for c in ask.options.choices] for ask in scene.asked if ask.kind == "bounty"]
    assert offered == [["one", "three", "none"], ["three", "none"]], "two comes after both ticks of one"
    result_seat = result_of(scene.g.setup, scene.g.state).seats[0]
    assert (result_seat.bounty, result_seat.bounty_ticks) == ("hunt", ("one", "three"))
    assert (result_seat.event_ticks, result_seat.event_scrip) == ((1,), 2)


@pytest.mark.rule("SL-UPG-13")
def test_what_uses_itself_up_leaves_its_bearer_and_the_arsenal(ruleset):
    drink = Action(
        name="Drink", bonus=True, effects=(w.Gain(condition="fast", whom="self"), w.UseUp(upgrade="coffee"))
    )
    scene = duel(ruleset, upgrades=("coffee",))
    scene.upgrade(UpgradeCard(slug="coffee", name="Coffee", actions=(drink,)))
    league(scene, owned={"coffee": 77})
    scene.act("a1", "Drink")
    assert scene["a1"].upgrades == ()
    assert scene["a1"].has("fast")
    assert result_of(scene.g.setup, scene.g.state).seats[0].used_up == (77,)
    with pytest.raises(StopIteration):
        next(action for action in scene.g.actions(scene["a1"]) if action.name == "Drink")


def test_a_barred_action_is_not_offered(ruleset):
    nerves = Ability(name="Shaky Nerves", parts=(w.Barred(action="Charge"),))
    for abilities, there in (((), True), ((nerves,), False)):
        scene = duel(ruleset, abilities=abilities).state(activating="a1")
        assert ("Charge" in [action.name for action in menu(scene.g, scene["a1"])]) is there


# The same at a real table


def recorded(**terms) -> Record:
    setup = two_crews()
    crews = tuple(
        replace(
            crew, models=tuple(replace(hired, model_id=seat * 10 + n) for n, hired in enumerate(crew.models))
        )
        for seat, crew in enumerate(setup.crews)
    )
    return Record(replace(setup, crews=crews, finish_threshold=3, terms=Terms(**terms)))


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-03", "A-09")
def test_a_recorded_withdrawal_takes_the_crew_off_and_owes_no_flip():
    record = recorded()
    with pytest.raises(Refusal, match="before Turn 1"):
        record.enter([{"do": "withdraw", "seat": 0}])
    record.enter([{"do": "turn", "turn": 1}, {"do": "withdraw", "seat": 0}])
    with pytest.raises(Refusal, match="withdrawn already"):
        record.enter([{"do": "withdraw", "seat": 1}])
    with pytest.raises(Refusal, match="was not killed"):
        record.enter([{"do": "finished_off", "model": "a1", "card": "9r"}])
    record.enter([{"do": "over"}])
    assert [seat.withdrew_turn for seat in record.result().seats] == [1, None]


@pytest.mark.rule("SL-WITHDRAW-01")
def test_a_recorded_withdrawal_comes_before_the_first_activation_of_its_turn():
    record = recorded()
    record.enter([{"do": "turn", "turn": 1}, {"do": "activated", "model": "a1"}])
    with pytest.raises(Refusal, match="right after the Turn’s initiative flip"):
        record.enter([{"do": "withdraw", "seat": 1}])
    record.enter([{"do": "turn", "turn": 2}, {"do": "withdraw", "seat": 1}])
    assert record.state.withdrew(1) == 2


@pytest.mark.rule("SL-BOUNTY-05", "SL-EVENT-04")
def test_recorded_claims_are_held_to_the_same():
    record = recorded(sides=(HUNT, SideTerms()))
    record.enter([{"do": "turn", "turn": 1}, {"do": "tick", "seat": 0, "portion": "one"}])
    for entry in (
        {"do": "tick", "seat": 0, "portion": "one"},
        {"do": "tick", "seat": 1, "portion": "one"},
        {"do": "award", "seat": 0, "award": 3},
    ):
        with pytest.raises(Refusal):
            record.enter([entry])
    record.enter([{"do": "over"}, {"do": "award", "seat": 0, "award": 2}])
    result_seat = record.result().seats[0]
    assert (result_seat.bounty_ticks, result_seat.event_scrip) == (("one",), 1)
    assert record.state.claims[0] == Claim(kind="portion", seat=0, what="one")


HEADS = SideTerms(
    bounty="heads",
    bounty_name="Heads",
    portions=(
        OpenPortion(id="kills", goal="Kill a Minion", left=3, needs="kill minion"),
        OpenPortion(id="win", goal="Win", left=1, needs="win"),
        OpenPortion(id="blast", goal="Kill with a blast", left=1, needs="kill; word"),
    ),
)


@pytest.mark.rule("SL-BOUNTY-05")
def test_only_what_the_log_bears_out_is_offered_and_it_proves_what_it_can(ruleset):
    by_hand = KillRecord(turn=1, victim="b1", seat=1, by="a1", by_seat=0)
    scene = league(duel(ruleset).state(kills=(by_hand,)), sides=(HEADS, SideTerms()))
    unhurt = replace(scene.g.state, kills=())
    assert not ready(scene.g.setup, unhurt, 0, SCORING), "nobody was killed, nothing scored"
    minion = replace(scene.g.setup.cards[scene.models["b1"].card], station="minion")
    scene.g.setup = replace(scene.g.setup, cards={**scene.g.setup.cards, minion.slug: minion})
    scene.run(claims, A.bounty("kills"), A.bounty("blast"))
    offered = [[c.key for c in ask.options.choices] for ask in scene.asked if ask.kind == "bounty"]
    assert offered == [["kills", "blast", "none"], ["blast", "none"]], "one Minion, one tick; nobody won"
    own = result_of(scene.g.setup, scene.g.state).seats[0]
    assert (own.bounty_ticks, own.proven_ticks) == (("kills", "blast"), ("kills",))
    by_nobody = replace(by_hand, by="", by_seat=None)
    own = result_of(scene.g.setup, replace(scene.g.state, kills=(by_nobody,))).seats[0]
    assert (own.bounty_ticks, own.proven_ticks) == (("kills", "blast"), ()), "nobody wrote down whose hand"
    own = result_of(scene.g.setup, replace(scene.g.state, kills=())).seats[0]
    assert (own.bounty, own.bounty_ticks) == ("", ()), "what the log belies does not count"


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_recorded_tick_is_refused_with_what_stands_against_it():
    record = recorded(sides=(HEADS, SideTerms()))
    record.enter([{"do": "turn", "turn": 1}])
    with pytest.raises(Refusal, match="the game was not won"):
        record.enter([{"do": "tick", "seat": 0, "portion": "win"}])


EVENT = SideTerms(
    awards=(
        Award(1, "First blood", 1, "kill first"),
        Award(2, "Win", 2, "win"),
        Award(3, "Unhurt", 4, "no kill before 2"),
        Award(4, "Dance", 3),
    )
)


@pytest.mark.rule("SL-EVENT-04", "SL-EVENT-05")
def test_awards_that_the_log_tells_are_asked_of_nobody(ruleset):
    kill = KillRecord(turn=1, victim="b1", seat=1, by="a1", by_seat=0)
    scene = league(duel(ruleset).state(kills=(kill,)), sides=(EVENT, EVENT))
    scene.run(claims, A.award(["4"]), B.award([]))
    offered = [[c.key for c in ask.options.choices] for ask in scene.asked if ask.kind == "award"]
    assert offered == [["4"], ["4"]]
    first, second = result_of(scene.g.setup, scene.g.state).seats
    assert (first.event_ticks, first.event_scrip) == ((1, 3, 4), 6), "8 Scrip, and 6 are the most"
    assert (second.event_ticks, second.event_scrip) == ((), 0)
    later = result_of(scene.g.setup, replace(scene.g.state, kills=(replace(kill, turn=2, by_seat=None),)))
    assert [seat.event_ticks for seat in later.seats] == [(3, 4), (3,)]


# Seasons the engine does not know


@pytest.mark.rule("M3E-STRAT-01", "M3E-SCHEME-02", "M3E-TURN-21")
def test_what_no_file_knows_is_scored_by_the_players_under_the_same_caps(ruleset):
    scene = duel(ruleset).state(strategy="Sabotage", turn=3, phase="end", active=None)
    scene.crew("A", schemes=(Scheme(name="Hidden Martyrs"), Scheme(name="Let Them Bleed")))
    league(scene)
    both = [A.by_hand("yes"), B.by_hand("no"), A.order("0"), A.by_hand(["Let Them Bleed"])]
    scene.run(score_turn, *both)
    scores = [(score.source, score.step) for score in scene.g.state.scores]
    assert scores == [("Sabotage", "strategy"), ("Let Them Bleed", "reveal")]
    scene.run(score_turn, B.by_hand("no"), A.order("0"), A.by_hand([]))
    again = scene.asked[-1]
    assert [choice.key for choice in again.options.choices] == ["Hidden Martyrs"], "one VP a Turn from each"
