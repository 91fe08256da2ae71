"""Parts of the report's form: the fate of a model, cards as players write them, awards of the Weekly
Event."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms

from rules.campaign.aftermath.bounties import ActiveBounty
from rules.campaign.encounter import ReportFacts
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import EventAward
from rules.fate.cards import Card
from rules.game.league.needs import decided, hopeless
from rules.game.results.casualties import Casualty, How, Successor, is_finished_off
from rules.game.results.result import Scoring
from rules.refusal import Violation

# Turns beyond the usual ones that the form has room for, where flips may add some (M2-SCORE-07).
FURTHER_TURNS = 5
USUAL_TURNS = 5
MORE = "+"
"""Marks a further VP of the same Turn."""
HEIRS = 2
"""Rows for models that took the place of others, at the least."""

SURVIVED, FLIPPED, SAFE, FINISHED = "", "flip", "safe", "finished"
AUTOMATIC, BURIED, SACRIFICED = "automatic", "buried", "sacrificed"
WITH_CARD = (FLIPPED, BURIED)


def fates(policies: Policies) -> list[tuple[str, str]]:
    """What may have become of a model, in the order of how often it does."""
    both = policies.finish_trigger == "killed_or_sacrificed"
    return [
        (SURVIVED, "Survived"),
        (FLIPPED, "Killed, flipped:"),
        (SAFE, "Killed, not Finished Off"),
        (FINISHED, "Finished Off, no card"),
        (AUTOMATIC, "Finished Off by an effect"),
        (BURIED, "Buried at the end, flipped:"),
        (SACRIFICED, "Sacrificed, flipped:" if both else "Sacrificed"),
    ]


PLAIN_FATES = [(SURVIVED, "Survived"), (SAFE, "Killed"), (SACRIFICED, "Sacrificed")]
"""Where nobody asks whether a model was Finished Off."""
HEIR_FATES = [
    (SURVIVED, "It stayed in play"),
    (FLIPPED, "Killed, flipped:"),
    (SAFE, "Killed, not Finished Off"),
    (FINISHED, "Finished Off, no card"),
]


@dataclass(frozen=True)
class Party:
    """One side as the form needs it: ``models`` are (id, name) of everyone hired, ``usable`` the Upgrades
    that may have used themselves up."""

    label: str
    faction: str
    models: Sequence[tuple[int, str]]
    bounty: ActiveBounty | None = None
    usable: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TickField:
    """One portion of the active Bounty: ``done`` of its ``of`` ticks are there from earlier games; ``why``
    it cannot be ticked (more often) by what is written down so far."""

    goal: str
    done: int
    of: int
    box: forms.BoundField | None
    why: str = ""


@dataclass(frozen=True)
class HeirFields:
    originals: forms.BoundField
    names: forms.BoundField
    fate: forms.BoundField
    card: forms.BoundField


@dataclass(frozen=True)
class SideFields:
    """The bound fields of one side, for the template. ``vp`` is what the taps come to so far."""

    seat: int
    party: Party
    strategy: forms.BoundField
    schemes: list[tuple[forms.BoundField, forms.BoundField]]
    casualties: list[tuple[str, forms.BoundField, forms.BoundField, forms.BoundField]]
    heirs: list[HeirFields]
    bounty: forms.BoundField | None
    ticks: list[TickField]
    used_up: forms.BoundField | None
    withdrew: forms.BoundField
    event: forms.BoundField | None
    achieved: forms.BoundField | None
    by_result: list[tuple[EventAward, str]]
    strategy_vp: int
    scheme_vp: list[int]
    more_vp: int
    vp: int
    violations: list[Violation]
    anyone_fell: bool
    any_heir: bool
    bounty_at: str = ""


def parties_of(
    reveal: Mapping[str, Any], labels: Sequence[tuple[str, str]], facts: ReportFacts
) -> tuple[Party, Party]:
    """Both sides from the snapshot of the reveal; ``labels`` are (name, faction) by seat."""
    first, second = (
        Party(label, faction, [(m["id"], m["name"]) for m in seat["members"]], side.bounty, side.usable)
        for seat, (label, faction), side in zip(reveal["seats"], labels, facts.sides, strict=True)
    )
    return first, second


def most_ticks(bounty: ActiveBounty, place: int, pool: Collection[str]) -> int:
    """How often the portion at that place can be ticked in one game with that pool of Schemes."""
    portion = bounty.portions[place]
    if hopeless(portion.needs, pool):
        return 0
    limits = (bounty.left(portion), portion.per_game, bounty.per_game)
    return max(0, min(limit for limit in limits if limit is not None))


# -- cards as people write them ----------------------------------------------------------------------


def flip_of(text: str) -> tuple[Card, Card | None] | None:
    """``9r``, or ``9r 2c`` for a nine cheated with a two: the final card and what was flipped, ``None``
    when it cannot be read."""
    words = [word for word in re.split(r"[\s,>]+", text.strip()) if word]
    try:
        cards = [Card.parse(word) for word in words]
    except ValueError:
        return None
    if len(cards) == 1:
        return cards[0], None
    return (cards[1], cards[0]) if len(cards) == 2 else None


def written(flip: str | None, cheated_from: str | None) -> str:
    """The same back again, as it is typed."""
    return " ".join(filter(None, (cheated_from, flip)))


def killer_field(name: str, foes: Sequence[tuple[int, str]]) -> forms.TypedChoiceField:
    """The killer of a model, among the other side's models; optional."""
    return forms.TypedChoiceField(
        label=f"{name}: killed by",
        choices=[("", "by …"), *((model, f"by {foe}") for model, foe in foes)],
        coerce=int,
        empty_value=None,
        required=False,
    )


