"""What a ruling changes of a Leader who grew: experience, one advancement, flips that are made up for.

An advancement or an Injury flip that is found due afterwards is made in the player's next Aftermath
(``Growth.owed_boxes``, ``Growth.owed_injuries``); nothing is drawn twice.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.rising.aftermath.facts import RisingContext
from rules.campaign.rising.arsenal import Advancement
from rules.campaign.rising.experience import BOXES, reached
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.leader import LeaderCard
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.refusal import Refusal


def gained(context: RisingContext) -> int:
    """The experience of one game by these facts (M4-CAMP-21); none after a withdrawal by Turn 2."""
    return 0 if context.withdrew == "early" else context.experience.amount


def with_experience(growth: Growth, to: int, policies: RisingPolicies = RISING) -> Growth:
    """With ``to`` boxes filled: boxes that are reached now are owed, those beyond are owed no more."""
    to = min(max(to, 0), BOXES)
    more = tuple(box.number for box in reached(growth.experience, to - growth.experience, policies))
    owed = (*(number for number in growth.owed_boxes if number <= to), *more)
    return replace(growth, experience=to, owed_boxes=owed)


def too_many(growth: Growth, to: int, policies: RisingPolicies = RISING) -> int:
    """How many advancements were made of boxes that are not reached with ``to`` experience."""
    beyond = [box.number for box in reached(to, growth.experience - to, policies)]
    return sum(number not in growth.owed_boxes for number in beyond)


def without(growth: Growth, place: int) -> Growth:
    """Without the advancement at ``place`` (from 1). ``Refusal`` where a later one builds on it, and for a
    Totem, which leaves as a model."""
    if not 1 <= place <= len(growth.advancements):
        raise Refusal("There is no such advancement.", rule="M4-CAMP-23", fix="Choose one of the list.")
    taken, later = growth.advancements[place - 1], growth.advancements[place:]
    if taken.table == "totem":
        raise Refusal(f"{taken.name} is a model.", rule="M4-CAMP-24", fix="Take the model.")
    on = taken.added or taken.action
    if on and (above := next((each for each in later if _builds(each, taken, on)), None)):
        raise Refusal(
            f"{above.name} builds on {taken.name}.", rule="M4-CAMP-23", fix=f"Take {above.name} first."
        )
    left = (*growth.advancements[: place - 1], *later)
    if taken.recipient == "crew":
        effects = list(growth.effects)
        effects.remove(next(e for e in effects if (e.slug, e.words) == (taken.slug, taken.words)))
        return replace(growth, advancements=left, effects=tuple(effects))
    if taken.recipient == "totem":
        totem = growth.totem and _bare(growth.totem, taken)
        return replace(growth, advancements=left, totem=totem)
    return replace(growth, advancements=left, leader=_bare(growth.leader, taken))


def _builds(each: Advancement, taken: Advancement, on: str) -> bool:
    return each.recipient == taken.recipient and each.action == on


def _bare(card: LeaderCard, taken: Advancement) -> LeaderCard:
    """The card as it was before an advancement on which nothing builds."""
    if taken.before is not None:
        back = taken.before
        return replace(card, actions=tuple(back if a.name == back.name else a for a in card.actions))
    return replace(
        card,
        actions=tuple(action for action in card.actions if action.name != taken.added),
        abilities=tuple(ability for ability in card.abilities if ability.name != taken.added),
    )
