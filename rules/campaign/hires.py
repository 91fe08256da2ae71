"""New hires at the start of a week, paid in Scrip (SL-HIRE, SL-MASTER).

A ``HireWindow`` holds the facts of one player's window; the functions take it as an argument. The first
window opens with week 2 (SL-HIRE-01).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from msgspec import Struct

from rules.campaign.arsenal import Arsenal, campaign_cost
from rules.campaign.arsenal_rules import Hirer, able_to_lead, arsenal_rules, known_upgrades
from rules.campaign.candidates import HireCandidate, known_profiles, legal_first, upgrade_scrip
from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import MASTER, Catalogue, Profile, UpgradeProfile
from rules.edition import edition_of
from rules.refusal import CheckReport, Total, TotalLine, Violation

FIRST_WINDOW = 2
"""The first week with a window (SL-HIRE-01)."""


class HireWindow(Struct, frozen=True, kw_only=True):
    """One player's window: the ``arsenal`` with its Scrip, ``week`` of ``weeks``, how many models other than
    Masters (``hired_models``) and Masters were hired in this window. A ``newcomer`` plays with a new Arsenal
    from this week on: the forced hire is waived (A-13) and purchases are not discounted (A-30)."""

    arsenal: Arsenal
    week: int
    weeks: int
    hired_models: int = 0
    hired_masters: int = 0
    newcomer: bool = False


class ForcedHire(Struct, frozen=True):
    """The state of the week's forced hire (SL-HIRE-02, A-13), and what the deadline does.

    ``done``: the player may lock. ``waived``: the player may lock, because nothing legal is affordable.
    ``owed``: the player must hire first; at the deadline ``timeout`` says what happens and ``slug`` which
    model is hired (``cheapest_legal`` only).
    """

    state: Literal["done", "waived", "owed"]
    sentence: str
    timeout: Literal["flag", "cheapest_legal", "sit_out"] = "flag"
    slug: str = ""
    rule: str = "SL-HIRE-02"

    @property
    def may_lock(self) -> bool:
        return self.state != "owed"


def halfway_week(weeks: int, policies: Policies = POLICIES) -> int:
    """The first week whose window offers Masters (SL-MASTER-02, A-15).

    >>> halfway_week(6), halfway_week(8), halfway_week(7)
    (4, 5, 4)
    """
    half = weeks // 2 if policies.halfway == "floor_plus_1" else (weeks + 1) // 2
    return half + 1


def hire_price(
    profile: Profile, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> Total:
    """The Scrip to hire ``profile`` now. Raise ``ValueError`` while its cost is unknown.

    It is the printed cost and the surcharge under the current Leader, 5 less for the first model of the week
    (SL-HIRE-04, -05, A-14). A Master costs 10, without changes (SL-MASTER-04, -05).
    """
    return _known_price(profile, window, hirer_of(window.arsenal, catalogue, policies), catalogue)


def _price(profile: Profile, window: HireWindow, hirer: Hirer, catalogue: Catalogue) -> Total | None:
    """``None`` while its cost is unknown."""
    return _known_price(profile, window, hirer, catalogue) if hirer.rules.has_price(profile) else None


def _known_price(profile: Profile, window: HireWindow, hirer: Hirer, catalogue: Catalogue) -> Total:
    policies = hirer.policies
    if profile.station == MASTER:
        return Total.of([TotalLine(profile.full_name, policies.master_scrip, "SL-MASTER-04")])
    lines = [TotalLine(profile.full_name, campaign_cost(profile, policies), "SL-HIRE-04")]
    if policies.totem_policy == "bundled" and profile.totem_for:
        lines.append(TotalLine("comes with its Master", -lines[0].amount, "league.totems"))
        return edition_of(catalogue.edition).rows.cited(Total.of(lines))
    if extra := hirer.rules.surcharge(profile, hirer):
        lines.append(extra)
    if discounted(window, policies):
        full = sum(line.amount for line in lines)
        off = min(policies.first_hire_discount, max(0, full - policies.hire_floor))
        lines.append(TotalLine("first hire of the week", -off, "SL-HIRE-05"))
    return Total.of(lines)


def discounted(window: HireWindow, policies: Policies = POLICIES) -> bool:
    """Whether the next model other than a Master gets the first hire's discount (SL-HIRE-05, A-17)."""
    if window.newcomer and not policies.restart_first_hire_discount:
        return False
    used = window.hired_models + (window.hired_masters if policies.master_consumes_discount else 0)
    return used == 0 and policies.first_hire_discount > 0


