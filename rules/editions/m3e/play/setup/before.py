"""Set-up, steps A to H: from Crews as hired to an Encounter that can begin (M3E-SETUP-01 to -03, -17).

Steps C, D and I to K are always played (``steps.py``); E to H are where both hire in the Encounter
(``hire_steps.py``), and agreed before where the Crews come hired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from rules.editions.m3e.play import content  # noqa: F401 - registers Strategies and Schemes
from rules.editions.m3e.play.scoring.registry import SCHEMES, STRATEGIES
from rules.editions.m3e.setup import DEPLOYMENTS
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.refusal import Refusal, Violation
from rules.table.board import Table

LEADING = ("Master", "Henchman")


def step_h_reveal(
    name: str, crew: CrewList, catalogue: Catalogue, policies: ThirdReadings = STANDARD
) -> CrewSetup:
    """The revealed Crew, the Leader first, with the Soulstones left (M3E-HIRE-22). Raise ``Refusal``
    with everything that its hiring breaks (steps E to G)."""
    report = check_crew(crew, catalogue, policies)
    if report.violations:
        raise Refusal.of(report.violations)
    members = [Hired(card=crew.leader, leader=True, upgrades=crew.leader_upgrades)]
    members += [Hired(card=member.slug, upgrades=member.upgrades) for member in crew.members]
    return CrewSetup(name=name, models=tuple(members), stones=report.pool)


def ready(setup: EncounterSetup) -> EncounterSetup:
    """The set-up when the Encounter can begin. Raise ``Refusal`` with everything that prevents it."""
    violations = [*step_b_terrain(setup), *_scenario(setup)]
    for crew in setup.crews if setup.hire is None else ():
        violations += _crew(setup, crew)
    if violations:
        raise Refusal.of(violations)
    return setup


def step_b_terrain(setup: EncounterSetup) -> Iterator[Violation]:
    """Check that every piece has a unique name and lies on the table (M3E-SETUP-03)."""
    if setup.terrain and setup.ground == "open":
        yield Violation("M3E-SETUP-03", "A plain has no terrain.", "Play on the exact table.")
        return
    try:
        Table(setup.terrain)
    except Refusal as refused:
        yield Violation("M3E-SETUP-03", refused.sentence, refused.fix)


def _scenario(setup: EncounterSetup) -> Iterator[Violation]:
    """Check that an agreed Strategy, Deployment and pool exist in the rules (M3E-SETUP-05, -06, -15)."""
    if setup.strategy and setup.strategy not in STRATEGIES:
        yield Violation(
            "M3E-SETUP-05", f"There is no Strategy “{setup.strategy}”.", _one_of(STRATEGIES), setup.strategy
        )
    if setup.deployment and setup.deployment not in DEPLOYMENTS.values():
        yield Violation(
            "M3E-SETUP-06",
            f"There is no Deployment “{setup.deployment}”.",
            _one_of(DEPLOYMENTS.values()),
            setup.deployment,
        )
    for name in setup.pool:
        if name not in SCHEMES:
            yield Violation("M3E-SETUP-15", f"There is no Scheme “{name}”.", _one_of(SCHEMES), name)
    if len(set(setup.pool)) != len(setup.pool):
        yield Violation("M3E-SETUP-15", "A Scheme is in the pool twice.", "Choose another.")


def _one_of(names: Iterable[str]) -> str:
    return f"One of {', '.join(sorted(names))}."


def _crew(setup: EncounterSetup, crew: CrewSetup) -> Iterator[Violation]:
    leaders = [hired for hired in crew.models if hired.leader]
    if len(leaders) != 1:
        yield Violation("M3E-HIRE-01", f"{crew.name} has {len(leaders)} Leaders.", "One Leader.", crew.name)
    for hired in crew.models:
        card = setup.cards.get(hired.card)
        if card is None:
            yield Violation(
                "M3E-GEN-06",
                f"{crew.name}: no figures are known of {hired.card}.",
                "Remove it.",
                hired.card,
            )
        elif hired.leader and card.station not in LEADING:
            yield Violation(
                "M3E-HIRE-01", f"{card.name} cannot lead.", "Choose a Master or Henchman.", hired.card
            )
        for upgrade in hired.upgrades:
            if upgrade not in setup.upgrades:
                yield Violation("M3E-HIRE-16", f"There is no Upgrade {upgrade}.", "Take it off.", upgrade)
