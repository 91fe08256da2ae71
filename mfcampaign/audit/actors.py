"""The types ``Viewer`` and ``Actor`` for the apps below ``accounts``, in terms of Django's user models
alone."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AbstractUser, AnonymousUser

Viewer: TypeAlias = AbstractUser | AnonymousUser
Actor: TypeAlias = Viewer | None
"""A user, a stranger, or ``None`` for the portal itself."""