def upgrade_price(upgrade: UpgradeProfile) -> Total:
    """The Scrip for an ordinary Upgrade: twice its Soulstones, at least 2 (SL-HIRE-10, -11)."""
    rule = "SL-HIRE-10" if upgrade.cost else "SL-HIRE-11"
    return Total.of([TotalLine(upgrade.name, upgrade_scrip(upgrade.cost), rule)])


def check_hire(
    slug: str, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> CheckReport:
    """Every reason why that model cannot be hired now, and its price against the Scrip held."""
    scrip = window.arsenal.scrip
    if not catalogue.has_profile(slug):
        unknown = Violation("SL-HIRE-03", f"{slug}: no such model in this release.", "", slug)
        return CheckReport.of([unknown], budget=scrip)
    profile, hirer = catalogue.profile(slug), hirer_of(window.arsenal, catalogue, policies)
    price = _price(profile, window, hirer, catalogue)
    return CheckReport.of(_reasons(profile, window, hirer, price), price or Total(0), budget=scrip)


def check_upgrade(
    slug: str, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> CheckReport:
    """Every reason why that ordinary Upgrade cannot be bought now, and its price (SL-HIRE-08, -12)."""
    if not catalogue.has_upgrade(slug):
        unknown = Violation("SL-HIRE-09", f"{slug}: no such Upgrade in this release.", "", slug)
        return CheckReport.of([unknown], budget=window.arsenal.scrip)
    upgrade, rules = catalogue.upgrade(slug), arsenal_rules(catalogue)
    price = upgrade_price(upgrade)
    held = sum(each.kind == "ordinary" and each.slug == slug for each in window.arsenal.upgrades)
    violations = (
        *_open(window),
        *rules.sold(upgrade, window.arsenal.faction),
        *rules.stocked(upgrade, held, policies),
        *_affordable(slug, upgrade.name, price.amount, window),
    )
    return CheckReport.of(violations, price, budget=window.arsenal.scrip)


def hire_candidates(
    window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[HireCandidate, ...]:
    """Every model with its price in Scrip: the legal ones first, the others with their reasons."""
    hirer = hirer_of(window.arsenal, catalogue, policies)

    def candidate(profile: Profile) -> HireCandidate:
        price = _price(profile, window, hirer, catalogue)
        reasons = tuple(_reasons(profile, window, hirer, price))
        return HireCandidate(profile.slug, profile.full_name, profile.station, profile.cost, price, reasons)

    return legal_first(map(candidate, catalogue.profiles()))


def upgrade_candidates(
    window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[HireCandidate, ...]:
    """Every ordinary Upgrade with its price in Scrip, the legal ones first."""
    return legal_first(
        HireCandidate(
            upgrade.slug,
            upgrade.name,
            "",
            upgrade.cost,
            upgrade_price(upgrade),
            check_upgrade(upgrade.slug, window, catalogue, policies).violations,
        )
        for upgrade in catalogue.upgrades()
    )


def could_bear(upgrade: UpgradeProfile, arsenal: Arsenal, catalogue: Catalogue) -> bool:
    """Whether some model of the Arsenal could carry it in a Crew, leading it or not (SL-HIRE-13)."""
    rules, leader = arsenal_rules(catalogue), arsenal.leader
    led_by = catalogue.profile(leader.slug) if leader and catalogue.has_profile(leader.slug) else None
    for profile in known_profiles((model.slug for model in arsenal.models), catalogue):
        for leads in {False, able_to_lead(profile)}:
            if not any(rules.fits(upgrade, profile, leads=leads, leader=led_by)):
                return True
    return False


def forced_hire(window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES) -> ForcedHire:
    """Whether this player may lock the window (SL-HIRE-02, A-13, A-17)."""
    if window.week < FIRST_WINDOW:
        return ForcedHire("done", "Nobody hires in week 1.", rule="SL-HIRE-01")
    if window.hired_models or (window.hired_masters and policies.master_counts_as_hire):
        return ForcedHire("done", "This week's hire is made.")
    if window.newcomer:
        return ForcedHire("waived", "New this week: no hire is due.", rule="A-13")
    cheapest = policies.forced_hire_timeout == "cheapest_legal"
    legal = list(islice(_forced(window, catalogue, policies), None if cheapest else 1))
    if not legal and policies.forced_hire_waiver:
        return ForcedHire(
            "waived", f"No legal model costs {window.arsenal.scrip} Scrip or less.", rule="A-13"
        )
    slug = ""
    if cheapest and legal:
        _, _, slug = min(legal)
    return ForcedHire(
        "owed", "At least one model is hired each week.", timeout=policies.forced_hire_timeout, slug=slug
    )


def _forced(window: HireWindow, catalogue: Catalogue, policies: Policies) -> Iterator[tuple[int, str, str]]:
    """Price, name and slug of the models whose hire now would be the week's compulsory one, lazily: a page
    asks for everybody."""
    hirer = hirer_of(window.arsenal, catalogue, policies)
    for profile in catalogue.profiles():
        if profile.station == MASTER and not policies.master_counts_as_hire:
            continue
        price = _price(profile, window, hirer, catalogue)
        if next(_reasons(profile, window, hirer, price), None) is None:
            yield (price.amount if price else 0), profile.full_name, profile.slug


def hirer_of(arsenal: Arsenal, catalogue: Catalogue, policies: Policies = POLICIES) -> Hirer:
    """The hiring side of an Arsenal for the edition's rules (SL-HIRE-03)."""
    leader = arsenal.leader
    return Hirer(
        arsenal_rules(catalogue),
        catalogue.profile(leader.slug) if leader and catalogue.has_profile(leader.slug) else None,
        arsenal.faction,
        known_profiles((model.slug for model in arsenal.models), catalogue),
        known_upgrades((upgrade.slug for upgrade in arsenal.upgrades), catalogue),
        policies,
    )


def _reasons(profile: Profile, window: HireWindow, hirer: Hirer, price: Total | None) -> Iterator[Violation]:
    yield from _open(window)
    yield from hirer.rules.barred(profile, hirer)
    yield from hirer.rules.crowding(profile, hirer)
    if profile.station == MASTER:
        yield from _master(profile, window, hirer.policies)
    if price is not None:
        yield from _affordable(profile.slug, profile.full_name, price.amount, window)


def _master(profile: Profile, window: HireWindow, policies: Policies) -> Iterator[Violation]:
    """SL-MASTER-01 to -03, -06."""
    half = halfway_week(window.weeks, policies)
    if window.week < half:
        sentence = f"{profile.full_name}: Masters can be hired from week {half} on."
        yield Violation("SL-MASTER-01", sentence, "Wait for that week.", profile.slug)
    if window.arsenal.completed_bounties < 1:
        sentence = f"{profile.full_name}: complete a Bounty before hiring a Master."
        yield Violation("SL-MASTER-03", sentence, "Complete a Bounty.", profile.slug)
    masters = [model for model in window.arsenal.models if model.station == MASTER]
    if len(masters) >= policies.max_masters:
        sentence = f"{profile.full_name}: the Arsenal holds {masters[0].name} already."
        yield Violation("SL-MASTER-06", sentence, "An Arsenal holds one Master.", profile.slug)


def _open(window: HireWindow) -> Iterator[Violation]:
    if window.week < FIRST_WINDOW:
        yield Violation("SL-HIRE-01", "Nobody hires in week 1.", "The first window opens with week 2.")


def _affordable(slug: str, name: str, price: int, window: HireWindow) -> Iterator[Violation]:
    if price > window.arsenal.scrip:
        sentence = f"{name} costs {price} Scrip; you hold {window.arsenal.scrip}."
        yield Violation("SL-HIRE-07", sentence, "Earn more Scrip first.", slug)
