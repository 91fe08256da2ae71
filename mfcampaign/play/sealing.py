"""Secrets of running Encounters at rest: encrypted with a key made of ``SECRET_KEY``.

Whoever reads the database or a backup alone cannot lay the shuffles that are still to come. It protects from
nobody who holds the settings too. Older keys in ``SECRET_KEY_FALLBACKS`` still open what they closed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import models
from django.utils.encoding import force_bytes

from rules.refusal import Refusal

MARK, NONCE = b"\x01", 12
LABEL = b"mfx-seed-v1"


def seal(secret: bytes) -> bytes:
    """``secret`` under the present key: a mark, a fresh nonce, the ciphertext with its tag."""
    nonce = secrets.token_bytes(NONCE)
    return MARK + nonce + AESGCM(next(_keys())).encrypt(nonce, secret, LABEL)


def unseal(sealed: bytes) -> bytes:
    """What ``seal`` hid. ``Refusal`` when no key of this portal opens it."""
    if sealed[:1] != MARK:
        raise Refusal("This is no sealed secret.")
    nonce, closed = sealed[1 : 1 + NONCE], sealed[1 + NONCE :]
    for key in _keys():
        try:
            return AESGCM(key).decrypt(nonce, closed, LABEL)
        except InvalidTag:
            continue
    raise Refusal(
        "The seed of this Encounter was sealed under another key.",
        fix="Put the former SECRET_KEY into SECRET_KEY_FALLBACKS.",
    )


def _keys() -> Iterator[bytes]:
    for phrase in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield hashlib.blake2b(force_bytes(phrase), digest_size=32, person=b"mfx-seed-v1").digest()


class SealedField(models.BinaryField):
    """Bytes that are sealed in the database and plain in Python; empty stays empty."""

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return seal(bytes(value)) if value else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes:
        sealed = bytes(value or b"")
        return unseal(sealed) if sealed else b""
