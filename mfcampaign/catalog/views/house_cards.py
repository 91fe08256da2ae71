"""House cards: a model's abilities, Actions and Triggers composed of the vocabulary's words, its forms, its
file, and figures of many models from one table."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.access import own_pack, readable_pack
from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.house import bulk, telling
from mfcampaign.catalog.house.controls import controls_of, data_of
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.sheets import sheet
from mfcampaign.web.spreadsheets import streamed
from rules.crews.catalogue import THIRD
from rules.game.scripts.house.cards import THINGS, Thing, completed, from_printed, thing_of
from rules.game.scripts.house.faults import faults_of
from rules.refusal import Refusal

LARGEST_JSON = 64 * 1024


def _card(pack: Pack, slug: str) -> ModelCard:
    """A model as it stands under the pack. ``Http404`` for one of another edition, or nobody."""
    cards, _ = queries.laid_cards(queries.current_release(pack.edition).pk, pack.pk)
    if slug not in cards or pack.edition != THIRD:
        raise Http404("No such card.")
    return cards[slug]


def _figures(pack: Pack, card: ModelCard) -> dict[str, Any]:
    """The card's figures in the written form: the pack's own, or the printed ones to begin with."""
    held = queries.pack_entries(pack.pk).filter(kind="model", slug=card.slug).first()
    written = held.body.get("figures") if held else None
    if written is None and card.house == "new":
        return completed({})
    return written if written is not None else from_printed(card.figures)


@require_safe
def card(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """The model's card with all that is written on it; its owner may change each thing."""
    pack = readable_pack(request.user, pk)
    return _card_page(request, pack, slug)


def _card_page(
    request: HttpRequest, pack: Pack, slug: str, *, refusal: Refusal | None = None, text: str = ""
) -> HttpResponse:
    model = _card(pack, slug)
    figures = _figures(pack, model)
    forms = queries.pack_entries(pack.pk).filter(body__form_of=slug)
    context = {
        "pack": pack,
        "card": model,
        "sheet": sheet(model),
        "mine": request.user.is_authenticated and pack.owner_id == request.user.pk,
        "things": telling.things_of(figures, model.name),
        "lacks": telling.lacks(model),
        "forms": [(form.slug, form.body["title"]) for form in forms],
        "base": _name_of(pack, model.form_of),
        "refusal": refusal,
        "text": text,
    }
    return render(request, "catalog/house_card.html", context, status=422 if refusal else 200)


def _name_of(pack: Pack, slug: str) -> str:
    entry = queries.pack_entries(pack.pk).filter(kind="model", slug=slug).first() if slug else None
    return str(entry.body["name"]) if entry else ""


@require_http_methods(["GET", "POST"])
def thing(request: PersonRequest, pk: int, slug: str, thing: Thing, number: int) -> HttpResponse:
    """One ability, Resistance Trigger or Action: words are chosen, the sentence is told back, then saved."""
    pack = own_pack(request.user, pk)
    model = _card(pack, slug)
    figures = _figures(pack, model)
    rows, at = _rows(figures, thing, number)
    step = request.POST.get("step", "")
    data: dict[str, Any] = dict(rows[at]) if at < len(rows) else _begun(thing)
    if request.method == "POST":
        posted = {name: [str(value) for value in request.POST.getlist(name)] for name in request.POST}
        data = data_of(posted, THINGS[thing], step)
        if step == "like" and (script := telling.script_like(thing, data, request.POST.get("like", ""))):
            data["script"] = script
    refusal = None
    if step in ("save", "delete"):
        seen = request.POST.get("seen", "")
        kept = [*rows[:at], *([data] if step == "save" else []), *rows[at + 1 :]]
        name = "actions" if thing == "action" else "abilities"
        try:
            operations.set_card(
                pack,
                request.user,
                slug,
                {**figures, name: kept},
                seen=int(seen) if seen.isdecimal() and len(seen) < 9 else 0,
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, f"{data.get('name') or 'It'} is {'saved' if step == 'save' else 'removed'}."
            )
            if getattr(request, "htmx", False):
                return HttpResponseClientRedirect(reverse("catalog:house_card", args=[pk, slug]))
            return redirect("catalog:house_card", pk, slug)
    faults = faults_of(data, THINGS[thing])
    context = {
        "pack": pack,
        "card": model,
        "thing": thing,
        "number": number,
        "there": at < len(rows),
        "seen": request.POST.get("seen") or pack.version,
        "control": controls_of(data, THINGS[thing], faults if request.method == "POST" else ()),
        "faults": faults,
        "sayings": [] if faults else telling.sayings(thing, data, model.name),
        "as_json": json.dumps(data, ensure_ascii=False, indent=1),
        "refusal": refusal,
        "known": telling.known_names(thing, data),
    }
    template = "catalog/_house_thing.html" if getattr(request, "htmx", False) else "catalog/house_thing.html"
    status = 422 if refusal is not None and not getattr(request, "htmx", False) else 200
    return render(request, template, context, status=status)


