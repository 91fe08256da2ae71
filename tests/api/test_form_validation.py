"""A body that a page's form refuses: the label says which field, a wrong choice is told which there are."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from django import forms
from msgspec import Struct

from mfcampaign.api.form_validation import Amiss, filled
from mfcampaign.api.problems import from_validation


class Settings(forms.Form):
    size = forms.IntegerField(label="Size in Soulstones")
    kind = forms.ChoiceField(choices=[("", "–"), ("duel", "Duel"), ("Large", [("brawl", "Brawl")])])


def refused(body: dict[str, Any]) -> Amiss:
    with pytest.raises(Amiss) as amiss:
        filled(Settings, body)
    return amiss.value


def test_a_field_is_named_by_its_label() -> None:
    problem = refused({"kind": "duel"})
    assert problem.detail == "Size in Soulstones: This field is required."
    assert [reason.subject for reason in problem.reasons] == ["size"]


def test_a_wrong_choice_is_told_which_there_are() -> None:
    problem = refused({"size": 50, "kind": "war"})
    assert problem.reasons[0].sentence.endswith("One of: duel, brawl.")


class Row(Struct):
    kind: Literal["duel", "brawl"]


class Body(Struct):
    set_up: Literal["reuse", "new"] = "reuse"
    rows: tuple[Row, ...] = ()
    named: dict[str, Row | None] = {}


@pytest.mark.parametrize(
    ("body", "choices"),
    [
        ({"set_up": "old"}, "new, reuse"),
        ({"rows": [{"kind": "duel"}, {"kind": "war"}]}, "brawl, duel"),
        ({"named": {"one": {"kind": "war"}}}, "brawl, duel"),
    ],
)
def test_so_is_one_in_a_body_without_a_form(body: dict[str, Any], choices: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(body, Body)
    assert from_validation(wrong.value, Body).details().detail.endswith(f"One of: {choices}.")
