"""The rows of API tokens and of stored answers to acts (``Idempotency-Key``)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Token(models.Model):
    """Lets a program act for ``user`` within ``scopes``. Only the SHA-256 of it is kept; ``start`` are its
    first characters, to tell tokens apart."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    start = models.CharField(max_length=12)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """What an act under an ``Idempotency-Key`` was answered, written in the act's own transaction.

    ``fingerprint`` is the SHA-256 of method, path and body: the same key may not ask for something else.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="api_key_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
