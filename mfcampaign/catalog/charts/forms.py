"""The form of one row of a chart, made from the row's own type; its faults are those of ``row_of``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from mfcampaign.catalog.charts.cells import HELP, ChartColumn, cells_of, columns, row_of
from mfcampaign.catalog.charts.chart import OF, Chart, Plain, factions

LONG = 100


class RowForm(forms.Form):
    """``row`` is what was entered, marked as the organiser's own."""

    prefix = "cell"
    error_css_class = "is-wrong"

    def __init__(
        self, *args: Any, table: Chart, body: Mapping[str, Any], row: Plain | None = None, **kwargs: Any
    ) -> None:
        cells = cells_of(row or {}, table)
        super().__init__(*args, **kwargs)
        self.table = table
        for column in columns(table):
            if column.name != "source":
                self.fields[column.name] = _field(column, cells[column.name], body, table)

    def clean(self) -> dict[str, Any]:
        cells = {name: _text(value) for name, value in self.cleaned_data.items()}
        self.row, faults = row_of(cells | {"source": "organiser"}, self.table)
        for fault in faults:
            field = fault.field if fault.field in self.fields else None
            if not field or field not in self.errors:
                self.add_error(field, fault.sentence[:1].upper() + fault.sentence[1:])
        return self.cleaned_data


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def _field(column: ChartColumn, cell: str, body: Mapping[str, Any], table: Chart) -> forms.Field:
    common: dict[str, Any] = {
        "label": column.label[:1].upper() + column.label[1:],
        "help_text": HELP.get(column.name, ""),
        "required": column.required and column.shape in ("text", "number", "choice"),
        "initial": cell,
    }
    if column.shape == "yes":
        return forms.BooleanField(**(common | {"initial": cell == "yes", "required": False}))
    if column.shape == "choice":
        return _choice(common, [(word, word.replace("_", " ") or "none") for word in column.options])
    if column.shape == "choices":
        words = [(word, word) for word in column.options]
        return forms.MultipleChoiceField(
            choices=words,
            widget=forms.CheckboxSelectMultiple,
            **(common | {"initial": cell.split(", ") if cell else []}),
        )
    if (options := _targets(column, body, table)) is not None:
        return _choice(common, options)
    if column.shape == "lines":
        return forms.CharField(widget=forms.Textarea(attrs={"rows": 4}), strip=False, **common)
    if column.shape == "number":
        return forms.CharField(widget=forms.TextInput(attrs={"inputmode": "numeric"}), max_length=5, **common)
    if (column.longest or 0) > LONG:
        return forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), **common)
    return forms.CharField(**common)


def _choice(common: dict[str, Any], choices: list[tuple[str, str]]) -> forms.Field:
    """One of the known; the present value can be kept even if it is not one of them."""
    now = common["initial"]
    if now and now not in dict(choices):
        choices = [(now, f"{now} (there is none)"), *choices]
    return forms.ChoiceField(choices=choices, **common)


def _targets(column: ChartColumn, body: Mapping[str, Any], table: Chart) -> list[tuple[str, str]] | None:
    """Slug and name of what a column may point at; ``None`` where it points at nothing."""
    if column.name == OF:
        own = [("generic", "Generic")] if table.key == "rewards" else []
        return [*factions(body).items(), *own]
    if column.name == "faction":
        return [("", "everyone’s"), *factions(body).items()]
    if column.name in ("upgrade", "injury"):
        rows = body.get("upgrades" if column.name == "upgrade" else "injuries", ())
        named = sorted(((row["slug"], row["name"]) for row in rows), key=lambda pair: pair[1].casefold())
        return named if column.required else [("", "none"), *named]
    return None
