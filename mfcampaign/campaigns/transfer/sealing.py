"""Encrypts what an organiser must not read in a file: seeds of open weeks, Crews not yet revealed, hands.
AES-SIV under a key that scrypt derives from a pass-phrase.

The same content under the same pass-phrase gives the same text, so that files can be compared.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from rules.refusal import Refusal

SHORTEST = 12
_SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 64}


def hidden(table: str, column: str, row: Any) -> bool:
    """Whether that column of that row may not be read by an organiser now."""
    match table, column:
        case "week", "fate_seed":
            return bool(row.state != row.State.CLOSED)
        case "week", "restores":
            return bool(row.restores) and row.state != row.State.CLOSED
        case "side", "crew":
            return bool(row.crew) and row.game.revealed_at is None
        case "side", "schemes":
            return bool(row.schemes) and row.game.confirmed_at is None
        case "decision", "answer":
            return bool(row.aftermath.side.game.week.state != "closed")
        case "restart", "context":
            return bool(row.context) and row.state != row.State.DONE
        case "entry", "draft":
            return bool(row.draft) and row.state == row.State.BUILDING
    return False


def close(content: bytes, phrase: str, salt: bytes) -> str:
    """``content`` under ``phrase``; a ``Refusal`` for one that is too short to protect anything."""
    if len(phrase) < SHORTEST:
        raise Refusal(
            f"A pass-phrase has at least {SHORTEST} characters.", fix="A line of a song is a good one."
        )
    return b64encode(AESSIV(_key(phrase, salt)).encrypt(content, [salt])).decode()


def open_box(box: str, phrase: str, salt: bytes) -> bytes:
    """What ``close`` hid; a ``Refusal`` for another phrase, or for a file that was changed."""
    try:
        return AESSIV(_key(phrase, salt)).decrypt(b64decode(box, validate=True), [salt])
    except (InvalidTag, NoBase64, ValueError):
        raise Refusal(
            "This pass-phrase does not open the file, or the file was changed.",
            fix="It is the one that was given when the file was written.",
        ) from None


def _key(phrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(phrase.encode(), salt=salt, **_SCRYPT)
