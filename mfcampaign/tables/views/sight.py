"""The page “Can I see it?”: sight between two bases on a table, and why. The query string holds the whole
question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from msgspec import Struct

from mfcampaign.tables import access
from mfcampaign.web.drawings.core import drawing
from mfcampaign.web.forms import FractionField, choice_field
from mfcampaign.web.navigation import edition_for
from mfcampaign.web.resilience.cost import expensive
from rules.edition import Edition, edition_of, editions, meant_by, unnamed
from rules.refusal import Refusal
from rules.table.answers import (
    LineOfSightAnswer,
    check_corners_between,
    check_standing,
    line_of_sight_answer,
    nearest_free_place,
    on_highest_surface,
)
from rules.table.bases import DIAMETERS, Base
from rules.table.board import Table
from rules.table.pictures.drawing import legend, picture
from rules.table.pictures.layers import band_layer, gap_layer, grants_layer, shadows_layer, sight_layer
from rules.table.policies import TablePolicies
from rules.table.presets.samples import SAMPLES, sample
from rules.table.sheet import sheet_from
from rules.table.sight.line_of_sight import LineOfSight

BASES = [(mm, f"{mm} mm") for mm in DIAMETERS]
ENDS = ("a", "b")
CREWS = [("0", "Blue"), ("1", "Red")]
"""The Crews of a table by the colour of their bases; of the Fourth Edition only enemies hide (M4-LOS-03)."""
TALLEST = 10


class Ground(Struct, frozen=True):
    """The table asked about: a sample, or one that somebody shared; ``words`` say what it is."""

    key: str
    name: str
    words: str
    table: Table
    one: Base
    other: Base
    door: str = ""

    @property
    def bases(self) -> tuple[Base, Base]:
        return self.one, self.other


class SightForm(forms.Form):
    """By which rules, and where both bases stand. What is missing is as the table has it at first; so is what
    makes no sense, which the answer says."""

    START: ClassVar[dict[str, str]] = {}
    to_a_place: ClassVar[bool] = False  # the second base says where the first goes
    rules = forms.ChoiceField(label="By the rules of the", required=False)

    def __init__(self, ground: Ground, values: dict[str, str], usual: Edition | None = None) -> None:
        fields = {
            end + name: field
            for end, base in zip(ENDS, ground.bases, strict=True)
            for name, field in _fields(base, ground.table).items()
        }
        first = (
            {"rules": (usual or unnamed()).code}
            | self.START
            | {name: field.initial for name, field in fields.items()}
        )
        super().__init__(first | {name: value for name, value in values.items() if value})
        self.fields |= fields
        choice_field(self, "rules").choices = [(each.code, _rules_named(each)) for each in editions()]

    @property
    def edition(self) -> str:
        return meant_by(self.cleaned_data.get("rules") or "")

    def base(self, end: str, ground: Ground) -> Base:
        """The base of that end as it was asked for, on whatever carries it there."""
        start = ground.bases[ENDS.index(end)]
        fields = {name: self.cleaned_data.get(end + name) for name in ("x", "y", "mm", "size", "up", "side")}
        mm = float(fields["mm"] or start.mm)
        size = start.size if fields["size"] is None else fields["size"]
        base = Base(start.name, start.x, start.y, mm, size, side=fields["side"] or start.side)
        x, y = (
            (start.x if fields["x"] is None else fields["x"]),
            (start.y if fields["y"] is None else fields["y"]),
        )
        base = base.at(x, y)
        return (
            on_highest_surface(ground.table, base)
            if fields["up"] is None
            else base.at(base.x, base.y, fields["up"])
        )

    def ends(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (end.upper(), [self[end + name] for name in ("x", "y", "mm", "size", "up", "side")])
            for end in ENDS
        ]


def _rules_named(edition: Edition) -> str:
    """“Second Edition, by the terrain guide”."""
    return ", ".join(filter(None, (edition.name, edition.table.words)))


def _fields(base: Base, table: Table) -> dict[str, forms.Field]:
    def inches(label: str, most: float, initial: float | None, words: str = "") -> forms.Field:
        return FractionField(
            label=label, min_value=0, max_value=most, initial=initial, required=False, help_text=words
        )

    sides = {each.side for each in table.bases} - {"", *dict(CREWS)}
    named = [(side, side) for side in sorted(sides)]
    return {
        "x": inches("Across, inches", table.width, base.x),
        "y": inches("Up, inches", table.depth, base.y),
        "mm": forms.TypedChoiceField(
            label="Base",
            choices=BASES,
            coerce=int,
            initial=int(base.mm),
            required=False,
            empty_value=None,
        ),
        "size": forms.IntegerField(
            label="Size", min_value=0, max_value=TALLEST, initial=base.size, required=False
        ),
        "up": inches("Stands at, inches", 60, None, "Empty: on whatever lies there."),
        "side": forms.ChoiceField(label="Crew", choices=[*CREWS, *named], initial=base.side, required=False),
    }


@require_safe
def sight(request: HttpRequest) -> HttpResponse:
    """The question with its answer; to a script's request the answer alone."""
    with expensive(request):
        ground = ground_of(request.GET.get("on", ""))
        # An address that holds a question means the same for everybody.
        usual = None if f"{ENDS[0]}x" in request.GET else edition_for(request)
        form = SightForm(ground, request.GET.dict(), usual)
        form.is_valid()
        context = _answer(ground, form)
    if request.headers.get("HX-Request"):
        return render(request, "tables/_sight_answer.html", context)
    context["here"] = request.build_absolute_uri(context["address"])
    return render(request, "tables/sight.html", context)


