"""Set-up, steps E to H, where both hire in the Encounter: at the same time, in secret until both are in."""

from __future__ import annotations

import msgspec
import pytest

from rules.editions.m3e.play.play import replay
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.simulation.simulate import play_one, players
from rules.editions.m3e.stored import STORED
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events import encode
from rules.game.log import dump, effective, fold, free_from, load, take_back
from rules.game.narration import sentences_of
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.bots import Passive
from rules.game.stored import Decision
from rules.game.table_access.exact_table import table_for
from rules.game.view import heard_by, view
from rules.refusal import Refusal
from tests.rules.game.stock import ALL, STOCK, begun, open_setup

DECEMBER = {"leader": "rasputina", "members": [{"slug": "ice-gamin"}, {"slug": "misaki"}], "name": "Frost"}
HONEYPOT = {"leader": "jakob-lynch", "members": [{"slug": "gracie"}]}


def first(play, kind):
    """Answer with whatever comes first until such a question is open."""
    while play.asks[0].kind != kind:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    return play


def both(play, kind, one, two):
    """Both sides' answers to the question that both are asked."""
    assert {(ask.seat, ask.kind) for ask in play.asks} == {(0, kind), (1, kind)}
    play.answer(0, one)
    return play.answer(1, two)


def at_masters(edition_id="m3e", **settings):
    play = first(begun(edition_id, **settings), "faction")
    both(play, "faction", "arcanists", "ten-thunders")
    both(play, "leader", "Rasputina", "Jakob Lynch")
    return play


def at_hire(edition_id="m3e", masters=(), **settings):
    play = at_masters(edition_id, **settings)
    if play.asks[0].kind == "masters":
        play.answer(0, list(masters))
    return play


def hired(edition_id="m3e"):
    play = at_hire(edition_id)
    both(play, "hire", DECEMBER, HONEYPOT)
    return play


@pytest.mark.rule("M3E-SETUP-01", "M3E-SETUP-16")
def test_the_scenario_and_the_pool_stand_before_anybody_declares(ruleset):
    play = first(begun(ruleset.id), "faction")
    kinds = [type(event).__name__ for event in play.events]
    assert "ScenarioSet" in kinds
    assert len(play.state.pool) == 5
    assert not play.state.models
    assert not play.setup.cards
    while play.asks[0].kind in ("faction", "leader", "masters", "hire"):
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    assert play.asks[0].kind == "schemes"
    seen = list(dict.fromkeys(decision.kind for decision in play.decisions))
    assert seen[-4:] in (["faction", "leader", "masters", "hire"], ["cut", "faction", "leader", "hire"])


@pytest.mark.rule("M3E-SETUP-16", "M3E-FACTION-01")
def test_e_factions_then_leaders_names_each_told_when_both_have_said_it(ruleset):
    play = first(begun(ruleset.id), "faction")
    before = len(play.events)
    assert [choice.key for choice in play.asks[0].options.choices] == ["arcanists", "ten-thunders"]
    assert play.answer(1, "ten-thunders") == ()
    assert play.state.crews[1].faction == ""
    events = play.answer(0, "arcanists")
    assert [type(event).__name__ for event in events] == ["FactionDeclared"] * 2
    names = [choice.key for choice in play.ask_for(0).options.choices]
    assert names == ["Ironsides", "Rasputina", "Sandeep Desai", "Viktor Ramos", "Misaki Katanaka"]
    both(play, "leader", "Rasputina", "Jakob Lynch")
    assert [(crew.faction, crew.leader) for crew in play.state.crews] == [
        ("arcanists", "Rasputina"),
        ("ten-thunders", "Jakob Lynch"),
    ]
    heard = b"".join(encode(event) for event in heard_by(play.events[before:], 1))
    assert b"Abominable" not in heard
    assert b"rasputina" not in heard, "the name is told, not which version"


@pytest.mark.rule("M3E-SETUP-16", "M3E-HIRE-08", "M3E-HIRE-09")
def test_f_additional_masters_below_half_of_the_size_and_whoever_is_announced_is_hired(ruleset):
    play = at_masters(ruleset.id)
    ask = play.ask_for(0)
    assert ask.kind == "masters"
    assert play.ask_for(1) is None, "the Ten Thunders have no other Master here, which everybody knows"
    assert [choice.key for choice in ask.options.choices] == ["ironsides", "sandeep", "ramos"]
    with pytest.raises(Refusal, match="less than half of 50") as refused:
        play.answer(0, ["ironsides", "ramos"])  # 27
    assert refused.value.rule == "M3E-HIRE-08"
    assert ask.options.contains(["ironsides"])
    assert ask.options.contains(["sandeep", "ramos"])  # 23
    assert not ask.options.contains(["sandeep", "ironsides", "ramos"])
    play.answer(0, ["sandeep"])
    assert play.state.crews[0].masters == ("sandeep",)
    with pytest.raises(Refusal, match="announced as an additional Master but not hired") as refused:
        play.answer(0, DECEMBER)
    assert refused.value.rule == "M3E-HIRE-08"
    play.answer(0, {**DECEMBER, "members": [{"slug": "sandeep"}]})


