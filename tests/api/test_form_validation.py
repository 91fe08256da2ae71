"""A body that a page's form refuses: the label says which field, a wrong choice is told which there are."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms

from mfcampaign.api.form_validation import Amiss, filled


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
