"""Readers of people and guest links, one query each."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.utils import timezone

from mfcampaign.accounts.models import GuestLink, User
from mfcampaign.accounts.operations import token_hash
from mfcampaign.accounts.persons import Viewer


def open_guest_link(token: str) -> GuestLink | None:
    """The link of that token with its ``user`` and ``created_by``, if it still signs anyone in."""
    return (
        GuestLink.objects.select_related("user", "created_by")
        .filter(
            token_hash=token_hash(token),
            revoked_at=None,
            expires_at__gt=timezone.now(),
            user__is_guest=True,
            user__is_active=True,
        )
        .first()
    )


def person_open_to(viewer: Viewer, person: int | None) -> User | None:
    """The person of that id, if ``viewer`` may see their games of events and leagues together."""
    if person is None:
        return None
    user = User.objects.filter(pk=person, is_active=True).first()
    return user if user is not None and user.shows_past_to(viewer) else None


def guest_links_of(guest: User) -> list[GuestLink]:
    """Every link a guest ever had, newest first."""
    return list(guest.guest_links.select_related("created_by").order_by("-created_at", "-pk"))


def confirmed_addresses(people: Iterable[int]) -> dict[int, str]:
    """The e-mail address by person's id, of those who proved that it is theirs and are active."""
    addresses = EmailAddress.objects.filter(user__in=list(people), verified=True, user__is_active=True)
    return dict(addresses.order_by("primary", "-pk").values_list("user", "email"))
