"""Forms of organisers for a week: its event, its scenario, the winner of a contest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import GameSide, Week
from mfcampaign.campaigns.opening.forms import ReasonForm
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.catalog import queries as catalog
from mfcampaign.web.forms import choice_field, number_field
from rules.edition import edition_of
from rules.game.setup.scenario import Override
from rules.wording import spelled


class EventForm(ReasonForm):
    """Another Weekly Event than the one fate drew or will draw."""

    field_order = ("event", "reason")
    event = forms.ChoiceField(label="Weekly Event")

    def __init__(self, *args: Any, week: Week, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = loading.charts(week.campaign).weekly_events
        choice_field(self, "event").choices = [(row.slug, row.name) for row in rows]


class ScenarioForm(ReasonForm):
    """The scenario of a week, in whole or in part; what is left empty stays as it was flipped."""

    prefix = "scenario"
    field_order = ("strategy", "deployment", "schemes", "terrain", "reason")
    strategy = forms.ChoiceField(label="Strategy", required=False)
    deployment = forms.ChoiceField(label="Deployment", required=False)
    schemes = forms.MultipleChoiceField(
        label="Schemes",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    terrain = forms.CharField(
        label="Terrain on each table",
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="One piece a line.",
    )

    def __init__(self, *args: Any, week: Week, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        season = catalog.season(week.season_played)
        self._choose("strategy", [row.name for row in season.strategies])
        set_up = edition_of(season.edition).setup
        self._choose("deployment", list(set_up.deployments))
        self.in_pool = set_up.schemes_in_pool
        schemes = choice_field(self, "schemes")
        schemes.choices = [(str(scheme.number), f"{scheme.mark} {scheme.name}") for scheme in season.schemes]
        some = spelled(self.in_pool).capitalize()
        schemes.help_text = f"{some} of them, or none to keep the pool as it was flipped."

    def _choose(self, name: str, words: list[str]) -> None:
        choice_field(self, name).choices = [("", "As it was flipped"), *((w, w) for w in words)]

    def clean_schemes(self) -> tuple[int, ...]:
        chosen = tuple(int(number) for number in self.cleaned_data["schemes"])
        if chosen and len(chosen) != self.in_pool:
            raise forms.ValidationError(f"Choose {self.in_pool} Schemes, or none.")
        return chosen

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        parts = ("strategy", "deployment", "schemes", "terrain")
        if not self.errors and not any(cleaned.get(part) for part in parts):
            raise forms.ValidationError(
                "Nothing is set: choose a Strategy, a Deployment, Schemes or terrain."
            )
        return cleaned

    def override(self) -> Override:
        cleaned = self.cleaned_data
        lines = (line.strip() for line in cleaned["terrain"].splitlines())
        return Override(
            strategy=cleaned["strategy"],
            deployment=cleaned["deployment"],
            schemes=cleaned["schemes"],
            terrain=tuple(line for line in lines if line),
        )


class ScenarioAgainForm(ReasonForm):
    """Why the scenario of a week is flipped again; ``seen`` is the drawing on the page."""

    seen = number_field(events.Drawing, widget=forms.HiddenInput)

    def __init__(self, *args: Any, week: Week, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = len(week.drawings) + 1


class ContestForm(ReasonForm):
    """The winner of the contest of an immediate event, or none."""

    field_order = ("winners", "reason")
    winners = forms.TypedMultipleChoiceField(
        label="Winners",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None ticked: nobody won.",
    )

    def __init__(self, *args: Any, week: Week, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = [(entry.pk, entry.label) for entry in events.contestants(week)]
        choice_field(self, "winners").choices = playing


def forms_of(week: Week | None, sides: Iterable[GameSide]) -> dict[str, forms.Form]:
    """The empty forms that this week's state has a use for, by name; ``sides`` are all of its games."""
    if week is None or week.state == Week.State.CLOSED:
        return {}
    possible: dict[str, forms.Form] = {}
    if events.awaits_contest(week):
        possible["contest_form"] = ContestForm(week=week, auto_id="contest-%s")
    if all(side.game.state in events.CHANGEABLE for side in sides):
        possible["event_form"] = EventForm(week=week, auto_id="event-%s")
        possible["scenario_form"] = ScenarioForm(week=week)
        if week.scenario:
            possible["scenario_again_form"] = ScenarioAgainForm(week=week, auto_id="scenario-again-%s")
    return possible
