"""What may be bought for an Arsenal, shared by the start and the weekly hires."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.campaign.policies import Policies
from rules.crews.catalogue import Catalogue, Profile
from rules.refusal import Total, Violation


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
    """The legal candidates first, otherwise in the given order (by name)."""
    return tuple(sorted(candidates, key=lambda candidate: not candidate.legal))


def known_profiles(slugs: Iterable[str], catalogue: Catalogue) -> list[Profile]:
    """The models of those slugs, one for each copy; unknown slugs are skipped."""
    return [catalogue.profile(slug) for slug in slugs if catalogue.has_profile(slug)]


def copies_are_bound(profile: Profile, policies: Policies) -> bool:
    """Whether an Arsenal holds at most ``profile.limit`` copies (SL-3E-18): without the house rule
    only what is printed at 0 is bound, of which there would be no end."""
    return policies.arsenal_model_limit or profile.cost == 0


def crowded(profile: Profile, owned: Iterable[Profile], policies: Policies, rule: str) -> Iterator[Violation]:
    """Why an Arsenal that holds ``owned`` has no room for ``profile``: its limit, and one version of a
    character. ``rule`` is the edition's row."""
    namesakes = [other for other in owned if other.name == profile.name]
    copies = sum(other.slug == profile.slug for other in namesakes)
    if copies_are_bound(profile, policies) and copies >= profile.limit:
        sentence = f"{profile.full_name}: at most {profile.limit} in an Arsenal."
        yield Violation(rule, sentence, "Choose another model.", profile.slug)
    titles = {other.full_name for other in namesakes} - {profile.full_name}
    if policies.arsenal_titles == "one" and titles:
        sentence = f"{profile.full_name}: the Arsenal holds {min(titles)}, another version of the same name."
        yield Violation(rule, sentence, "An Arsenal holds one version.", profile.slug)


def upgrade_scrip(ss_cost: int) -> int:
    """The Scrip for an ordinary Upgrade: twice its Soulstones, at least 2 (SL-HIRE-10, SL-HIRE-11).

    >>> upgrade_scrip(2), upgrade_scrip(0)
    (4, 2)
    """
    return 2 * ss_cost if ss_cost else 2
