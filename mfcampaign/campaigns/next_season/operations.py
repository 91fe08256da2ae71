"""Opens the next season of a league that is over, and takes an Arsenal along into it (A-44)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db import transaction
from msgspec import Struct

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import reactions
from mfcampaign.campaigns.arsenal.operations import begin_with, building
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.divisions import queries as divisions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import (
    ArsenalModel,
    Campaign,
    Division,
    Entry,
    PairingPlan,
    Placing,
)
from mfcampaign.campaigns.next_season.queries import former_arsenal
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from rules.campaign.kept import check_kept, kept_leader
from rules.campaign.readings import spelled_out
from rules.refusal import CheckReport, Refusal
from rules.tournament.divisions import promoted
from rules.wording import counted


class CarriedOver(Struct, frozen=True):
    """What goes into the next season beside its settings: what Arsenals players may keep (with "cap" models
    worth ``most`` Soulstones), whether guests are entered again and webhooks hear of it."""

    keeps: str = Campaign.Keeps.NOTHING
    most: int | None = None
    guests: bool = True
    webhooks: bool = True


NOTHING = CarriedOver()


def open_next_season(
    campaign: Campaign,
    actor: Person,
    *,
    name: str,
    starts_on: dt.date,
    over: CarriedOver = NOTHING,
    key: str | None = None,
) -> Campaign:
    """A league with the settings, charts, pairing preferences and organisers of this one, which is over; its
    players join without an invitation, and where there are divisions the final tables place them."""
    if over.keeps == Campaign.Keeps.CAPPED and not over.most:
        raise Refusal("How many Soulstones may be kept?", fix="Write a number above 0.")
    with transaction.atomic():
        with operation(campaign, actor, kind="league.next_season", key=key) as act:
            league = act.row
            if league.sandbox:
                raise Refusal("A sandbox has no next season.", fix="Open it from the league itself.")
            if league.state != Campaign.State.COMPLETE:
                raise Refusal("The next season opens once this one is over.", rule="A-44")
            if league.next_seasons.exclude(state=Campaign.State.CANCELLED).exists():
                raise Refusal("The next season is open already.", fix="Its name is on the league’s page.")
            following = _following(league, actor, name, starts_on, over)
            act.say(f"The next season, {following.name}, is open for registration.", slug=following.slug)
        with operation(following, actor, kind="division.seeded") as act:
            act.say(_place_all(league, act.row))
        if over.guests:
            _enter_guests(league, following, actor)
        if over.webhooks:
            reactions.season_opened(league, following)
    return following


def _following(league: Campaign, actor: Person, name: str, starts_on: dt.date, over: CarriedOver) -> Campaign:
    following = league_like(league, actor, name=name, starts_on=starts_on, listed=league.listed)
    following.previous, following.keeps = league, over.keeps
    following.keeps_value = over.most if over.keeps == Campaign.Keeps.CAPPED else None
    following.save(update_fields=["previous", "keeps", "keeps_value"])
    for row in league.organisers.exclude(user=actor).select_related("user"):
        opening.add_organiser(following, actor, row.user)
    return following


def league_like(league: Campaign, actor: Person, *, name: str, starts_on: dt.date, listed: bool) -> Campaign:
    """A new league with the settings, charts and pairing preferences of that one. Part of an act."""
    pack = catalog.living_pack(league.pack_id)
    following = opening.open_league(
        actor,
        name=name,
        starts_on=starts_on,
        turnover_time=league.turnover_time,
        zone=league.timezone,
        weeks_total=league.weeks_total,
        hire_days=league.hire_days,
        edition=league.edition,
        system=league.system,
        season=league.season,
        description=league.description,
        listed=listed,
        policies=spelled_out(league.policies, league.edition),
        pack_id=pack if pack in dict(catalog.pack_choices(actor, league.edition)) else None,
    )
    settings.use_charts(following, actor, drafts.copy_for(league.charts, following.pk, actor).pk)
    for plan in PairingPlan.objects.filter(campaign=league):
        PairingPlan.objects.create(campaign=following, preferences=plan.preferences)
    return following


def _place_all(league: Campaign, following: Campaign) -> str:
    """Everybody is expected; who stayed to the end begins in the division that the final tables give."""
    table = league_page.table(league)
    ranks = {row.entry.pk: row.standing.rank for row in table}
    users = dict(league.entries.values_list("pk", "user"))
    sentence = f"{counted(len(users), 'player')} of the former season can join without an invitation."
    rows = [row for row in table if row.entry.state == Entry.State.ACTIVE]
    parts = [part for part in divisions.tables(league, rows) if part.pk is not None]
    seeded: dict[int, Placing] = {}
    if parts:
        seeded = _promoted(league, following, parts)
        moves = [placing.move for placing in seeded.values()]
        sentence += f" {moves.count(Placing.Move.UP)} promoted, {moves.count(Placing.Move.DOWN)} relegated."
    for pk, user in users.items():
        placing = seeded.get(pk) or Placing(campaign=following, place=ranks.get(pk, 0))
        placing.user_id = user
        placing.save()
    return sentence


def _promoted(
    league: Campaign, following: Campaign, parts: list[divisions.DivisionTable]
) -> dict[int, Placing]:
    """Where the final tables put each entry, in divisions of the same names."""
    before = [[row.entry.pk for row in part.rows] for part in parts]
    was = {row.entry.pk: (n, row.standing.rank) for n, part in enumerate(parts) for row in part.rows}
    placings = {}
    for n, entries in enumerate(promoted(before, league.rules.promotion)):
        division = Division.objects.create(campaign=following, rank=n + 1, name=parts[n].name)
        for pk in entries:
            former, rank = was[pk]
            move = Placing.Move.UP if n < former else Placing.Move.DOWN if n > former else Placing.Move.STAYS
            placings[pk] = Placing(campaign=following, division=division, place=rank, move=move)
    return placings


def _enter_guests(league: Campaign, following: Campaign, actor: Person) -> None:
    """Guests play on under the same Faction and name; their links sign them in as before."""
    guests = league.entries.filter(user__is_guest=True).exclude(state=Entry.State.RETIRED)
    for entry in guests.select_related("user"):
        opening.join(following, entry.user, faction=entry.faction, crew_name=entry.crew_name, by=actor)


# -- what a player keeps -----------------------------------------------------------------------------


def keep_arsenal(
    entry: Entry, actor: Actor, kept: Collection[int] | None = None, *, key: str | None = None
) -> CheckReport:
    """Begin with the models ``kept`` (ids of the season before; ``None``: all) beside who was built, instead
    of a starting purchase.

    Skills and Injuries go with their model, loose Upgrades always, a Leader who was built with all that it
    has become; Scrip only where Arsenals stay whole. A Bounty under way ends with its season.
    """
    with operation(entry.campaign, actor, kind="arsenal.kept", key=key) as act:
        fresh = building(entry)
        fresh.campaign = act.row
        former = former_arsenal(fresh)
        if former is None or not former.offered:
            raise Refusal(
                former.why if former is not None else "There is no Arsenal to keep.",
                rule="A-44",
                fix="Build a starting Arsenal.",
            )
        everybody = (model.id for model in former.arsenal.models)
        chosen = former.built | set(everybody if kept is None else kept)
        value = act.row.played.crew.value
        report = check_kept(former.arsenal, chosen, act.row.keeps_value, act.row.rules, value)
        report.demand()
        leader = kept_leader(former.arsenal, chosen, act.row.rules)
        whole = act.row.keeps == Campaign.Keeps.WHOLE
        memo = f"Kept from {former.league.name}"[:200]
        owes = begin_with(
            act,
            fresh,
            lambda week: copy_arsenal(former.entry, fresh, chosen, leader, week),
            scrip=former.arsenal.scrip if whole else 0,
            memo=memo,
        )
        act.say(
            f"{fresh.label} keeps {counted(len(chosen), 'model')} worth {report.total.amount} Soulstones "
            f"from {former.league.name}.{owes}",
            entry=fresh.pk,
        )
    entry.refresh_from_db()
    return report


def copy_arsenal(former: Entry, entry: Entry, kept: Collection[int], leader: int, week: int) -> None:
    """The models ``kept`` of another entry, with what is bound to them, its loose Upgrades, and what became
    of a Leader who was built."""
    copies: dict[int, ArsenalModel] = {}
    pieces: dict[int, int] = {}
    for model in former.models.owned().filter(pk__in=kept).order_by("pk"):
        old = model.pk
        model.pk, model._state.adding = None, True
        model.entry, model.roster, model.hired_week = entry, entry.roster, week
        model.is_leader = old == leader
        model.save()
        copies[old] = model
    for upgrade in former.upgrades.owned().order_by("pk"):
        if upgrade.bearer_id is not None and upgrade.bearer_id not in copies:
            continue
        bearer, old = copies[upgrade.bearer_id] if upgrade.bearer_id is not None else None, upgrade.pk
        upgrade.pk, upgrade._state.adding = None, True
        upgrade.entry, upgrade.roster, upgrade.bearer = entry, entry.roster, bearer
        upgrade.gained_week, upgrade.gained_how = week, "kept"
        upgrade.save()
        pieces[old] = upgrade.pk
    if (leaders := built_leaders(entry.campaign)) is not None:
        leaders.keep(former, entry, {old: model.pk for old, model in copies.items()}, pieces)
