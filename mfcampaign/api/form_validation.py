"""Validates a request body with the form of the corresponding page, so that both refuse the same in the same
words."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

import msgspec
from django import forms
from django.utils.datastructures import MultiValueDict
from msgspec import UNSET

from mfcampaign.api.problems import Problem, ProblemDetails, ProblemReason

Filled = TypeVar("Filled", bound=forms.Form)


class Amiss(Problem):
    """422 with the errors of each field."""

    def __init__(self, form: forms.Form) -> None:
        self.reasons = tuple(
            ProblemReason(str(sentence), subject="" if name == "__all__" else name)
            for name, sentences in form.errors.items()
            for sentence in sentences
        )
        super().__init__(422, self.reasons[0].sentence)

    def details(self) -> ProblemDetails:
        return ProblemDetails(
            "about:blank", "Unprocessable Entity", 422, self.detail, violations=self.reasons
        )


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
