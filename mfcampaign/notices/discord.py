"""Parses and authenticates Discord's requests for slash commands.

An application's requests have an Ed25519 signature (RFC 8032) over their timestamp and body; nothing of a
request is read before the signature is verified. docs/discord.md documents the format of interactions.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Meta, Struct

from rules.control_characters import json_without_control_characters

# What Discord reads as mark-up, and addresses, in which it does not.
MARKS = re.compile(r"(https?://[^\s\[\]()<>*]+)|[\\*_~`|\[\]<]|^[#>-]", re.MULTILINE)
PING, COMMAND = 1, 2
PONG, MESSAGE = 1, 4
FOR_ONE = 64
"""The flag of an answer that only the asker sees."""
MOST_BYTES = 16_000
LATE_S = 300
"""A request older or newer than this many seconds by its own timestamp is not taken."""
MOST_WORDS = 1_900
KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-fA-F]{128}")
_TIMESTAMP = re.compile(r"[0-9]{1,12}")


def signed(public_key: str, signature: str, timestamp: str, body: bytes) -> bool:
    """Whether ``signature`` (hex) of ``timestamp`` and ``body`` is that of the key (hex)."""
    if not KEY.fullmatch(public_key) or not _SIGNATURE.fullmatch(signature):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), timestamp.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def in_time(timestamp: str, now: float) -> bool:
    """Whether it was sent just now.

    >>> in_time("1000", 1200.0), in_time("1000", 1400.0), in_time("soon", 0.0)
    (True, False, False)
    """
    return bool(_TIMESTAMP.fullmatch(timestamp)) and abs(now - int(timestamp)) <= LATE_S


class ChatUser(Struct, frozen=True):
    """Somebody as Discord knows them."""

    id: Annotated[str, Meta(pattern=r"^[0-9]{1,20}$")]


class ChatMember(Struct, frozen=True):
    user: ChatUser


class CommandOption(Struct, frozen=True):
    name: str
    value: str | int | float | bool | None = None


class CommandData(Struct, frozen=True):
    name: str
    options: tuple[CommandOption, ...] = ()


class Interaction(Struct, frozen=True):
    """One request: ``member`` in a server, ``user`` in a private message."""

    type: int
    data: CommandData | None = None
    member: ChatMember | None = None
    user: ChatUser | None = None

    @property
    def asker(self) -> str:
        """The Discord id of the person who asks; empty where there is none."""
        by = self.member.user if self.member is not None else self.user
        return by.id if by is not None else ""

    def option(self, name: str) -> str:
        options = self.data.options if self.data is not None else ()
        return next((str(option.value) for option in options if option.name == name), "")


def read(body: bytes) -> Interaction | None:
    """The request, or ``None`` where it is none."""
    try:
        return msgspec.json.decode(json_without_control_characters(body), type=Interaction)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None


def unmarked(words: str) -> str:
    """Text as it is written: no name in it is bold, a link of other words, or calls anybody. Addresses stay.

    >>> unmarked("[Mara](https://evil.example/): *hello* at https://here.example/a_b/")
    '\\\\[Mara\\\\](https://evil.example/): \\\\*hello\\\\* at https://here.example/a_b/'
    """
    return MARKS.sub(lambda match: match[1] or f"\\{match[0]}", words)


def answer(words: str) -> dict[str, object]:
    """``words`` for the asker alone; nobody is called by them."""
    said = {"content": unmarked(words)[:MOST_WORDS], "flags": FOR_ONE, "allowed_mentions": {"parse": []}}
    return {"type": MESSAGE, "data": said}
