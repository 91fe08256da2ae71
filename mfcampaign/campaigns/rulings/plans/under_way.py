"""What is under way of a player goes by the models it began with: an Aftermath, and the Barter flips of a new
Arsenal. No ruling takes one of these away under it, or gives one more to carry.
"""

from __future__ import annotations

from collections.abc import Iterator

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, ArsenalUpgrade, Campaign, Restart
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
        game = row.side.game
        yield row, f"{row.side.entry.label}’s Aftermath of week {game.week.number}, table {game.table}"
    restarts = Restart.objects.filter(entry__in=entries, state=Restart.State.FLIPPING)
    restarts = restarts.filter(entry__campaign__state=Campaign.State.RUNNING)  # else they stay where they are
    for restart in restarts.select_related("entry__user"):
        yield restart, f"the Barter of {restart.entry.label}’s new Arsenal"


def expect_to_go_on(draft: Draft, change: AftermathSet) -> None:
    """``Refusal`` where an Aftermath that a ruling had ended would go on with models that have left since."""
    if change.before == Aftermath.State.LOCKED:
        return
    row = Aftermath.objects.select_related("side__entry").get(pk=change.aftermath)
    there = set(row.side.entry.models.owned().values_list("pk", flat=True))
    there |= {each.model for each in draft.changes if isinstance(each, ModelBack)}
    for model in sorted(replay.living(row) - there):
        name = ArsenalModel.objects.get(pk=model)
        raise Refusal(
            f"{name} has left the Arsenal since; the Aftermath of that game cannot go on with it.",
            fix="Give by hand what the game brought.",
        )
