"""Words to have a table made from: easy to say across a room, easy to write down."""

from __future__ import annotations

import secrets

KINDS = "brass copper ember frost gravel hollow iron lantern misty ochre raven rusty salt willow".split()
PLACES = "alley bridge chapel crossing ditch ford gate hill mill orchard pier quarry shaft well".split()
MOST = 100


def suggested() -> str:
    """``"copper mill 41"``; another at each call."""
    return f"{secrets.choice(KINDS)} {secrets.choice(PLACES)} {secrets.randbelow(MOST)}"
