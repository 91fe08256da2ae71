"""Rows as structs of ``rules``: an Arsenal, a Crew, a result. Fixed numbers of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.db.models import Count, F, Q
from msgspec.structs import replace

from mfcampaign.campaigns.models import (
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    GameSide,
    LeaderGrowth,
    Report,
    StatedCost,
    Week,
    WeekEntry,
)
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.bounties import ActiveBounty
from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, StatMod
from rules.campaign.arsenal_rules import arsenal_rules
from rules.campaign.charts.rows import Portion
from rules.campaign.crew import CampaignCrew
from rules.campaign.encounter import ReportFacts, SideFacts
from rules.campaign.hires import ForcedHire, HireWindow
from rules.campaign.start import StartList, start_catalogue
from rules.campaign.system import system_of
from rules.campaign.weekly_events import EventAward, WeekEvent, event_awards
from rules.crews.catalogue import MASTER, Catalogue
from rules.crews.words import words_of
from rules.edition import edition_of
from rules.game.league.needs import Fighter
from rules.game.results.result import EncounterResult, SchemeChain


def catalogue(campaign: Campaign) -> Catalogue:
    """The release of figures this league plays by, with its pack laid over it, as leagues of its edition read
    it, and with the Costs that its players stated. No query where the pack came with the league; one where
    Costs were stated."""
    return with_stated(campaign, printed(campaign))


def printed(campaign: Campaign) -> Catalogue:
    """The same without what players stated."""
    return _as_leagues_read(catalog.catalogue_with(campaign.release_id, campaign.pack))


def with_stated(campaign: Campaign, figures: Catalogue) -> Catalogue:
    """``figures`` with the Costs that players of the league stated, where they name none."""
    return _with_costs(figures, _stated(campaign)) if campaign.costs_stated else figures


def figures_of(release_id: int, pack_id: int | None) -> Catalogue:
    """The same of any release and pack."""
    return _as_leagues_read(catalog.catalogue_for(release_id, pack_id))


def _stated(campaign: Campaign) -> tuple[tuple[str, int], ...]:
    """The Cost that counts of each model of which one was stated: the confirmed, else the first."""
    counting: dict[str, int] = {}
    rows = StatedCost.objects.filter(campaign=campaign).order_by(F("confirmed_at").asc(nulls_last=True), "pk")
    for slug, cost in rows.values_list("slug", "cost"):
        counting.setdefault(slug, cost)
    return tuple(sorted(counting.items()))


@lru_cache(maxsize=16)
def _with_costs(figures: Catalogue, costs: tuple[tuple[str, int], ...]) -> Catalogue:
    return figures.with_costs(dict(costs))


@lru_cache(maxsize=8)
def _as_leagues_read(printed: Catalogue) -> Catalogue:
    return arsenal_rules(printed).figures(printed)


def charts(campaign: Campaign) -> Any:
    """As the league's campaign reads them."""
    return catalog.charts(campaign.charts_id)


def start_figures(campaign: Campaign) -> Catalogue:
    """What a starting Arsenal is bought from: the figures, with Equipment where the league says so."""
    return start_catalogue(catalogue(campaign), charts(campaign), campaign.rules)


def arsenal(entry: Entry) -> Arsenal:
    """One player's Arsenal as the core reads it. Three queries."""
    return arsenals(entry.campaign, [entry])[entry.pk]


def arsenals(campaign: Campaign, entries: Iterable[Entry]) -> dict[int, Arsenal]:
    """The Arsenals of ``entries`` by entry id: what is owned now. Three queries whatever their number."""
    pks = [entry.pk for entry in entries]
    upgrades: dict[int, list[ArsenalUpgrade]] = defaultdict(list)
    for upgrade in ArsenalUpgrade.objects.filter(entry__in=pks).owned():
        upgrades[upgrade.entry_id].append(upgrade)
    models: dict[int, list[ArsenalModel]] = defaultdict(list)
    for model in ArsenalModel.objects.filter(entry__in=pks).owned():
        models[model.entry_id].append(model)
    return arsenals_of(campaign, pks, models, upgrades)


