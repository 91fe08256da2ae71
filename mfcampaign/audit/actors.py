"""Who acts, as a type for the rooms below ``accounts``, which know no more of a person than Django does."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AbstractUser, AnonymousUser

Viewer: TypeAlias = AbstractUser | AnonymousUser
Actor: TypeAlias = Viewer | None
"""A user, a stranger, or ``None`` for the portal itself."""
