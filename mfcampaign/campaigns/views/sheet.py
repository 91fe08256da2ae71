"""The Arsenal sheet on paper, for members and for whoever holds the owner's link."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.operations import arsenal as verbs
from mfcampaign.campaigns.queries import sheet_page
from mfcampaign.campaigns.views.page import back_to


@require_safe
def sheet(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The sheet of any player, for members; its owner may make a link to it."""
    standing = access.member(request.user, slug)
    owner = get_object_or_404(standing.campaign.entries.select_related("user"), pk=entry)
    owner.campaign = standing.campaign
    mine = standing.entry is not None and standing.entry.pk == owner.pk
    link = ""
    if mine and owner.sheet_token:
        link = request.build_absolute_uri(reverse("campaigns:sheet_shared", args=[owner.sheet_token]))
    return _paper(request, owner, mine=mine, link=link)


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet for the holder of its link; an old link leads nowhere."""
    owner = sheet_page.by_token(token)
    if owner is None:
        raise Http404
    answer = _paper(request, owner, mine=False, link="", shared=True)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _paper(
    request: HttpRequest, owner: Entry, *, mine: bool, link: str, shared: bool = False
) -> HttpResponse:
    context = {
        "paper": sheet_page.paper(owner),
        "owner": owner,
        "campaign": owner.campaign,
        "mine": mine,
        "link": link,
        "shared": shared,
    }
    return render(request, "campaigns/sheet.html", context)


@require_POST
def link(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """A new link to one's own sheet, or none any more; an earlier one leads nowhere."""
    own = access.player(request.user, slug).entry
    if own is None or own.pk != entry:
        raise Http404
    if request.POST.get("do") == "end":
        verbs.unshare_sheet(own, request.user)
        messages.info(request, "The link leads nowhere from now on.")
    else:
        verbs.share_sheet(own, request.user)
        messages.success(request, "Whoever has the link can read your sheet.")
    return back_to("sheet", slug, entry)
