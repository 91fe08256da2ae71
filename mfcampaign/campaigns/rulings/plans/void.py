"""Voids a game, finished or not: it counts for nothing and returns everything it gave (ledger 4.3)."""

from __future__ import annotations

import msgspec
from django.utils import timezone

from mfcampaign.campaigns.models import Aftermath, Game, Ruling, Week
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.plans.bounties import no_ticks
from mfcampaign.campaigns.rulings.plans.settled import (
    SettledSide,
    game_of,
    sides_of,
    supplements,
    tell_ratings,
)
from mfcampaign.campaigns.rulings.plans.take_back import lead_back, spent_since, take_back, unused
from mfcampaign.campaigns.rulings.requests import VoidGame
from rules.campaign.aftermath import asks
from rules.campaign.rulings.changes import AftermathSet, AnyChange, GameSet, opposite
from rules.refusal import Refusal


def plan(draft: Draft, request: VoidGame) -> None:
    game = game_of(draft, request.encounter)
    draft.kind = Ruling.Kind.VOID
    draft.title = f"Week {game.week.number}, table {game.table}: the game voided"
    if game.state == Game.State.VOID:
        raise Refusal("This game is void already.")
    draft.add(
        GameSet(
            sentence=f"Table {game.table} of week {game.week.number} is void and counts for nothing. The "
            "standings follow.",
            encounter=game.pk,
            before=game.state,
            after=Game.State.VOID,
            outcome_before=game.outcome,
            outcome_after={},
        )
    )
    sides = sides_of(game)
    for side in sides:
        draft.about(side.row.entry)
        no_ticks(draft, game, side)
        unused(draft, game, side)
        if side.aftermath is not None:
            _undo_aftermath(draft, side, side.aftermath)
    for side in sides:
        draft.add(*weeks.changes_of(side.row.entry, game.week, {game.pk: None}))
        if game.confirmed_at is not None and (spent := spent_since(side.row.entry, game.confirmed_at)):
            purchases = ", ".join(spent[:6]) + (f" and {len(spent) - 6} more" if len(spent) > 6 else "")
            draft.explain(
                f"{side.label} has bought since: {purchases}. What was bought with other Scrip stays."
            )
    tell_ratings(draft, game, sides)
    _tell_week(draft, game)


def _undo_aftermath(draft: Draft, side: SettledSide, aftermath: Aftermath) -> None:
    """Every effect in reverse; an unfinished Aftermath ends as it is."""
    for drawn in supplements(side).values():
        done = msgspec.convert(drawn.changes, list[AnyChange])
        draft.add(*(each for change in reversed(done) for each in opposite(change)))
    written = side.now.effects[: aftermath.applied] if side.now is not None else ()
    effects = list(enumerate(written))
    for number, effect in reversed(effects):
        take_back(draft, aftermath, number, effect)
    for _, effect in effects:
        if isinstance(effect, asks.ModelAnnihilated):
            lead_back(draft, aftermath, effect.model_id)
    # Of a result that was opened again nothing is left to end.
    if aftermath.state != Aftermath.State.LOCKED and aftermath.context:
        draft.add(
            AftermathSet(
                sentence=f"{side.label}’s Aftermath ends where it stands.",
                entry=side.row.entry_id,
                aftermath=aftermath.pk,
                before=aftermath.state,
                after=Aftermath.State.LOCKED,
            )
        )


def _tell_week(draft: Draft, game: Game) -> None:
    week = game.week
    if game.state in Game.OPEN_STATES:
        others = week.games.filter(state__in=Game.OPEN_STATES).exclude(pk=game.pk).count()
        if week.games_close_at <= timezone.now() and not others:
            draft.explain(f"It was the last open game: with it week {week.number} closes.")
        draft.explain("Nobody is paid for it: a forfeit pays the side that came.")
    if week.state == Week.State.CLOSED:
        draft.explain(f"Week {week.number} stays closed, and later pairings stay as they were drawn.")
