"""Acts of pages that a device kept until there was a signal: each is done once, under its id, as the form of
its page does it (``api.pages.serving``). Only an act that ``waits`` may come this way.

Where others changed what its writer was looking at, a person decides first (``conflict``).
"""

from __future__ import annotations

from typing import Any, cast

from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, get_script_prefix, resolve

from mfcampaign.accounts.persons import Person
from mfcampaign.api.endpoint import ON_PAGES, Endpoint
from mfcampaign.api.pages.serving import carry_out
from mfcampaign.audit.operations import AlreadyDone, aggregate_name
from mfcampaign.audit.queries import Act, acts_of, last_ordinal, sentence_with_author
from mfcampaign.play.models import SentEntry
from mfcampaign.play.operations.waiting import Answer, Outcome, WaitingEntry, digest_of
from mfcampaign.web.forms import form_without_control_characters
from rules.refusal import Refusal

MOST_SHOWN = 12


class _Meanwhile(Refusal):
    """Others changed what the writer was looking at."""

    def __init__(self, acts: list[Act]) -> None:
        super().__init__("This changed since you wrote it down.", fix="Compare both, then do it or drop it.")
        self.acts = acts


def take(user: Person, entry: WaitingEntry) -> Answer:
    """Do one act at most once. Unless it is done, its writer keeps it, with the reason."""
    if entry.drop:
        return _dropped(user, entry)
    address, _, fields = entry.body.form.partition("?")
    try:
        endpoint, match = _endpoint_at(address)
        request = _request(user, address, match, fields, entry)
        visit = endpoint.visit(request, match.kwargs)
    except Http404:
        return Answer(entry.id, "refused", sentence="That is not there any more, or not yours.")
    except Refusal as refusal:
        return _refused(entry, refusal, 0)
    row = visit.aggregate
    try:
        with transaction.atomic():
            type(row)._default_manager.select_for_update().get(pk=row.pk)
            return _taken(user, endpoint, request, visit, entry)
    except IntegrityError:
        # The same entry arrived twice at once, and the other request was first.
        return _earlier(user, entry) or _refused(entry, Refusal("Try once more."), last_ordinal(row))
    except _Meanwhile as changed:
        theirs = tuple(map(sentence_with_author, changed.acts))
        seen = last_ordinal(row)
        return Answer(entry.id, "conflict", seen, changed.sentence, changed.fix, theirs)
    except Refusal as refusal:
        return _refused(entry, refusal, last_ordinal(row))


def _endpoint_at(address: str) -> tuple[Endpoint, ResolverMatch]:
    try:
        match = resolve(address.removeprefix(get_script_prefix().rstrip("/")))
    except Resolver404:
        raise Http404 from None
    endpoint = ON_PAGES.get(match.url_name or "") if match.namespace == "act" else None
    if endpoint is None or endpoint.waits is None:
        raise Refusal("This cannot be done later.", fix="Do it on its page, with a signal.")
    return endpoint, match


def _request(
    user: Person, address: str, match: ResolverMatch, fields: str, entry: WaitingEntry
) -> HttpRequest:
    """The request that the form would have sent. Its key is the entry's id."""
    form = QueryDict(fields, mutable=True)
    form["key"] = entry.id
    request = HttpRequest()
    request.method, request.path, request.resolver_match = "POST", address, match
    request.user = user
    request.POST = form_without_control_characters(form)  # type: ignore[assignment]  # its setter takes any form
    return request


def _taken(user: Person, endpoint: Endpoint, request: HttpRequest, visit: Any, entry: WaitingEntry) -> Answer:
    row, match = visit.aggregate, request.resolver_match
    assert match is not None
    assert endpoint.waits is not None
    if (earlier := _earlier(user, entry)) is not None:
        return earlier
    _expect_seen(user, row, endpoint.waits(visit), entry)
    before, outcome, sentence = last_ordinal(row), SentEntry.Outcome.DONE, ""
    try:
        with transaction.atomic():
            sentence = carry_out(endpoint, request, visit, match.kwargs).sentence
    except AlreadyDone:
        outcome = SentEntry.Outcome.SAME
    after = last_ordinal(row)
    left = after if after > before else None
    _keep(user, entry, outcome, aggregate=aggregate_name(row), decision=left)
    return Answer(entry.id, cast(Outcome, outcome.value), after, sentence)


def _dropped(user: Person, entry: WaitingEntry) -> Answer:
    """Given up by its writer: a copy of it that is still on its way does nothing."""
    try:
        with transaction.atomic():
            if (earlier := _earlier(user, entry)) is not None:
                return earlier
            _keep(user, entry, SentEntry.Outcome.DROPPED)
    except IntegrityError:
        return Answer(entry.id, "repeat")
    except Refusal:  # its id is another entry's
        pass
    return Answer(entry.id, "dropped")


def _keep(user: Person, entry: WaitingEntry, outcome: SentEntry.Outcome, **left: Any) -> None:
    digest = digest_of(entry)
    SentEntry.objects.create(
        user=user, key=entry.id, device=entry.device, place=entry.n, digest=digest, outcome=outcome, **left
    )


def _earlier(user: Person, entry: WaitingEntry) -> Answer | None:
    """The answer of an entry that arrived before. Raise ``Refusal`` when its id was used for something
    else."""
    known = SentEntry.objects.filter(user=user, key=entry.id).first()
    if known is None:
        return None
    if known.digest != digest_of(entry):
        raise Refusal("That id was used for another entry.", fix="Drop it and write it down once more.")
    return Answer(entry.id, "dropped" if known.outcome == SentEntry.Outcome.DROPPED else "repeat")


def _expect_seen(user: Person, row: Any, facts: dict[str, Any], entry: WaitingEntry) -> None:
    """Nothing but this device's own acts happened to ``facts`` since the page was made."""
    if not facts:
        return
    own = SentEntry.objects.filter(user=user, device=entry.device, aggregate=aggregate_name(row))
    of_it = {f"facts__{name}": value for name, value in facts.items()}
    numbers = own.exclude(decision=None).values("decision")
    since = acts_of(row, organiser=False).filter(ordinal__gt=entry.base, **of_it)
    if acts := list(since.exclude(ordinal__in=numbers)[:MOST_SHOWN]):
        raise _Meanwhile(acts[::-1])


def _refused(entry: WaitingEntry, refusal: Refusal, version: int) -> Answer:
    """With every reason."""
    whole = " ".join(violation.sentence for violation in refusal.violations) or refusal.sentence
    return Answer(entry.id, "refused", version, whole, refusal.fix or "")
