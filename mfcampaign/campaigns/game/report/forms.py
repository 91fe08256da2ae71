"""The form of a game's report: VP by Turn, and a choice for each model.

It knows no rule: ``rules.campaign.encounter.check_report`` names every fault, each with its ID.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from mfcampaign.campaigns.game.report.fields import (
    HEIR_FATES,
    HEIRS,
    PLAIN_FATES,
    SACRIFICED,
    SURVIVED,
    WITH_CARD,
    HeirFields,
    Party,
    SideFields,
    TickField,
    at_the_end,
    award_field,
    by_turn,
    card_field,
    casualty_of,
    fate_of,
    fates,
    flip_of,
    heir_of,
    killer_field,
    most_ticks,
    parties_of,
    total_field,
    turns_field,
    turns_in,
    turns_of,
    written,
)
from mfcampaign.play.queries.record_page import SUITS, VALUES
from mfcampaign.web.forms import choice_field
from rules.campaign.aftermath.bounties import findings, tick
from rules.campaign.encounter import ReportFacts, check_report, game_record, with_awards
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import EventAward
from rules.edition import edition_of
from rules.game.league.needs import GameRecord, decided, finding, hopeless
from rules.game.results.casualties import owes_flip
from rules.game.results.result import EncounterResult, SchemeScore, SeatResult
from rules.plain_numbers import whole
from rules.refusal import Violation

MOST_TICKS = 99
"""Of one portion of a Bounty, as the form is filled in; how many count, the portion says."""


class ReportForm(forms.Form):
    """One ``EncounterResult``. Valid when the core finds nothing impossible in it; ``violations``
    holds everything it found, ``result()`` the result either way."""

    CARD_VALUES, SUITS = VALUES, SUITS
    """What a card is tapped by."""

    ended = forms.TypedChoiceField(label="Last Turn played", coerce=int)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)

    def __init__(
        self,
        data: Any = None,
        *,
        parties: tuple[Party, Party],
        facts: ReportFacts,
        policies: Policies,
        standing: EncounterResult | None = None,
    ) -> None:
        self.parties, self.facts, self.policies, self.standing = parties, facts, policies, standing
        self.scoring = edition_of(facts.edition).scoring
        self.least_heirs = HEIRS if facts.finished_off else 0
        self.turns = turns_in(self.scoring, standing.ended_turn if standing else 0)
        self.heirs = (
            tuple(max(self.least_heirs, len(seat.successors)) for seat in standing.seats)
            if standing
            else (self.least_heirs,) * 2
        )
        initial: dict[str, Any] = {"ended": self.scoring.turns}
        initial |= dict(initial_of(standing, by_turn=self.scoring.scheme_by_turn)) if standing else {}
        initial["key"] = secrets.token_urlsafe(12)
        super().__init__(data, initial=initial)
        choice_field(self, "ended").choices = [(turn, f"Turn {turn}") for turn in self.turns]
        self.violations: tuple[Violation, ...] = ()
        for seat, party in enumerate(parties):
            self._add_scores(seat)
            self._add_losses(seat, party)
            self._add_gains(seat, party)

    def _add_scores(self, seat: int) -> None:
        pool = [("", "Not written down"), *((name, name) for name in self.facts.schemes)]
        scoring = self.scoring
        self.fields[f"s{seat}-strategy"] = turns_field(
            "Strategy", self.turns, scoring.first, scoring.strategy_a_turn
        )
        for number in range(scoring.schemes):
            label = f"Scheme {number + 1}"
            self.fields[f"s{seat}-scheme-{number}"] = forms.ChoiceField(
                label=label, choices=pool, required=False
            )
            self.fields[f"s{seat}-scheme-{number}-vp"] = (
                turns_field(f"{label}: VP", self.turns, scoring.first, scoring.scheme_a_turn)
                if scoring.scheme_by_turn
                else total_field(f"{label}: VP", scoring.scheme)
            )

    def _add_losses(self, seat: int, party: Party) -> None:
        choices = fates(self.policies) if self.facts.finished_off else PLAIN_FATES
        for model, name in party.models:
            self.fields[f"s{seat}-fate-{model}"] = forms.ChoiceField(
                label=name, choices=choices, required=False
            )
            self.fields[f"s{seat}-card-{model}"] = card_field(f"{name}: the card")
            self.fields[f"s{seat}-killer-{model}"] = killer_field(name, self.parties[1 - seat].models)
        for number in range(self.heirs[seat]):
            base, which = f"s{seat}-heir-{number}", f"Successor {number + 1}"
            self.fields[f"{base}-originals"] = forms.TypedMultipleChoiceField(
                label=f"{which}: who gave itself up for it",
                choices=party.models,
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[f"{base}-names"] = forms.CharField(
                label=f"{which}: what it was",
                required=False,
                max_length=200,
                help_text="Several Replaces in a row: Rotten Belle > Flesh Construct",
            )
            self.fields[f"{base}-fate"] = forms.ChoiceField(
                label=f"{which}: what became of it", choices=HEIR_FATES, required=False
            )
            self.fields[f"{base}-card"] = card_field(f"{which}: the card")

    def _add_gains(self, seat: int, party: Party) -> None:
        if party.bounty is not None:
            self.fields[f"s{seat}-bounty"] = forms.CharField(
                widget=forms.HiddenInput, required=False, initial=party.bounty.slug
            )
            self.initial.setdefault(f"s{seat}-bounty", party.bounty.slug)
            for place, portion in enumerate(party.bounty.portions):
                if most := most_ticks(party.bounty, place, self.facts.schemes):
                    self.fields[f"s{seat}-tick-{portion.id}"] = forms.TypedChoiceField(
                        label=portion.goal,
                        choices=[(n, "not done" if not n else f"{n} ×") for n in range(most + 1)],
                        coerce=int,
                        required=False,
                        initial=0,
                    )
        if party.usable:
            self.fields[f"s{seat}-used"] = forms.TypedMultipleChoiceField(
                label="Used up",
                choices=list(party.usable.items()),
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        self.fields[f"s{seat}-withdrew"] = forms.TypedChoiceField(
            label="Strategic Withdrawal",
            choices=[("", "Stayed"), *((t, f"Withdrew in Turn {t}") for t in self.turns)],
            coerce=int,
            empty_value=None,
            required=False,
        )
        if self.facts.sides[seat].achievements:
            self.fields[f"s{seat}-achieved"] = forms.MultipleChoiceField(
                label="What was achieved",
                choices=list(self.facts.sides[seat].achievements.items()),
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        if (awards := award_field(self.facts.sides[seat].awards)) is not None:
            self.fields[f"s{seat}-event"] = awards

    # -- what was written ------------------------------------------------------------------------

    def as_it_stands(self) -> EncounterResult:
        """The result that it would report as it is shown."""
        form = self
        if not self.is_bound:
            shown = {name: self[name].value() for name in self.fields}
            sent = {name: v if isinstance(v, list) else [v] for name, v in shown.items() if v is not None}
            form = ReportForm(
                MultiValueDict(sent),
                parties=self.parties,
                facts=self.facts,
                policies=self.policies,
                standing=self.standing,
            )
        form.full_clean()
        return form.result()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for seat, party in enumerate(self.parties):
            for model, name in party.models:
                self._card_fits(f"s{seat}-fate-{model}", f"s{seat}-card-{model}", name)
            for number in range(self.heirs[seat]):
                base = f"s{seat}-heir-{number}"
                self._card_fits(f"{base}-fate", f"{base}-card", f"Successor {number + 1}")
        self.violations = check_report(self.result(), self.facts, self.policies).violations
        if self.violations:
            self.add_error(None, "This result is not possible yet; the reasons are listed.")
        return cleaned

    def _card_fits(self, fate_field: str, card: str, name: str) -> None:
        fate = self.cleaned_data.get(fate_field, SURVIVED)
        text = self.cleaned_data.get(card, "")
        sacrificed = fate == SACRIFICED and owes_flip("sacrificed", self.policies)
        needed = fate in WITH_CARD or sacrificed
        if (needed or (fate == SACRIFICED and text)) and flip_of(text) is None:
            self.add_error(card, f"{name}: write the card as 9r, 12t, BJ or RJ; cheated as 9r 2c.")
        elif text and not needed and fate != SACRIFICED:
            self.add_error(card, f"{name}: a card belongs to “flipped”.")

    def result(self) -> EncounterResult:
        """The result as far as it could be read; sides and models in a fixed order, so that two equal
        reports are equal."""
        plain = EncounterResult(seats=(self._seat(0), self._seat(1)), ended_turn=self._ended)
        return with_awards(plain, self.facts, self.policies)

    @property
    def _ended(self) -> int:
        return int(self._get("ended", self.scoring.turns))

    def _get(self, name: str, default: Any) -> Any:
        value = self.cleaned_data.get(name)
        return default if value in (None, "") else value

    def _seat(self, seat: int) -> SeatResult:
        strategy = by_turn(self._get(f"s{seat}-strategy", ()), self.turns)
        schemes = tuple(sorted(self._schemes(seat), key=lambda scheme: scheme.name))
        portions = self._portions(seat)
        achieved = tuple(sorted(self._get(f"s{seat}-achieved", ())))
        more = self.facts.more_vp(achieved)
        return SeatResult(
            strategy_vp=strategy,
            schemes=schemes,
            vp=sum(strategy) + sum(sum(scheme.vp) for scheme in schemes) + more,
            casualties=tuple(self._casualties(seat)),
            successors=tuple(self._successors(seat)),
            withdrew_turn=self._get(f"s{seat}-withdrew", None),
            bounty=self._get(f"s{seat}-bounty", "") if portions else "",
            bounty_ticks=portions,
            used_up=tuple(sorted(self._get(f"s{seat}-used", ()))),
            event_ticks=tuple(sorted(self._get(f"s{seat}-event", ()))),
            achieved=achieved,
            more_vp=more,
        )

    def _schemes(self, seat: int) -> Iterator[SchemeScore]:
        for number in range(self.scoring.schemes):
            name = self._get(f"s{seat}-scheme-{number}", "")
            scored = self._get(f"s{seat}-scheme-{number}-vp", () if self.scoring.scheme_by_turn else 0)
            if name or scored:
                yield SchemeScore(name=name or "An unnamed Scheme", vp=self._by_turn(scored))

    def _by_turn(self, scored: Any) -> tuple[int, ...]:
        """VP of a Scheme by Turn: as tapped, or all of them at the end."""
        if self.scoring.scheme_by_turn:
            return by_turn(scored, self.turns)
        return at_the_end(scored, self._ended)

    def _casualties(self, seat: int) -> Iterator[Any]:
        for model, _ in sorted(self.parties[seat].models):
            fate = self._get(f"s{seat}-fate-{model}", SURVIVED)
            card, killer = self._get(f"s{seat}-card-{model}", ""), self._get(f"s{seat}-killer-{model}", None)
            casualty = casualty_of(model, fate, card, self.policies, killer)
            if casualty is not None:
                yield casualty

    def _successors(self, seat: int) -> Iterator[Any]:
        for number in range(self.heirs[seat]):
            originals, names, fate, card = (
                self._get(f"s{seat}-heir-{number}-{part}", usual)
                for part, usual in (("originals", ()), ("names", ""), ("fate", SURVIVED), ("card", ""))
            )
            successor = heir_of(originals, names, fate, card, self.policies)
            if successor is not None:
                yield successor

    def _portions(self, seat: int) -> tuple[str, ...]:
        """The portions done in this game in the Bounty's order, an id for each time."""
        bounty = self.parties[seat].bounty
        portions = bounty.portions if bounty is not None else ()
        return tuple(p.id for p in portions for _ in range(int(self._get(f"s{seat}-tick-{p.id}", 0))))

    # -- what the template draws -------------------------------------------------------------------

    def sides(self) -> list[SideFields]:
        return [self._side(seat) for seat in (0, 1)]

    def _side(self, seat: int) -> SideFields:
        schemes = [(f"s{seat}-scheme-{n}", f"s{seat}-scheme-{n}-vp") for n in range(self.scoring.schemes)]
        scheme_vp = [self._scored(vp) for _, vp in schemes]
        strategy = self._taps(f"s{seat}-strategy")
        heirs = [self._heir(f"s{seat}-heir-{n}") for n in range(self.heirs[seat])]
        achieved = self._field(f"s{seat}-achieved")
        more = self.facts.more_vp(achieved.value() or ()) if achieved is not None else 0
        return SideFields(
            seat=seat,
            party=self.parties[seat],
            strategy=self[f"s{seat}-strategy"],
            schemes=[(self[name], self[vp]) for name, vp in schemes],
            casualties=[
                (
                    name,
                    self[f"s{seat}-fate-{model}"],
                    self[f"s{seat}-card-{model}"],
                    self[f"s{seat}-killer-{model}"],
                )
                for model, name in self.parties[seat].models
            ],
            heirs=heirs,
            bounty=self._field(f"s{seat}-bounty"),
            ticks=list(self._tick_fields(seat)),
            used_up=self._field(f"s{seat}-used"),
            withdrew=self[f"s{seat}-withdrew"],
            event=self._field(f"s{seat}-event"),
            achieved=achieved,
            by_result=list(self._by_result(seat)),
            strategy_vp=strategy,
            scheme_vp=scheme_vp,
            more_vp=more,
            vp=strategy + sum(scheme_vp) + more,
            violations=[v for v in self.violations if v.subject == f"seat-{seat}"],
            anyone_fell=any(self[f"s{seat}-fate-{model}"].value() for model, _ in self.parties[seat].models),
            any_heir=any(heir.names.value() or heir.originals.value() for heir in heirs),
            bounty_at=self._bounty_at(seat),
        )

    def _field(self, name: str) -> forms.BoundField | None:
        return self[name] if name in self.fields else None

    def _heir(self, base: str) -> HeirFields:
        return HeirFields(*(self[f"{base}-{part}"] for part in ("originals", "names", "fate", "card")))

    def _tick_fields(self, seat: int) -> Iterator[TickField]:
        bounty = self.parties[seat].bounty
        if bounty is None:
            return
        can = findings(bounty, seat, self._game_record()) if self.is_bound else {}
        for portion in bounty.portions:
            box = self._field(f"s{seat}-tick-{portion.id}")
            why = hopeless(portion.needs, self.facts.schemes)
            if portion.id in can and box is not None and can[portion.id].most == 0:
                why = can[portion.id].why
            done = bounty.ticks(portion)
            yield TickField(portion.goal, done, portion.repeat, box, why if bounty.left(portion) else "")

    def _by_result(self, seat: int) -> Iterator[tuple[EventAward, str]]:
        """The awards nobody is asked for, each with why it is not had by what is written down so far."""
        for award in self.facts.sides[seat].awards:
            if decided(award.needs):
                can = finding(award.needs, seat, self._game_record()) if self.is_bound else None
                yield award, award.reason or (can.why if can is not None else "the result will tell")

    def _game_record(self) -> GameRecord:
        """What was done in the game, as far as it is written down."""
        if not hasattr(self, "cleaned_data"):
            self.full_clean()
        return game_record(self.result(), self.facts, self.policies)

    def _bounty_at(self, seat: int) -> str:
        """How far this side's Bounty would be with what is ticked now."""
        bounty = self.parties[seat].bounty
        if bounty is None:
            return ""
        values = {
            p.id: self[f"s{seat}-tick-{p.id}"].value()
            for p in bounty.portions
            if f"s{seat}-tick-{p.id}" in self.fields
        }
        ticks = [name for name, n in values.items() for _ in range(whole(str(n), MOST_TICKS) or 0)]
        after, _ = tick(bounty, ticks)
        if after.complete:
            return f"{bounty.name}: accomplished"
        return f"{bounty.name}: {after.held.done} of {after.held.of}"

    def _taps(self, name: str) -> int:
        return len(self[name].value() or ())

    def _scored(self, name: str) -> int:
        """VP of a Scheme as the form has them."""
        if self.scoring.scheme_by_turn:
            return self._taps(name)
        return whole(str(self[name].value())) or 0

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


