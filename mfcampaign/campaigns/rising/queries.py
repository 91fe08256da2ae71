"""What the pages of a Leader show: all that may be chosen, the card, the track. Fixed numbers of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from mfcampaign.campaigns.arsenal.queries import OwnedRow, sheet_of
from mfcampaign.campaigns.models import ArsenalModel, Entry, GameSide
from mfcampaign.campaigns.rising import drafts, growth
from rules.campaign.candidates import HireCandidate
from rules.campaign.rising.charts import Equipment, Talent
from rules.campaign.rising.experience import BOXES, track
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.hires import Buyer, in_keyword, start_candidates, start_scrip
from rules.campaign.rising.leader import (
    ARCHETYPES,
    BASES,
    PARTS,
    SIZES,
    WORDS,
    Archetype,
    LeaderCard,
    LeaderChoice,
    Pick,
    choices,
    hurt,
    leader_card,
)
from rules.campaign.rising.policies import rising_policies
from rules.campaign.rising.start import StartDraft, Stock, check_draft, is_lucky, lucky_pieces
from rules.fate.cards import Card
from rules.refusal import CheckReport, Violation

TITLES = {
    "who": "Who leads",
    "parts": "What the Leader does",
    "effect": "Crew card",
    "models": "Models",
    "confirm": "Confirm",
}
STEPS = tuple(TITLES)
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
    legal: tuple[tuple[LeaderChoice, bool], ...]
    barred: tuple[LeaderChoice, ...]


class ModelRow(Struct, frozen=True):
    """A model in the draft: so many copies, what is wrong with it."""

    slug: str
    name: str
    count: int
    cost: int | None
    violations: tuple[Violation, ...]


class LeaderPathPage(Struct, frozen=True):
    """The draft, what is wrong with it by step, and what may be chosen on this step; ``own`` are the offers
    that share a Keyword."""

    draft: StartDraft
    step: str
    report: CheckReport
    scrip: int
    faults: dict[str, tuple[Violation, ...]]
    archetypes: tuple[Archetype, ...] = ()
    keywords: tuple[tuple[str, bool], ...] = ()
    parts: tuple[PartPage, ...] = ()
    triggers: tuple[str, ...] = ()
    effects: tuple[Talent, ...] = ()
    chosen: tuple[ModelRow, ...] = ()
    own: tuple[HireCandidate, ...] = ()
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
    def steps(self) -> list[tuple[str, str, bool]]:
        """Each step with its title, and whether all of it is chosen and lawful."""
        done = {step: not self.faults.get(step) for step in STEPS}
        done |= {"models": done["models"] and bool(self.draft.models), "confirm": False}
        return [(step, title, done[step]) for step, title in TITLES.items()]

    @property
    def ready(self) -> bool:
        return not self.report.violations


def faults_by_step(report: CheckReport) -> dict[str, tuple[Violation, ...]]:
    """What is to be corrected, by the step on which that is done."""
    faults: dict[str, tuple[Violation, ...]] = {}
    for fault in report.violations:
        at = BY_STEP.get(fault.subject, "models")
        faults[at] = (*faults.get(at, ()), fault)
    return faults


def path_page(entry: Entry, step: str) -> LeaderPathPage:
    """No query once the league's figures and charts are read."""
    stock, draft = drafts.stock_of(entry), drafts.draft_of(entry)
    report = check_draft(draft, stock)
    leader, archetype = draft.leader, ARCHETYPES.get(draft.leader.archetype)
    own = stock.faction_keywords
    every = sorted({word for card in stock.cards.values() for word in card.keywords})
    parts: tuple[PartPage, ...] = ()
    if step == "parts" and archetype is not None:
        offered = tuple(choices(archetype, leader.keywords, stock.sources))
        parts = tuple(_part(part, archetype, leader.picked(part), offered) for part in PARTS)
    buyer = Buyer(faction=stock.faction, keywords=leader.keywords)
    candidates = start_candidates(draft.models, buyer, stock.figures) if step == "models" else ()
    legal = [each for each in candidates if each.legal]
    sharing = {each.slug for each in legal if in_keyword(stock.figures.profile(each.slug), buyer)}
    lawful = not any(BY_STEP.get(fault.subject) in ("who", "parts") for fault in report.violations)
    return LeaderPathPage(
        draft=draft,
        step=step,
        report=report,
        scrip=start_scrip(report.total.amount).amount,
        faults=faults_by_step(report),
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
        own=tuple(each for each in legal if each.slug in sharing),
        offers=tuple(each for each in legal if each.slug not in sharing),
        barred=tuple(each for each in candidates if not each.legal),
        card=leader_card(leader, stock.sources) if lawful else None,
        lucky=is_lucky(draft),
        luck=Card.parse(draft.luck) if draft.luck else None,
        pieces=lucky_pieces(draft, stock),
    )


