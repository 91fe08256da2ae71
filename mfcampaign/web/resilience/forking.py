"""What a process does before it forks those that serve pages or execute commands, so that they share its
memory."""

from __future__ import annotations

import gc

from django.apps import apps
from django.urls import reverse


def load_and_share() -> None:
    """Load what every child would load for itself, and keep it from being written to: the garbage collector
    never looks through it again."""
    reverse("home")
    for model in apps.get_models():
        model._meta.get_fields()
    gc.collect()
    gc.freeze()
