"""A model that changed sides joins the opponent, if they want it (M4-CAMP-26)."""

from __future__ import annotations

from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Entry
from mfcampaign.campaigns.rising import growth
from rules.campaign.rising.growth import Growth
from rules.refusal import Refusal


def take(entry: Entry, actor: Actor, model: int) -> str:
    """Take a traitor for nothing, with its Injuries and what it carried; its name."""
    with operation(entry.campaign, actor, kind="arsenal.traitor_taken") as act:
        now, things = _offered(entry, model)
        row = ArsenalModel.objects.get(pk=model)
        last = act.row.weeks.order_by("-number").values_list("number", flat=True).first() or 1
        entry.campaign = act.row
        rows = ArsenalUpgrade.objects.filter(pk__in=things).order_by("pk")
        injuries = [each for each in rows if each.kind == ArsenalUpgrade.Kind.INJURY]
        arsenal.copy_model(row, entry, injuries, week=last, how="traitor")
        for piece in rows:
            if piece.kind == ArsenalUpgrade.Kind.EQUIPMENT:
                arsenal.add_piece(entry, piece.slug, piece.name, piece.effect, week=last, how="traitor")
        growth.change(entry, now)
        act.say(f"{row.name} joins {entry.label}.", entry=entry.pk)
    return row.name


def leave(entry: Entry, actor: Actor, model: int) -> str:
    """Send a traitor away; its name."""
    with operation(entry.campaign, actor, kind="arsenal.traitor_left") as act:
        now, _ = _offered(entry, model)
        growth.change(entry, now)
        name = ArsenalModel.objects.values_list("name", flat=True).get(pk=model)
        act.say(f"{entry.label} wants no traitor: {name} goes.", entry=entry.pk)
    return str(name)


def _offered(entry: Entry, model: int) -> tuple[Growth, tuple[int, ...]]:
    """The growth without that offer, and the Equipment and Injuries that go with it."""
    now = growth.of_all([entry.pk]).get(entry.pk)  # none before a Leader is built
    things = next((things for pk, things in now.traitors if pk == model), None) if now else None
    if now is None or things is None:
        raise Refusal("Nobody of that kind may be taken.", rule="M4-CAMP-26")
    return replace(now, traitors=tuple(each for each in now.traitors if each[0] != model)), things
