"""From the result of an Encounter to the facts of one side's Aftermath in *Rising Names*."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from rules.campaign.crew import CampaignCrew
from rules.campaign.rising.aftermath.facts import CrewCard, RisingContext
from rules.campaign.rising.charts import PrintedAction, RisingCharts
from rules.campaign.rising.growth import GrownArsenal, rising_arsenal
from rules.campaign.rising.leader import Source
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.crews.catalogue import MASTER, Catalogue
from rules.game.results.result import EncounterOutcome, EncounterResult, ResultPolicies, outcome

KILLED, INTERACTED = "killed-enemy", "interacted"
ACHIEVEMENTS = (
    (KILLED, "The Leader killed an enemy that is no Peon"),
    (INTERACTED, 'The Leader Interacted within 6" of the enemy zone'),
)
"""What the report asks of each Leader (M4-CAMP-21)."""


def facts_of(
    result: EncounterResult,
    seat: int,
    arsenal: GrownArsenal,
    charts: RisingCharts,
    figures: Catalogue,
    *,
    crew: CampaignCrew,
    ratings: Sequence[int],
    judged: ResultPolicies,
    policies: RisingPolicies = RISING,
) -> RisingContext:
    """The facts from which the Aftermath of the Crew in ``seat`` starts."""
    growth = arsenal.growth
    of_keyword = [source for source in arsenal.cards.values() if set(source.keywords) & set(growth.keywords)]
    context = RisingContext(
        arsenal=rising_arsenal(arsenal, figures),
        charts=charts,
        vp=0,
        won=False,
        lost=False,
        schemes=0,
        rating=ratings[seat],
        other_rating=ratings[1 - seat],
        card=growth.leader,
        totem_card=growth.totem,
        attached=tuple((m.model_id, piece) for m in crew.members for piece in m.upgrade_ids),
        sources=tuple(source for source in of_keyword if source.station != MASTER),
        crew_cards=tuple(_crew_cards(figures, growth.keywords)),
        master_actions=_of_masters(of_keyword),
        policies=policies,
    )
    return with_result(context, result, outcome(result, judged), seat)


def _crew_cards(figures: Catalogue, keywords: Collection[str]) -> Iterator[CrewCard]:
    """The crew cards of Masters with one of the Keywords, each once."""
    masters = (
        profile
        for profile in figures.profiles()
        if profile.station == MASTER and set(profile.keywords) & set(keywords)
    )
    for slug in dict.fromkeys(slug for profile in masters for slug in profile.hiring.crew_cards):
        if figures.has_upgrade(slug):
            yield CrewCard(slug, figures.upgrade(slug).name)


def _of_masters(sources: Sequence[Source]) -> tuple[PrintedAction, ...]:
    """The Actions of Masters with one of the Keywords, one of each name."""
    masters = (source for source in sources if source.station == MASTER)
    return tuple({action.name: action for source in masters for action in source.actions}.values())


def with_result(
    context: RisingContext, result: EncounterResult, decided: EncounterOutcome, seat: int
) -> RisingContext:
    """The facts with ``result``, of the same game or of that game corrected."""
    own = result.seats[seat]
    alive = {model.id for model in context.arsenal.models}
    fallen = (each.model_id for each in own.casualties if each.how == "killed")
    return replace(
        context,
        vp=decided.vp[seat],
        won=decided.winner == seat,
        lost=decided.winner == 1 - seat,
        schemes=sum(any(scheme.vp) for scheme in own.schemes),
        withdrew=decided.withdrew[seat],
        killed=tuple(dict.fromkeys(model for model in fallen if model in alive)),
        killed_enemy=KILLED in own.achieved,
        interacted=INTERACTED in own.achieved,
    )
