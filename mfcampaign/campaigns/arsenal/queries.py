"""What a player owns, as its pages show it: the starting Arsenal, the hires of a week, the sheet, Bounties.

The sheet holds everything on one side of A4 (SL-BOUNTY-05, ledger section 5).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from django.db.models import F
from django.urls import reverse
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import (
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    GameSide,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.snapshots import ModelSnapshot, UpgradeSnapshot, model_snapshot, upgrade_snapshot
from mfcampaign.catalog.cards import ModelCard, folded
from mfcampaign.catalog.queries import cards_with_pack
from rules.campaign.arsenal import Arsenal, Changing, OwnedModel, StatMod, injured_stat
from rules.campaign.arsenal_rules import arsenal_rules
from rules.campaign.candidates import HireCandidate
from rules.campaign.hires import (
    ForcedHire,
    could_bear,
    upgrade_candidates,
)
from rules.campaign.start import (
    StartList,
    check_start,
    start_candidates,
    start_leaders,
    start_scrip,
    start_upgrades,
)
from rules.campaign.system import Gained
from rules.crews.catalogue import Catalogue, Profile
from rules.crews.offers import hiring_order
from rules.edition import edition_of
from rules.refusal import CheckReport, Total, Violation

MOST_SHEETS = 3
OfEntry = TypeVar("OfEntry", ArsenalModel, ArsenalUpgrade, ArsenalBounty)


def own_sheets(person: Person) -> list[str]:
    """The addresses of somebody's Arsenals in leagues under way. One query."""
    entries = Entry.objects.filter(user=person, campaign__state=Campaign.State.RUNNING)
    rows = entries.order_by("-pk").values_list("campaign__slug", "pk")[:MOST_SHEETS]
    return [reverse("campaigns:arsenal", args=row) for row in rows]


def open_hires(person: Person) -> list[str]:
    """The addresses of the hires that are open to somebody. One query."""
    parts = WeekEntry.objects.filter(
        entry__user=person,
        entry__state=Entry.State.ACTIVE,
        week__state=Week.State.NEW_HIRES,
        week__campaign__state=Campaign.State.RUNNING,
    )
    slugs = parts.order_by("-pk").values_list("week__campaign__slug", flat=True)[:MOST_SHEETS]
    return [reverse("campaigns:hires", args=[slug]) for slug in slugs]


class BountyRow(Struct, frozen=True):
    """One Bounty: ``portions`` are (goal, ticks so far, ticks in all); ``former``: of an Arsenal given up."""

    name: str
    state: str
    label: str
    bought_week: int
    ended_week: int | None
    portions: tuple[tuple[str, int, int], ...]
    done: int
    of: int
    former: bool


def bounties_of(entries: Collection[int]) -> dict[int, tuple[BountyRow, ...]]:
    """The Bounties of each entry by its number, newest first. Two queries, one when there is none."""
    rows = ArsenalBounty.objects.filter(entry__in=entries).select_related("entry").order_by("-pk")
    by_entry = _by_entry(rows.prefetch_related("ticks"))
    return {entry: tuple(map(_row, by_entry[entry])) for entry in entries}


def _by_entry(rows: Iterable[OfEntry]) -> dict[int, list[OfEntry]]:
    by_entry: dict[int, list[OfEntry]] = defaultdict(list)
    for row in rows:
        by_entry[row.entry_id].append(row)
    return by_entry


def _row(row: ArsenalBounty) -> BountyRow:
    bounty = loading.active_bounty(row)
    return BountyRow(
        name=row.name,
        state=row.state,
        label=ArsenalBounty.State(row.state).label,
        bought_week=row.bought_week,
        ended_week=row.ended_week,
        portions=tuple((p.goal, bounty.ticks(p), p.repeat) for p in bounty.portions),
        done=bounty.held.done,
        of=bounty.held.of,
        former=row.roster != row.entry.roster,
    )


