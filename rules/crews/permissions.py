"""What a card says about hiring, told as figures: whom it lets in, and under whom it may not be hired.

One data shape for models and Upgrades of every edition, and for an organiser's packs. ``Opened`` gathers what
the Leader, the Crew and its attached Upgrades open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct


class Permission(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Models that need not be of the declared Faction (M2-HIRE-32, SL-START-06, -10).

    A model matches when it has every word of one of ``words`` (names, characteristics, Keywords, Factions)
    and none of ``without``. ``scope``: ``leads`` while the card's model leads (of an Upgrade: its bearer),
    ``contains`` while it is in the Crew. ``limit`` models at most; with ``mercenary`` they pay and count as
    Mercenaries do (M2-HIRE-37); ``surcharge`` Soulstones each otherwise.
    """

    scope: Literal["leads", "contains"] = "contains"
    words: tuple[tuple[str, ...], ...] = ()
    without: tuple[str, ...] = ()
    limit: int | None = None
    wp_at_most: int | None = None
    mercenary: bool = False
    surcharge: int = 0

    def lets_in(self, words: frozenset[str], wp: int | None) -> bool:
        """``words`` are those of the model, in lower case.

        >>> Permission(words=(("Foundry",),)).lets_in(frozenset({"foundry", "living"}), 5)
        True
        """
        if self.wp_at_most is not None and (wp is None or wp > self.wp_at_most):
            return False
        if any(word.casefold() in words for word in self.without):
            return False
        return any(all(word.casefold() in words for word in alternative) for alternative in self.words)


class HiringTerms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``never`` hired, only summoned (M2-HIRE-30, -31); not led by a model of one of the Factions or names
    ``not_under``, led by one of ``only_under`` only (M2-HIRE-29); ``opens`` what it lets others hire; under
    its lead only models are hired that have one of the words ``only`` (M2-HIRE-41).

    By slugs: ``brings`` are the models that a Leader has with it for nothing, in all their copies
    (M4-HIRE-08, -24), ``crew_cards`` those that it may bring, the usual one first (M4-HIRE-09). Of a crew
    card: ``needs`` is how many models that it opens are hired at least, ``pool`` the Soulstone pool whatever
    is unspent (M4-HIRE-17, -18)."""

    never: bool = False
    not_under: tuple[str, ...] = ()
    only_under: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    opens: tuple[Permission, ...] = ()
    brings: tuple[str, ...] = ()
    crew_cards: tuple[str, ...] = ()
    needs: int = 0
    pool: int | None = None

    def against(self, leader: str, factions: Iterable[str]) -> str:
        """Why the card is not hired under a Leader of that name and those Factions, to follow the card's
        name; "" where nothing bars it (M2-HIRE-29, M3E-HIRE-03).

        >>> HiringTerms(not_under=("Nekima",)).against("Nekima", ["Neverborn"])
        'is not hired where Nekima leads'
        """
        if self.only_under and leader not in self.only_under:
            return f"is hired under {' or '.join(self.only_under)} only"
        barred = {leader, *factions} & set(self.not_under)
        return f"is not hired where {min(barred)} leads" if barred else ""


NO_TERMS = HiringTerms()


class Opened(Struct, frozen=True):
    """One permission in force and the card that gives it."""

    source: str
    permission: Permission


def in_force(cards: Iterable[tuple[str, HiringTerms, bool]]) -> tuple[Opened, ...]:
    """What the cards of a Crew open: (name, its terms, whether it or its bearer leads) each."""
    return tuple(
        Opened(name, permission)
        for name, terms, leads in cards
        for permission in terms.opens
        if leads or permission.scope == "contains"
    )
