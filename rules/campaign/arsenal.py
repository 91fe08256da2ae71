"""The Arsenal: what a player owns, what it is worth, and who leads it (SL-SIZE, SL-LEADER).

Costs are Soulstones as printed, the purse is Scrip; ids are the campaign's own numbers for owned things.
Skills and Injuries a model may carry go by its station (SL-UPG-09, SL-INJURY-10); ``lasting`` reads the stats
that an Injury names by an older edition's word (SL-3E-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct, field

from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import HENCHMAN, MASTER, Profile
from rules.refusal import Total, TotalLine

UpgradeKind = Literal["ordinary", "equipment", "skill", "injury"]
STATS = ("df", "wp", "mv", "sz", "health", "melee", "missile", "magic")
"""What an Injury may change: the stat line, and the stats of melee, missile and magic Actions."""

FOURTH_STATS = {"sp": "mv"}
"""The Fourth Edition's word for a stat."""


class StatMod(Struct, frozen=True):
    """A lasting change to one stat (a name of ``STATS``), such as ``StatMod("wp", -2)``."""

    stat: str
    delta: int


class OwnedUpgrade(Struct, frozen=True, kw_only=True):
    """One Upgrade of an Arsenal. Skills and Injuries carry the ``bearer_id`` of their model for good;
    Equipment and ordinary Upgrades have none between games (SL-CREW-03).

    ``rating_weight`` counts in the Campaign Rating (``None``: by kind, SL-RATING-02, -05), as does
    ``rating_bonus`` when the campaign honours flagged Upgrades (SL-3E-10). ``restricted`` lists what
    the bearer must match; ``ss_cost`` is paid at each hiring (SL-UPG-12).
    """

    id: int
    slug: str
    name: str
    kind: UpgradeKind
    ss_cost: int = 0
    bearer_id: int | None = None
    rating_weight: int | None = None
    rating_bonus: int = 0
    stat_mods: tuple[StatMod, ...] = ()
    restricted: tuple[str, ...] = ()

    @property
    def weight(self) -> int:
        """What it adds to the Campaign Rating, before any bonus."""
        if self.kind == "ordinary":
            return 0
        if self.rating_weight is not None:
            return self.rating_weight
        return -1 if self.kind == "injury" else 1


class OwnedModel(Struct, frozen=True, kw_only=True):
    """One model of an Arsenal. ``cost`` is the printed one; ``surcharge`` the Soulstones it was
    charged on top when it joined; ``name`` is written with its title and tells it from others
    of its kind."""

    id: int
    slug: str
    name: str
    station: str
    cost: int
    surcharge: int = 0
    is_leader: bool = False
    insignificant: bool = False
    # What a restriction may name of its card; stored Aftermaths have its Keywords alone under this name.
    words: tuple[str, ...] = field(default=(), name="keywords")
    skills: tuple[OwnedUpgrade, ...] = ()
    injuries: tuple[OwnedUpgrade, ...] = ()

    @property
    def bound(self) -> tuple[OwnedUpgrade, ...]:
        """What is attached whenever it is hired (SL-UPG-04, SL-INJURY-05)."""
        return self.skills + self.injuries

    def skill_limit(self, policies: Policies = POLICIES) -> int:
        return skill_limit(self.station, self.insignificant, policies, self.slug)

    def injury_limit(self, policies: Policies = POLICIES) -> int:
        return injury_limit(self.station, self.insignificant, policies, self.slug)


class Arsenal(Struct, frozen=True, kw_only=True):
    """One player's entry: ``upgrades`` are the loose ones (Equipment and ordinary)."""

    faction: str
    models: tuple[OwnedModel, ...]
    upgrades: tuple[OwnedUpgrade, ...] = ()
    scrip: int = 0
    completed_bounties: int = 0

    @property
    def leader(self) -> OwnedModel | None:
        return next((model for model in self.models if model.is_leader), None)

    def model(self, model_id: int) -> OwnedModel | None:
        return next((model for model in self.models if model.id == model_id), None)

    def upgrade(self, upgrade_id: int) -> OwnedUpgrade | None:
        """The loose Upgrade of that id."""
        return next((upgrade for upgrade in self.upgrades if upgrade.id == upgrade_id), None)


