"""Stat Cards for the engine from a record of the catalogue: names and figures, without text.

What figures alone determine is executed: every Attack with a damage profile, and what ``registry.py`` has by
name. Everything else becomes a prompt: an Action when it succeeds, a Trigger and an ability at their own
moment, if a source tells it; the players then apply the card with table commands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.house.cards import own_script
from rules.editions.m3e.scripts.library import entry_of, moment_of
from rules.editions.m3e.scripts.registry import (
    printed_name,
    scripted_ability,
    scripted_action,
    scripted_trigger,
    trigger_by,
)
from rules.editions.m3e.scripts.script import AbilityScript, ActionScript, Kind, TriggerScript
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, RangeIcon, StatCard, Timing, Trigger, UpgradeCard
from rules.plain_numbers import whole
from rules.refusal import Refusal

STATS = ("df", "wp", "mv", "sz")
Record = Mapping[str, Any]


def cards_of(records: Iterable[Record]) -> dict[str, StatCard]:
    """Stat Cards by slug of the models with complete figures; others are left out."""
    return {record["slug"]: card_of(record) for record in records if is_complete(record)}


def is_complete(record: Record) -> bool:
    """Whether the model has every figure the engine needs: Cost, stats, Health, base, Actions."""
    needed = ("cost", *STATS, "health", "base_mm")
    return all(record[name] is not None for name in needed) and "actions" in record["figures"]


def card_of(record: Record) -> StatCard:
    """One model's card. Raise ``Refusal`` when figures are missing."""
    if not is_complete(record):
        raise Refusal(
            f"{record['name']}: no source has all of its figures.",
            rule="M3E-GEN-06",
            fix="Enter them in a pack of your league.",
        )
    figures = record["figures"]
    return StatCard(
        slug=record["slug"],
        name=record["name"],
        title=record["title"],
        station=record["station"],
        cost=record["cost"],
        df=record["df"],
        wp=record["wp"],
        mv=record["mv"],
        sz=record["sz"],
        health=record["health"],
        mm=float(record["base_mm"]),
        df_suits=tuple(figures.get("df_suit", ())),
        wp_suits=tuple(figures.get("wp_suit", ())),
        factions=tuple(record["factions"]),
        keywords=tuple(record["keywords"]),
        limit=record["limit"],
        totem_for=record["totem_for"],
        characteristics=(
            *record["characteristics"],
            *(("Totem",) if record["is_totem"] else ()),
            *(("Versatile",) if record["versatile"] else ()),
        ),
        **_written(figures, record["name"]),
    )


def _written(figures: Record, name: str) -> dict[str, Any]:
    """What is written on a card besides its figures, in the engine's form."""
    printed = figures.get("abilities", ())
    return {
        "actions": tuple(action_of(action, name) for action in figures.get("actions", ())),
        "abilities": tuple(ability_of(ability, name) for ability in printed if "defends" not in ability),
        "triggers": tuple(
            trigger for ability in printed if "defends" in ability for trigger in resisting(ability, name)
        ),
    }


def upgrades_of(records: Iterable[Record]) -> dict[str, UpgradeCard]:
    """Upgrades by slug. No source says what a printed Upgrade does, so it becomes a prompt at the
    start of its bearer's Activation; house Upgrades may have scripts."""
    return {record["slug"]: upgrade_of(record) for record in records}


def upgrade_of(record: Record) -> UpgradeCard:
    """One Upgrade: with its script, or as a prompt."""
    figures = record.get("figures") or {}
    if figures.get("abilities") or figures.get("actions"):
        written = _written(figures, record["name"])
    else:
        named = ", ".join(record["actions"])
        written = {"abilities": (ability_of({"name": record["name"], "type": named}),)}
    return UpgradeCard(
        slug=record["slug"],
        name=record["name"],
        copies=record["plentiful"],
        kinds=tuple(record["special"]),
        restricted=tuple(record.get("restricted") or ()),
        summon=any("summon" in word.casefold() for word in record["special"]),
        **written,
    )


def ability_of(record: Record, model: str = "") -> Ability:
    """An ability: by a house's script, by its registered name, or as a prompt at its own moment; where none
    is known, or it holds all the time, at the start of its model's Activation."""
    name, value, kind = record["name"], record.get("value"), record.get("type", "")
    printed = printed_name(name, value, kind)
    if record.get("script"):
        script = own_script("ability", record)
        scripted = Ability(name=printed, parts=script.parts) if isinstance(script, AbilityScript) else None
    else:
        scripted = scripted_ability(name, value, kind, model)
    if scripted is not None:
        return scripted
    due = None if record.get("script") else moment_of("ability", name)
    window = w.Reaction(
        moment="activation_begins" if due is None else due.moment,
        about="self" if due is None else due.about,
        side="any" if due is None else due.side,
        inches=0.0 if due is None else due.inches,
        optional=True,
        effects=(w.Prompted(text=f"Apply {printed} as its card says."),),
    )
    return Ability(name=printed, parts=(window,), status="prompted")


def resisting(record: Record, model: str = "") -> Iterator[Trigger]:
    """A Resistance Trigger once for each stat with which it is printed (M3E-TRIG-03)."""
    for stat in record["defends"].lower().split("/"):
        suits = (record["suit"],) if record.get("suit") else ()
        yield trigger_of(record["name"], suits, resists=stat, model=model, own=record)


