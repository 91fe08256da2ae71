"""Before the first card: create an Encounter, take seats, commit and open the parts of the shuffles.

Nobody can choose a part after seeing another's: the server commits first, then both players, and a part is
opened only when all commitments are stored (``rules.fate.shuffle``).
"""

from __future__ import annotations

import datetime as dt
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Subquery

from mfcampaign.accounts.operations import forget_visitors, visitors
from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.audit.operations import forget_acts, operation
from mfcampaign.crews import queries as crews
from mfcampaign.play import origins
from mfcampaign.play.clocks import NO_LIMIT, Limit
from mfcampaign.play.engines import AnySetup, played_for, recorded_for, recorded_of
from mfcampaign.play.hiring import handed_in
from mfcampaign.play.models import LONGEST_TITLE, Encounter, Seat, invitation
from mfcampaign.play.models import public_id as fresh_id
from mfcampaign.play.operations import playing, recording
from mfcampaign.play.operations.log import Log, log_of
from rules.fate.dealer import SEATS
from rules.fate.shuffle import KEY_BYTES, client_commitment, digest, server_commitment
from rules.game.procedure.asks import Ask
from rules.refusal import Refusal

SHORTEST_PHRASE = 20
MOST_RUNNING, MOST_RUNNING_WITHOUT_ACCOUNT = 60, 6
KEPT_WITHOUT_ACCOUNT = dt.timedelta(days=30)
FORGOTTEN_AT_ONCE = 50


def create(
    owner: Person,
    setup: AnySetup,
    *,
    opponent: str = "invite",
    seat: int = 0,
    mode: str = "play",
    title: str = "",
    other: Any = None,
    origin: str = "",
    name: str = "",
    clock: Limit = NO_LIMIT,
    brought: Mapping[int, int] | None = None,
) -> Encounter:
    """Create an Encounter with ``owner`` in ``seat``; ``brought`` are the saved Crews by seat.

    ``opponent`` is "invite" (anybody with the link), "hot" (one person plays both sides), one of
    ``Seat.BOTS``, or "known" (``other``). A record begins at once, with the scenario as far as it is known.
    ``name`` becomes its ``public_id`` if given; ``clock`` is a chess clock between two people.
    """
    if clock.seconds and (mode != Encounter.Mode.PLAY or opponent not in ("invite", "known")):
        raise Refusal(
            "A chess clock is for two people who play here.", fix="Leave it off, or invite somebody."
        )
    most = MOST_RUNNING_WITHOUT_ACCOUNT if owner.is_visitor else MOST_RUNNING
    if Seat.objects.filter(user=owner, encounter__state__in=["gathering", "playing"]).count() >= most:
        fix = "End one first, or sign up." if owner.is_visitor else "End one first."
        raise Refusal(f"You have {most} Encounters running.", fix=fix)
    if mode == Encounter.Mode.PLAY:
        played_for(setup)
    name = name or fresh_id()
    bound, edition = msgspec.structs.replace(setup, encounter=name), recorded_for(setup)
    with transaction.atomic():
        row = Encounter(
            public_id=name,
            mode=mode,
            title=(title or setup.title)[:LONGEST_TITLE],
            engine=edition.engine,
            origin=origin,
            clock_seconds=clock.seconds,
            clock_claim=clock.claim and bool(clock.seconds),
            setup=msgspec.json.encode(bound).decode(),
            server_seed=b"",
        )
        _new_round(row)
        if mode == Encounter.Mode.RECORD:
            row.state = Encounter.State.PLAYING
        row.save()
        people = {"hot": owner, "known": other}
        bot = opponent if opponent in dict(Seat.BOTS) else ""
        own_crew, other_crew = ((brought or {}).get(each) for each in (seat, 1 - seat))
        Seat.objects.create(encounter=row, seat=seat, user=owner, crew_id=own_crew)
        Seat.objects.create(
            encounter=row, seat=1 - seat, user=people.get(opponent), bot=bot, crew_id=other_crew
        )
        _bot_parts(row)
        with operation(row, owner, kind="encounter.created") as act:
            act.say(f"{row.title} was set up.", opponent=opponent)
        agreed = edition.agreed(setup) if mode == Encounter.Mode.RECORD else None
        if agreed is not None:
            recording.enter(row, owner, [agreed], seen=0)
    return row


