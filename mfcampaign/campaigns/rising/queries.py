"""What the pages of a Leader show: all that may be chosen, the card, the track. Fixed numbers of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from mfcampaign.campaigns.models import ArsenalModel, Entry
from mfcampaign.campaigns.rising import drafts, growth
from rules.campaign.candidates import HireCandidate
from rules.campaign.rising.charts import Equipment, Talent
from rules.campaign.rising.experience import BOXES, track
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.hires import Buyer, start_candidates, start_scrip
from rules.campaign.rising.leader import (
    ARCHETYPES,
    BASES,
    PARTS,
    SIZES,
    WORDS,
    Archetype,
    Choice,
    LeaderCard,
    Pick,
    choices,
    leader_card,
)
from rules.campaign.rising.start import StartDraft, Stock, check_draft, is_lucky, lucky_pieces
from rules.fate.cards import Card
from rules.refusal import CheckReport, Violation

STEPS = ("who", "parts", "effect", "models", "confirm")
TITLES = ("Who leads", "What the Leader does", "Crew card", "Models", "Confirm")
BY_STEP = {
    "name": "who",
    "characteristics": "who",
    "sz": "who",
    "base_mm": "who",
    "path": "who",
    "keywords": "who",
    "archetype": "who",
    "attack": "parts",
    "tactical": "parts",
    "ability": "parts",
    "trigger": "parts",
    "effect": "effect",
    "effect_choice": "effect",
    "luck": "confirm",
}
"""On which step a fault is corrected, by its subject; any other is of the models."""


class PartPage(Struct, frozen=True):
    """One kind of thing that the Leader takes of other cards: how many, of which cost at most, what there is;
    ``legal`` with whether it is chosen."""

    part: str
    label: str
    most: int
    highest: int
    legal: tuple[tuple[Choice, bool], ...]
    barred: tuple[Choice, ...]


class ModelRow(Struct, frozen=True):
    """A model in the draft: so many copies, what is wrong with it."""

    slug: str
    name: str
    count: int
    cost: int | None
    violations: tuple[Violation, ...]


class LeaderPathPage(Struct, frozen=True):
    """The draft, what is wrong with it by step, and what may be chosen on this step."""

    draft: StartDraft
    step: str
    at: int
    report: CheckReport
    scrip: int
    faults: dict[str, tuple[Violation, ...]]
    archetypes: tuple[Archetype, ...] = ()
    keywords: tuple[tuple[str, bool], ...] = ()
    parts: tuple[PartPage, ...] = ()
    triggers: tuple[str, ...] = ()
    effects: tuple[Talent, ...] = ()
    chosen: tuple[ModelRow, ...] = ()
    offers: tuple[HireCandidate, ...] = ()
    barred: tuple[HireCandidate, ...] = ()
    card: LeaderCard | None = None
    lucky: bool = False
    luck: Card | None = None
    pieces: tuple[Equipment, ...] = ()
    bases: Sequence[int] = BASES
    sizes: Sequence[int] = SIZES

    @property
    def now(self) -> tuple[Violation, ...]:
        """What is to be corrected on this step; nothing before anything was chosen."""
        return self.faults.get(self.step, ()) if self.draft != StartDraft() else ()

    @property
    def template(self) -> str:
        return f"campaigns/rising/_{self.step}.html"

    @property
    def back(self) -> str:
        return STEPS[max(0, self.at - 2)]

    @property
    def onward(self) -> str:
        return STEPS[min(len(STEPS) - 1, self.at)]

    @property
    def ready(self) -> bool:
        return not self.report.violations


def path_page(entry: Entry, step: str) -> LeaderPathPage:
    """No query once the league's figures and charts are read."""
    stock, draft = drafts.stock_of(entry), drafts.draft_of(entry)
    report = check_draft(draft, stock)
    faults: dict[str, tuple[Violation, ...]] = {}
    for fault in report.violations:
        at = BY_STEP.get(fault.subject, "models")
        faults[at] = (*faults.get(at, ()), fault)
    leader, archetype = draft.leader, ARCHETYPES.get(draft.leader.archetype)
    own = stock.faction_keywords
    every = sorted({word for card in stock.cards.values() for word in card.keywords})
    parts: tuple[PartPage, ...] = ()
    if step == "parts" and archetype is not None:
        offered = tuple(choices(archetype, leader.keywords, stock.sources))
        parts = tuple(_part(part, archetype, leader.picked(part), offered) for part in PARTS)
    buyer = Buyer(faction=stock.faction, keywords=leader.keywords)
    candidates = start_candidates(draft.models, buyer, stock.figures) if step == "models" else ()
    lawful = not any(BY_STEP.get(fault.subject) in ("who", "parts") for fault in report.violations)
    return LeaderPathPage(
        draft=draft,
        step=step,
        at=STEPS.index(step) + 1,
        report=report,
        scrip=start_scrip(report.total.amount).amount,
        faults=faults,
        archetypes=tuple(ARCHETYPES.values()),
        keywords=tuple((word, word in own) for word in every),
        parts=parts,
        triggers=_triggers(draft, stock) if archetype is not None and archetype.trigger else (),
        effects=stock.charts.crew_effects,
        chosen=tuple(
            ModelRow(
                slug,
                stock.figures.profile(slug).full_name if stock.figures.has_profile(slug) else slug,
                count,
                stock.figures.profile(slug).cost if stock.figures.has_profile(slug) else None,
                report.about(slug),
            )
            for slug, count in Counter(draft.models).items()
        ),
        offers=tuple(each for each in candidates if each.legal),
        barred=tuple(each for each in candidates if not each.legal),
        card=leader_card(leader, stock.sources) if lawful else None,
        lucky=is_lucky(draft),
        luck=Card.parse(draft.luck) if draft.luck else None,
        pieces=lucky_pieces(draft, stock),
    )


