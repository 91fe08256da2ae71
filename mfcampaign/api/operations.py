"""Creating and revoking tokens; storing the answer of an act under its idempotency key."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from mfcampaign.api.models import Answer, Token
from mfcampaign.api.problems import Problem
from mfcampaign.audit.actors import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.web.resilience.quotas import expect_room

PREFIX = "mfl_"
SCOPES = {
    "read": "Read what you may read: leagues, Arsenals, your Crews.",
    "play": "Act as a player: build, hire, hand in Crews, report, answer in the Aftermath.",
    "organise": "Act as an organiser of the leagues you run.",
}
KEPT = dt.timedelta(days=7)
"""How long an act may be repeated under its key and find its answer."""
AT_ONCE = 500
USED_EVERY = dt.timedelta(minutes=1)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def make_token(user: AbstractUser, *, name: str, scopes: Sequence[str]) -> tuple[Token, str]:
    """A new token and its secret, which nobody can read again. ``play`` and ``organise`` read, too."""
    chosen = [scope for scope in SCOPES if scope in scopes or scope == "read"]
    secret = PREFIX + secrets.token_urlsafe(32)
    # The user of a request is a stand-in; an operation locks the row itself.
    person = get_user_model()._default_manager.get(pk=user.pk)
    with operation(person, person, kind="token.made") as act:
        held = Token.objects.filter(user=person, revoked_at=None).count()
        expect_room("tokens", held, "Revoke one that is not used.")
        token = Token.objects.create(
            user=person, name=name, start=secret[:10], token_hash=digest(secret), scopes=chosen
        )
        act.say(f"The token “{name}” was made.", token=token.pk, scopes=chosen)
    return token, secret


def revoke_token(token: Token, actor: Actor) -> None:
    """Revoke the token; a second time changes nothing."""
    with operation(token.user, actor, kind="token.revoked") as act:
        fresh = Token.objects.select_for_update().get(pk=token.pk)
        if fresh.revoked_at is not None:
            return
        fresh.revoked_at = timezone.now()
        fresh.save(update_fields=["revoked_at"])
        act.say(f"The token “{fresh.name}” was revoked.", token=fresh.pk)


def revoke_all(user: AbstractUser) -> int:
    """End every token of a person; how many there were."""
    person = get_user_model()._default_manager.get(pk=user.pk)
    with operation(person, person, kind="token.revoked") as act:
        ended = Token.objects.filter(user=person, revoked_at=None).update(revoked_at=timezone.now())
        act.say(f"{ended} tokens were revoked with the password.", tokens=ended)
    return ended


def used(token: Token) -> None:
    """Note that a token was used; one write a minute at the most."""
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - USED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - USED_EVERY:
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=now)


def forget_answers(now: dt.datetime) -> bool:
    """Delete answers older than ``KEPT``, at most ``AT_ONCE``; whether there are more."""
    rows = Answer.objects.order_by("pk").values_list("pk", "created_at")
    oldest = rows.first()
    if oldest is None or oldest[1] >= now - KEPT:
        return False  # read by the primary key: an idle tick costs the same whatever is kept
    old = [pk for pk, created_at in rows[:AT_ONCE] if created_at < now - KEPT]
    Answer.objects.filter(pk__in=old).delete()
    return len(old) == AT_ONCE


def begin_answer(user_id: int, key: str, fingerprint: str) -> Answer:
    """The row that holds the answer to come, or the earlier one with its ``status``.

    Inside the transaction of the act: of two that come at once the second waits here for the first,
    on SQLite for its transaction, on PostgreSQL for its row. ``Problem`` 422 for another request.
    """
    try:
        with transaction.atomic():
            return Answer.objects.create(user_id=user_id, key=key, fingerprint=fingerprint)
    except IntegrityError:
        earlier = Answer.objects.get(user_id=user_id, key=key)
    if earlier.fingerprint != fingerprint:
        raise Problem(
            422,
            "This Idempotency-Key was used for another request.",
            fix="Take a new key for each act; repeat a key only with the very same request.",
        )
    return earlier


def finish_answer(row: Answer, status: int, body: Any) -> None:
    row.status, row.body = status, body
    row.save(update_fields=["status", "body"])
