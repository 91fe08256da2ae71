"""Pages of the inbox, of notice preferences, and of the link that ends all mails."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts import queries as accounts
from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.notices import mail_messages, queries
from mfcampaign.notices.forms import PreferencesForm
from mfcampaign.notices.models.notice import Channel, Kind
from mfcampaign.notices.operations import mails, notification

A_PAGE = 30


@sign_in_to("read your notices")
@never_cache
@require_safe
def inbox(request: PersonRequest) -> HttpResponse:
    """The newest first; unread and open ones are marked."""
    unread_only = request.GET.get("show") == "unread"
    page = Paginator(queries.inbox(request.user, unread_only=unread_only), A_PAGE)
    person: Person = request.user
    with timezone.override(person.zone):
        return render(
            request,
            "notices/inbox.html",
            {"page": page.get_page(request.GET.get("page")), "unread_only": unread_only},
        )


@sign_in_to("read your notices")
@never_cache
@require_safe
def go(request: PersonRequest, notice: int) -> HttpResponse:
    """Redirect to the page of a notice, and mark it as read."""
    own = queries.own(request.user, notice)
    if own is None:
        raise Http404
    notification.read(request.user, [own.pk])
    return redirect(own.url)


@sign_in_to("choose your notices")
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: PersonRequest) -> HttpResponse:
    """Preferences by kind, channel and frequency; and for single leagues."""
    form = PreferencesForm(request.POST or None, preferences=queries.preferences(request.user))
    if request.method == "POST" and form.is_valid():
        _keep(request.user, form)
        messages.success(request, "Saved.")
        return redirect("notices:settings")
    address = accounts.confirmed_addresses([request.user.pk or 0]).get(request.user.pk or 0, "")
    context = {"form": form, "address": address, "channels": Channel.labels}
    return render(request, "notices/settings.html", context, status=422 if form.errors else 200)


@transaction.atomic
def _keep(user: Person, form: PreferencesForm) -> None:
    cleaned, before = form.cleaned_data, form.preferences
    if cleaned["rhythm"] != before.rhythm:
        notification.choose_rhythm(user, cleaned["rhythm"])
    for kind in Kind.values:
        for channel in Channel.values:
            wanted = cleaned[f"{kind}-{channel}"]
            if wanted != ((kind, channel) in before.open):
                notification.choose(user, channel, wanted=wanted, kind=kind)
    for choice in before.leagues:
        how = cleaned[f"league-{choice.campaign.pk}"]
        if how != choice.level:
            notification.choose(user, Channel.INBOX, wanted=how != "none", campaign=choice.campaign)
            notification.choose(user, Channel.MAIL, wanted=how == "all", campaign=choice.campaign)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """No mails any more. A POST does it (RFC 8058 sends one without a cookie); a GET only asks, so that
    no scanner of mails ends anything."""
    whose = mail_messages.person_of_token(token)
    user = get_user_model().objects.filter(pk=whose).first() if whose else None
    if user is None:
        raise Http404
    done = request.method == "POST"
    if done:
        notification.choose_rhythm(user, "never")
    answer = render(request, "notices/unsubscribe.html", {"whose": user, "done": done})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@sign_in_to("read your mails")
@never_cache
@require_safe
def written(request: HttpRequest) -> HttpResponse:
    """The mails written to oneself, as they look: for those who work on the portal (``DEBUG``)."""
    if not site.DEBUG:
        raise Http404
    person = cast(Any, request.user)
    written_mails = [(mail, mails.message(mail, person.email)) for mail in queries.mails(person)[:20]]
    return render(request, "notices/written.html", {"mails": written_mails})
