"""Hiring in an Encounter: the figures that can be hired from, and Crews handed in."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.timezone import localtime
from msgspec import Struct

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.catalog.queries import catalogue_for
from mfcampaign.crews import operations, queries
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from mfcampaign.play.saved_crews import ReleaseFigures, Saved
from rules.crews.catalogue import Catalogue
from rules.edition import edition_of
from rules.game.procedure.asks import Ask
from rules.game.setup.agreed import CrewOptions
from rules.refusal import Refusal

MOST_OFFERED = 20


class Offer(Struct, frozen=True):
    """One of a player's own Crews, and why it cannot be handed in; empty when it can."""

    public_id: str
    name: str
    reason: str


def figures_named(stock: str) -> ReleaseFigures:
    """The figures that a set-up names: a release of the catalogue without packs, so that both players
    hire from the same cards."""
    release_id = int(stock)
    return _figures(release_id, catalogue_for(release_id))


@lru_cache(maxsize=4)
def _figures(release_id: int, catalogue: Catalogue) -> ReleaseFigures:
    """Cached for each release, so that what was computed from it is kept."""
    return ReleaseFigures(release_id, None)


def offers(user: Viewer | None, edition: str, ask: Ask) -> tuple[Offer, ...]:
    """A person's Crews of the declared Faction, those that may be handed in first, then the Crews
    offered to everybody. Two queries, and some for each Crew where its figures are looked at."""
    if user is None:
        return ()
    options = _options(ask)
    mine = queries.playable(user, edition)
    if options.begun.faction:
        mine = mine.filter(faction=options.begun.faction)
    offered = []
    for crew in mine.prefetch_related("members")[:MOST_OFFERED]:
        refusal = _why_not(Saved(crew), options)
        offered.append(Offer(crew.public_id, crew.name, refusal.sentence if refusal else ""))
    ready = (Offer(crew.key, f"{crew.name} (practice)", "") for crew in options.ready())
    return (*sorted(offered, key=lambda offer: bool(offer.reason)), *ready)


def handed_in(row: Encounter, user: Viewer, public_id: str, ask: Ask) -> Any:
    """One of a person's Crews, or one offered to everybody, as an answer. It is a copy: later changes
    to the Crew do not affect the Encounter. The seat remembers which it was; part of answering."""
    options = _options(ask)
    ready = next((crew for crew in options.ready() if crew.key == public_id), None)
    if ready is not None:
        return ready.answer
    saved = Saved(own(user, recorded_of(row).code, public_id))
    if (refusal := _tries(saved)) is not None:
        raise refusal
    creation.bring(row, ask.seat, saved.row.pk)
    return options.answer_of(saved)


def _why_not(saved: Saved, options: CrewOptions) -> Refusal | None:
    return _tries(saved) or options.why_not(saved)


def _tries(saved: Saved) -> Refusal | None:
    """Hiring by the rules of an Encounter has no place for what is of a campaign."""
    if not saved.tried:
        return None
    return Refusal(
        "This Crew tries Injuries or campaign Upgrades, which nobody hires here.",
        fix="Take them off, or begin the Encounter with Crews that are agreed on.",
    )


def own(user: Viewer, edition: str, public_id: str) -> Any:
    """One of a person's Crews, to be handed in or changed in the builder before. Raise ``Refusal``
    otherwise."""
    crew = queries.playable(user, edition).filter(public_id=public_id).first()
    if crew is None:
        rule = edition_of(edition).rows["setup.crews"]
        raise Refusal("No Crew of yours was chosen.", rule=rule, fix="Choose one of the list.")
    return crew


def begin_at(edition: str, ask: Ask) -> str:
    """The address where a new Crew begins when nothing was declared; empty when ``draft`` begins
    it."""
    begun = _options(ask).begun
    if begun.faction:
        return ""
    asked = {"edition": edition, "size": begun.size, "format": begun.format}
    return f"{reverse('crews:new')}?{urlencode(asked)}"


def draft(user: Person, edition: str, row: Encounter, ask: Ask) -> Any:
    """A new Crew with what was declared; the same one when asked for again."""
    begun = _options(ask).begun
    begun_at = localtime(row.created_at)
    side = " (second Crew)" if ask.seat else ""
    name = f"{begun.called}, {begun_at:%-d %b %Y, %H:%M}{side}"[: operations.LONGEST_NAME]
    if (before := queries.own(user).filter(name=name).first()) is not None:
        return before
    crew = operations.create(
        user,
        faction=begun.faction,
        leader=begun.leader,
        size=begun.size,
        name=name,
        edition=edition,
        format=begun.format,
    )
    for slug in begun.masters:
        operations.add(crew, user, slug)
    return crew


def _options(ask: Ask) -> CrewOptions:
    if not isinstance(ask.options, CrewOptions):
        raise Refusal("You are not asked for a Crew now.", fix="Look at the question again.")
    return ask.options
