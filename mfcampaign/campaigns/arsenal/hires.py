"""New Hires: models and ordinary Upgrades bought with Scrip while the week's window is open (SL-HIRE)."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading, reactions
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import forced_hire, hire_window
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    Restart,
    Transfer,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.week import extensions
from rules.campaign import hires as rules
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal
from rules.wording import listed


def hire_model(entry: Entry, actor: Actor, slug: str, *, key: str | None = None) -> ArsenalModel:
    """Hire one model: the first one that is no Master costs 5 Scrip less (SL-HIRE-04, -05)."""
    with operation(entry.campaign, actor, kind="hire.model", key=key) as act:
        part = _open_part(entry)
        if actor is not None:
            extensions.expect_time_left(part)
            _expect_no_aftermath(part)
        policies, figures = act.row.rules, loading.catalogue(act.row)
        if not figures.has_profile(slug):
            raise Refusal(f"There is no model {slug!r} in this catalogue.")
        facts = hire_window(part)
        offered = act.row.played.hires
        checked = offered.check(slug, facts, figures, policies)
        checked.demand()
        profile, price = figures.profile(slug), checked.total
        master = profile.station == MASTER
        hired = arsenal.add_model(
            part.entry,
            offered.joins(profile, figures),
            week=part.week.number,
            leader=master,
            surcharge=offered.surcharge(profile, facts, figures, policies),
        )
        companions = arsenal.add_companions(part.entry, profile, week=part.week.number)
        if price.amount:
            ledger.charge(
                part.entry,
                price.amount,
                reason="master" if master else "hire",
                natural_key=f"week:{part.week_id}/hire:{hired.pk}",
                week=part.week.number,
                act=act.act,
                memo=f"{hired.name}",
            )
        if master:
            part.hired_masters += 1
        else:
            part.hired_models += 1
        part.save(update_fields=["hired_models", "hired_masters"])
        leads = " and made it Leader" if master else ""
        beside = f"; with it {listed([each.name for each in companions])}" if companions else ""
        act.say(
            f"{part.entry.label} hired {hired.name} for {price.amount} Scrip{leads}{beside}.",
            entry=entry.pk,
            week=part.week.number,
        )
    return hired


def buy_upgrade(entry: Entry, actor: Actor, slug: str, *, key: str | None = None) -> ArsenalUpgrade:
    """Buy one ordinary Upgrade at twice its Soulstones, at least 2 Scrip (SL-HIRE-08 to -13)."""
    with operation(entry.campaign, actor, kind="hire.upgrade", key=key) as act:
        part = _open_part(entry)
        if actor is not None:
            extensions.expect_time_left(part)
            _expect_no_aftermath(part)
        figures = loading.catalogue(act.row)
        if not figures.has_upgrade(slug):
            raise Refusal(f"There is no Upgrade {slug!r} in this catalogue.")
        checked = rules.check_upgrade(slug, hire_window(part), figures, act.row.rules)
        checked.demand()
        price = checked.total
        bought = arsenal.add_ordinary_upgrade(part.entry, slug, week=part.week.number)
        ledger.charge(
            part.entry,
            price.amount,
            reason="upgrade",
            natural_key=f"week:{part.week_id}/upgrade:{bought.pk}",
            week=part.week.number,
            act=act.act,
            memo=bought.name,
        )
        act.say(
            f"{part.entry.label} bought {bought.name} for {price.amount} Scrip.",
            entry=entry.pk,
            week=part.week.number,
        )
    return bought


def _expect_no_aftermath(part: WeekEntry) -> None:
    """The Aftermath of a game that was entered after its week decides first what the purse holds."""
    begun = Aftermath.objects.filter(side__entry=part.entry_id, side__game__state=Game.State.AFTERMATH)
    if begun.exclude(state=Aftermath.State.LOCKED).exists():
        raise Refusal("The Aftermath of an earlier game is under way.", fix="Finish it, then hire.")


def last_purchase(part: WeekEntry) -> tuple[ArsenalModel | ArsenalUpgrade, Transfer | None] | None:
    """What a player bought last in this window and still owns, with what was paid for it. What was free was
    hired first (SL-HIRE-05); in a window with a new Arsenal that cannot be told from the Arsenal."""
    week, key = part.week.number, f"week:{part.week_id}/"
    hired = part.entry.models.owned().filter(hired_week=week)
    bought = part.entry.upgrades.owned().filter(gained_week=week, gained_how="hire")
    rows: dict[str, ArsenalModel | ArsenalUpgrade] = {f"{key}upgrade:{row.pk}": row for row in bought}
    rows |= {f"{key}hire:{row.pk}": row for row in hired}
    paid = balances.standing_transfers(part.entry).filter(natural_key__in=rows).order_by("pk").last()
    if paid is not None:
        return rows[paid.natural_key], paid
    free = hired.exclude(is_leader=True).last() if part.hired_models == 1 and not part.new_arsenal else None
    return (free, None) if free is not None else None


def take_back(entry: Entry, actor: Actor) -> str:
    """Undo the last purchase of the open window: it leaves, its Scrip comes back. The name of what went.

    Only the last, so that no later price rests on what is gone (SL-HIRE-05). A Master leads at once, which
    an organiser alone corrects.
    """
    with operation(entry.campaign, actor, kind="hire.taken_back") as act:
        part = _open_part(entry)
        if actor is not None:
            extensions.expect_time_left(part)
            _expect_no_aftermath(part)
        if (last := last_purchase(part)) is None:
            rule = act.row.played.rows.hires
            raise Refusal("Nothing bought in this window can be taken back.", rule=rule)
        row, paid = last
        if isinstance(row, ArsenalModel) and row.is_leader:
            raise Refusal(
                f"{row.name} leads your Arsenal already.",
                rule="SL-LEADER-01",
                fix="Ask an organiser for a correction.",
            )
        if paid is not None:
            ledger.reverse(paid, act=act.act, memo=f"{row.name} taken back")
        if isinstance(row, ArsenalModel):
            part.hired_models -= 1
            part.save(update_fields=["hired_models"])
        name = row.name
        row.delete()
        act.say(f"{part.entry.label} took {name} back.", entry=entry.pk, week=part.week.number)
    return name


@computes
def lock(entry: Entry, actor: Actor) -> None:
    """The player is done hiring; when the last one is, the window closes by itself."""
    with operation(entry.campaign, actor, kind="hire.locked") as act:
        part = _open_part(entry)
        if part.entry_id in restart_page.unfinished(act.row):
            raise Refusal(
                "The Barter flips of your new Arsenal are still to be made.",
                rule="SL-ANEW-04",
                fix="Make them, then say that you are done.",
            )
        need = forced_hire(part)
        if not need.may_lock:
            raise Refusal(need.sentence, rule=need.rule, fix="Hire a model first.")
        part.hire_waived = need.state == "waived"
        part.hires_locked_at = timezone.now()
        part.save(update_fields=["hires_locked_at", "hire_waived"])
        waived = " (the compulsory hire is waived: nothing legal is affordable)" if part.hire_waived else ""
        act.say(f"{part.entry.label} is done hiring{waived}.", entry=entry.pk, week=part.week.number)
        close_when_done(part.week)


def close_when_done(week: Week) -> None:
    """Close the window once nobody hires or builds any more. Part of the act of the last one to do so."""
    hiring = Q(entry__state=Entry.State.ACTIVE) | Q(new_arsenal=True, entry__state=Entry.State.BUILDING)
    if not week.parts.filter(hiring, hires_locked_at=None).exists():
        reactions.hires_done(week)


def unlock(entry: Entry, actor: Actor) -> None:
    """Hire some more while the window is still open."""
    with operation(entry.campaign, actor, kind="hire.unlocked") as act:
        part = _part(entry)
        if part.hires_locked_at is None:
            raise Refusal("Your hires are open.")
        part.hires_locked_at = None
        part.save(update_fields=["hires_locked_at"])
        act.say(f"{part.entry.label} is hiring again.", entry=entry.pk, week=part.week.number)


def settle_window(week: Week) -> None:
    """The deadline found players who still owe a hire: by setting flag them, hire for them, or sit
    them out (ledger 4.2). Part of the act that closes the hires."""
    unready = restart_page.unfinished(week.campaign)
    for part in week.parts.filter(hires_locked_at=None, entry__state=Entry.State.BUILDING):
        part.flagged, part.hires_locked_at = restarting.NOT_READY, timezone.now()
        part.save(update_fields=["hires_locked_at", "flagged"])
    for part in week.parts.filter(hires_locked_at=None, entry__state=Entry.State.ACTIVE).select_related(
        "entry__user", "entry__campaign", "week__campaign"
    ):
        if part.entry_id in unready:
            part.flagged, part.hires_locked_at = restarting.NOT_READY, timezone.now()
            part.save(update_fields=["hires_locked_at", "flagged"])
            continue
        need = forced_hire(part)
        if not need.may_lock and need.timeout == "cheapest_legal" and need.slug:
            hire_model(part.entry, None, need.slug, key=f"week:{week.pk}/forced:{part.entry_id}")
            part.refresh_from_db(fields=["hired_models", "hired_masters"])
        elif not need.may_lock:
            part.flagged = need.sentence[:200]
        part.hires_locked_at = timezone.now()
        part.save(update_fields=["hires_locked_at", "flagged"])


def sits_out(week: Week) -> set[int]:
    """Entries that do not play this week because they owe a hire (``forced_hire_timeout=sit_out``)."""
    if week.rules.forced_hire_timeout != "sit_out":
        return set()
    return set(week.parts.exclude(flagged="").values_list("entry", flat=True))


def _part(entry: Entry) -> WeekEntry:
    part = (
        WeekEntry.objects.select_for_update(of=("self",))
        .filter(entry=entry, week__state=Week.State.NEW_HIRES, entry__state=Entry.State.ACTIVE)
        .exclude(entry__campaign__state=Campaign.State.CANCELLED)
        .select_related("entry__user", "entry__campaign", "week__campaign")
        .first()
    )
    if part is None:
        raise Refusal(
            "Nothing can be hired now: New Hires open with each week from the second on.",
            rule=entry.campaign.played.rows.hires,
        )
    return part


def _open_part(entry: Entry) -> WeekEntry:
    part = _part(entry)
    if part.hires_locked_at is not None:
        raise Refusal("You said you are done hiring.", fix="Open your hires again first.")
    if part.entry.restarts.filter(state=Restart.State.FLIPPING).exists():
        raise Refusal("Your Barter flips are under way.", rule="SL-ANEW-04", fix="Finish them first.")
    return part
