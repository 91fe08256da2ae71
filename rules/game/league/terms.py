"""The terms a league agrees on for an Encounter: how models fall, withdrawal, and further gains.

Values are those of the campaign's policies of the same name; ids are the campaign's.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class OpenPortion(Struct, frozen=True, kw_only=True):
    """One portion of a Bounty: ``left`` is how often it is still open, ``per_game`` how often one Encounter
    may fulfil it (``None``: no limit), ``in_order`` requires all portions before it (SL-BOUNTY-05). ``needs``
    is what the game must have brought (``rules.game.league.needs``)."""

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
    """What one side may claim: its Bounty (slug, name, portions, at most ``per_game`` claims over all of
    them) and the event's awards."""

    bounty: str = ""
    bounty_name: str = ""
    portions: tuple[OpenPortion, ...] = ()
    per_game: int | None = None
    awards: tuple[Award, ...] = ()


class Terms(Struct, frozen=True, kw_only=True):
    """The league's terms of an Encounter with both sides' claims. ``event_cap`` is the most Scrip that a Crew
    gains from the Weekly Event (SL-EVENT-05). ``event`` is its name and ``effect`` what the players apply
    themselves, its terrain included (SL-EVENT-03); both may be empty."""

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
