"""The form of the hired Crew, before a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.campaign.arsenal import Arsenal
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.refusal import Refusal

MOST_THINGS = 200


class Ids(forms.Field):
    """Any number of owned things by their ids; which of them exist is for the rules to say."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        try:
            ids = [int(each) for each in value or []]
        except (TypeError, ValueError):
            raise ValidationError("This list of models could not be read.") from None
        if len(ids) > MOST_THINGS:
            raise ValidationError("That is more than an Arsenal holds.")
        return ids


class CrewForm(forms.Form):
    """A Crew out of one Arsenal: ``model`` many times, ``leader`` once, ``upgrade-<id>`` its bearer."""

    model = Ids(required=False)
    leader = forms.IntegerField(required=False)

    def __init__(self, data: Any, *, arsenal: Arsenal) -> None:
        super().__init__(data)
        self.arsenal = arsenal
        for upgrade in arsenal.upgrades:
            self.fields[f"upgrade-{upgrade.id}"] = forms.IntegerField(required=False)

    def crew(self) -> CampaignCrew:
        """The Crew as tapped together; a Leader is hired even where only the crown was tapped."""
        leader: int = self.cleaned_data["leader"] or 0
        hired = list(dict.fromkeys(self.cleaned_data["model"]))
        if leader and leader not in hired:
            hired.insert(0, leader)
        borne: dict[int, list[int]] = {}
        for upgrade in self.arsenal.upgrades:
            bearer = self.cleaned_data[f"upgrade-{upgrade.id}"]
            if bearer:
                borne.setdefault(bearer, []).append(upgrade.id)
        return CampaignCrew(leader, tuple(CrewModel(model, tuple(borne.get(model, ()))) for model in hired))


def crew_from(data: Any, arsenal: Arsenal) -> CampaignCrew:
    """The Crew that was tapped together; ``Refusal`` where the form cannot be read."""
    form = CrewForm(data, arsenal=arsenal)
    if not form.is_valid():
        raise Refusal("This Crew could not be read.", fix="Load the page again and choose once more.")
    return form.crew()
