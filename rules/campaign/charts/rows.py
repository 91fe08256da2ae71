"""The rows of the campaign's charts, as stored: the fields here are the schema.

``source`` says where a row comes from: ``figures`` (names and numbers found in public sources),
``house`` (ours, original or inferred) or ``organiser``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.campaign.arsenal import StatMod
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.table.terrain import Trait

Source = Literal["figures", "house", "organiser"]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
# One honest line: no control, invisible or direction-changing characters.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$"
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=LINE)]
Words = Annotated[str, Meta(max_length=400, pattern=LINE)]
Tag = Annotated[str, Meta(min_length=1, max_length=80, pattern=LINE)]
Value = Annotated[int, Meta(ge=1, le=13)]
Amount = Annotated[int, Meta(ge=0, le=99)]
Suit = Literal["ram", "mask", "crow", "tome"]


class ChartUpgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Campaign Upgrade. ``digest`` is its effect in a few own words; ``restricted`` what a bearer of
    Equipment must match; ``self_annihilates``: using it deletes it (SL-UPG-13)."""

    slug: Slug
    name: Name
    category: Literal["skill", "equipment"]
    ss_cost: Amount
    rating_weight: Annotated[int, Meta(ge=-9, le=9)] = 1
    rating_bonus: Annotated[int, Meta(ge=-9, le=9)] = 0
    restricted: tuple[Tag, ...] = ()
    self_annihilates: bool = False
    digest: Words = ""
    source: Source = "organiser"


class BarterRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Barter flip offers: the ``upgrade`` (slug) for ``campaign_cost`` Scrip on any of the
    ``values`` (1 to 13) or the jokers it lists (SL-BARTER-05, -06, A-21).
    ``limit_per_arsenal``: how many one Arsenal may own, ``None`` for any number."""

    upgrade: str
    values: tuple[Value, ...]
    campaign_cost: Amount
    red_joker: bool = False
    black_joker: bool = False
    limit_per_arsenal: Amount | None = None
    source: Source = "organiser"

    @property
    def offering(self) -> frozenset[int]:
        """The values of the cards that offer this row, a joker's among them: suits do not matter
        (SL-BARTER-05)."""
        red = (RED_JOKER.value,) if self.red_joker else ()
        black = (BLACK_JOKER.value,) if self.black_joker else ()
        return frozenset((*self.values, *red, *black))

    def offered_by(self, card: Card) -> bool:
        """Whether a Barter flip of ``card`` offers this row."""
        return card.value in self.offering


class InjuryUpgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Injury as it is carried. ``ss_cost`` raises the cost of its bearer; ``annihilates`` ends the bearer
    in a later Aftermath: after the next game it took part in, or after one it was killed in;
    ``opponent_scrip`` is what the opponent then gains."""

    slug: Slug
    name: Name
    stat_mods: tuple[StatMod, ...] = ()
    ss_cost: Amount = 0
    annihilates: Literal["", "after_next_game", "when_killed"] = ""
    opponent_scrip: Amount = 0
    digest: Words = ""
    source: Source = "organiser"


class InjuryRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card of these ``suits`` and ``values``, or that ``joker``, does to a model. ``house_rule``
    declares that the Red Joker intentionally gives no Lucky Miss (SL-INJURY-12)."""

    result: Literal["injury", "reflip", "none", "annihilate", "lucky_miss"]
    suits: tuple[Suit, ...] = ()
    values: tuple[Value, ...] = ()
    joker: Literal["", "black", "red"] = ""
    injury: str = ""
    name: Annotated[str, Meta(max_length=80, pattern=LINE)] = ""
    source: Source = "organiser"
    house_rule: bool = False

    def matches(self, card: Card) -> bool:
        """Whether an Injury flip of ``card`` lands on this row."""
        if card.is_joker:
            return self.joker == ("red" if card == RED_JOKER else "black")
        return card.suit in self.suits and card.value in self.values


class LuckyMissRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Lucky Miss: the Campaign Upgrade gained (slug), or ``other_effect`` in words where it is none."""

    values: tuple[Value, ...]
    upgrade: str = ""
    other_effect: Words = ""
    source: Source = "organiser"


class RewardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reward chart row: a suit and the Upgrade it gives (SL-REWARD-02), where more Upgrades than suits are
    known on cards of these ``values`` alone; none named: on all."""

    suit: Suit
    upgrade: str
    values: tuple[Value, ...] = ()
    source: Source = "organiser"

    def gives(self, card: Card) -> bool:
        """Whether a Reward flip of ``card`` lands on this row."""
        return card.suit == self.suit and (not self.values or card.value in self.values)


class AvatarRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Crew with the ``master`` (its slug in the catalogue, or ``any``) may take for a Reward instead
    of what the flip gave (SL-REWARD-05): the Campaign Upgrade ``upgrade``; with a ``faction`` only in its
    Crews."""

    master: Slug
    upgrade: str
    faction: str = ""
    source: Source = "organiser"


class Portion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of a Bounty, done ``repeat`` times, in one game at most ``per_game`` times (``None``: as
    often as it happens). ``order_required``: only once every portion before it is done. ``needs``: what a
    game must have brought, in the words of ``rules.game.league.needs``; empty: the players' word alone."""

    id: Slug
    goal: Words
    repeat: Annotated[int, Meta(ge=1, le=99)] = 1
    per_game: Annotated[int, Meta(ge=1, le=99)] | None = None
    order_required: bool = False
    needs: Annotated[str, Meta(max_length=200, pattern=LINE)] = ""


class Bounty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Bounty; ``faction`` is empty for everyone's, ``cost`` is ``None`` for the campaign's usual price
    in Scrip (SL-BOUNTY-01). ``per_game``: so many ticks in one game at most, over all its portions.
    ``reward_modifier``: the fate modifiers of its Reward flip, 2 for [+][+], -1 for [-] (A-48)."""

    slug: Slug
    name: Name
    portions: tuple[Portion, ...]
    faction: str = ""
    cost: Amount | None = None
    per_game: Annotated[int, Meta(ge=1, le=99)] | None = None
    reward_modifier: Annotated[int, Meta(ge=-3, le=3)] = 0
    source: Source = "organiser"


class ScripAward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scrip for what a game brought (SL-EVENT-04); ``needs`` as for a portion of a Bounty. What every report
    shows, such as ``win``, is given without being asked for."""

    condition: Words
    amount: Amount
    per: Literal["game", "week"] = "game"
    needs: Annotated[str, Meta(max_length=200, pattern=LINE)] = ""


class EventPiece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an event lays on the centre of the table: ``inches`` across, 0 for a marker of the usual size;
    with Terrain Traits it is terrain, ``height`` its Ht (M3E-MARK-01)."""

    name: Name
    inches: Annotated[int, Meta(ge=0, le=18)] = 0
    traits: tuple[Trait, ...] = ()
    height: Annotated[int, Meta(ge=0, le=10)] = 0


class WeeklyEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Weekly Event, drawn on any of the ``values`` of a flip (SL-EVENT-01, -03).

    ``scope``: in force in each game of the week, once in the week, or a contest resolved at once before
    the games. ``contest`` says how such a one is settled: ``high_card``, each player flips and the
    highest wins; empty, an organiser enters who won. ``strategy`` and ``deployment`` are mandated where
    they are not empty; ``terrain`` stands on every table, and ``pieces`` are its first lines as the portal
    lays them, in the same order.
    """

    slug: Slug
    name: Name
    values: tuple[Value, ...]
    scope: Literal["each_game", "one_off", "immediate"] = "each_game"
    terrain: tuple[Tag, ...] = ()
    pieces: tuple[EventPiece, ...] = ()
    rules: Words = ""
    contest: Literal["", "high_card"] = ""
    strategy: Annotated[str, Meta(max_length=80)] = ""
    deployment: Literal["", "Standard", "Corner", "Flank", "Wedge", "Close"] = ""
    scrip_awards: tuple[ScripAward, ...] = ()
    extra_barter_flips: Amount = 0
    source: Source = "organiser"
