"""Phrases between the two players, rematches, and whether a friendly game counts among one’s own."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from mfcampaign.accounts.persons import Person
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from mfcampaign.play.operations.log import Log, log_of
from rules.refusal import Refusal

PHRASES = {
    "hello": "Hello, have a good game!",
    "thinking": "Let me think a moment.",
    "away": "I am away for a few minutes.",
    "back": "I am back.",
    "well": "Well played!",
    "luck": "The cards were kind to me.",
    "sorry": "That was not what I meant to do.",
    "take_back": "Take it back if you like.",
    "thanks": "Thank you for the game!",
}
MOST_SAID = 100
"""The most phrases of one person in one Encounter."""


def say(row: Encounter, actor: Person, phrase: str) -> None:
    """Send one of ``PHRASES`` to the other player; the game does not change."""
    if phrase not in PHRASES:
        raise Refusal("There is no such phrase.", fix="Choose one of the list.")
    with log_of(row) as log:
        seat = _seat_between_people(log, actor)
        if log.row.decisions.filter(kind="say", actor=actor).count() >= MOST_SAID:
            raise Refusal("You have said enough for one game.", fix="Answer what is asked.")
        log.note(actor, seat, "say", {"phrase": phrase}, after=log.row.hash)


def _seat_between_people(log: Log, actor: Person) -> int:
    people = {seat.user_id: seat.seat for seat in log.seats if seat.user_id}
    if actor.pk not in people:
        raise Refusal("That is not your side.", fix="Answer for your own.")
    if len(people) < 2:
        raise Refusal("Nobody else is at this table.")
    return people[actor.pk]


def count_in_history(row: Encounter, actor: Person, counted: bool) -> None:
    """Whether a friendly game that is over counts among that person’s games. One seat counts, where a person
    has both."""
    with log_of(row) as log:
        if log.row.origin:
            raise Refusal("A league’s game is among your games anyway.")
        own = next((seat for seat in log.seats if seat.user_id == actor.pk), None)
        if own is None:
            raise Refusal("That is not your side.")
        if any(seat.bot for seat in log.seats):
            raise Refusal("A game against a bot is practice.", fix="Count games against people.")
        if log.row.state != Encounter.State.OVER:
            raise Refusal("The game is not over.", fix="Count it once it is.")
        own.in_history = counted
        own.save(update_fields=["in_history"])
        log.note(actor, own.seat, "history", {"counted": counted}, after=log.row.hash)


def rematch(row: Encounter, actor: Person) -> Encounter:
    """Begin the same Encounter with the sides exchanged, at most once; the second player to ask gets the
    first one's. A league pairs its own games."""
    if not row.over or row.origin:
        raise Refusal("Only a game of your own that is over is played again.", fix="Set up a new one.")
    seats = {seat.seat: seat for seat in row.seats.select_related("user")}
    own = next((seat for seat in seats.values() if seat.user_id == actor.pk), None)
    if own is None:
        raise Refusal("That is not your side.", fix="Set up a game of your own.")
    other = seats[1 - own.seat]
    opponent = other.bot or ("hot" if other.user_id == actor.pk else "known" if other.user_id else "invite")
    name = salted_hmac("play.rematch", row.public_id).hexdigest()[:12]
    setup = loading.setup_of(row)
    brought = {seat.seat: seat.crew_id for seat in seats.values() if seat.crew_id is not None}
    return creation.create_once(
        actor,
        name,
        lambda: creation.create(
            actor,
            setup.before_hiring(),
            opponent=opponent,
            seat=1 - own.seat,
            mode=row.mode,
            other=other.user,
            name=name,
            clock=row.clock_limit,
            brought=brought if setup.hire is None else {},
        ),
    )
