"""The opponent's agreement to cards that a player entered from the table (house rule ``entered_flips``).

With ``countersign`` each entered flip waits for the opponent. It is valid once the opponent agrees, or has
not answered for as long as a report may remain unanswered. An objection notifies the organisers and holds the
week until an organiser who does not play in the game decides: the cards count, or they are struck. Nothing is
flipped again either way; the organiser's rulings correct what struck cards brought. With ``trust`` nobody is
asked.
"""

from __future__ import annotations

from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.campaigns.aftermath.countersign_queries import of_game, unsettled
from mfcampaign.campaigns.game.steps import both_sides, game_operation
from mfcampaign.campaigns.models import AftermathDecision, Countersign, Game, GameSide, Week
from mfcampaign.campaigns.reactions import game_over
from mfcampaign.campaigns.week import extensions
from rules.campaign.policies import Policies
from rules.refusal import Refusal

State = Countersign.State


def ask(decision: AftermathDecision, rules: Policies) -> Countersign | None:
    """The opponent is asked for a word on newly entered cards. Part of the act that entered them."""
    if rules.entered_flips == "trust":
        return None
    return Countersign.objects.create(decision=decision)


def agree(side: GameSide, actor: Actor, numbers: list[int]) -> int:
    """``side`` countersigns these cards of its opponent; how many were waiting comes back. Those that are
    answered already stay as they are, so that a second tap changes nothing."""
    with game_operation(side.game, actor, "aftermath.countersigned") as (act, game):
        own, other = both_sides(game, side)
        waiting = of_game(game).filter(pk__in=numbers, state=State.WAITING, decision__aftermath__side=other)
        count: int = waiting.update(state=State.AGREED, answered_at=timezone.now())
        if count:
            flips = "1 flip" if count == 1 else f"{count} flips"
            act.say(f"{own.entry.label} countersigned {flips} of {other.entry.label}.", encounter=game.pk)
        game_over(game.week)
    return count


def object_to(side: GameSide, actor: Actor, number: int, reason: str) -> None:
    """``side`` objects to one flip of its opponent; the organisers are notified, the week waits."""
    with game_operation(side.game, actor, "aftermath.cards_objected", reason=reason) as (act, game):
        own, other = both_sides(game, side)
        row = _row(game, number)
        if row.decision.aftermath.side_id != other.pk:
            raise Refusal("These are your own cards.")
        if not reason.strip():
            raise Refusal("Say what is wrong with these cards.", fix="One sentence is enough.")
        if row.state != State.WAITING:
            raise Refusal(f"These cards are settled: {row.get_state_display()}.")
        row.state, row.objection, row.answered_at = State.OBJECTED, reason, timezone.now()
        row.save(update_fields=["state", "objection", "answered_at"])
        act.say(
            f"{own.entry.label} objects to cards that {other.entry.label} entered at table {game.table}: "
            f"{reason}",
            encounter=game.pk,
        )


def rule(game: Game, actor: Person | None, number: int, stands: bool, reason: str) -> None:
    """An organiser who does not play in the game settles an objection. Nothing is flipped again."""
    with game_operation(game, actor, "aftermath.cards_ruled", reason=reason) as (act, game):
        row = _row(game, number)
        if row.state != State.OBJECTED:
            raise Refusal("Nobody objects to these cards.")
        if not reason.strip():
            raise Refusal("Say why; the league can read it.", fix="One sentence is enough.")
        row.state = State.UPHELD if stands else State.STRUCK
        row.ruling, row.ruled_by = reason, actor
        row.save(update_fields=["state", "ruling", "ruled_by"])
        label = row.decision.aftermath.side.entry.label
        verdict = "stand" if stands else "are rejected; what they brought is corrected by a ruling"
        act.say(f"The cards {label} entered at table {game.table} {verdict}: {reason}", encounter=game.pk)
        game_over(game.week)


def stand_unanswered(game: Game, number: int | None = None) -> int:
    """Accept cards to which nobody objected in time: all that wait in this game, or one."""
    with game_operation(game, None, "aftermath.cards_unanswered") as (act, game):
        waiting = of_game(game).filter(state=State.WAITING)
        if number is not None:
            waiting = waiting.filter(pk=number)
        count: int = waiting.update(state=State.UNANSWERED, answered_at=timezone.now())
        if count:
            flips = "1 entered flip stands" if count == 1 else f"{count} entered flips stand"
            act.say(f"Table {game.table}: {flips}; nobody objected in time.", encounter=game.pk)
        game_over(game.week)
    return count


def at_deadline(week: Week) -> None:
    """The week is due: unanswered cards count, but at tables that have longer; an objection still waits. Runs
    within that act."""
    waiting = unsettled(state=State.WAITING, decision__aftermath__side__game__week=week)
    longer = extensions.running(week).values("entry")
    tables = waiting.exclude(decision__aftermath__side__game__sides__entry__in=longer)
    tables = tables.values("decision__aftermath__side__game")
    for game in Game.objects.filter(pk__in=tables).select_related("week__campaign"):
        stand_unanswered(game)


def _row(game: Game, number: int) -> Countersign:
    row: Countersign | None = (
        of_game(game).filter(pk=number).select_related("decision__aftermath__side__entry__user").first()
    )
    if row is None:
        raise Refusal("There are no such cards at this table.")
    return row
