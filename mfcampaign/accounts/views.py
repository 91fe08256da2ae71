"""Pages of the profile, of guest links, and of the games that a person played over all events and leagues."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts import deletion, operations, queries
from mfcampaign.accounts.forms import ClaimForm, LeaveForm, ProfileForm
from mfcampaign.accounts.models import User
from mfcampaign.accounts.names import offered_zones
from mfcampaign.accounts.past import Past, past_of
from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.web.drawings.lines import DrawnLine, lines
from mfcampaign.web.resilience.cost import expensive
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.edition import name_of
from rules.refusal import Refusal

A_PAGE, LEAST_MONTHS = 24, 2
TRIES = 10
MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


@sign_in_to("see your account")
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """The public profile, and links to password, e-mail and second factor."""
    person = cast(User, request.user)
    initial = {"display_name": str(person), "timezone": person.timezone, "past_open": person.past_open}
    form = ProfileForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            operations.rename(
                person,
                display_name=cleaned["display_name"],
                zone=cleaned["timezone"],
                past_open=cleaned["past_open"],
            )
        except ValidationError as taken:
            person.refresh_from_db()
            form.add_error("display_name", taken)
        else:
            messages.success(request, "Your profile is saved.")
            return redirect("accounts:profile")
    status = 422 if form.errors else 200
    return render(request, "accounts/profile.html", {"form": form, "zones": offered_zones()}, status=status)


@never_cache
@sign_in_to("download your data")
@require_safe
def own_data(request: PersonRequest) -> HttpResponse:
    """Everything that names the person, as one JSON file."""
    with expensive(request):
        answer = JsonResponse(deletion.own_data(request.user), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@sensitive_post_parameters("confirmation")
@sign_in_to("delete your account")
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: PersonRequest) -> HttpResponse:
    """Ends the account, once nothing is left to hand over and the password was said."""
    person, open_things = request.user, deletion.hindrances(request.user)
    form = LeaveForm(person, request.POST or None)
    if request.method == "POST" and not open_things:
        limit_rate(request, "leave", TRIES, Refusal("That was tried too often.", fix="Try again in an hour."))
        if form.is_valid():
            pseudonym = deletion.leave(person)
            logout(request)
            messages.success(request, f"Your account is deleted. Games with others show {pseudonym} now.")
            return redirect("home")
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "hindrances": open_things, "pseudonym": deletion.pseudonym_of(person)}
    return render(request, "accounts/leave.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest, token: str) -> HttpResponse:
    """Says who the link is for; only the button (a POST) signs in, so that no preview bot does.

    An ended or invented token is a plain 404.
    """
    link = queries.open_guest_link(token)
    if link is None:
        raise Http404
    if request.method == "POST":
        if not operations.use_guest_link(link):
            raise Http404
        if request.user.is_authenticated and request.user.pk != link.user_id:
            logout(request)
        login(request, link.user, backend=MODEL_BACKEND)
        messages.success(request, f"Welcome, {link.user}.")
        answer: HttpResponse = redirect("home")
    else:
        answer = render(request, "accounts/guest.html", {"link": link})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@sensitive_post_parameters("password1", "password2")
@sign_in_to("keep what you have as a guest")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """A guest chooses username and password and is a guest no longer. Nobody else sees this page."""
    person = cast(User, request.user)
    if not person.is_guest:
        raise Http404
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            person = operations.claim(
                person,
                username=form.cleaned_data["username"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password1"],
            )
        except (IntegrityError, ValidationError):  # somebody took it since the form was checked
            form.add_error("username", str(get_adapter().error_messages["username_taken"]))
        else:
            update_session_auth_hash(request, person)
            messages.success(request, "You have an account now. Sign in with your password from now on.")
            return redirect("accounts:profile")
    return render(request, "accounts/claim.html", {"form": form}, status=422 if form.errors else 200)


KINDS = {"league": "Leagues", "event": "Events", "friendly": "Friendly games"}


@require_safe
def past(request: HttpRequest, person: int) -> HttpResponse:
    """Totals, Leaders, Factions, Strategies, Schemes, Deployments, head to head, opened to its games; the
    course over the months. ``?kind=`` and ``?edition=`` choose among the games."""
    kind, edition = (request.GET.get(name, "") for name in ("kind", "edition"))
    history = past_of(request.user, person, kind=kind, edition=edition)
    own = request.user.pk == person
    answer = render(
        request,
        "accounts/past.html",
        {
            "past": history,
            "kinds": [(each, KINDS.get(each, each)) for each in history.kinds],
            "editions": [(code, name_of(code)) for code in history.editions],
            "kind": kind,
            "edition": edition,
            "page": Paginator(history.games, A_PAGE).get_page(request.GET.get("page")),
            "own": own,
            "you": None if own else history.against(request.user.pk),
            "picture": _picture(history),
        },
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _picture(past: Past) -> str:
    """Games won and lost in all, month by month; nothing before the second month."""
    if len(past.course) < LEAST_MONTHS:
        return ""
    won, lost = (tuple(getattr(month, name) for month in past.course) for name in ("won", "lost"))
    months = [f"{int(month.month[5:])}/{month.month[2:4]}" for month in past.course]
    drawn = [DrawnLine("Won", "W", "of-won", won), DrawnLine("Lost", "L", "of-lost", lost)]
    return lines("Games won and lost", "in all by the end of each month", months, drawn)
