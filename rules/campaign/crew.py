"""The Crew hired from an Arsenal for one Encounter (SL-CREW, SL-UPG, SL-RATING, SL-POOL).

``check_crew`` is its legality and its bill in Soulstones, ``campaign_rating`` its Campaign Rating, ``pools``
the Soulstone Pools of both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade
from rules.campaign.arsenal_rules import Hirer, able_to_lead, arsenal_rules, known_upgrades
from rules.campaign.candidates import known_profiles
from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.words import meets, words_of
from rules.edition import edition_of
from rules.refusal import CheckReport, Total, TotalLine, Violation

DEEP_POCKETS = "deep-pockets"
"""The Skill whose bearer has one Equipment that takes none of its places."""


class CrewModel(Struct, frozen=True):
    """A model of the Arsenal in this Crew, with the loose Upgrades put on it (ids). Its Skills and
    Injuries come along by themselves and need not be named (SL-UPG-04, SL-INJURY-05)."""

    model_id: int
    upgrade_ids: tuple[int, ...] = ()


class CampaignCrew(Struct, frozen=True):
    """``members`` holds everyone, the Leader (``leader_id``) included."""

    leader_id: int
    members: tuple[CrewModel, ...]


class Brought(Struct, frozen=True, kw_only=True):
    """What one Crew brings to the Soulstone Pools: what is ``left`` of the size (may be negative), its
    Campaign ``rating``, whether a Master leads, and the Cache printed on that Master."""

    left: int
    rating: int
    master_led: bool = False
    cache: int = 0


Member = tuple[OwnedModel, tuple[OwnedUpgrade, ...]]
"""A hired model and the loose Upgrades on it."""


def hired_members(crew: CampaignCrew, arsenal: Arsenal) -> list[Member]:
    """The Crew's models with their loose Upgrades; ids the Arsenal does not know are passed over."""
    members: list[Member] = []
    for hired in crew.members:
        model = arsenal.model(hired.model_id)
        if model is not None:
            loose = (arsenal.upgrade(upgrade_id) for upgrade_id in hired.upgrade_ids)
            members.append((model, tuple(upgrade for upgrade in loose if upgrade is not None)))
    return members


def check_hired_crew(
    crew: CampaignCrew, arsenal: Arsenal, size: int, catalogue: Catalogue, policies: Policies = POLICIES
) -> CheckReport:
    """All that is wrong with a Crew for an Encounter of ``size`` Soulstones, and its bill."""
    members = hired_members(crew, arsenal)
    leader = next((model for model, _ in members if model.id == crew.leader_id), None)
    total = Total.of(crew_bill(members, leader, arsenal.faction, catalogue, policies))
    violations = [
        *_ownership(crew, arsenal),
        *_leading(crew, arsenal, leader, catalogue, policies),
        *_masters(members, leader, size, policies),
        *_company(members, leader, arsenal, catalogue, policies),
        *_upgrades(members, leader, arsenal.faction, catalogue, policies),
    ]
    if total.amount > size:
        violations.append(
            Violation(
                "hire.cost",
                f"The Crew costs {total.amount}; the Encounter's size is {size}.",
                f"Leave out models or Upgrades worth {total.amount - size}.",
            )
        )
    return edition_of(catalogue.edition).rows.cited(CheckReport.of(violations, total, budget=size))


def brought(crew: CampaignCrew, arsenal: Arsenal, catalogue: Catalogue, *, left: int, rating: int) -> Brought:
    """What that Crew brings to the Pools (SL-POOL-01, -03, -04)."""
    leader = next((model for model, _ in hired_members(crew, arsenal) if model.id == crew.leader_id), None)
    if leader is None or leader.station != MASTER:
        return Brought(left=left, rating=rating)
    cache = catalogue.profile(leader.slug).cache if catalogue.has_profile(leader.slug) else 0
    return Brought(left=left, rating=rating, master_led=True, cache=cache)


