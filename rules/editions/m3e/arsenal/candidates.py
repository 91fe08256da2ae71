"""What may be bought for an Arsenal and what not, shared by the start and the weekly hires."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER, Catalogue, Profile
from rules.crews.policies import HiringPolicies
from rules.editions.m3e.hiring.hirable import belongs, consent_given, cost_known
from rules.editions.m3e.hiring.pricing import out_of_keyword
from rules.refusal import Total, TotalLine, Violation

_with_dead_mans_hand, _without = (HiringPolicies(dead_mans_hand=allowed) for allowed in (True, False))


class HireCandidate(Struct, frozen=True):
    """Something that could be bought: its price with lines (``None`` while its cost is unknown), and every
    reason why it may not be bought now."""

    slug: str
    name: str
    station: str
    cost: int | None
    price: Total | None
    reasons: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons


def legal_first(candidates: Iterable[HireCandidate]) -> tuple[HireCandidate, ...]:
    """Return the legal candidates first, otherwise in the given order (by name)."""
    return tuple(sorted(candidates, key=lambda candidate: not candidate.legal))


def known_profiles(slugs: Iterable[str], catalogue: Catalogue) -> list[Profile]:
    """Return the models of those slugs, one for each copy; unknown slugs are skipped."""
    return [catalogue.profile(slug) for slug in slugs if catalogue.has_profile(slug)]


def off_keyword(
    profile: Profile, keywords: Iterable[str], faction: str, policies: Policies
) -> TotalLine | None:
    """Return the surcharge of a model that shares no Keyword with the Leader and is not Versatile
    (SL-3E-15)."""
    if policies.offkeyword_surcharge and out_of_keyword(profile, tuple(keywords), faction):
        return TotalLine("out of Keyword", policies.offkeyword_surcharge, "SL-3E-15")
    return None


def barred(profile: Profile, leader: Profile | None, faction: str, policies: Policies) -> Iterator[Violation]:
    """Yield why this Leader and Faction cannot buy ``profile`` at all (SL-START-06, SL-HIRE-03).

    A Master becomes the Leader when hired, so only its Faction matters (M3E-HIRE-01, SL-LEADER-01).
    """
    hiring = _with_dead_mans_hand if policies.dead_mans_hand else _without
    reasons = (
        belongs(profile, None if profile.station == MASTER else leader, faction, hiring),
        consent_given(profile, hiring),
        cost_known(profile),
    )
    yield from (violation for violation in reasons if violation is not None)


def copies_are_bound(profile: Profile, policies: Policies) -> bool:
    """Return whether an Arsenal holds at most ``profile.limit`` copies (SL-3E-18): without the house rule
    only what is printed at 0 is bound, of which there would be no end."""
    return policies.arsenal_model_limit or profile.cost == 0


def crowding(profile: Profile, owned: Sequence[Profile], policies: Policies) -> Iterator[Violation]:
    """Yield why one more ``profile`` is not allowed beside what is ``owned`` (SL-3E-17, -18)."""
    namesakes = [other for other in owned if other.name == profile.name]
    copies = sum(other.slug == profile.slug for other in namesakes)
    if copies_are_bound(profile, policies) and copies >= profile.limit:
        yield Violation(
            "SL-3E-18",
            f"{profile.full_name}: at most {profile.limit} in an Arsenal.",
            "Choose another model.",
            profile.slug,
        )
    titles = {other.full_name for other in namesakes} - {profile.full_name}
    if policies.arsenal_titles == "one" and titles:
        yield Violation(
            "SL-3E-18",
            f"{profile.full_name}: the Arsenal holds {min(titles)}, another version of the same name.",
            "An Arsenal holds one version.",
            profile.slug,
        )
    if profile.is_totem and profile.totem_for not in {o.name for o in owned if o.station == MASTER}:
        whose = profile.totem_for or "a Master the catalogue does not name"
        yield Violation(
            "SL-3E-17",
            f"{profile.full_name} is the Totem of {whose}, who is not in the Arsenal.",
            f"Hire {profile.totem_for} first." if profile.totem_for else "Choose another model.",
            profile.slug,
        )


def upgrade_scrip(ss_cost: int) -> int:
    """Return the Scrip for an ordinary Upgrade: twice its Soulstones, at least 2 (SL-HIRE-10, SL-HIRE-11).

    >>> upgrade_scrip(2), upgrade_scrip(0)
    (4, 2)
    """
    return 2 * ss_cost if ss_cost else 2
