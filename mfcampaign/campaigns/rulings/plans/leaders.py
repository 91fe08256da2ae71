"""Who leads an Arsenal after a ruling: nobody can be left without a Leader (SL-LEADER-02 to -04)."""

from __future__ import annotations

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalModel, Entry
from mfcampaign.campaigns.rulings.draft import Draft
from rules.campaign.arsenal import new_leader_choices
from rules.campaign.rulings.changes import LeaderSet, ModelBack, ModelGone
from rules.campaign.rulings.recomputation import left_after


def settle_leaders(draft: Draft) -> None:
    """Name an heir for every Arsenal that the changes so far would leave with models and no Leader.

    The one whom an earlier flip had made Leader (``draft.heirs``), if there; else the first whom the rule
    lets lead.
    """
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
    said = f"{there[heir]} leads now."
    draft.add(LeaderSet(sentence=said, entry=entry.pk, before=led, after=heir))