def arsenals_of(
    campaign: Campaign,
    entries: Collection[int],
    models: Mapping[int, list[ArsenalModel]],
    upgrades: Mapping[int, list[ArsenalUpgrade]],
) -> dict[int, Arsenal]:
    """The Arsenals by entry id, of the rows by entry that are owned now. One query whatever their number."""
    figures = catalogue(campaign)
    owned = {
        pk: Arsenal(
            faction=faction,
            models=_owned_models(models.get(pk, []), upgrades.get(pk, []), figures),
            upgrades=tuple(_owned_upgrade(u, figures) for u in upgrades.get(pk, []) if u.bearer_id is None),
            scrip=scrip,
            completed_bounties=completed,
        )
        for pk, faction, scrip, completed in _purses_and_bounties(campaign, entries)
    }
    start = campaign.played.start
    if not start.leader_is_built:
        return owned
    rows = LeaderGrowth.objects.filter(entry__in=entries, roster=F("entry__roster"))
    kept, cards, own = dict(rows.values_list("entry", "facts")), printed_cards(campaign), charts(campaign)
    return {pk: start.arsenal(arsenal, kept.get(pk, {}), cards, own) for pk, arsenal in owned.items()}


def printed_cards(campaign: Campaign) -> Mapping[str, Any]:
    """The cards of the league's figures by slug as its campaign reads them."""
    version = catalog.pack_version(campaign.pack_id) if campaign.pack_id is not None else None
    return _printed_cards(campaign.system, campaign.release_id, campaign.pack_id, version)


@lru_cache(maxsize=4)
def _printed_cards(
    system: str, release_id: int, pack_id: int | None, pack_version: int | None
) -> Mapping[str, Any]:
    """``pack_version`` is there for the cache alone."""
    start, figures = system_of(system).start, figures_of(release_id, pack_id)
    cards, _ = catalog.cards_with_pack(release_id, pack_id)
    return {
        slug: start.card(figures.profile(slug), card.figures.get("actions") or (), card.abilities)
        for slug, card in cards.items()
        if figures.has_profile(slug)
    }


def _purses_and_bounties(campaign: Campaign, pks: Collection[int]) -> Iterator[tuple[int, str, int, int]]:
    """Each entry with its Faction, Scrip and completed Bounties: those of the present Arsenal, or of the
    player with any (A-16, ``bounty_gate_scope``). One query."""
    counted = Q(bounties__state=ArsenalBounty.State.ACCOMPLISHED)
    if campaign.rules.bounty_gate_scope == "arsenal":
        counted &= Q(bounties__roster=F("roster"))
    entries = Entry.objects.filter(pk__in=pks).annotate(done=Count("bounties", filter=counted, distinct=True))
    for pk, faction, balance, done in entries.values_list("pk", "faction", "accounts__balance", "done"):
        yield pk, faction, balance or 0, done


def active_bounty(row: ArsenalBounty) -> ActiveBounty:
    """A Bounty with what is ticked of it. One query unless its ticks are prefetched."""
    done: Counter[str] = Counter()
    for tick in row.ticks.all():
        if tick.stands:
            done[tick.portion] += tick.count
    portions = msgspec.convert(row.portions, tuple[Portion, ...])
    return ActiveBounty(row.slug, row.name, portions, dict(done), row.per_game)


def active_bounties(entries: Iterable[int]) -> dict[int, ActiveBounty]:
    """The Bounties under way by entry id. Two queries."""
    rows = ArsenalBounty.objects.filter(
        entry__in=list(entries), state=ArsenalBounty.State.ACTIVE, roster=F("entry__roster")
    ).prefetch_related("ticks")
    return {row.entry_id: active_bounty(row) for row in rows}


