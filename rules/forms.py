"""Setting up an Encounter."""

from __future__ import annotations

from typing import Any

from django import forms

from rules.core.game.examples import skirmish, skirmish_among_terrain, two_crews
from rules.core.game.setup import Setup

PRACTICE = {
    "seven": ("December against Honeypot, seven a side on a plain", skirmish),
    "terrain": ("the same among houses, woods and water", skirmish_among_terrain),
    "two": ("a short one: two models each", two_crews),
}


class NewForm(forms.Form):
    """Which Crews, against whom, on which side."""

    crews = forms.ChoiceField(
        label="Crews", choices=[(key, words) for key, (words, _make) in PRACTICE.items()],
        help_text="Practice Crews: names of the game, figures made for practice.",
    )  # fmt: skip
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

    def setup(self) -> Setup:
        make: Any = PRACTICE[self.cleaned_data["crews"]][1]
        made: Setup = make("practice")
        return made
