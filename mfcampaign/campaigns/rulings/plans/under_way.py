"""What is under way of a player goes by the models it began with: an Aftermath, and the Barter flips of a new
Arsenal. No ruling takes one of these away under it, or gives one more to carry.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, ArsenalUpgrade, Campaign, Game, Restart
from mfcampaign.campaigns.rulings.draft import Draft
from rules.campaign.rulings.changes import (
    AftermathSet,
    AnyChange,
    InjuryDue,
    ModelBack,
    ModelGone,
    UpgradeBack,
    UpgradeGiven,
)
from rules.refusal import Refusal


def expect_models_as_they_are(draft: Draft) -> None:
    """``Refusal`` where a change concerns a model that something under way may still name."""
    changed: dict[int, set[int]] = {}
    for change in draft.changes:
        if change.entry is not None and (model := _model_of(change)) is not None:
            changed.setdefault(change.entry, set()).add(model)
    ended = {change.aftermath for change in draft.changes if isinstance(change, AftermathSet)}
    for row, what in _under_way(changed, ended):
        entry = row.side.entry if isinstance(row, Aftermath) else row.entry
        for model in sorted(changed[entry.pk] & replay.living(row)):
            name = ArsenalModel.objects.get(pk=model)
            raise Refusal(
                f"{name} is part of {what}, which is under way.", fix="Rule on it once that is done."
            )


def _model_of(change: AnyChange) -> int | None:
    """The model that leaves by it, or carries more."""
    match change:
        case ModelGone() | InjuryDue():
            return change.model
        case UpgradeGiven():
            return change.bearer
        case UpgradeBack():
            return ArsenalUpgrade.objects.values_list("bearer", flat=True).get(pk=change.upgrade)
    return None


def _under_way(entries: dict[int, set[int]], ended: set[int]) -> Iterator[tuple[Aftermath | Restart, str]]:
    aftermaths = Aftermath.objects.filter(side__entry__in=entries, state=Aftermath.State.OPEN)
    for row in aftermaths.exclude(pk__in=ended).select_related("side__entry__user", "side__game__week"):
        yield row, _name(row)
    restarts = Restart.objects.filter(entry__in=entries, state=Restart.State.FLIPPING)
    restarts = restarts.filter(entry__campaign__state=Campaign.State.RUNNING)  # else they stay where they are
    for restart in restarts.select_related("entry__user"):
        yield restart, f"the Barter of {restart.entry.label}’s new Arsenal"


def _name(row: Aftermath) -> str:
    game = row.side.game
    return f"{row.side.entry.label}’s Aftermath of week {game.week.number}, table {game.table}"


def _begun_since(draft: Draft, row: Aftermath) -> Aftermath | None:
    """Another Aftermath of the same player that is open, or began after the ruling that is undone."""
    assert draft.undoes is not None
    others = Aftermath.objects.filter(side__entry=row.side.entry).exclude(pk=row.pk)
    since = Q(state=Aftermath.State.OPEN) | Q(opened_at__gte=draft.undoes.created_at)
    others = others.filter(since).exclude(side__game__state=Game.State.VOID)
    return others.select_related("side__entry__user", "side__game__week").order_by("pk").first()


def expect_to_go_on(draft: Draft, change: AftermathSet) -> None:
    """``Refusal`` where an Aftermath that the undone ruling had ended would go on with models that have left
    since, or beside another one of its player's."""
    if change.before == Aftermath.State.LOCKED:
        return
    row = Aftermath.objects.select_related("side__entry__user").get(pk=change.aftermath)
    if change.before == Aftermath.State.OPEN and (other := _begun_since(draft, row)) is not None:
        raise Refusal(
            f"{_name(other)} has begun since; this one would go on beside it.",
            fix="Void that game first, or give by hand what this one brought.",
        )
    there = set(row.side.entry.models.owned().values_list("pk", flat=True))
    there |= {each.model for each in draft.changes if isinstance(each, ModelBack)}
    for model in sorted(replay.living(row) - there):
        name = ArsenalModel.objects.get(pk=model)
        raise Refusal(
            f"{name} has left the Arsenal since; the Aftermath of that game cannot go on with it.",
            fix="Give by hand what the game brought.",
        )
