"""Posting to an address that a stranger wrote down, without letting it reach inside.

The name is resolved once, every address of it must lie outside, and the connection goes to the very
address that was checked (so a name that answers differently the second time gains nothing), with the
name in ``Host`` and in TLS. No redirect is followed, no proxy of the environment is used.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from urllib.parse import urlsplit

from django.conf import settings
from msgspec import Struct

SECONDS = 5.0
ANSWER = 64 * 1024
PORTS = {"http": 80, "https": 443}
# Ways inside that ``is_global`` lets through or forgets: carriers' own, translation and tunnels to IPv4.
_INSIDE = tuple(
    map(
        ipaddress.ip_network,
        (
            "100.64.0.0/10",
            "192.0.0.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2001::/23",
            "2002::/16",
            "fec0::/10",
        ),
    )
)


class Refused(Exception):
    """The address is not one that the portal posts to; the sentence says why."""


class Target(Struct, frozen=True):
    """Where a post goes: ``ip`` was checked; ``host`` is the name it was asked by."""

    scheme: str
    host: str
    port: int
    ip: str
    path: str


class Answer(Struct, frozen=True):
    """What came back: a status of HTTP, or 0 and what went wrong."""

    status: int
    error: str = ""

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


def check_form(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an address that may be asked for; ``Refused`` with the reason."""
    if not url.isascii() or any(char <= " " or char == "\\" for char in url):
        raise Refused("An address is plain characters without spaces.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("This is no address of the web.") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise Refused("An address begins with https:// (or http://) and names a host.")
    if parts.username is not None or parts.password is not None:
        raise Refused("An address with a name or password in it is not used.")
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and not settings.WEBHOOKS_ALLOW_INSIDE:
        raise Refused("Only the ports 80 and 443 are used.")
    path = parts.path or "/"
    return parts.scheme, parts.hostname, port, f"{path}?{parts.query}" if parts.query else path


def lies_outside(address: str) -> bool:
    """Whether an IP address belongs to the public internet, looked at through mappings and tunnels."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if any(ip.version == net.version and ip in net for net in _INSIDE):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def resolve(url: str) -> Target:
    """The one address to connect to; ``Refused`` when any address of that name lies inside."""
    scheme, host, port, path = check_form(url)
    try:
        resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(f"Nobody knows a host called {host}.") from None
    addresses = [str(entry[4][0]) for entry in resolved]
    if not addresses:
        raise Refused(f"Nobody knows a host called {host}.")
    if not settings.WEBHOOKS_ALLOW_INSIDE and not all(map(lies_outside, addresses)):
        raise Refused(f"{host} leads to an address that is not on the public internet.")
    return Target(scheme, host, port, addresses[0], path)


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST, five seconds at the most from connecting to the end of the answer. Never raises for
    what lies outside; the answer's body is thrown away."""
    try:
        target = resolve(url)
    except Refused as refused:
        return Answer(0, str(refused))
    connection = _Connection(target)
    # A timeout of the socket begins anew with each byte; this one does not.
    alarm = threading.Timer(SECONDS, connection.cut)
    alarm.daemon = True
    alarm.start()
    try:
        connection.request("POST", target.path, body, {"User-Agent": "malifaux-leagues", **headers})
        answer = connection.getresponse()
        answer.read(ANSWER)
        return Answer(answer.status, "" if answer.status < 300 else answer.reason[:100])
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if connection.was_cut:
            return Answer(0, f"No whole answer within {SECONDS:.0f} seconds.")
        return Answer(0, f"{type(problem).__name__}: {problem}"[:200])
    finally:
        alarm.cancel()
        connection.close()


class _Connection(http.client.HTTPConnection):
    """Connects to the checked address, whatever the name means by now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.target = target
        self.was_cut = False
        self.default_port = PORTS[target.scheme]

    def connect(self) -> None:
        sock = socket.create_connection((self.target.ip, self.target.port), timeout=SECONDS)
        self.sock = sock
        if self.target.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(sock, server_hostname=self.target.host)

    def cut(self) -> None:
        self.was_cut = True
        sock = self.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                sock.close()
