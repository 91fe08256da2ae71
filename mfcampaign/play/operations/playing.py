"""Playing: answers, the bots' answers, taking back, giving up. The only writer of a running Encounter.

``seen`` is the version that the player saw (``StaleVersion`` when the Encounter changed since); ``key`` lets
a retry find its first answer (``AnsweredBefore``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.play import by_hand, loading, origins
from mfcampaign.play.engines import Played, played_of, recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import asking
from mfcampaign.play.operations.log import AnsweredBefore, Log, StaleVersion, dumped, log_of
from rules.fate.shuffle import Stream, digest, uint32
from rules.game.asking import abilities, habits_from, unasked
from rules.game.log import free_from
from rules.game.log import take_back as taken_back
from rules.game.procedure.asks import Ask
from rules.game.referee.commands import LONGEST_NAME
from rules.game.simulation.bots import OWN_WORD
from rules.refusal import Refusal

MOST_IN_A_ROW = 2_000
MOST_FRUITLESS = 5
"""The most void rounds of shuffles that one game may have before its cards are dealt."""
Read = Callable[[Ask], Any]


def begin(log: Log) -> None:
    """Deal the decks and put the first question, once both seeds are open. Call it inside the act that opened
    them."""
    row = log.row
    key = loading.key_of(row, row.seats.all())
    play = loading.play_of(row, whole=True)
    row.state = Encounter.State.PLAYING
    row.hash = play.hash
    log.append_events(play.events, 0, key)
    _go_on(log, play, key)
    keep(log, play)


def answer(
    row: Encounter, actor: Person, seat: int, value: Any, *, kind: str, seen: int, key: str = ""
) -> Played:
    """Answer the question of ``seat``; bots answer after it. A ``Refusal`` changes nothing."""
    with log_of(row) as log:
        log.expect_new(key, seat, dumped(value))
        return _respond(log, actor, seat, lambda _ask: value, kind, seen, key)


def respond(
    row: Encounter,
    actor: Person,
    seat: int,
    read: Read,
    *,
    kind: str,
    seen: int,
    key: str = "",
    further: Read | None = None,
    every_time: bool = False,
) -> Played:
    """Answer with the value that ``read`` makes of the open question. ``further`` answers that seat's next
    questions while it returns a value; all of the answers are stored, or none. With ``every_time`` the
    abilities that were used or left are so whenever they come again in this Encounter."""
    with log_of(row) as log:
        if log.answered(key) is not None:
            raise AnsweredBefore
        return _respond(log, actor, seat, read, kind, seen, key, further, every_time=every_time)


def _respond(
    log: Log,
    actor: Person,
    seat: int,
    read: Read,
    kind: str,
    seen: int,
    key: str,
    further: Read | None = None,
    *,
    every_time: bool = False,
) -> Played:
    expect_playing(log.row)
    log.seat_of(actor, seat)
    log.expect_seen(seen, seat)
    fate = loading.key_of(log.row, log.seats)
    play = loading.play_of(log.row, key=fate)
    ask = play.ask_for(seat)
    value = read(ask) if ask else None
    recurring = abilities(ask, play.recurring(ask)) if ask and every_time else ()
    decide(log, play, actor, seat, value, kind, fate, key)
    if ask and recurring:
        asking.remember(log, actor, seat, habits_from(recurring, ask, value))
    while further is not None:
        _go_on(log, play, fate)
        following = play.ask_for(seat)
        value = further(following) if following is not None else None
        if following is None or value is None:
            break
        decide(log, play, actor, seat, value, following.kind, fate)
    log.row.asked_back = {}
    _go_on(log, play, fate)
    keep(log, play)
    return play


def act(
    row: Encounter, actor: Person, seat: int, given: dict[str, Any], *, seen: int, key: str = ""
) -> Played:
    """Carry out an act of the referee's hand, given by ``name`` and ``lines``. It answers the open prompt of
    an effect that the engine does not know, or comes between the questions. Between two people the other may
    object."""
    with log_of(row) as log:
        if log.answered(key) is not None:
            raise AnsweredBefore
        expect_playing(log.row)
        log.seat_of(actor, seat)
        log.expect_seen(seen, seat)
        fate = loading.key_of(log.row, log.seats)
        play = loading.play_of(log.row, key=fate)
        ask = play.ask_for(seat)
        if ask is not None and ask.kind == "apply":
            decide(log, play, actor, seat, given, "apply", fate, key)
        else:
            value = _with_figures(log, play, actor, seat, given)
            facts = play.act(seat, value)
            number = log.note(actor, seat, "act", value, after=play.hash, key=key)
            log.append_events(facts, number, fate)
        log.row.asked_back = {}
        _go_on(log, play, fate)
        keep(log, play)
        return play


def _with_figures(log: Log, play: Played, actor: Person, seat: int, given: Any) -> Any:
    """The act with the catalogue's figures where the Encounter is played with those. A plain list
    stays one when nobody may object."""
    lines = given.get("lines", ()) if isinstance(given, dict) else given
    if not isinstance(lines, list | tuple) or len(lines) > by_hand.MOST_LINES:
        raise Refusal("That is no act by hand.", fix="Look at it again.")
    game = recorded_of(log.row).of_catalogue(play.setup)
    known = list(lines) if game is None else by_hand.completed(log.row, actor, game, play.state, lines)
    asked = bool(known) and by_hand.may_object(log.seats, actor, seat, play.state)
    if not isinstance(given, dict) and not asked:
        return known
    name = str(given.get("name", "")).strip() if isinstance(given, dict) else ""
    return {"name": name[:LONGEST_NAME], "lines": known, "asked": asked}


def take_back(row: Encounter, actor: Person, seat: int, *, steps: int = 1, seen: int, key: str = "") -> bool:
    """Take the last ``steps`` decisions back: at once (True) when that is free, otherwise the other player is
    asked (False).

    When one person plays both sides, consent is not needed. Nobody is asked against a bot: there it goes no
    further back than the last card that was turned, drawn or shown. Raise ``Refusal`` for more.
    """
    with log_of(row) as log:
        log.expect_new(key, seat, dumped({"steps": steps}))
        expect_playing(log.row)
        log.seat_of(actor, seat)
        log.expect_seen(seen, seat)
        play = _from_afar(log.row)
        to = _own_turn(play, seat, len(play.decisions) - steps, log)
        if to < 0 and play.since.decisions:
            raise Refusal(
                "That was played before a rule was corrected.", fix="Take back less, or do it by hand."
            )
        other = log.row.seats.exclude(seat=seat).get()
        by_bot = {at for at, decision in enumerate(play.decisions) if other.bot and decision.seat != seat}
        free = free_from(play, seat, _unasked(log, play) | by_bot)
        if other.bot and to < free:
            own = sum(decision.seat == seat for decision in play.decisions[free:])
            raise Refusal(
                "Since then a card was turned or shown that you had not seen: it stays played.",
                fix=f"Take back at most {own} of your answers." if own else "Play on from here.",
            )
        if to >= free or other.user_id == actor.pk:
            _take_back(log, play, actor, seat, to, key)
            return True
        number = play.since.decisions + to
        log.row.asked_back = {"seat": seat, "to": number, "decisions": len(play.decisions) - to}
        log.note(actor, seat, "ask_back", {"steps": steps}, after=log.row.hash, key=key)
        return False


def answer_take_back(row: Encounter, actor: Person, seat: int, *, agreed: bool, seen: int) -> None:
    """Answer a requested take-back."""
    with log_of(row) as log:
        expect_playing(log.row)
        log.seat_of(actor, seat)
        if log.row.version != seen:
            raise StaleVersion(seen)
        asked_back = log.row.asked_back
        if not asked_back or asked_back["seat"] == seat:
            raise Refusal("Nobody asks you to take anything back.")
        if not agreed:
            log.row.asked_back = {}
            log.note(actor, seat, "decline_back", {}, after=log.row.hash)
            return
        play = _from_afar(log.row)
        _take_back(log, play, actor, asked_back["seat"], asked_back["to"] - play.since.decisions)


def go_on(row: Encounter, actor: Person, seat: int, *, seen: int) -> None:
    """Go on from before the first decision that the present procedures follow by another log. Raise
    ``Refusal`` when there is none."""
    with log_of(row) as log:
        expect_playing(log.row)
        log.seat_of(actor, seat)
        log.expect_seen(seen, seat)
        try:
            loading.play_of(log.row)
        except loading.Diverged as diverged:
            play = cut(log, actor, seat, diverged.kept)
        else:
            raise Refusal("It goes on as it was played.", fix="Load the page again.")
        _bots(log, play, loading.key_of(log.row, log.seats))
        keep(log, play)


def give_up(row: Encounter, actor: Person, seat: int) -> bool:
    """End the Encounter (True); the shuffles' seed is published as at any end.

    An Encounter outside a league ends without a result, and so does a league's game before its first card,
    unless too many beginnings of it failed. From the first card on the other player must agree (False: is
    asked), so that a poor hand is no reason to end; the end then counts as a withdrawal of the player who
    asked.
    """
    with origins.announced(row, actor, "given_up") as say, log_of(row) as log:
        _expect_running(log)
        log.seat_of(actor, seat)
        asked_end = log.row.asked_end
        if not log.row.origin or log.row.state == Encounter.State.GATHERING:
            expect_another_beginning(log.row, "Give it up")
            log.note(actor, seat, "leave", {}, after=log.row.hash)
            log.end(Encounter.State.LEFT)
            say(f"{actor} gave it up before the first card.")
            return True
        if asked_end and asked_end["seat"] != seat:
            _end_together(log, actor, seat, say)
            return True
        if not asked_end:
            log.row.asked_end = {"seat": seat}
            log.note(actor, seat, "ask_end", {}, after=log.row.hash)
        say(f"{actor} wants to give it up; it goes on unless the other player agrees.")
        return False


def answer_end(row: Encounter, actor: Person, seat: int, *, agreed: bool) -> None:
    """Answer the request to give up; the player who asked can only withdraw the request."""
    with origins.announced(row, actor, "given_up") as say, log_of(row) as log:
        _expect_running(log)
        log.seat_of(actor, seat)
        wish = log.row.asked_end
        if not wish or (agreed and wish["seat"] == seat):
            raise Refusal("Nobody asks you to give it up.", fix="Load the page again.")
        if agreed:
            _end_together(log, actor, seat, say)
            return
        log.row.asked_end = {}
        log.note(actor, seat, "decline_end", {}, after=log.row.hash)
        word = "stays after all" if wish["seat"] == seat else "does not agree to end it"
        say(f"It goes on: {actor} {word}.")


def claim_time(row: Encounter, actor: Person, seat: int) -> None:
    """Claim the game because the other side's time is up, if the game was begun with that rule: it ends as a
    withdrawal of the side without time."""
    with origins.announced(row, actor, "given_up") as say, log_of(row) as log:
        expect_playing(log.row)
        log.seat_of(actor, seat)
        clock = loading.clock_of(log.row)
        if clock is None or not log.row.clock_claim:
            raise Refusal("Nobody claims this game by the clock.", fix="Play on.")
        if clock.claimant_at(timezone.now()) != seat:
            raise Refusal("Your opponent's time is not up, or yours is, too.", fix="Play on.")
        log.note(actor, seat, "claim_time", {"asked": 1 - seat}, after=log.row.hash)
        play = loading.play_of(log.row)
        log.end(Encounter.State.OVER, play.result(gave_up=1 - seat))
        say(f"{actor} claimed it in Turn {play.state.turn}: the other player's time was up.")


def set_aside(row: Encounter, actor: Person, reason: str) -> None:
    """End it without a result for an organiser, so that another can begin. Call it inside the act with the
    reason; the fate page shows both."""
    with log_of(row) as log:
        _expect_running(log)
        log.note(actor, 0, "set_aside", {"reason": reason}, after=log.row.hash)
        log.end(Encounter.State.LEFT)


def expect_another_beginning(row: Encounter, what: str) -> None:
    """Raise ``Refusal`` when too many beginnings of one game failed."""
    if row.origin and origins.fruitless(row) >= MOST_FRUITLESS:
        raise Refusal(
            f"{what} no more: {MOST_FRUITLESS} rounds of this game came to nothing before the first card.",
            fix="Continue this one, or ask an organiser to set it aside.",
        )


def _expect_running(log: Log) -> None:
    if log.row.over:
        raise Refusal("The Encounter is over.")


def _end_together(log: Log, actor: Person, seat: int, say: origins.Say) -> None:
    """End by agreement. What was played counts as if the player who asked had withdrawn; a record simply
    ends."""
    asked = log.row.asked_end["seat"]
    log.note(actor, seat, "leave", {"asked": asked}, after=log.row.hash)
    if not log.row.dealt:
        log.end(Encounter.State.LEFT)
        say("Both players gave the record up.")
        return
    play = loading.play_of(log.row)
    log.end(Encounter.State.OVER, play.result(gave_up=asked))
    say(f"Both players gave it up in Turn {play.state.turn}: it counts as a withdrawal of who asked.")


def _own_turn(play: Played, seat: int, to: int, log: Log) -> int:
    """The number of the seat's own decision to go back to; a bot's answers since are taken back
    too."""
    bots = set(log.row.seats.exclude(bot="").values_list("seat", flat=True))
    bots |= {withdrawn.seat for withdrawn in play.state.withdrawals if withdrawn.seat != seat}
    if seat in bots:
        return to
    while to > 0 and (play.decisions[to].seat in bots or play.decisions[to].kind == "rewind"):
        to -= 1
    return to


def _from_afar(row: Encounter) -> Played:
    """The Encounter from its first card, or from its checkpoint when a rule of before was corrected
    since."""
    try:
        return loading.play_of(row, whole=True)
    except loading.Diverged:
        return loading.play_of(row)


def _take_back(log: Log, play: Played, actor: Person, seat: int, to: int, key: str = "") -> None:
    """Take ``play.decisions[to:]`` back."""
    entry = taken_back(play, seat, to, consent=True)
    again = _rewind(log, actor, seat, play.since.decisions + to, entry.value["shuffles"], key)
    _bots(log, again, loading.key_of(log.row, log.seats))
    keep(log, again)


def cut(log: Log, actor: Person | None, seat: int, to: int) -> Played:
    """Take the decisions from ``to`` on back, by what was stored of them: procedures no longer lead there."""
    facts = loading.facts(log.row)
    gone = set(loading.counting(log.row).values_list("number", flat=True)[to:])
    informed = any(fact.informs for number, fact in facts if number in gone)
    crews = loading.state_after(log.row, facts).crews
    return _rewind(log, actor, seat, to, [crew.shuffles for crew in crews] if informed else [])


def _rewind(log: Log, actor: Person | None, seat: int, to: int, shuffles: list[int], key: str = "") -> Played:
    """Mark the decisions from ``to`` on, append the take-back, and deal the unseen cards again as the next
    ``shuffles`` if any card was seen; return the Encounter after it."""
    gone = list(loading.counting(log.row).values_list("number", flat=True)[to:])
    kind = "rewind" if shuffles else "take_back"
    number = log.row.version + 1
    log.row.decisions.filter(number__in=gone).update(undone_by=number)
    log.row.asked_back = {}
    kept = loading.checkpoint_of(log.row)
    if kept is not None and kept.decisions > to:
        log.row.checkpoint = ""
    again = loading.play_of(log.row)
    before = len(again.events)
    if shuffles:
        again.reshuffle(shuffles)
    log.note(actor, seat, kind, {"to": to, "shuffles": shuffles}, after=again.hash, key=key)
    log.append_events(again.events[before:], number, loading.key_of(log.row, log.seats))
    return again


def decide(
    log: Log, play: Played, actor: Person | None, seat: int, value: Any, kind: str, fate: bytes, key: str = ""
) -> None:
    ask = play.ask_for(seat)
    if actor is not None and ask is not None and ask.kind == "apply":
        value = _with_figures(log, play, actor, seat, value)
    facts = play.answer(seat, value, kind)
    number = log.note(actor, seat, play.decisions[-1].kind, value, after=play.hash, key=key)
    log.append_events(facts, number, fate)


def _bots(log: Log, play: Played, fate: bytes) -> None:
    """Answer the bots' questions; a retry gives the same answers. For a withdrawn Crew the minimal answer is
    given, but questions about secrets are left to the player."""
    bots = {seat.seat: seat.bot for seat in log.seats if seat.bot}
    for _ in range(MOST_IN_A_ROW):
        ask = next((ask for ask in play.asks if ask.seat in bots or _absent(play, ask)), None)
        if ask is None:
            return
        stream = Stream(digest("mfx-bot", fate, uint32(log.row.version), uint32(ask.seat)))
        bot = played_of(log.row).bots[bots.get(ask.seat, "absent")](stream)
        decide(log, play, None, ask.seat, bot.answer(play, ask), ask.kind, fate)
    raise Refusal("The bots do not come to an end.", fix="Concede this Encounter.")


def _go_on(log: Log, play: Played, fate: bytes) -> None:
    """Answer for the bots, and for the players whatever they need not be asked (``rules.game.asking``).
    Nobody is the actor of such an answer."""
    alone = any(seat.bot for seat in log.seats)
    people = {seat.seat: seat for seat in log.seats if not seat.bot}
    for _ in range(MOST_IN_A_ROW):
        _bots(log, play, fate)
        for ask in play.asks:
            seat = people[ask.seat]
            value = unasked(play, ask, seat.habits, alone=alone, everything=seat.asks_everything)
            if value is not None:
                decide(log, play, None, ask.seat, value, ask.kind, fate)
                break
        else:
            return
    raise Refusal("What is answered without asking does not come to an end.", fix="Ask for every question.")


def _unasked(log: Log, play: Played) -> set[int]:
    """The indexes of the decisions that ``_go_on`` took for a person."""
    people = [seat.seat for seat in log.seats if not seat.bot]
    counting = loading.counting(log.row)
    given = counting.filter(actor=None, seat__in=people).exclude(kind="rewind")
    unasked = set(given.values_list("number", flat=True))
    numbers = counting.values_list("number", flat=True)
    return {index - play.since.decisions for index, number in enumerate(numbers) if number in unasked}


def _absent(play: Played, ask: Ask) -> bool:
    return play.state.withdrew(ask.seat) is not None and ask.kind not in OWN_WORD


def keep(log: Log, play: Played) -> None:
    """Store the Encounter after what was appended; end it when its rules say so."""
    log.row.hash = play.hash
    log.play = play
    edition = played_of(log.row)
    if (settled := edition.settled(play, loading.setup_of(log.row))) is not None:
        log.hired(settled)
    if play.checkpoint.decisions:
        log.row.checkpoint = msgspec.json.encode(play.checkpoint).decode()
    if play.over:
        log.end(Encounter.State.OVER, play.result())


def expect_playing(row: Encounter) -> None:
    """Raise ``Refusal`` unless it is being played here now."""
    if row.mode != Encounter.Mode.PLAY or row.state != Encounter.State.PLAYING:
        raise Refusal(
            "This Encounter is not being played now.", fix="Load the page again to see where it is."
        )
