"""The rows of journals."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Note(models.Model):
    """What a person wrote for themselves about a game or an opponent of theirs; nobody else reads it.

    ``about`` is ``PlayedGame.path`` or ``PlayedGame.rival``, not a key: a row that named the opponent would
    be among the data that the opponent takes along. ``title`` says what it was about, should the game be seen
    no more.
    """

    class Kind(models.TextChoices):
        GAME = "game", "game"
        OPPONENT = "opponent", "opponent"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    about = models.CharField(max_length=200)
    title = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    tags = models.JSONField(default=list, blank=True)
    written_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-written_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "kind", "about"], name="note_once")]

    def __str__(self) -> str:
        return f"note on {self.title}"