MASTER_VALUE = 15
"""Soulstones a Master counts as, unless a league says otherwise (SL-SIZE-03)."""


def campaign_cost(
    profile: Profile, policies: Policies = POLICIES, *, leader: bool = False, cache: int | None = None
) -> int:
    """Soulstones a model costs in this campaign, before surcharges; ``ValueError`` when unknown.

    A Master is worth ``master_value`` (SL-SIZE-03, SL-CREW-04); where that is the printed cost and none is
    printed, as in the Second Edition, ``MASTER_VALUE``. Where the formula is on, a Henchman
    printed at 0 costs 13 less ``cache``, or less its printed one (SL-START-12, A-02); Third Edition prints
    no Cache.

    >>> from rules.campaign.policies import Policies
    >>> old = Profile("h", "Henchman", "", (), (), HENCHMAN, 0)
    >>> campaign_cost(old, Policies(zero_cost_formula="on"), leader=True, cache=3)
    10
    """
    if profile.station == MASTER and policies.master_value != "printed":
        return policies.master_value
    if profile.station == MASTER and profile.cost is None:
        return MASTER_VALUE
    if profile.cost is None:
        raise ValueError(f"{profile.full_name} has no verified cost.")
    if profile.station == HENCHMAN and profile.cost == 0 and policies.zero_cost_formula == "on":
        if leader or policies.zero_henchman_cost == "always":
            return 13 - (profile.cache if cache is None else cache)
    return profile.cost


def model_value(model: OwnedModel, policies: Policies = POLICIES) -> int:
    """Soulstones one owned model adds to its Arsenal (SL-SIZE-01, -03, A-03)."""
    if model.station == MASTER and policies.master_value != "printed":
        return policies.master_value
    return model.cost + (model.surcharge if policies.size_uses == "paid" else 0)


def scheme_cost(model: OwnedModel, policies: Policies = POLICIES) -> int | None:
    """What a model costs for Schemes that compare costs; ``None`` for a Master, who has no cost: every
    comparison with it is false (SL-CREW-05, SL-3E-09).

    >>> scheme_cost(OwnedModel(id=1, slug="m", name="M", station=MASTER, cost=15)) is None
    True
    """
    if model.station != MASTER or policies.master_cost_for_schemes == "printed":
        return model.cost
    return 15 if policies.master_cost_for_schemes == "15" else None


def costs_more(a: OwnedModel, b: OwnedModel, policies: Policies = POLICIES) -> bool:
    """Whether ``a`` costs more than ``b`` for a Scheme; false when either has no cost."""
    mine, theirs = scheme_cost(a, policies), scheme_cost(b, policies)
    return mine is not None and theirs is not None and mine > theirs


def arsenal_value(models: Iterable[OwnedModel], policies: Policies = POLICIES) -> Total:
    """The value of an Arsenal: its models, never its Upgrades (SL-SIZE-01, SL-SIZE-03)."""
    return Total.of(
        TotalLine(
            model.name,
            model_value(model, policies),
            "SL-SIZE-03" if model.station == MASTER and policies.master_value != "printed" else "SL-SIZE-01",
        )
        for model in models
    )


def size_ceiling(a: Total | int, b: Total | int, policies: Policies = POLICIES) -> Total:
    """The largest Encounter two Arsenal values allow: the lower of them, and 5 more (SL-SIZE-02).

    >>> size_ceiling(35, 42).amount
    40
    """
    low = min(a if isinstance(a, int) else a.amount, b if isinstance(b, int) else b.amount)
    return Total.of(
        [
            TotalLine("the lower Arsenal value", low, "SL-SIZE-02"),
            TotalLine("allowance", policies.size_bonus, "SL-SIZE-02"),
        ]
    )