def ground_of(key: str) -> Ground:
    """The table of that key; the first sample without one. 404 when nobody shares such a table."""
    chosen = SAMPLES[0] if not key else sample(key)
    if chosen is not None:
        one, other = _named(chosen.table, chosen.one, chosen.other)
        return Ground(chosen.slug, chosen.name, chosen.words, chosen.table, one, other)
    row = access.read_or_404(key)
    table = sheet_from(row.sheet).contents().table
    low, middle = min(3.0, table.depth / 4), table.width / 2
    one, other = _named(table, Base("A", middle, low), Base("B", middle, table.depth - low))
    one = nearest_free_place(table, one)
    other = nearest_free_place(table.with_base(one), other)
    return Ground(
        key,
        row.title,
        "A shared table, with everything on it.",
        table,
        one,
        other,
        row.get_absolute_url(),
    )


def _named(table: Table, one: Base, other: Base) -> tuple[Base, Base]:
    """Both bases, by names that nothing else on the table has."""
    taken = {base.name for base in table.bases}
    bases = []
    for base, (side, _) in zip((one, other), CREWS, strict=True):
        name = base.name
        while name in taken:
            name += "′"
        bases.append(Base(name, base.x, base.y, base.mm, base.size, side=side))
    return bases[0], bases[1]


def _answer(ground: Ground, form: SightForm) -> dict[str, Any]:
    """What the page says: an answer with its drawing, or a refusal and both bases drawn on the table."""
    one, other = (form.base(end, ground) for end in ENDS)
    table = ground.table.with_base(inward(ground.table, one)).with_base(inward(ground.table, other))
    context: dict[str, Any] = {
        "ground": ground,
        "form": form,
        "samples": SAMPLES,
        "legend": legend(table),
        "one": one,
        "other": other,
        "rules": form.edition,
        "address": address_of("tables:sight", ground, one, other, {"rules": form.edition}),
        "turned_words": f"Turn round: {other.name} looks",
        "turned": address_of("tables:sight", ground, other, one, {"rules": form.edition}),
    }
    try:
        for base in (one, other):
            check_standing(table, base)
        check_corners_between(table, one, other)
    except Refusal as refusal:
        drawn = picture(
            table, title="No answer", desc=refusal.sentence, numbered=True, draggable=(one.name, other.name)
        )
        said = edition_of(form.edition).rows.refusal(refusal)
        return context | {"refusal": said, "verdict": "No answer", "picture": drawing(drawn)}
    policies = edition_of(form.edition).table.policies
    answer = edition_of(form.edition).rows.cited(line_of_sight_answer(table, one, other, policies))
    verdict = f"{one.name} {'sees' if answer.seen else 'does not see'} {other.name}"
    drawn = picture(
        table,
        *_layers(table, one, other, answer, policies),
        title=verdict,
        desc=" ".join(explanation.sentence for explanation in answer.said),
        numbered=True,
        draggable=(one.name, other.name),
    )
    return context | {"answer": answer, "seen": answer.seen, "verdict": verdict, "picture": drawing(drawn)}


def _layers(
    table: Table, one: Base, other: Base, answer: LineOfSightAnswer, policies: TablePolicies
) -> Iterator[str]:
    if policies.shadows:
        yield shadows_layer(table, (one, other), policies)
    yield band_layer(one, other)
    yield gap_layer(one, other)
    yield sight_layer(table, LineOfSight(answer.seen, "", answer.line, answer.blockers))
    yield grants_layer(answer.cover, "cover")
    yield grants_layer(answer.concealment, "concealment")


def inward(table: Table, base: Base) -> Base:
    """The base moved onto the table, if it hangs over its edge."""
    r = base.radius
    return base.at(min(max(base.x, r), table.width - r), min(max(base.y, r), table.depth - r))


def address_of(page: str, ground: Ground, one: Base, other: Base, asked: dict[str, str]) -> str:
    """The address that asks about these two, with what else was ``asked``; what a base stands on is found
    again."""
    query = {"on": ground.key} | asked
    for end, start, base in zip(ENDS, ground.bases, (one, other), strict=True):
        query |= {f"{end}x": f"{base.x:g}", f"{end}y": f"{base.y:g}", f"{end}mm": f"{base.mm:g}"}
        query |= {f"{end}size": str(base.size)}
        if on_highest_surface(ground.table, base).elevation != base.elevation:
            query[f"{end}up"] = f"{base.elevation:g}"
        if base.side != start.side:
            query[f"{end}side"] = base.side
    return f"{reverse(page)}?{urlencode(query)}"
