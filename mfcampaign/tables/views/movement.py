"""The page “Where does it end?”: a base and the place for which it makes, by any way. The query string holds
the whole question, as on “Can I see it?”."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from mfcampaign.tables.views.sight import ENDS, Ground, SightForm, address_of, ground_of, inward
from mfcampaign.web.drawings.core import drawing
from mfcampaign.web.forms import FractionField
from mfcampaign.web.resilience.cost import expensive
from rules.bounds import bounds_said
from rules.edition import edition_of
from rules.refusal import Refusal
from rules.table.answers import MOST_WITHIN, check_standing, corners_within
from rules.table.asked_moves import AskedMove, Inches, MoveAnswer, Way, answer_move
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.pictures.drawing import legend, picture
from rules.table.pictures.layers import path_layer, reached_layer
from rules.table.presets.samples import SAMPLES

WAYS = [
    ("walk", "Walk"),
    ("move", "move, climbing as its edition lets it"),
    ("push", "Push, straight until something stops it"),
    ("flight", "Flight"),
    ("float", "Float"),
    ("incorporeal", "as a Spirit or incorporeal"),
]
FARTHEST = bounds_said(Inches)


class MoveForm(SightForm):
    """The same with the way, its inches, and whether who is pushed can fly."""

    START: ClassVar[dict[str, str]] = {"way": "push", "inches": "6"}
    to_a_place = True
    way = forms.ChoiceField(label="How", choices=WAYS, required=False)
    inches = FractionField(label="Inches", min_value=FARTHEST.least, max_value=FARTHEST.most, required=False)
    flies = forms.BooleanField(
        label="It flies", required=False, help_text="Pushed off an edge it comes down without a fall."
    )

    def ends(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The place has coordinates alone."""
        own, place = super().ends()
        return [own, (place[0], [self[ENDS[1] + name] for name in ("x", "y", "up")])]

    def move(self, there: Base) -> AskedMove:
        """What is asked; what makes no sense is as at first."""
        data = self.cleaned_data
        far = data.get("inches")
        inches = float(self.START["inches"] if far is None else far)
        up = data.get(f"{ENDS[1]}up")
        to = (there.x, there.y) if up is None else (there.x, there.y, up)
        way = cast(Way, data.get("way") or self.START["way"])
        return AskedMove(way, inches, to, bool(data.get("flies")))

    def asked(self) -> dict[str, str]:
        """What the address says besides both places."""
        data = self.cleaned_data
        more = {"flies": "on"} if data.get("flies") else {}
        inches = data.get("inches")
        far = self.START["inches"] if inches is None else f"{inches:g}"
        return {"rules": self.edition} | {"way": data.get("way") or self.START["way"], "inches": far} | more


@require_safe
def movement(request: HttpRequest) -> HttpResponse:
    """The question with its answer; to a script's request the answer alone."""
    with expensive(request):
        ground = ground_of(request.GET.get("on") or "roof")
        form = MoveForm(ground, request.GET.dict())
        form.is_valid()
        context = _answer(ground, form)
    if request.headers.get("HX-Request"):
        return render(request, "tables/_sight_answer.html", context)
    context["here"] = request.build_absolute_uri(context["address"])
    return render(request, "tables/movement.html", context)


def _answer(ground: Ground, form: MoveForm) -> dict[str, Any]:
    """What the page says: where it ends with the way drawn, or a refusal."""
    one, there = (form.base(end, ground) for end in ENDS)
    table = ground.table.with_base(inward(ground.table, one))
    move, policies = form.move(there), edition_of(form.edition).table.policies
    answer = MoveAnswer(())
    refusal: Refusal | None = None
    try:
        check_standing(table, one)
        if move.way in ("walk", "move") and corners_within(table, one, move.inches) > MOST_WITHIN:
            raise Refusal("There are too many corners of terrain round it.", fix="Ask for fewer inches.")
        answer = edition_of(form.edition).rows.cited(answer_move(table, one, move, policies))
    except Refusal as no:
        refusal = edition_of(form.edition).rows.refusal(no)
    moved = answer.moved
    verdict = f"{one.name} ends there" if moved else "No answer" if refusal else f"{one.name} cannot"
    if moved and (abs(moved.base.x - there.x) > NEAR or abs(moved.base.y - there.y) > NEAR):
        verdict = f"{one.name} ends elsewhere"
    return {
        "ground": ground,
        "form": form,
        "samples": SAMPLES,
        "legend": legend(table),
        "one": one,
        "other": there,
        "rules": form.edition,
        "address": address_of("tables:movement", ground, one, there, form.asked()),
        "turned": address_of(
            "tables:movement",
            ground,
            replace(there, side=one.side),
            replace(one, side=there.side),
            form.asked(),
        ),
        "turned_words": "The same way back",
        "answer": answer,
        "seen": moved is not None,
        "refusal": refusal,
        "verdict": verdict,
        "picture": drawing(_drawn(table, one, inward(ground.table, there), answer, verdict)),
    }


NEAR = 0.01
"""Inches by which two places count as one."""


def _drawn(table: Table, one: Base, there: Base, answer: MoveAnswer, verdict: str) -> str:
    """The base, the place it makes for (no obstacle to anybody), and its path."""
    layers = [path_layer(one, answer.path), reached_layer([answer.moved.base])] if answer.moved else []
    return picture(
        table.with_base(there),
        *layers,
        title=verdict,
        desc=" ".join(explanation.sentence for explanation in answer.said),
        numbered=True,
        draggable=(one.name, there.name),
    )
