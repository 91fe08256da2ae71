"""What a league agrees on for one of its Encounters: how models fall, who may withdraw, what else is gained.

Values are those of the campaign's policies of the same name; ids are the campaign's own.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Portion(Struct, frozen=True, kw_only=True):
    """One portion of a Bounty: ``left`` times to be done yet, ``per_game`` at most in one Encounter
    (``None``: any number), ``in_order`` only after all before it (SL-BOUNTY-05); ``needs`` is what the game
    must have brought for it (``rules.game.league.needs``)."""

    id: str
    goal: str
    left: int
    per_game: int | None = None
    in_order: bool = False
    needs: str = ""


class Award(Struct, frozen=True):
    """A way to gain Scrip from the Weekly Event, by its number (SL-EVENT-04); ``needs`` as for a portion."""

    number: int
    condition: str
    scrip: int
    needs: str = ""


class SideTerms(Struct, frozen=True, kw_only=True):
    """What one side may claim: the Bounty it is on (slug, name, portions; ``per_game`` ticks at most over all
    of them), the event's awards."""

    bounty: str = ""
    bounty_name: str = ""
    portions: tuple[Portion, ...] = ()
    per_game: int | None = None
    awards: tuple[Award, ...] = ()


class Terms(Struct, frozen=True, kw_only=True):
    """The league's settings of an Encounter, and both sides' claims; ``event_cap`` is the most Scrip that a
    Crew gains from the Weekly Event in it (SL-EVENT-05). ``event`` is that event and ``effect`` what the
    players apply of it themselves, its terrain included (SL-EVENT-03); empty where there is nothing."""

    finish_jokers: Literal["core", "reflip"] = "core"
    finish_trigger: Literal["killed", "killed_or_sacrificed"] = "killed"
    double_withdrawal: bool = False
    withdraw_buried: Literal["removed", "killed"] = "removed"
    early_withdraw_turn: int = 2
    early_withdraw_winner: Literal["stayer", "by_vp"] = "stayer"
    event_cap: int = 6
    event: str = ""
    effect: str = ""
    sides: tuple[SideTerms, SideTerms] = (SideTerms(), SideTerms())