def crew_bill(
    members: list[Member], leader: OwnedModel | None, faction: str, catalogue: Catalogue, policies: Policies
) -> Iterator[TotalLine]:
    """One line per model, surcharge and Upgrade with a Soulstone cost (SL-CREW-04, -06, SL-UPG-12)."""
    hirer = _hirer(members, leader, faction, catalogue, policies)
    known = [m for m, _ in members if m is not leader and catalogue.has_profile(m.slug)]
    followers = [catalogue.profile(model.slug) for model in known]
    extras = zip((m.id for m in known), arsenal_rules(catalogue).surcharges(followers, hirer), strict=True)
    surcharges = {number: extra for number, extra in extras if extra is not None}
    for model, loose in members:
        yield from _model_lines(model, leader, hirer, catalogue, surcharges.get(model.id))
        for upgrade in (*model.bound, *loose):
            if upgrade.ss_cost or upgrade in loose:
                yield TotalLine(f"{model.name}: {upgrade.name}", upgrade.ss_cost, _upgrade_rule(upgrade))


def _hirer(
    members: list[Member], leader: OwnedModel | None, faction: str, catalogue: Catalogue, policies: Policies
) -> Hirer:
    """The Crew as the edition's rules see it."""
    led_by = catalogue.profile(leader.slug) if leader and catalogue.has_profile(leader.slug) else None
    worn = (upgrade.slug for _, loose in members for upgrade in loose if upgrade.kind == "ordinary")
    return Hirer(
        arsenal_rules(catalogue),
        led_by,
        faction,
        known_profiles((model.slug for model, _ in members), catalogue),
        known_upgrades(worn, catalogue),
        policies,
    )


def _model_lines(
    model: OwnedModel,
    leader: OwnedModel | None,
    hirer: Hirer,
    catalogue: Catalogue,
    extra: TotalLine | None,
) -> Iterator[TotalLine]:
    rules, policies = arsenal_rules(catalogue), hirer.policies
    master = model.station == MASTER
    cost = policies.master_value if master and policies.master_value != "printed" else model.cost
    rule = "SL-CREW-04" if master else "SL-CREW-06" if model is leader else "SL-CREW-01"
    yield TotalLine(model.name, cost, rule)
    if model is leader:
        if policies.leader_cost_policy == "free":
            yield TotalLine("the Leader is free", -cost, "league.leader")
        return
    if not catalogue.has_profile(model.slug):
        return
    profile = catalogue.profile(model.slug)
    if rules.free_with(profile, hirer.leader):
        yield TotalLine("Totem of the Leader", -cost, "league.totems")
    elif master:
        yield TotalLine("additional Master", policies.offkeyword_surcharge, "league.masters")
    elif policies.grandfather_surcharge == "as_hired":
        if model.surcharge:
            yield TotalLine("surcharge as hired", model.surcharge, "league.new_leader")
    elif extra is not None:
        yield extra


def _upgrade_rule(upgrade: OwnedUpgrade) -> str:
    return {"ordinary": "card.upgrade", "injury": "SL-INJURY-05"}.get(upgrade.kind, "SL-UPG-12")


def _ownership(crew: CampaignCrew, arsenal: Arsenal) -> Iterator[Violation]:
    """Only what the Arsenal holds, each thing once (SL-CREW-01, SL-UPG-03)."""
    for model_id, count in Counter(hired.model_id for hired in crew.members).items():
        model = arsenal.model(model_id)
        if model is None:
            yield Violation("SL-CREW-01", f"Model {model_id} is not in this Arsenal.", "Leave it out.")
        elif count > 1:
            yield Violation(
                "SL-CREW-01", f"{model.name} is listed {count} times.", "List it once.", model.slug
            )
    bound = {upgrade.id: (upgrade, model) for model in arsenal.models for upgrade in model.bound}
    named = Counter(upgrade_id for hired in crew.members for upgrade_id in hired.upgrade_ids)
    for hired in crew.members:
        for upgrade_id in hired.upgrade_ids:
            if upgrade_id not in bound:
                continue
            upgrade, owner = bound[upgrade_id]
            if owner.id != hired.model_id:
                sentence = f"{upgrade.name} belongs to {owner.name} and never moves to another model."
                yield Violation("SL-UPG-03", sentence, "Take it off.", upgrade.slug)
    for upgrade_id, count in named.items():
        loose = arsenal.upgrade(upgrade_id)
        if loose is None and upgrade_id not in bound:
            yield Violation("SL-CREW-01", f"Upgrade {upgrade_id} is not in this Arsenal.", "Take it off.")
        elif loose is not None and count > 1:
            sentence = f"{loose.name}: the Arsenal holds this copy once, it is put on {count} times."
            yield Violation("SL-CREW-01", sentence, "Put it on one model.", loose.slug)


