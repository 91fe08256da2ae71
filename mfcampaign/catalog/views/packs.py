"""Pages of packs: an organiser's changed figures and house models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.access import own_pack, readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.changes import LABELS, value_in_words
from mfcampaign.catalog.forms import EntryForm, NewPackForm, PackForm, form_for
from mfcampaign.catalog.models import Pack, PackEntry
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.search_page import resolve
from mfcampaign.web.forms import choice_field
from mfcampaign.web.undo import undoable
from rules.edition import edition_of
from rules.refusal import Refusal

PAGE_SIZE = 25


@require_safe
def packs(request: HttpRequest) -> HttpResponse:
    """Mine and the public ones."""
    listed = queries.packs_of(request.user).annotate(size=Count("entries"))
    page = Paginator(listed.order_by("name", "pk"), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "catalog/packs.html", {"packs": page.object_list, "page": page})


@sign_in_to("make a house pack")
@require_http_methods(["GET", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    form = NewPackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            pack = operations.create_pack(request.user, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("name", f"{refusal.sentence} {refusal.fix}".strip())
        else:
            return redirect("catalog:pack", pack.pk)
    return render(request, "catalog/pack_new.html", {"form": form}, status=_status(form))


@require_safe
def pack(request: HttpRequest, pk: int) -> HttpResponse:
    """What the pack holds; its owner may change it."""
    readable = readable_pack(request.user, pk)
    read = cards_of_release(queries.current_release(readable.edition).pk)
    rows = [
        _row(entry, read.cards if entry.kind == "model" else read.upgrades)
        for entry in queries.pack_entries(readable.pk)
    ]
    rows.sort(key=lambda row: row["name"])
    mine = request.user.is_authenticated and readable.owner_id == request.user.pk
    form = PackForm(instance=readable) if mine else None
    return render(
        request,
        "catalog/pack.html",
        {
            "pack": readable,
            "rows": rows,
            "mine": mine,
            "form": form,
            "edition": edition_of(readable.edition),
            "printed": edition_of(readable.edition).cards,
        },
    )


def _row(entry: PackEntry, printed: Mapping[str, ModelCard | Upgrade]) -> dict[str, Any]:
    card = printed.get(entry.slug)
    name = entry.body.get("name", entry.slug) if card is None else card.full_name
    if title := entry.body.get("title"):
        name = f"{name}, {title}"
    lines = [
        (LABELS.get(field, field), _in_words(field, getattr(card, field, None)), _in_words(field, value))
        for field, value in entry.body.items()
        if field not in ("name", "title")
    ]
    return {"entry": entry, "name": name, "lines": lines, "missing": card is None and not entry.house}


def _in_words(field: str, value: Any) -> str:
    """A figure for a person; Factions by their names, what is written by its names."""
    if field == "figures":
        lists = [rows for rows in (value or {}).values() if isinstance(rows, list)]
        value = [row["name"] for rows in lists for row in rows if isinstance(row, dict)]
    if field == "factions" and value:
        names = queries.every_faction()
        value = [names.get(slug, slug) for slug in value]
    return value_in_words(value)


@require_safe
def find(request: HttpRequest, pk: int) -> HttpResponse:
    """From a typed name to the form of that model or Upgrade, or to a choice of those it may be."""
    owned = own_pack(request.user, pk)
    read = cards_of_release(queries.current_release(owned.edition).pk)
    text = " ".join(request.GET.get("q", "").split())[:80]
    upgrades = [u for u in read.upgrades.values() if text and text.casefold() in u.name.casefold()][:10]
    exact, near = resolve(text, read.cards, read.index)
    if exact is not None and not upgrades:
        return redirect("catalog:pack_entry", pk, "model", exact.slug)
    models = ([exact] if exact else []) + list(near)
    return render(
        request, "catalog/pack_find.html", {"pack": owned, "text": text, "near": models, "upgrades": upgrades}
    )


@require_http_methods(["GET", "POST"])
def house(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """A whole model or Upgrade of the house."""
    owned = own_pack(request.user, pk)
    form = _house_form(owned, kind, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = operations.add_house(owned, request.user, form.body(), kind=kind)
        except Refusal as refusal:
            form.take(refusal)
        else:
            messages.success(request, f"{entry.body['name']} is in the pack.")
            return redirect("catalog:pack", pk)
    context = {"pack": owned, "form": form, "kind": kind, "house": True}
    return render(request, "catalog/pack_entry.html", context, status=_status(form))


def _house_form(pack: Pack, kind: str, data: Any, initial: dict[str, Any] | None = None) -> EntryForm:
    form = form_for(kind, house=True, edition=pack.edition)(data, initial=initial)
    choice_field(form, "factions").choices = list(queries.faction_names(pack.edition).items())
    return form


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, pk: int, kind: str, slug: str) -> HttpResponse:
    """The figures of one card in this pack: printed ones to change, or those of a house model."""
    owned = own_pack(request.user, pk)
    held = queries.pack_entries(pk).filter(kind=kind, slug=slug).first()
    printed = _printed(owned, kind, slug)
    if printed is None and not (held and held.house):
        raise Http404("No such card.")
    form = _entry_form(owned, kind, held, printed, request.POST or None)
    if request.method == "POST" and form.is_valid():
        body = form.body() if printed is None else form.body_against(printed)
        try:
            operations.set_figures(owned, request.user, slug, body, kind=kind)
        except Refusal as refusal:
            form.take(refusal)
        else:
            messages.success(request, f"{printed.full_name if printed else body['name']}: figures saved.")
            return redirect("catalog:pack", pk)
    context = {"pack": owned, "form": form, "kind": kind, "held": held, "card": printed, "slug": slug}
    return render(request, "catalog/pack_entry.html", context, status=_status(form))


def _entry_form(
    pack: Pack, kind: str, held: PackEntry | None, printed: ModelCard | Upgrade | None, data: Any
) -> EntryForm:
    """Filled with what counts now: the entry's figures, and the printed ones for the rest."""
    body = held.body if held else {}
    if printed is None:
        return _house_form(pack, kind, data, body)
    form_class = form_for(kind, house=False, edition=pack.edition)
    initial = {field: getattr(printed, field) for field in form_class.base_fields}
    return form_class(data, initial=initial | body)


