"""The driver: decisions and events, replay and fold, checkpoints, taking back, views, options, table
commands."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from rules.dialogue import Choice, Dialogue, Number, OneOf, Several
from rules.editions.m3e.examples.encounters import duel_of_two, skirmish
from rules.editions.m3e.play.by_hand.performing import Commands
from rules.editions.m3e.play.play import Play, replay
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.simulation.bots import Greedy
from rules.editions.m3e.simulation.simulate import play_one, players, simulate
from rules.editions.m3e.simulation.watch import broken
from rules.editions.m3e.statcards import Action
from rules.editions.m3e.stored import STORED
from rules.fate.cards import Card
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events import EVENTS, encode
from rules.game.events.cards import Flipped
from rules.game.events.table import Damaged
from rules.game.log import chain, dump, effective, fold, free_from, load, take_back
from rules.game.procedure.asks import KINDS, NO, YES, one_of
from rules.game.simulation.bots import RandomLegal
from rules.game.simulation.invariants import asks_tell_nothing, at_rest, disguised, interference
from rules.game.simulation.playout import as_json, summed
from rules.game.stored import StoredDecision
from rules.game.table_access.open_field import OpenField
from rules.game.table_access.spots import Box, CircularArea, Spots
from rules.game.view import heard_by, view
from rules.refusal import Refusal
from tests.rules.editions.m3e.scene import A, Scene

KEY = digest("tests", "play")


def begin(setup=None):
    setup = setup or skirmish("tests")
    return Play(setup, edition(setup.ruleset), OpenField(), KeyDealer(KEY))


def again(play, decisions, checkpoint=None):
    return replay(play.setup, play.rules, OpenField(), KeyDealer(KEY), decisions, checkpoint)


def played(decisions=150, bots=None):
    """An Encounter so many decisions in."""
    play = begin()
    bots = bots or (Greedy(Stream(digest("tests", "0"))), RandomLegal(Stream(digest("tests", "1"))))
    while len(play.decisions) < decisions:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


# Answers


def test_a_wrong_number_of_choices_is_told_with_how_many_are_asked_for():
    pool = Several((Choice("a"), Choice("b"), Choice("c")), least=2, most=2)
    with pytest.raises(Refusal, match="None chosen") as refused:
        pool.check([], "M3E-SETUP-09")
    assert (refused.value.rule, refused.value.fix) == ("M3E-SETUP-09", "Choose 2.")
    with pytest.raises(Refusal, match="not one of the answers"):
        pool.check(["a", "nobody"])


def test_only_who_is_asked_may_answer_and_only_what_is_offered():
    play = duel_of_two()
    ask = play.asks[0]
    before = (play.hash, len(play.events))
    for seat, value, kind in (
        (1 - ask.seat, 0, ""),
        (ask.seat, 99, ""),
        (ask.seat, "no", ""),
        (ask.seat, 0, "cheat"),
    ):
        with pytest.raises(Refusal):
            play.answer(seat, value, kind)
    assert (play.hash, len(play.events), play.decisions) == (*before, [])
    play.answer(ask.seat, 0, ask.kind)
    assert play.decisions == [StoredDecision(ask.seat, "cut", 0)]


def test_every_kind_of_question_is_known():
    kinds = set()
    for number in range(3):
        play, bots = begin(skirmish(f"kinds/{number}")), players("kinds", number)
        while not play.over:
            ask = play.asks[0]
            kinds.add(ask.kind)
            value = bots[ask.seat].answer(play, ask)
            assert ask.options.contains(value)
            play.answer(ask.seat, value)
    assert kinds <= set(KINDS)
    assert len(kinds) > 15


# The two logs


def test_folding_the_events_gives_the_state_and_the_chain():
    play = played()
    assert fold(play.setup.first_state(), play.events) == play.state
    assert chain(play.events) == play.hash
    stored = [encode(event) for event in play.events]
    assert [STORED.event(raw) for raw in stored] == play.events
    assert max(map(len, stored)) < 4000
    tampered = [*play.events[:-1], Damaged("a1", 1)]
    assert chain(tampered) != play.hash


def test_replaying_the_decisions_gives_the_events():
    play = played()
    other = again(play, load(dump(play.decisions)))
    assert other.events == play.events
    assert other.hashes == play.hashes
    wrong = [*play.decisions[:-1], StoredDecision(play.decisions[-1].seat, "activate", "nobody")]
    with pytest.raises(Refusal):
        again(play, wrong)


def test_undo_is_a_prefix():
    play = played(90)
    for cut in range(90):
        part = again(play, play.decisions[:cut])
        assert part.events == play.events[: len(part.events)]
        assert part.hash == (play.hashes[cut - 1] if cut else part.hash)


def test_the_state_at_a_checkpoint_suffices_to_go_on():
    play = begin()
    bots = players("tests", 2)
    marks = []
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
        if play.checkpoint not in marks:
            marks.append(play.checkpoint)
    assert len(marks) > 30
    for mark in marks[::9]:
        stored = STORED.checkpoint(msgspec.json.encode(mark))
        rest = again(play, play.decisions[mark.decisions :], stored)
        assert (rest.hash, rest.state) == (play.hash, play.state)
        assert rest.over


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_says_who_may_hear_it(kind):
    """A secret event has a shadow that is public, and holds none of its secrets."""
    seats = {"seat": 0, "by": 1, "number": 0, "at": 0}
    try:
        event = kind(**{f: seats.get(f, ()) for f in kind.__struct_fields__})
        hears = event.audience
    except (TypeError, AttributeError):
        pytest.fail(f"{kind.__name__}: the audience depends on more than its seat")
    if hears != "all":
        shadow = event.shadow()
        assert shadow is None or shadow.audience == "all"


# Views


def test_a_view_does_not_change_with_what_its_seat_must_not_know():
    play = played(160)
    assert list(interference(play)) == []
    assert disguised(play.state, 0) != play.state
    for seat in (0, 1):
        own, other = view(play.state, play.asks, seat), view(play.state, play.asks, 1 - seat)
        assert own["crews"][seat]["hand"] == [card.code for card in play.state.crews[seat].hand]
        assert "hand" not in other["crews"][seat]


def test_the_guard_sees_a_leak(monkeypatch):
    """Negative control: a view that tells the hand is caught."""
    play = played(160)
    assert play.state.crews[0].hand
    monkeypatch.setattr(
        "rules.game.simulation.invariants.view",
        lambda state, asks, seat: {**view(state, asks, seat), "leak": [c.code for c in state.crews[0].hand]},
    )
    assert any("view of seat 1" in sentence for sentence in interference(play))


def test_the_log_of_a_seat_holds_no_card_of_the_others_hand():
    play = played(160)
    assert list(asks_tell_nothing(play)) == []
    drawn = [event for event in play.events if type(event).__name__ == "Drew" and event.seat == 1]
    assert drawn
    assert not [
        event for event in heard_by(play.events, 0) if type(event).__name__ == "Drew" and event.seat == 1
    ]
    assert not [event for event in heard_by(play.events, 0) if type(event).__name__ == "Shuffled"]


# Taking back


def test_free_until_a_card_was_seen_or_the_other_answered():
    play = played(200)
    for seat in (0, 1):
        first_free = free_from(play, seat)
        tail = play.decisions[first_free:]
        assert all(decision.seat == seat for decision in tail)
        seen = play.events[play.starts[first_free] :] if first_free < len(play.starts) else []
        assert not any(event.informs for event in seen)


def activation(play):
    """Answer until somebody may pick an Action, having just picked a model."""
    while not (play.asks[0].kind == "action" and play.decisions[-1].kind == "activate"):
        ask = play.asks[0]
        bot = RandomLegal(Stream(digest("tests", str(len(play.decisions)))))
        play.answer(ask.seat, bot.answer(play, ask))
    return play


def test_a_free_take_back_is_appended_and_the_prefix_stands():
    play = activation(begin())
    seat = play.decisions[-1].seat
    back = take_back(play, seat, len(play.decisions) - 1)
    assert back.value == {"to": len(play.decisions) - 1, "shuffles": []}
    log = [*play.decisions, back]
    other = again(play, effective(log))
    assert other.events == play.events[: len(other.events)]
    assert other.asks[0].kind == "activate"


def test_past_a_card_it_takes_consent_and_the_unseen_cards_lie_anew():
    play = played(200)
    to = next(
        n for n, start in enumerate(play.starts) if n > 100 and any(e.informs for e in play.events[start:])
    )
    with pytest.raises(Refusal):
        take_back(play, 0, to)
    back = take_back(play, 0, to, consent=True)
    log = [*play.decisions, back]
    before = again(play, play.decisions[:to])
    other = again(play, effective(load(dump(log))))
    for seat in (0, 1):
        assert other.state.crews[seat].hand == before.state.crews[seat].hand
        assert sorted(other.state.crews[seat].deck) == sorted(before.state.crews[seat].deck)
        assert other.state.crews[seat].deck != before.state.crews[seat].deck
        assert other.state.crews[seat].shuffles == play.state.crews[seat].shuffles + 1
    assert list(broken(other)) == []
    assert fold(other.setup.first_state(), other.events) == other.state
    once_more = again(play, effective(log))
    assert once_more.hash == other.hash


# Options


@pytest.mark.parametrize(
    "options",
    [
        OneOf((Choice("a"), Choice("b"))),
        Number(0, 9),
        Several((Choice("a"), Choice("b"), Choice("c")), 1, 2),
        Several((Choice("a"), Choice("b"), Choice("c")), 0, 3, ordered=True),
        Spots(
            (5.0, 5.0),
            Box(0, 0, 36, 36),
            within=(CircularArea(5, 5, 4),),
            clear=(CircularArea(7, 5, 1.2),),
            straight=True,
        ),
        Spots(
            (5.0, 5.0),
            Box(0, 0, 36, 36),
            within=(CircularArea(5, 5, 4),),
            ray=(1.0, 0.0),
            marks=((9.0, 5.0),),
        ),
    ],
    ids=["one", "number", "several", "ordered", "region", "ray"],
)
def test_options_contain_what_they_list_and_sample(options):
    stream = Stream(KEY)
    listed = list(options.listed())
    assert all(options.contains(value) for value in listed)
    assert all(options.contains(options.sample(stream)) for _ in range(100))
    if options.size is not None:
        assert options.size == len(listed)
    for nonsense in (
        None,
        "",
        "z",
        [],
        [1],
        {},
        True,
        3.5,
        ["a", "a"],
        [float("nan"), 1.0],
        [1e9, 0],
        object(),
    ):
        assert nonsense in listed or not options.contains(nonsense)


def test_a_region_keeps_clear_of_bases_on_the_way_too():
    region = Spots(
        (5.0, 5.0),
        Box(0, 0, 36, 36),
        within=(CircularArea(5, 5, 6),),
        clear=(CircularArea(7, 5, 1.2),),
        straight=True,
    )
    assert not region.contains([10.0, 5.0])
    assert not region.contains([7.5, 5.0])
    assert region.contains([5.8, 5.0])
    assert region.contains([6.0, 7.5])
    assert not region.contains([5.0001, 5.0])


# Table commands


def test_a_prompted_effect_is_applied_with_logged_commands(ruleset):
    odd = Action(name="Odd", effects=(w.Prompted(text="Something the engine does not know."),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(odd,)).model("b1", at=(12, 12), health=2)
    scene.act(
        "a1",
        "Odd",
        A.apply(
            [
                {"do": "hurt", "model": "b1", "amount": 1},
                {"do": "condition", "model": "b1", "condition": "slow"},
                {"do": "put", "model": "b1", "x": 20.0, "y": 20.0},
                {"do": "slay", "model": "b1"},
            ]
        ),
    )
    assert scene["b1"].where == "gone"
    assert scene.g.state.kills[0].by == "a1"


@pytest.mark.parametrize(
    "command",
    [
        {"do": "hurt", "model": "zz", "amount": 1},
        {"do": "hurt", "model": "b1", "amount": -1},
        {"do": "heal", "model": "b1", "amount": 1},
        {"do": "condition", "model": "b1", "condition": "sleepy"},
        {"do": "take_off", "marker": "m9"},
        {"do": "stones", "seat": 0, "change": -1},
        {"do": "passes", "seat": 3, "passes": 1},
        {"do": "unbury", "model": "b1", "x": 1.0, "y": 1.0},
        {"do": "put", "model": "b1", "x": 0.2, "y": 5.0},
        {"do": "drop", "kind": "scheme", "x": 40.0, "y": 5.0},
        {"do": "dance"},
        {"do": "hurt", "model": "b1", "amount": 1, "more": 1},
    ],
)
def test_an_impossible_command_is_no_answer(ruleset, command):
    state = Scene(ruleset).model("b1").g.state
    assert not Commands(state).contains([command])
    assert Commands(state).contains([])


def test_commands_are_judged_one_after_the_other(ruleset):
    options = Commands(Scene(ruleset).model("b1").g.state)
    slay = {"do": "slay", "model": "b1"}
    assert options.contains([slay])
    assert not options.contains([slay, {"do": "hurt", "model": "b1", "amount": 1}])


# Simulation


def test_bots_play_whole_encounters_and_nothing_breaks():
    summary = summed(simulate(3, "tests", skirmish, M3E), "tests")
    assert summary.violations == ()
    assert summary.encounters == 3
    assert summary.decisions > 800
    assert '"violations":[]' in as_json(summary)


def test_the_invariants_see_a_breach():
    """Negative controls: a lost card, a second VP, too much Health."""
    from msgspec.structs import replace

    play = played(120)
    assert list(broken(play)) == list(at_rest(play)) == []
    state = play.state
    crew = replace(state.crews[0], deck=state.crews[0].deck[1:])
    play._game.state = state.with_crew(crew)
    assert any("54" in sentence for sentence in broken(play))
    assert any("folding" in sentence for sentence in at_rest(play))
    model = next(state.on_table())
    play._game.state = state.with_model(replace(model, health=99))
    assert any("Health" in sentence for sentence in broken(play))


@pytest.mark.slow
def test_the_same_hash_whatever_the_hash_seed():
    program = (
        "from rules.editions.m3e.simulation.simulate import *;"
        "from rules.game.simulation.playout import summed;"
        "from rules.editions.m3e.examples.encounters import skirmish;"
        "from rules.editions.m3e.ruleset import M3E; print(summed(simulate(2, 's', skirmish, M3E), 's').hash)"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(hashes) == 1
    assert len(hashes.pop()) == 65


def test_the_engine_needs_no_framework():
    program = (
        "import sys; import rules.editions.m3e.simulation.simulate; "
        "import rules.editions; assert 'django' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": "."}, check=True)


def test_one_run_tells_who_won():
    run = play_one(skirmish("one"), M3E, players("one", 1), KEY, 7)
    assert run.number == 7
    assert run.turns == 5
    assert len(run.hash) == 64
    assert Flipped(0, Card.parse("3c")).informs


def test_a_question_is_put_in_words_where_it_is_shown():
    """The open one, one of an act by hand, and one that an act left open; once each."""
    told = []

    def procedure():
        yield from one_of(0, "use", (YES, NO), text=lambda: told.append(1) or "Why? Really?")

    play = duel_of_two()
    for name in ("_dialogue", "_act", "_left"):
        asked = Dialogue(procedure())
        setattr(play, name, asked.question if name == "_left" else asked)
        assert play._open[0].text == ""
        assert [play.asks[0].text for _ in range(2)] == ["Why? Really?"] * 2
        if name == "_act":
            play._act = None
    assert len(told) == 3
