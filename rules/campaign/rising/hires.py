"""The starting Arsenal and the hires of a week (M4-CAMP-03, -04, -09, -28)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rules.campaign.candidates import HireCandidate, legal_first
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.crews.catalogue import MASTER, Catalogue, Profile
from rules.crews.together import too_dear
from rules.refusal import CheckReport, Total, TotalLine, Violation
from rules.wording import listed

LOYAL = "Loyal"
SEPARATE = frozenset({"Effigy", "Emissary"})
"""Titles of these are owned one by one (M4-CAMP-10)."""


class Buyer(Struct, frozen=True, kw_only=True):
    """Whose Arsenal grows: its Faction and Keywords, the slugs it owns, one for each copy."""

    faction: str
    keywords: tuple[str, ...]
    owned: tuple[str, ...] = ()


def in_keyword(profile: Profile, buyer: Buyer) -> bool:
    return bool(set(profile.keywords) & set(buyer.keywords))


def surcharge(profile: Profile, buyer: Buyer) -> int:
    """1 more for a model of the Faction that shares no Keyword and is not Versatile (M4-CAMP-09)."""
    return 0 if in_keyword(profile, buyer) or profile.versatile else 1


def keywords_of(profile: Profile, buyer: Buyer) -> tuple[str, ...]:
    """The Keywords of a model once it is owned: with either of the two it has both (M4-CAMP-04)."""
    gained = buyer.keywords if in_keyword(profile, buyer) else ()
    return tuple(dict.fromkeys((*profile.keywords, *gained)))


def titles_of(profile: Profile, catalogue: Catalogue) -> tuple[Profile, ...]:
    """What joins together: all titles of the character, but for Effigies and Emissaries (M4-CAMP-10)."""
    if not profile.title or SEPARATE & {*profile.keywords, *profile.characteristics}:
        return (profile,)
    return tuple(other for other in catalogue.profiles() if other.name == profile.name)


def barred(profile: Profile, buyer: Buyer) -> Iterator[Violation]:
    """Why a model can never join this Arsenal, or not now for its limit (M4-CAMP-04, -09)."""

    def because(sentence: str) -> Violation:
        return Violation(
            "M4-CAMP-09", f"{profile.full_name} {sentence}", "Choose another model.", profile.slug
        )

    if profile.station == MASTER:
        yield because("is a Master: the Leader is built, not hired.")
    elif profile.is_totem:
        yield because("is a Totem: it comes by an advancement.")
    elif profile.cost is None:
        yield because("has no cost and is not hired by itself.")
    if not in_keyword(profile, buyer):
        if buyer.faction not in profile.factions:
            yield because(f"has neither {listed(buyer.keywords, 'nor')} and is not of the Faction.")
        elif LOYAL in profile.characteristics:
            yield because("is Loyal, and shares no Keyword.")
    if (owned := buyer.owned.count(profile.slug)) >= profile.limit:
        yield because(f"is there {owned} times; {profile.limit} are the most.")


def start_report(
    slugs: Sequence[str], buyer: Buyer, catalogue: Catalogue, policies: RisingPolicies = RISING
) -> CheckReport:
    """The bill of a starting Arsenal of 25 Soulstones, the Leader beside it, and all that is wrong
    (M4-CAMP-03)."""
    lines: list[TotalLine] = []
    violations: list[Violation] = []
    owned: tuple[str, ...] = ()
    for slug in slugs:
        if not catalogue.has_profile(slug):
            violations.append(Violation("M4-CAMP-03", f"{slug}: no such model.", "Remove it.", slug))
            continue
        profile = catalogue.profile(slug)
        side = Buyer(faction=buyer.faction, keywords=buyer.keywords, owned=owned)
        violations += barred(profile, side)
        owned = (*owned, *(each.slug for each in titles_of(profile, catalogue)))
        lines.append(TotalLine(profile.full_name, profile.cost or 0, "M4-CAMP-03"))
        if extra := surcharge(profile, buyer):
            lines.append(TotalLine("out of Keyword", extra, "M4-CAMP-09"))
    total = Total.of(lines)
    if (over := total.amount - policies.start_budget) > 0:
        sentence = f"The models cost {total.amount}; {policies.start_budget} are there."
        violations.append(Violation("M4-CAMP-03", sentence, f"Remove models worth {over}."))
    return CheckReport.of(violations, total, budget=policies.start_budget)


def start_candidates(
    slugs: Sequence[str], buyer: Buyer, catalogue: Catalogue, policies: RisingPolicies = RISING
) -> tuple[HireCandidate, ...]:
    """Every model that is not a Master's or a Totem's, with its price for this Arsenal in Soulstones and all
    reasons against it (M4-CAMP-03, -04)."""
    known = [catalogue.profile(slug) for slug in slugs if catalogue.has_profile(slug)]
    owned = tuple(each.slug for profile in known for each in titles_of(profile, catalogue))
    side = Buyer(faction=buyer.faction, keywords=buyer.keywords, owned=owned)
    left = policies.start_budget - start_report(slugs, buyer, catalogue, policies).total.amount
    return legal_first(
        HireCandidate(
            profile.slug,
            profile.full_name,
            profile.station,
            profile.cost,
            price := _start_price(profile, buyer),
            (
                *barred(profile, side),
                *too_dear(profile, price, left, "M4-CAMP-03", fix="Remove another model first."),
            ),
        )
        for profile in catalogue.profiles()
        if profile.station != MASTER and not profile.is_totem
    )


def _start_price(profile: Profile, buyer: Buyer) -> Total | None:
    if profile.cost is None:
        return None
    lines = [TotalLine(profile.full_name, profile.cost, "M4-CAMP-03")]
    if extra := surcharge(profile, buyer):
        lines.append(TotalLine("out of Keyword", extra, "M4-CAMP-09"))
    return Total.of(lines)


def start_scrip(spent: int, week: int = 1, policies: RisingPolicies = RISING) -> Total:
    """The Scrip of a new Arsenal: what is not spent, at most 3, and 5 for each week after the first
    (M4-CAMP-03, -28).

    >>> start_scrip(20).amount, start_scrip(24).amount, start_scrip(25, week=4).amount
    (3, 1, 15)
    """
    unspent = max(0, policies.start_budget - spent)
    return Total.of(
        [
            TotalLine("not spent", min(unspent, policies.start_scrip), "M4-CAMP-03"),
            *(
                [TotalLine(f"begun in week {week}", policies.late_scrip * (week - 1), "M4-CAMP-28")]
                * (week > 1)
            ),
        ]
    )


def hire_price(
    profile: Profile, buyer: Buyer, hired_this_week: int, policies: RisingPolicies = RISING
) -> Total:
    """The Scrip for a model (M4-CAMP-09): its cost, 1 more out of Keyword, the first of the week 5 less,
    never below 0. Raise ``ValueError`` for a model without a cost."""
    if profile.cost is None:
        raise ValueError(f"{profile.full_name} has no cost.")
    lines = [TotalLine(profile.full_name, profile.cost, "M4-CAMP-09")]
    if extra := surcharge(profile, buyer):
        lines.append(TotalLine("out of Keyword", extra, "M4-CAMP-09"))
    if not hired_this_week:
        full = sum(line.amount for line in lines)
        lines.append(TotalLine("first of the week", -min(full, policies.first_hire_discount), "M4-CAMP-09"))
    return Total.of(lines)


def hire_candidates(
    buyer: Buyer,
    catalogue: Catalogue,
    *,
    scrip: int,
    hired_this_week: int,
    week: int,
    policies: RisingPolicies = RISING,
) -> tuple[HireCandidate, ...]:
    """Every model that is not a Master's or a Totem's, with its price and all reasons against it."""
    return legal_first(
        HireCandidate(
            profile.slug,
            profile.full_name,
            profile.station,
            profile.cost,
            hire_price(profile, buyer, hired_this_week, policies) if profile.cost is not None else None,
            tuple(_reasons(profile, buyer, scrip, hired_this_week, week, policies)),
        )
        for profile in catalogue.profiles()
        if profile.station != MASTER and not profile.is_totem
    )


def hire_is_due(candidates: Iterable[HireCandidate], hired_this_week: int, week: int) -> bool:
    """Whether this player must still hire: at least one model a week but the first, as long as one can be
    paid (M4-CAMP-09)."""
    return week > 1 and not hired_this_week and any(each.legal for each in candidates)


def _reasons(
    profile: Profile, buyer: Buyer, scrip: int, hired_this_week: int, week: int, policies: RisingPolicies
) -> Iterator[Violation]:
    if week < 2:
        yield Violation("M4-CAMP-09", "Nobody hires in the first week.", "Hires begin with week 2.")
    yield from barred(profile, buyer)
    if profile.cost is not None:
        price = hire_price(profile, buyer, hired_this_week, policies).amount
        if price > scrip:
            sentence = f"{profile.full_name} costs {price} Scrip; you hold {scrip}."
            yield Violation("M4-CAMP-09", sentence, "Earn more Scrip first.", profile.slug)