def _part(part: str, archetype: Archetype, chosen: tuple[Pick, ...], offered: tuple[Choice, ...]) -> PartPage:
    own = [each for each in offered if each.part == part]
    most, highest = archetype.allows(part)  # type: ignore[arg-type]
    return PartPage(
        part,
        WORDS[part],
        most,
        highest,
        tuple((each, Pick(each.source, each.name) in chosen) for each in own if not each.reason),
        tuple(each for each in own if each.reason),
    )


def _triggers(draft: StartDraft, stock: Stock) -> tuple[str, ...]:
    """Those of the chosen attack, as its card prints them."""
    printed = [
        name
        for pick in draft.leader.attacks
        if pick.source in stock.cards
        for action in stock.cards[pick.source].actions
        if action.name == pick.name
        for name in action.triggers
    ]
    return tuple(dict.fromkeys(printed))


class TrackBox(Struct, frozen=True):
    """One box of the track: its tier (0: nothing), and whether it is filled."""

    number: int
    tier: int
    filled: bool


class Traitor(Struct, frozen=True):
    """A model of an opponent that may be taken for nothing, with the Equipment that it carried."""

    model: int
    name: str
    whose: str
    equipment: tuple[str, ...]


class LeaderPage(Struct, frozen=True):
    """A Leader as it stands: the card, the track in rows, what the crew card has, who may be taken."""

    growth: Growth
    archetype: str
    rows: tuple[tuple[TrackBox, ...], ...]
    traitors: tuple[Traitor, ...]


def leader_page(entry: Entry) -> LeaderPage:
    """Three queries at most; ``LeaderGrowth.DoesNotExist`` before the Arsenal is founded."""
    now = growth.of(entry)
    tiers = {box.number: box.tier for box in track()}
    boxes = [
        TrackBox(number, tiers.get(number, 0), number <= now.experience) for number in range(1, BOXES + 1)
    ]
    models = ArsenalModel.objects.select_related("entry__user").in_bulk([pk for pk, _ in now.traitors])
    names = drafts.names_of([piece for _, pieces in now.traitors for piece in pieces])
    return LeaderPage(
        now,
        ARCHETYPES[now.archetype].name,
        tuple(tuple(boxes[at : at + 13]) for at in range(0, BOXES, 13)),
        tuple(
            Traitor(
                pk,
                models[pk].name,
                models[pk].entry.label,
                tuple(names[piece] for piece in pieces if piece in names),
            )
            for pk, pieces in now.traitors
            if pk in models
        ),
    )
