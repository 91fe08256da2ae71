"""The client address of a request, one answer for sign-in, API and the portal's own limits.

``TRUSTED_PROXIES`` proxies of ours are in front of the portal; each appends the address it saw to
``X-Forwarded-For``. Everything before those entries was written by the client and proves nothing.
"""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest

# One household or one rented machine has a whole network of this size (RFC 6177).
IPV6_PREFIX = 64


def client_address(request: HttpRequest) -> str:
    """The address that our outermost proxy saw, else the one that is connected; never what a client says.

    An entry that is no address, or a chain shorter than our proxies, counts as the connected address.
    """
    connected = str(request.META.get("REMOTE_ADDR") or "")
    hops: int = settings.TRUSTED_PROXIES
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if hops > 0 and len(seen) >= hops:
        return _plain(seen[-hops]) or connected
    return _plain(connected) or connected


def limited_address(request: HttpRequest) -> str:
    """The key of limits by address."""
    return household(client_address(request))


def household(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return address
    return str(ipaddress.ip_network((ip, IPV6_PREFIX), strict=False).network_address)


def is_loopback(host: str) -> bool:
    """Whether an address, or the name of one, is of this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _plain(text: str) -> str:
    """The address without brackets, port or zone, an IPv4 one unwrapped; empty when it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(ip, "ipv4_mapped", None)
    return str(mapped or ip)
