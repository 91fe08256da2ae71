"""Hands a connection from a web server's worker to the listening process, without importing that process's
code."""

from __future__ import annotations

import contextlib
import socket

from django.conf import settings

ROOM_SECONDS = 0.2
"""How long the worker waits for the listening process to take one."""


def hand_over(connection: socket.socket, head: bytes) -> bool:
    """Give an open connection to the listening process, if it is there; called by the web server's worker."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as hand:
        hand.settimeout(ROOM_SECONDS)
        hand.connect(settings.LIVE_SOCKET)
        sent = socket.send_fds(hand, [head[:1]], [connection.fileno()])
        hand.sendall(head[sent:])
        return True
    return False