def _printed(pack: Pack, kind: str, slug: str) -> ModelCard | Upgrade | None:
    read = cards_of_release(queries.current_release(pack.edition).pk)
    return read.cards.get(slug) if kind == "model" else read.upgrades.get(slug)


@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, pk: int, kind: str, slug: str) -> HttpResponse:
    """Shows what will count again, then takes the entry out; the message offers to put it back."""
    owned = own_pack(request.user, pk)
    held = queries.pack_entries(pk).filter(kind=kind, slug=slug).first()
    if held is None:
        raise Http404("No such entry.")
    printed = _printed(owned, kind, slug)
    row = _row(held, {slug: printed} if printed else {})
    if request.method == "POST":
        operations.remove_entry(owned, request.user, slug, kind=kind)
        undo = reverse("act:restore_pack_entry", args=[pk, kind, slug])
        undoable(request, f"{row['name']} is removed from the pack.", undo)
        return redirect("catalog:pack", pk)
    return render(
        request,
        "web/confirm.html",
        {
            "title": f"Remove {row['name']} from {owned.name}?",
            "consequences": _consequences(row, held),
            "action": "Remove",
            "danger": True,
            "cancel_url": reverse("catalog:pack", args=[pk]),
        },
    )


def _consequences(row: dict[str, Any], held: PackEntry) -> list[str]:
    if held.house:
        return [f"{row['name']} is no longer in the catalogue of Crews and leagues that use this pack."]
    return [
        f"{label.capitalize()}: {after or 'none'} becomes {before or 'unknown'} again."
        for label, before, after in row["lines"]
    ]


def _status(form: Any) -> int:
    """422 tells htmx and programs that the form came back with faults."""
    return 422 if form.is_bound and form.errors else 200
