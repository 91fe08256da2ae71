"""The campaign's charts: Barter, Campaign Upgrades, Injuries, Lucky Miss, and those stored for later.

Charts are data an organiser may replace; ``load_charts`` takes the parsed JSON and refuses it with
every fault at once, each naming its row. ``docs`` of each field are the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from rules.core.campaign.arsenal import StatMod
from rules.core.fate.cards import Card

Source = Literal["figures", "house", "organiser"]


class ChartUpgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Campaign Upgrade. ``digest`` is its effect in a few own words; ``restricted`` what a bearer of
    Equipment must match; ``self_annihilates``: using it deletes it (SL-UPG-13)."""

    slug: str
    name: str
    category: Literal["skill", "equipment"]
    ss_cost: int
    rating_weight: int = 1
    rating_bonus: int = 0
    restricted: tuple[str, ...] = ()
    self_annihilates: bool = False
    digest: str = ""
    source: Source = "organiser"


class BarterRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Barter flip offers: the ``upgrade`` (slug) for ``campaign_cost`` Scrip on any of the
    ``values`` (1 to 13) or the jokers it lists (SL-BARTER-05, -06, A-21).
    ``limit_per_arsenal``: how many one Arsenal may own, ``None`` for any number."""

    upgrade: str
    values: tuple[int, ...]
    campaign_cost: int
    red_joker: bool = False
    black_joker: bool = False
    limit_per_arsenal: int | None = None
    source: Source = "organiser"


class InjuryUpgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Injury as it is carried. ``ss_cost`` makes the bearer dearer; ``annihilates`` ends the bearer
    in a later Aftermath: after the next game it took part in, or after one it was killed in;
    ``opponent_scrip`` is what the opponent then gains."""

    slug: str
    name: str
    stat_mods: tuple[StatMod, ...] = ()
    ss_cost: int = 0
    annihilates: Literal["", "after_next_game", "when_killed"] = ""
    opponent_scrip: int = 0
    digest: str = ""
    source: Source = "organiser"


class InjuryRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card of these ``suits`` and ``values``, or that ``joker``, does to a model."""

    result: Literal["injury", "reflip", "none", "annihilate", "lucky_miss"]
    suits: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    joker: Literal["", "black", "red"] = ""
    injury: str = ""
    name: str = ""
    source: Source = "organiser"


class LuckyMissRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Lucky Miss: the Campaign Upgrade gained (slug), or ``other_effect`` in words where it is none."""

    values: tuple[int, ...]
    upgrade: str = ""
    other_effect: str = ""
    source: Source = "organiser"


class RewardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reward chart row: a suit and the Upgrade it gives (play: another version)."""

    suit: str
    upgrade: str
    source: Source = "organiser"


class Portion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of a Bounty, done ``repeat`` times."""

    id: str
    goal: str
    repeat: int = 1


class Bounty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Bounty; ``faction`` is empty for everyone's."""

    slug: str
    name: str
    portions: tuple[Portion, ...]
    faction: str = ""
    cost: int = 4
    source: Source = "organiser"


class ScripAward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    condition: str
    amount: int
    per: Literal["game", "week"] = "game"


class WeeklyEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Weekly Event, drawn on any of the ``values`` of a flip."""

    slug: str
    name: str
    values: tuple[int, ...]
    scope: Literal["each_game", "one_off", "immediate"] = "each_game"
    terrain: tuple[str, ...] = ()
    rules: str = ""
    scrip_awards: tuple[ScripAward, ...] = ()
    extra_barter_flips: int = 0
    source: Source = "organiser"


class Charts(Struct, frozen=True, kw_only=True):
    """One version of all charts. Look-ups take a final card (after any cheat)."""

    slug: str
    name: str
    version: int
    upgrades: tuple[ChartUpgrade, ...]
    barter: tuple[BarterRow, ...]
    injuries: tuple[InjuryUpgrade, ...]
    injury_chart: tuple[InjuryRow, ...]
    lucky_miss_charts: dict[str, tuple[LuckyMissRow, ...]]
    rewards: dict[str, tuple[RewardRow, ...]]
    bounties: tuple[Bounty, ...]
    weekly_events: tuple[WeeklyEvent, ...]

    def upgrade(self, slug: str) -> ChartUpgrade:
        """The Campaign Upgrade of that slug; ``KeyError`` when there is none."""
        raise NotImplementedError

    def injury(self, slug: str) -> InjuryUpgrade:
        """The Injury of that slug; ``KeyError`` when there is none."""
        raise NotImplementedError

    def barter_offers(self, card: Card) -> tuple[BarterRow, ...]:
        """What that card offers: equal value, jokers only where listed (SL-BARTER-05, A-21)."""
        raise NotImplementedError

    def injury_result(self, card: Card) -> InjuryRow:
        """What that card does (SL-INJURY-03, -12)."""
        raise NotImplementedError

    def lucky_miss(self, faction: str, card: Card) -> LuckyMissRow | None:
        """The Lucky Miss of the Crew's faction; ``None`` for a joker: flip again (SL-INJURY-12)."""
        raise NotImplementedError


def load_charts(document: Mapping[str, Any]) -> Charts:
    """The charts of a parsed JSON document. Raises ``Refusal`` with ALL faults, each naming its row."""
    raise NotImplementedError