SHOWN_ILLEGAL = 40
GROUPS = {
    "keyword": "Leader’s Keyword",
    "versatile": "Versatile",
    "other": "Out of Keyword",
    "hire": "To hire",
}


class Filter(Struct, frozen=True):
    """What the player looks for: words of name, Keyword or characteristic, and a station."""

    words: str = ""
    station: str = ""

    def takes(self, profile: Profile) -> bool:
        if self.station and profile.station != self.station:
            return False
        marks = ("versatile",) * profile.versatile + ("totem",) * profile.is_totem
        haystack = folded(
            " ".join(
                (profile.full_name, profile.station, *profile.keywords, *profile.characteristics, *marks)
            )
        )
        return all(word in haystack for word in folded(self.words).split())


class Offer(Struct, frozen=True):
    """One model on sale, with what helps to choose it; ``owned`` copies are in the list already."""

    candidate: HireCandidate
    profile: Profile
    owned: int = 0

    @property
    def legal(self) -> bool:
        return self.candidate.legal

    @property
    def total(self) -> Total | None:
        return self.candidate.price

    @property
    def copies(self) -> int:
        return self.owned

    @property
    def why(self) -> str:
        """The first reason; empty where it can be had."""
        return self.candidate.reasons[0].sentence if self.candidate.reasons else ""


class OfferGroup(Struct, frozen=True):
    """The offers of one price rule, in the builder's order; ``note`` says whose Keywords."""

    name: str
    title: str
    note: str
    candidates: tuple[Offer, ...]
    rule: str = ""


class Offers(Struct, frozen=True):
    """Offers by filter: those that may be bought in groups, then the others with their reasons (``hidden``
    more of them are not listed); ``stats`` are the figures of a model's line."""

    groups: tuple[OfferGroup, ...]
    illegal: tuple[Offer, ...]
    hidden: int
    stations: tuple[str, ...] = ()
    stats: tuple[tuple[str, str], ...] = ()

    @property
    def legal(self) -> tuple[Offer, ...]:
        """Those that can be had now, by name."""
        offers = (offer for group in self.groups for offer in group.candidates)
        return tuple(sorted(offers, key=lambda offer: offer.candidate.name))

    @property
    def count(self) -> int:
        return sum(len(group.candidates) for group in self.groups)


def _offers(
    candidates: Iterable[HireCandidate],
    figures: Catalogue,
    keywords: Collection[str],
    faction: str,
    sought: Filter,
    owned: Counter[str],
) -> Offers:
    """``keywords`` are the Leader's. Without words to seek, the impossible ones of other Factions stay in the
    catalogue."""
    legal: dict[str, list[Offer]] = {}
    illegal: list[Offer] = []
    for candidate in candidates:
        profile = figures.profile(candidate.slug)
        if not sought.takes(profile):
            continue
        offer = Offer(candidate, profile, owned[candidate.slug])
        if candidate.legal:
            legal.setdefault(_price_group(offer, figures, keywords), []).append(offer)
        elif sought.words or faction in profile.factions:
            illegal.append(offer)
    more = max(0, len(illegal) - SHOWN_ILLEGAL)
    groups = tuple(_offer_group(name, legal[name], keywords) for name in GROUPS if name in legal)
    cards = edition_of(figures.edition).cards
    stations = dict.fromkeys((*cards.stations, *(profile.station for profile in figures.profiles())))
    known = tuple(station for station in stations if station)
    return Offers(groups, tuple(illegal[:SHOWN_ILLEGAL]), more, known, cards.stat_line)


def _price_group(offer: Offer, figures: Catalogue, keywords: Collection[str]) -> str:
    """As in the builder of Crews; without Keywords there is one price for all."""
    if not edition_of(figures.edition).cards.prints("keywords"):
        return "hire"
    if set(offer.profile.keywords) & set(keywords):
        return "keyword"
    return "versatile" if offer.profile.versatile else "other"


