"""From the result of an Encounter to the facts of one side's Aftermath in *Rising Names*."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.campaign.arsenal import Arsenal
from rules.campaign.crew import CampaignCrew
from rules.campaign.rising.aftermath.facts import CrewCard, RisingContext
from rules.campaign.rising.charts import PrintedAction, RisingCharts
from rules.campaign.rising.growth import GrownArsenal, rising_arsenal
from rules.campaign.rising.leader import LeaderCard, Source
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.campaign.weekly_events import WeekEvent
from rules.crews.catalogue import MASTER, Catalogue
from rules.game.results.result import (
    EncounterOutcome,
    EncounterResult,
    ResultPolicies,
    SeatResult,
    outcome,
)
from rules.refusal import TotalLine

KILLED, INTERACTED = "killed-enemy", "interacted"
ACHIEVEMENTS = (
    (KILLED, "The Leader killed an enemy that is no Peon"),
    (INTERACTED, 'The Leader Interacted within 6" of the enemy zone'),
)
"""What the report asks of each Leader (M4-CAMP-21)."""
LESSON = "killed-leader"
DIRECTIVES = ("directive-1", "directive-2", "directive-3")
DEBTS = ("debt-1", "debt-2", "debt-3")
WORTH = dict.fromkeys((*DIRECTIVES, *DEBTS), 1)
"""What brings VP beside Strategy and Schemes (M4-CAMP-26)."""
DRAWS = ("drew-1", "drew-2", "drew-3", "drew-4")
MORE_ACHIEVEMENTS = (
    (LESSON, "The Leader killed the enemy Leader with a trigger that brings experience"),
    (DRAWS[0], "it killed an enemy"),
    (DRAWS[1], "it killed a second enemy"),
    (DRAWS[2], "it killed a third enemy"),
    (DRAWS[3], "it killed a fourth enemy"),
    (DIRECTIVES[0], "a directive of the own side brought 1 VP"),
    (DIRECTIVES[1], "a second directive brought 1 VP"),
    (DIRECTIVES[2], "a third directive brought 1 VP"),
    (DEBTS[0], "a debt of the enemy was ended for 1 VP; it is used up, too"),
    (DEBTS[1], "a second debt was ended for 1 VP"),
    (DEBTS[2], "a third debt was ended for 1 VP"),
)
"""What the report asks where it brings something: experience, cards of the hand and VP (M4-CAMP-16, -21,
-26)."""


def achievements(
    arsenal: Arsenal,
    pieces: Collection[str],
    had: tuple[Sequence[str], Sequence[str]],
    charts: RisingCharts,
) -> dict[str, str]:
    """What a side may have achieved that had those ``pieces`` (slugs) in its Crew; ``had`` are the names of
    all that its models and the opponent's had."""
    asked = dict(ACHIEVEMENTS)
    if not isinstance(arsenal, GrownArsenal):
        return asked
    more, leader = dict(MORE_ACHIEVEMENTS), arsenal.growth.leader
    if any(_lessons(leader, charts)):
        asked[LESSON] = more[LESSON]
    for row in (*charts.equipment, *charts.thirsting):
        if row.slug in pieces and row.draws:
            asked |= {word: f"{row.name}: {more[word]}" for word in DRAWS}
    own, foes = had
    directives = [row.name for row in charts.lucky_misses if row.vp for name in own if name == row.name]
    debts = [row.name for row in charts.injuries if row.enemy_vp for name in foes if name == row.name]
    for words, names in ((DIRECTIVES, directives), (DEBTS, debts)):
        asked |= {word: f"{name}: {more[word]}" for word, name in zip(words, names, strict=False)}
    return asked


def _lessons(leader: LeaderCard, charts: RisingCharts) -> Iterator[TotalLine]:
    """The experience of triggers on the Leader's card."""
    triggers = {name for action in leader.actions for name in action.triggers}
    for row in (*charts.attack_modifications, *charts.tactical_modifications):
        if row.experience and row.name in triggers:
            yield TotalLine(row.name, row.experience, "M4-CAMP-21")


def more_experience(context: RisingContext, own: SeatResult) -> Iterator[TotalLine]:
    """What a game brings beside the three reasons of every game: by triggers, Equipment and the week's event
    (M4-CAMP-21, -30)."""
    if LESSON in own.achieved:
        yield from _lessons(context.card, context.charts)
    used = [slug for piece, slug in context.pieces if piece in own.used_up]
    for row in (*context.charts.equipment, *context.charts.thirsting):
        if row.experience and row.slug in used:
            yield TotalLine(row.name, row.experience, "M4-CAMP-21")
    if boxes := context.by_event("experience"):
        yield TotalLine(context.event, boxes, "M4-CAMP-30")


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
    pieces: Mapping[int, str],
    event: WeekEvent | None = None,
    outstanding: int = 0,
    policies: RisingPolicies = RISING,
) -> RisingContext:
    """The facts from which the Aftermath of the Crew in ``seat`` starts."""
    growth = arsenal.growth
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
        pieces=tuple(pieces.items()),
        hired=tuple(member.model_id for member in crew.members),
        attached=tuple((m.model_id, piece) for m in crew.members for piece in m.upgrade_ids),
        event=event.event.name if event else "",
        gains=event.gains if event else (),
        outstanding=outstanding,
        policies=policies,
        **of_keywords(growth.keywords, arsenal.cards, figures),
    )
    return with_result(context, result, outcome(result, judged), seat)


def of_keywords(keywords: Collection[str], cards: Mapping[str, Source], figures: Catalogue) -> dict[str, Any]:
    """What an advancement may be taken of: the ``sources``, ``crew_cards`` and ``master_actions`` of a
    ``RisingContext`` with those Keywords."""
    of_keyword = [source for source in cards.values() if set(source.keywords) & set(keywords)]
    return {
        "sources": tuple(source for source in of_keyword if source.station != MASTER),
        "crew_cards": tuple(_crew_cards(figures, keywords)),
        "master_actions": _of_masters(of_keyword),
    }


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
    after = replace(
        context,
        vp=decided.vp[seat],
        won=decided.winner == seat,
        lost=decided.winner == 1 - seat,
        schemes=sum(any(scheme.vp) for scheme in own.schemes),
        withdrew=decided.withdrew[seat],
        killed=tuple(dict.fromkeys(model for model in fallen if model in alive)),
        killed_enemy=KILLED in own.achieved,
        interacted=INTERACTED in own.achieved,
        more_cards=sum(word in own.achieved for word in DRAWS),
    )
    return replace(after, more_experience=tuple(more_experience(after, own)))
