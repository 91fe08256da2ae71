"""The Leader's growth counted again: what it brought along, and the effects of all its Aftermaths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.campaign.aftermath.asks import Effect
from rules.campaign.rising.aftermath.facts import Advanced, ExperienceGained, LeaderRecovers
from rules.campaign.rising.growth import BroughtGrowth, Growth


def faults_of(growth: Growth, effects: Iterable[Effect]) -> Iterator[str]:
    """Sentences of experience, advancements and recovery that do not follow (M4-CAMP-20, -21, -22). A Totem
    that was lost took its advancements along."""
    brought = growth.brought or BroughtGrowth()
    experience, recovered = brought.experience, brought.recovered
    gained = [*brought.advancements]
    for effect in effects:
        match effect:
            case ExperienceGained():
                experience += effect.total.amount
            case Advanced():
                gained.append(replace(effect.advancement, week=0))
            case LeaderRecovers():
                recovered = True
    if growth.experience != experience:
        yield f"{growth.experience} boxes of the track are filled, the games brought {experience}."
    if growth.recovered != recovered:
        yield f"recovered is {growth.recovered}, the Aftermaths say {recovered}."
    kept = list(gained)
    for each in (replace(each, week=0) for each in growth.advancements):
        if each not in kept:
            yield f"no Aftermath brought the advancement {each.name}."
        else:
            kept.remove(each)
    yield from (f"the advancement {each.name} is missing." for each in kept if each.recipient != "totem")
