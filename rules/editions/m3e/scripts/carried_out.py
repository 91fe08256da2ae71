"""The words of the vocabulary that the engine does not execute, so that no script is executed in part.

``NOT_YET`` lists words (or fields of a word) that a script may say and the engine does not do: a script with
one of them is prompted as a whole. It only ever shrinks.

>>> from rules.editions.m3e.scripts import words as w
>>> lacking(w.Draw(cards=2))
()
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import UNSET, Struct, structs

from rules.editions.m3e.scripts import selects, words

# Places, markers, cards, arrivals.
TABLE: dict[type[Struct], tuple[str, ...]] = {
    words.Move: ("closest",),
    words.DiscardCards: ("random",),
}

# Duels, damage, Conditions, Actions, moments, what follows.
REST: dict[type[Struct], tuple[str, ...]] = {
    words.PayCards: ("random",),
    words.CountsAs: ("marker", "acts"),
    words.ActionModifier: ("while_buried", "tn", "triggers"),
    words.ConditionRule: ("not_lowered", "more_damage", "no_effect"),
    words.DrawsFrom: ("sight_only",),
    words.TakeAction: ("toward", "triggers_must"),
    words.ChangeDamage: ("also_kill",),
    words.ModifyDuel: ("card_value",),
    words.Grant: ("ability", "kind", "value"),
    words.Reaction: ("each_copy",),
}

# Words that are executed for some of their values only: those values.
ONLY: dict[tuple[type[Struct], str], frozenset[str | None]] = {
    (words.Cannot, "what"): frozenset(
        {
            "act",
            "be_targeted",
            "be_moved",
            "heal",
            "target",
            "trigger",
            "cheat",
            "use_stones",
            "reduce_damage",
            "reduce_with_stones",
            "gain_condition",
            "gain_tokens",
            "be_killed",
            "be_removed",
            "remove_markers",
        }
    ),
    (words.Gives, "what"): frozenset({"cover", "concealment", "no_cover", "no_concealment", "hazardous"}),
    (words.Ignores, "what"): frozenset(
        {
            "cover",
            "concealment",
            "friendly_fire",
            "sight",
            "armor",
            "shielded",
            "hard_to_kill",
            "hard_to_wound",
            "incorporeal",
            "stealth",
            "terrifying",
            "manipulative",
            "ruthless",
            "engagement",
            "severe",
            "hazardous",
            "terrain",
            "models",
            "impassable",
            "falling",
            "leaving_engagement",
            "demise",
        }
    ),
    (words.Grant, "until"): frozenset(
        {"action", "activation", "turn", "end_phase", "next_activation", "game"}
    ),
    (words.CopyAction, "until"): frozenset({None, "activation", "end_phase", "game"}),
    (words.TakeControl, "until"): frozenset({"activation", "end_phase"}),
    (selects.Took, "since"): frozenset({"action", "activation"}),
    (selects.Did, "since"): frozenset({"action", "activation"}),
    (selects.Did, "what"): frozenset(
        {"killed", "damaged", "targeted", "cheated", "moved", "was_damaged", "healed"}
    ),
}
NOT_YET = TABLE | REST
FLIPS = ("before_duel", "stone_used", "flipped", "cheated", "number_flipped")
"""The moments at which a flip can still be changed."""


def lacking(script: object) -> tuple[str, ...]:
    """What in a script the engine does not execute, each "word" or "word.field" once. An Action's damage
    is changed while it is resolved, so a Trigger of another timing cannot change it; nor does one come
    instead of the Action's effects."""
    missing = list(_lacking(script))
    if getattr(script, "timing", "when_resolving") not in ("when_resolving", "immediately"):
        missing += [
            f"{word.__struct_config__.tag} too late"
            for word in words.parts_of(getattr(script, "effects", ()))
            if isinstance(word, words.ChangeDamage)
        ]
    if getattr(script, "timing", "") != "when_resolving":
        missing += ["instead too late" for word in words.parts_of(script) if isinstance(word, words.Instead)]
    missing += _unchosen(script)
    missing += _not_kept(script)
    return tuple(dict.fromkeys(missing))


def _unchosen(script: object) -> Iterator[str]:
    """The words that mean a suit "chosen" where nobody has chosen one, or where none is read: a duel's
    modifier knows it only if it is granted then."""
    inner = list(_structs(script))
    if any(isinstance(one, words.ChooseSuit) for one in inner):
        granted = [id(one.part) for one in inner if isinstance(one, words.Grant)]
        inner = [one for one in inner if isinstance(one, words.DuelModifier) and id(one) not in granted]
    for one in inner:
        if "chosen" in (*getattr(one, "suits", ()), getattr(one, "suit", "")):
            yield f"{one.__struct_config__.tag or type(one).__name__}.suit chosen"


def _not_kept(script: object) -> Iterator[str]:
    """The Markers of its own that a script means and does not drop as its own: nobody would know them."""
    inner = list(_structs(script))
    kept = {one.kind for one in inner if isinstance(one, words.DropMarker) and one.own}
    for one in inner:
        if isinstance(one, selects.Markers) and one.own and not (one.kinds and kept.issuperset(one.kinds)):
            yield "markers.own that it does not drop"


def _structs(value: object) -> Iterator[Struct]:
    """Every word, test and amount inside, however deep."""
    if isinstance(value, tuple):
        for inner in value:
            yield from _structs(inner)
    if isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _structs(getattr(value, name))


