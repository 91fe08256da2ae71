"""The six digits that an authenticator app would show.

They are good for their half minute alone, and a test may begin at its end: one that sends them sets
``settings.MFA_TOTP_TOLERANCE = 1``.
"""

from __future__ import annotations

import time

from allauth.mfa import app_settings
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value


def code_for(secret: str) -> str:
    """The code of this half minute."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // app_settings.TOTP_PERIOD)))
