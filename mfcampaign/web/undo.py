"""Messages with a button that undoes the act."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest

_UNDO = "undo="


def undoable(request: HttpRequest, sentence: str, undo_url: str) -> None:
    """Say that something was done, with a button that posts to ``undo_url`` (a path of this site)."""
    if not undo_url.startswith("/") or undo_url.startswith("//") or " " in undo_url:
        raise ValueError("an undo is a path of this site")
    messages.success(request, sentence, extra_tags=f"{_UNDO}{undo_url}")


def undo_url_of(message: Any) -> str:
    """Where the undo of a message is posted; empty for one without."""
    for tag in (message.extra_tags or "").split():
        if tag.startswith(_UNDO):
            return str(tag.removeprefix(_UNDO))
    return ""
