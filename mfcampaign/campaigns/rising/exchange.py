"""The exchange of a Traitor between two Arsenals, part of the Aftermath of its game (M4-CAMP-26).

Its own side loses it there (``effects``); the opponent takes it, or sends it away, at any time.
``Growth.turned`` keeps what was taken, so that it goes again where that Aftermath is undone (``rulings``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Entry, Game
from mfcampaign.campaigns.rising import growth
from rules.campaign.rising.growth import Growth, Turned
from rules.refusal import Refusal


def take(entry: Entry, actor: Actor, model: int) -> str:
    """Take a traitor for nothing, with its Injuries and what it carried; its name."""
    with operation(entry.campaign, actor, kind="arsenal.traitor_taken") as act:
        expect_going_on(act.row)
        now, things, row = _offered(entry, model)
        last = act.row.weeks.order_by("-number").values_list("number", flat=True).first() or 1
        entry.campaign = act.row
        rows = list(ArsenalUpgrade.objects.filter(pk__in=things).order_by("pk"))
        injuries = [each for each in rows if each.kind == ArsenalUpgrade.Kind.INJURY]
        twin = arsenal.copy_model(row, entry, injuries, week=last, how="traitor")
        pieces = tuple(
            arsenal.add_piece(entry, piece.slug, piece.name, piece.effect, week=last, how="traitor").pk
            for piece in rows
            if piece.kind == ArsenalUpgrade.Kind.EQUIPMENT
        )
        growth.change(entry, replace(now, turned=(*now.turned, Turned(model, twin.pk, pieces))))
        act.say(f"{row.name} joins {entry.label}.", entry=entry.pk, **_where(entry, row))
    return row.name


def leave(entry: Entry, actor: Actor, model: int) -> str:
    """Send a traitor away; its name."""
    with operation(entry.campaign, actor, kind="arsenal.traitor_left") as act:
        now, _, row = _offered(entry, model)
        growth.change(entry, now)
        act.say(f"{entry.label} wants no traitor: {row.name} goes.", entry=entry.pk, **_where(entry, row))
    return row.name


def offered(entries: Iterable[int]) -> dict[int, list[str]]:
    """What the models of opponents are called that each of ``entries`` may take, where it may any. Two
    queries, one for nobody."""
    held = {pk: [model for model, _ in now.traitors] for pk, now in growth.of_all(entries).items()}
    every = [model for models in held.values() for model in models]
    lost = ArsenalModel.objects.filter(pk__in=every).exclude(annihilated_week=None)
    names = dict(lost.values_list("pk", "name")) if every else {}
    named = {pk: [names[each] for each in models if each in names] for pk, models in held.items()}
    return {pk: models for pk, models in named.items() if models}


def _where(entry: Entry, row: ArsenalModel) -> dict[str, Any]:
    """The game after which that model changed sides."""
    assert row.annihilated_week is not None, "refused before (_offered)"
    games = Game.objects.filter(week__campaign=entry.campaign_id, week__number=row.annihilated_week)
    games = games.filter(sides__entry=entry).filter(sides__entry=row.entry_id)
    game = games.exclude(state=Game.State.VOID).order_by("-pk").values_list("pk", flat=True).first()
    return {} if game is None else {"encounter": game}


def _offered(entry: Entry, model: int) -> tuple[Growth, tuple[int, ...], ArsenalModel]:
    """The growth without that offer, the Equipment and Injuries that go with it, and the row it had; a
    ``Refusal`` where a ruling gave that back to the side before."""
    now = growth.of_all([entry.pk]).get(entry.pk)  # none before a Leader is built
    things = next((things for pk, things in now.traitors if pk == model), None) if now else None
    if now is None or things is None:
        raise Refusal("Nobody of that kind may be taken.", rule="M4-CAMP-26")
    row = ArsenalModel.objects.select_related("entry__user").get(pk=model)
    if row.annihilated_week is None:
        raise Refusal(f"{row.name} is with {row.entry.label} again.", rule="M4-CAMP-26")
    return replace(now, traitors=tuple(each for each in now.traitors if each[0] != model)), things, row