def _part(
    part: str, archetype: Archetype, chosen: tuple[Pick, ...], offered: tuple[LeaderChoice, ...]
) -> PartPage:
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


class DrawnCard(Struct, frozen=True):
    """A card with what Injuries and Lucky Misses make of it, as it is ``printed``, and the row of its model;
    no row for one that has left the Arsenal."""

    kind: str
    card: LeaderCard
    printed: LeaderCard
    row: OwnedRow | None


class LeaderPage(Struct, frozen=True):
    """A Leader as it stands: the cards, the track in rows, what the crew card has, who may be taken."""

    growth: Growth
    archetype: str
    cards: tuple[DrawnCard, ...]
    rows: tuple[tuple[TrackBox, ...], ...]
    traitors: tuple[Traitor, ...]
    boxes: int = BOXES


def leader_page(entry: Entry) -> LeaderPage:
    """Eight queries at most; ``LeaderGrowth.DoesNotExist`` before the Arsenal is founded."""
    now = growth.of(entry)
    tiers = {box.number: box.tier for box in track(rising_policies(entry.campaign.rules))}
    boxes = [
        TrackBox(number, tiers.get(number, 0), number <= now.experience) for number in range(1, BOXES + 1)
    ]
    return LeaderPage(
        now,
        ARCHETYPES[now.archetype].name,
        tuple(_cards(now, sheet_of(entry).models)),
        tuple(tuple(boxes[at : at + 13]) for at in range(0, BOXES, 13)),
        _offered(now),
    )


def _offered(now: Growth) -> tuple[Traitor, ...]:
    """Two queries, none for nobody."""
    if not now.traitors:
        return ()
    models = ArsenalModel.objects.select_related("entry__user").in_bulk([pk for pk, _ in now.traitors])
    names = drafts.names_of([piece for _, pieces in now.traitors for piece in pieces])
    return tuple(
        Traitor(
            pk,
            models[pk].name,
            models[pk].entry.label,
            tuple(names[piece] for piece in pieces if piece in names),
        )
        for pk, pieces in now.traitors
        if pk in models and models[pk].annihilated_week is not None
    )


class Exchanges(Struct, frozen=True):
    """Who changed sides after one game: whom the reader may ``take`` now, and ``said`` of each what became of
    it."""

    take: tuple[Traitor, ...] = ()
    said: tuple[str, ...] = ()


def exchanges_of(game: int, mine: int | None) -> Exchanges:
    """Two queries, at most five where somebody did; ``mine`` is the reader's entry."""
    sides = list(GameSide.objects.filter(game=game).select_related("entry__user", "game__week"))
    held = growth.of_all(side.entry_id for side in sides)
    every = [pk for now in held.values() for pk, _ in now.traitors]
    every += [each.model for now in held.values() for each in now.turned]
    if not every:
        return Exchanges()
    models = ArsenalModel.objects.in_bulk(every)
    said: list[str] = []
    take: tuple[Traitor, ...] = ()
    for side in sides:
        if (now := held.get(side.entry_id)) is None:
            continue
        of_game = {
            pk: row.name
            for pk, row in models.items()
            if row.entry_id in {each.entry_id for each in sides if each != side}
            and row.annihilated_week == side.game.week.number
        }
        said += [f"{of_game[t.model]} joined {side.label}." for t in now.turned if t.model in of_game]
        waiting = [pk for pk, _ in now.traitors if pk in of_game]
        said += [f"{of_game[pk]} may be taken by {side.label}." for pk in waiting]
        if side.entry_id == mine:
            take = tuple(each for each in _offered(now) if each.model in waiting)
    return Exchanges(take, tuple(said))


def _cards(now: Growth, rows: Iterable[OwnedRow]) -> Iterator[DrawnCard]:
    owned = list(rows)
    leader = next((row for row in owned if row.model.is_leader), None)
    yield _drawn("Leader", now.leader, leader)
    if now.totem is not None:
        yield _drawn("Totem", now.totem, next((row for row in owned if row.model.pk == now.totem_id), None))


def _drawn(kind: str, printed: LeaderCard, row: OwnedRow | None) -> DrawnCard:
    return DrawnCard(kind, hurt(printed, [row]) if row is not None else printed, printed, row)