def trigger_of(
    name: str,
    suits: tuple[str, ...],
    action: str = "",
    resists: str = "",
    model: str = "",
    own: Record | None = None,
) -> Trigger:
    """A Trigger: by a script in ``own``, by its registered name, or as a prompt at its own timing. Where that
    is not known it is after succeeding, the timing without a timing word (M3E-TRIG-11), and after resolving
    for a Resistance Trigger, because most help a model that was hit."""
    if own is not None and own.get("script"):
        script = own_script("resistance" if resists else "trigger", own)
        scripted = (
            trigger_by(script, name, suits, action, resists) if isinstance(script, TriggerScript) else None
        )
    else:
        scripted = scripted_trigger(name, suits, action, resists, model)
    if scripted is not None:
        return scripted
    due = moment_of("resistance" if resists else "trigger", name)
    usual: Timing = "after_resolving" if resists else "after_succeeding"
    return Trigger(
        name=name,
        suits=suits,
        resists=resists,
        status="prompted",
        timing=usual if due is None else due.timing,
        effects=(w.Prompted(text=f"Apply {name} as its card says."),),
    )


def action_of(record: Record, model: str = "") -> Action:
    """An Action with its Triggers: its figures, and its effects by name. Without a script its damage,
    if figures alone determine the target, otherwise a prompt."""
    name = record["name"]
    resist = (record["resist"] or "").lower()
    resisted = resist in STATS
    figures = Action(
        name=name,
        icon=icon_of(record["range_type"]),
        reach=float(record["range"] or 0),
        stat=record["stat"],
        modifier={"+": 1, "-": -1}.get(record["stat_flip"] or "", 0),
        suits=tuple(record["stat_suits"]),
        resist=resist if resisted else "",
        bonus=record["bonus"],
        tn=whole(str(record["tn"] or "")),
        tn_suits=tuple(record["tn_suits"]),
        triggers=tuple(
            trigger_of(trigger["name"], tuple(trigger["suits"]), name, model=model, own=trigger)
            for trigger in record["triggers"]
        ),
    )
    script = _action_script(record, model)
    if script is not None and (resisted or record["kind"] != "attack" or fits_unresisted(record, script)):
        return with_script(figures, script, record)
    effects = effects_of(record, resisted)
    if record["damage"] and resisted and says_more(record, model):
        effects = (*effects, w.Prompted(text=f"Apply what else {name} says on its card."))
    prompted = any(isinstance(effect, w.Prompted) for effect in effects)
    return replace(figures, effects=effects, status="prompted" if prompted else "automated")


def _action_script(record: Record, model: str) -> ActionScript | None:
    """What the Action does besides its figures: by a house's script or by name. Printed damage that a
    house's script omits comes first."""
    attack = record["kind"] == "attack"
    if not record.get("script"):
        return scripted_action(record["name"], attack, model)
    script = own_script("attack" if attack else "tactical", record)
    if not isinstance(script, ActionScript):
        return None
    dealt = any(isinstance(word, w.Damage) for word in w.parts_of(script.effects))
    if record["damage"] and not dealt:
        flip = w.Damage(amount=tuple(record["damage"]), blasts=tuple(record["blasts"] or (0, 0, 0)))
        return replace(script, effects=(flip, *script.effects))
    return script


def says_more(record: Record, model: str) -> bool:
    """Whether its text is known and not completely executed, so that its damage alone would be
    incomplete."""
    kind: Kind = "attack" if record["kind"] == "attack" else "tactical"
    return bool(record.get("script")) or entry_of(kind, record["name"], model=model) is not None


def fits_unresisted(record: Record, script: ActionScript) -> bool:
    """Whether an Attack without a single resist stat is a Shockwave, names its resist stats, or has a
    TN."""
    return (
        bool(script.resist_any)
        or script.tn is not None
        or any(isinstance(word, w.Shockwave) for word in w.parts_of(script.effects))
    )


def with_script(figures: Action, script: ActionScript, record: Record) -> Action:
    """The Action with its script; the damage of its own figures takes precedence."""
    return replace(
        figures,
        targets=script.targets,
        restrictions=script.restrictions,
        cost=script.cost,
        once=script.once,
        ignoring=script.ignoring,
        parts=script.parts,
        counted_tn=script.tn,
        tn_suits=figures.tn_suits or script.tn_suits,
        triggers_must=script.triggers_must,
        resist_any=script.resist_any,
        resist=figures.resist or (script.resist_any[0] if script.resist_any else ""),
        can_target_self=script.can_target_self,
        effects=tuple(_with_figures(effect, record) for effect in script.effects),
        after=script.after,
    )


def _with_figures(effect: w.Effect, record: Record) -> w.Effect:
    """The effect with the catalogue's corrected figure in place of the one in the script."""
    printed, blasts = record["damage"], tuple(record["blasts"] or (0, 0, 0))
    if (
        isinstance(effect, w.Damage)
        and effect.whom == "target"
        and printed
        and isinstance(effect.amount, tuple)
    ):
        return replace(effect, amount=tuple(printed), blasts=blasts)
    return effect


def effects_of(record: Record, resisted: bool) -> tuple[w.Effect, ...]:
    """Its damage when figures alone determine the target; otherwise a prompt."""
    if record["damage"] and resisted:
        return (w.Damage(amount=tuple(record["damage"]), blasts=tuple(record["blasts"] or (0, 0, 0))),)
    return (w.Prompted(text=f"Apply {record['name']} as its card says."),)


def icon_of(range_type: str | None) -> RangeIcon:
    """The icon; the catalogue's "plain" range has none."""
    return next((icon for icon in get_args(RangeIcon) if icon and icon == range_type), "")
