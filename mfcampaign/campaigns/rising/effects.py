"""Writes the effects of a *Rising Names* Aftermath to Arsenal, growth and ledger: one function for each.

A model that came in the same Aftermath has no row's number in the replay; its row is found again by the
number that the replay gave it (``Growth.born``).
"""

from __future__ import annotations

from msgspec.structs import replace

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.aftermath.effects import charge, pay_day, week_of, write
from mfcampaign.campaigns.aftermath.replay import answers, replay_of
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, ArsenalUpgrade
from mfcampaign.campaigns.rising import growth
from mfcampaign.catalog import queries as catalog
from rules.campaign.rising.aftermath import facts
from rules.campaign.rising.charts import RisingCharts
from rules.campaign.rising.growth import CrewEffect, ModelGrowth


def _charts(aftermath: Aftermath) -> RisingCharts:
    charts: RisingCharts = catalog.charts(aftermath.charts_id)
    return charts


def _row(aftermath: Aftermath, model_id: int) -> ArsenalModel:
    """The model of that number, be it its row's or one that this replay gave."""
    entry = aftermath.side.entry
    born = growth.of(entry).born
    return entry.models.get(pk=born.get(f"{aftermath.pk}:{model_id}", model_id))


def _injuries(row: ArsenalModel) -> list[ArsenalUpgrade]:
    """Those that it has now."""
    return list(row.bound.filter(kind=ArsenalUpgrade.Kind.INJURY, annihilated_week=None))


def _born(aftermath: Aftermath, number: int, row: ArsenalModel) -> None:
    entry = aftermath.side.entry
    now = growth.of(entry)
    growth.change(entry, replace(now, born={**now.born, f"{aftermath.pk}:{number}": row.pk}))


@write.register
def _(effect: facts.ScripPaid, aftermath: Aftermath, key: str, act: Act) -> None:
    pay_day(aftermath, effect.total.amount, key, act)


@write.register
def _(effect: facts.EquipmentBought, aftermath: Aftermath, key: str, act: Act) -> None:
    charge(aftermath, effect.price, "barter", key, act, effect.name)
    row = _charts(aftermath).piece(effect.slug)
    arsenal.add_piece(
        aftermath.side.entry, row.slug, row.name, row.text, week=week_of(aftermath), how="barter"
    )


@write.register
def _(effect: facts.ExperienceGained, aftermath: Aftermath, key: str, act: Act) -> None:
    now = growth.of(aftermath.side.entry)
    growth.change(aftermath.side.entry, replace(now, experience=now.experience + effect.total.amount))


@write.register
def _(effect: facts.Advanced, aftermath: Aftermath, key: str, act: Act) -> None:
    """The cards are those of the replay up to here: it alone knows what the advancement made of them."""
    entry, gained = aftermath.side.entry, replace(effect.advancement, week=week_of(aftermath))
    charge(aftermath, effect.price, "advancement", key, act, gained.name)
    state = replay_of(aftermath, answers(aftermath)).state
    now = growth.of(entry)
    now = replace(now, leader=state.card, totem=state.totem_card, advancements=(*now.advancements, gained))
    if gained.recipient == "crew":
        rows = {row.slug: row for row in _charts(aftermath).crew_effects}
        text = rows[gained.slug].text if gained.slug in rows else ""
        now = replace(now, effects=(*now.effects, CrewEffect(gained.slug, gained.name, text, gained.words)))
    if gained.table == "totem":
        row = arsenal.add_built(entry, gained.slug, gained.name, "", week=week_of(aftermath))
        now = replace(now, totem_id=row.pk)
        totem = state.arsenal.totem
        if totem is not None:
            now = replace(now, born={**now.born, f"{aftermath.pk}:{totem.id}": row.pk})
    growth.change(entry, now)


@write.register
def _(effect: facts.InjuryTreated, aftermath: Aftermath, key: str, act: Act) -> None:
    entry, row = aftermath.side.entry, _row(aftermath, effect.model_id)
    charge(aftermath, effect.price, "doctor", key, act, f"The doctor, for {row.name}")
    if effect.healed:
        arsenal.annihilate_upgrade(entry, bearer_id=row.pk, slug=effect.slug, week=week_of(aftermath))
    own = growth.of(entry).of(row.pk)
    if effect.characteristic and effect.characteristic not in own.gained:
        growth.change_model(entry, row.pk, replace(own, gained=(*own.gained, effect.characteristic)))


@write.register
def _(effect: facts.MadeUp, aftermath: Aftermath, key: str, act: Act) -> None:
    entry = aftermath.side.entry
    now = growth.of(entry)
    boxes = tuple(number for number in now.owed_boxes if number not in effect.boxes)
    models = tuple(model for model in now.owed_injuries if model not in effect.models)
    growth.change(entry, replace(now, owed_boxes=boxes, owed_injuries=models))


@write.register
def _(effect: facts.InjurySuffered, aftermath: Aftermath, key: str, act: Act) -> None:
    row = next(each for each in _charts(aftermath).injuries if each.slug == effect.slug)
    arsenal.attach_injury(
        aftermath.side.entry,
        row.slug,
        row.name,
        row.text,
        row.mods,
        week=week_of(aftermath),
        model_id=_row(aftermath, effect.model_id).pk,
    )


