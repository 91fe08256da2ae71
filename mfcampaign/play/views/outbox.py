"""The outbox of entries written offline: its page, and the endpoint that receives them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.accounts.visitors import visitors_too
from mfcampaign.play import access
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import outbox as outbox_operations
from mfcampaign.play.operations.waiting import MOST, STANDS, Unread, WaitingEntry
from mfcampaign.play.origins import origin_of
from mfcampaign.play.queries import record_page
from rules.duplicate_keys import duplicate_key

Entries = list[WaitingEntry | Unread]
FORMS = (1,)
"""The versions of entries that are read: this release's, and those of earlier pages still open."""


class Sent(Struct, frozen=True):
    """One request of a device: its person, its entries, and the Encounter whose record its page shows."""

    form: int
    user: str
    entries: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST)]
    draw: Annotated[str, Meta(max_length=20)] = ""


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
@visitors_too
def outbox(request: HttpRequest) -> HttpResponse:
    """Show the outbox page to anybody; its entries are on the device. Sent entries are answered by id; the
    device keeps entries without an answer."""
    if request.method != "POST":
        return render(request, "play/outbox.html")
    if not request.user.is_authenticated:
        return JsonResponse({"sign_in": reverse("account_login")}, status=401)
    if request.content_type != "application/json":
        return JsonResponse({"sentence": "Send JSON, as “Content-Type: application/json”."}, status=415)
    if name := duplicate_key(request.body):
        sentence = f"This could not be read: an object names “{name[:60]}” twice."
        return JsonResponse({"sentence": sentence}, status=400)
    try:
        sent = msgspec.json.decode(request.body, type=Sent)
        entries = [_read(entry) for entry in sent.entries]
    except msgspec.MsgspecError as error:
        return JsonResponse({"sentence": f"This could not be read: {error}."}, status=400)
    if sent.user != str(request.user.pk):
        return JsonResponse({"other_user": True}, status=403)
    if sent.form not in FORMS:
        return JsonResponse({"sentence": "This page is too old: load it again."}, status=400)
    return _answered(request, request.user, sent.draw, entries)


def _answered(request: HttpRequest, user: Person, draw: str, entries: Entries) -> HttpResponse:
    answers = outbox_operations.take_all(user, entries)
    for answer in answers:
        if answer.is_ == "done" and answer.sentence:
            messages.success(request, answer.sentence)
    body: dict[str, Any] = {"answers": msgspec.to_builtins(answers)}
    response_headers = {}
    visit = _drawn(user, draw, entries)
    if visit is not None:
        context = record_page.context(visit)
        body["part"] = render_to_string("play/record_body.html", context, request)
        reports = {one.id for one in entries if isinstance(one, WaitingEntry) and one.body.to == "report"}
        origin = origin_of(visit.row)
        if origin and any(answer.id in reports and answer.is_ in STANDS for answer in answers):
            response_headers["HX-Location"] = origin.url
    return JsonResponse(body, headers=response_headers)


def _read(entry: dict[str, Any]) -> WaitingEntry | Unread:
    try:
        return msgspec.convert(entry, WaitingEntry)
    except msgspec.ValidationError:
        return msgspec.convert(entry, Unread)


def _drawn(user: Person, public_id: str, entries: Entries) -> access.Visit | None:
    """The Encounter of the page that sent the entries, if one of them belongs to it."""
    if public_id not in {entry.game for entry in entries}:
        return None
    own = Encounter.objects.filter(public_id=public_id, seats__user=user, mode=Encounter.Mode.RECORD)
    return access.visit(user, public_id) if own.exists() else None