def _leading(
    crew: CampaignCrew,
    arsenal: Arsenal,
    leader: OwnedModel | None,
    catalogue: Catalogue,
    policies: Policies,
) -> Iterator[Violation]:
    """A Master or Henchman of the faction, or the Arsenal's own Leader (SL-CREW-05, A-04)."""
    rules = arsenal_rules(catalogue)
    if leader is None:
        yield Violation(rules.no_leader, "The Crew has no Leader.", "Choose one of its models to lead.")
    elif not leader.is_leader:
        profile = catalogue.profile(leader.slug) if catalogue.has_profile(leader.slug) else None
        able = able_to_lead(profile) if profile else leader.station in (MASTER, HENCHMAN)
        foreign = profile is not None and arsenal.faction not in profile.factions
        if not able or foreign:
            yield Violation(
                rules.foreign_leader(profile) if profile is not None and able else rules.no_leader,
                f"{leader.name} cannot lead: only a Master or Henchman of the Faction, or the Arsenal's "
                "own Leader, does.",
                "Choose another Leader.",
                leader.slug,
            )
    own = arsenal.leader
    if policies.arsenal_leader_required and own and own.id not in {m.model_id for m in crew.members}:
        sentence = f"{own.name} leads the Arsenal and must be in each Crew."
        yield Violation("A-04", sentence, "Hire the Leader.", own.slug)


def _masters(
    members: list[Member], leader: OwnedModel | None, size: int, policies: Policies
) -> Iterator[Violation]:
    masters = [model for model, _ in members if model.station == MASTER]
    if not masters:
        return
    if len(masters) > policies.max_masters:
        names = ", ".join(model.name for model in masters)
        yield Violation("SL-CREW-05", f"The Crew holds {len(masters)} Masters: {names}.", "Keep one Master.")
    if leader is not None and leader.station != MASTER:
        sentence = f"{masters[0].name} is a Master, and a Master in the Crew leads it."
        yield Violation(
            "league.master_leads", sentence, "Let the Master lead, or leave it out.", masters[0].slug
        )
    cost = sum(
        model.cost if policies.master_value == "printed" else policies.master_value
        for model in masters
        if model is not leader
    )
    if cost and 2 * cost >= size:
        sentence = f"The additional Masters cost {cost} together; it must be below half of {size}."
        yield Violation("hire.masters", sentence, "Leave a Master out.")


def _company(
    members: list[Member],
    leader: OwnedModel | None,
    arsenal: Arsenal,
    catalogue: Catalogue,
    policies: Policies,
) -> Iterator[Violation]:
    """What the edition says of models beside one another; where a model stands in the Faction is not asked
    again: what is owned may be hired (SL-LEADER-05), but by policy ``let_in_by_upgrade`` (A-50)."""
    hirer = _hirer(members, leader, arsenal.faction, catalogue, policies)
    if policies.let_in_by_upgrade == "attached":
        yield from _without_their_upgrade(hirer, arsenal, catalogue)
    yield from arsenal_rules(catalogue).company(hirer.owned, hirer)


