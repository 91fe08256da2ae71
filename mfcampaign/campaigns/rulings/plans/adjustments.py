"""Changes by hand: Scrip, models, Upgrades, Injuries, the Leader, one field of a row.

Nobody may be left without a Leader (SL-LEADER-02 to -04), so a ruling also decides who leads afterwards.
"""

from __future__ import annotations

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.models import (
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Entry,
    Game,
    Ruling,
    Week,
)
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.plans.bounties import facts_of, set_ticks
from mfcampaign.campaigns.rulings.plans.owed_flips import owe_flips
from mfcampaign.campaigns.rulings.plans.reopen import entry_in
from mfcampaign.campaigns.rulings.plans.settled import sides_of
from mfcampaign.campaigns.rulings.plans.take_back import bring_model_back
from mfcampaign.campaigns.rulings.requests import CorrectRow, Give, GiveAward, Lead, Take, TickBounty
from rules.bounds import bounds_of
from rules.campaign.aftermath.injuries import room_for_injuries
from rules.campaign.arsenal import new_leader_choices
from rules.campaign.encounter import context_with_result
from rules.campaign.rulings.changes import (
    LeaderSet,
    ModelBack,
    ModelGiven,
    ModelGone,
    Moved,
    RowSet,
    UpgradeBack,
    UpgradeGiven,
    UpgradeGone,
)
from rules.campaign.rulings.recomputation import left_after
from rules.crews.catalogue import MASTER
from rules.game.results.result import outcome
from rules.refusal import Refusal
from rules.wording import counted

AWARDS = {"painted": "Painted models", "attendance": "Attendance"}
"""What house rules pay for beside games; the setting is called by it: ``painted_scrip``."""


def week_now(draft: Draft) -> int:
    """The number of the newest week; 0 before the first."""
    return (
        Week.objects.filter(campaign=draft.campaign)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )


def plan_give(draft: Draft, request: Give) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.GIVE
    if request.what == "scrip":
        _scrip(draft, entry, request.amount)
    elif request.what == "model":
        _model(draft, entry, request.slug)
    else:
        _upgrade(draft, entry, request)


def _scrip(draft: Draft, entry: Entry, amount: int) -> None:
    bounds = bounds_of(Give)["amount"]
    if amount == 0 or amount not in bounds:
        sentence = f"Between 1 and {bounds.most:g} Scrip can be given or taken at once."
        raise Refusal(sentence, rule=draft.campaign.played.rows.scrip)
    word, memo = (
        ("given to", "Given by an organiser") if amount > 0 else ("taken from", "Taken by an organiser")
    )
    draft.title = f"{abs(amount)} Scrip {word} {entry.label}"
    draft.add(
        Moved(
            sentence=f"{abs(amount)} Scrip {word} {entry.label}; they count towards no week’s maximum.",
            entry=entry.pk,
            amount=amount,
            week=week_now(draft),
            memo=memo,
        )
    )


def plan_award(draft: Draft, request: GiveAward) -> None:
    """Once in a week to each player who plays in it (A-46)."""
    week = Week.objects.filter(campaign=draft.campaign).exclude(state=Week.State.CLOSED).first()
    if week is None:
        raise Refusal("Awards are given while a week is open.", rule="A-46")
    week.campaign = draft.campaign
    name, amount = AWARDS[request.what], scrip_of_award(week, request.what)
    if not amount:
        fix = "Its organisers can set it in the house rules."
        raise Refusal(f"This league gives no Scrip for this: {name}.", rule="A-46", fix=fix)
    if not request.entries:
        raise Refusal("Choose who gets it.", rule="A-46")
    there = set(week.parts.values_list("entry", flat=True))
    labels = []
    for pk in sorted(set(request.entries)):
        entry = entry_in(draft, pk)
        if pk not in there:
            raise Refusal(f"{entry.label} does not play this week.", rule="A-46")
        if awarded(entry, week.number, request.what):
            raise Refusal(f"{entry.label} had it this week already: {name}.", rule="A-46")
        labels.append(entry.label)
        memo = f"{name}, week {week.number}"
        draft.add(
            Moved(
                sentence=f"{memo}: {amount} Scrip for {entry.label}, towards no week’s maximum.",
                entry=pk,
                amount=amount,
                week=week.number,
                memo=memo,
            )
        )
    draft.kind = Ruling.Kind.GIVE
    draft.title = f"{name}, week {week.number}: {', '.join(labels)}"


