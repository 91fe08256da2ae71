"""Who may be bought for an Arsenal, and what surcharge that costs: shared by the start and the week."""

from __future__ import annotations

from msgspec import Struct

from rules.core.refusal import Total, Violation


class Candidate(Struct, frozen=True):
    """Something one could buy: its price with lines (``None`` while its cost is unknown) and, when it
    may not be bought now, every reason."""

    slug: str
    name: str
    station: str
    cost: int | None
    price: Total | None
    reasons: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons
