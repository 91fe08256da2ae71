"""The rendering of every form (one template for label, help, error and aria attributes), fields for values in
a chosen order and for numbers within the bounds of what they mean."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting
from django.http import QueryDict
from django.utils import timezone

from rules.bounds import Bounds, bounds_said
from rules.control_characters import without_control_characters


class PortalFormRenderer(TemplatesSetting):
    """Project templates first, Django's own for the widgets."""

    form_template_name = "web/form.html"
    field_template_name = "web/field.html"
    formset_template_name = "django/forms/formsets/div.html"

    def get_template(self, template_name: str) -> Any:
        if template_name.startswith("django/forms/"):
            return _WIDGETS.get_template(template_name)
        return super().get_template(template_name)


_WIDGETS = DjangoTemplates()


class InOrder(forms.MultiWidget):
    """One choice after another, each less than the one before."""

    use_fieldset = True

    def __init__(self, choices: list[tuple[str, str]], times: int) -> None:
        heads = ["first", *["then"] * (times - 1)]
        super().__init__(
            [
                forms.Select({"aria-label": f"{place}. {head}"}, [("", head), *choices])
                for place, head in enumerate(heads, start=1)
            ]
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """The selects, or as a program sends it: the name itself, several times."""
        return data.getlist(name) if name in data else super().value_from_datadict(data, files, name)

    def decompress(self, value: Any) -> list[str]:
        return list(value or [])


class OrderedField(forms.MultiValueField):
    """Values in the order in which they outweigh each other; the same value twice is refused."""

    def __init__(self, choices: list[tuple[str, str]], times: int, **more: Any) -> None:
        fields = [forms.ChoiceField(choices=[("", "–"), *choices], required=False) for _ in range(times)]
        super().__init__(
            fields, required=False, require_all_fields=False, widget=InOrder(choices, times), **more
        )

    def compress(self, values: list[str]) -> list[str]:
        chosen = [value for value in values if value]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError("Each can stand in the order once only.")
        return chosen


def number_field(of: Any, label: str | None = None, **more: Any) -> forms.IntegerField:
    """A field for a whole number within the bounds ``of`` an annotated type (``Annotated[int, Meta(…)]``)."""
    bounds = of if isinstance(of, Bounds) else bounds_said(of)
    return forms.IntegerField(
        label=label, min_value=_whole(bounds.least), max_value=_whole(bounds.most), **more
    )


class FractionField(forms.FloatField):
    """A number that may have a fraction, with a point or a comma: a browser's own field for numbers takes one
    of the two, by the language of the device, and says nothing of the other."""

    widget = forms.TextInput

    def __init__(self, **more: Any) -> None:
        super().__init__(widget=forms.TextInput({"inputmode": "decimal"}), **more)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace(",", ".") if isinstance(value, str) else value)


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


WALL = "%Y-%m-%dT%H:%M"


class WallTimeField(forms.DateTimeField):
    """Day and time as a clock on the wall shows them, without a zone: ``rules.campaign.calendar.taken`` says
    which instant that is."""

    default_error_messages = {"invalid": "Write day and time, such as 2026-03-02T19:00."}

    def __init__(self, **more: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WALL)
        super().__init__(input_formats=[WALL, f"{WALL}:%S"], widget=widget, **more)

    def to_python(self, value: Any) -> dt.datetime | None:
        with timezone.override(dt.UTC):  # where every wall time exists, once
            moment = super().to_python(value)
        return moment.replace(second=0, microsecond=0, tzinfo=None) if moment is not None else None


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """A field of choices by its name, to say what there is to choose from."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField), f"{name} offers no choices"
    return field


def form_without_control_characters(form: QueryDict) -> QueryDict:
    """The form without control characters and marks of direction; itself where it holds none."""
    cleaned = {name: [without_control_characters(text) for text in texts] for name, texts in form.lists()}
    if cleaned == dict(form.lists()):
        return form
    kept = form.copy()
    for name, texts in cleaned.items():
        kept.setlist(name, texts)
    kept._mutable = False  # closed, as Django closes what a request sends
    return kept


class PastedField(forms.CharField):
    """A long text that people paste. The browser would cut one that is longer than ``maxlength`` without a
    word; so the page gives none, and what reads the text, or ``max_length``, refuses it."""

    def __init__(self, *, rows: int = 5, autocapitalize: str = "off", **more: Any) -> None:
        looks = {"rows": rows, "spellcheck": "false", "autocapitalize": autocapitalize}
        super().__init__(widget=forms.Textarea(looks), **more)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}