def scrip_of_award(week: Week, what: str) -> int:
    """What the house rules of the week pay for it; 0: it is none of theirs."""
    return {"painted": week.rules.painted_scrip, "attendance": week.rules.attendance_scrip}[what]


def awarded(entry: Entry, week: int, what: str) -> bool:
    """Whether a valid ruling gave it in that week."""
    given = Ruling.objects.filter(entries=entry, request__type="GiveAward", request__what=what)
    return any(_stands(ruling) and ruling.changes[0]["week"] == week for ruling in given)


def _stands(ruling: Ruling) -> bool:
    undone = Ruling.objects.filter(undoes=ruling).first()
    return undone is None or not _stands(undone)


def expect_not_had_since(undone: Ruling) -> None:
    """An award that comes back, because its undoing is undone, was not given again meanwhile (A-46)."""
    given = undone
    while given.undoes is not None:
        given = given.undoes
    if given == undone or given.request["type"] != "GiveAward" or _stands(given):
        return
    week, what = given.changes[0]["week"], given.request["what"]
    for entry in given.entries.all():
        if awarded(entry, week, what):
            raise Refusal(
                f"{entry.label} had it anew since: {AWARDS[what]}, week {week}.",
                rule="A-46",
                fix="Undo the newer ruling first.",
            )


def _model(draft: Draft, entry: Entry, slug: str) -> None:
    figures = loading.catalogue(draft.campaign)
    if not figures.has_profile(slug):
        raise Refusal("There is no such model in this catalogue.", fix="Choose one from the list.")
    profile = draft.campaign.played.hires.joins(figures.profile(slug), figures)
    slug, name = profile.slug, profile.full_name
    if profile.cost is None and profile.station != MASTER:
        raise Refusal(
            f"{name} has no verified cost, and an Arsenal counts its models in Soulstones.",
            rule="SL-SIZE-01",
            fix="Enter its cost in a pack of this league first, or choose another model.",
        )
    draft.title = f"{name} given to {entry.label}"
    draft.add(
        ModelGiven(
            sentence=f"{name} joins the Arsenal of {entry.label}, for nothing.",
            entry=entry.pk,
            slug=slug,
            name=name,
            week=max(1, week_now(draft)),
        )
    )
    draft.explain("Whether a Leader of this Arsenal could hire it is not asked: the ruling decides.")


def _upgrade(draft: Draft, entry: Entry, request: Give) -> None:
    bearer = entry.models.owned().filter(pk=request.bearer).first() if request.bearer else None
    name, kind = _name_and_kind(draft, request)
    bound = kind in ("skill", "injury")
    if bound and bearer is None:
        raise Refusal(f"{name} belongs to a model.", fix="Choose which of the models has it.")
    if bound and bearer is not None:
        _expect_room(draft, entry, bearer.pk, kind)
    on = f" on {bearer}" if bound else ""
    draft.title = f"{name}{on} given to {entry.label}"
    draft.add(
        UpgradeGiven(
            sentence=f"{entry.label} has {name}{on}, for nothing.",
            entry=entry.pk,
            kind=kind,
            slug=request.slug,
            name=name,
            week=max(1, week_now(draft)),
            bearer=bearer.pk if bound and bearer else None,
        )
    )


def _expect_room(draft: Draft, entry: Entry, bearer: int, kind: str) -> None:
    """Raise ``Refusal`` where the model carries all it may of that kind (SL-UPG-09, SL-INJURY-10)."""
    if not draft.campaign.played.aftermath.carries_limit:
        draft.explain("What annihilates by its Injuries does so at the end of the next Aftermath.")
        return
    rules = draft.campaign.rules
    model = loading.arsenal(entry).model(bearer)
    if model is None:
        return
    if kind == "skill":
        carried, most, rule = len(model.skills), model.skill_limit(rules), "SL-UPG-09"
    else:
        carried, most, rule = len(model.injuries), room_for_injuries(model, rules), "SL-INJURY-10"
    if carried >= most:
        what = counted(carried, "Skill") if kind == "skill" else counted(carried, "Injury", "Injuries")
        sentence = f"{model.name} has {what} and may carry no more."
        raise Refusal(sentence, rule=rule, fix=f"Take one {kind.capitalize()} first, or the model itself.")


def _name_and_kind(draft: Draft, request: Give) -> tuple[str, str]:
    """Name and kind of what is given; a ``Refusal`` when the league knows no such thing."""
    charts, figures = loading.charts(draft.campaign), loading.catalogue(draft.campaign)
    if request.what == "upgrade" and figures.has_upgrade(request.slug):
        return figures.upgrade(request.slug).name, "ordinary"
    if request.what == "campaign_upgrade":
        for slug, name, category in draft.campaign.played.charts.given(charts):
            if slug == request.slug:
                return name, category
    if request.what == "injury":
        for slug, name in draft.campaign.played.charts.injuries(charts):
            if slug == request.slug:
                return name, "injury"
    raise Refusal("This league knows no such thing.", fix="Choose one from the list.")


def plan_take(draft: Draft, request: Take) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.GIVE
    if request.what == "upgrade":
        row = ArsenalUpgrade.objects.filter(pk=request.row, entry=entry).select_related("bearer").first()
        if row is None:
            raise Refusal("That is not in this Arsenal.")
        on = f" of {row.bearer}" if row.bearer else ""
        kind = UpgradeBack if request.back else UpgradeGone
        word = "given back to" if request.back else "taken from"
        draft.title = f"{row.name}{on} {word} {entry.label}"
        if request.back and row.bearer is not None and row.bearer.annihilated_week is not None:
            raise Refusal(f"{row.bearer} is gone, and {row.name} with it.", fix="Bring the model back.")
        sentence = f"{row.get_kind_display()} {row.name}{on} is {word} {entry.label}."
        draft.add(kind(sentence=sentence, entry=entry.pk, upgrade=row.pk, name=row.name))
        return
    model = ArsenalModel.objects.filter(pk=request.row, entry=entry).first()
    if model is None:
        raise Refusal("That model is not in this Arsenal.")
    draft.title = f"{model} {'given back to' if request.back else 'taken from'} {entry.label}"
    if leaders := built_leaders(draft.campaign):
        leaders.expect_takeable(draft, entry, model, back=request.back)
    if request.back:
        bring_model_back(draft, entry, model.pk)
        return
    sentence = f"{model} leaves the Arsenal of {entry.label}, with its Skills and Injuries."
    draft.add(ModelGone(sentence=sentence, entry=entry.pk, model=model.pk, name=str(model)))


def plan_lead(draft: Draft, request: Lead) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.ROW
    if draft.campaign.played.start.leader_is_built:
        raise Refusal("A Leader who was built leads to the end.", fix="Correct the Leader instead.")
    chosen = entry.models.owned().filter(pk=request.model).first()
    now = entry.models.owned().filter(is_leader=True).first()
    if chosen is None:
        raise Refusal("That model is not in this Arsenal.")
    if chosen.is_leader:
        raise Refusal(f"{chosen} leads already.")
    draft.title = f"{entry.label}: {chosen} leads"
    instead = f" instead of {now}" if now else ""
    draft.add(
        LeaderSet(
            sentence=f"{chosen} leads the Arsenal of {entry.label}{instead}.",
            entry=entry.pk,
            before=now.pk if now else None,
            after=chosen.pk,
        )
    )


