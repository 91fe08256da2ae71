"""What the engine knows by a printed name: abilities, Triggers and Actions of the script file."""

from __future__ import annotations

import pytest

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.library import scripts
from rules.editions.m3e.scripts.registry import (
    printed_name,
    scripted_ability,
    scripted_action,
    scripted_trigger,
    settled_by,
    trigger_by,
)
from rules.editions.m3e.scripts.script import TriggerScript


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        (("Armor", 2, ""), "Armor +2"),
        (("Terrifying", None, "12"), "Terrifying (12)"),
        (("Armor", 0, "Fire"), "Armor +0 (Fire)"),
        (("Flight", None, ""), "Flight"),
    ],
)
def test_a_name_is_written_as_on_the_card(printed, name) -> None:
    assert printed_name(*printed) == name


def test_an_ability_is_known_by_name_with_its_value() -> None:
    armor = scripted_ability("Armor", 2, "")
    assert armor is not None
    assert (armor.name, armor.parts) == ("Armor +2", (w.Armor(amount=2),))
    assert scripted_ability("Howl At The Moon", None, "") is None


def test_a_trigger_takes_the_action_it_stands_under_again() -> None:
    script = TriggerScript(effects=(w.TakeAction(again=True), w.Draw()))
    trigger = trigger_by(script, "Onslaught", ("ram",), action="Claws")
    assert trigger.effects == (w.TakeAction(again=True, name="Claws"), w.Draw())
    other = TriggerScript(effects=(w.TakeAction(name="Bite"),))
    assert trigger_by(other, "Snap", ("ram",), action="Claws").effects == (w.TakeAction(name="Bite"),)


def first(kind: str) -> str:
    return next(
        entry.name for entry in scripts().entries if entry.kind == kind and entry.status == "scripted"
    )


def test_triggers_of_actions_and_of_resistance_are_two_things() -> None:
    own, resisting = first("trigger"), first("resistance")
    declared, resisted = scripted_trigger(own, ("ram",)), scripted_trigger(resisting, ("crow",), resists="df")
    assert declared is not None
    assert resisted is not None
    assert (declared.resists, declared.suits) == ("", ("ram",))
    assert (resisted.resists, resisted.suits) == ("df", ("crow",))
    assert scripted_trigger("Howl At The Moon", ()) is None


def test_actions_are_known_as_attacks_or_as_tactical_ones() -> None:
    attacks = {
        entry.name for entry in scripts().entries if entry.kind == "attack" and entry.status == "scripted"
    }
    tactical = {
        entry.name for entry in scripts().entries if entry.kind == "tactical" and entry.status == "scripted"
    }
    only = min(attacks - {entry.name for entry in scripts().entries if entry.kind == "tactical"})
    assert scripted_action(only, True) is not None
    assert scripted_action(only, False) is None
    assert scripted_action(min(tactical), False) is not None


@pytest.mark.parametrize("kind", ["ability", "trigger", "attack", "tactical"])
def test_where_an_effect_was_taken_from_is_known_of_whatever_kind(kind) -> None:
    assert settled_by(first(kind)) == "public"
    assert settled_by("Howl At The Moon") is None
