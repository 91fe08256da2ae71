"""The only writer of what a player owns: the starting purchase, gains, losses, the Leader."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
from django.db.models import Q

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import draft_of
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Campaign, Entry
from rules.campaign.arsenal import StatMod, campaign_cost, lasting, new_leader_choices
from rules.campaign.arsenal_rules import arsenal_rules
from rules.campaign.charts import Charts
from rules.campaign.start import StartList, check_start, equipment_bought, start_hirer, start_scrip
from rules.crews.catalogue import Profile
from rules.refusal import CheckReport, Refusal, TotalLine


def check(entry: Entry, start: StartList) -> CheckReport:
    return check_start(start, loading.start_figures(entry.campaign), entry.campaign.rules)


def save_draft(entry: Entry, actor: Actor, start: StartList) -> CheckReport:
    """Keep the starting purchase, legal or not; what is wrong with it comes back."""
    _expect_hired_leader(entry)
    figures = loading.start_figures(entry.campaign)
    for slug in (start.leader, *start.models):
        if slug and not figures.has_profile(slug):
            raise Refusal(f"There is no model {slug!r} in this catalogue.")
    if start.upgrade and not figures.has_upgrade(start.upgrade):
        raise Refusal(f"There is no Upgrade {start.upgrade!r} in this catalogue.")
    with operation(entry.campaign, actor, kind="arsenal.draft"):
        fresh = building(entry)
        fresh.draft = {"leader": start.leader, "models": list(start.models), "upgrade": start.upgrade}
        fresh.save(update_fields=["draft"])
        entry.draft = fresh.draft
    return check(entry, start)


def found_arsenal(entry: Entry, actor: Actor) -> CheckReport:
    """Buy the starting Arsenal as drafted; what is left becomes Scrip (SL-START-02 to -11)."""
    _expect_hired_leader(entry)
    with operation(entry.campaign, actor, kind="arsenal.founded") as act:
        fresh = building(entry)
        fresh.campaign = act.row
        start = draft_of(fresh)
        report = check(fresh, start)
        report.demand()
        scrip = start_scrip(report.total.amount, act.row.rules)
        memo = "Soulstones left from the starting Arsenal"
        owes = begin_with(act, fresh, lambda week: _buy(fresh, start, week=week), scrip=scrip, memo=memo)
        leader = fresh.models.owned().get(is_leader=True)
        act.say(
            f"{fresh.label} built an Arsenal under {leader.name}: {len(start.models) + 1} models "
            f"for {report.total.amount} Soulstones, {scrip} Scrip kept.{owes}",
            entry=fresh.pk,
        )
    entry.refresh_from_db()
    return report


def begin_with(
    act: ActInProgress[Campaign], entry: Entry, take: Callable[[int], None], *, scrip: int, memo: str
) -> str:
    """The Arsenal that ``take`` makes for a week is in play, with so much Scrip; what is still owed of
    starting anew or late, in a sentence."""
    from mfcampaign.campaigns.restart import operations as restarting
    from mfcampaign.campaigns.restart import queries as restarts

    running = act.row.state == Campaign.State.RUNNING
    take(restarting.founded(entry, act.act) if running else 1)
    if scrip:
        ledger.pay(
            entry,
            scrip,
            reason="start",
            natural_key=f"entry:{entry.pk}/start:{act.act.ordinal}",
            week=0,
            act=act.act,
            memo=memo,
        )
    restart = entry.restarts.filter(state__in=restarts.UNFINISHED).first() if running else None
    owed = restarts.owed_by(act.row, [restart])[entry.pk] if restart is not None else None
    entry.state = Entry.State.ACTIVE if running else Entry.State.READY
    entry.save(update_fields=["state"])
    return f" To be made: {owed.sentence}." if owed is not None else ""


def reopen(entry: Entry, actor: Actor) -> None:
    """Before the first week a finished Arsenal may be taken apart and built again."""
    with operation(entry.campaign, actor, kind="arsenal.reopened") as act:
        fresh = Entry.objects.select_for_update().get(pk=entry.pk)
        if fresh.state != Entry.State.READY or act.row.state == Campaign.State.RUNNING:
            rule = act.row.played.rows.hires
            raise Refusal("A starting Arsenal can be changed until the campaign begins.", rule=rule)
        for transfer in balances.standing_transfers(fresh, reason="start"):
            ledger.reverse(transfer, act=act.act, memo="The starting Arsenal is built again")
        fresh.upgrades.filter(roster=fresh.roster).delete()
        fresh.models.filter(roster=fresh.roster).delete()
        fresh.growth.filter(roster=fresh.roster).delete()
        fresh.state = Entry.State.BUILDING
        fresh.save(update_fields=["state"])
        act.say(f"{fresh.label} reopened the starting Arsenal.", entry=fresh.pk)
    entry.refresh_from_db()


def _expect_hired_leader(entry: Entry) -> None:
    if entry.campaign.played.start.leader_is_built:
        raise Refusal("In this league a Leader is built first.", fix="Build yours, then buy its models.")


def building(entry: Entry) -> Entry:
    """The entry, locked, while its player still builds the Arsenal; ``Refusal`` afterwards."""
    fresh = Entry.objects.select_for_update().get(pk=entry.pk)
    if fresh.state != Entry.State.BUILDING:
        raise Refusal("This Arsenal is confirmed already.", fix="New models are hired week by week.")
    return fresh


def _buy(entry: Entry, start: StartList, *, week: int) -> None:
    figures = loading.catalogue(entry.campaign)
    leader = figures.profile(start.leader)
    add_model(entry, leader, week=week, leader=True)
    hirer = start_hirer(start, figures, entry.campaign.rules)
    models = [figures.profile(slug) for slug in start.models]
    for profile, extra in zip(models, hirer.rules.surcharges(models, hirer), strict=True):
        add_model(entry, profile, week=week, surcharge=extra)
    if equipment := equipment_bought(start.upgrade, figures, loading.charts(entry.campaign)):
        add_campaign_upgrade(entry, equipment, week=week, how="start")
    elif start.upgrade:
        add_ordinary_upgrade(entry, start.upgrade, week=week, how="start")


# -- gains and losses; each is part of the act that caused it --------------------------------------


def add_model(
    entry: Entry, profile: Profile, *, week: int, leader: bool = False, surcharge: TotalLine | None = None
) -> ArsenalModel:
    """One more model in the Arsenal: its campaign cost in Soulstones, and the surcharge it was bought
    with (A-03, SL-3E-16, M2-CAMP-03)."""
    if leader:
        entry.models.owned().filter(is_leader=True).update(is_leader=False)
    return ArsenalModel.objects.create(
        entry=entry,
        roster=entry.roster,
        slug=profile.slug,
        name=profile.full_name,
        station=profile.station,
        cost=campaign_cost(profile, entry.campaign.rules, leader=leader),
        surcharge=surcharge.amount if surcharge else 0,
        is_leader=leader,
        hired_week=week,
    )


def add_companions(entry: Entry, profile: Profile, *, week: int) -> list[ArsenalModel]:
    """Whoever joins the Arsenal with a model that was hired, for nothing, as far as not there yet."""
    figures = loading.catalogue(entry.campaign)
    there = Counter(entry.models.owned().exclude(is_leader=True).values_list("slug", flat=True))
    joined = []
    for companion in arsenal_rules(figures).joining(profile, figures):
        if there[companion.slug]:
            there[companion.slug] -= 1
        else:
            joined.append(add_model(entry, companion, week=week))
    return joined


def add_ordinary_upgrade(entry: Entry, slug: str, *, week: int, how: str = "hire") -> ArsenalUpgrade:
    profile = loading.catalogue(entry.campaign).upgrade(slug)
    return ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        kind=ArsenalUpgrade.Kind.ORDINARY,
        slug=slug,
        name=profile.name,
        ss_cost=profile.cost,
        gained_week=week,
        gained_how=how,
    )


def add_campaign_upgrade(
    entry: Entry,
    slug: str,
    *,
    week: int,
    how: str,
    bearer_id: int | None = None,
    ss_cost: int | None = None,
    charts: Charts | None = None,
) -> ArsenalUpgrade:
    """Equipment, or a Skill on its bearer, by ``charts`` (``None``: those of the league now)."""
    row = (charts or loading.charts(entry.campaign)).upgrade(slug)
    return ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        kind=row.category,
        slug=row.slug,
        name=row.name,
        ss_cost=row.ss_cost if ss_cost is None else ss_cost,
        bearer_id=bearer_id,
        effect=row.digest[:300],
        rating_weight=row.rating_weight,
        rating_bonus=row.rating_bonus,
        restricted=list(row.restricted),
        gained_week=week,
        gained_how=how,
    )


def add_injury(
    entry: Entry,
    slug: str,
    *,
    week: int,
    model_id: int,
    charts: Charts | None = None,
    stat_mods: tuple[StatMod, ...] | None = None,
) -> ArsenalUpgrade:
    """A permanent Injury on one model (SL-INJURY-05), by ``charts`` (``None``: those of the league now);
    ``stat_mods`` are its changes as this campaign reads them (SL-3E-20)."""
    row = (charts or loading.charts(entry.campaign)).injury(slug)
    return ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        kind=ArsenalUpgrade.Kind.INJURY,
        slug=row.slug,
        name=row.name,
        ss_cost=row.ss_cost,
        bearer_id=model_id,
        effect=row.digest[:300],
        stat_mods=msgspec.to_builtins(
            lasting(row.stat_mods, entry.campaign.rules) if stat_mods is None else stat_mods
        ),
        gained_week=week,
        gained_how="injury",
    )


def add_built(
    entry: Entry, slug: str, name: str, station: str, *, week: int, leader: bool = False
) -> ArsenalModel:
    """A model that no card of the catalogue is: a Leader that was built, or its Totem. It costs nothing
    (M4-CAMP-11)."""
    return ArsenalModel.objects.create(
        entry=entry,
        roster=entry.roster,
        slug=slug,
        name=name,
        station=station,
        cost=0,
        is_leader=leader,
        hired_week=week,
    )


def copy_model(
    row: ArsenalModel, entry: Entry, injuries: Iterable[ArsenalUpgrade], *, week: int, how: str
) -> ArsenalModel:
    """The same model once more, in the Arsenal of ``entry``, with these Injuries of it."""
    twin = ArsenalModel.objects.create(
        entry=entry,
        roster=entry.roster,
        slug=row.slug,
        name=row.name,
        station=row.station,
        cost=row.cost,
        surcharge=row.surcharge,
        hired_week=week,
    )
    for injury in injuries:
        mods = tuple(msgspec.convert(mod, StatMod) for mod in injury.stat_mods)
        attach_injury(
            entry, injury.slug, injury.name, injury.effect, mods, week=week, model_id=twin.pk, how=how
        )
    return twin


def add_piece(entry: Entry, slug: str, name: str, effect: str, *, week: int, how: str) -> ArsenalUpgrade:
    """One piece of Equipment as the charts of its campaign name it."""
    return ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        kind=ArsenalUpgrade.Kind.EQUIPMENT,
        slug=slug,
        name=name,
        effect=effect[:300],
        gained_week=week,
        gained_how=how,
    )


def attach_injury(
    entry: Entry,
    slug: str,
    name: str,
    effect: str,
    mods: tuple[StatMod, ...],
    *,
    week: int,
    model_id: int,
    how: str = "injury",
) -> ArsenalUpgrade:
    """An Injury on one model, as the charts of its campaign name it."""
    return ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        kind=ArsenalUpgrade.Kind.INJURY,
        slug=slug,
        name=name,
        bearer_id=model_id,
        effect=effect[:300],
        stat_mods=msgspec.to_builtins(mods),
        gained_week=week,
        gained_how=how,
    )


def annihilate_model(entry: Entry, model_id: int, *, week: int, why: str) -> None:
    """The model leaves for good, with its Skills and Injuries; Equipment stays (SL-ANNIH-01, -04).

    A Leader's flag goes to the first whom the rule lets lead: an Arsenal with models is never without, also
    while its player still chooses another (SL-LEADER-02 to -04).
    """
    living = entry.models.filter(pk=model_id, annihilated_week=None)
    led = living.filter(is_leader=True).exists()
    living.update(annihilated_week=week, annihilated_why=why[:200], is_leader=False)
    entry.upgrades.filter(bearer_id=model_id, annihilated_week=None).update(annihilated_week=week)
    heirs = loading.models(entry.campaign, entry.models.owned()) if led else ()
    if heirs:
        set_leader(entry, new_leader_choices(heirs, entry.campaign.rules)[0])


def annihilate_upgrade(entry: Entry, *, bearer_id: int, slug: str, week: int) -> None:
    """One Skill of that slug leaves its bearer for good (SL-UPG-10)."""
    row = entry.upgrades.owned().filter(bearer_id=bearer_id, slug=slug).first()
    if row is not None:
        row.annihilated_week = week
        row.save(update_fields=["annihilated_week"])


def use_up(entry: Entry, upgrade_id: int, *, week: int) -> ArsenalUpgrade | None:
    """A loose Upgrade Annihilated itself in a game (SL-UPG-13), or an Injury was ended there; ``None`` when
    it was gone already."""
    rows = entry.upgrades.owned().filter(pk=upgrade_id)
    row = rows.filter(Q(bearer=None) | Q(kind=ArsenalUpgrade.Kind.INJURY)).select_related("bearer").first()
    if row is not None:
        row.annihilated_week = week
        row.save(update_fields=["annihilated_week"])
    return row


def swap_title(entry: Entry, model_id: int, slug: str) -> None:
    """The same Master under another title: its Skills and Injuries stay (SL-3E-10)."""
    profile = loading.catalogue(entry.campaign).profile(slug)
    entry.models.filter(pk=model_id).update(
        slug=profile.slug, name=profile.full_name, cost=campaign_cost(profile, entry.campaign.rules)
    )


def set_leader(entry: Entry, model_id: int) -> None:
    """Hand the Leader flag over (SL-LEADER-01 to -04); exactly one model has it afterwards."""
    entry.models.owned().filter(is_leader=True).exclude(pk=model_id).update(is_leader=False)
    entry.models.filter(pk=model_id).update(is_leader=True)


def nickname(model: ArsenalModel, actor: Actor, name: str) -> None:
    """The player's own name for one model."""
    with operation(model.entry.campaign, actor, kind="arsenal.nickname"):
        model.nickname = name
        model.save(update_fields=["nickname"])


def share_sheet(entry: Entry, actor: Actor) -> str:
    """A new link to the Arsenal sheet: its token. An earlier link leads nowhere from now on."""
    token = secrets.token_urlsafe(16)
    with operation(entry.campaign, actor, kind="arsenal.sheet_shared") as act:
        Entry.objects.filter(pk=entry.pk).update(sheet_token=token)
        act.say(f"{entry.label} made a link to the Arsenal sheet.", entry=entry.pk)
    return token


def unshare_sheet(entry: Entry, actor: Actor) -> None:
    """The link to the Arsenal sheet leads nowhere from now on."""
    with operation(entry.campaign, actor, kind="arsenal.sheet_unshared") as act:
        Entry.objects.filter(pk=entry.pk).update(sheet_token="")
        act.say(f"{entry.label} removed the link to the Arsenal sheet.", entry=entry.pk)
