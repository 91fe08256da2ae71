"""The score sheet of an Encounter, where its edition has one: computed from the query string, nothing is
stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from msgspec import Struct

from mfcampaign.web.forms import choice_field
from rules.game.setup.score_sheet import ScoredScheme, ScoredStrategy, TakenScheme
from rules.game.setup.score_sheet import ScoreResult as Score
from rules.game.setup.score_sheet import ScoreSheet as Rules
from rules.refusal import Refusal

MOST = 99
PREFIXES = ("a", "b")
PLAYERS = ("First player", "Second player")


class Slot(Struct, frozen=True):
    """The fields of one Scheme: which, and what it needs to be told."""

    number: int
    scheme: ScoredScheme | None
    choice: BoundField
    more: tuple[BoundField, ...]


class SideForm(forms.Form):
    """One player's end of the game. Every field may be empty: the sheet fills as one goes along."""

    called = forms.CharField(label="Name", max_length=40, required=False)
    faction = forms.ChoiceField(label="Faction", required=False)
    strategy = forms.ChoiceField(label="Strategy", required=False)

    def __init__(
        self, data: Mapping[str, Any] | None, *, seat: int, rules: Rules, format: str, drawn: str
    ) -> None:
        super().__init__(data, prefix=PREFIXES[seat], initial={"strategy": drawn})
        self.seat, self.rules = seat, rules
        choice_field(self, "faction").choices = [("", "any"), *((name, name) for name in rules.factions)]
        choice_field(self, "strategy").choices = [
            ("", "own choice"),
            *((name, name) for name in rules.strategies),
        ]
        for name, (label, choices) in rules.choices.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.slots = range(1, rules.schemes_of(format) + 1)
        names = [("", "none"), *((name, _named(row)) for name, row in rules.schemes.items())]
        for number in self.slots:
            self.fields[f"scheme_{number}"] = forms.ChoiceField(
                label=f"Scheme {number}", choices=names, required=False
            )
            self.fields[f"of_{number}"] = forms.CharField(label="Chosen", max_length=60, required=False)
            self.fields[f"done_{number}"] = forms.BooleanField(label="Scored", required=False)
            self.fields[f"announced_{number}"] = forms.BooleanField(label="Announced", required=False)
        for name, label in rules.counts.items():
            self.fields[name] = forms.IntegerField(label=label, min_value=0, max_value=MOST, required=False)
        for field in self.fields.values():
            field.widget.attrs["hx-preserve"] = "true"

    @property
    def seated(self) -> str:
        """Which player this is."""
        return PLAYERS[self.seat]

    @property
    def player(self) -> str:
        """What they are called on this sheet."""
        return str(self["called"].value() or "").strip() or self.seated

    @property
    def aim(self) -> ScoredStrategy | None:
        """The Strategy that is chosen."""
        return self.rules.strategies.get(str(self["strategy"].value()))

    def schemes(self) -> Iterator[Slot]:
        """The Schemes one by one, each with the fields that it needs."""
        for number in self.slots:
            choice = self[f"scheme_{number}"]
            scheme = self.rules.schemes.get(str(choice.value()))
            more = []
            if scheme is not None:
                if scheme.chosen:
                    of = self[f"of_{number}"]
                    of.label = scheme.chosen[0].upper() + scheme.chosen[1:]
                    more = [of, self[f"done_{number}"]]
                    more[1].label = scheme.aim.rstrip(".")
                if scheme.announcing_pays or scheme.must_be_announced:
                    more.append(self[f"announced_{number}"])
            yield Slot(number, scheme, choice, tuple(more))

    def counts(self, needed: set[str]) -> list[BoundField]:
        """The fields of these counts, in the order of the sheet."""
        return [self[name] for name in (*self.rules.choices, *self.rules.counts) if name in needed]

    def side(self) -> Any:
        """The end of the game as it is written, what is empty being nothing; for a valid form."""
        data = self.cleaned_data
        taken = [
            TakenScheme(
                data[f"scheme_{n}"], data[f"announced_{n}"], data[f"of_{n}"].strip(), data[f"done_{n}"]
            )
            for n in self.slots
            if data[f"scheme_{n}"]
        ]
        counts = {name: data[name] or 0 for name in self.rules.counts}
        counts |= {name: data[name] for name in self.rules.choices}
        return self.rules.side(data["strategy"], counts, taken, data["faction"])

    def uncounted(self, needed: set[str]) -> bool:
        """Whether one of these numbers is not written yet."""
        return any(name in self.rules.counts and self.cleaned_data[name] is None for name in needed)


class Column(Struct, frozen=True):
    """One player's half of the sheet: what is chosen, and the numbers that choice asks for."""

    form: SideForm
    counts: tuple[BoundField, ...]


class ScoreSheet(Struct, frozen=True):
    """The sheet as its address fills it in; ``score`` once every number is written and nothing is refused."""

    columns: tuple[Column, Column]
    score: Score | None
    refusal: Refusal | None
    begun: bool

    @property
    def results(self) -> list[tuple[str, Any]]:
        """Each player's name with their total."""
        return [
            (column.form.player, total)
            for column, total in zip(self.columns, self.score.totals if self.score else (), strict=False)
        ]

    @property
    def winner(self) -> str:
        """The winner's name; empty for a draw, or as long as there is no score."""
        seat = self.score.winner if self.score else None
        return "" if seat is None else self.columns[seat].form.player


def read_sheet(
    query: Mapping[str, Any], strategies: tuple[str, str], rules: Rules, format: str
) -> ScoreSheet:
    """What the address of a score sheet says, of sides that drew these Strategies."""
    begun = any(name.startswith(("a-", "b-")) for name in query)
    both = [
        SideForm(query if begun else None, seat=seat, rules=rules, format=format, drawn=drawn)
        for seat, drawn in enumerate(strategies)
    ]
    valid = all(form.is_valid() for form in both) and begun
    sides = [form.side() if valid else _chosen(form) for form in both]
    needed = rules.needed(sides)
    score = refusal = None
    if valid and not any(form.uncounted(names) for form, names in zip(both, needed, strict=True)):
        try:
            score = rules.score(sides, format)
        except Refusal as problem:
            refusal = problem
    first, second = (
        Column(form, tuple(form.counts(names))) for form, names in zip(both, needed, strict=True)
    )
    return ScoreSheet((first, second), score, refusal, begun)


def _chosen(form: SideForm) -> Any:
    """Only what is chosen, of a sheet that is not begun or not right."""
    taken = [TakenScheme(slot.scheme.name) for slot in form.schemes() if slot.scheme]
    return form.rules.side(str(form["strategy"].value()), {}, taken, "")


def _named(scheme: ScoredScheme) -> str:
    return f"{scheme.name} ({scheme.faction})" if scheme.faction else scheme.name