def initial_of(result: EncounterResult, *, by_turn: bool = True) -> Iterator[tuple[str, Any]]:
    """The fields that hold an earlier result; VP of Schemes ``by_turn`` or in all."""
    yield "ended", result.ended_turn
    for number, seat in enumerate(result.seats):
        yield f"s{number}-strategy", turns_of(seat.strategy_vp)
        for place, scheme in enumerate(seat.schemes):
            yield f"s{number}-scheme-{place}", scheme.name
            yield f"s{number}-scheme-{place}-vp", turns_of(scheme.vp) if by_turn else sum(scheme.vp)
        for fell in seat.casualties:
            yield f"s{number}-fate-{fell.model_id}", fate_of(fell)
            yield f"s{number}-card-{fell.model_id}", written(fell.flip, fell.cheated_from)
            yield f"s{number}-killer-{fell.model_id}", fell.killed_by
        for place, heir in enumerate(seat.successors):
            base = f"s{number}-heir-{place}"
            yield f"{base}-originals", list(heir.originals)
            yield f"{base}-names", " > ".join(heir.names)
            yield f"{base}-fate", fate_of(heir)
            yield f"{base}-card", written(heir.flip, heir.cheated_from)
        for portion in dict.fromkeys(seat.bounty_ticks):
            yield f"s{number}-tick-{portion}", seat.bounty_ticks.count(portion)
        yield f"s{number}-used", list(seat.used_up)
        yield f"s{number}-withdrew", seat.withdrew_turn
        yield f"s{number}-event", list(seat.event_ticks)
        yield f"s{number}-achieved", list(seat.achieved)


__all__ = ["Party", "ReasonForm", "ReportForm", "initial_of", "parties_of"]