def report_facts(game: Game, sides: Iterable[GameSide]) -> ReportFacts:
    """What a report of this game is held against; the sides by seat. Three queries, and more where the
    week's event has an award that is had once a week."""
    both = sorted(sides, key=lambda side: side.seat)
    campaign = game.week.campaign
    usable = usable_of(game, both, there_now=True)
    active = active_bounties(side.entry_id for side in both)
    first, second = (
        SideFacts(
            crew=hired_ids(side),
            bounty=active.get(side.entry_id),
            usable=usable[side.seat],
            awards=awards_of(side),
            fighters=fighters(game, side.seat),
            achievements=achievements_of(campaign, side),
        )
        for side in both
    )
    return facts_of(game, (first, second))


def usable_of(game: Game, sides: Iterable[GameSide], *, there_now: bool) -> dict[int, dict[int, str]]:
    """By seat what may have been used up in that game, by id and name: loose Upgrades that the charts say use
    themselves up (SL-UPG-13), and Injuries of hired models that a player may end. ``there_now``: what is gone
    since is left out. One query."""
    campaign = game.week.campaign
    both = list(sides)
    taken = {side.seat: loose_ids(side) for side in both}
    hurt = {
        (member["id"], upgrade["name"]): (seat, member["name"])
        for seat, crew in enumerate(game.reveal.get("seats", ()))
        for member in crew["members"]
        for upgrade in member.get("upgrades", ())
        if upgrade.get("kind") == ArsenalUpgrade.Kind.INJURY
    }
    loose = Q(pk__in=[pk for ids in taken.values() for pk in ids])
    injuries = Q(bearer__in=[model for model, _ in hurt], kind=ArsenalUpgrade.Kind.INJURY)
    rows = ArsenalUpgrade.objects.filter(
        loose | injuries, slug__in=campaign.played.charts.used_up(charts(campaign))
    )
    rows = rows.exclude(kind=ArsenalUpgrade.Kind.ORDINARY).order_by("pk")
    if there_now:
        rows = rows.filter(annihilated_week=None)
    usable: dict[int, dict[int, str]] = {side.seat: {} for side in both}
    names = {pk: (name, bearer) for pk, name, bearer in rows.values_list("pk", "name", "bearer")}
    for seat, pks in taken.items():
        usable[seat] |= {pk: names[pk][0] for pk in pks if pk in names}
    for pk, (name, bearer) in names.items():
        of = hurt.get((bearer or 0, name))
        if of is not None and of[0] in usable:
            usable[of[0]][pk] = f"{name} of {of[1]}"
    return usable


def achievements_of(campaign: Campaign, side: GameSide) -> Mapping[str, str]:
    """What the report asks of this side beside VP and losses. No query where the campaign asks nothing."""
    if not campaign.played.encounter.achievements:
        return {}
    pieces = frozenset(pieces_of(side).values())
    owned = arsenals(campaign, [side.entry])[side.entry_id]
    had = [
        [upgrade["name"] for member in crew["members"] for upgrade in member.get("upgrades", ())]
        for crew in side.game.reveal.get("seats", ({"members": ()},) * 2)
    ]
    both = (had[side.seat], had[1 - side.seat])
    return campaign.played.crew.achievements(owned, pieces, both, charts(campaign))


def pieces_of(side: GameSide) -> dict[int, str]:
    """The slugs of the Crew's loose Upgrades by id, be they gone since. One query."""
    return dict(ArsenalUpgrade.objects.filter(pk__in=loose_ids(side)).values_list("pk", "slug"))


def facts_of(game: Game, sides: tuple[SideFacts, SideFacts]) -> ReportFacts:
    """What a report is held against, with the Schemes of this Encounter."""
    campaign = game.week.campaign
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    asked = campaign.played.encounter
    facts = ReportFacts(
        sides=sides,
        schemes=schemes,
        edition=campaign.edition,
        finished_off=asked.finished_off,
        worth=asked.worth,
    )
    if not schemes or not edition_of(campaign.edition).scoring.at_once:
        return facts
    followers = {scheme.name: scheme.followers for scheme in catalog.season(game.week.season_played).schemes}
    return replace(facts, schemes=[*followers], chain=SchemeChain(schemes, followers))


