"""The page that sets up a league's slash commands, and the address that Discord calls."""

from __future__ import annotations

import time

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.notices import discord
from mfcampaign.notices.models import ChatDoor
from mfcampaign.notices.operations import chat as chat_operations


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: PersonRequest, slug: str) -> HttpResponse:
    """The page of a person's link with the league's Discord; for organisers also the key and the address."""
    visit = access.member(request.user, slug)
    campaign = visit.campaign
    if request.method == "POST":
        access.organiser(request.user, slug)
        if request.POST.get("do") == "close":
            chat_operations.close_door(campaign, request.user)
            messages.success(request, "Slash commands are off.")
        else:
            chat_operations.open_door(campaign, request.user, request.POST.get("public_key", ""))
            messages.success(request, "Now give Discord the address below.")
        return redirect("notices:chat", slug)
    door = ChatDoor.objects.filter(campaign=campaign).first()
    context = {
        "campaign": campaign,
        "visit": visit,
        "entry": visit.entry,
        "tab": "organise" if visit.organiser else "members",
        "here": "Slash commands",
        "cached_as": "",
        "cached_by": "",
        "door": door,
        "code": chat_operations.code_for(door, request.user) if door is not None else "",
        "linked": door is not None and door.people.filter(user=request.user).exists(),
        "address": request.build_absolute_uri(reverse("notices:discord", args=[door.pk])) if door else "",
    }
    return render(request, "notices/chat.html", context)


@csrf_exempt
@never_cache
@require_POST
def called(request: HttpRequest, door: int) -> HttpResponse:
    """One interaction of Discord: 401 unless the league's key signed it, whatever else is wrong with it."""
    row = ChatDoor.objects.select_related("campaign").filter(pk=door).first()
    timestamp = request.headers.get("X-Signature-Timestamp", "")
    signature = request.headers.get("X-Signature-Ed25519", "")
    try:
        length = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        length = 0
    body = request.body if length <= discord.MOST_BYTES else b""
    key = row.public_key if row is not None else ""
    if not (discord.in_time(timestamp, time.time()) and discord.signed(key, signature, timestamp, body)):
        return HttpResponse("This is not signed by the league’s application.", status=401)
    asked = discord.read(body)
    if row is None or asked is None:
        return HttpResponse("This is no interaction.", status=400)
    if asked.type == discord.PING:
        return JsonResponse({"type": discord.PONG})
    if asked.type != discord.COMMAND:
        return HttpResponse("Only slash commands are answered.", status=400)
    return JsonResponse(discord.answer(chat_operations.obey(row, asked, request.build_absolute_uri)))
