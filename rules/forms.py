"""Setting up an Encounter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from rules.casting import setup_of_crews
from rules.core.game.examples import skirmish, two_crews
from rules.core.game.setup import Setup
from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.text import LARGEST_SIZE
from rules.hiring import open_setup

HIRE = "hire"


def short(encounter: str) -> Setup:
    """Two models a side; cards decide the scenario, as in any Encounter."""
    return two_crews(encounter, attacker=None, strategy="", deployment="", pool=())


PRACTICE = {
    "seven": ("December against Honeypot, seven a side", skirmish),
    "two": ("a short one: two models each", short),
}


class NameForm(forms.Form):
    """What an Encounter will be found by, decided before the form is sent: a retry begins no second one."""

    name = forms.RegexField(r"^[A-Za-z0-9_-]{12}$", widget=forms.HiddenInput)


class NewForm(forms.Form):
    """Which Crews, against whom, on which side."""

    crews = forms.ChoiceField(
        label="Crews",
        choices=[
            *((key, words) for key, (words, _make) in PRACTICE.items()),
            (HIRE, "both hire here, in secret until both are ready"),
        ],
        help_text="Practice Crews: names of the game, figures made for practice. Where both hire here, you "
        "learn the Strategy first, then declare Faction and Leader at once and hand in a Crew of yours.",
    )
    size = forms.IntegerField(
        label="Encounter size",
        required=False,
        min_value=1,
        max_value=LARGEST_SIZE,
        initial=STANDARD_SIZE,
        help_text="In Soulstones, where both hire here.",
    )
    own = forms.ChoiceField(label="Or a Crew of mine", required=False)
    against = forms.ChoiceField(
        label="against",
        required=False,
        help_text="Another Crew of yours, or the same once more.",
    )
    opponent = forms.ChoiceField(
        label="Against",
        choices=[
            ("greedy", "a bot that seeks the fight"),
            ("random", "a bot that does anything lawful"),
            ("invite", "whoever I send the link"),
            ("hot", "someone beside me, on this device"),
        ],
    )
    seat = forms.TypedChoiceField(
        label="My side", coerce=int, choices=[(0, "the first Crew"), (1, "the second Crew")]
    )

    def __init__(self, *args: Any, crews: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mine = {crew.public_id: crew for crew in crews}
        choices = [("", "a practice Crew, as above"), *((key, crew.name) for key, crew in self.mine.items())]
        for name in ("own", "against"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
            if not self.mine:
                del self.fields[name]

    def clean_own(self) -> str:
        """Where both hire here, nobody's Crew is known before."""
        own: str = self.cleaned_data["own"]
        if own and self.cleaned_data.get("crews") == HIRE:
            raise forms.ValidationError("You hand your Crew in when you are asked for it.")
        return own

    def setup(self) -> Setup:
        """``Refusal`` for a Crew that cannot be played."""
        if self.cleaned_data["crews"] == HIRE:
            return open_setup(self.cleaned_data.get("size") or STANDARD_SIZE)
        own = self.mine.get(self.cleaned_data.get("own", ""))
        if own is not None:
            return setup_of_crews(own, self.mine.get(self.cleaned_data.get("against", ""), own))
        make: Any = PRACTICE[self.cleaned_data["crews"]][1]
        made: Setup = make("practice")
        return made