def new_leader_choices(models: Sequence[OwnedModel], policies: Policies = POLICIES) -> tuple[int, ...]:
    """Ids of those who may take over from an Annihilated Leader, the likeliest first (SL-LEADER-02 to -04).

    Any Henchman; with none, the models of the highest cost. The first is the one taken when the
    owner does not choose: highest cost, then name.
    """
    ranked = sorted(models, key=lambda model: (-model_value(model, policies), model.name, model.id))
    henchmen = [model for model in ranked if model.station == HENCHMAN]
    if henchmen:
        return tuple(model.id for model in henchmen)
    highest = [m for m in ranked if model_value(m, policies) == model_value(ranked[0], policies)]
    return tuple(model.id for model in highest)


class Changing(Protocol):
    """Something that changes stats for good."""

    @property
    def stat_mods(self) -> tuple[StatMod, ...]: ...


def injured_stat(printed: int, stat: str, injuries: Iterable[Changing]) -> int:
    """A stat after Injuries: never taken below 1 by them (SL-INJURY-07).

    >>> injured_stat(
    ...     2, "wp", [OwnedUpgrade(id=1, slug="i", name="I", kind="injury", stat_mods=(StatMod("wp", -2),))]
    ... )
    1
    """
    mods = [mod for injury in injuries for mod in injury.stat_mods]
    change = sum(mod.delta for mod in mods if FOURTH_STATS.get(mod.stat, mod.stat) == stat)
    return min(printed, max(1, printed + change)) if change < 0 else printed + change


PEON = "Peon"
SKILL_LIMITS = {PEON: 0, "Minion": 1, "Enforcer": 1, "Henchman": 2, "Master": 3}
INJURY_LIMITS = {PEON: 1, "Minion": 2, "Enforcer": 2, "Henchman": 3, "Master": 3}


def campaign_station(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> str:
    """The row of the limits that a model uses (SL-3E-01); ``slug`` finds it in the league's own list.

    >>> campaign_station("Minion", insignificant=True)
    'Peon'
    """
    if policies.peon_mapping == "insignificant_or_no_station" and (insignificant or not station):
        return PEON
    if policies.peon_mapping == "list" and slug in policies.peons:
        return PEON
    return station if station in SKILL_LIMITS else "Minion"


def skill_limit(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> int:
    return SKILL_LIMITS[campaign_station(station, insignificant, policies, slug)]


def injury_limit(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> int:
    return INJURY_LIMITS[campaign_station(station, insignificant, policies, slug)]


OLD_STATS = {"wk": "mv", "cg": "mv", "ht": "sz", "wd": "health"}
"""Walk and Charge are Move now, Height is Size, Wounds are Health."""


PRINTED_STATS = {**OLD_STATS, "cg": "cg"}
"""Figures of the Second Edition have the same names here, Charge has one of its own."""


def lasting(mods: Iterable[StatMod], policies: Policies = POLICIES) -> tuple[StatMod, ...]:
    """The changes an Injury makes to a stat line of the Third Edition (SL-3E-20), or, each by itself, to one
    of the Second.

    Walk and Charge hurt together hurt Move once, by the larger change. Where ``stat_map`` is off, a stat
    that is no longer there changes nothing.

    >>> lasting([StatMod("wk", -1), StatMod("cg", -2), StatMod("wp", -1)])
    (StatMod(stat='mv', delta=-2), StatMod(stat='wp', delta=-1))
    """
    if policies.stat_map == "2e":
        return tuple(StatMod(PRINTED_STATS.get(mod.stat, mod.stat), mod.delta) for mod in mods)
    current: dict[str, int] = {}
    mapped: dict[str, int] = {}
    for mod in mods:
        if mod.stat not in OLD_STATS:
            current[mod.stat] = current.get(mod.stat, 0) + mod.delta
        elif policies.stat_map == "3e":
            now = OLD_STATS[mod.stat]
            mapped[now] = max(mapped.get(now, 0), mod.delta, key=abs)
    for stat in (*mapped, *current):
        mapped.setdefault(stat, 0)
    return tuple(StatMod(stat, delta + current.get(stat, 0)) for stat, delta in mapped.items())