def casualty_of(
    model: int, fate: str, text: str, policies: Policies, killed_by: int | None = None
) -> Casualty | None:
    """A model's fate as the form holds it; ``None`` when it survived or its card cannot be read yet."""
    how: How = {AUTOMATIC: "automatic", BURIED: "buried", SACRIFICED: "sacrificed"}.get(fate, "killed")  # type: ignore[assignment]
    if fate in WITH_CARD or (fate == SACRIFICED and text):
        flip = flip_of(text)
        if flip is None:
            return None
        card, first = flip
        return Casualty(
            model,
            is_finished_off(card, policies),
            card.code,
            how,
            first.code if first is not None else None,
            killed_by,
        )
    if fate == SURVIVED:
        return None
    return Casualty(model, fate in (FINISHED, AUTOMATIC), None, how, None, killed_by)


def heir_of(
    originals: Sequence[int], names: str, fate: str, text: str, policies: Policies
) -> Successor | None:
    """One successor as the form holds it; ``None`` for a row nobody filled in."""
    chain = tuple(name.strip() for name in names.split(">") if name.strip())
    if not originals and not chain:
        return None
    flip = flip_of(text) if fate == FLIPPED else None
    if flip is None:
        return Successor(
            originals=tuple(sorted(originals)),
            names=chain,
            killed=fate in (SAFE, FINISHED),
            finished_off=fate == FINISHED,
        )
    card, first = flip
    return Successor(
        originals=tuple(sorted(originals)),
        names=chain,
        killed=True,
        finished_off=is_finished_off(card, policies),
        flip=card.code,
        cheated_from=first.code if first is not None else None,
    )


def fate_of(fell: Casualty | Successor) -> str:
    """The word of the form for what fell or took its place; inverts ``casualty_of`` and ``heir_of``."""
    if isinstance(fell, Casualty) and fell.how != "killed":
        return fell.how
    if isinstance(fell, Successor) and not fell.killed:
        return SURVIVED
    return FLIPPED if fell.flip or fell.owed else FINISHED if fell.finished_off else SAFE


# -- fields --------------------------------------------------------------------------------------------


def turns_in(scoring: Scoring, played: int = 0) -> tuple[int, ...]:
    """The Turns that a game may have on the form, those ``played`` at the least."""
    last = scoring.turns + (FURTHER_TURNS if scoring.goes_on else 0)
    return tuple(range(1, max(last, played) + 1))


def turns_field(label: str, turns: Sequence[int], first: int, a_turn: int) -> forms.TypedMultipleChoiceField:
    """A box for each VP of each Turn from the ``first`` that scores on: ``2`` is the first VP of Turn 2,
    ``2+`` the second (M3E-TURN-21, M2-SCORE-04, M4-STR-03)."""
    return forms.TypedMultipleChoiceField(
        label=label,
        choices=[
            (f"{turn}{MORE * more}", f"{turn} {MORE}1" if more else str(turn))
            for turn in turns
            if turn >= first
            for more in range(a_turn)
        ],
        coerce=lambda box: int(box.rstrip(MORE)),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def total_field(label: str, most: int) -> forms.TypedChoiceField:
    """VP in all, where they are not scored one a Turn (M2-SCORE-02)."""
    return forms.TypedChoiceField(
        label=label, choices=[(n, str(n)) for n in range(most + 1)], coerce=int, required=False, initial=0
    )


def card_field(label: str) -> forms.CharField:
    widget = forms.TextInput(
        attrs={
            "placeholder": "9r",
            "data-card": "",
            "size": 6,
            "autocapitalize": "none",
            "autocomplete": "off",
            "spellcheck": "false",
        }
    )
    return forms.CharField(label=label, required=False, max_length=9, widget=widget)


def by_turn(scored: Sequence[int], turns: Sequence[int]) -> tuple[int, ...]:
    """The VP of each of the usual Turns, and of later ones up to the last that scored; ``scored`` are the
    boxes that were tapped."""
    return tuple(scored.count(turn) for turn in turns[: max(USUAL_TURNS, *scored, 0)])


def at_the_end(vp: int, ended: int) -> tuple[int, ...]:
    """VP in all, written down in the last Turn played."""
    return (*(0 for _ in range(ended - 1)), vp) if vp else ()


def turns_of(vp: Sequence[int]) -> list[str]:
    """The boxes of a ``turns_field`` for that many VP by Turn."""
    return [f"{turn}{MORE * more}" for turn, scored in enumerate(vp, 1) for more in range(scored)]


def award_field(awards: Sequence[EventAward]) -> forms.TypedMultipleChoiceField | None:
    """One tap for each award that can be had and that the result itself does not tell; ``None`` where the
    week has none such for the games."""
    awards = [award for award in awards if not decided(award.needs)]
    if not awards:
        return None
    return forms.TypedMultipleChoiceField(
        label="From the Weekly Event",
        choices=[(award.number, _award_in_words(award)) for award in awards if not award.reason],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=" ".join(f"{award.condition}: {award.reason}" for award in awards if award.reason),
    )


def _award_in_words(award: EventAward) -> str:
    often = ", once this week" if award.per == "week" else ""
    return f"{award.condition} ({award.amount} Scrip{often})"
