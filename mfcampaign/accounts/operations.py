"""The only writer of people and guest links."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, ProtectedError, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from mfcampaign.accounts.models import VISITOR, GuestLink, HeldName, User
from mfcampaign.accounts.names import clean_display_name
from mfcampaign.live.revocation import end_person
from mfcampaign.web.names import looks

GUEST_LINK_LIFE = timedelta(days=90)
TOKEN_BYTES = 32


def token_hash(token: str) -> str:
    """The stored hash of a token: 256 random bits need no salt, and nobody can sign in with the hash."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def create_guest(name: str, created_by: User) -> tuple[User, str]:
    """A player without an account, and the token of the link that signs them in.

    The token is shown once: only its hash is kept. ``ValidationError`` for a name that is none.
    """
    guest = User(
        username=f"guest-{secrets.token_hex(8)}", display_name=clean_display_name(name), is_guest=True
    )
    guest.set_unusable_password()
    guest.save()
    return guest, new_guest_link(guest, created_by)


@transaction.atomic
def new_guest_link(guest: User, created_by: User) -> str:
    """Create a new link for a guest; earlier ones no longer work, and whoever signed in by one is signed out.
    Returns the token, once."""
    if not guest.is_guest:
        raise ValueError("only a guest signs in by link")
    revoke_guest_links(guest)
    guest.set_unusable_password()  # another one each time, which ends every session
    guest.save(update_fields=["password"])
    end_person(guest.pk)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    GuestLink.objects.create(
        user=guest,
        created_by=created_by,
        token_hash=token_hash(token),
        expires_at=timezone.now() + GUEST_LINK_LIFE,
    )
    return token


def revoke_guest_links(guest: User) -> int:
    """End every open link of the guest; the number that were open."""
    return GuestLink.objects.filter(user=guest, revoked_at=None).update(revoked_at=timezone.now())


def use_guest_link(link: GuestLink) -> bool:
    """Count one sign-in; false when the link was revoked since it was read."""
    now = timezone.now()
    return bool(
        GuestLink.objects.filter(
            pk=link.pk, revoked_at=None, expires_at__gt=now, user__is_guest=True, user__is_active=True
        ).update(uses=F("uses") + 1, last_used_at=now)
    )


@transaction.atomic
def claim(guest: User, *, username: str, email: str, password: str) -> User:
    """The guest becomes an ordinary person with username, e-mail and password; the links end.

    The three are validated by the form. ``ValueError`` for someone who is no guest.
    """
    person = User.objects.select_for_update().get(pk=guest.pk)
    if not person.is_guest:
        raise ValueError("only a guest can claim an account")
    person.username = username
    person.email = email
    person.is_guest = False
    person.set_password(password)
    person.save(update_fields=["username", "email", "is_guest", "password"])
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=False)
    hold_names(person, username)
    revoke_guest_links(person)
    return person


def expect_free(name: str, person: User | None = None) -> None:
    """``ValidationError`` when an account other than ``person``'s has a name that could be taken for it."""
    if HeldName.objects.filter(looks=looks(name)).exclude(user=person).exists():
        raise ValidationError("Somebody has this name, or one that looks like it: please choose another.")


def hold_names(person: User, chosen: str) -> None:
    """Reserve the look-alikes of an account's names for it.

    ``ValidationError`` when another has the one that was ``chosen``, also since a moment ago. A name of
    before names were held, or of before a guest claimed an account, may be like another's: nobody holds it.
    """
    wanted = {looks(person.username), looks(str(person))}
    HeldName.objects.filter(user=person).exclude(looks__in=wanted).delete()
    rows = [HeldName(user=person, looks=look) for look in sorted(wanted)]
    HeldName.objects.bulk_create(rows, ignore_conflicts=True)
    expect_free(chosen, person)


@transaction.atomic
def rename(person: User, *, display_name: str, zone: str, past_open: bool) -> User:
    """What others see, and the time zone of the dates on the pages.

    ``ValidationError`` for a name that is none, or that could be taken for another account's.
    """
    name = clean_display_name(display_name)
    if renamed := looks(name) != looks(str(person)):
        expect_free(name, person)
    person.display_name = name
    person.timezone, person.past_open = zone, past_open
    person.save(update_fields=["display_name", "timezone", "past_open"])
    if renamed and not person.is_guest:
        hold_names(person, name)
    return person


def count_unread(people: Iterable[int], unread: Combinable) -> None:
    """Set the number of unread notices of each of ``people`` (ids) to what ``unread`` counts of them.

    Call it in the transaction that changed them. The rows are locked in the order of their ids.
    """
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=list(people)).order_by("pk")
    user_ids = list(locked.values_list("pk", flat=True))
    User.objects.filter(pk__in=user_ids).update(unread_notices=unread)


def visitor_of_session(session_key: str) -> User:
    """Create the visitor of a session: a person who can never sign in."""
    username = f"{VISITOR}{token_hash(session_key)[:24]}"
    visitor, _new = User.objects.get_or_create(
        username=username,
        defaults={"display_name": "Visitor", "is_guest": True, "past_open": False, "password": "!"},
    )
    return visitor


@transaction.atomic
def hand_over(visitor_pk: int, person: User) -> bool:
    """All that names the visitor names ``person`` from now on, and the visitor is no more; false: there was
    none. Found by the foreign keys, so that no app can be forgotten."""
    visitor = User.objects.select_for_update().filter(pk=visitor_pk, is_guest=True).first()
    if visitor is None or not visitor.is_visitor or visitor.pk == person.pk:
        return False
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                model._base_manager.filter(**{field.name: visitor}).update(**{field.name: person})
    visitor.delete()
    return True


def forget_guests(people: Iterable[int]) -> None:
    """Delete those of these people (ids) who are guests and whom nothing names any more. Part of an act."""
    for guest in User.objects.filter(pk__in=list(people), is_guest=True):
        try:
            with transaction.atomic():
                guest.delete()
        except ProtectedError:
            continue


def visitors() -> QuerySet[User]:
    """All visitors."""
    return User.objects.filter(is_guest=True, username__startswith=VISITOR)


def forget_visitors(before: dt.datetime, at_once: int) -> bool:
    """Delete visitors from before that moment whom nothing names; true: there may be more."""
    old = visitors().filter(date_joined__lt=before)
    taken = 0
    for visitor in old.order_by("pk")[:at_once]:
        try:
            with transaction.atomic():
                visitor.delete()
                taken += 1
        except ProtectedError:
            continue
    return taken == at_once
