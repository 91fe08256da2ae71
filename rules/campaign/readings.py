"""How the leagues of an edition read the campaign: what is usual in them, what they are not asked, and the
presets that begin one.

>>> usual_policies("m3e").pool_cap, usual_policies("m2e").pool_cap
(10, 7)
>>> [(each.slug, each.edition) for each in presets()]
[('fourth-edition', 'm4e'), ('third-edition', 'm3e'), ('by-the-book', 'm2e'), ('short', ''), ('gentle', '')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.policies import POLICIES, Policies, policies_as_dict, policies_from
from rules.edition import Edition, edition_of, editions


class Preset(Struct, frozen=True):
    """``policies`` differ from the defaults; ``weeks`` is how long such a league lasts; ``edition`` the
    one it is for, empty where it goes with any."""

    slug: str
    name: str
    about: str
    policies: dict[str, Any]
    weeks: int = 6
    edition: str = ""

    @property
    def rules(self) -> Policies:
        return policies_from(self.policies)


class Readings(Struct, frozen=True, kw_only=True):
    """How the leagues of an edition read the campaign.

    ``usual`` are the settings that differ from the ledger's defaults unless the organisers choose otherwise,
    as the figures print it. ``not_asked`` are settings, ``not_offered`` settings with one of their values,
    that its figures, charts and games have no use for. ``notes`` say what a setting is good for where that is
    otherwise than in other leagues. ``presets`` begin a league of this edition alone.
    """

    usual: Mapping[str, Any] = {}
    not_asked: frozenset[str] = frozenset()
    not_offered: frozenset[tuple[str, str]] = frozenset()
    notes: Mapping[str, str] = {}
    presets: tuple[Preset, ...] = ()


PRESETS: tuple[Preset, ...] = (
    Preset(
        "short",
        "Short league",
        "Everything the long campaign has, in four weeks: a larger start, more Scrip, an earlier Bounty "
        "and Master.",
        {
            "start_budget": 40,
            "start_scrip_cap": 5,
            "master_scrip": 8,
            "weekly_cap": 20,
            "barter_strategy_vp": 2,
            "bounty_cost": 2,
            "restart_scrip": 7,
            "report_timeout_h": 24,
            "aftermath_h": 24,
        },
        weeks=4,
    ),
    Preset(
        "gentle",
        "Gentle",
        "Nobody’s model is ever Annihilated, falling is less likely to hurt, and a fresh start keeps "
        "the Scrip. For newcomers and small collections. Six weeks.",
        {
            "annihilation": "off",
            "finish_threshold": 5,
            "lucky_miss_cheatable": True,
            "restart_keep_scrip": True,
            "bye_scrip": 4,
        },
    ),
)
"""Those that go with any edition."""


def usual_policies(edition: str) -> Policies:
    """The policies of a league of the edition whose organisers chose nothing."""
    return policies_from(edition_of(edition).readings.usual)


def spelled_out(policies: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """House rules that were stored as what differs from the ledger's defaults, with each setting that is
    usually otherwise in the edition.

    >>> spelled_out({"pool_cap": 7}, "m2e")["cache_mode"], spelled_out({"bye_scrip": 1}, "m3e")
    ('none', {'bye_scrip': 1})
    """
    defaults = policies_as_dict(POLICIES)
    return {name: defaults[name] for name in edition_of(edition).readings.usual} | dict(policies)


def as_usual(edition: Edition) -> Preset:
    """The campaign as the edition reads it, nothing chosen."""
    about = f"The campaign with the figures and the rules of the {edition.name}. Six weeks."
    return Preset(edition.code, edition.name, about, dict(edition.readings.usual), edition=edition.code)


def presets() -> tuple[Preset, ...]:
    """Those of each edition that leagues play, then those for any."""
    playing = [each for each in editions() if each.arsenal is not None]
    own = [
        replace(preset, edition=edition.code)
        for edition in playing
        for preset in edition.readings.presets or (as_usual(edition),)
    ]
    return (*own, *PRESETS)


def preset(slug: str) -> Preset | None:
    """The preset of that name, or ``None``."""
    return next((preset for preset in presets() if preset.slug == slug), None)