def _lacking(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for inner in value:
            yield from _lacking(inner)
    if not isinstance(value, Struct):
        return
    kind = type(value)
    missing = NOT_YET.get(kind, ())
    name = str(kind.__struct_config__.tag or kind.__name__)
    if isinstance(value, words.Reaction) and value.moment not in FLIPS:
        for word in words.parts_of(value.effects):
            if isinstance(word, words.ModifyDuel | words.Reflip) and not _adds_to_total(value, word):
                yield f"{word.__struct_config__.tag} at {value.moment}"
    if isinstance(value, words.Reaction) and value.moment not in ("would_heal", "heals"):
        if any(isinstance(word, words.ChangeHeal) for word in words.parts_of(value.effects)):
            yield f"change_heal at {value.moment}"
    if isinstance(value, words.Reaction) and value.moment != "trigger_declared":
        if any(isinstance(word, words.IgnoreTrigger) for word in words.parts_of(value.effects)):
            yield f"ignore_trigger at {value.moment}"
    if isinstance(value, words.Reaction) and value.moment != "would_drop":
        if any(isinstance(word, words.ChangeMarker) for word in words.parts_of(value.effects)):
            yield f"change_marker at {value.moment}"
    if isinstance(value, words.Ignores) and value.markers is not None:
        ground = {"severe", "hazardous", "concealment"}
        if value.acts is not None or value.of is not None or not ground.issuperset(value.what):
            yield "ignores.markers of something else"
    if isinstance(value, words.Cannot) and value.optional and value.what != "be_moved":
        yield f"{name} {value.what} as its player likes"
    if not (isinstance(value, words.Grant) and value.marker is not None):
        held_parts = (getattr(value, "part", None), *(getattr(value, "parts", None) or ()))
        if any(isinstance(part, words.Cannot) and part.what == "be_removed" for part in held_parts):
            yield "cannot be_removed of a model"
    if isinstance(value, words.Grant) and value.marker is not None and not _is_a_markers(value.part):
        yield f"{name} of something else to a marker"
    if isinstance(value, words.Cannot) and value.what != "be_removed" and value.but_by is not None:
        yield f"{name}.but_by of {value.what}"
    if not isinstance(value, words.Cannot) and getattr(getattr(value, "acts", None), "kind", "") == "card":
        yield f"{name}.acts of its own Stat Card"
    if isinstance(getattr(value, "part", None), words.EngagementRange):
        yield f"engagement_range inside {name}"
    asked = selects.Acting | words.Cannot | words.DamageModifier | words.DuelModifier | words.Reaction
    if not isinstance(value, asked) and _looks_at_origin(value):
        yield f"{name}.acts by what generated them"
    if isinstance(value, words.ActionModifier) and not _is_modified(value):
        yield f"{name} of other Actions"
    for field in _fields(kind):
        held = getattr(value, field.name)
        if isinstance(held, selects.Markers) and held.pieces and not _counts_pieces(value, held):
            yield f"markers.pieces of {name}"
        allowed = ONLY.get((kind, field.name))
        if allowed is not None:
            for one in held if isinstance(held, tuple) else (held,):
                if one not in allowed:
                    yield f"{name}.{field.encode_name} {one}"
        if field.name in missing and (field.default is UNSET or held != field.default):
            yield f"{name}.{field.encode_name}"
        yield from _lacking(held)


def _adds_to_total(reaction: words.Reaction, word: words.ModifyDuel | words.Reflip) -> bool:
    """Whether it only adds to a final total, while Triggers may still be declared with it."""
    return (
        reaction.moment == "before_triggers"
        and isinstance(word, words.ModifyDuel)
        and word == words.ModifyDuel(total=word.total, suits=word.suits, whom=word.whom)
    )


@cache
def _fields(kind: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    """Cached, because msgspec reads a class's annotations again on each call."""
    return structs.fields(kind)


def _looks_at_origin(value: Struct) -> bool:
    """Whether it refers to Actions generated by something, or against a model, for which ``acting`` is
    required."""
    acts = getattr(value, "acts", None)
    if not isinstance(acts, selects.Acts):
        return False
    return acts.generated is not None or bool(acts.generated_by) or acts.targets is not None


def _is_a_markers(part: words.Part | None) -> bool:
    """Whether a Marker can have the part: an aura of some inches, or that it cannot be removed."""
    if isinstance(part, words.Aura):
        return part.inches is not None and part.around is None
    return isinstance(part, words.Cannot) and part.what == "be_removed"


def _counts_pieces(value: Struct, markers: selects.Markers) -> bool:
    """Whether terrain pieces of the selection are executed: all with one trait within a distance,
    asked for or removed."""
    asked = isinstance(value, selects.ThereAreMarkers | words.Remove)
    return asked and markers.which == "all" and markers.within is not None and len(markers.traits) == 1


def _is_modified(part: words.ActionModifier) -> bool:
    """Whether the modifier is executed: Interact and Charge while engaged, the distance of a Charge, and
    Buried targets of any Action."""
    if part.target_buried and not (part.inches or part.even_engaged or part.after_disengage):
        return True
    if part.inches:
        return part.acts.names == ("Charge",)
    return part.acts.names in (("Interact",), ("Charge",))
