"""Reading the acts of an aggregate."""

from __future__ import annotations

from django.db.models import Model, QuerySet

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import aggregate_name


def acts_of(row: Model, *, organiser: bool) -> QuerySet[Act]:
    """The told acts of ``row``, newest first; organisers see theirs too. One query with the actors."""
    found = Act.objects.filter(aggregate=aggregate_name(row)).exclude(sentence="")
    if not organiser:
        found = found.filter(audience=Act.Audience.EVERYONE)
    return found.select_related("actor").order_by("-ordinal")
