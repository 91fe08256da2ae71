"""House cards: what is written in a pack is validated fault by fault and plays like a printed card."""

from __future__ import annotations

from typing import Any

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.actions.available import can_be_taken
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.catalogue import card_of, upgrade_of
from rules.editions.m3e.scripts.house.cards import HouseAbility, HouseAction, completed, from_printed
from rules.editions.m3e.scripts.house.faults import faults_of, faults_of_card, left_to_hand
from rules.editions.m3e.scripts.library import scripts
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.script import SCRIPTS
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.statcards import StatCard
from tests.rules.editions.m3e.scene import Scene

HOWL = {
    "name": "Howl",
    "script": {
        "parts": [
            {
                "do": "aura",
                "inches": 6,
                "side": "enemy",
                "part": {"do": "stat_bonus", "stat": "wp", "amount": -1},
            }
        ]
    },
}
BITE: dict[str, Any] = {
    "name": "Bite",
    "kind": "attack",
    "range_type": "melee",
    "range": 1,
    "stat": 6,
    "resist": "Df",
    "damage": [2, 3, 4],
    "script": {"effects": [{"do": "gain", "condition": "burning", "value": 1}]},
    "triggers": [
        {
            "name": "Drag",
            "suits": ["tome"],
            "script": {"effects": [{"do": "move", "kind": "push", "inches": 2, "way": "toward"}]},
        }
    ],
}
RECORD: dict[str, Any] = {
    "slug": "house-wolf",
    "name": "Wolf",
    "title": "",
    "station": "Henchman",
    "cost": 6,
    "df": 5,
    "wp": 4,
    "mv": 6,
    "sz": 1,
    "health": 6,
    "base_mm": 30,
    "factions": ["guild"],
    "keywords": ["Guard"],
    "limit": 1,
    "totem_for": "",
    "characteristics": ["Beast"],
    "is_totem": False,
    "versatile": False,
}


def card(**figures: Any) -> StatCard:
    return card_of({**RECORD, "figures": completed(figures)})


def test_every_shipped_script_is_sound() -> None:
    """The judge of house cards agrees with the file that was read and reviewed."""
    wrong = [
        (entry.kind, entry.name, fault.path, fault.sentence)
        for entry in scripts().entries
        if entry.status == "scripted"
        for fault in faults_of(entry.script, SCRIPTS[entry.kind])
    ]
    assert wrong == []


def test_own_words_make_abilities_actions_and_triggers() -> None:
    wolf = card(abilities=[HOWL], actions=[BITE])
    assert faults_of_card({"abilities": [HOWL], "actions": [BITE]}) == []
    (howl,), (bite,) = wolf.abilities, wolf.actions
    assert "Wp" in tell(howl)
    assert status_of(howl, howl.status) == "automated"
    assert [effect.__struct_config__.tag for effect in bite.effects] == ["damage", "gain"]
    assert bite.effects[0].amount == (2, 3, 4)  # type: ignore[union-attr]
    assert bite.status == "automated"
    (drag,) = bite.triggers
    assert drag.status == "automated"
    assert "pushed up to 2 inches toward this model" in tell(drag)


UPGRADE: dict[str, Any] = {
    "slug": "house-fang",
    "name": "Fang",
    "plentiful": 2,
    "special": [],
    "actions": [],
}
ARMOR = {"name": "Hide", "script": {"parts": [{"do": "armor", "amount": 1}]}}
SNAP = {
    "name": "Snap",
    "defends": "Df",
    "script": {"effects": [{"do": "damage", "amount": 1}]},
}


def test_an_upgrade_has_what_is_written_on_it_and_a_window_without() -> None:
    figures = completed({"abilities": [ARMOR, SNAP], "actions": [BITE]})
    fang = upgrade_of({**UPGRADE, "figures": figures})
    assert [ability.name for ability in fang.abilities] == ["Hide"]
    assert [trigger.resists for trigger in fang.triggers] == ["df"]
    assert [action.name for action in fang.actions] == ["Bite"]
    things = (*fang.abilities, *fang.triggers, *fang.actions, *fang.actions[0].triggers)
    assert {status_of(thing, thing.status) for thing in things} == {"automated"}
    for nothing in ({}, {"figures": completed({})}):
        (window,) = upgrade_of({**UPGRADE, **nothing}).abilities
        assert (window.name, window.status) == ("Fang", "prompted")
    assert faults_of_card(figures, stats=False) == []
    (fault,) = faults_of_card({**figures, "df_suit": ["ram"]}, stats=False)
    assert (fault.path, "no stat" in fault.sentence) == ("df_suit", True)


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-19")
def test_whoever_a_house_upgrade_is_attached_to_plays_it_until_it_is_discarded(ruleset: Ruleset) -> None:
    fang = upgrade_of({**UPGRADE, "figures": completed({"abilities": [ARMOR, SNAP], "actions": [BITE]})})
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.5, 10)).upgrade(fang)
    scene.state(activating="a1").deck("A", "9r 6r").deck("B", "1m")
    attach: Any = (w.Attach(upgrade="Fang", whom="self"),)
    scene.run(lambda g: execute(g, attach, Effects("a1", label="Den")))
    scene.run(lambda g: damage(g, Hit("a1", 3)))
    assert scene["a1"].health == 6, "three less the Armor of the Upgrade"
    assert scene.g.resistance_triggers(scene["a1"])[0].name == "Snap"
    bite = next(action for action in scene.g.actions(scene["a1"]) if action.name == "Bite")
    assert can_be_taken(scene.g, scene["a1"], bite)
    scene.act("a1", bite)
    assert scene["b1"].health == 5
    assert scene["b1"].has("burning")
    discard: Any = (w.DiscardUpgrade(upgrade="Fang", whom="self"),)
    scene.run(lambda g: execute(g, discard, Effects("a1", label="Den")))
    assert "Bite" not in [action.name for action in scene.g.actions(scene["a1"])]
    scene.run(lambda g: damage(g, Hit("a1", 3)))
    assert scene["a1"].health == 3


