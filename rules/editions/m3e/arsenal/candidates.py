"""Who may be bought for an Arsenal by the Third Edition's figures (SL-3E-15, -17, -18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.campaign.candidates import crowded
from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER, Profile
from rules.editions.m3e.hiring.hirable import belongs, consent_given, cost_known
from rules.editions.m3e.hiring.pricing import out_of_keyword
from rules.editions.m3e.hiring.readings import ThirdReadings
from rules.refusal import TotalLine, Violation

_with_dead_mans_hand, _without = (ThirdReadings(consent=allowed) for allowed in (True, False))


def _hiring(policies: Policies) -> ThirdReadings:
    return _with_dead_mans_hand if policies.dead_mans_hand else _without


def off_keyword(
    profile: Profile, keywords: Iterable[str], faction: str, policies: Policies
) -> TotalLine | None:
    """The surcharge of a model that shares no Keyword with the Leader and is not Versatile
    (SL-3E-15)."""
    if policies.offkeyword_surcharge and out_of_keyword(profile, tuple(keywords), faction):
        return TotalLine("out of Keyword", policies.offkeyword_surcharge, "SL-3E-15")
    return None


def barred(profile: Profile, leader: Profile | None, faction: str, policies: Policies) -> Iterator[Violation]:
    """Why this Leader and Faction cannot buy ``profile`` at all (SL-START-06, SL-HIRE-03).

    A Master becomes the Leader when hired, so only its Faction matters (M3E-HIRE-01, SL-LEADER-01).
    """
    led_by = None if profile.station == MASTER else leader
    if violation := belongs(profile, led_by, faction, _hiring(policies)):
        yield violation
    yield from unhireable(profile, policies)


def unhireable(profile: Profile, policies: Policies) -> Iterator[Violation]:
    """Why nobody buys ``profile``: without consent, or without a Cost (M3E-HIRE-15)."""
    reasons = (consent_given(profile, _hiring(policies)), cost_known(profile))
    yield from (violation for violation in reasons if violation is not None)


def crowding(profile: Profile, owned: Sequence[Profile], policies: Policies) -> Iterator[Violation]:
    """Why one more ``profile`` is not allowed beside what is ``owned`` (SL-3E-17, -18)."""
    yield from crowded(profile, owned, policies, "SL-3E-18")
    if profile.is_totem and profile.totem_for not in {o.name for o in owned if o.station == MASTER}:
        whose = profile.totem_for or "a Master the catalogue does not name"
        yield Violation(
            "SL-3E-17",
            f"{profile.full_name} is the Totem of {whose}, who is not in the Arsenal.",
            f"Hire {profile.totem_for} first." if profile.totem_for else "Choose another model.",
            profile.slug,
        )