@write.register
def _(effect: facts.EquipmentSpares, aftermath: Aftermath, key: str, act: Act) -> None:
    entry = aftermath.side.entry
    if effect.piece != growth.of(entry).free:
        arsenal.use_up(entry, effect.piece, week=week_of(aftermath))


@write.register
def _(effect: facts.InjuryEnds, aftermath: Aftermath, key: str, act: Act) -> None:
    entry, row = aftermath.side.entry, _row(aftermath, effect.model_id)
    arsenal.annihilate_upgrade(entry, bearer_id=row.pk, slug=effect.slug, week=week_of(aftermath))


@write.register
def _(effect: facts.LuckyMissGained, aftermath: Aftermath, key: str, act: Act) -> None:
    entry, row = aftermath.side.entry, _row(aftermath, effect.model_id)
    own = growth.of(entry).of(row.pk)
    growth.change_model(entry, row.pk, replace(own, lucky=(*own.lucky, effect.slug)))


@write.register
def _(effect: facts.ModelCopied, aftermath: Aftermath, key: str, act: Act) -> None:
    """A double joins with Injuries and the Equipment of this game."""
    entry, row, week = aftermath.side.entry, _row(aftermath, effect.model_id), week_of(aftermath)
    state = replay_of(aftermath, answers(aftermath)).state
    copies = [model for model in state.arsenal.models if model.copied]
    twin = arsenal.copy_model(row, entry, _injuries(row), week=week, how="copy")
    now = growth.of(entry)
    role = "leader" if row.is_leader else "totem" if row.pk == now.totem_id else now.of(row.pk).role
    own = ModelGrowth(lucky=now.of(row.pk).lucky, gained=now.of(row.pk).gained, copied=True, role=role)
    growth.change_model(entry, twin.pk, own)
    known = set(growth.of(entry).born)
    number = next((copy.id for copy in reversed(copies) if f"{aftermath.pk}:{copy.id}" not in known), None)
    if number is not None:
        _born(aftermath, number, twin)
    for piece in entry.upgrades.owned().filter(pk__in=effect.equipment):
        arsenal.add_piece(entry, piece.slug, piece.name, piece.effect, week=week, how="copy")


@write.register
def _(effect: facts.ModelBetrays, aftermath: Aftermath, key: str, act: Act) -> None:
    """The pieces that it carried leave with it; the opponent may take both (``exchange``)."""
    entry, week = aftermath.side.entry, week_of(aftermath)
    row = _row(aftermath, effect.model_id)
    other = aftermath.side.game.sides.exclude(pk=aftermath.side_id).select_related("entry").get()
    pieces = list(entry.upgrades.owned().filter(pk__in=effect.equipment))
    own = growth.of(entry).free
    for piece in pieces:
        if piece.pk != own:  # that one comes back (M4-CAMP-05)
            arsenal.use_up(entry, piece.pk, week=week)
    now = growth.of_all([other.entry_id]).get(other.entry_id)  # none while a new Arsenal is being built
    if now is not None:
        things = tuple(each.pk for each in (*pieces, *_injuries(row)))
        growth.change(other.entry, replace(now, traitors=(*now.traitors, (row.pk, things))))


@write.register
def _(effect: facts.ModelLost, aftermath: Aftermath, key: str, act: Act) -> None:
    entry, row, week = aftermath.side.entry, _row(aftermath, effect.model_id), week_of(aftermath)
    now = growth.of(entry)
    if row.pk == now.totem_id:
        kept = tuple(each for each in now.advancements if each.recipient != "totem")
        growth.change(entry, replace(now, totem=None, totem_id=None, advancements=kept))
    ArsenalModel.objects.filter(pk=row.pk).update(
        annihilated_week=week, annihilated_why=effect.sentence[:200], is_leader=False
    )
    ArsenalUpgrade.objects.filter(bearer=row.pk, annihilated_week=None).update(annihilated_week=week)


@write.register
def _(effect: facts.LeaderRecovers, aftermath: Aftermath, key: str, act: Act) -> None:
    """A third Injury that caused it is not kept (M4-CAMP-20)."""
    entry = aftermath.side.entry
    growth.change(entry, replace(growth.of(entry), recovered=True))
    leader = entry.models.owned().get(is_leader=True)
    state = replay_of(aftermath, answers(aftermath)).state
    kept = [held.slug for held in state.arsenal.leader.injuries]
    for injury in leader.bound.filter(annihilated_week=None):
        if injury.slug in kept:
            kept.remove(injury.slug)
        else:
            injury.annihilated_week = week_of(aftermath)
            injury.save(update_fields=["annihilated_week"])


@write.register
def _(effect: facts.CrewEnds, aftermath: Aftermath, key: str, act: Act) -> None:
    """The Arsenal is retired with all its models; what follows is a new one (M4-CAMP-20, -28)."""
    aftermath.side.entry.models.owned().exclude(is_leader=True).update(
        annihilated_week=week_of(aftermath), annihilated_why="The Crew ended with its Leader."
    )