@pytest.mark.rule("M3E-SETUP-16", "M3E-HIRE-02")
def test_f_a_henchman_announces_nobody_and_is_not_asked(ruleset):
    play = first(begun(ruleset.id), "faction")
    both(play, "faction", "arcanists", "arcanists")
    both(play, "leader", "Misaki Katanaka", "Misaki Katanaka")
    assert [ask.kind for ask in play.asks] == ["hire", "hire"]


@pytest.mark.parametrize(
    ("crew", "rule", "says"),
    [
        ({"leader": "misaki"}, "M3E-SETUP-16", "You declared Rasputina"),
        ({"leader": "rasputina", "members": [{"slug": "hoarcat"}]}, "M3E-GEN-06", "no source has all"),
        ({"leader": "rasputina", "members": [{"slug": "ice-gamin"}] * 4}, "M3E-HIRE-12", "at most 3"),
        ({"leader": "rasputina", "members": [{"slug": "gracie"}]}, "M3E-HIRE-06", "shares no Keyword"),
        ({"leader": "rasputina", "members": [{"slug": "ramos"}]}, "M3E-HIRE-08", "not announced"),
        ({"leader": "rasputina", "members": [{"slug": "wolf"}]}, "M3E-GEN-06", "no such model"),
        ({"members": []}, "M3E-SETUP-17", "no Crew"),
        (["rasputina"], "M3E-SETUP-17", "no Crew"),
        ({"leader": "rasputina", "stones": 9}, "M3E-SETUP-17", "no Crew"),
    ],
)
@pytest.mark.rule("M3E-SETUP-17", "M3E-HIRE-06", "M3E-HIRE-12", "M3E-GEN-06")
def test_g_a_crew_that_breaks_hiring_is_refused_by_its_rule_and_nothing_happens(ruleset, crew, rule, says):
    play = at_hire(ruleset.id)
    before = (len(play.decisions), play.hash)
    with pytest.raises(Refusal, match=says) as refused:
        play.answer(0, crew)
    assert refused.value.rule == rule
    assert refused.value.fix
    assert (len(play.decisions), play.hash) == before
    assert play.ask_for(0) is not None


@pytest.mark.rule("M3E-SETUP-02", "M3E-HIRE-03")
def test_a_the_size_agreed_on_is_what_both_hire_for(ruleset):
    play = at_hire(ruleset.id, size=12)
    with pytest.raises(Refusal, match="The Crew costs 13; the Encounter's size is 12"):
        play.answer(0, DECEMBER)
    play.answer(0, {"leader": "rasputina", "members": [{"slug": "ice-gamin"}]})


@pytest.mark.rule("M3E-SETUP-17", "M3E-HIRE-22", "M3E-HIRE-16")
def test_h_everything_hired_is_revealed_at_once(ruleset):
    play = at_hire(ruleset.id)
    trained = {**DECEMBER, "leader": "rasputina-abominable", "leader_upgrades": ["magical-training"]}
    assert play.answer(0, trained) == ()
    assert not play.state.models
    events = play.answer(1, HONEYPOT)
    assert [type(event).__name__ for event in events[:2]] == ["CrewHired", "CrewHired"]
    models = play.state.models
    assert [(model.id, model.card, model.leader) for model in models.values()] == [
        ("a1", "rasputina-abominable", True),
        ("a2", "ice-gamin", False),
        ("a3", "misaki", False),
        ("b1", "jakob-lynch", True),
        ("b2", "gracie", False),
    ]
    assert models["a1"].upgrades == ("magical-training",)
    assert [(crew.name, crew.stones) for crew in play.state.crews] == [
        ("Frost", 10),
        ("Jakob Lynch’s Crew", 10),
    ]
    assert set(play.setup.cards) == {model.card for model in models.values()} | {"depleted"}, "or Summoned"
    sentences = " ".join(sentences_of(events, play.state))
    assert "Frost is revealed: Rasputina, Ice Gamin, Misaki Katanaka; 10 Soulstones left." in sentences


CHOICES = {
    "faction": ("arcanists", "ten-thunders"),
    "leader": ("Rasputina", "Viktor Ramos"),
    "masters": ([], ["sandeep"]),
    "hire": (DECEMBER, {"leader": "rasputina-abominable", "members": []}),
}


