"""Scripts told in plain sentences: every word has one, and none is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.library import script_of, scripts
from rules.editions.m3e.scripts.script import ActionScript, TriggerScript
from rules.editions.m3e.scripts.tell import tell

WORDS = {kind for union in (w.Cost, w.Restriction, w.Passive, w.Effect, w.Part) for kind in get_args(union)}
EVERY = sorted(
    [(kind, w.Word, "sentence") for kind in WORDS]
    + [(kind, s.Count, "phrase") for kind in get_args(s.AnyCount)]
    + [(kind, s.Test, "phrase") for kind in get_args(s.AnyTest)],
    key=lambda row: f"{row[0].__module__} {row[0].__name__}",
)


@pytest.mark.parametrize(("kind", "base", "method"), EVERY, ids=lambda each: getattr(each, "__name__", each))
def test_every_word_is_told(kind, base, method):
    assert getattr(kind, method) is not getattr(base, method), f"{kind.__name__} says nothing"


ENEMY = s.Models(side="enemy")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (
            TriggerScript(effects=(w.Damage(amount=2), w.Gain(condition="slow"))),
            "The target suffers 2 damage, then the target gains Slow.",
        ),
        (
            TriggerScript(
                timing="when_resolving",
                restrictions=(w.Only(models=ENEMY),),
                cost=(w.PayCards(),),
                effects=(w.MoreDamage(amount=s.Limit(amount=s.Suits(suit="ram"), most=2)),),
                once="turn",
            ),
            "Once a Turn: only on an enemy model; discard a card: while the Action resolves, the damage is "
            "1 higher for each Ram in this model’s final total (at most 2).",
        ),
        (
            ActionScript(
                targets="model",
                ignoring=("cover",),
                effects=(w.Damage(amount=(2, 3, 4), blasts=(0, 1, 2)),),
                after=(w.Draw(),),
            ),
            "It ignores Cover. The target suffers 2/3/4 damage with 0/1/2 blasts. "
            "Afterwards, this model draws a card.",
        ),
        (
            w.Aura(inches=3, side="enemy", includes_self=False, part=w.DuelModifier(minus=1)),
            "each other enemy model in an aura of 3 inches: its duels have −",
        ),
        (
            w.If(
                test=s.Is(who="target", like=s.Models(has=("burning",))),
                effects=(w.Kill(),),
                otherwise=(w.Heal(amount=1, whom="self"),),
            ),
            "if the target has Burning, the target is killed; otherwise this model heals 1",
        ),
        (
            w.Move(kind="place", whom=s.Models(side="friendly", other=True, which="one"), contact="target"),
            "another friendly model is placed into base contact with the target",
        ),
        (
            w.Reaction(
                moment="killed", about="others", side="enemy", inches=6, optional=True, effects=(w.Draw(),)
            ),
            "When another enemy model within 6 inches is killed: "
            "this player may choose that this model draws a card.",
        ),
        (
            w.Reaction(
                moment="activated",
                about="others",
                side="friendly",
                models=s.Models(within=6),
                where=(s.Is(who="self", like=s.Models(activated=False)),),
                effects=(w.Heal(amount=1),),
            ),
            "Once another friendly model within 6 inches of this model has Activated, "
            "if this model has not Activated: that model heals 1.",
        ),
        (
            w.Reaction(
                moment="killing",
                by=ENEMY,
                acts=s.Acts(icons=("melee",)),
                where=(s.Not(test=s.ThereAreMarkers(markers=s.Markers(kinds=("ice pillar",), within=2))),),
                effects=(w.DropMarker(kind="scrap", whom="cause", chooser="self"),),
            ),
            "When this model kills an enemy model with a melee Action, if there is no Ice Pillar Marker "
            "within 2 inches of this model: this model drops a Scrap Marker touching the killed model.",
        ),
        (
            w.May(effects=(w.TakeAction(icon="melee", optional=True, whom="self"),)),
            "this model may take a melee Action",
        ),
    ],
)
def test_sentences(script, sentence):
    assert tell(script) == sentence


# What a script holds, its text says


def numbers(value, of="") -> Iterator[tuple[float, str]]:
    """Every number that differs from its default, and is not 0 or 1, with the field it stands in."""
    if isinstance(value, Struct):
        for field in fields(value):
            held = getattr(value, field.name)
            if held != field.default:
                yield from numbers(held, f"{type(value).__name__}.{field.name}")
    elif isinstance(value, tuple):
        for held in value:
            yield from numbers(held, of)
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) not in (0, 1):
        yield abs(value), of


SAID = {2: "two|half", 3: "three"}


def says(text: str, number: float) -> bool:
    words = SAID.get(number, "-")
    return bool(re.search(rf"(?<![\d.]){number:g}(?!\d|\.\d)|\b({words})\b", text))


def without(value) -> Iterator[tuple[str, object]]:
    """The script with one restriction less, each in turn."""
    if isinstance(value, Struct) and getattr(value, "restrictions", ()):
        for number, gone in enumerate(value.restrictions):
            rest = value.restrictions[:number] + value.restrictions[number + 1 :]
            yield type(gone).__name__, replace(value, restrictions=rest)


def test_a_text_says_every_number_and_every_restriction_of_its_script():
    silent = []
    for entry in scripts().entries:
        script = script_of(
            entry.kind,
            entry.name,
            value=entry.values[0] if entry.values else 7,
            type_=entry.types[0] if entry.types else "12",
            model=entry.models[0] if entry.models else "",
        )
        if script is None:
            continue
        text = tell(script)
        silent += [
            f"{entry.kind} {entry.name}: {of} {number:g} is not in “{text}”"
            for number, of in numbers(script)
            if not says(text, number)
        ]
        silent += [
            f"{entry.kind} {entry.name}: {name} is not in “{text}”"
            for name, less in without(script)
            if tell(less) == text
        ]
    assert silent == []


def test_a_number_that_a_text_leaves_out_is_noticed():
    assert list(numbers(w.Replace(card="Coryphee", number=2))) == [(2, "Replace.number")]
    assert says("replaced by 2 Coryphee", 2)
    assert not says("within 12 inches", 2)
    assert not says("within 2.5 inches", 2)
