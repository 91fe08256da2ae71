"""What a player keeps of an Arsenal for the next season (A-44)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from rules.campaign.arsenal import Arsenal, OwnedModel, arsenal_value, new_leader_choices
from rules.campaign.policies import POLICIES, Policies
from rules.refusal import CheckReport, Total, Violation


def why_nothing_kept(arsenal: Arsenal, season: str, faction: str, known: Callable[[OwnedModel], bool]) -> str:
    """Why nothing of the Arsenal of the former ``season`` may be kept by a player of ``faction``, in a league
    that has the models ``known``; "" where it may (A-44)."""
    if arsenal.faction != faction:
        return f"You declared another Faction than in {season}, so nothing of it is kept."
    if not arsenal.models:
        return f"Nobody is left of your Arsenal of {season}."
    unknown = (model.name for model in arsenal.models if not known(model))
    return next((f"This league’s figures do not have {name}." for name in unknown), "")


def check_kept(
    arsenal: Arsenal,
    kept: Collection[int],
    most: int | None,
    policies: Policies = POLICIES,
    value: Callable[[Iterable[OwnedModel], Policies], Total] = arsenal_value,
) -> CheckReport:
    """Whether the models ``kept`` (ids) may be brought along, where all of them together are worth at most
    ``most`` Soulstones (``None``: the Arsenal stays whole), counted as ``value`` says. Skills and Injuries go
    with their model, loose Upgrades always.

    >>> from rules.campaign.arsenal import OwnedModel
    >>> hound = OwnedModel(id=1, slug="h", name="Hound", station="Minion", cost=3, is_leader=True)
    >>> check_kept(Arsenal(faction="guild", models=(hound,)), [1], 2).violations[0].sentence
    'These models are worth 3 Soulstones; at most 2 may be kept.'
    """
    total = value([model for model in arsenal.models if model.id in kept], policies)
    budget = total.amount if most is None else most
    return CheckReport.of(_faults(arsenal, kept, total.amount, most), total, budget=budget)


def _faults(arsenal: Arsenal, kept: Collection[int], value: int, most: int | None) -> Iterator[Violation]:
    if not kept:
        yield Violation("A-44", "Nobody is kept.", "Choose models, or build a new Arsenal.")
    if not set(kept) <= {model.id for model in arsenal.models}:
        yield Violation("A-44", "One of these models is not of your Arsenal.", "Choose from the list.")
    if most is not None and value > most:
        yield Violation(
            "A-44",
            f"These models are worth {value} Soulstones; at most {most} may be kept.",
            "Leave one behind.",
        )


def kept_leader(arsenal: Arsenal, kept: Collection[int], policies: Policies = POLICIES) -> int:
    """Who leads the models that are kept: their Leader, or whoever the rule puts first where the Leader was
    left behind (SL-LEADER-02 to -04)."""
    leader = arsenal.leader
    if leader is not None and leader.id in kept:
        return leader.id
    return new_leader_choices([model for model in arsenal.models if model.id in kept], policies)[0]
