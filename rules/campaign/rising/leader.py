"""The Leader that a player builds (M4-CAMP-05 to -08) and what it may be built of.

A ``Source`` is a card of the catalogue; ``choices`` lists everything that may be taken with the reason where
it may not, ``check_leader`` says all that is wrong with a draft.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.arsenal import Changing, injured_stat
from rules.campaign.rising.charts import NamedAbility, PrintedAction, RisingCharts
from rules.crews.catalogue import MASTER, Profile
from rules.refusal import CheckReport, Violation
from rules.wording import listed

Part = Literal["attack", "tactical", "ability"]
Path = Literal["bruiser", "strategist"]
BASES = (30, 40, 50)
SIZES = (1, 2, 3, 4)
MOST_CHARACTERISTICS = 2


class Archetype(Struct, frozen=True, kw_only=True):
    """Figures, and for each part how many of it and the highest cost of the model it comes from."""

    slug: str
    name: str
    df: int
    wp: int
    sp: int
    health: int
    attack: tuple[int, int]
    tactical: tuple[int, int]
    ability: tuple[int, int]
    trigger: bool = False
    lucky_equipment: bool = False

    def allows(self, part: Part) -> tuple[int, int]:
        return {"attack": self.attack, "tactical": self.tactical, "ability": self.ability}[part]


ARCHETYPES: Mapping[str, Archetype] = {
    each.slug: each
    for each in (
        Archetype(
            slug="lucky-upstart",
            name="Lucky Upstart",
            df=6,
            wp=6,
            sp=6,
            health=14,
            attack=(1, 6),
            tactical=(0, 0),
            ability=(1, 6),
            lucky_equipment=True,
        ),
        Archetype(
            slug="generalist",
            name="Generalist",
            df=5,
            wp=5,
            sp=6,
            health=14,
            attack=(1, 7),
            tactical=(1, 7),
            ability=(1, 7),
        ),
        Archetype(
            slug="heavy-hitter",
            name="Heavy Hitter",
            df=6,
            wp=4,
            sp=6,
            health=14,
            attack=(1, 10),
            tactical=(1, 5),
            ability=(0, 0),
            trigger=True,
        ),
        Archetype(
            slug="schemer",
            name="Schemer",
            df=6,
            wp=5,
            sp=7,
            health=13,
            attack=(1, 5),
            tactical=(2, 8),
            ability=(1, 8),
        ),
        Archetype(
            slug="talented-individual",
            name="Talented Individual",
            df=5,
            wp=5,
            sp=5,
            health=13,
            attack=(1, 6),
            tactical=(1, 6),
            ability=(2, 8),
        ),
    )
}
"""M4-CAMP-05."""


class Source(Struct, frozen=True, kw_only=True):
    """A model's card as a source: its Actions with their triggers, its abilities by name. ``hires``: those of
    its abilities that say something of hiring."""

    slug: str
    name: str
    keywords: tuple[str, ...]
    cost: int | None
    station: str = ""
    is_totem: bool = False
    actions: tuple[PrintedAction, ...] = ()
    abilities: tuple[str, ...] = ()
    hires: tuple[str, ...] = ()


class Pick(Struct, frozen=True):
    """One part of a Leader: what it is called on the card of ``source``."""

    source: str
    name: str


class LeaderDraft(Struct, frozen=True, kw_only=True):
    """What a player chose. ``trigger`` is the Heavy Hitter's; ``effect`` the starting effect of the crew card
    with what it wants named in ``effect_choice``."""

    name: str = ""
    archetype: str = ""
    keywords: tuple[str, ...] = ()
    attacks: tuple[Pick, ...] = ()
    tacticals: tuple[Pick, ...] = ()
    abilities: tuple[Pick, ...] = ()
    trigger: str = ""
    characteristics: tuple[str, ...] = ()
    sz: int = 2
    base_mm: int = 30
    path: Path | Literal[""] = ""
    effect: str = ""
    effect_choice: str = ""

    def picked(self, part: Part) -> tuple[Pick, ...]:
        return {"attack": self.attacks, "tactical": self.tacticals, "ability": self.abilities}[part]


class LeaderCard(Struct, frozen=True, kw_only=True):
    """A Leader or a Totem as it stands now, with what it gained."""

    name: str
    keywords: tuple[str, ...]
    df: int
    wp: int
    sp: int
    sz: int
    health: int
    base_mm: int
    characteristics: tuple[str, ...] = ()
    actions: tuple[PrintedAction, ...] = ()
    abilities: tuple[NamedAbility, ...] = ()

    @property
    def mv(self) -> int:
        """Its Sp, as the catalogue calls the figure in every edition."""
        return self.sp


def hurt(card: LeaderCard, changing: Collection[Changing]) -> LeaderCard:
    """The card with what Injuries and Lucky Misses change of its figures, the Skl of its attacks among them
    (M4-CAMP-26)."""

    def lowered(action: PrintedAction) -> PrintedAction:
        skill = re.match(r"\d+", action.skill)
        if action.kind != "attack" or skill is None:
            return action
        now = injured_stat(int(skill[0]), "attack", changing)
        return replace(action, skill=f"{now}{action.skill[skill.end() :]}")

    return replace(
        card,
        df=injured_stat(card.df, "df", changing),
        wp=injured_stat(card.wp, "wp", changing),
        sp=injured_stat(card.sp, "mv", changing),
        health=injured_stat(card.health, "health", changing),
        actions=tuple(lowered(action) for action in card.actions),
    )


class LeaderChoice(Struct, frozen=True, kw_only=True):
    """One thing that might be taken; ``reason`` why it may not be."""

    part: Part
    source: str
    source_name: str
    name: str
    cost: int | None
    triggers: tuple[str, ...] = ()
    reason: str = ""


PARTS: Sequence[Part] = ("attack", "tactical", "ability")
WORDS = {"attack": "attack Action", "tactical": "tactical Action", "ability": "ability"}


def source_of(profile: Profile, actions: Iterable[Mapping[str, Any]], abilities: Iterable[str]) -> Source:
    """A card of the catalogue with its printed Actions (as figures of the card) and the names of
    abilities."""
    return Source(
        slug=profile.slug,
        name=profile.full_name,
        keywords=profile.keywords,
        cost=profile.cost,
        station=profile.station,
        is_totem=profile.is_totem,
        actions=tuple(_printed(action) for action in actions),
        abilities=tuple(abilities),
    )


def _printed(action: Mapping[str, Any]) -> PrintedAction:
    suits = "".join(suit[0].upper() for suit in action.get("stat_suits") or ())
    damage = action.get("damage") or ()
    return PrintedAction(
        name=action["name"],
        kind=action["kind"],
        range="" if action.get("range") is None else str(action["range"]),
        skill="" if action.get("stat") is None else f"{action['stat']}{suits}",
        resist=action.get("resist") or "",
        tn="" if action.get("tn") is None else str(action["tn"]),
        damage="/".join(str(number) for number in damage),
        triggers=tuple(trigger["name"] for trigger in action.get("triggers") or ()),
    )


def choices(
    archetype: Archetype, keywords: Iterable[str], sources: Iterable[Source]
) -> Iterator[LeaderChoice]:
    """Everything on the cards of either Keyword, by source: what may be taken, and why the rest may not
    (M4-CAMP-05, -06)."""
    chosen = frozenset(keywords)
    for source in sources:
        if not chosen & set(source.keywords):
            continue
        barred = why_no_source(source)
        for part in PARTS:
            most, highest = archetype.allows(part)
            for name, triggers in _of_part(source, part):
                yield LeaderChoice(
                    part=part,
                    source=source.slug,
                    source_name=source.name,
                    name=name,
                    cost=source.cost,
                    triggers=triggers,
                    reason=barred
                    or (f"A {archetype.name} takes no {WORDS[part]}." if not most else "")
                    or (f"It costs {source.cost}, more than {highest}." if _over(source, highest) else "")
                    or ("It says something of hiring." if name in source.hires else ""),
                )


def why_no_source(source: Source) -> str:
    """Why nothing is taken of a card, or nothing (M4-CAMP-06)."""
    if source.station == MASTER:
        return "A Master is no source."
    if source.is_totem:
        return "A Totem is no source."
    return "A model without a cost is no source." if source.cost is None else ""


def _over(source: Source, highest: int) -> bool:
    return source.cost is not None and source.cost > highest


def _of_part(source: Source, part: Part) -> Iterator[tuple[str, tuple[str, ...]]]:
    if part == "ability":
        yield from ((name, ()) for name in source.abilities)
        return
    yield from ((action.name, action.triggers) for action in source.actions if action.kind == part)


def check_leader(
    draft: LeaderDraft,
    sources: Sequence[Source],
    charts: RisingCharts,
    *,
    faction_keywords: Iterable[str],
    names_taken: Iterable[str] = (),
) -> CheckReport:
    """All that is wrong with a draft. ``faction_keywords`` are those that a model of the declared Faction
    has, ``names_taken`` the names of all models."""
    return CheckReport.of(
        (
            *_identity(draft, frozenset(name.casefold() for name in names_taken)),
            *_keywords(draft, {word for each in sources for word in each.keywords}, set(faction_keywords)),
            *_parts(draft, sources),
            *_effect(draft, charts),
        )
    )


def _identity(draft: LeaderDraft, taken: frozenset[str]) -> Iterator[Violation]:
    """M4-CAMP-07."""
    if not draft.name.strip():
        yield Violation("M4-CAMP-07", "The Leader has no name.", "Give it one that no model has.", "name")
    elif draft.name.strip().casefold() in taken:
        sentence = f"{draft.name.strip()} is the name of a model."
        yield Violation("M4-CAMP-07", sentence, "Choose another name.", "name")
    if len(set(draft.characteristics)) > MOST_CHARACTERISTICS:
        sentence = f"The Leader has {len(set(draft.characteristics))} characteristics beside Master."
        yield Violation("M4-CAMP-07", sentence, "Keep two at most.", "characteristics")
    if draft.sz not in SIZES:
        yield Violation("M4-CAMP-07", f"Sz {draft.sz} is not from 1 to 4.", "Choose 1 to 4.", "sz")
    if draft.base_mm not in BASES:
        sentence = f"A base of {draft.base_mm} mm is none of 30, 40 and 50."
        yield Violation("M4-CAMP-07", sentence, "Choose one of these.", "base_mm")
    if not draft.path:
        sentence = "Nothing says how the Leader gains experience."
        yield Violation("M4-CAMP-07", sentence, "Choose Bruiser or Strategist.", "path")


def _keywords(draft: LeaderDraft, known: set[str], of_faction: set[str]) -> Iterator[Violation]:
    """M4-CAMP-02."""
    if len(set(draft.keywords)) != 2:
        sentence = f"A Leader has two Keywords; {len(set(draft.keywords))} are chosen."
        yield Violation("M4-CAMP-02", sentence, "Choose two.", "keywords")
    if unknown := [word for word in draft.keywords if word not in known]:
        sentence = f"No model has the Keyword {listed(unknown)}."
        yield Violation("M4-CAMP-02", sentence, "Choose another.", "keywords")
    if draft.keywords and not of_faction & set(draft.keywords):
        sentence = f"No model of the Faction has {listed(draft.keywords)}."
        yield Violation("M4-CAMP-02", sentence, "Choose at least one Keyword of the Faction.", "keywords")


def _parts(draft: LeaderDraft, sources: Sequence[Source]) -> Iterator[Violation]:
    """M4-CAMP-05, -06."""
    archetype = ARCHETYPES.get(draft.archetype)
    if archetype is None:
        fix = f"Choose one of {listed((each.name for each in ARCHETYPES.values()), 'or')}."
        yield Violation("M4-CAMP-05", "The Leader has no archetype.", fix, "archetype")
        return
    offered = {
        (each.part, each.source, each.name): each for each in choices(archetype, draft.keywords, sources)
    }
    for part in PARTS:
        picked, (most, _) = draft.picked(part), archetype.allows(part)
        if len(picked) != most:
            sentence = f"A {archetype.name} has {most} of kind {WORDS[part]}; {len(picked)} are chosen."
            yield Violation("M4-CAMP-05", sentence, f"Choose {most}.", part)
        if len(set(picked)) < len(picked):
            yield Violation("M4-CAMP-05", "The same is chosen twice.", "Choose two that differ.", part)
        for pick in picked:
            choice = offered.get((part, pick.source, pick.name))
            if choice is None:
                sentence = f"{pick.name} is no {WORDS[part]} of a model with one of the Keywords."
                yield Violation("M4-CAMP-06", sentence, "Choose one from the list.", part)
            elif choice.reason:
                sentence = f"{pick.name} of {choice.source_name}: {choice.reason}"
                yield Violation("M4-CAMP-06", sentence, "Choose another.", part)
    yield from _trigger(draft, archetype, offered)


def _trigger(
    draft: LeaderDraft, archetype: Archetype, offered: Mapping[tuple[Part, str, str], LeaderChoice]
) -> Iterator[Violation]:
    if not archetype.trigger:
        if draft.trigger:
            sentence = f"A {archetype.name} takes no trigger."
            yield Violation("M4-CAMP-05", sentence, "Leave it out.", "trigger")
        return
    printed = [
        name
        for pick in draft.attacks
        if (choice := offered.get(("attack", pick.source, pick.name)))
        for name in choice.triggers
    ]
    if printed and draft.trigger not in printed:
        sentence = f"A {archetype.name} takes one trigger of the attack."
        yield Violation("M4-CAMP-05", sentence, f"Choose {listed(printed, 'or')}.", "trigger")


def _effect(draft: LeaderDraft, charts: RisingCharts) -> Iterator[Violation]:
    """M4-CAMP-08."""
    effect = next((row for row in charts.crew_effects if row.slug == draft.effect), None)
    if effect is None:
        yield Violation("M4-CAMP-08", "The crew card has no effect.", "Choose one of twelve.", "effect")
    elif effect.choose and not draft.effect_choice.strip():
        sentence = f"{effect.name} wants a {effect.choose} named."
        yield Violation("M4-CAMP-08", sentence, f"Name the {effect.choose}.", "effect_choice")


def leader_card(draft: LeaderDraft, sources: Sequence[Source]) -> LeaderCard:
    """The card of a lawful draft: Actions without their triggers, but for the Heavy Hitter's (M4-CAMP-06).

    Raise ``KeyError`` for a draft that ``check_leader`` refuses.
    """
    archetype = ARCHETYPES[draft.archetype]
    by_slug = {source.slug: source for source in sources}
    actions = [
        bare(action, (draft.trigger,) if action.kind == "attack" and draft.trigger else ())
        for pick in (*draft.attacks, *draft.tacticals)
        for action in by_slug[pick.source].actions
        if action.name == pick.name
    ]
    return LeaderCard(
        name=draft.name.strip(),
        keywords=draft.keywords,
        df=archetype.df,
        wp=archetype.wp,
        sp=archetype.sp,
        sz=draft.sz,
        health=archetype.health,
        base_mm=draft.base_mm,
        characteristics=(MASTER, *draft.characteristics),
        actions=tuple(actions),
        abilities=tuple(NamedAbility(pick.name) for pick in draft.abilities),
    )


def bare(action: PrintedAction, triggers: tuple[str, ...] = ()) -> PrintedAction:
    """The Action with ``triggers`` alone; skill and signature stay (M4-CAMP-06)."""
    return replace(action, triggers=triggers)