def test_a_name_without_words_does_what_it_does_on_printed_cards() -> None:
    wolf = card(abilities=[{"name": "Armor", "value": 2}, {"name": "Unheard Of"}], actions=[])
    armor, unknown = wolf.abilities
    assert tell(armor)
    assert armor.status == "automated"
    assert unknown.status == "prompted"


def test_what_is_not_carried_out_leaves_the_whole_to_the_players() -> None:
    """Nothing is half executed in silence."""
    record = {
        "name": "Guise",
        "script": {"parts": [{"do": "armor", "amount": 1}, {"do": "counts_as", "marker": "scrap"}]},
    }
    assert faults_of(record, HouseAbility) == []
    assert left_to_hand(record, "ability") == ("counts_as.marker",)
    (guise,) = card(abilities=[record], actions=[]).abilities
    assert guise.status == "prompted"


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        ({"kind": "dance"}, "kind", "none of what may stand here"),
        ({"stat": "six"}, "stat", "a number"),
        ({"stat": 100}, "stat", "at most 99"),
        ({"damage": [1, 2]}, "damage", "3 whole numbers"),
        ({"reach": 2}, "reach", "has no “reach”"),
        ({"tn_suits": ["rams"]}, "tn_suits/0", "Did you mean “ram”"),
        (
            {"script": {"effects": [{"do": "gian", "condition": "burning"}]}},
            "script/effects/0",
            "mean “gain”",
        ),
        (
            {"script": {"effects": [{"do": "gain", "condition": "burnin"}]}},
            "script/effects/0/condition",
            "Did you mean “burning”",
        ),
        ({"script": {"effects": [{"do": "gain"}]}}, "script/effects/0/condition", "missing"),
        ({"script": {"effects": {"do": "draw"}}}, "script/effects", "No word may stand here"),
        ({"script": {"effects": [{"amount": 1}]}}, "script/effects/0", "has to be said by “do”"),
        ({"script": {"effects": [{"do": "registered", "key": "x"}]}}, "script/effects/0", "no word"),
        ({"script": {"cost": [{"do": "pay_cards", "cards": True}]}}, "script/cost/0/cards", "a number"),
        ({"name": "two\nlines"}, "name", "one line"),
    ],
)
def test_each_fault_is_told_at_its_place(change: dict[str, Any], path: str, said: str) -> None:
    faults = faults_of({**BITE, **change}, HouseAction)
    assert [fault.path for fault in faults] == [path]
    assert said in faults[0].sentence


def test_all_faults_are_told_at_once_and_by_their_thing() -> None:
    faults = faults_of_card(
        {
            "abilities": [{"name": ""}, {"name": "Howl", "script": {"parts": [{"do": "howl"}]}}],
            "actions": [BITE, {**BITE, "stat": None, "range": "far"}],
            "spells": [],
        }
    )
    assert {fault.path for fault in faults} == {
        "spells",
        "abilities/0/name",
        "abilities/1/script/parts/0",
        "actions/1/name",
        "actions/1/range",
    }


@pytest.mark.parametrize(
    ("figures", "path", "said"),
    [
        ("a card", "", "an object"),
        ({"df_suit": "ram"}, "df_suit", "Suits are of"),
        ({"wp_suit": ["rams"]}, "wp_suit", "Suits are of"),
        ({"abilities": {"name": "Howl"}}, "abilities", "at most 20"),
        ({"abilities": [{"name": "Howl"}] * 21}, "abilities", "at most 20"),
        ({"actions": [BITE, {**BITE, "name": "BITE "}]}, "actions/1/name", "two Actions called BITE"),
    ],
)
def test_a_card_that_cannot_be_is_told_where(figures: Any, path: str, said: str) -> None:
    (fault,) = faults_of_card(figures)
    assert fault.path == path
    assert said in fault.sentence


def test_a_row_that_is_no_object_needs_a_name_too() -> None:
    faults = faults_of_card({"abilities": ["howl"]})
    assert [(fault.path, fault.sentence) for fault in faults] == [
        ("abilities/0", "This has to be an object, not “howl”."),
        ("abilities/0/name", "It needs a name."),
    ]


def test_abilities_may_share_a_name_and_a_card_without_script_leaves_nothing() -> None:
    assert faults_of_card({"abilities": [HOWL, HOWL]}) == []
    assert left_to_hand({"name": "Howl"}, "ability") == ()


def test_data_without_end_is_refused_quickly() -> None:
    deep: Any = {"do": "draw"}
    for _ in range(60):
        deep = {"do": "may", "effects": [deep]}
    assert any(
        "deeper" in fault.sentence
        for fault in faults_of({**BITE, "script": {"effects": [deep]}}, HouseAction)
    )
    wide = {"effects": [{"do": "either", "branches": [[{"do": "draw"}] * 90] * 90}] * 90}
    assert any("longer" in fault.sentence for fault in faults_of({**BITE, "script": wide}, HouseAction))


def test_a_printed_card_can_be_begun_with() -> None:
    """The written form of the printed figures is sound and makes the same card."""
    from tests.rules.editions.m3e.scripts.test_catalogue import RECORDS, is_complete

    for record in [record for record in RECORDS if is_complete(record)][::9]:
        written = from_printed(record["figures"])
        assert faults_of_card(written) == [], record["slug"]
        assert card_of({**record, "figures": written}) == card_of(record), record["slug"]
