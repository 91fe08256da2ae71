"""The report of a game, as one thumb can fill it in: taps for VP by Turn, a choice for each model.

Nothing here knows a rule: ``check_result`` of the core names every fault, each with its ID.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from mfcampaign.campaigns.forms.event_awards import award_field
from rules.core.campaign.events import EventAward, event_scrip
from rules.core.campaign.policies import Policies
from rules.core.fate.cards import Card
from rules.core.game.result import (
    SCHEMES,
    TURNS,
    Casualty,
    EncounterResult,
    SchemeScore,
    SeatResult,
    check_result,
    is_finished_off,
)
from rules.core.refusal import Violation

ALL_TURNS = tuple(range(1, TURNS + 1))
# Nothing scores on Turn 1 (M3E-TURN-21).
SCORING_TURNS = ALL_TURNS[1:]
SURVIVED, FLIPPED, SAFE, FINISHED = "", "flip", "safe", "finished"
FATES = (
    (SURVIVED, "Survived"),
    (FLIPPED, "Killed, flipped:"),
    (SAFE, "Killed, not Finished Off"),
    (FINISHED, "Finished Off, no card"),
)


@dataclass(frozen=True)
class Party:
    """One side as the form needs it: ``models`` are (id, name) of everyone hired."""

    label: str
    faction: str
    models: Sequence[tuple[int, str]]


@dataclass(frozen=True)
class SideFields:
    """The bound fields of one side, for the template. ``vp`` is what the taps come to so far."""

    seat: int
    party: Party
    strategy: forms.BoundField
    schemes: list[tuple[forms.BoundField, forms.BoundField]]
    casualties: list[tuple[str, forms.BoundField, forms.BoundField]]
    withdrew: forms.BoundField
    event: forms.BoundField | None
    strategy_vp: int
    scheme_vp: list[int]
    vp: int
    violations: list[Violation]
    anyone_fell: bool


class ReportForm(forms.Form):
    """One ``EncounterResult``. Valid when the core finds nothing impossible in it; ``violations``
    holds everything it found, ``result()`` the result either way."""

    ended = forms.TypedChoiceField(
        label="Last Turn played", choices=[(t, f"Turn {t}") for t in ALL_TURNS], coerce=int, initial=TURNS
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)

    def __init__(
        self,
        data: Any = None,
        *,
        parties: tuple[Party, Party],
        schemes: Sequence[str],
        policies: Policies,
        standing: EncounterResult | None = None,
        awards: tuple[Sequence[EventAward], Sequence[EventAward]] = ((), ()),
    ) -> None:
        self.parties, self.schemes, self.policies, self.awards = parties, schemes, policies, awards
        initial = dict(initial_of(standing)) if standing is not None else {}
        initial["key"] = secrets.token_urlsafe(12)
        super().__init__(data, initial=initial)
        self.violations: tuple[Violation, ...] = ()
        for seat, party in enumerate(parties):
            self._add_side(seat, party)

    def _add_side(self, seat: int, party: Party) -> None:
        pool = [("", "Not written down"), *((name, name) for name in self.schemes)]
        self.fields[f"s{seat}-strategy"] = _turns("Strategy")
        for number in range(SCHEMES):
            label = f"Scheme {number + 1}"
            self.fields[f"s{seat}-scheme-{number}"] = forms.ChoiceField(
                label=label, choices=pool, required=False
            )
            self.fields[f"s{seat}-scheme-{number}-vp"] = _turns(f"{label}: VP")
        for model, name in party.models:
            self.fields[f"s{seat}-fate-{model}"] = forms.ChoiceField(
                label=name, choices=FATES, required=False
            )
            self.fields[f"s{seat}-card-{model}"] = forms.CharField(
                label=f"{name}: the card", required=False, max_length=3, widget=_card_input()
            )
        self.fields[f"s{seat}-withdrew"] = forms.TypedChoiceField(
            label="Strategic Withdrawal",
            choices=[("", "Stayed"), *((t, f"Withdrew in Turn {t}") for t in ALL_TURNS)],
            coerce=int,
            empty_value=None,
            required=False,
        )
        if (awards := award_field(self.awards[seat])) is not None:
            self.fields[f"s{seat}-event"] = awards

    # -- what was written ------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        for seat, party in enumerate(self.parties):
            for model, name in party.models:
                self._card_fits(seat, model, name)
        crews = tuple([model for model, _ in party.models] for party in self.parties)
        self.violations = check_result(self.result(), (crews[0], crews[1]), self.schemes, self.policies)
        if self.violations:
            self.add_error(None, "This result is not possible yet; the reasons are listed.")
        return found

    def _card_fits(self, seat: int, model: int, name: str) -> None:
        fate = self.cleaned_data.get(f"s{seat}-fate-{model}", SURVIVED)
        field = f"s{seat}-card-{model}"
        code = self.cleaned_data.get(field, "")
        if fate == FLIPPED and _card(code) is None:
            self.add_error(field, f"{name}: write the card as 9r, 12t, BJ or RJ.")
        elif code and fate != FLIPPED:
            self.add_error(field, f"{name}: a card belongs to “Killed, flipped”.")

    def result(self) -> EncounterResult:
        """The result as far as it could be read; sides and models in a fixed order, so that two equal
        reports are equal."""
        return EncounterResult(seats=(self._seat(0), self._seat(1)), ended_turn=self._get("ended", TURNS))

    def _get(self, name: str, default: Any) -> Any:
        value = self.cleaned_data.get(name)
        return default if value in (None, "") else value

    def _seat(self, seat: int) -> SeatResult:
        strategy = _by_turn(self._get(f"s{seat}-strategy", ()))
        ticks = tuple(sorted(self._get(f"s{seat}-event", ())))
        schemes = tuple(sorted(self._schemes(seat), key=lambda scheme: scheme.name))
        return SeatResult(
            strategy_vp=strategy,
            schemes=schemes,
            vp=sum(strategy) + sum(sum(scheme.vp) for scheme in schemes),
            casualties=tuple(self._casualties(seat)),
            withdrew_turn=self._get(f"s{seat}-withdrew", None),
            event_scrip=event_scrip(ticks, self.awards[seat], self.policies).amount,
            event_ticks=ticks,
        )

    def _schemes(self, seat: int) -> Iterator[SchemeScore]:
        for number in range(SCHEMES):
            name = self._get(f"s{seat}-scheme-{number}", "")
            turns = self._get(f"s{seat}-scheme-{number}-vp", ())
            if name or turns:
                yield SchemeScore(name=name or "An unnamed Scheme", vp=_by_turn(turns))

    def _casualties(self, seat: int) -> Iterator[Casualty]:
        for model, _ in sorted(self.parties[seat].models):
            fate = self._get(f"s{seat}-fate-{model}", SURVIVED)
            card = _card(self._get(f"s{seat}-card-{model}", ""))
            if fate == FLIPPED and card is not None:
                yield Casualty(model, is_finished_off(card, self.policies), card.code)
            elif fate in (SAFE, FINISHED):
                yield Casualty(model, fate == FINISHED)

    # -- what the template draws -------------------------------------------------------------------

    def sides(self) -> list[SideFields]:
        return [self._side(seat) for seat in (0, 1)]

    def _side(self, seat: int) -> SideFields:
        schemes = [(f"s{seat}-scheme-{n}", f"s{seat}-scheme-{n}-vp") for n in range(SCHEMES)]
        scheme_vp = [self._taps(vp) for _, vp in schemes]
        strategy = self._taps(f"s{seat}-strategy")
        return SideFields(
            seat=seat,
            party=self.parties[seat],
            strategy=self[f"s{seat}-strategy"],
            schemes=[(self[name], self[vp]) for name, vp in schemes],
            casualties=[
                (name, self[f"s{seat}-fate-{model}"], self[f"s{seat}-card-{model}"])
                for model, name in self.parties[seat].models
            ],
            withdrew=self[f"s{seat}-withdrew"],
            event=self[f"s{seat}-event"] if self.awards[seat] else None,
            strategy_vp=strategy,
            scheme_vp=scheme_vp,
            vp=strategy + sum(scheme_vp),
            violations=[v for v in self.violations if v.subject == f"seat-{seat}"],
            anyone_fell=any(self[f"s{seat}-fate-{model}"].value() for model, _ in self.parties[seat].models),
        )

    def _taps(self, name: str) -> int:
        return len(self[name].value() or ())

    def general_violations(self) -> list[Violation]:
        """Those that belong to the game, not to a side."""
        return [v for v in self.violations if v.subject not in ("seat-0", "seat-1")]


class ReasonForm(forms.Form):
    """Why: an objection, a ruling, a forfeit. Everybody of the league can read it."""

    reason = forms.CharField(
        label="Why",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One sentence is enough. The league can read it.",
    )


def initial_of(result: EncounterResult) -> Iterator[tuple[str, Any]]:
    """The fields that hold an earlier result."""
    yield "ended", result.ended_turn
    for number, seat in enumerate(result.seats):
        yield f"s{number}-strategy", _turns_of(seat.strategy_vp)
        for place, scheme in enumerate(seat.schemes[:SCHEMES]):
            yield f"s{number}-scheme-{place}", scheme.name
            yield f"s{number}-scheme-{place}-vp", _turns_of(scheme.vp)
        for casualty in seat.casualties:
            fate = FLIPPED if casualty.flip else FINISHED if casualty.finished_off else SAFE
            yield f"s{number}-fate-{casualty.model_id}", fate
            yield f"s{number}-card-{casualty.model_id}", casualty.flip or ""
        yield f"s{number}-withdrew", seat.withdrew_turn
        yield f"s{number}-event", list(seat.event_ticks)


def _turns(label: str) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=label,
        choices=[(t, str(t)) for t in SCORING_TURNS],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _card_input() -> forms.TextInput:
    return forms.TextInput(
        attrs={
            "placeholder": "9r",
            "size": 4,
            "autocapitalize": "none",
            "autocomplete": "off",
            "spellcheck": "false",
        }
    )


def _card(code: str) -> Card | None:
    try:
        return Card.parse(code) if code else None
    except ValueError:
        return None


def _by_turn(turns: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(turn in turns) for turn in ALL_TURNS)


def _turns_of(vp: Sequence[int]) -> list[int]:
    return [turn for turn, scored in enumerate(vp, 1) if scored]


def parties_of(reveal: Mapping[str, Any], labels: Sequence[tuple[str, str]]) -> tuple[Party, Party]:
    """Both sides from the snapshot of the reveal; ``labels`` are (name, faction) by seat."""
    first, second = (
        Party(label, faction, [(m["id"], m["name"]) for m in seat["members"]])
        for seat, (label, faction) in zip(reveal["seats"], labels, strict=True)
    )
    return first, second
