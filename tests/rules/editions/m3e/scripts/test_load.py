"""Cards as data: a closed vocabulary, checked when loaded, and how much of it the engine carries out."""

from __future__ import annotations

import re

import msgspec
import pytest

from rules.editions.m3e.examples.crews import CARDS
from rules.editions.m3e.play.abilities.execution import CUSTOM, HANDLERS, custom
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.load import coverage, load_cards, status_of
from rules.editions.m3e.scripts.words import Ability, parts_of
from rules.editions.m3e.statcards import Action
from rules.refusal import Refusal
from tests.rules.editions.m3e.scene import Scene


def test_cards_survive_json():
    raw = msgspec.json.encode(list(CARDS.values()))
    assert load_cards(msgspec.json.decode(raw)) == CARDS


def card(**more):
    return {"slug": "hound", "name": "Guild Hound", **more}


FLIP = [1, 2, 3]
NO_FLIP = [
    {"do": "gain", "condition": "burning", "value": FLIP},
    {"do": "lose", "condition": "burning", "value": FLIP},
    {"do": "draw", "cards": FLIP},
    {"do": "token", "name": "soul", "number": FLIP},
    {"do": "more_damage", "amount": FLIP},
    {"do": "damage", "amount": {"count": "half", "amount": FLIP}},
    {"do": "heal", "amount": {"count": "sum", "of": [1, FLIP]}},
    {"do": "set_x", "amount": FLIP},
    {"do": "duel", "stat": "df", "tn": FLIP},
]


@pytest.mark.rule("M3E-DMG-04", "M3E-HEAL-01")
@pytest.mark.parametrize("word", NO_FLIP, ids=lambda word: word["do"])
def test_only_damage_and_healing_are_flipped(word):
    """Anything else is refused when it is read, not when it is played."""
    with pytest.raises(Refusal, match="hound"):
        load_cards([card(actions=[{"name": "A", "effects": [word]}])])
    for flipped in ("damage", "heal"):
        assert load_cards([card(actions=[{"name": "A", "effects": [{"do": flipped, "amount": FLIP}]}])])


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (card(abilities=[{"name": "Howl", "parts": [{"do": "howl"}]}]), "howl"),
        (card(abilities=[{"name": "A", "parts": [{"do": "armor", "amuont": 1}]}]), "amuont"),
        (
            card(
                abilities=[{"name": "A", "parts": [{"do": "reaction", "moment": "teatime", "effects": []}]}]
            ),
            "teatime",
        ),
        (card(actions=[{"name": "A", "rnage": 1}]), "rnage"),
        (card(actions=[{"name": "A", "effects": [{"do": "gain", "condition": "sleepy"}]}]), "sleepy"),
        (card(actions=[{"name": "A", "effects": [{"do": "registered", "key": "nobody"}]}]), "nobody"),
        (card(actions=[{"name": "A", "effects": [{"do": "damage", "amount": "many"}]}]), "many"),
        (
            card(
                actions=[
                    {
                        "name": "A",
                        "effects": [
                            {"do": "pulse", "inches": 2, "effects": [{"do": "lose", "condition": "sleepy"}]}
                        ],
                    }
                ]
            ),
            "sleepy",
        ),
    ],
)
def test_an_unknown_word_fails_when_loaded_and_names_the_card(record, says):
    with pytest.raises(Refusal) as refused:
        load_cards([record])
    assert "hound" in refused.value.sentence
    assert says in refused.value.sentence


def test_every_effect_word_is_carried_out():
    assert not [kind.__name__ for kind in w.Effect.__args__ if kind not in HANDLERS]
    assert len(HANDLERS) > 25


def test_words_are_found_however_deep():
    kinds = {type(word).__name__ for word in parts_of(CARDS["ice-gamin"])}
    assert {"Damage", "Gain", "Pulse", "Reaction", "Duel", "Heal"} <= kinds


def test_the_report_counts_what_is_carried_out_by_itself():
    prompted = Action(name="Odd", effects=(w.May(effects=(w.Prompted(text="Something."),)),))
    by_hand = Ability(name="Strange", parts=(w.ByHand(text="Something else."),))
    assert status_of(prompted, "automated") == "prompted"
    hound = CARDS["bushwhacker"]
    from msgspec.structs import replace

    report = coverage([replace(hound, actions=(*hound.actions, prompted), abilities=(by_hand,))])
    assert (report.automated, report.prompted, report.manual) == (2, 1, 1)
    assert report.names["manual"] == ("Strange",)


def test_a_registered_ability(ruleset):
    @custom("test:twice")
    def twice(g, data, scene):
        from rules.editions.m3e.play.procedure.cards import draw

        yield from draw(g, g.model(scene.source).player, int(data["cards"]))

    try:
        action = Action(name="Twice", effects=(w.Registered(key="test:twice", data={"cards": 2}),))
        scene = Scene(ruleset).model("a1", actions=(action,)).deck("A", "5r 6r")
        scene.act("a1", "Twice")
        assert scene.cards_of("A", "hand") == "5r 6r"
    finally:
        del CUSTOM["test:twice"]


# What may stand where


@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ({"do": "gain", "condition": "slow", "value": [1, 2, 3]}, "value"),
        ({"do": "lose", "condition": "slow", "value": [1, 2, 3]}, "value"),
        ({"do": "move", "kind": "push", "inches": [1, 2, 3]}, "inches"),
        ({"do": "draw", "cards": [1, 2, 3]}, "cards"),
        ({"do": "more_damage", "amount": [1, 2, 3]}, "amount"),
        ({"do": "duel", "stat": "wp", "tn": [10, 11, 12]}, "tn"),
        ({"do": "token", "name": "sin", "number": [1, 2, 3]}, "number"),
        ({"do": "repeat", "times": [1, 2, 3], "effects": []}, "times"),
        ({"do": "set_x", "amount": {"count": "half", "amount": [1, 2, 3]}}, "amount.amount"),
        ({"do": "modify_duel", "suits": ["hearts"]}, "suits[0]"),
        ({"do": "take_action", "name": "Bite", "suits": ["chosen"]}, "suits[0]"),
        ({"do": "may", "effects": [], "cost": [{"do": "pay_cards", "suit": "chosen"}]}, "cost[0].suit"),
        ({"do": "grant", "part": {"do": "duel_modifier", "suits": ["any"]}}, "part.suits[0]"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else value,
)
def test_a_flip_and_a_suit_are_refused_when_read_where_they_cannot_be(effect, place):
    """Only damage and healing are flipped, and a suit is "chosen" only where something reads that."""
    action = {"name": "Howl", "effects": [effect]}
    with pytest.raises(Refusal, match=re.escape(f"at `$.actions[0].effects[0].{place}`")):
        load_cards([{"slug": "hound", "name": "Hound", "actions": [action]}])
    for amount in ({"do": "damage", "amount": [1, 2, 3]}, {"do": "heal", "amount": [1, 2, 3]}):
        assert load_cards([{"slug": "hound", "name": "Hound", "actions": [action | {"effects": [amount]}]}])
