"""The boundary of every write: one transaction, the aggregate's row locked, one act recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Generic, TypeVar

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import Max

from mfcampaign.audit.actors import Actor
from mfcampaign.audit.aggregates import CountsActs
from mfcampaign.audit.models import Act
from mfcampaign.live.frames import write_frame
from rules.refusal import Refusal

Row = TypeVar("Row", bound=models.Model)


class AlreadyDone(Refusal):
    """A retry of an act that is recorded already: ``act`` is that one. Nothing was done again."""

    def __init__(self, act: Act) -> None:
        said = f"That was done already: {act.sentence}" if act.sentence else "That was done already."
        super().__init__(said)
        self.act = act


class ActInProgress(Generic[Row]):
    """An operation in progress: the locked ``row`` and the ``act`` it will leave."""

    def __init__(self, row: Row, act: Act) -> None:
        self.row = row
        self.act = act

    def say(self, sentence: str, *, organisers_only: bool = False, **facts: Any) -> None:
        """Tell the act in one sentence, with the facts behind it (JSON values)."""
        self.act.sentence = sentence
        self.act.facts = facts
        if organisers_only:
            self.act.audience = Act.Audience.ORGANISERS

    def refuse_again(self, *kinds: str, **facts: Any) -> None:
        """Raise ``AlreadyDone`` with the newest act of these kinds that told ``facts``, if there is one: what
        is asked for stands as that act left it."""
        with_facts = {f"facts__{name}": value for name, value in facts.items()}
        acts = Act.objects.filter(aggregate=self.act.aggregate, kind__in=kinds, **with_facts)
        earlier = acts.exclude(pk=self.act.pk).order_by("-ordinal").first()
        if earlier is not None:
            raise AlreadyDone(earlier)


Watch = Callable[[ActInProgress[Any], Any, str], AbstractContextManager[None]]
_watched: dict[type[models.Model], Watch] = {}


def guard(model: type[models.Model], watch: Watch) -> None:
    """``watch(act, person, kind)`` surrounds every act of a person on rows of ``model``; what it raises
    refuses the act."""
    _watched[model] = watch


def aggregate_name(row: models.Model) -> str:
    return f"{row._meta.model_name}:{row.pk}"


def done_before(row: models.Model, key: str | None) -> Act | None:
    """The act that already used ``key`` on this aggregate, if any."""
    if not key:
        return None
    return Act.objects.filter(aggregate=aggregate_name(row), key=key).first()


def forget_acts(rows: Iterable[models.Model]) -> None:
    """Delete what is recorded of rows that are deleted themselves, of nobody's and kept for a while only."""
    Act.objects.filter(aggregate__in=[aggregate_name(row) for row in rows]).delete()


@contextmanager
def operation(
    row: Row, actor: Actor, *, kind: str, key: str | None = None, reason: str = ""
) -> Iterator[ActInProgress[Row]]:
    """One transaction on one aggregate.

    Locks and re-reads ``row`` (everything read before the lock is stale), refuses a second use of
    ``key`` with ``AlreadyDone``, and saves the act. A ``Refusal`` or any other exception inside
    rolls everything back, the act included. Lock order when several are needed: campaign, then
    entries by id, then accounts by id. ``actor`` is a user, or ``None`` for the portal itself.
    """
    with transaction.atomic():
        fresh = type(row)._default_manager.select_for_update().get(pk=row.pk)
        if (earlier := done_before(fresh, key)) is not None:
            raise AlreadyDone(earlier)
        aggregate = aggregate_name(fresh)
        last = Act.objects.filter(aggregate=aggregate).aggregate(last=Max("ordinal"))["last"] or 0
        person = actor if isinstance(actor, get_user_model()) else None
        act = Act.objects.create(
            aggregate=aggregate, ordinal=last + 1, kind=kind, actor=person, key=key or "", reason=reason
        )
        progress = ActInProgress(fresh, act)
        watch = _watched.get(type(fresh))
        with watch(progress, person, kind) if watch is not None and person is not None else nullcontext():
            yield progress
        act.save(update_fields=["sentence", "facts", "audience"])
        if isinstance(fresh, CountsActs):
            # Read again: an operation within this one has counted, too.
            fresh.refresh_from_db(fields=["acts"])
            number = fresh.acts + 1
            type(fresh)._default_manager.filter(pk=fresh.pk).update(acts=number, **fresh.SET_BY_EACH_ACT)
            write_frame(aggregate, number)


def rename_in_sentences(person: AbstractUser, names: Collection[str], pseudonym: str) -> None:
    """Replace the ``names`` of a person in the sentences of all aggregates on which that person acted.

    The only change ever made to recorded acts; facts, order, times and the actor's number stay.
    """
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))
    where = Act.objects.filter(actor_id=person.pk).values_list("aggregate", flat=True).distinct()
    for act in Act.objects.filter(aggregate__in=list(where)).iterator():
        sentence = pattern.sub(pseudonym, act.sentence)
        if sentence != act.sentence:
            Act.objects.filter(pk=act.pk).update(sentence=sentence)
