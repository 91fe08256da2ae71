"""The Campaign Rating of a hired Crew and the Soulstone Pools it leads to (SL-RATING, SL-POOL)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.campaign.arsenal import Arsenal, OwnedUpgrade
from rules.core.campaign.crewlist import CampaignCrew, CrewReport, hired_members
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.refusal import Line, Total


def campaign_rating(crew: CampaignCrew, arsenal: Arsenal, policies: Policies = POLICIES) -> Total:
    """The Campaign Rating, one line per Upgrade that counts; may be negative (SL-RATING-01 to -05).

    Of the hired Crew, or of everything owned where ``rating_scope`` is ``arsenal`` (A-06).
    """
    return Total.of(
        line
        for bearer, upgrade in _counted(crew, arsenal, policies)
        for line in _lines(bearer, upgrade, policies)
    )


def pools(
    report_a: CrewReport,
    rating_a: Total | int,
    report_b: CrewReport,
    rating_b: Total | int,
    policies: Policies = POLICIES,
) -> tuple[Total, Total]:
    """Both Soulstone Pools with their lines: what is left, up to the maximum, then the bonus of the
    lower Campaign Rating, which may pass it (SL-POOL-01 to -05, A-05)."""
    a = rating_a if isinstance(rating_a, int) else rating_a.amount
    b = rating_b if isinstance(rating_b, int) else rating_b.amount
    mirror = report_a.master_led and report_b.master_led
    return _pool(report_a, a, b, mirror, policies), _pool(report_b, b, a, mirror, policies)


def _pool(report: CrewReport, own: int, other: int, mirror: bool, policies: Policies) -> Total:
    lines = [Line("left from hiring", max(0, report.left), "SL-POOL-01")]
    if mirror and policies.cache_mode == "printed" and report.cache:
        lines.append(Line("Cache of the Master, against a Master", report.cache, "SL-POOL-03"))
    if mirror and policies.master_mirror_bonus:
        lines.append(Line("a Master on both sides", policies.master_mirror_bonus, "SL-POOL-03"))
    over = sum(line.amount for line in lines) - policies.pool_cap
    if over > 0:
        lines.append(Line(f"above the maximum of {policies.pool_cap}", -over, "SL-3E-08"))
    if own < other:
        lines.append(Line(f"lower Campaign Rating ({own} against {other})", other - own, "SL-POOL-04"))
    return Total.of(lines)


def _counted(crew: CampaignCrew, arsenal: Arsenal, policies: Policies) -> Iterator[tuple[str, OwnedUpgrade]]:
    if policies.rating_scope == "arsenal":
        for model in arsenal.models:
            yield from ((model.name, upgrade) for upgrade in model.bound)
        yield from (("", upgrade) for upgrade in arsenal.upgrades)
        return
    for model, loose in hired_members(crew, arsenal):
        yield from ((model.name, upgrade) for upgrade in (*model.bound, *loose))


def _lines(bearer: str, upgrade: OwnedUpgrade, policies: Policies) -> Iterator[Line]:
    label = f"{bearer}: {upgrade.name}" if bearer else upgrade.name
    if upgrade.weight:
        yield Line(label, upgrade.weight, "SL-RATING-02")
    if upgrade.rating_bonus and upgrade.kind != "ordinary" and policies.avatar_policy == "flagged_upgrade":
        yield Line(f"{label} (flagged)", upgrade.rating_bonus, "SL-RATING-03")
