"""Readers of an aggregate's acts."""

from __future__ import annotations

import datetime as dt

from django.db.models import Max, Model, Q, QuerySet
from msgspec import Struct

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import aggregate_name

__all__ = ["Act", "ActSnapshot", "act_snapshots", "acts_of", "acts_since", "author", "last_ordinal", "told"]


class ActSnapshot(Struct, frozen=True):
    """An act as a diary tells it; ``by`` is empty where the portal acted."""

    ordinal: int
    kind: str
    audience: str
    sentence: str
    reason: str
    created_at: dt.datetime
    by: str


def act_snapshots(acts: QuerySet[Act]) -> tuple[ActSnapshot, ...]:
    """``acts`` in their order, as values that pages may keep. One query for ``acts_of``."""
    return tuple(
        ActSnapshot(
            act.ordinal, act.kind, act.audience, act.sentence, act.reason, act.created_at, author(act)
        )
        for act in acts
    )


def author(act: Act) -> str:
    """Who acted, as pages name them; empty for the portal."""
    return str(act.actor or "")


def told(act: Act) -> str:
    """The act in one line for those who read no diary: who acted, where the sentence does not say it, and the
    sentence."""
    by = author(act)
    return f"{by}: {act.sentence}" if by and by not in act.sentence else act.sentence


def acts_of(row: Model, *, organiser: bool) -> QuerySet[Act]:
    """The told acts of ``row``, newest first; organisers see theirs too. One query with the actors."""
    whose = Q() if organiser else Q(audience=Act.Audience.EVERYONE)
    acts = Act.objects.filter(whose, ~Q(sentence=""), aggregate=aggregate_name(row))
    return acts.order_by("-ordinal").select_related("actor")


def last_ordinal(row: Model) -> int:
    """The number of the newest act of ``row``; 0 before the first."""
    newest = Act.objects.filter(aggregate=aggregate_name(row)).aggregate(last=Max("ordinal"))
    return newest["last"] or 0


def acts_since(row: Model, ordinal: int) -> QuerySet[Act]:
    """The acts of ``row`` after number ``ordinal``, oldest first, the untold ones too."""
    return Act.objects.filter(aggregate=aggregate_name(row), ordinal__gt=ordinal).order_by("ordinal")
