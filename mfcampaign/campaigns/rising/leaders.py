"""What shared pages and rulings ask of Leaders who grow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.campaigns.built_leaders import BuiltLeaders
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Entry
from mfcampaign.campaigns.rising import drafts, exchange, growth, rulings
from mfcampaign.campaigns.rising.queries import Exchanges, exchanges_of
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.requests import CorrectLeader
from rules.campaign.rising.arsenal import Advancement
from rules.campaign.rising.experience import BOXES
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.leader import ARCHETYPES
from rules.campaign.rulings.changes import GrowthSet
from rules.campaign.systems.rising_names import SYSTEM
from rules.crews.catalogue import MASTER


class LeaderSummary(Struct, frozen=True):
    """``advancements`` one sentence each, in the order in which they came."""

    name: str
    archetype: str
    path: str
    keywords: tuple[str, ...]
    figures: str
    experience: int
    recovered: bool
    advancements: tuple[str, ...]
    boxes: int = BOXES


def summary(grown: Growth) -> LeaderSummary:
    card = grown.leader
    return LeaderSummary(
        card.name,
        ARCHETYPES[grown.archetype].name,
        grown.path.capitalize(),
        grown.keywords,
        f"Df {card.df}, Wp {card.wp}, Sp {card.sp}, Health {card.health}",
        grown.experience,
        grown.recovered,
        tuple(map(_sentence_of, grown.advancements)),
    )


def _sentence_of(each: Advancement) -> str:
    """``Week 2: Dismember on Sabre``, and for whom where that is not the Leader."""
    week = f"Week {each.week}: " if each.week else ""
    on = f" on {each.action}" if each.action else ""
    words = f" ({each.words})" if each.words else ""
    whose = {"leader": "", "totem": ", of the Totem", "crew": ", on the crew card"}[each.recipient]
    return f"{week}{each.name}{on}{words}{whose}"


class RisingLeaders(BuiltLeaders):
    code = SYSTEM.code

    def kept(self, entry: Entry) -> Growth | None:
        return growth.of_roster(entry.pk, entry.roster)

    def compared(self, entries: Iterable[int]) -> dict[int, Any]:
        return {pk: summary(grown) for pk, grown in growth.of_all(entries).items()}

    def life(self, entry: int, roster: int, station: str) -> LeaderSummary | None:
        """Nobody but the Leader is a Master."""
        grown = growth.of_roster(entry, roster) if station == MASTER else None
        return summary(grown) if grown else None

    def comes_back(self, entry: Entry, piece: int) -> bool:
        """The Lucky Upstart's own does (M4-CAMP-05)."""
        grown = growth.of_all([entry.pk]).get(entry.pk)
        return grown is not None and grown.free == piece

    def offered(self, entries: Iterable[int]) -> dict[int, list[str]]:
        return exchange.offered(entries)

    def exchanges(self, game: int, mine: int | None) -> Exchanges:
        return exchanges_of(game, mine)

    def change(self, entry: Entry, facts: Mapping[str, Any]) -> None:
        growth.change(entry, msgspec.convert(facts, Growth))

    def keep(self, former: Entry, entry: Entry, models: Mapping[int, int], pieces: Mapping[int, int]) -> None:
        growth.begin(entry, growth.of(former).kept(models, pieces))
        drafts.ready_at_once(entry)

    def give(self, entry: Entry, slug: str, *, week: int, bearer: int | None) -> ArsenalUpgrade:
        return growth.give(entry, slug, week=week, bearer=bearer)

    def plan(self, draft: Draft, request: CorrectLeader) -> None:
        rulings.plan(draft, request)

    def expect_as_left(self, change: GrowthSet) -> None:
        rulings.expect_as_left(change)

    def expect_takeable(self, draft: Draft, entry: Entry, model: ArsenalModel, *, back: bool) -> None:
        rulings.expect_takeable(draft, entry, model, back=back)
