"""The starting Arsenal: 35 Soulstones, one Henchman to lead, at most one Upgrade (SL-START).

``start_catalogue`` holds what that Upgrade may be (SL-START-08, A-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.arsenal import campaign_cost
from rules.campaign.arsenal_rules import (
    EQUIPMENT,
    ArsenalRules,
    Hirer,
    able_to_lead,
    arsenal_rules,
    known_upgrades,
)
from rules.campaign.candidates import HireCandidate, known_profiles, legal_first, upgrade_scrip
from rules.campaign.charts import Charts
from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import (
    HENCHMAN,
    MASTER,
    Catalogue,
    Profile,
    UpgradeProfile,
    faction_name,
)
from rules.edition import edition_of
from rules.refusal import CheckReport, Refusal, Total, TotalLine, Violation
from rules.wording import left as left_over

Grants = Mapping[str, tuple[str, ...]]
"""Keywords whose models an Upgrade lets one hire, by the Upgrade's slug (SL-START-10)."""


class StartList(Struct, frozen=True):
    """What a player wants to start with: slugs. ``leader`` is one Henchman, *not* repeated in
    ``models`` (the others, a slug once per copy); ``upgrade`` is empty for none."""

    faction: str
    leader: str
    models: tuple[str, ...] = ()
    upgrade: str = ""


class StartDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """What is stored of a ``StartList`` as far as it is written down; the Faction stands elsewhere."""

    leader: str = ""
    models: list[str] = []
    upgrade: str = ""


def check_start(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES, grants: Grants | None = None
) -> CheckReport:
    """All that is wrong with a starting Arsenal, and its bill in Soulstones (SL-START-01 to -12)."""
    leader = _leader(start, catalogue, grants)
    models = known_profiles(start.models, catalogue)
    total = Total.of(_bill(start, leader, models, catalogue, policies))
    violations = [
        *_faction(start, catalogue),
        *_leading(start, catalogue, policies),
        *_models(start, leader, models, catalogue, policies),
        *_upgrade(start, leader, models, catalogue),
        *_budget(total.amount, policies),
    ]
    report = CheckReport.of(violations, total, budget=policies.start_budget)
    return edition_of(catalogue.edition).rows.cited(report)