def _offer_group(name: str, offers: list[Offer], keywords: Collection[str]) -> OfferGroup:
    ordered = tuple(sorted(offers, key=lambda offer: hiring_order(offer.profile)))
    note = " or ".join(keywords) if name == "keyword" else ""
    surcharges = (
        line for offer in ordered if offer.total for line in offer.total.lines[1:] if line.amount > 0
    )
    surcharge = next(surcharges, None) if name == "other" else None
    rule = surcharge.rule if surcharge is not None else ""
    return OfferGroup(name, GROUPS[name], note, ordered, rule)


# -- the starting Arsenal ---------------------------------------------------------------------------


class Chosen(Struct, frozen=True):
    """A model in the draft: ``count`` copies, what each costs, what is wrong with it."""

    slug: str
    name: str
    count: int
    each: Total | None
    profile: Profile | None
    violations: tuple[Violation, ...]


class StartPage(Struct, frozen=True):
    """The starting purchase as drafted, what is wrong with it, and what could be added."""

    start: StartList
    report: CheckReport
    scrip: int
    leader: Chosen | None
    chosen: tuple[Chosen, ...]
    upgrade: Chosen | None
    general: tuple[Violation, ...]
    leaders: tuple[Offer, ...]
    offers: Offers
    upgrades: tuple[HireCandidate, ...]
    sought: Filter
    sells_upgrades: bool

    @property
    def over(self) -> int:
        return max(0, -self.report.left)

    @property
    def lost(self) -> int:
        """The Soulstones left over that become no Scrip (SL-START-11)."""
        return max(0, self.report.left - self.scrip)


def start_page(entry: Entry, sought: Filter) -> StartPage:
    """No query once the catalogue of the league is read."""
    figures, rules = loading.start_figures(entry.campaign), entry.campaign.rules
    start = loading.draft_of(entry)
    report = check_start(start, figures, rules)
    counts = Counter(start.models)
    prices = {c.slug: c for c in start_candidates(start, figures, rules)}

    def chosen(slug: str, count: int, price: Total | None) -> Chosen:
        profile = figures.profile(slug) if figures.has_profile(slug) else None
        name = profile.full_name if profile else slug
        return Chosen(slug, name, count, price, profile, report.about(slug))

    leaders = start_leaders(entry.faction, figures, rules)
    own = next((c.price for c in leaders if c.slug == start.leader), None)
    subjects = {start.leader, *start.models, start.upgrade}
    return StartPage(
        start=start,
        report=report,
        scrip=start_scrip(report.total.amount, rules),
        leader=chosen(start.leader, 1, own) if start.leader else None,
        chosen=tuple(
            chosen(slug, count, prices[slug].price if slug in prices else None)
            for slug, count in counts.items()
        ),
        upgrade=_chosen_upgrade(start, report, figures),
        general=tuple(v for v in report.violations if v.subject not in subjects or not v.subject),
        leaders=tuple(Offer(c, figures.profile(c.slug)) for c in leaders if c.legal and not start.leader),
        offers=_offers(
            prices.values(), figures, _keywords(start.leader, figures), entry.faction, sought, counts
        )
        if start.leader
        else Offers((), (), 0),
        upgrades=tuple(c for c in start_upgrades(start, figures, rules) if c.legal),
        sought=sought,
        sells_upgrades=arsenal_rules(figures).sells_upgrades or rules.start_upgrade_kinds == "equipment_too",
    )


def _keywords(slug: str, figures: Catalogue) -> tuple[str, ...]:
    return figures.profile(slug).keywords if figures.has_profile(slug) else ()


def card_of(campaign: Campaign, slug: str) -> ModelCard | None:
    """A model's card by the figures of the league, its pack included."""
    return cards_with_pack(campaign.release_id, campaign.pack_id)[0].get(slug)


def _chosen_upgrade(start: StartList, report: CheckReport, figures: Catalogue) -> Chosen | None:
    if not start.upgrade:
        return None
    name = figures.upgrade(start.upgrade).name if figures.has_upgrade(start.upgrade) else start.upgrade
    lines = [line for line in report.total.lines if line.label == name][-1:]
    return Chosen(start.upgrade, name, 1, Total.of(lines), None, report.about(start.upgrade))