def hand_in(row: Encounter, ask: Ask, owner: Viewer, given: Any) -> Any:
    """The answer to a question for a Crew: one of the ``owner``'s saved ones or of those offered to
    everybody, by its id, or one written out. Which saved one it is, if any, is noted with the seat."""
    crew = given if isinstance(given, str) else ""
    own = crews.own(owner).filter(public_id=crew).values("pk")[:1]
    Seat.objects.filter(encounter=row, seat=ask.seat).update(crew=Subquery(own))
    return handed_in(owner, recorded_of(row).code, crew, ask) if isinstance(given, str) else given


def create_once(owner: Person, name: str, make: Callable[[], Encounter]) -> Encounter:
    """The Encounter that ``make`` creates under ``name``, a field of the form. A repeated or
    concurrent request finds the first one. Raise ``Refusal`` for a name that belongs to somebody else."""
    try:
        with transaction.atomic():
            return _created_before(owner, name) or make()
    except IntegrityError:
        if (before := _created_before(owner, name)) is None:
            raise
        return before


def _created_before(owner: Person, name: str) -> Encounter | None:
    row = Encounter.objects.filter(public_id=name).first()
    if row is not None and not row.seats.filter(user=owner).exists():
        raise Refusal("This form was not made for you.", fix="Load the page again.")
    return row


def forget_visits(now: dt.datetime) -> bool:
    """Delete Encounters of visitors without an account that were inactive for long, and those visitors;
    return whether there may be more."""
    before = now - KEPT_WITHOUT_ACCOUNT
    by_visitors = Seat.objects.filter(user__in=visitors())
    old = Encounter.objects.filter(updated_at__lt=before, pk__in=by_visitors.values("encounter"))
    with_others = Seat.objects.exclude(user=None).exclude(pk__in=by_visitors.values("pk")).values("encounter")
    rows = list(old.exclude(pk__in=with_others).order_by("pk")[:FORGOTTEN_AT_ONCE])
    with transaction.atomic():
        forget_acts(rows)
        Encounter.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return forget_visitors(before, FORGOTTEN_AT_ONCE) or len(rows) == FORGOTTEN_AT_ONCE


def join(seat: Seat, actor: Person) -> Encounter:
    """Take the empty seat of an invitation link, which expires."""
    with operation(seat.encounter, actor, kind="encounter.joined") as act:
        fresh = Seat.objects.get(pk=seat.pk)
        if fresh.user_id == actor.pk:
            return act.row
        if fresh.user_id is not None or fresh.bot:
            raise Refusal("That seat is taken.", fix="Ask for a link of your own.")
        fresh.user, fresh.invitation = actor, invitation()
        fresh.save()
        act.say(f"{actor} joined {act.row.title}.")
        return act.row


def commit(row: Encounter, actor: Person, seat: int, commitment: str) -> None:
    """Store the hash of one's part; it cannot be changed in this round."""
    with log_of(row) as log:
        own = _own_part(log, actor, seat)
        if len(commitment) != 64 or set(commitment) - set("0123456789abcdef"):
            raise Refusal("That is no commitment.", fix="Load the page again.")
        if own.commitment and own.commitment != commitment:
            raise Refusal("Your part is laid down already.", fix="Open it, or begin a new round.")
        own.commitment = commitment
        own.save(update_fields=["commitment"])


def open_part(row: Encounter, actor: Person, seat: int, seed: str) -> None:
    """Open one's part, once all commitments are stored; the last one opened begins the Encounter."""
    with log_of(row) as log:
        own = _own_part(log, actor, seat)
        if not all(each.commitment for each in log.row.seats.all()):
            raise Refusal("The other player's part is not laid down yet.", fix="Wait for it.")
        _open(log, own, _bytes_of(seed))


