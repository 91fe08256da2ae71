"""A Leader who grows in a few words, for comparisons and biographies."""

from __future__ import annotations

from msgspec import Struct

from rules.campaign.rising.arsenal import Advancement
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.leader import ARCHETYPES


class ToldLeader(Struct, frozen=True):
    """``advancements`` one sentence each, in the order in which they came."""

    name: str
    archetype: str
    path: str
    keywords: tuple[str, ...]
    figures: str
    experience: int
    recovered: bool
    advancements: tuple[str, ...]


def told(grown: Growth) -> ToldLeader:
    card = grown.leader
    return ToldLeader(
        card.name,
        ARCHETYPES[grown.archetype].name,
        grown.path.capitalize(),
        grown.keywords,
        f"Df {card.df}, Wp {card.wp}, Sp {card.sp}, Health {card.health}",
        grown.experience,
        grown.recovered,
        tuple(map(_said, grown.advancements)),
    )


def _said(each: Advancement) -> str:
    """``Week 2: Dismember on Sabre``, and for whom where that is not the Leader."""
    week = f"Week {each.week}: " if each.week else ""
    on = f" on {each.action}" if each.action else ""
    words = f" ({each.words})" if each.words else ""
    whose = {"leader": "", "totem": ", of the Totem", "crew": ", on the crew card"}[each.recipient]
    return f"{week}{each.name}{on}{words}{whose}"
