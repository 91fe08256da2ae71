"""The gallery: every component with its parameters, drawn from real values."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.web.drawings import icons
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.refusal import Refusal, Total, TotalLine, Violation

FACTIONS = {
    "guild": "Guild",
    "arcanists": "Arcanists",
    "neverborn": "Neverborn",
    "resurrectionists": "Resurrectionists",
    "outcasts": "Outcasts",
    "bayou": "Bayou",
    "ten-thunders": "Ten Thunders",
    "explorers-society": "Explorer's Society",
    "dead-mans-hand": "Dead Man's Hand",
}
SUITS = ("ram", "mask", "crow", "tome")


class SampleForm(forms.Form):
    """One field of each kind, as every form of the portal draws it."""

    name = forms.CharField(label="Name of the Crew", max_length=40, help_text="Others see it.")
    size = forms.IntegerField(label="Size", min_value=20, max_value=100, initial=50)
    faction = forms.ChoiceField(label="Faction", choices=list(FACTIONS.items()))
    notes = forms.CharField(label="Notes", required=False, widget=forms.Textarea(attrs={"rows": 3}))
    flips = forms.ChoiceField(
        label="Flips",
        choices=[("fate", "drawn by the portal"), ("entered", "flipped at the table")],
        widget=forms.RadioSelect,
        initial="fate",
    )
    listed = forms.BooleanField(label="Listed publicly", required=False)


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    return render(request, "web/gallery.html", samples())


@require_POST
def refusal(request: HttpRequest) -> HttpResponse:
    """Refuses, always: shows how a refusal reaches a page, with and without htmx."""
    raise Refusal.of(_violations())


def samples() -> dict[str, Any]:
    """The values that the gallery draws."""
    wrong = SampleForm({"name": "", "size": "7", "faction": "guild", "flips": "fate"})
    wrong.is_valid()
    return {
        "form": SampleForm(),
        "wrong_form": wrong,
        "total": _total(),
        "violations": _violations(),
        "cards": [Card("ram", 10), Card("mask", 1), Card("crow", 13), Card("tome", 7)],
        "jokers": [RED_JOKER, BLACK_JOKER],
        "suits": SUITS,
        "factions": FACTIONS.items(),
        "icon_names": icons.names(),
        "page": Paginator(range(95), 10).page(4),
        "rows": [("Mara", 3, 21, 12), ("Old Tom", 2, 19, 7), ("Vesper", 2, 16, 9)],
        "events": [
            {"when": "Week 3", "what": "The aftermath was drawn.", "icon": "flip"},
            {"when": "Week 2", "what": "Mara hired a Guild Hound for 3 Scrip.", "icon": "scrip"},
            {"when": "Week 1", "what": "Eight Crews declared their factions.", "icon": "league"},
        ],
        "steps": ["Confirm", "Hand", "Payday", "Barter", "Injuries", "Done"],
    }


def _total() -> Total:
    return Total.of(
        [
            TotalLine("Guild Hound", 3, "M3E-HIRE-03"),
            TotalLine("Executioner", 8, "M3E-HIRE-03"),
            TotalLine("out of keyword", 1, "M3E-HIRE-05"),
        ]
    )


def _violations() -> tuple[Violation, ...]:
    return (
        Violation(
            "M3E-HIRE-12", "Guild Hound: at most 4 in a Crew; there are 5.", "Remove one.", "guild-hound"
        ),
        Violation("M3E-HIRE-03", "The Crew costs 53 Soulstones; the Encounter allows 50.", "Free 3 of them."),
    )
