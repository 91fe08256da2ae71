"""Pages of house cards: writing a model or an Upgrade in the vocabulary's words, a model's forms, the card's
file, and figures of many models from one table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.access import own_pack, readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.changes import value_in_words
from mfcampaign.catalog.house import bulk
from mfcampaign.catalog.house.controls import controls_of, data_of
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.pack_figures import place_of
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.sheets import sheet, upgrade_sheet
from mfcampaign.web.spreadsheets import streamed
from rules.control_characters import json_without_control_characters
from rules.crews.written import WrittenCards
from rules.duplicate_keys import duplicate_key
from rules.edition import edition_of
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.wording import counted

LARGEST_JSON = 64 * 1024
NOT_SHOWN = ("slug", "name", "title", "figures")
"""Fields of a previewed row that the page omits."""


def _card(pack: Pack, kind: str, slug: str) -> ModelCard | Upgrade:
    """A card with the pack laid over it. ``Http404`` for none, and for one that has no room for it."""
    cards, upgrades = queries.cards_with_pack(queries.current_release(pack.edition).pk, pack.pk)
    laid: Mapping[str, ModelCard | Upgrade] = cards if kind == "model" else upgrades
    written = edition_of(pack.edition).cards.written
    if slug not in laid or written is None or (kind == "upgrade" and written().on_upgrades is None):
        raise Http404("No such card.")
    return laid[slug]


def _written(pack: Pack) -> WrittenCards:
    written = edition_of(pack.edition).cards.written
    if written is None:
        raise Http404("Nothing is written on these cards.")
    return written()


def _figures(pack: Pack, card: ModelCard | Upgrade) -> dict[str, Any]:
    """The card's figures in the written form: the pack's own, or the printed ones to begin with."""
    kind = "model" if isinstance(card, ModelCard) else "upgrade"
    held = queries.pack_entries(pack.pk).filter(kind=kind, slug=card.slug).first()
    written = held.body.get("figures") if held else None
    if written is None and card.house == "new":
        return _written(pack).completed({})
    return written if written is not None else _written(pack).from_printed(card.figures)


@require_safe
def card(request: HttpRequest, pk: int, kind: str, slug: str) -> HttpResponse:
    """The card with all that is written on it; its owner may change each thing."""
    pack = readable_pack(request.user, pk)
    return _card_page(request, pack, _card(pack, kind, slug), kind)


def _card_page(
    request: HttpRequest,
    pack: Pack,
    card: ModelCard | Upgrade,
    kind: str,
    *,
    refusal: Refusal | None = None,
    text: str = "",
) -> HttpResponse:
    written = _written(pack)
    context: dict[str, Any] = {
        "pack": pack,
        "card": card,
        "kind": kind,
        "mine": request.user.is_authenticated and pack.owner_id == request.user.pk,
        "written": written,
        "things": written.things_on(_figures(pack, card), card.name),
        "lacks": written.lacks(msgspec.to_builtins(card)) if isinstance(card, ModelCard) else [],
        "refusal": refusal,
        "text": text,
    }
    if isinstance(card, ModelCard):
        forms = queries.pack_entries(pack.pk).filter(body__form_of=card.slug)
        context["sheet"], context["base"] = sheet(card), _name_of(pack, card.form_of)
        context["forms"] = [(form.slug, form.body["title"]) for form in forms]
    else:
        context["sheet"] = upgrade_sheet(card)
    return render(request, "catalog/house_card.html", context, status=422 if refusal else 200)


def _name_of(pack: Pack, slug: str) -> str:
    entry = queries.pack_entries(pack.pk).filter(kind="model", slug=slug).first() if slug else None
    return str(entry.body["name"]) if entry else ""


@require_http_methods(["GET", "POST"])
def thing(request: PersonRequest, pk: int, kind: str, slug: str, thing: str, number: int) -> HttpResponse:
    """One ability, Action, weapon, spell …: words are chosen, the sentence is told back, then saved."""
    pack = own_pack(request.user, pk)
    held = _card(pack, kind, slug)
    figures, written = _figures(pack, held), _written(pack)
    rows, at = _rows(written, figures, thing, number)
    shape = written.things[thing]
    step = request.POST.get("step", "")
    data: dict[str, Any] = dict(rows[at]) if at < len(rows) else dict(written.begun[thing])
    if request.method == "POST":
        posted = {name: [str(value) for value in request.POST.getlist(name)] for name in request.POST}
        data = data_of(posted, shape, step)
        if step == "like" and (script := written.script_like(thing, data, request.POST.get("like", ""))):
            data["script"] = script
    refusal = None
    if step in ("save", "delete"):
        seen = request.POST.get("seen", "")
        kept = [*rows[:at], *([data] if step == "save" else []), *rows[at + 1 :]]
        try:
            operations.set_card(
                pack,
                request.user,
                slug,
                written.with_rows(figures, thing, kept),
                kind=kind,
                seen=whole(seen) or 0,
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, f"{data.get('name') or 'It'} is {'saved' if step == 'save' else 'removed'}."
            )
            if getattr(request, "htmx", False):
                return HttpResponseClientRedirect(reverse("catalog:house_card", args=[pk, kind, slug]))
            return redirect("catalog:house_card", pk, kind, slug)
    faults = written.faults_of(data, thing)
    context = {
        "pack": pack,
        "card": held,
        "kind": kind,
        "thing": thing,
        "thing_name": written.names[thing],
        "number": number,
        "there": at < len(rows),
        "seen": request.POST.get("seen") or pack.version,
        "control": controls_of(data, shape, faults if request.method == "POST" else (), written.vocabulary),
        "faults": [f"{place_of(fault.path)}{fault.sentence}" for fault in faults],
        "sayings": [] if faults else written.sayings(thing, data, held.name),
        "as_json": json.dumps(data, ensure_ascii=False, indent=1),
        "refusal": refusal,
        "known": written.known_names(thing, data),
    }
    template = "catalog/_house_thing.html" if getattr(request, "htmx", False) else "catalog/house_thing.html"
    status = 422 if refusal is not None and not getattr(request, "htmx", False) else 200
    return render(request, template, context, status=status)


def _rows(
    written: WrittenCards, figures: dict[str, Any], thing: str, number: int
) -> tuple[list[dict[str, Any]], int]:
    """The list that holds the thing, and its index; the end of the list for a new one."""
    if thing not in written.things:
        raise Http404("There is no such thing on these cards.")
    rows, name = written.rows(figures, thing), written.lists[thing]
    if not name:
        return rows, 0
    if number < len(rows) and written.thing_of(name, rows[number]) != thing:
        raise Http404("That is another kind of thing.")
    return rows, min(number, len(rows))


@require_http_methods(["GET", "POST"])
def card_json(request: HttpRequest, pk: int, kind: str, slug: str) -> HttpResponse:
    """The card as JSON; by POST the whole card from JSON, every fault with its place."""
    if request.method != "POST":
        pack = readable_pack(request.user, pk)
        figures = _figures(pack, _card(pack, kind, slug))
        content = msgspec.json.format(msgspec.json.encode(figures), indent=1)
        answer = HttpResponse(content, content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
        return answer
    pack = own_pack(request.user, pk)
    held = _card(pack, kind, slug)
    text = request.POST.get("json", "")
    try:
        if len(text) > LARGEST_JSON:
            raise Refusal(f"A card has at most {LARGEST_JSON // 1024} KiB.")
        if name := duplicate_key(text):
            raise Refusal(f"An object of this JSON names “{name[:60]}” twice.", fix="Leave one of them out.")
        try:
            figures = json.loads(json_without_control_characters(text.encode()))
        except (ValueError, RecursionError) as slip:
            raise Refusal(f"This is not JSON: {slip}.", fix="Look at that place.") from None
        written = figures if isinstance(figures, dict) else {"?": 0}
        operations.set_card(pack, request.user, slug, written, kind=kind)
    except Refusal as refusal:
        return _card_page(request, pack, held, kind, refusal=refusal, text=text[:LARGEST_JSON])
    messages.success(request, "The card is saved as the JSON says.")
    return redirect("catalog:house_card", pk, kind, slug)


@require_http_methods(["GET", "POST"])
def figures(request: PersonRequest, pk: int) -> HttpResponseBase:
    """Figures of many models at once: the file to fill in, a preview, then all of them or none."""
    pack = own_pack(request.user, pk)
    read = cards_of_release(queries.current_release(pack.edition).pk)
    cards, _ = queries.cards_with_pack(read.release_id, pack.pk)
    if request.GET.get("file"):
        return streamed(
            f"figures-{pack.pk}.csv", bulk.asked(pack.edition), bulk.to_fill(cards.values(), pack.edition)
        )
    context: dict[str, Any] = {
        "pack": pack,
        "missing": sum(card.cost is None and not card.costless for card in cards.values()),
        "columns": bulk.columns(pack.edition),
    }
    if request.method == "POST":
        uploaded = request.FILES.get("file")
        try:
            text = _text(uploaded) if uploaded else request.POST.get("table", "")
            context["text"] = text
            house = [card.slug for card in cards.values() if card.house == "new"]
            rows = bulk.read(text, read.cards, read.index, house, pack.edition)
            if request.POST.get("step") == "save":
                changed = operations.set_many(pack, request.user, rows)
                messages.success(request, f"Figures of {counted(len(changed), 'model')} are in the pack.")
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
    if "slug" not in row:
        words = [(name, None, value_in_words(value)) for name, value in row.items() if name not in NOT_SHOWN]
        return {"name": f"{row.get('name', '')} (of the house)", "lines": words}
    card = cards[row["slug"]]
    lines = [
        (name, getattr(card, name), value)
        for name, value in row.items()
        if name not in NOT_SHOWN
        and (list(held) if isinstance(held := getattr(card, name), tuple) else held) != value
    ]
    return {"name": card.full_name, "lines": lines}