def speak(row: Encounter, actor: Person, seat: int, phrase: str) -> None:
    """Hash a phrase here, commit it and open it in one step, for browsers without scripts."""
    with log_of(row) as log:
        own = _own_part(log, actor, seat)
        if len(phrase.strip()) < SHORTEST_PHRASE:
            raise Refusal(
                f"A phrase of at least {SHORTEST_PHRASE} letters, please.", fix="Say something longer."
            )
        if own.commitment:
            raise Refusal("Your part is laid down already.", fix="Open it, or begin a new round.")
        seed = digest("mfx-deck-v1/phrase", log.row.fate_name, SEATS[seat], phrase.strip())
        own.commitment = client_commitment(log.row.fate_name, SEATS[seat], seed).hex()
        own.save(update_fields=["commitment"])
        _open(log, own, seed)


def renew(row: Encounter, actor: Person, seat: int) -> None:
    """Void the round because a part was lost: its seed is published at once, and everybody commits a new
    part."""
    with origins.announced(row, actor, "round_void") as say, log_of(row) as log:
        _own_part(log, actor, seat)
        old = log.row
        playing.expect_another_beginning(old, "Begin a new round")
        if len(old.void_rounds) >= playing.MOST_FRUITLESS:
            raise Refusal(
                f"{playing.MOST_FRUITLESS} rounds came to nothing already.", fix="Concede this Encounter."
            )
        say(f"{actor} began a new round of the shuffles; number {old.fate_round} came to nothing.")
        void_round(old, by=seat)


def void_round(row: Encounter, **why: int) -> None:
    """Void the round: its seed is published with ``why`` (the seat or the epoch), and everybody commits a new
    part. Call it inside the act that records the reason."""
    missing = [seat_row.seat for seat_row in row.seats.all() if not seat_row.seed]
    row.void_rounds = [
        *row.void_rounds,
        {
            "name": row.fate_name,
            "commitment": row.server_commitment,
            "server_seed": bytes(row.server_seed).hex(),
            "unopened": missing,
            **why,
        },
    ]
    row.fate_round += 1
    _new_round(row)
    row.seats.update(commitment="", seed=b"")
    _bot_parts(row)


def _new_round(row: Encounter) -> None:
    row.server_seed = secrets.token_bytes(KEY_BYTES)
    row.server_commitment = server_commitment(row.fate_name, bytes(row.server_seed)).hex()


def _bot_parts(row: Encounter) -> None:
    """Derive a bot's part from the server's, which was committed before; it adds neither freedom nor
    safety."""
    for seat in row.seats.exclude(bot=""):
        seed = digest("mfx-deck-v1/bot", row.fate_name, SEATS[seat.seat], bytes(row.server_seed))
        seat.seed = seed
        seat.commitment = client_commitment(row.fate_name, SEATS[seat.seat], seed).hex()
        seat.save(update_fields=["seed", "commitment"])


def _own_part(log: Log, actor: Person, seat: int) -> Seat:
    if log.row.mode != Encounter.Mode.PLAY or log.row.state != Encounter.State.GATHERING:
        raise Refusal("The shuffles are settled.", fix="Load the page again.")
    return log.seat_of(actor, seat)


def _bytes_of(seed: str) -> bytes:
    try:
        part = bytes.fromhex(seed)
    except ValueError:
        part = b""
    if len(part) != KEY_BYTES or part == bytes(KEY_BYTES):
        raise Refusal("A part is 32 bytes of chance.", fix="Load the page again.")
    return part


def _open(log: Log, own: Seat, seed: bytes) -> None:
    expected = client_commitment(log.row.fate_name, SEATS[own.seat], seed).hex()
    if not hmac.compare_digest(expected, own.commitment):
        raise Refusal("That is not the part you laid down.", fix="Begin a new round if it is lost.")
    others = [bytes(seat.seed) for seat in log.row.seats.exclude(pk=own.pk)]
    if seed in (*others, bytes(log.row.server_seed)):
        raise Refusal("Two parts are the same: somebody copied.", fix="Begin a new round.")
    own.seed = seed
    own.save(update_fields=["seed"])
    seats = list(log.row.seats.all())
    if all(seat.seed for seat in seats):
        playing.begin(log)


__all__ = ["commit", "create", "join", "open_part", "renew", "speak"]
