"""A Leader and a starting Arsenal together: what is wrong with a draft, a plain legal one (M4-CAMP-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.rising.charts import Equipment, RisingCharts
from rules.campaign.rising.growth import CrewEffect, Growth
from rules.campaign.rising.hires import Buyer, in_keyword, start_report
from rules.campaign.rising.leader import (
    ARCHETYPES,
    PARTS,
    Archetype,
    LeaderDraft,
    Part,
    Pick,
    Source,
    check_leader,
    choices,
    leader_card,
)
from rules.crews.catalogue import MASTER, Catalogue
from rules.fate.cards import Card
from rules.refusal import CheckReport, Violation


class StartDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft: the Leader, the models beside it (a slug for each copy). ``luck`` is the card that was flipped
    for a Lucky Upstart's own piece of Equipment, ``piece`` the slug that was taken."""

    leader: LeaderDraft = LeaderDraft()
    models: tuple[str, ...] = ()
    luck: str = ""
    piece: str = ""


class Stock(Struct, frozen=True, kw_only=True):
    """What a Leader and an Arsenal are made of: the declared Faction, figures, cards, charts."""

    faction: str
    figures: Catalogue
    cards: Mapping[str, Source]
    charts: RisingCharts

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(self.cards.values())

    @property
    def faction_keywords(self) -> frozenset[str]:
        """Those that a model of the Faction has."""
        return frozenset(
            word
            for profile in self.figures.profiles()
            if self.faction in profile.factions
            for word in profile.keywords
        )


def check_draft(draft: StartDraft, stock: Stock) -> CheckReport:
    """All that is wrong, with the bill of the models."""
    leader = check_leader(
        draft.leader,
        stock.sources,
        stock.charts,
        faction_keywords=stock.faction_keywords,
        names_taken=(name for card in stock.figures.profiles() for name in (card.name, card.full_name)),
    )
    buyer = Buyer(faction=stock.faction, keywords=draft.leader.keywords)
    models = start_report(draft.models, buyer, stock.figures)
    faults = (*leader.violations, *models.violations, *_luck(draft, stock))
    return CheckReport.of(faults, models.total, budget=models.budget or 0)


def lucky_pieces(draft: StartDraft, stock: Stock) -> tuple[Equipment, ...]:
    """What the flip of a Lucky Upstart offers (M4-CAMP-05); nothing before the flip."""
    return stock.charts.bought_with(Card.parse(draft.luck)) if draft.luck else ()


def with_piece(draft: StartDraft, stock: Stock) -> StartDraft:
    """The draft with the first piece that the flip offers, unless one of them is chosen."""
    offered = [piece.slug for piece in lucky_pieces(draft, stock)] if is_lucky(draft) else []
    return draft if draft.piece in offered or not offered else replace(draft, piece=offered[0])


def is_lucky(draft: StartDraft) -> bool:
    archetype = ARCHETYPES.get(draft.leader.archetype)
    return archetype is not None and archetype.lucky_equipment


def _luck(draft: StartDraft, stock: Stock) -> Iterator[Violation]:
    if not is_lucky(draft):
        return
    if not draft.luck:
        sentence = "A Lucky Upstart flips for a piece of Equipment."
        yield Violation("M4-CAMP-05", sentence, "Flip for it.", "luck")
    elif draft.piece not in {piece.slug for piece in lucky_pieces(draft, stock)}:
        sentence = "No piece of Equipment is chosen of those that the flip offers."
        yield Violation("M4-CAMP-05", sentence, "Choose one.", "luck")


def founded(draft: StartDraft, stock: Stock) -> Growth:
    """What a legal draft becomes."""
    leader = draft.leader
    effect = next(row for row in stock.charts.crew_effects if row.slug == leader.effect)
    return Growth(
        keywords=leader.keywords,
        path="strategist" if leader.path == "strategist" else "bruiser",
        archetype=leader.archetype,
        leader=leader_card(leader, stock.sources),
        effects=(CrewEffect(effect.slug, effect.name, effect.text, leader.effect_choice.strip()),),
    )