def changed(start: StartList, act: str, slug: str) -> StartList:
    """The draft after one tap: ``leader``, ``add``, ``remove``, ``upgrade``, ``drop_upgrade`` or ``clear``.

    ``KeyError`` for any other act. Removing what is not there changes nothing.
    """
    return _TAPS[act](start, slug)


def _take_out(start: StartList, slug: str) -> StartList:
    models = list(start.models)
    if slug in models:
        models.remove(slug)
    return StartList(start.faction, start.leader, tuple(models), start.upgrade)


_TAPS: dict[str, Callable[[StartList, str], StartList]] = {
    "leader": lambda start, slug: StartList(start.faction, slug, start.models, start.upgrade),
    "add": lambda start, slug: StartList(start.faction, start.leader, (*start.models, slug), start.upgrade),
    "take_out": _take_out,
    "upgrade": lambda start, slug: StartList(start.faction, start.leader, start.models, slug),
    "drop_upgrade": lambda start, slug: StartList(start.faction, start.leader, start.models, ""),
    "clear": lambda start, slug: StartList(start.faction, "", (), ""),
}
TAPS = frozenset(_TAPS)


# -- new hires --------------------------------------------------------------------------------------


class HirePage(Struct, frozen=True):
    """One player's open window: what is on sale, whether the compulsory hire is met. ``unborne`` are Upgrades
    that no model of the Arsenal could carry now."""

    part: WeekEntry
    scrip: int
    discount: bool
    forced: ForcedHire
    offers: Offers
    upgrades: tuple[HireCandidate, ...]
    unborne: tuple[HireCandidate, ...]
    dear_upgrades: tuple[HireCandidate, ...]
    hired: tuple[ArsenalModel, ...]
    bought: tuple[ArsenalUpgrade, ...]
    sought: Filter
    sells_upgrades: bool


def window_of(entry: Entry) -> WeekEntry | None:
    """The player's part in the week whose hires are open; ``None`` outside the window. One query."""
    part = (
        WeekEntry.objects.filter(
            entry=entry, week__state=Week.State.NEW_HIRES, entry__state=Entry.State.ACTIVE
        )
        .exclude(week__campaign__state="cancelled")
        .select_related("week")
        .first()
    )
    if part is not None:
        part.entry, part.week.campaign = entry, entry.campaign
    return part


def paired_game(entry: Entry) -> str:
    """The address of the game that was paired when the last player finished hiring; empty without one."""
    sides = GameSide.objects.filter(entry=entry, game__state=Game.State.SCHEDULED)
    side = sides.select_related("game__week").order_by("-pk").first()
    if side is None or window_of(entry) is not None:
        return ""
    return reverse("campaigns:game", args=[entry.campaign.slug, side.game.week.number, side.game.table])


def hire_page(part: WeekEntry, sought: Filter) -> HirePage:
    """Five queries: the Arsenal, and what was bought in this window."""
    campaign, number = part.week.campaign, part.week.number
    figures, rules, offered = loading.catalogue(campaign), campaign.rules, campaign.played.hires
    window = loading.hire_window(part)
    faction, leader = part.entry.faction, window.arsenal.leader
    upgrades = [
        c
        for c in upgrade_candidates(window, figures, rules)
        if not any(v.rule != "SL-HIRE-07" for v in c.reasons)
    ]
    of_use = {c.slug for c in upgrades if could_bear(figures.upgrade(c.slug), window.arsenal, figures)}
    return HirePage(
        part=part,
        scrip=window.arsenal.scrip,
        discount=offered.discounted(window, rules),
        forced=offered.forced(window, figures, rules),
        offers=_offers(
            offered.candidates(window, figures, rules),
            figures,
            card.keywords if leader and (card := _card(leader, window.arsenal, campaign, figures)) else (),
            faction,
            sought,
            Counter(model.slug for model in window.arsenal.models),
        ),
        upgrades=tuple(c for c in upgrades if c.legal and c.slug in of_use),
        unborne=tuple(c for c in upgrades if c.legal and c.slug not in of_use),
        dear_upgrades=tuple(c for c in upgrades if not c.legal),
        hired=_hired(part),
        bought=tuple(
            part.entry.upgrades.filter(roster=part.entry.roster, gained_week=number, gained_how="hire")
        ),
        sought=sought,
        sells_upgrades=arsenal_rules(figures).sells_upgrades,
    )


