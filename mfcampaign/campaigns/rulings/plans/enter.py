"""Enters the result of a game that was played and never reported: in time for both players, or after its
week, for as long as the league is there (ledger 4.3)."""

from __future__ import annotations

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results, steps
from mfcampaign.campaigns.game.steps import Sides
from mfcampaign.campaigns.models import Campaign, Game, Ruling, Week
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.plans.settled import game_of, scores
from mfcampaign.campaigns.rulings.requests import EnterResult
from rules.campaign.crew import CampaignCrew
from rules.campaign.rulings.changes import ResultEntered
from rules.game.results.result import outcome
from rules.refusal import Refusal

State = Game.State


def enterable(game: Game) -> bool:
    """Whether a result may be entered: the game has none, and nobody ruled that it counts for nothing."""
    if game.state == State.VOID:
        return game.additional and not game.rulings.exists()  # its week ended before it was reported
    return game.state not in Game.WITH_RESULT


def plan(draft: Draft, request: EnterResult) -> None:
    game = game_of(draft, request.encounter)
    draft.kind = Ruling.Kind.RESULT
    draft.title = f"Week {game.week.number}, table {game.table}: the result entered"
    if game.state in Game.WITH_RESULT:
        raise Refusal(f"Table {game.table} has a result.", fix="Correct it instead.")
    if not enterable(game):
        raise Refusal("This game was voided by a ruling.", fix="Undo that ruling first.")
    sides = steps.sides_of(game)
    crews = _crews_of(game, sides, request.crews)
    results.check_result(game, sides, request.result)
    score = outcome(request.result, game.week.rules)
    draft.about(*(side.entry for side in sides))
    draft.add(
        ResultEntered(
            sentence=f"Table {game.table} of week {game.week.number} ends {scores(game, score.vp)}; it was "
            f"“{game.get_state_display()}”. The standings follow.",
            encounter=game.pk,
            before=game.state,
            result=msgspec.to_builtins(request.result),
            crews=tuple(msgspec.to_builtins(crew) for crew in crews),
        )
    )
    for side in sides:
        draft.add(*weeks.changes_of(side.entry, game.week, {game.pk: request.result}))
    _tell(draft, game, crews)


def _crews_of(game: Game, sides: Sides, crews: tuple[CampaignCrew, ...]) -> tuple[CampaignCrew, ...]:
    """The Crews, put on the rows in memory where none was revealed; ``Refusal`` for what cannot be."""
    if game.revealed_at is not None:
        if crews:
            raise Refusal("The Crews of this game are revealed; they stand.", fix="Enter the result alone.")
        return ()
    if len(crews) != len(sides):
        raise Refusal("No Crew was handed in.", fix="Say for both which models took part.")
    bring(game, sides, crews)
    return crews


def bring(game: Game, sides: Sides, crews: tuple[CampaignCrew, ...]) -> None:
    """Put these Crews on the rows, with what a reveal tells of them, by the Arsenals as they are now."""
    game.size = game.size or game.ceiling
    arsenals = loading.arsenals(game.week.campaign, [side.entry for side in sides])
    for side, crew in zip(sides, crews, strict=True):
        game_operations.check_crew(side, crew, game.size, arsenals[side.entry_id]).demand()
        side.crew = msgspec.to_builtins(crew)
    game.reveal = game_operations.rated(game, *sides, arsenals)


def _tell(draft: Draft, game: Game, crews: tuple[CampaignCrew, ...]) -> None:
    if crews:
        draft.explain("Ratings and Soulstone Pools follow from the Arsenals as they are now.")
    if draft.campaign.state == Campaign.State.COMPLETE:
        draft.explain("The season is over: no Aftermath follows, and no Scrip is paid for the game.")
        return
    draft.explain("Both Aftermaths begin with the ruling, for the Arsenals as they are now.")
    if game.week.state == Week.State.CLOSED:
        hours = game.week.rules.aftermath_h
        draft.explain(
            f"Week {game.week.number} stays closed, and later pairings stay as they were drawn. The cards "
            f"come from the week that is open; each player has {hours} hours."
        )