def _without_their_upgrade(hirer: Hirer, arsenal: Arsenal, catalogue: Catalogue) -> Iterator[Violation]:
    """The models that could be bought with one of the Arsenal's Upgrades in this Crew, and cannot without."""
    rules = arsenal_rules(catalogue)
    owned = known_upgrades((card.slug for card in arsenal.upgrades if card.kind == "ordinary"), catalogue)
    for profile in dict.fromkeys(hirer.followers):
        if not any(rules.barred(profile, hirer)):
            continue
        for upgrade in owned:
            if not any(rules.barred(profile, replace(hirer, upgrades=[*hirer.upgrades, upgrade]))):
                sentence = f"{profile.full_name}: {upgrade.name} alone lets it in, and nobody here has it."
                fix = f"Attach {upgrade.name}, or leave {profile.full_name} out."
                yield Violation("A-50", sentence, fix, profile.slug)
                break


def _upgrades(
    members: list[Member], leader: OwnedModel | None, faction: str, catalogue: Catalogue, policies: Policies
) -> Iterator[Violation]:
    rules = arsenal_rules(catalogue)
    led_by = catalogue.profile(leader.slug) if leader and catalogue.has_profile(leader.slug) else None
    copies = Counter(upgrade.slug for _, loose in members for upgrade in loose if upgrade.kind == "ordinary")
    for model, loose in members:
        yield from room_for_upgrades(model, loose, catalogue, policies)
        if not catalogue.has_profile(model.slug):
            continue
        bearer = catalogue.profile(model.slug)
        for upgrade in loose:
            yield from fits(upgrade, bearer, catalogue, led_by, leads=model is leader)
        borne = known_upgrades((upgrade.slug for upgrade in loose if upgrade.kind == "ordinary"), catalogue)
        yield from rules.together(bearer, borne, led_by, copies)
    every = {upgrade.id: upgrade for _, loose in members for upgrade in loose if upgrade.kind == "ordinary"}
    for slug, count in Counter(upgrade.slug for upgrade in every.values()).items():
        if catalogue.has_upgrade(slug):
            printed = catalogue.upgrade(slug)
            yield from rules.sold(printed, faction)
            if violation := rules.copies(printed, count):
                yield violation


def room_for_upgrades(
    model: OwnedModel, loose: tuple[OwnedUpgrade, ...], catalogue: Catalogue, policies: Policies
) -> Iterator[Violation]:
    """As many Upgrades as the edition gives a model; Skills and Injuries do not count (SL-UPG-06,
    SL-INJURY-08, SL-3E-19, M2-CAMP-11)."""
    kinds = ("ordinary", "equipment") if policies.equipment_uses_slot else ("ordinary",)
    rules = arsenal_rules(catalogue)
    using = [
        upgrade
        for upgrade in loose
        if upgrade.kind in kinds
        and (
            upgrade.kind != "ordinary"
            or not catalogue.has_upgrade(upgrade.slug)
            or rules.takes_slot(catalogue.upgrade(upgrade.slug))
        )
    ]
    if policies.avatar_uses_slot:
        using += [skill for skill in model.skills if skill.rating_bonus]
    equipment = [upgrade for upgrade in using if upgrade.kind == "equipment"]
    if equipment and any(skill.slug == DEEP_POCKETS for skill in model.skills):
        using.remove(equipment[0])
    most, rule = rules.slots(catalogue.profile(model.slug)) if catalogue.has_profile(model.slug) else (1, "")
    if len(using) > most:
        names = ", ".join(upgrade.name for upgrade in using)
        allowed = {0: "none", 1: "one"}.get(most, str(most))
        sentence = f"{model.name} has {len(using)} Upgrades ({names}); a model has {allowed} when hired."
        if most > 1 or not most:
            sentence = f"{model.name} has {len(using)} Upgrades ({names}), and room for {allowed}."
        yield Violation(rule or "hire.upgrades", sentence, f"Leave it {allowed}.", model.slug)
    for slug, count in Counter(upgrade.slug for upgrade in loose).items():
        if count > 1:
            name = next(upgrade.name for upgrade in loose if upgrade.slug == slug)
            sentence = f"{model.name} has {name} {count} times; a second copy would be discarded."
            yield Violation("upgrade.twice", sentence, "Leave it one copy.", model.slug)


