"""First Edition Encounters by the dozen, and the levels of their bots."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.damage import TREASURE
from rules.editions.m1e.play.match import FAST, PARALYZED, REACTIVATE, SLOW
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.simulation.bots import (
    GreedyM1,
    LooksAheadM1,
    MakeBot,
    TacticianM1,
    imagined,
    standing_worth,
    surely,
)
from rules.editions.m1e.simulation.reading import Reading
from rules.editions.m1e.simulation.simulate import WatchM1, simulate
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.examples import terrain
from rules.game.simulation.bots import Passive
from rules.game.simulation.playout import summed
from rules.game.state import Marker, Scheme, State, VictoryPoint
from tests.rules.editions.m1e.play.scenes import Scene, figure


@pytest.mark.rule("M1-ENC-20")
@pytest.mark.parametrize("part", range(2))
def test_two_dozen_encounters(part: int) -> None:
    summary = summed(simulate(12, f"test/{part}"), "test")
    assert summary.violations == ()
    assert summary.encounters == 12
    assert min(summary.wins) > 0, "each seat wins some, and some are drawn"


def test_among_terrain() -> None:
    assert summed(simulate(2, "terrain", terrain=True), "terrain").violations == ()


@pytest.mark.soak
def test_two_thousand_encounters(seeds) -> None:
    for seed in seeds(200):
        assert summed(simulate(9, f"soak/{seed}"), str(seed)).violations == ()
        assert summed(simulate(1, f"soak/terrain/{seed}", terrain=True), str(seed)).violations == ()


def test_the_same_seed_gives_the_same_hash() -> None:
    one, again = (summed(simulate(1, "hash"), "hash") for _ in range(2))
    assert one == again
    assert summed(simulate(1, "another"), "hash").hash != one.hash


def test_what_is_broken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WatchM1, "broken", lambda self, play: ["a card is missing"])
    assert "a card is missing" in summed(simulate(1, "broken"), "broken").violations[0]


@pytest.fixture(scope="module")
def begun() -> PlayM1:
    """An Encounter whose models stand on the table."""
    play = PlayM1(encounter_of("watched"), KeyDealer(digest("watched")))
    bots = [GreedyM1(Stream(digest("watched", str(seat)))) for seat in (0, 1)]
    while play.state.turn < 2:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


def watched(play: PlayM1, state: State, **more: Any) -> list[str]:
    """What the watch says of the Encounter in another state."""
    facts = {
        "setup": play.setup,
        "match": play.match,
        "table": play.table,
        "asks": play.asks,
        "over": play.over,
    }
    return list(WatchM1().broken(cast(PlayM1, SimpleNamespace(state=state, **{**facts, **more}))))


def with_model(play: PlayM1, **changed: Any) -> State:
    model = next(model for model in play.state.models.values() if model.on_table)
    return play.state.with_model(replace(model, **changed))


@pytest.mark.rule("M1-MOD-05")
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"health": -1}, "-1 of"),
        ({"health": 99}, "99 of"),
        ({"health": 0}, "no wounds left and is in play"),
        ({"conditions": {"brave:b1": 0}}, "a Condition without value"),
        ({"conditions": {FAST: 1, SLOW: 1}}, "is Fast and Slow"),
        ({"conditions": {PARALYZED: 1, REACTIVATE: 1}}, "is Paralyzed and may Reactivate"),
        ({"where": "gone", "tokens": {"corpse": 1}}, "still carries something"),
        ({"x": 0.1}, "stands off the table"),
        ({"y": 35.9}, "stands off the table"),
    ],
)
def test_each_fault_of_a_model_is_told(begun: PlayM1, changed: dict[str, Any], told: str) -> None:
    assert watched(begun, begun.state) == []
    faults = watched(begun, with_model(begun, **changed))
    assert any(told in fault for fault in faults), faults


@pytest.mark.rule("M1-MOD-01")
def test_more_ap_than_a_model_has_is_told(begun: PlayM1) -> None:
    model = next(model for model in begun.state.models.values() if model.on_table)
    spent = with_model(begun, acts=9, conditions={})
    assert watched(begun, spent) == [], "of no activation"
    assert watched(begun, replace(spent, activating=model.id)) == [f"{model.id} has spent 9 AP (M1-MOD-01)"]


@pytest.mark.rule("M1-STR-01", "M1-SCH-01")
def test_what_no_strategy_and_no_scheme_pays_is_told(begun: PlayM1) -> None:
    own = begun.setup.strategies[0]
    three = replace(begun.state, scores=(VictoryPoint(5, 0, own, "strategy"),) * 3)
    assert watched(begun, three) == [], "it is not over"
    assert watched(begun, three, over=True) == [f"{own} is worth 3 to seat 0"]
    four = replace(begun.state, scores=(VictoryPoint(5, 0, own, "strategy"),) * 4)
    assert watched(begun, four, over=True) == []
    crew = replace(begun.state.crews[0], schemes=(Scheme(name="Bodyguard"),))
    much = replace(begun.state.with_crew(crew), scores=(VictoryPoint(5, 0, "Bodyguard", "end"),) * 3)
    assert watched(begun, much) == ["Bodyguard is worth 3 to seat 0"]


def test_a_card_that_was_left_lying_is_told(begun: PlayM1) -> None:
    (card, *deck) = begun.state.crews[0].deck
    left = begun.state.with_crew(replace(begun.state.crews[0], deck=tuple(deck), conflict=(card,)))
    asks = (SimpleNamespace(kind="activate"),)
    assert watched(begun, left, asks=asks) == ["a card of a flip that is over was not discarded"]
    assert watched(begun, left, asks=(SimpleNamespace(kind="cheat"),)) == []


def matched(first: MakeBot, second: MakeBot, pairs: int) -> list[tuple[int, int]]:
    """VP of ``first`` and of ``second``: each seed twice, the seats exchanged."""
    points = []
    for number in range(pairs):
        for seat in (0, 1):
            kinds = (first, second) if seat == 0 else (second, first)
            bots = [make(Stream(digest("bots", str(number), str(side)))) for side, make in enumerate(kinds)]
            play = PlayM1(encounter_of(f"bots/{number}"), KeyDealer(digest("bots", str(number))))
            while not play.over:
                ask = play.asks[0]
                play.answer(ask.seat, bots[ask.seat].answer(play, ask))
            points.append((play.state.vp(seat), play.state.vp(1 - seat)))
    return points


def test_who_plays_for_a_strategy_beats_who_only_fights() -> None:
    points = matched(TacticianM1, GreedyM1, 5)
    assert sum(own for own, _ in points) > 2 * sum(foe for _, foe in points)


@pytest.mark.parametrize("level", [GreedyM1, TacticianM1])
def test_nobody_strikes_or_curses_its_own(level: MakeBot) -> None:
    """Among terrain, where an enemy in range may be out of sight and friends are all that can be aimed at."""
    bots = [level(Stream(digest("friends", str(seat)))) for seat in (0, 1)]
    play = PlayM1(encounter_of("friends", terrain()), KeyDealer(digest("friends")))
    aimed = 0
    while not play.over and play.state.turn < 5:
        ask = play.asks[0]
        answer = bots[ask.seat].answer(play, ask)
        doing = play.match.doing
        if ask.kind == "target" and doing is not None:
            spells = play.match.spells(play.match.model(doing.model))
            helps = any(spell.friendly for spell in spells if spell.name == doing.what)
            assert helps or play.state.models[answer].player != ask.seat
            aimed += not helps
        play.answer(ask.seat, answer)
    assert aimed > 10


def test_a_crew_that_nobody_plays_is_played_to_the_end() -> None:
    assert matched(TacticianM1, Passive, 1)


def at_an_action() -> PlayM1:
    """The first question of a turn of play that the third level thinks about."""
    bots = [TacticianM1(Stream(digest("ahead", str(seat)))) for seat in (0, 1)]
    play = PlayM1(encounter_of("ahead"), KeyDealer(digest("ahead")))
    while play.state.turn < 2 or play.asks[0].kind != "action":
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


def test_what_is_imagined_keeps_what_is_seen_and_deals_the_rest_anew() -> None:
    play = at_an_action()
    seat = play.asks[0].seat
    ahead = imagined(play, seat, digest("a seed"))
    own, other = play.state.crews[seat], play.state.crews[1 - seat]
    assert ahead.asks[0].kind == "action"
    assert ahead.state.crews[seat].hand == own.hand
    assert ahead.state.models == play.state.models
    assert set(ahead.state.crews[1 - seat].hand + ahead.state.crews[1 - seat].deck) == {
        *other.hand,
        *other.deck,
    }
    assert ahead.state.crews[1 - seat].deck != other.deck
    assert ahead.state.crews[1 - seat].discard == other.discard


def test_the_third_level_answers_lawfully_and_changes_nothing() -> None:
    play = at_an_action()
    bot, ask = LooksAheadM1(Stream(digest("third"))), play.asks[0]
    before = (play.hash, play.state)
    answer = bot.answer(play, ask)
    assert ask.options.contains(answer)
    assert (play.hash, play.state) == before
    assert LooksAheadM1(Stream(digest("third"))).answer(play, ask) == answer


def test_the_third_level_stands_better_with_the_treasure_it_hunts_than_beside_it() -> None:
    at = Scene([(figure(), 18, 17)], [(figure(), 18, 33)])
    at.match.setup = replace(at.match.setup, strategies=("Treasure Hunt", "Slaughter"))
    zones = [
        replace(crew, zone=zone) for crew, zone in zip(at.match.state.crews, ("south", "north"), strict=True)
    ]
    lying = replace(
        at.match.state.with_crew(zones[0]).with_crew(zones[1]),
        markers={"m1": Marker(id="m1", kind=TREASURE, x=18.0, y=18.0)},
    )
    at.match.state = lying
    beside = [standing_worth(at.match, seat) for seat in (0, 1)]
    at.match.state = replace(lying, markers={})
    at.change("a1", tokens={TREASURE: 1})
    assert standing_worth(at.match, 0) > beside[0] + 2
    assert standing_worth(at.match, 1) < beside[1] - 2


def test_chance_does_not_make_another_answer_better() -> None:
    """Nine wounds once and none twice may be luck; two each time are not."""
    assert surely([9.0, 0.0, 0.0]) < 0 < surely([2.0, 2.0, 2.0])


@pytest.mark.rule("M1-SCH-03")
def test_a_side_reads_what_it_scores_where_it_stands_and_whom_it_would_lose() -> None:
    """Reconnoiter wants another quarter, Breakthrough the far zone, Bodyguard its Master; what the opponent
    has not announced is not read."""
    at = Scene([(figure(), 9, 9), (figure(), 27, 9), (figure(), 9, 12)], [(figure(), 30, 30)])
    at.match.setup = replace(at.match.setup, strategies=("Reconnoiter", "Slaughter"))
    guarded = Scheme(name="Bodyguard: A", secret={"of": "a1"}, revealed=True)
    hidden = Scheme(name="Breakthrough")
    for crew, zone, scheme in zip(at.match.state.crews, ("south", "north"), (guarded, hidden), strict=True):
        at.match.state = at.match.state.with_crew(replace(crew, zone=zone, schemes=(scheme,)))
    reading = Reading(at.match, 0)
    spare = at.match.model("a3")
    assert reading.goal(spare) == (4.5, 22.5), "the nearest quarter that nobody has"
    assert reading.goal(at.match.model("a2")) == (27, 9), "it is missed elsewhere"
    assert reading.gone(at.match.model("a1")) <= -2 < reading.gone(spare)
    told = at.match.state.with_crew(
        replace(at.match.state.crews[1], schemes=(replace(hidden, name="Hold Out"),))
    )
    at.match.state = told
    assert Reading(at.match, 0).now == reading.now
    at.match.state = told.with_crew(replace(told.crews[1], schemes=(Scheme(name="Hold Out", revealed=True),)))
    assert Reading(at.match, 0).now == reading.now - 2