def _rows(figures: dict[str, Any], thing: Thing, number: int) -> tuple[list[dict[str, Any]], int]:
    """The list that the thing stands in, and its place; the end of the list for a new one."""
    rows = figures["actions" if thing == "action" else "abilities"]
    if number < len(rows) and thing != "action" and thing_of(rows[number]) != thing:
        raise Http404("That is another kind of thing.")
    return rows, min(number, len(rows))


def _begun(thing: Thing) -> dict[str, Any]:
    """A new thing, with the least that it needs."""
    if thing == "resistance":
        return {"name": "", "defends": "Df", "script": {}}
    if thing == "ability":
        return {"name": "", "script": {"parts": []}}
    return {"name": "", "kind": "attack", "range_type": "melee", "range": 1, "stat": 5, "resist": "Df"}


@require_http_methods(["GET", "POST"])
def card_json(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """The card as JSON; by POST the whole card from JSON, every fault with its place."""
    if request.method != "POST":
        pack = readable_pack(request.user, pk)
        figures = _figures(pack, _card(pack, slug))
        content = msgspec.json.format(msgspec.json.encode(figures), indent=1)
        answer = HttpResponse(content, content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
        return answer
    pack = own_pack(request.user, pk)
    _card(pack, slug)
    text = request.POST.get("json", "")
    try:
        if len(text) > LARGEST_JSON:
            raise Refusal(f"A card has at most {LARGEST_JSON // 1024} KiB.")
        try:
            figures = json.loads(text)
        except (ValueError, RecursionError) as slip:
            raise Refusal(f"This is not JSON: {slip}.", fix="Look at that place.") from None
        operations.set_card(pack, request.user, slug, figures if isinstance(figures, dict) else {"?": 0})
    except Refusal as refusal:
        return _card_page(request, pack, slug, refusal=refusal, text=text[:LARGEST_JSON])
    messages.success(request, "The card is as the JSON says.")
    return redirect("catalog:house_card", pk, slug)


@require_POST
def new_form(request: PersonRequest, pk: int, slug: str) -> HttpResponse:
    """Another form of a model of the house."""
    pack = own_pack(request.user, pk)
    entry = operations.add_form(pack, request.user, slug, request.POST.get("title", ""))
    messages.success(request, f"{entry.body['name']}, {entry.body['title']} is in the pack.")
    return redirect("catalog:house_card", pk, entry.slug)


@require_http_methods(["GET", "POST"])
def figures(request: PersonRequest, pk: int) -> HttpResponseBase:
    """Figures of many models at once: the file to fill in, a preview, then all of them or none."""
    pack = own_pack(request.user, pk)
    read = cards_of_release(queries.current_release(pack.edition).pk)
    cards, _ = queries.laid_cards(read.release_id, pack.pk)
    if request.GET.get("file"):
        return streamed(f"figures-{pack.pk}.csv", bulk.ASKED, bulk.to_fill(cards.values()))
    context: dict[str, Any] = {
        "pack": pack,
        "missing": sum(card.cost is None for card in cards.values()),
        "columns": (*bulk.ASKED, *bulk.LISTS, *bulk.FLAGS, "totem_for"),
    }
    if request.method == "POST":
        uploaded = request.FILES.get("file")
        try:
            text = _text(uploaded) if uploaded else request.POST.get("table", "")
            context["text"] = text
            house = [card.slug for card in cards.values() if card.house == "new"]
            rows = bulk.read(text, read.cards, read.index, house)
            if request.POST.get("step") == "save":
                changed = operations.set_many(pack, request.user, rows)
                messages.success(request, f"Figures of {len(changed)} models are in the pack.")
                return redirect("catalog:pack", pk)
            context["rows"] = [_preview(row, cards) for row in rows]
        except Refusal as refusal:
            context["refusal"] = refusal
    status = 422 if "refusal" in context else 200
    return render(request, "catalog/pack_figures.html", context, status=status)


def _text(uploaded: Any) -> str:
    content = uploaded.read(bulk.LARGEST + 1)
    try:
        return str(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refusal("This is not UTF-8 text.", fix="Save the file as UTF-8.") from None


def _preview(row: dict[str, Any], cards: dict[str, ModelCard]) -> dict[str, Any]:
    """What a row would change."""
    card = cards[row["slug"]]
    lines = [
        (name, getattr(card, name), value)
        for name, value in row.items()
        if name != "slug"
        and (list(held) if isinstance(held := getattr(card, name), tuple) else held) != value
    ]
    return {"name": card.full_name, "lines": lines}