def _hired(part: WeekEntry) -> tuple[ArsenalModel, ...]:
    """The models bought in this window. A new Arsenal's first models are of the same week and older."""
    models = part.entry.models.filter(roster=part.entry.roster, hired_week=part.week.number)
    if part.new_arsenal:
        bought = part.hired_models + part.hired_masters
        return tuple(reversed(models.order_by("-pk")[:bought]))
    return tuple(models) if part.week.number > 1 else ()


def offer_of(part: WeekEntry, kind: str, slug: str) -> tuple[HireCandidate | None, int]:
    """One model (``hire``) or ``upgrade`` of the window with its price and reasons, and the Scrip held."""
    campaign = part.week.campaign
    window = loading.hire_window(part)
    candidates = campaign.played.hires.candidates if kind == "hire" else upgrade_candidates
    on_sale = candidates(window, loading.catalogue(campaign), campaign.rules)
    return next((c for c in on_sale if c.slug == slug), None), window.arsenal.scrip


# -- the sheet --------------------------------------------------------------------------------------


class Stat(Struct, frozen=True):
    """A figure of the Stat Card, and what Injuries made of it."""

    label: str
    printed: int | None
    now: int | None

    @property
    def changed(self) -> bool:
        return self.printed != self.now


class OwnedRow(Struct, frozen=True):
    """A model of the sheet with its figures, Skills and Injuries and the numbers it may carry, and what else
    it ``gained``; ``called`` tells it from others of its kind, ``stat_mods`` change its figures."""

    model: ModelSnapshot
    called: str
    keywords: tuple[str, ...]
    stats: tuple[Stat, ...]
    skills: tuple[UpgradeSnapshot, ...]
    injuries: tuple[UpgradeSnapshot, ...]
    skill_limit: int
    injury_limit: int
    gained: tuple[Gained, ...] = ()
    stat_mods: tuple[StatMod, ...] = ()


class ArsenalSheet(Struct, frozen=True):
    """All that a player owns and owned."""

    models: tuple[OwnedRow, ...]
    lost: tuple[ModelSnapshot, ...]
    upgrades: tuple[UpgradeSnapshot, ...]
    bounties: tuple[BountyRow, ...]
    value: Total
    scrip: int


def sheet_of(entry: Entry) -> ArsenalSheet:
    """The Arsenal sheet of one player. Five queries whatever it holds, four without a Bounty."""
    return sheets_of(entry.campaign, [entry.pk])[entry.pk]


def sheets_of(campaign: Campaign, entries: Collection[int]) -> dict[int, ArsenalSheet]:
    """The Arsenal sheets of players of one league by entry, with as many queries as one."""
    models = _by_entry(ArsenalModel.objects.filter(entry__in=entries, roster=F("entry__roster")))
    upgrades = _by_entry(ArsenalUpgrade.objects.filter(entry__in=entries).owned())
    owned = {pk: [row for row in rows if row.annihilated_week is None] for pk, rows in models.items()}
    arsenals = loading.arsenals_of(campaign, entries, owned, upgrades)
    bounties = bounties_of(entries)
    return {pk: _sheet(campaign, arsenals[pk], models[pk], upgrades[pk], bounties[pk]) for pk in entries}