def plan_row(draft: Draft, request: CorrectRow) -> None:
    """Name and Soulstones of a row as they should have been; Scrip for the difference, if the organiser
    says how much."""
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.ROW
    rows = ArsenalModel.objects if request.what == "model" else ArsenalUpgrade.objects
    row = rows.filter(pk=request.row, entry=entry).first()
    if row is None:
        raise Refusal("That is not in this Arsenal.")
    bounds = bounds_of(CorrectRow)
    possible = request.cost in bounds["cost"] and request.scrip in bounds["scrip"]
    if not possible or not 1 <= len(request.name.strip()) <= 120:
        raise Refusal(f"A name has 1 to 120 letters; costs and Scrip go up to {bounds['cost'].most:g}.")
    field = "cost" if isinstance(row, ArsenalModel) else "ss_cost"
    draft.title = f"{entry.label}: {row.name} corrected"
    for name, value, word in (("name", request.name.strip(), "is called"), (field, request.cost, "costs")):
        before = getattr(row, name)
        if before != value:
            unit = " Soulstones" if name == field else ""
            draft.add(
                RowSet(
                    sentence=f"{row.name} {word} {value}{unit} instead of {before}.",
                    entry=entry.pk,
                    table=request.what,
                    row=row.pk,
                    field=name,
                    before=before,
                    after=value,
                )
            )
    if request.scrip:
        word = "come back" if request.scrip > 0 else "are paid"
        draft.add(
            Moved(
                sentence=f"{abs(request.scrip)} Scrip {word} for {row.name}.",
                entry=entry.pk,
                amount=request.scrip,
                week=week_now(draft),
                memo=f"{row.name} corrected",
            )
        )
    if not draft.changes:
        raise Refusal("That is how it is already.")
    draft.explain("Crews and Arsenal values that were used in games before stay as they were.")


def plan_ticks(draft: Draft, request: TickBounty) -> None:
    """Ticks of one portion in one game of the player's."""
    bounty = (
        ArsenalBounty.objects.select_related("entry__user")
        .filter(pk=request.bounty, entry__campaign=draft.campaign)
        .first()
    )
    if bounty is None:
        raise Refusal("There is no such Bounty in this league.")
    entry_in(draft, bounty.entry_id)
    game = (
        Game.objects.select_related("week")
        .filter(pk=request.encounter, week__campaign=draft.campaign, sides__entry=bounty.entry_id)
        .first()
    )
    if game is None or request.portion not in {portion["id"] for portion in bounty.portions}:
        raise Refusal("Choose a game of that player and a portion of that Bounty.", rule="SL-BOUNTY-05")
    bounds = bounds_of(TickBounty)["count"]
    if request.count not in bounds:
        raise Refusal(f"Between {bounds.least:g} and {bounds.most:g} ticks.")
    draft.kind = Ruling.Kind.GIVE
    draft.title = f"{bounty.entry.label}: {bounty.name}, ticks corrected"
    counts = {**facts_of(bounty, game)["ticks"], request.portion: request.count}
    set_ticks(draft, bounty, game, {portion: count for portion, count in counts.items() if count})
    game.week.campaign = draft.campaign
    result = weeks.settled_result(game)
    for side in sides_of(game):
        if side.row.entry_id == bounty.entry_id and side.context is not None and result is not None:
            score = outcome(result, game.week.rules)
            owe_flips(draft, game, side, context_with_result(side.context, result, score, side.row.seat))
    if not draft.changes:
        raise Refusal("That is how it is already.")


def settle_leaders(draft: Draft) -> None:
    """Name an heir for every Arsenal that the changes so far would leave with models and no Leader.

    The one whom an earlier flip had made Leader (``draft.heirs``), if there; else the first whom the rule
    lets lead.
    """
    if draft.campaign.played.start.leader_is_built:
        return
    moved = (change for change in draft.changes if isinstance(change, (ModelGone, ModelBack)))
    touched = {change.entry for change in moved if change.entry is not None}
    for entry in Entry.objects.filter(pk__in=touched).select_related("campaign").order_by("pk"):
        _settle(draft, entry)


def _settle(draft: Draft, entry: Entry) -> None:
    own = [change for change in draft.changes if change.entry == entry.pk]
    led = entry.models.owned().filter(is_leader=True).values_list("pk", flat=True).first()
    present, leader = left_after(own, entry.models.owned().values_list("pk", flat=True), led)
    if leader is not None or not present:
        return
    there = {row.pk: row for row in ArsenalModel.objects.filter(pk__in=present)}
    heir = draft.heirs.get(entry.pk)
    if heir not in there:
        models = loading.models(entry.campaign, there.values())
        heir = new_leader_choices(models, entry.campaign.rules)[0]
    sentence = f"{there[heir]} leads now."
    draft.add(LeaderSet(sentence=sentence, entry=entry.pk, before=led, after=heir))
