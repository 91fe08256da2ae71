"""Points beside results (painting, sportsmanship, bonus, penalty) and awards of an event."""

from __future__ import annotations

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events.models import Event, Player
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.tournament.standings.criteria import scheme_of
from rules.wording import counted

MOST_POINTS, MOST_ROWS, LONGEST = 20, 300, 120


def give_points(
    event: Event, actor: Person, player: int, points: int, why: str, *, key: str | None = None
) -> None:
    """So many points for a player (below 0: taken), in the table and not in pairings, which are proven from
    results. Nobody gives them to themselves; ``Refusal`` where the standings do not rank by points."""
    with operation(event, actor, kind="points.given", key=key, reason=why) as act:
        row = _open(act)
        if Criterion.POINTS not in scheme_of(row.scheme, row.order, row.bye_worth).order or row.climbing:
            raise Refusal("These standings do not rank by points.", fix="Choose another order first.")
        who = _player(act, player, actor)
        if not points or abs(points) > MOST_POINTS:
            raise Refusal(f"Give or take between 1 and {MOST_POINTS} points.")
        said = _said(why)
        given = {"n": _next(row.adjustments), "player": who.number, "points": points, "why": said}
        row.adjustments = [*row.adjustments, given]
        row.save(update_fields=["adjustments"])
        verb = "gets" if points > 0 else "loses"
        act.say(f"{who.name} {verb} {counted(abs(points), 'point')}: {said}.", player=who.number)


def take_points_back(event: Event, actor: Person, n: int, *, key: str | None = None) -> None:
    """The points of that number count no more."""
    with operation(event, actor, kind="points.taken_back", key=key) as act:
        row = _open(act)
        given = next((each for each in row.adjustments if each["n"] == n), None)
        if given is None:
            raise Refusal("These points do not count any more.")
        who = _player(act, given["player"], actor)
        row.adjustments = [each for each in row.adjustments if each["n"] != n]
        row.save(update_fields=["adjustments"])
        act.say(
            f"The {counted(abs(given['points']), 'point')} of {who.name} for {given['why']} are taken back."
        )


def give_award(event: Event, actor: Person, player: int, award: str, *, key: str | None = None) -> None:
    """Honour a player beside the table: best painted, best sport. Until long after the last round."""
    with operation(event, actor, kind="award.given", key=key) as act:
        row = act.row
        if row.phase == Event.Phase.CANCELLED:
            raise Refusal("This event was called off.")
        who = _player(act, player, None)
        said = _said(award)
        row.awards = [*row.awards, {"n": _next(row.awards), "player": who.number, "award": said}]
        row.save(update_fields=["awards"])
        act.say(f"{who.name}: {said}.", player=who.number)


def take_award_back(event: Event, actor: Person, n: int, *, key: str | None = None) -> None:
    """The award of that number is nobody's."""
    with operation(event, actor, kind="award.taken_back", key=key) as act:
        row = act.row
        given = next((each for each in row.awards if each["n"] == n), None)
        if given is None:
            raise Refusal("This award is taken back already.")
        row.awards = [each for each in row.awards if each["n"] != n]
        row.save(update_fields=["awards"])
        act.say(f"The award {given['award']} is taken back.")


def _open(act: ActInProgress[Event]) -> Event:
    if act.row.over:
        raise Refusal("The event is over: its table is final.", fix="Awards can still be given.")
    return act.row


def _player(act: ActInProgress[Event], number: int, actor: Person | None) -> Player:
    who = act.row.players.filter(number=number).first()
    if who is None:
        raise Refusal("There is no such player.", fix="Choose from the list.")
    if actor is not None and who.user_id == actor.pk:
        raise Refusal("This is about yourself, so another organiser decides on it.")
    return who


def _said(words: str) -> str:
    said = " ".join(words.split())
    if not said:
        raise Refusal("Say what for: everybody reads it.")
    if len(said) > LONGEST:
        raise Refusal(f"That is longer than {LONGEST} characters.", fix="Say it shorter.")
    return said


def _next(rows: list[dict[str, int]]) -> int:
    if len(rows) >= MOST_ROWS:
        raise Refusal(f"An event has at most {MOST_ROWS} of these.")
    return 1 + max((row["n"] for row in rows), default=0)
