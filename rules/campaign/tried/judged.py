"""What hiring says of a Crew with what is tried on its models: cost, numbers, bearers, Campaign Rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.campaign.aftermath.injuries import room_for_injuries
from rules.campaign.arsenal import OwnedModel
from rules.campaign.crew import fits, rating_lines, room_for_upgrades
from rules.campaign.policies import Policies
from rules.campaign.tried import LEADER, TriedOn, carrying
from rules.crews.catalogue import Catalogue, Profile
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.together import over_size
from rules.edition import edition_of
from rules.refusal import Total, TotalLine, Violation
from rules.wording import counted


def extra_cost(tried: TriedOn) -> int:
    """Soulstones that the Crew costs more by what is tried (SL-UPG-12)."""
    return sum(each.upgrade.ss_cost for own in tried.values() for each in own)


def judged(
    hired: Callable[[int], HiringReport],
    size: int,
    tried: TriedOn,
    catalogue: Catalogue,
    policies: Policies,
) -> HiringReport:
    """The report of ``hired`` (by size in Soulstones) with what is tried: a line each that costs something,
    the pool of what is left then, and where something may not be (SL-INJURY-10, SL-UPG-09, -11)."""
    plain, extra = hired(size), extra_cost(tried)
    sheets = tuple(_with_lines(sheet, tried) for sheet in plain.lines)
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    profiles = {
        sheet.position: catalogue.profile(sheet.slug) for sheet in sheets if catalogue.has_profile(sheet.slug)
    }
    rule = edition_of(catalogue.edition).rows["hire.cost"]
    plainly = {each.sentence for each in over_size(size, plain.total.amount, rule)}
    violations = [each for each in plain.violations if each.sentence not in plainly]
    violations += over_size(size, total.amount, rule, hired="models, Upgrades or what is tried")
    violations += edition_of(catalogue.edition).rows.cited(
        tuple(_misplaced(profiles, tried, catalogue, policies))
    )
    return replace(
        plain,
        violations=tuple(sorted(violations, key=lambda each: (each.rule, each.subject, each.sentence))),
        total=total,
        left=size - total.amount,
        lines=sheets,
        pool=hired(size - extra).pool if size > extra else 0,
    )


def rating(profiles: Mapping[int, Profile], tried: TriedOn, policies: Policies) -> Total:
    """The Campaign Rating that the Crew would have (SL-RATING-02 to -05)."""
    return Total.of(
        line
        for position, own in tried.items()
        if position in profiles
        for each in own
        for line in rating_lines(profiles[position].full_name, each.upgrade, policies)
    )


def _with_lines(sheet: MemberSheet, tried: TriedOn) -> MemberSheet:
    own = [
        TotalLine(each.upgrade.name, each.upgrade.ss_cost, "SL-UPG-12", "tried")
        for each in tried.get(sheet.position, ())
        if each.upgrade.ss_cost
    ]
    return replace(sheet, total=Total.of((*sheet.total.lines, *own))) if own else sheet


def _misplaced(
    profiles: Mapping[int, Profile], tried: TriedOn, catalogue: Catalogue, policies: Policies
) -> Iterator[Violation]:
    for position, own in tried.items():
        if position not in profiles or not own:
            continue
        profile = profiles[position]
        model = carrying(profile, position, own)
        yield from _too_many(model, policies)
        loose = tuple(each.upgrade for each in own if each.upgrade.kind == "equipment")
        yield from room_for_upgrades(model, loose, catalogue, policies)
        for upgrade in (*model.skills, *loose):
            yield from fits(upgrade, profile, catalogue, None, leads=position == LEADER)


def _too_many(model: OwnedModel, policies: Policies) -> Iterator[Violation]:
    numbers = (
        ("Skill", model.skills, model.skill_limit(policies), "SL-UPG-09"),
        ("Injury", model.injuries, room_for_injuries(model, policies), "SL-INJURY-10"),
    )
    for word, own, most, rule in numbers:
        if len(own) > most:
            sentence = f"{model.name} tries {counted(len(own), word)}; it has room for {most}."
            yield Violation(rule, sentence, f"Take {len(own) - most} away.", model.slug)
        for name, copies in Counter(each.name for each in own).items():
            if copies > 1:
                rule = "SL-INJURY-06" if word == "Injury" else "upgrade.twice"
                yield Violation(rule, f"{model.name} tries {name} twice.", "Once is enough.", model.slug)
