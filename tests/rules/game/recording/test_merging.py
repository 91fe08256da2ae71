"""Entries written without knowing each other: every pair of kinds adds up, is the same, or is asked."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rules.editions.m1e import record as m1
from rules.game.recording import record as r
from rules.game.recording.merging import relation
from rules.game.referee import commands as c
from rules.game.referee.command import Fact

KINDS = list(dict.fromkeys(kind for kinds in (r.Own, c.AnyCommand, m1.Own) for kind in get_args(kinds)))


def sample(kind: Any) -> Any:
    values = {"int": 1, "float": 1.0, "bool": True, "str": "b1"}
    fields = {}
    for field in kind.__struct_fields__:
        hint = str(kind.__annotations__.get(field, ""))
        fields[field] = next((value for name, value in values.items() if hint.startswith(name)), "b1")
    return kind(**fields)


def test_every_pair_of_kinds_has_a_named_outcome() -> None:
    samples = [sample(kind) for kind in KINDS]
    assert all(entry.subjects for entry in samples)
    assert {relation(one, other) for one in samples for other in samples} == {"apart", "same", "asks"}
    assert all(relation(one, one) == ("same" if isinstance(one, Fact) else "asks") for one in samples)


APART = [
    (r.Choose(seat=0, schemes=("Outflank",)), r.Choose(seat=1, schemes=("Outflank",))),
    (r.Reveal(seat=0, scheme="Outflank"), r.Reveal(seat=0, scheme="Vendetta")),
    (r.Tick(seat=0, portion="one"), r.Tick(seat=0, portion="two")),
    (c.SetCondition(model="a1", condition="slow"), c.SetCondition(model="a1", condition="fast")),
    (c.SetTokens(model="a1", name="omen", number=1), c.SetTokens(model="a1", name="corpse", number=1)),
    (c.Activate(model="a1"), c.Activate(model="a2")),
    (c.Activate(model="a1"), c.Hurt(model="a1", amount=1)),
    (c.Use(model="a1", upgrade="coffee"), c.Use(model="a1", upgrade="coat")),
    (c.Point(seat=0, source="Reckoning"), c.Point(seat=1, source="Reckoning")),
    (c.Point(seat=0, source="Reckoning"), c.Point(seat=0, source="Vendetta")),
    (c.Summon(card="hound", seat=0), c.Summon(card="sorrow", seat=0)),
    (c.Stones(seat=0, change=1), c.Stones(seat=1, change=1)),
    (c.Stones(seat=0, change=1), c.Passes(seat=0, passes=1)),
]
ASKED = [
    (r.Choose(seat=0, schemes=("Outflank",)), r.Choose(seat=0, schemes=("Vendetta",))),
    (c.SetCondition(model="a1", condition="slow"), c.SetCondition(model="a1", condition="slow", value=0)),
    (c.SetTokens(model="a1", name="omen", number=1), c.SetTokens(model="a1", name="omen", number=2)),
    (c.Activate(model="a1"), c.Activate(model="a1", activated=False)),
    (c.Point(seat=0, source="Reckoning"), c.Point(seat=0, source="Reckoning", lost=True)),
    (c.Summon(card="hound", seat=0), c.Summon(card="hound", seat=0)),
    (c.Put(model="a1", x=1, y=1), c.Hurt(model="a1", amount=1)),
    (c.Stones(seat=0, change=1), c.Stones(seat=0, change=-1)),
    (c.Activate(model="a1"), r.Turn(turn=3)),
]


@pytest.mark.parametrize(
    ("one", "two", "outcome"), [(*pair, "apart") for pair in APART] + [(*pair, "asks") for pair in ASKED]
)
def test_entries_of_one_thing_are_asked_and_of_two_things_add_up(one, two, outcome) -> None:
    assert relation(one, two) == outcome


def test_an_act_changes_what_its_lines_change() -> None:
    act = r.ActEntry(name="Lure", lines=(c.Hurt(model="b1", amount=1), c.Put(model="b2", x=1, y=1)))
    assert act.subjects == {("model", "b1"), ("model", "b2")}
    assert relation(act, c.Heal(model="b2", amount=1)) == "asks"
    assert relation(act, c.Heal(model="b3", amount=1)) == "apart"