@pytest.mark.parametrize("kind", CHOICES)
@pytest.mark.rule("M3E-SETUP-16", "M3E-SETUP-17")
def test_until_both_are_in_the_other_sees_and_hears_the_same_whatever_was_chosen(ruleset, kind):
    """Permuting what one side chose leaves the other's view and log equal to the byte, at every step."""

    def world(choice):
        play = first(begun(ruleset.id), "faction")
        for step, mine in (
            ("faction", "arcanists"),
            ("leader", "Rasputina"),
            ("masters", []),
            ("hire", None),
        ):
            if step == kind:
                break
            both(play, step, mine, mine)
        assert play.answer(1, choice) == ()
        seen = [msgspec.json.encode(view(play.state, play.asks, seat)) for seat in (0, None)]
        heard = [encode(event) for event in heard_by(play.events, 0)]
        return seen, heard, play.hash, msgspec.json.encode(play.setup), play

    one, two = (world(choice) for choice in CHOICES[kind])
    assert one[:4] == two[:4]
    for encounter, choice in ((one[4], CHOICES[kind][0]), (two[4], CHOICES[kind][1])):
        assert encounter.decisions[-1].value == choice, "the log holds what was chosen"
        if kind != "hire":
            encounter.answer(0, CHOICES[kind][0])
        else:
            encounter.answer(0, DECEMBER)
    seen = [msgspec.json.encode(view(encounter[4].state, encounter[4].asks, 0)) for encounter in (one, two)]
    assert seen[0] != seen[1], "once both are in, it is told"


@pytest.mark.rule("M3E-SETUP-16", "M3E-SETUP-17")
def test_taking_a_secret_choice_back_is_free_before_the_reveal_and_asks_after_it(ruleset):
    play = first(begun(ruleset.id), "faction")
    start = len(play.decisions)
    play.answer(1, "ten-thunders")
    assert free_from(play, 1) == start
    entry = take_back(play, 1, start)
    log = effective([*play.decisions, entry])
    dealer = KeyDealer(digest("hiring", "1"))
    again = replay(play.setup, play.rules, table_for(play.setup, play.rules), dealer, log, stock=STOCK)
    assert {ask.seat for ask in again.asks} == {0, 1}
    both(again, "faction", "arcanists", "arcanists")
    assert free_from(again, 1) == free_from(again, 0) == len(again.decisions), "both know now"
    with pytest.raises(Refusal, match="other player has answered since"):
        take_back(again, 1, len(again.decisions) - 1)


def test_both_logs_give_the_same_encounter_and_the_setup_hires_no_second_time(ruleset):
    play = hired(ruleset.id)
    while not play.checkpoint.decisions:
        ask = play.asks[0]
        play.answer(ask.seat, ask.options.sample(Stream(digest("on", str(len(play.decisions))))))
    ground = table_for(play.setup, play.rules)
    stored = STORED.decoder(EncounterSetup).decode(msgspec.json.encode(play.setup))
    dealer = KeyDealer(digest("hiring", "1"))
    whole = replay(stored, play.rules, ground, dealer, load(dump(play.decisions)), stock=STOCK)
    assert (whole.hash, whole.state, whole.setup) == (play.hash, play.state, play.setup)
    assert fold(stored.first_state(), [STORED.event(encode(event)) for event in play.events]) == play.state
    assert not stored.first_state().models
    rest = replay(
        stored, play.rules, ground, dealer, play.decisions[play.checkpoint.decisions :], play.checkpoint
    )
    assert rest.hash == play.hash, "from a checkpoint nothing to hire from is needed"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_bots_hire_and_play_to_the_end(number):
    """Any lawful answer, greedy against that, both greedy."""
    setup = open_setup(size=20, turns=2)
    rules = edition("m3e")
    run = play_one(setup, rules, players("hiring", number), digest("hiring-key", str(number)), stock=STOCK)
    assert run.violations == ()
    assert run.turns == 2


def test_every_crew_hired_by_chance_is_legal_and_spends_what_it_can():
    play = at_hire(masters=["sandeep"])
    options = play.ask_for(0).options
    crews = [options.sample(Stream(digest("crew", str(number)))) for number in range(12)]
    assert all(options.contains(crew) for crew in crews)
    assert len({crew["leader"] for crew in crews}) == 2
    assert all(len(crew["members"]) >= 6 for crew in crews)
    assert all(slug["slug"] in ALL for crew in crews for slug in crew["members"])
    assert options.contains(Passive(Stream(digest("absent"))).answer(play, play.ask_for(0)))


def test_what_is_asked_is_shown_as_plain_data():
    play = at_masters()
    seen = view(play.state, play.asks, 0)["asks"][0]["options"]
    assert (seen["options"], [choice["key"] for choice in seen["choices"]]) == (
        "Several",
        ["ironsides", "sandeep", "ramos"],
    )
    play.answer(0, [])
    assert view(play.state, play.asks, 0)["asks"][0]["options"] == {
        "options": "Hiring",
        "faction": "arcanists",
        "leader": "Rasputina",
        "masters": [],
        "size": 50,
        "titles": ["rasputina", "rasputina-abominable"],
        "release": "practice",
    }
    assert msgspec.json.encode(view(play.state, play.asks, 1))


def test_without_anything_to_hire_from_it_is_refused():
    setup = open_setup(attacker=0, strategy="None", deployment="Standard", pool=("None",))
    rules = edition("m3e")
    with pytest.raises(Refusal, match="nothing here to hire from"):
        replay(
            setup,
            rules,
            table_for(setup, rules),
            KeyDealer(digest("none")),
            [Decision(1, "cut", 0), Decision(0, "cut", 0)],
        )