def fits(
    upgrade: OwnedUpgrade, bearer: Profile, catalogue: Catalogue, leader: Profile | None, *, leads: bool
) -> Iterator[Violation]:
    """Any *legal* bearer (SL-CREW-03, SL-UPG-11): every restriction is matched."""
    if upgrade.kind == "ordinary" and catalogue.has_upgrade(upgrade.slug):
        printed = catalogue.upgrade(upgrade.slug)
        yield from arsenal_rules(catalogue).fits(printed, bearer, leads=leads, leader=leader)
        return
    words = words_of(bearer)
    missing = [word for word in upgrade.restricted if not meets(word, words)]
    if missing:
        sentence = (
            f"{upgrade.name} is Restricted ({', '.join(upgrade.restricted)}); not for {bearer.full_name}."
        )
        yield Violation("SL-UPG-11", sentence, "Give it to a model that matches.", bearer.slug)


def campaign_rating(crew: CampaignCrew, arsenal: Arsenal, policies: Policies = POLICIES) -> Total:
    """The Campaign Rating, one line per Upgrade that counts; may be negative (SL-RATING-01 to -05).

    Of the hired Crew, or of everything owned where ``rating_scope`` is ``arsenal`` (A-06).
    """
    return Total.of(
        line
        for bearer, upgrade in _counted(crew, arsenal, policies)
        for line in rating_lines(bearer, upgrade, policies)
    )


def pools(a: Brought, b: Brought, policies: Policies, edition: str) -> tuple[Total, Total]:
    """Both Soulstone Pools with their lines: what is left, up to the maximum, then the bonus of the
    lower Campaign Rating, which may pass it (SL-POOL-01 to -05, A-05)."""
    return edition_of(edition).rows.cited((_pool(a, b, policies), _pool(b, a, policies)))


def _pool(own: Brought, other: Brought, policies: Policies) -> Total:
    mirror = own.master_led and other.master_led
    lines = [TotalLine("left from hiring", max(0, own.left), "SL-POOL-01")]
    if mirror and policies.cache_mode == "printed" and own.cache:
        lines.append(TotalLine("Cache of the Master, against a Master", own.cache, "SL-POOL-03"))
    if mirror and policies.master_mirror_bonus:
        lines.append(TotalLine("a Master on both sides", policies.master_mirror_bonus, "SL-POOL-03"))
    over = sum(line.amount for line in lines) - policies.pool_cap
    if over > 0:
        lines.append(TotalLine(f"above the maximum of {policies.pool_cap}", -over, "league.pool"))
    if own.rating < other.rating:
        label = f"lower Campaign Rating ({own.rating} against {other.rating})"
        lines.append(TotalLine(label, other.rating - own.rating, "SL-POOL-04"))
    return Total.of(lines)


def _counted(crew: CampaignCrew, arsenal: Arsenal, policies: Policies) -> Iterator[tuple[str, OwnedUpgrade]]:
    if policies.rating_scope == "arsenal":
        for model in arsenal.models:
            yield from ((model.name, upgrade) for upgrade in model.bound)
        yield from (("", upgrade) for upgrade in arsenal.upgrades)
        return
    for model, loose in hired_members(crew, arsenal):
        yield from ((model.name, upgrade) for upgrade in (*model.bound, *loose))


def rating_lines(bearer: str, upgrade: OwnedUpgrade, policies: Policies) -> Iterator[TotalLine]:
    """What one Upgrade adds to the Campaign Rating; nothing for one that does not count."""
    label = f"{bearer}: {upgrade.name}" if bearer else upgrade.name
    if upgrade.weight:
        yield TotalLine(label, upgrade.weight, "SL-RATING-02")
    if upgrade.rating_bonus and upgrade.kind != "ordinary" and policies.avatar_policy == "flagged_upgrade":
        yield TotalLine(f"{label} (flagged)", upgrade.rating_bonus, "SL-RATING-03")
