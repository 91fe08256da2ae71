"""The scenario and the clock of a round."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.events.models import Event, Round
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as drawn
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal

MOST_MINUTES = 600
SCENARIO = ["scenario", "sheets", "set_up"]


def set_scenario(event: Event, actor: Person | None, number: int, *, reason: str = "") -> Round:
    """Draw the scenario of a draft again. Every earlier drawing stays to be seen, with the ``reason`` why it
    fell. ``Refusal`` once the pairings are out: from then on the drawing is locked."""
    with operation(event, actor, kind="round.scenario", reason=reason) as act:
        round_ = round_of(act.row, number)
        if round_.state != Round.State.DRAFT:
            raise Refusal(
                f"The pairings of round {number} are out, so what it is played for stays.",
                fix="Tell everybody if you play something else.",
            )
        why = " ".join(reason.split()) or "An organiser wanted another."
        set_up = _set_up(act.row, actor, number)
        setups.draw_again(set_up, actor, why, seen=drawn.times(set_up))
        write_scenario(round_, act.row, actor)
        round_.save(update_fields=SCENARIO)
        act.say(f"What round {number} is played for was drawn again: {why}", round=number)
    return round_


def write_scenario(round_: Round, event: Event, actor: Actor) -> None:
    """Write into ``round_`` what its number plays for in ``event``: drawn once by fate, found again ever
    after, so that pairing a round again turns no other card (M3E-SETUP-04 to -06, -15; M2-SETUP-01 to -10;
    M1-ENC-03 to -07)."""
    set_up = _set_up(event, actor, round_.number)
    sheets: list[dict[str, Any]] = [msgspec.to_builtins(sheet) for sheet in drawn.sheets(set_up)]
    round_.set_up = set_up.code
    if event.scenarios == Event.Scenarios.TABLE:
        # How the cards fell stays with the drawing: rounds are read often, and may have many sheets.
        round_.scenario = {}
        round_.sheets = [{k: v for k, v in sheet.items() if k != "flips"} for sheet in sheets]
    else:
        round_.scenario, round_.sheets = sheets[0], []


def lock_scenario(round_: Round, event: Event, actor: Actor) -> None:
    """From now on no other is drawn."""
    if round_.set_up:
        setups.lock(_set_up(event, actor, round_.number), actor)


def _set_up(event: Event, actor: Actor, number: int) -> Any:
    """The drawing of a round; one for each kind of scenario that the settings have ever asked for."""
    wanted, by_table = wanted_of(event), event.scenarios == Event.Scenarios.TABLE
    kind = wanted.season or wanted.format
    kind += "+feature" * wanted.feature + "+event" * wanted.event
    return setups.draw(
        actor,
        wanted,
        each=event.scenarios if by_table else "one",
        count=min(setups.MOST_SHEETS, event.tables or -(-event.capacity // 2)) if by_table else 1,
        title=f"{event.name[:60]}, {'challenge' if event.climbing else 'round'} {number}",
        origin=f"event:{event.pk}/round:{number}/{kind}/{event.scenarios}",
    )


def wanted_of(event: Event) -> Wanted:
    """The request to the generator, of what the edition asks for; of its formats the largest that so many
    Soulstones fit."""
    set_up = event.rules.setup
    return Wanted(
        edition=event.edition,
        season=event.season if set_up.has_seasons else "",
        size=event.size,
        format=set_up.format_for(event.size),
        feature=event.with_feature and bool(set_up.features),
        event=event.with_event and bool(set_up.events),
    )


def clock(event: Event, actor: Actor, number: int, verb: str, minutes: int = 0) -> Round:
    """``start``, ``pause``, or ``extend`` by so many minutes (negative: shorten)."""
    with operation(event, actor, kind="round.clock") as act:
        round_ = round_of(act.row, number)
        if round_.state != Round.State.OPEN:
            raise Refusal(
                "The clock belongs to a round that is being played.", fix="Publish the pairings first."
            )
        now = timezone.now()
        ends = round_.ends_at
        left = round_.clock_left if ends is None else max(0, int((ends - now).total_seconds()))
        if verb == "start" and ends is None:
            round_.clock_since, sentence = now, "The clock runs."
        elif verb == "pause" and ends is not None:
            round_.clock_since, sentence = None, "The clock is paused."
        elif verb == "extend" and 0 < abs(minutes) <= MOST_MINUTES:
            left = max(0, left + 60 * minutes)
            round_.clock_since = now if ends is not None else None
            sentence = f"{abs(minutes)} minutes {'more' if minutes > 0 else 'less'} for round {number}."
        else:
            raise Refusal(
                "The clock does so already, or minutes are missing.",
                fix="Look at the clock; say how many minutes.",
            )
        round_.clock_left = left
        round_.save(update_fields=["clock_left", "clock_since"])
        act.say(sentence, round=number)
    return round_


def round_of(event: Event, number: int) -> Round:
    """``Refusal`` where there is no such round."""
    round_ = event.played_rounds.filter(number=number).first()
    if round_ is None:
        raise Refusal("There is no such round.", fix="Look at the event: it may have been paired anew.")
    return round_
