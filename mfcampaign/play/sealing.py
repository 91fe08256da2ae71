"""Encryption of a running Encounter's secrets in the database, with a key derived from ``SECRET_KEY``.

A reader of the database or of a backup alone cannot compute future shuffles; a reader of the settings can.
Keys in ``SECRET_KEY_FALLBACKS`` still decrypt what they encrypted, and so does the key that embedded
installations shared once.
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
    """Encrypt ``secret`` with the current key: a version mark, a fresh nonce, the ciphertext with its tag."""
    nonce = secrets.token_bytes(NONCE)
    return MARK + nonce + AESGCM(next(_keys())).encrypt(nonce, secret, LABEL)


def unseal(sealed: bytes) -> bytes:
    """Decrypt what ``seal`` encrypted. Raise ``Refusal`` when no key of this portal decrypts it."""
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
    former = () if settings.PRODUCTION else (settings.FORMER_EMBEDDED_KEY,)
    for phrase in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, *former):
        yield hashlib.blake2b(force_bytes(phrase), digest_size=32, person=b"mfx-seed-v1").digest()


class SealedField(models.BinaryField):
    """Bytes that are encrypted in the database and plain in Python; empty stays empty."""

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return seal(bytes(value)) if value else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes:
        sealed = bytes(value or b"")
        return unseal(sealed) if sealed else b""