def _sheet(
    campaign: Campaign,
    owned: Arsenal,
    rows: list[ArsenalModel],
    upgrades: list[ArsenalUpgrade],
    bounties: tuple[BountyRow, ...],
) -> ArsenalSheet:
    figures, rules, start = loading.catalogue(campaign), campaign.rules, campaign.played.start
    stats = edition_of(figures.edition).cards.stat_line
    of_core = {model.id: model for model in owned.models}
    owned_rows = []
    for row in rows:
        if row.annihilated_week is not None:
            continue
        core = of_core[row.pk]
        card = _card(core, owned, campaign, figures)
        gained = tuple(start.gained(owned, core))
        changing: tuple[Changing, ...] = (*core.injuries, *gained)
        bound = [upgrade for upgrade in upgrades if upgrade.bearer_id == row.pk]
        owned_rows.append(
            OwnedRow(
                model=model_snapshot(row),
                called=core.name,
                keywords=start.keywords(owned, core, card) if card else (),
                stats=tuple(_stat(label, name, card, changing) for name, label in stats),
                skills=tuple(upgrade_snapshot(u) for u in bound if u.kind == ArsenalUpgrade.Kind.SKILL),
                injuries=tuple(upgrade_snapshot(u) for u in bound if u.kind == ArsenalUpgrade.Kind.INJURY),
                skill_limit=core.skill_limit(rules),
                injury_limit=core.injury_limit(rules),
                gained=gained,
                stat_mods=tuple(mod for each in changing for mod in each.stat_mods),
            )
        )
    return ArsenalSheet(
        models=tuple(owned_rows),
        lost=tuple(model_snapshot(row) for row in rows if row.annihilated_week is not None),
        upgrades=tuple(upgrade_snapshot(upgrade) for upgrade in upgrades if upgrade.bearer_id is None),
        bounties=bounties,
        value=campaign.played.crew.value(owned.models, rules),
        scrip=owned.scrip,
    )


def _card(model: OwnedModel, owned: Arsenal, campaign: Campaign, figures: Catalogue) -> Any:
    """What prints a model's figures and Keywords: the catalogue, or what the campaign keeps of it."""
    if figures.has_profile(model.slug):
        return figures.profile(model.slug)
    return campaign.played.start.grown(owned, model)


def _stat(label: str, name: str, card: Any, injuries: Iterable[Changing]) -> Stat:
    printed: int | None = getattr(card, name) if card else None
    now = None if printed is None else injured_stat(printed, name, injuries)
    return Stat(label, printed, now)


class Ticked(Struct, frozen=True):
    """One portion of the Bounty under way."""

    goal: str
    done: int
    needed: int


class Paper(Struct, frozen=True):
    """What the sheet shows. ``tight`` where many lines have to fit."""

    models: tuple[OwnedRow, ...]
    upgrades: tuple[UpgradeSnapshot, ...]
    value: Total
    scrip: int
    bounty: str
    portions: tuple[Ticked, ...]
    accomplished: tuple[str, ...]

    @property
    def lines(self) -> int:
        bound = sum(len(row.skills) + len(row.injuries) for row in self.models)
        return len(self.models) + bound + len(self.upgrades) + len(self.portions)

    @property
    def tight(self) -> bool:
        return self.lines > 18


def paper(entry: Entry) -> Paper:
    """At most ten queries whatever the Arsenal holds."""
    sheet = sheet_of(entry)
    held = loading.active_bounties([entry.pk]).get(entry.pk)
    accomplished = ArsenalBounty.objects.filter(
        entry=entry, roster=entry.roster, state=ArsenalBounty.State.ACCOMPLISHED
    )
    portions = tuple(Ticked(p.goal, held.done.get(p.id, 0), p.repeat) for p in held.portions) if held else ()
    return Paper(
        models=sheet.models,
        upgrades=sheet.upgrades,
        value=sheet.value,
        scrip=sheet.scrip,
        bounty=held.name if held else "",
        portions=portions,
        accomplished=tuple(accomplished.values_list("name", flat=True)),
    )


def sheet_by_token(token: str) -> Entry | None:
    """The entry whose sheet the holder of this link may read."""
    if not token:
        return None
    return Entry.objects.select_related("user", "campaign").filter(sheet_token=token).first()