def legal_one(draft: StartDraft, stock: Stock, *, name: str, turn: int = 0) -> StartDraft:
    """The draft with everything chosen that is still missing or cannot stay; ``turn`` tries the next of what
    is lawful. The Leader is called ``name`` unless it has a name."""
    given = draft.leader
    own = sorted(stock.faction_keywords)
    words = given.keywords if len(set(given.keywords)) == 2 else _two(given.keywords, own, stock, turn)
    usual = ARCHETYPES["generalist"]
    archetype = ARCHETYPES.get(given.archetype, usual)
    if not _fits(archetype, words, stock):
        archetype = next(
            (each for each in ARCHETYPES.values() if not each.lucky_equipment and _fits(each, words, stock)),
            usual,
        )
    picks = {part: _picks(part, given.picked(part), archetype, words, stock, turn) for part in PARTS}
    effect = next(row for row in stock.charts.crew_effects if not row.choose)
    known = {row.slug for row in stock.charts.crew_effects}
    leader = replace(
        given,
        name=given.name.strip() or name,
        archetype=archetype.slug,
        keywords=words,
        attacks=picks["attack"],
        tacticals=picks["tactical"],
        abilities=picks["ability"],
        trigger=_trigger(given.trigger, picks["attack"], archetype, stock),
        path=given.path or "bruiser",
        effect=given.effect if given.effect in known else effect.slug,
    )
    models = _models(draft.models, replace(draft, leader=leader), stock, turn)
    return replace(draft, leader=leader, models=models)


def _two(given: Sequence[str], own: Sequence[str], stock: Stock, turn: int) -> tuple[str, ...]:
    """Two Keywords, what was given first: of the Faction those that bring enough to choose from, then its
    others, then any."""
    rich = [word for word in own if _fits(ARCHETYPES["generalist"], (word,), stock)] or list(own)
    turned = rich[turn % len(rich) :] + rich[: turn % len(rich)] if rich else []
    others = sorted({word for source in stock.sources for word in source.keywords})
    return tuple(dict.fromkeys((*given[:1], *turned, *own, *others)))[:2]


def _fits(archetype: Archetype, words: Iterable[str], stock: Stock) -> bool:
    """Whether the Keywords have enough of everything."""
    offered = [each for each in choices(archetype, words, stock.sources) if not each.reason]
    return all(
        len({(each.source, each.name) for each in offered if each.part == part}) >= archetype.allows(part)[0]
        for part in PARTS
    )


def _picks(
    part: Part,
    given: Sequence[Pick],
    archetype: Archetype,
    words: Iterable[str],
    stock: Stock,
    turn: int,
) -> tuple[Pick, ...]:
    most, _ = archetype.allows(part)
    lawful = list(
        dict.fromkeys(
            Pick(each.source, each.name)
            for each in choices(archetype, words, stock.sources)
            if each.part == part and not each.reason
        )
    )
    start = turn % len(lawful) if lawful else 0
    kept = [pick for pick in given if pick in lawful]
    return tuple(dict.fromkeys((*kept, *lawful[start:], *lawful[:start])))[:most]


def _trigger(given: str, attacks: Sequence[Pick], archetype: Archetype, stock: Stock) -> str:
    printed = [
        name
        for pick in attacks
        for action in stock.cards[pick.source].actions
        if action.name == pick.name
        for name in action.triggers
    ]
    if not archetype.trigger or not printed:
        return ""
    return given if given in printed else printed[0]


def _models(given: Sequence[str], draft: StartDraft, stock: Stock, turn: int) -> tuple[str, ...]:
    """What of ``given`` is lawful, then models of the Keywords while the Soulstones last."""
    buyer = Buyer(faction=stock.faction, keywords=draft.leader.keywords)
    own = [
        profile.slug
        for profile in stock.figures.profiles()
        if in_keyword(profile, buyer)
        and profile.cost is not None
        and profile.station != MASTER
        and not profile.is_totem
    ]
    start = turn % len(own) if own else 0
    bought: tuple[str, ...] = ()
    for slug in (*given, *own[start:], *own[:start], *own):
        wider = (*bought, slug)
        if start_report(wider, buyer, stock.figures).legal:
            bought = wider
    return bought
