"""Posts to an address that a stranger entered, without access to the internal network (SSRF).

The name is resolved once, every address of it must be public, and the connection goes to the very address
that was checked (so a name that resolves differently the second time gains nothing), with the name in
``Host`` and in TLS. Redirects are not followed; proxies of the environment are not used.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import os
import socket
import ssl
import threading
import time
from urllib.parse import urlsplit

from django.conf import settings
from msgspec import Struct

INSIDE = "{} leads to an address that is not on the public internet."
SECONDS = 5.0
ANSWER = 64 * 1024
PORTS = {"http": 80, "https": 443}
# The special-purpose registries of IANA (RFC 6890 and what followed), those marked reachable from everywhere
# too: nobody's webhook lives at an anycast or a translator's address. IPv6 outside 2000::/3 is not the public
# internet; mapped IPv4 is judged as the IPv4 it is.
SPECIAL_IPV4 = """0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32"""
SPECIAL_IPV6 = """::/128 ::1/128 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23
 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8"""
_PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")
_SPECIAL = tuple(map(ipaddress.ip_network, f"{SPECIAL_IPV4} {SPECIAL_IPV6}".split()))


class Refused(Exception):
    """The address is not one that the portal posts to; the sentence says why."""


class Target(Struct, frozen=True):
    """The target of a post: ``ip`` was checked; ``host`` is the name in the address."""

    scheme: str
    host: str
    port: int
    ip: str
    path: str


class Answer(Struct, frozen=True):
    """The response: an HTTP status, or 0 and the error."""

    status: int
    error: str = ""

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


def check_form(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path of an address that may be asked for; ``Refused`` with the reason. Nobody is
    asked what a name means: whoever writes the address also answers for its name, as slowly as they like."""
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
    if not settings.WEBHOOKS_ALLOW_INSIDE and not _may_lie_outside(parts.hostname):
        raise Refused(INSIDE.format(parts.hostname))
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
    if any(ip.version == net.version and ip in net for net in _SPECIAL):
        return False
    if ip.version == 6 and ip not in _PUBLIC_IPV6:
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def _may_lie_outside(host: str) -> bool:
    """False for an internal IP address, however it is written, and for a name without a dot."""
    with contextlib.suppress(OSError):  # "127.1" and "0x7f.1" are addresses, too
        host = socket.inet_ntoa(socket.inet_aton(host))
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return "." in host.strip(".")
    return lies_outside(host)


def resolve(url: str) -> Target:
    """The one address to connect to; ``Refused`` when any address of that name is in a private network."""
    scheme, host, port, path = check_form(url)
    try:
        resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(f"Nobody knows a host called {host}.") from None
    addresses = [str(entry[4][0]) for entry in resolved]
    if not addresses:
        raise Refused(f"Nobody knows a host called {host}.")
    if not settings.WEBHOOKS_ALLOW_INSIDE and not all(map(lies_outside, addresses)):
        raise Refused(INSIDE.format(host))
    return Target(scheme, host, port, addresses[0], path)


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST, five seconds at the most from asking for the name to the last byte of the answer. Never
    raises for every other status; the answer's body is thrown away."""
    exchange = _Exchange(url, body, {"User-Agent": "malifaux-leagues", **headers})
    exchange.start()
    exchange.join(exchange.seconds_left)
    exchange.cut()
    return exchange.answer or Answer(0, f"No whole answer within {SECONDS:.0f} seconds.")


class _Exchange(threading.Thread):
    """The post, in a thread that nobody waits for beyond the deadline: no resolver, handshake or dripping
    answer can stretch it, whatever each single step's own patience is."""

    def __init__(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        super().__init__(daemon=True, name="webhook")
        self.url, self.body, self.sent_headers = url, body, headers
        self.deadline = time.monotonic() + SECONDS
        self.answer: Answer | None = None
        self._line: socket.socket | None = None
        self._over = False
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def run(self) -> None:
        try:
            answer = self._exchanged()
        except Refused as refused:
            answer = Answer(0, str(refused))
        except (OSError, http.client.HTTPException, ValueError) as problem:
            if self._over or isinstance(problem, TimeoutError):
                return
            answer = Answer(0, f"{type(problem).__name__}: {problem}"[:200])
        if not self._over:
            self.answer = answer

    def _exchanged(self) -> Answer:
        target = resolve(self.url)
        connection = _Connection(target, self)
        try:
            connection.request("POST", target.path, self.body, self.sent_headers)
            answer = connection.getresponse()
            answer.read(ANSWER)
            return Answer(answer.status, "" if answer.status < 300 else answer.reason[:100])
        finally:
            connection.close()

    def hold(self, sock: socket.socket) -> None:
        """Remember the line, so that it can be cut; a second handle, for TLS takes the first one away."""
        with self._lock:
            if self._over:
                raise TimeoutError
            self._line = socket.socket(fileno=os.dup(sock.fileno()))

    def cut(self) -> None:
        """Close the connection, at any point of the exchange."""
        with self._lock:
            self._over = True
            line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


class _Connection(http.client.HTTPConnection):
    """Connects to the checked address, even if the name resolves to another one by now."""

    def __init__(self, target: Target, exchange: _Exchange) -> None:
        super().__init__(target.host, target.port)
        self.target, self.exchange = target, exchange
        self.default_port = PORTS[target.scheme]

    def connect(self) -> None:
        left = self.exchange.seconds_left
        if left <= 0:
            raise TimeoutError
        sock = socket.create_connection((self.target.ip, self.target.port), timeout=left)
        self.sock = sock
        self.exchange.hold(sock)
        if self.target.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(sock, server_hostname=self.target.host)
