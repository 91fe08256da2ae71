"""What the web server's workers share with the listening process, without importing its code: connections,
and how many files each may open."""

from __future__ import annotations

import contextlib
import resource
import socket

from django.conf import settings


def hand_over(connection: socket.socket, head: bytes) -> bool:
    """Give an open connection to the listening process, if it takes it at once; called by the web server's
    worker, whose loop must not wait."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as hand:
        hand.setblocking(False)
        hand.connect(settings.LIVE_SOCKET)
        sent = socket.send_fds(hand, [head[:1]], [connection.fileno()])
        hand.sendall(head[sent:])
        return True
    return False


def allow_open_files(number: int) -> None:
    """Let this process have so many files open, connections included, or as many as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