def start_leaders(
    faction: str, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[HireCandidate, ...]:
    """Who may lead a starting Arsenal of ``faction``, the possible ones first (SL-START-03, -04)."""
    return legal_first(
        HireCandidate(
            profile.slug,
            profile.full_name,
            profile.station,
            profile.cost,
            None if profile.cost is None else Total.of(_leader_lines(profile, policies)),
            tuple(_leading(StartList(faction, profile.slug), catalogue, policies)),
        )
        for profile in catalogue.profiles()
        if profile.station == HENCHMAN and able_to_lead(profile) and faction in profile.factions
    )


def start_candidates(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES, grants: Grants | None = None
) -> tuple[HireCandidate, ...]:
    """Every model with its price for this list, the legal first, the others with the reason."""
    left = check_start(start, catalogue, policies, grants).left
    owned = known_profiles((start.leader, *start.models), catalogue)
    hirer = _hirer(start, _leader(start, catalogue, grants), owned, catalogue, policies)
    rules = arsenal_rules(catalogue)
    return legal_first(_candidate(profile, hirer, left, rules) for profile in catalogue.profiles())


def start_upgrades(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[HireCandidate, ...]:
    """Every ordinary Upgrade with its price for this list, the legal first (SL-START-08, -09)."""
    left = check_start(start, catalogue, policies).left
    models = known_profiles((start.leader, *start.models), catalogue)
    candidates, rules = [], arsenal_rules(catalogue)
    for upgrade in catalogue.upgrades():
        price = Total.of([_upgrade_line(upgrade, policies)])
        reasons = [*rules.sold(upgrade, start.faction), *_bearer(upgrade, models, rules)]
        if start.upgrade:
            reasons.append(
                Violation(
                    "SL-START-08",
                    "A starting Arsenal holds at most one Upgrade.",
                    "Remove the other one first.",
                    upgrade.slug,
                )
            )
        reasons += _affordable(upgrade.slug, upgrade.name, price=price.amount, left=left)
        candidates.append(HireCandidate(upgrade.slug, upgrade.name, "", upgrade.cost, price, tuple(reasons)))
    return legal_first(candidates)


class Pick(Protocol):
    """A whole number from 0 up to ``below``, which follows from ``parts``."""

    def __call__(self, *parts: object, below: int) -> int: ...


def plain_start(faction: str, catalogue: Catalogue, policies: Policies, pick: Pick) -> StartList:
    """A legal starting Arsenal as a plain player would choose it: a Henchman, then models, those of a Keyword
    first, while the Soulstones last, an Upgrade. ``Refusal`` where nobody of the Faction can lead."""
    leaders = _legal(start_leaders(faction, catalogue, policies))
    if not leaders:
        raise Refusal("No Henchman of this Faction can lead.", rule="SL-START-03")
    start = StartList(faction, leaders[pick(faction, "leader", below=len(leaders))].slug)
    while options := _legal(start_candidates(start, catalogue, policies)):
        among = [c for c in options if c.price is not None and c.price.amount == c.cost] or options
        chosen = among[pick(start.models, below=len(among))]
        start = replace(start, models=(*start.models, chosen.slug))
    if upgrades := _legal(start_upgrades(start, catalogue, policies)):
        start = replace(start, upgrade=upgrades[pick("upgrade", below=len(upgrades))].slug)
    return start


def _legal(candidates: Iterable[HireCandidate]) -> list[HireCandidate]:
    return [candidate for candidate in candidates if candidate.legal]


def start_scrip(spent: int, policies: Policies = POLICIES) -> int:
    """Scrip kept of what was not spent (SL-START-11).

    >>> start_scrip(33), start_scrip(20), start_scrip(35)
    (2, 3, 0)
    """
    return max(0, min(policies.start_scrip_cap, policies.start_budget - spent))


def _leader(start: StartList, catalogue: Catalogue, grants: Grants | None) -> Profile | None:
    """The Leader, with the Keywords that the Upgrade opens for hiring (SL-START-10)."""
    if not catalogue.has_profile(start.leader):
        return None
    leader = catalogue.profile(start.leader)
    opened = (grants or {}).get(start.upgrade, ())
    return replace(leader, keywords=(*leader.keywords, *opened)) if opened else leader


def _banner(start: StartList, catalogue: Catalogue) -> str:
    return faction_name(start.faction, catalogue.edition)


def start_hirer(start: StartList, catalogue: Catalogue, policies: Policies = POLICIES) -> Hirer:
    """Who buys a whole starting Arsenal, by the edition's rules (SL-START-06, -10)."""
    owned = known_profiles((start.leader, *start.models), catalogue)
    return _hirer(start, _leader(start, catalogue, None), owned, catalogue, policies)


def _hirer(
    start: StartList,
    leader: Profile | None,
    owned: Iterable[Profile],
    catalogue: Catalogue,
    policies: Policies,
) -> Hirer:
    """Who buys: the Upgrade counts already (SL-START-10)."""
    upgrades = known_upgrades((start.upgrade,), catalogue)
    return Hirer(arsenal_rules(catalogue), leader, start.faction, tuple(owned), upgrades, policies)


def _factions(catalogue: Catalogue) -> Mapping[str, str]:
    return edition_of(catalogue.edition).hiring.factions


def _faction(start: StartList, catalogue: Catalogue) -> Iterator[Violation]:
    factions = _factions(catalogue)
    if start.faction not in factions:
        sentence = f"Declare one of the {len(factions)} Factions."
        yield Violation("SL-START-01", sentence, "Choose a Faction.", start.faction)


def _leading(start: StartList, catalogue: Catalogue, policies: Policies) -> Iterator[Violation]:
    if not start.leader:
        yield Violation("SL-START-03", "The Arsenal has no Leader.", "Choose a Henchman to lead it.")
        return
    if not catalogue.has_profile(start.leader):
        yield _unknown(start.leader)
        return
    leader = catalogue.profile(start.leader)
    if leader.station == MASTER:
        yield _no_master(leader)
    elif leader.station != HENCHMAN or not able_to_lead(leader):
        yield Violation(
            "SL-START-03",
            f"{leader.full_name} cannot lead: a starting Arsenal is led by a Henchman.",
            "Choose a Henchman to lead it.",
            leader.slug,
        )
    if start.faction in _factions(catalogue) and start.faction not in leader.factions:
        yield Violation(
            arsenal_rules(catalogue).foreign_leader(leader),
            f"{leader.full_name} is not of the {_banner(start, catalogue)}, the Faction declared.",
            "Choose another Leader or declare another Faction.",
            leader.slug,
        )
    yield from arsenal_rules(catalogue).barred_to_lead(leader, policies)


def _models(
    start: StartList, leader: Profile | None, models: list[Profile], catalogue: Catalogue, policies: Policies
) -> Iterator[Violation]:
    yield from (_unknown(slug) for slug in dict.fromkeys(start.models) if not catalogue.has_profile(slug))
    owned = known_profiles((start.leader,), catalogue)
    rules = arsenal_rules(catalogue)
    everybody = _hirer(start, leader, [*owned, *models], catalogue, policies)
    reported: set[str] = set()
    for profile in models:
        if profile.slug not in reported:
            yield from _not_to_start_with(profile, everybody, rules)
        yield from rules.crowding(profile, _hirer(start, leader, owned, catalogue, policies))
        reported.add(profile.slug)
        owned.append(profile)


def _not_to_start_with(profile: Profile, hirer: Hirer, rules: ArsenalRules) -> Iterator[Violation]:
    if profile.station == MASTER:
        yield _no_master(profile)
    yield from rules.barred(profile, hirer)


def _upgrade(
    start: StartList, leader: Profile | None, models: list[Profile], catalogue: Catalogue
) -> Iterator[Violation]:
    if not start.upgrade:
        return
    if not catalogue.has_upgrade(start.upgrade):
        yield Violation(
            "card.upgrade", f"{start.upgrade}: no such Upgrade in this release.", "Remove it.", start.upgrade
        )
        return
    upgrade = catalogue.upgrade(start.upgrade)
    rules = arsenal_rules(catalogue)
    yield from rules.sold(upgrade, start.faction)
    yield from _bearer(upgrade, [leader, *models] if leader else models, rules)


def _bearer(upgrade: UpgradeProfile, models: Sequence[Profile], rules: ArsenalRules) -> Iterator[Violation]:
    """``models`` begin with the Leader."""
    if all(list(rules.fits(upgrade, model, leads=place == 0)) for place, model in enumerate(models)):
        yield Violation(
            "SL-START-09",
            f"{upgrade.name}: no model of this Arsenal could carry it.",
            "Buy a model that can, or leave the Upgrade out.",
            upgrade.slug,
        )


def _budget(spent: int, policies: Policies) -> Iterator[Violation]:
    if spent > policies.start_budget:
        yield Violation(
            "SL-START-02",
            f"The Arsenal costs {spent}; {policies.start_budget} Soulstones are allowed.",
            f"Remove models or the Upgrade worth {spent - policies.start_budget}.",
        )


def _affordable(slug: str, name: str, *, price: int, left: int) -> Iterator[Violation]:
    if price > left:
        sentence = f"{name} costs {price}; {left_over(max(0, left), 'Soulstone')}."
        yield Violation("SL-START-02", sentence, "Remove something else.", slug)


def _candidate(profile: Profile, hirer: Hirer, left: int, rules: ArsenalRules) -> HireCandidate:
    reasons = [*_not_to_start_with(profile, hirer, rules), *rules.crowding(profile, hirer)]
    price = None
    if profile.cost is not None:
        price = Total.of(_model_lines(profile, rules.surcharge(profile, hirer), hirer.policies))
        reasons += _affordable(profile.slug, profile.full_name, price=price.amount, left=left)
    return HireCandidate(
        profile.slug, profile.full_name, profile.station, profile.cost, price, tuple(reasons)
    )


def _bill(
    start: StartList, leader: Profile | None, models: list[Profile], catalogue: Catalogue, policies: Policies
) -> Iterator[TotalLine]:
    if leader is not None:
        yield from _leader_lines(leader, policies)
    everybody = known_profiles((start.leader, *start.models), catalogue)
    hirer = _hirer(start, leader, everybody, catalogue, policies)
    for profile, extra in zip(models, hirer.rules.surcharges(models, hirer), strict=True):
        yield from _model_lines(profile, extra, policies)
    if catalogue.has_upgrade(start.upgrade):
        yield _upgrade_line(catalogue.upgrade(start.upgrade), policies)


def _leader_lines(leader: Profile, policies: Policies) -> Iterator[TotalLine]:
    if leader.cost is None:
        yield TotalLine(leader.full_name, 0, "hire.cost", "cost not known")
        return
    cost = campaign_cost(leader, policies, leader=True)
    yield TotalLine(leader.full_name, cost, "SL-START-12" if cost != leader.cost else "SL-START-05")
    if policies.leader_cost_policy == "free":
        yield TotalLine("the Leader is free", -cost, "league.leader")


def _model_lines(profile: Profile, extra: TotalLine | None, policies: Policies) -> Iterator[TotalLine]:
    if profile.cost is None:
        yield TotalLine(profile.full_name, 0, "hire.cost", "cost not known")
        return
    cost = campaign_cost(profile, policies)
    yield TotalLine(profile.full_name, cost, "SL-START-12" if cost != profile.cost else "SL-START-07")
    if extra is not None:
        yield extra


def _upgrade_line(upgrade: UpgradeProfile, policies: Policies) -> TotalLine:
    if policies.start_upgrade_price == "weekly":
        return TotalLine(upgrade.name, upgrade_scrip(upgrade.cost), "A-01")
    return TotalLine(upgrade.name, upgrade.cost, "SL-START-08")


def _unknown(slug: str) -> Violation:
    return Violation("SL-START-06", f"{slug}: no such model in this release.", "Remove it.", slug)


def _no_master(profile: Profile) -> Violation:
    return Violation(
        "SL-START-04",
        f"{profile.full_name} is a Master; none may be in a starting Arsenal.",
        "A Master can be hired from the halfway week on.",
        profile.slug,
    )


def start_catalogue(catalogue: Catalogue, charts: Charts, policies: Policies = POLICIES) -> Catalogue:
    """The figures a starting Arsenal is bought from: where the league says so with the Equipment of its
    charts, at its Soulstone cost and for every Faction. A Skill needs a game behind it, so none is sold.
    Equipment that shares its slug with a printed Upgrade is sold under another one; ``equipment_bought``
    finds it again.
    """
    if policies.start_upgrade_kinds == "non_campaign":
        return catalogue
    equipment = [
        UpgradeProfile(
            _sold_as(row.slug, catalogue),
            row.name,
            tuple(_factions(catalogue)),
            row.ss_cost,
            restricted=row.restricted,
            requires=tuple(tuple(word.split(" or ")) for word in row.restricted),
            marks=(EQUIPMENT,),
        )
        for row in charts.upgrades
        if row.category == "equipment"
    ]
    return Catalogue(
        catalogue.profiles(),
        [*catalogue.upgrades(), *equipment],
        release=catalogue.release,
        edition=catalogue.edition,
    )


def _sold_as(slug: str, catalogue: Catalogue) -> str:
    return f"{slug}-equipment" if catalogue.has_upgrade(slug) else slug


def equipment_bought(slug: str, catalogue: Catalogue, charts: Charts) -> str | None:
    """The charts' slug of what ``start_catalogue`` sells under ``slug``; ``None`` for a printed Upgrade."""
    if catalogue.has_upgrade(slug):
        return None
    return next((row.slug for row in charts.upgrades if _sold_as(row.slug, catalogue) == slug), None)
