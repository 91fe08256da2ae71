"""Which words of the vocabulary the engine carries out, so that nothing is half executed in silence.

``NOT_YET`` lists words (or fields of a word) that a script may say and the engine does not do: a script with
one of them is prompted as a whole. It only ever shrinks.

>>> from rules.game.scripts import words as w
>>> lacking(w.Draw(cards=2))
()
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct
from msgspec.structs import fields

from rules.game.scripts import selects, words

ALL = ("*",)

# Places, markers, cards, arrivals.
TABLE: dict[type[Struct], tuple[str, ...]] = {
    words.Move: (
        "anywhere",
        "closest",
        "contact",
        "end_within",
        "full",
        "ignoring",
        "in_range",
        "of",
        "optional",
        "within",
    ),
    words.Swap: ALL,
    words.DropMarker: (
        "anywhere",
        "apart",
        "apart_from",
        "centred",
        "chooser",
        "hazard",
        "hazard_value",
        "height",
        "in_range",
        "mm",
        "number",
        "optional",
        "side",
    ),
    words.Remove: ALL,
    words.MoveMarkers: ALL,
    words.TurnMarkers: ALL,
    words.Summon: (
        "all_words",
        "anywhere",
        "apart",
        "contact",
        "cost_most",
        "declared",
        "effects",
        "in_range",
        "not_words",
        "number",
        "of",
        "optional",
        "within",
        "words",
    ),
    words.Replace: (
        "all_words",
        "cards",
        "effects",
        "keep_upgrades",
        "number",
        "optional",
        "stats",
        "together_with",
        "words",
    ),
    words.Unbury: ("anywhere", "apart", "contact", "of", "optional", "within"),
    words.Attach: ALL,
    words.DiscardUpgrade: ALL,
    words.Draw: ("player",),
    words.DiscardCards: ("player", "random", "suit"),
    words.ArrangeCards: ALL,
    words.TakeFromDiscard: ALL,
    words.HandToDeck: ALL,
    words.ShuffleDiscard: ALL,
    words.FlipCard: ALL,
    words.ChooseSuit: ALL,
    words.Ignores: ALL,
    words.Passable: ALL,
    words.InsteadOfMoving: ALL,
    words.Leaves: ALL,
    words.Deploys: ALL,
    words.HandSize: ALL,
}

# Duels, damage, Conditions, Actions, moments, what follows.
REST: dict[type[Struct], tuple[str, ...]] = {
    words.PayCards: ("random", "suit"),
    words.PayPassToken: ALL,
    words.PayUpgrade: ALL,
    words.PayKill: ALL,
    words.PayMarkers: ALL,
    words.PayOneOf: ALL,
    words.Only: ALL,
    words.OnlyMarkers: ALL,
    words.OnlyIf: ALL,
    words.DuelModifier: ("acts", "against", "opposed", "stats", "suits", "total"),
    words.Reduce: ALL,
    words.DamageModifier: ALL,
    words.ReachModifier: ALL,
    words.TreatAsBonus: ALL,
    words.NoLimit: ALL,
    words.ChargeWith: ALL,
    words.Cannot: ALL,
    words.Gives: ALL,
    words.CountsAs: ALL,
    words.DrawsFrom: ALL,
    words.ActionModifier: ALL,
    words.ConditionRule: ALL,
    words.Fate: ALL,
    words.EngagementRange: ALL,
    words.While: ALL,
    words.Damage: ("area", "cheatable", "ignoring", "minus", "of", "plus"),
    words.ChangeDamage: ALL,
    words.Heal: ("minus", "plus"),
    words.EndConditions: ALL,
    words.Token: ("all", "optional"),
    words.MoveTokens: ALL,
    words.PassToken: ALL,
    words.TakeAction: (
        "acts",
        "again",
        "controlled_by",
        "damage_minus",
        "damage_plus",
        "different",
        "ignoring",
        "minus",
        "no_triggers",
        "plain",
        "plus",
        "suits",
        "total",
        "toward",
        "triggers_must",
        "upon",
    ),
    words.CopyAction: ALL,
    words.Each: ALL,
    words.EachMarker: ALL,
    words.If: ALL,
    words.Repeat: ALL,
    words.SetX: ALL,
    words.Later: ALL,
    words.Shockwave: ("markers", "on", "side"),
    words.MoreShockwaves: ALL,
    words.May: ("otherwise",),
    words.Stone: ("player",),
    words.Kill: ("no_demise", "no_markers"),
    words.NoMarkers: ALL,
    words.ActivateNext: ("cost", "models", "whom"),
    words.EndActivation: ALL,
    words.MoreActions: ALL,
    words.FailAction: ALL,
    words.NewTarget: ALL,
    words.ChangeCondition: ALL,
    words.ChangeHit: ALL,
    words.Reflip: ("minus", "plus"),
    words.ModifyDuel: (
        "cannot_cheat",
        "cannot_trigger",
        "card_value",
        "damage_minus",
        "damage_plus",
        "minus",
        "no_suits",
        "plus",
    ),
    words.Grant: ("ability", "kind", "value"),
    words.Reaction: (
        "acts",
        "by",
        "conditions",
        "each_copy",
        "markers",
        "models",
        "sources",
        "stats",
        "where",
    ),
    words.Aura: ("around", "models"),
    selects.Models: ALL,
    selects.Markers: ALL,
}
NOT_YET = TABLE | REST


def lacking(script: object) -> tuple[str, ...]:
    """What of a script the engine does not carry out, each "word" or "word.field" once."""
    return tuple(dict.fromkeys(_lacking(script)))


def _lacking(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for inner in value:
            yield from _lacking(inner)
    if not isinstance(value, Struct):
        return
    kind = type(value)
    missing = NOT_YET.get(kind, ())
    name = str(kind.__struct_config__.tag or kind.__name__)
    if missing == ALL:
        yield name
    for field in fields(kind):
        held = getattr(value, field.name)
        if field.name in missing and (field.default is UNSET or held != field.default):
            yield f"{name}.{field.encode_name}"
        yield from _lacking(held)