def event_of(week: Week) -> WeekEvent | None:
    """The week's event, ``None`` while there is none."""
    return msgspec.convert(week.event, WeekEvent) if week.event else None


def awards_of(side: GameSide) -> tuple[EventAward, ...]:
    """The ways to gain Scrip in this side's game; those of the week that were had in another game say so."""
    week = side.game.week
    weekly_event = event_of(week)
    if weekly_event is None or weekly_event.immediate:
        return ()
    had: set[int] = set()
    if any(award.per == "week" for award in weekly_event.event.scrip_awards):
        others = week.games.filter(sides__entry=side.entry_id).exclude(pk=side.game_id)
        for other in others.exclude(state=Game.State.VOID):
            had |= _ticked_awards(other, side.entry_id)
    return event_awards(weekly_event, had)


def _ticked_awards(game: Game, entry_id: int) -> set[int]:
    """The awards this player was granted in another game, or asks for by a report not answered yet."""
    report = game.reports.filter(state__in=["proposed", "confirmed", "ruled"]).order_by("-number").first()
    if report is None:
        return set()
    seat = game.sides.get(entry=entry_id).seat
    return set(result(report).seats[seat].event_ticks)


def fighters(game: Game, seat: int) -> dict[int, Fighter]:
    """The hired models of one side as they were revealed, for portions of Bounties and awards. No query."""
    if not game.reveal:
        return {}
    figures = catalogue(game.week.campaign)
    return {member["id"]: _fighter(member, figures) for member in game.reveal["seats"][seat]["members"]}


def _fighter(member: dict[str, Any], figures: Catalogue) -> Fighter:
    words, cost = [str(member["station"])], None
    if figures.has_profile(member["slug"]):
        profile = figures.profile(member["slug"])
        words += [*profile.characteristics, *profile.keywords, *(["totem"] if profile.is_totem else [])]
        cost = None if profile.station == MASTER else profile.cost
    return Fighter(bool(member["leader"]), cost, frozenset(word.casefold() for word in words if word))


def models(campaign: Campaign, rows: Iterable[ArsenalModel]) -> tuple[OwnedModel, ...]:
    """These models as the core reads them, without their Upgrades. No query of its own."""
    figures = catalogue(campaign)
    return _owned_models(list(rows), [], figures)


def distinct_names(rows: Collection[ArsenalModel]) -> dict[int, str]:
    """What each model is called where one chooses: its nickname with its name, else its name, and a number
    where several unnamed ones share it."""
    unnamed: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        if not row.nickname:
            unnamed[row.name].append(row.pk)
    numbers = {
        pk: number for like in unnamed.values() if len(like) > 1 for number, pk in enumerate(sorted(like), 1)
    }
    return {
        row.pk: f"{row.nickname} ({row.name})"
        if row.nickname
        else f"{row.name} {numbers[row.pk]}"
        if row.pk in numbers
        else row.name
        for row in rows
    }


def _owned_models(
    rows: Collection[ArsenalModel], upgrades: list[ArsenalUpgrade], figures: Catalogue
) -> tuple[OwnedModel, ...]:
    names = distinct_names(rows)
    return tuple(_owned_model(row, names[row.pk], upgrades, figures) for row in rows)


