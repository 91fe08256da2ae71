"""Validates a request body with the form of the corresponding page, so that both refuse the same in the same
words."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.choices import flatten_choices
from django.utils.datastructures import MultiValueDict
from msgspec import UNSET

from mfcampaign.api.problems import Problem, ProblemDetails, ProblemReason

MOST_CHOICES = 40
Filled = TypeVar("Filled", bound=forms.Form)


class Amiss(Problem):
    """422 with the errors of each field; the detail begins with the label of the first. A wrong choice is
    told which there are, of at most ``MOST_CHOICES``."""

    def __init__(self, form: forms.Form) -> None:
        self.reasons = tuple(
            ProblemReason(sentence, subject="" if name == "__all__" else name)
            for name, errors in form.errors.as_data().items()
            for error in errors
            for sentence in _sentences(form, name, error)
        )
        first = self.reasons[0]
        label = f"{form[first.subject].label}: " if first.subject else ""
        super().__init__(422, label + first.sentence)

    def details(self) -> ProblemDetails:
        return ProblemDetails(
            "about:blank", "Unprocessable Entity", 422, self.detail, violations=self.reasons
        )


def _sentences(form: forms.Form, name: str, error: ValidationError) -> list[str]:
    choices = getattr(form.fields.get(name), "choices", ())
    values = [str(value) for value, _ in flatten_choices(choices) if value not in ("", None)]
    shown = error.code == "invalid_choice" and 0 < len(values) <= MOST_CHOICES
    return [f"{said} One of: {', '.join(values)}." if shown else str(said) for said in error.messages]


def filled(kind: type[Filled], body: Any, **options: Any) -> Filled:
    """The form ``kind`` with ``body`` (a Struct or a mapping) in it, valid; ``Amiss`` otherwise."""
    values = body if isinstance(body, dict) else msgspec.structs.asdict(body)
    prefix = f"{kind.prefix}-" if kind.prefix else ""
    data: MultiValueDict[str, str] = MultiValueDict()
    for name, value in values.items():
        if (written := _written(value)) is not None:
            data.setlist(prefix + name, written)
    form = kind(data, **options)
    if not form.is_valid():
        raise Amiss(form)
    return form


def _written(value: Any) -> list[str] | None:
    """A value as a browser would send it; ``None`` for one that it would not send."""
    if value is None or value is UNSET or value is False:
        return None
    if value is True:
        return ["on"]
    if isinstance(value, list | tuple):
        return [str(each) for each in value]
    return [value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)]
