"""Acts of the referee's hand between the questions: one decision, one undo, replayed, objected to, and
whatever was asked goes on."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rules.dialogue import Choice, OneOf, Several
from rules.editions.m2e.record import RecordM2
from rules.editions.m3e.examples.encounters import CARDS, duel_of_two, skirmish, two_crews
from rules.editions.m3e.play.play import Play, replay
from rules.editions.m3e.recording.record import Record
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Models
from rules.editions.m3e.simulation.watch import broken
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events import encode
from rules.game.events.announcements import ActSaid
from rules.game.log import effective, fold, free_from, take_back
from rules.game.narration import Names, sentence_of
from rules.game.procedure.asks import Ask
from rules.game.referee.open_question import remaining_question
from rules.game.table_access.exact_table import table_for
from rules.game.table_access.open_field import OpenField
from rules.game.view import heard_by, view
from rules.refusal import Refusal

GATOR = msgspec.to_builtins(StatCard(slug="gator", name="Gator", health=5, limit=3))


def begun(kind: str = "activate") -> Play:
    """A duel of two at the first question of that kind."""
    play = duel_of_two()
    while play.asks[0].kind != kind:
        ask = play.asks[0]
        wanted = next(iter(ask.options.listed()))
        play.answer(ask.seat, wanted, ask.kind)
    return play


def same(play: Play) -> Play:
    """Replayed from the start and from its checkpoint it is the same Encounter, asking the same."""
    dealer = KeyDealer(digest("docs", "docs"))
    setup = two_crews("docs")
    whole = replay(setup, play.rules, OpenField(), dealer, play.decisions)
    since = play.checkpoint
    short = replay(setup, play.rules, OpenField(), dealer, play.decisions[since.decisions :], since)
    for again in (whole, short):
        assert (again.hash, again.state) == (play.hash, play.state)
        assert [(ask.seat, ask.kind, ask.text) for ask in again.asks] == [
            (ask.seat, ask.kind, ask.text) for ask in play.asks
        ]
    assert fold(play.setup.first_state(), play.events) == play.state
    return whole


def lure(*lines, name="Lure", **more):
    return {"name": name, "lines": list(lines), **more}


def test_several_commands_are_one_act_with_a_name_one_decision_and_one_undo():
    play = begun()
    before, number = play.state, len(play.decisions)
    place = play.state.models["b2"]
    put = {"do": "put", "model": "b2", "x": place.x + 4, "y": place.y, "way": "move", "inches": 5}
    events = play.act(0, lure(put, {"do": "hurt", "model": "b2", "amount": 1}))
    assert (len(play.decisions), play.decisions[-1].kind) == (number + 1, "act")
    sentence = sentence_of(events[0], play.state)
    assert sentence.startswith("Frontier does “Lure”: Sorrow is moved up to 5″ to ")
    assert play.state.models["b2"].health == before.models["b2"].health - 1
    assert play.asks[0].kind == "activate"
    same(play)
    entry = take_back(play, 0, number)
    log = effective([*play.decisions, entry])
    assert (
        replay(two_crews("docs"), play.rules, OpenField(), KeyDealer(digest("docs", "docs")), log).state
        == before
    )


def test_who_is_summoned_is_offered_at_once_and_who_is_killed_no_more():
    play = begun()
    seat = play.asks[0].seat
    zone = next(model for model in play.state.models.values() if model.seat == seat)
    summon = {"do": "summon", "card": "gator", "seat": seat, "x": zone.x, "y": 18.0, "printed": GATOR}
    slay = {"do": "slay", "model": zone.id}
    play.act(seat, lure(summon, slay, name=""))
    while play.acting:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    keys = list(play.asks[0].options.listed())
    summoned = next(name for name in play.state.models if name.startswith("s"))
    assert summoned in keys or play.asks[0].seat != seat
    assert zone.id not in keys
    assert Names(play.state)(summoned) == "Gator"
    same(play)
    for _ in range(30):
        ask = play.asks[0]
        play.answer(ask.seat, ask.options.sample(Stream(digest("on", str(len(play.decisions))))))
    same(play)


@pytest.mark.rule("M3E-TURN-13", "M3E-TURN-14")
def test_the_menu_is_looked_at_again_after_an_act(ruleset):
    play = begun("action")
    model = play.state.activating
    seat = play.asks[0].seat
    play.act(seat, [{"do": "actions", "model": model, "change": 1}])
    assert (play.asks[0].kind, play.state.models[model].acts) == ("action", -1)
    play.act(seat, [{"do": "activated", "model": model}])
    while play.asks[0].kind == "use":
        play.answer(play.asks[0].seat, "pass")
    assert play.state.models[model].activated
    assert play.state.activating == ""
    same(play)


@pytest.mark.rule("M3E-TIME-09")
@pytest.mark.parametrize(
    ("act", "asked"),
    [
        ({"do": "hurt", "model": "a2", "amount": 1}, "Order. Take the generated Action?"),
        ({"do": "bury", "model": "a2"}, "Cornelius Basse: which Action?"),
    ],
)
def test_a_generated_action_is_looked_at_again_after_an_act(ruleset, act, asked):
    """Whom Basse orders is hurt or Buried by hand while its player chooses the Action."""
    order = Action(name="Order", effects=(w.TakeAction(whom=Models(side="friendly", other=True)),))
    cards = {**CARDS, "basse": replace(CARDS["basse"], actions=(order,))}
    setup = replace(two_crews("docs"), cards=cards)
    play = Play(setup, edition("m3e"), OpenField(), KeyDealer(digest("docs", "docs")))
    while play.state.activating != "a1":
        ask = play.asks[0]
        keys = list(ask.options.listed())
        play.answer(ask.seat, "a1" if "a1" in keys else keys[-1 if ask.kind == "action" else 0])
    play.answer(0, "Order")
    assert play.asks[0].text == "Order. Take the generated Action?"
    play.act(0, [act])
    assert play.asks[0].text == asked


def test_what_would_take_away_the_question_waits_for_its_answer():
    play = begun("action")
    seat, model = play.asks[0].seat, play.state.activating
    play.answer(seat, "Walk")
    assert play.asks[0].kind == "destination"
    before = (play.state, len(play.decisions), play.hash)
    with pytest.raises(Refusal, match="take away what is being asked"):
        play.act(seat, [{"do": "bury", "model": model}])
    assert (play.state, len(play.decisions), play.hash) == before
    standing = play.state.models[model]
    there = {"do": "drop", "kind": "rock", "x": standing.x, "y": 18, "traits": ["impassable"]}
    play.act(seat, [there])
    assert play.asks[0].kind == "destination"
    assert not play.asks[0].options.contains([standing.x, 18.0])
    play.answer(seat, [standing.x, standing.y])
    same(play)


def test_refusals_name_their_row_and_nothing_has_changed():
    play = begun()
    before = (play.state, len(play.decisions))
    for value, words in (
        ([{"do": "heal", "model": "a1", "amount": 1}], "at most"),
        ([{"do": "dance"}], "no act by hand"),
        ([], "Nothing was to be done"),
        (lure({"do": "bury", "model": "a1"}, {"do": "bury", "model": "z1"}), "2: There is no model z1"),
        (7, "no act by hand"),
    ):
        with pytest.raises(Refusal, match=words):
            play.act(0, value)
    assert (play.state, len(play.decisions)) == before
    with pytest.raises(Refusal, match="nothing to change by hand"):
        duel_of_two().act(0, [{"do": "bury", "model": "a1"}])


def test_an_act_that_asks_holds_up_what_was_asked_and_is_taken_back_whole():
    play = begun()
    asked = play.asks[0]
    before, number = play.state, len(play.decisions)
    play.act(0, [{"do": "damage_flip", "model": "b1", "weak": 2, "moderate": 3, "severe": 4, "by": "a1"}])
    assert play.acting
    assert play.asks[0].kind in ("stone", "cheat")
    with pytest.raises(Refusal, match="being carried out"):
        play.act(0, [{"do": "bury", "model": "a1"}])
    while play.acting:
        ask = play.asks[0]
        play.answer(ask.seat, "no" if ask.kind == "stone" else "keep")
    assert (play.asks[0].kind, play.asks[0].seat) == (asked.kind, asked.seat)
    assert free_from(play, 0) == len(play.decisions), "a card was seen"
    same(play)
    entry = take_back(play, 0, number, consent=True)
    log = effective([*play.decisions, entry])
    again = replay(two_crews("docs"), play.rules, OpenField(), KeyDealer(digest("docs", "docs")), log)
    assert again.state.models == before.models


# The other's word


def test_the_other_may_object_and_then_nothing_of_it_is_done():
    play = begun()
    before = play.state
    play.act(0, lure({"do": "hurt", "model": "b1", "amount": 2}, asked=True))
    (ask,) = play.asks
    assert (ask.seat, ask.kind) == (1, "object")
    assert "Lure" in ask.text
    assert "Pandora suffers 2 damage." in ask.text
    assert play.state == before
    play.answer(1, "object")
    assert play.state == before
    assert [event.step for event in play.events if isinstance(event, ActSaid)] == ["proposed", "objected"]
    assert play.asks[0].kind == "activate"
    play.act(0, lure({"do": "hurt", "model": "b1", "amount": 2}, asked=True))
    play.answer(1, "accept")
    assert play.state.models["b1"].health == before.models["b1"].health - 2
    same(play)


def test_who_proposed_may_take_it_back_while_the_other_thinks():
    play = begun()
    number = len(play.decisions)
    play.act(0, lure({"do": "hurt", "model": "b1", "amount": 2}, asked=True))
    assert free_from(play, 0) <= number


# Hidden information


def world(hand: str) -> tuple[list[bytes], list[str]]:
    """What seat 0 sees, hears and is refused while seat 1 holds other cards."""
    play = begun()
    crew = play.state.crews[1]
    cards = {"low": crew.hand, "high": (*crew.deck[:6],)}[hand]
    if hand == "high":
        deck = (*crew.hand, *crew.deck[6:])
        play._game.state = play.state.with_crew(replace(crew, hand=cards, deck=deck))
    seen: list[bytes] = []
    refusals: list[str] = []
    for number in range(54):
        code = [*play.state.crews[0].deck, *play.state.crews[0].hand][number % 40].code
        for command in (
            {"do": "discard", "seat": 1, "named": [code]},
            {"do": "discard", "seat": 1, "cards": 9},
        ):
            with pytest.raises(Refusal) as refused:
                play.act(0, [command])
            refusals.append(str(refused.value))
    for line in ({"do": "put_back", "seat": 1, "cards": 1}, {"do": "look", "seat": 0, "by": 1, "cards": 1}):
        play.act(0, lure(line))
        while play.acting:
            ask = play.asks[0]
            assert ask.seat == 1
            seen.append(msgspec.json.encode(view(play.state, play.asks, 0)))
            play.answer(1, next(iter(ask.options.listed())))
        seen.append(msgspec.json.encode(view(play.state, play.asks, 0)))
        seen += [encode(event) for event in heard_by(play.events, 0)]
    return seen, refusals


@pytest.mark.rule("M3E-FATE-07", "M3E-FATE-14")
def test_no_act_tells_what_the_other_holds(ruleset):
    assert world("low") == world("high")


@pytest.mark.rule("M3E-FATE-14")
def test_who_looks_hears_and_the_other_does_not(ruleset):
    play = begun()
    play.act(0, [{"do": "look", "seat": 1, "source": "hand", "by": 0}])
    held = [card.code for card in play.state.crews[1].hand]
    looks = [
        [card.code for event in heard_by(play.events[-3:], seat) for card in getattr(event, "cards", ())]
        for seat in (0, 1, None)
    ]
    assert looks == [held, [], []]


# What is left of a question


def test_what_left_play_or_the_hand_is_offered_no_more():
    play = begun()
    before = play.state
    gone = before.with_model(replace(before.models["b1"], where="gone"))
    held = before.crews[0].hand
    fewer = before.with_crew(replace(before.crews[0], hand=held[1:]))
    whom = Ask(seat=0, kind="target", options=OneOf((Choice("b1"), Choice("b2"))))
    assert [choice.key for choice in remaining_question(whom, before, gone).options.choices] == ["b2"]
    assert remaining_question(replace(whom, options=OneOf((Choice("b1"),))), before, gone) is None
    codes = tuple(Choice(card.code) for card in held)
    cards = Ask(seat=0, kind="cards", options=Several(codes, len(codes), len(codes)))
    left = remaining_question(cards, before, fewer).options
    assert (left.least, left.most, len(left.choices)) == (len(codes) - 1, len(codes) - 1, len(codes) - 1)


# Names


def test_two_of_one_name_are_told_apart_and_a_nickname_is_said():
    play = begun()
    twin = {"do": "summon", "card": "sorrow", "seat": 1, "x": 18, "y": 18, "anyway": True}
    play.act(0, [twin])
    while play.acting:
        play.answer(play.asks[0].seat, next(iter(play.asks[0].options.listed())))
    summoned = next(name for name in play.state.models if name.startswith("s"))
    names = Names(play.state)
    assert (names("b2"), names(summoned)) == ("Sorrow (B2)", f"Sorrow ({summoned.upper()})")
    play.act(1, [{"do": "nickname", "model": summoned, "name": "Grief"}])
    assert Names(play.state)(summoned) == "Sorrow “Grief”"
    text = "Sorrow: Sorrow suffers. Pandora heals."
    named = Names(play.state).with_display_names(text, ("b2", summoned, "b1"))
    assert named == "Sorrow (B2): Sorrow “Grief” suffers. Pandora heals."
    called = {model["id"]: model["called"] for model in view(play.state, (), None)["models"]}
    assert called[summoned] == "Sorrow “Grief”"


# The same words beside a real table


@pytest.mark.rule("SL-SUMMON-01", "SL-SUMMON-02", "SL-SUMMON-04", "SL-SUMMON-06")
@pytest.mark.rule("SL-ATTACH-01", "SL-ATTACH-02", "SL-UPG-14")
@pytest.mark.parametrize(("edition", "kind"), [("m3e", Record), ("m2e", RecordM2)])
def test_a_record_takes_the_same_words_and_the_result_knows_who_stands_for_whom(edition, kind):
    """The model given up takes its Skill out of the game; Equipment that a model discards is not used up."""
    setup = two_crews("record", pool=("Outflank",))
    carried = {(1, 1): {"upgrades": ("coffee",), "owned": {"coffee": 71}}, (1, 2): {"upgrades": ("grit",)}}
    crews = tuple(
        replace(
            crew,
            models=tuple(
                replace(hired, model_id=10 * seat + number, **carried.get((seat, number), {}))
                for number, hired in enumerate(crew.models, 1)
            ),
        )
        for seat, crew in enumerate(setup.crews, 1)
    )
    cards = {slug: UpgradeCard(slug=slug, name=slug.title()) for slug in ("coffee", "grit")}
    record = kind(replace(setup, ruleset=edition, crews=crews, upgrades=cards, finish_threshold=3))
    record.enter([{"do": "turn", "turn": 1}])
    fear = {"slug": "fear", "name": "Fear"}
    act = {
        "do": "act",
        "name": "Rise",
        "seat": 0,
        "lines": [
            {"do": "summon", "card": "gator", "seat": 0, "printed": GATOR, "given_up": ["a2"]},
            {"do": "summon", "card": "gator", "seat": 0},
            {"do": "attach", "model": "s1", "upgrade": "fear", "bought": fear},
            {"do": "detach", "model": "s1", "upgrade": "fear"},
            {"do": "detach", "model": "a1", "upgrade": "coffee"},
            {"do": "draw", "seat": 1, "cards": 2},
        ],
    }
    events = record.enter([act])
    assert sentence_of(events[0], record.state).startswith("Frontier does “Rise”: Frontier Summons Gator")
    assert any(sentence_of(event, record.state) == "Woe draws 2 cards." for event in events)
    assert fold(record.first, record.events) == record.state
    first, second = sorted(name for name in record.state.models if name.startswith("s"))
    in_play = [model for model in record.state.models.values() if model.in_play]
    assert not any(model.upgrades for model in in_play), "Grit went with the one given up"
    record.enter([{"do": "slay", "model": first}, {"do": "slay", "model": second}])
    record.enter([{"do": "finished_off", "model": first, "card": "9r"}])
    with pytest.raises(Refusal, match="no model of an Arsenal"):
        record.enter([{"do": "finished_off", "model": second, "card": "9r"}])
    seat = record.result().seats[0]
    assert seat.casualties == ()
    (heir,) = seat.successors
    assert (heir.originals, heir.names, heir.finished_off) == ((12,), ("Gator",), True)
    assert seat.used_up == ()


@pytest.mark.rule("M3E-REPL-02", "M3E-REPL-03", "SL-3E-12")
def test_a_record_replaces_several_by_several(ruleset):
    record = Record(two_crews("record"))
    record.enter(
        [{"do": "hurt", "model": "a1", "amount": 3}, {"do": "condition", "model": "a2", "condition": "slow"}]
    )
    together = sum(record.state.models[name].health for name in ("a1", "a2"))
    record.enter([{"do": "replace", "models": ["a1", "a2"], "cards": ["gator", "gator"], "printed": [GATOR]}])
    new = [model for model in record.state.models.values() if model.id.startswith("s")]
    assert [model.health for model in new] == [min(together, 5)] * 2
    assert (new[0].conditions, new[0].leader, new[1].conditions) == ({"slow": 1}, True, {})
    assert [record.state.models[name].where for name in ("a1", "a2")] == ["gone", "gone"]
    assert fold(record.first, record.events) == record.state


# Anything, anywhere


def some_act(play: Play, stream: Stream):
    """Some command about what there is, possible or not."""
    models = [name for name, model in play.state.models.items() if model.in_play]
    markers = list(play.state.markers)
    model = models[stream.below(len(models))]
    x, y = 2 + stream.below(320) / 10, 2 + stream.below(320) / 10
    seat = stream.below(2)
    lines = [
        {"do": "hurt", "model": model, "amount": stream.below(5), "reducible": True},
        {"do": "damage_flip", "model": model, "weak": 1, "moderate": 2, "severe": 4},
        {"do": "heal", "model": model, "amount": 1},
        {"do": "slay", "model": model},
        {"do": "put", "model": model, "x": x, "y": y, "way": "place", "inches": 40, "anyway": bool(seat)},
        {"do": "put", "model": model, "x": x, "y": y},
        {"do": "condition", "model": model, "condition": "fast"},
        {"do": "condition", "model": model, "condition": "burning", "value": 2},
        {"do": "drop", "kind": "scrap", "x": x, "y": y, "traits": ["hazardous"]},
        {"do": "draw", "seat": seat, "cards": 2},
        {"do": "discard", "seat": seat, "cards": 1},
        {"do": "mill", "seat": seat},
        {"do": "put_back", "seat": seat, "to": "shuffled"},
        {"do": "shuffle", "seat": seat},
        {"do": "flip", "seat": seat},
        {"do": "duel", "model": model, "stat": "wp", "tn": 12},
        {"do": "stones", "seat": seat, "change": 1},
        {"do": "bury", "model": model},
        {"do": "unbury", "model": model, "x": x, "y": y},
        {"do": "summon", "card": "gator", "seat": seat, "x": x, "y": y, "printed": GATOR, "anyway": True},
        {"do": "replace", "models": [model], "cards": ["gator"], "printed": [GATOR]},
        {"do": "control", "model": model, "seat": seat},
        {"do": "stat", "model": model, "stat": "df", "amount": 1},
        {"do": "actions", "model": model, "change": 1},
        {"do": "activated", "model": model, "activated": bool(stream.below(3))},
    ]
    if markers:
        marker = markers[stream.below(len(markers))]
        lines.append({"do": "take_off", "marker": marker})
        lines.append({"do": "move_marker", "marker": marker, "x": x, "y": y})
    return lines[stream.below(len(lines))]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_acts_at_any_question_break_nothing(seed):
    """A skirmish with acts between its questions goes on, holds what must hold, and replays to the same."""
    setup = skirmish("hands")
    rules, dealer = edition("m3e"), KeyDealer(digest("hands", seed))
    play = Play(setup, rules, table_for(setup, rules), dealer)
    stream, acts = Stream(digest("acts", seed)), 0
    for _ in range(420):
        if play.over:
            break
        if play.state.phase not in ("setup", "over") and not play.acting and stream.below(4) == 0:
            try:
                play.act(stream.below(2), lure(some_act(play, stream), asked=stream.below(4) == 0))
                acts += 1
            except Refusal:
                pass
            continue
        ask = play.asks[0]
        play.answer(ask.seat, ask.options.sample(stream))
    assert acts > 25
    again = replay(setup, rules, table_for(setup, rules), dealer, play.decisions)
    assert (again.hash, again.state) == (play.hash, play.state)
    since = play.checkpoint
    short = replay(setup, rules, table_for(setup, rules), dealer, play.decisions[since.decisions :], since)
    assert short.hash == play.hash
    assert list(broken(play)) == []