def _owned_model(
    row: ArsenalModel, name: str, upgrades: list[ArsenalUpgrade], figures: Catalogue
) -> OwnedModel:
    profile = figures.profile(row.slug) if figures.has_profile(row.slug) else None
    bound = [_owned_upgrade(u, figures) for u in upgrades if u.bearer_id == row.pk]
    return OwnedModel(
        id=row.pk,
        slug=row.slug,
        name=name,
        station=row.station,
        cost=row.cost,
        surcharge=row.surcharge,
        is_leader=row.is_leader,
        insignificant=profile.insignificant if profile else False,
        words=tuple(sorted(words_of(profile))) if profile else (),
        skills=tuple(u for u in bound if u.kind == "skill"),
        injuries=tuple(u for u in bound if u.kind == "injury"),
    )


def _owned_upgrade(row: ArsenalUpgrade, figures: Catalogue) -> OwnedUpgrade:
    ordinary = row.kind == ArsenalUpgrade.Kind.ORDINARY and figures.has_upgrade(row.slug)
    return OwnedUpgrade(
        id=row.pk,
        slug=row.slug,
        name=row.name,
        kind=row.kind,  # type: ignore[arg-type]
        ss_cost=row.ss_cost,
        bearer_id=row.bearer_id,
        rating_weight=row.rating_weight,
        rating_bonus=row.rating_bonus,
        stat_mods=msgspec.convert(row.stat_mods, tuple[StatMod, ...]),
        restricted=figures.upgrade(row.slug).restricted if ordinary else tuple(row.restricted),
    )


def crew(side: GameSide) -> CampaignCrew | None:
    """The Crew written down for a side, handed in or not; ``None`` while there is none."""
    return msgspec.convert(side.crew, CampaignCrew) if side.crew else None


def submitted_crew(side: GameSide) -> CampaignCrew:
    """The Crew of a side that has one; ``ValueError`` otherwise."""
    submitted = crew(side)
    if submitted is None:
        raise ValueError(f"{side} has no Crew.")
    return submitted


def hired_ids(side: GameSide) -> frozenset[int]:
    """The ids of the models hired for a side."""
    submitted = crew(side)
    return frozenset(member.model_id for member in submitted.members) if submitted else frozenset()


def loose_ids(side: GameSide) -> tuple[int, ...]:
    """The ids of the loose Upgrades in a side's Crew."""
    submitted = crew(side)
    return tuple(pk for member in submitted.members for pk in member.upgrade_ids) if submitted else ()


def result(report: Report) -> EncounterResult:
    return msgspec.convert(report.result, EncounterResult)


def hire_window(part: WeekEntry) -> HireWindow:
    """The present facts of one player's window."""
    return _window(part, arsenal(part.entry))


def _window(part: WeekEntry, owned: Arsenal) -> HireWindow:
    return HireWindow(
        arsenal=owned,
        week=part.week.number,
        weeks=part.week.campaign.weeks_total,
        hired_models=part.hired_models,
        hired_masters=part.hired_masters,
        newcomer=part.new_arsenal,
    )


def forced_hire(part: WeekEntry) -> ForcedHire:
    """Whether this player has met the week's compulsory hire (SL-HIRE-02, A-13)."""
    campaign = part.week.campaign
    return campaign.played.hires.forced(hire_window(part), catalogue(campaign), campaign.rules)


def forced_hires(week: Week, parts: Collection[WeekEntry]) -> dict[int, ForcedHire]:
    """As ``forced_hire`` for players of one week, by entry. Three queries whatever their number, none for
    nobody."""
    if not parts:
        return {}
    figures, rules = catalogue(week.campaign), week.campaign.rules
    owned = arsenals(week.campaign, [part.entry for part in parts])
    for part in parts:
        part.week = week
    return {
        part.entry_id: week.campaign.played.hires.forced(_window(part, owned[part.entry_id]), figures, rules)
        for part in parts
    }


def draft_of(entry: Entry) -> StartList:
    """The starting purchase as written down so far."""
    return StartList(
        faction=entry.faction,
        leader=str(entry.draft.get("leader", "")),
        models=tuple(str(slug) for slug in entry.draft.get("models", ())),
        upgrade=str(entry.draft.get("upgrade", "")),
    )
