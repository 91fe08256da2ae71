"""A round by lot: no rematch and no second bye while they can be spared, and scores do not count."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from mfcampaign.organizing.pairing.field import NO_WISHES, Candidate, Wishes
from mfcampaign.organizing.pairing.swiss import Round, pair_round


def draw_round(candidates: Iterable[Candidate], draw: int, wishes: Wishes = NO_WISHES) -> Round:
    """Pair by lot; ``draw`` is the lot, drawn and kept by the caller. Scores play no part, the organiser's
    decisions and wishes do.

    >>> draw_round([Candidate(1, points=9), Candidate(2), Candidate(3), Candidate(4)], 7).certificate is None
    False
    """
    level = [replace(candidate, points=0) for candidate in candidates]
    return pair_round(level, replace(wishes, draw=draw))
