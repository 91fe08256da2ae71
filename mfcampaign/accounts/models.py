"""The rows of people and of the links by which guests sign in."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.models import AbstractUser
from django.db import models

from mfcampaign.web.names import LONGEST_LOOKS, looks

VISITOR = "visitor-"
"""The beginning of every visitor's username."""


class User(AbstractUser):
    """A person. ``display_name`` is what others see; ``is_guest`` has no password, only a
    link, or not even that (``visitors``); ``past_open`` lets others see games of several events and leagues
    as one person's."""

    display_name = models.CharField("name others see", max_length=40, blank=True)
    timezone = models.CharField(
        "time zone", max_length=64, blank=True, help_text="IANA name; empty means UTC."
    )
    is_guest = models.BooleanField("guest", default=False)
    past_open = models.BooleanField("games shown together", default=True)
    # Counted by mfcampaign.notices at each change, so that no page asks for it.
    unread_notices = models.PositiveIntegerField("unread notices", default=0, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(is_guest=True, is_staff=True), name="accounts_user_guest_is_never_staff"
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        new = self._state.adding
        super().save(*args, **kwargs)
        if new and not self.is_guest:
            shapes = sorted({looks(self.username), looks(str(self))})
            held = [HeldName(user=self, looks=shape) for shape in shapes]
            HeldName.objects.bulk_create(held, ignore_conflicts=True)

    @property
    def is_visitor(self) -> bool:
        """Whether this is a visitor: a browser without an account, known to pages of Encounters alone."""
        return self.is_guest and self.username.startswith(VISITOR)

    def shows_past_to(self, viewer: object) -> bool:
        """Whether ``viewer`` may see games of several events and leagues as this one person's."""
        return self.past_open or self == viewer

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the person's dates; UTC while none is chosen, or the chosen one is unknown."""
        try:
            return ZoneInfo(self.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")


class HeldName(models.Model):
    """What an account's username or shown name looks like (``web.names.looks``): one account's alone."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="held_names")
    looks = models.CharField(max_length=LONGEST_LOOKS, unique=True)

    def __str__(self) -> str:
        return self.looks


class GuestLink(models.Model):
    """A link that signs one guest in. Only the SHA-256 of its token is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="guest_links")
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="guest_links_made")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"guest link of {self.user}"
