"""What production must not start with.

``unsafe(…)`` is a pure list of sentences; the settings raise them all at once, so that an operator
fixes a new installation in one go.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.plain_numbers import whole

SECRET_KEY_LENGTH = 50
SECRET_KEY_VARIETY = 10
MOST_PROXIES = 9


def unsafe(
    *,
    secret_key: str,
    embedded_secret_key: str,
    debug: bool,
    allowed_hosts: Sequence[str],
    site_url: str,
    trusted_origins: Sequence[str],
    email_url: str,
    broker_url: str,
    cache_url: str,
    trusted_proxies: str,
    hsts_seconds: int,
) -> list[str]:
    """Every unsafe value, as ``NAME: what is wrong and what to do``; empty when all is well."""
    problems: list[str] = []
    if secret_key == embedded_secret_key or len(secret_key) < SECRET_KEY_LENGTH:
        problems.append(f"SECRET_KEY: set one of your own, at least {SECRET_KEY_LENGTH} characters long.")
    elif len(set(secret_key)) < SECRET_KEY_VARIETY or secret_key.startswith("django-insecure-"):
        problems.append("SECRET_KEY: this one can be guessed; make one with `openssl rand -base64 48`.")
    if debug:
        problems.append("DEBUG: it shows settings and source to strangers; leave it unset.")
    if not allowed_hosts:
        problems.append("ALLOWED_HOSTS: name the hosts this portal answers for, separated by commas.")
    problems += [
        f"ALLOWED_HOSTS: {host!r} matches hosts of others; give exact names."
        for host in allowed_hosts
        if "*" in host or host.startswith(".")
    ]
    if not site_url.startswith("https://"):
        problems.append("SITE_URL: links in mails are made from it; it must begin with https://.")
    problems += [
        f"CSRF_TRUSTED_ORIGINS: {origin!r} must begin with https:// and hold no wildcard."
        for origin in trusted_origins
        if not origin.startswith("https://") or "*" in origin
    ]
    if not email_url or email_url.startswith("console"):
        problems.append(
            "EMAIL_URL: without it reset links are written to the log; set a server, or dummy://."
        )
    if broker_url and not broker_url.startswith(("redis://", "rediss://", "unix://")):
        problems.append("CELERY_BROKER_URL: only Redis is supported (redis://, rediss:// or unix://).")
    if cache_url and not cache_url.startswith(("redis://", "rediss://", "unix://")):
        problems.append("CACHE_URL: only Redis is supported (redis://, rediss:// or unix://).")
    if whole(trusted_proxies, MOST_PROXIES) is None:
        problems.append(
            "TRUSTED_PROXIES: say how many proxies of yours stand before the portal (mostly 1; 0 for none). "
            "With a wrong number all visitors count as one, or write their own address."
        )
    if hsts_seconds < 0:
        problems.append("SECURE_HSTS_SECONDS: not below 0.")
    return problems
