"""Read once for each state of a league: every act counts the league on, so what was read stays exact.

For page loaders only. Operations read afresh: inside a transaction the count does not yet tell what
was changed. Names of people are no acts of a league, so nothing is kept longer than a minute: all that
a request keeps or recalls belongs to the minute in which it first asked, HTML and what it was made
from alike.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from mfcampaign.campaigns.models import Campaign

Made = TypeVar("Made")
ROOM, SECONDS = 1024, 60.0
_shelf: OrderedDict[Hashable, Any] = OrderedDict()
_lock = threading.Lock()


def remembered(campaign: Campaign, what: str, make: Callable[[], Made], *more: Hashable) -> Made:
    """``make()`` for this league as it stands now, or what it made before; ``more`` tells viewers apart.

    What is made must not be changed by its readers.
    """
    value: Made | None = recalled(campaign, what, *more)
    if value is None:
        value = kept(campaign, what, make(), *more)
    return value


def recalled(campaign: Campaign, what: str, *more: Hashable) -> Any:
    """What was kept for this league as it stands now, or ``None``."""
    key = _key(campaign, what, more)
    with _lock:
        if (found := _shelf.get(key)) is not None:
            _shelf.move_to_end(key)
        return found


def kept(campaign: Campaign, what: str, value: Made, *more: Hashable) -> Made:
    """Keep ``value`` for this league as it stands now, and give it back."""
    with _lock:
        _shelf[_key(campaign, what, more)] = value
        while len(_shelf) > ROOM:
            _shelf.popitem(last=False)
    return value


def _key(campaign: Campaign, what: str, more: tuple[Hashable, ...]) -> Hashable:
    return (campaign.pk, campaign.created_at, campaign.acts, _minute(campaign), what, *more)


def _minute(campaign: Campaign) -> int:
    """The minute that everything read for this row of the league belongs to; a request reads its own row."""
    found: int = campaign.__dict__.setdefault("_minute", int(time.monotonic() // SECONDS))
    return found
