"""The Crew of an Encounter in *Rising Names*: what it may hold, what it costs, what it is rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, StatMod
from rules.campaign.crew import CampaignCrew, hired_members
from rules.campaign.rising.arsenal import rating
from rules.campaign.rising.growth import GrownArsenal, rising_arsenal
from rules.campaign.rising.hires import Buyer, surcharge
from rules.crews.catalogue import PEON, Catalogue, Profile
from rules.edition import edition_of
from rules.refusal import CheckReport, Total, TotalLine, Violation


def check_crew(crew: CampaignCrew, arsenal: Arsenal, size: int, figures: Catalogue) -> CheckReport:
    """All that is wrong with a Crew for an Encounter of ``size`` Soulstones, and its bill: the models by
    their cost, 1 more out of Keyword, and what Injuries and Lucky Misses change of it; Leader, Totem and
    Equipment cost nothing (M4-CAMP-11, -14, -26)."""
    members = hired_members(crew, arsenal)
    total = Total.of(line for model, _ in members for line in _price(model, arsenal, figures))
    violations = [
        *_ownership(crew, arsenal),
        *_leading(crew, arsenal),
        *(fault for model, pieces in members for fault in _equipment(model, pieces)),
    ]
    if total.amount > size:
        sentence = f"The Crew costs {total.amount}; the Encounter's size is {size}."
        fix = f"Leave out models worth {total.amount - size}."
        violations.append(Violation("hire.cost", sentence, fix))
    return edition_of(figures.edition).rows.cited(CheckReport.of(violations, total, budget=size))


def crew_rating(crew: CampaignCrew, arsenal: Arsenal, figures: Catalogue) -> Total:
    """M4-CAMP-12."""
    hired = {member.model_id for member in crew.members}
    attached = {piece for member in crew.members for piece in member.upgrade_ids}
    return rating(rising_arsenal(arsenal, figures), hired, attached)


def _price(model: OwnedModel, arsenal: Arsenal, figures: Catalogue) -> Iterator[TotalLine]:
    if not isinstance(arsenal, GrownArsenal) or not figures.has_profile(model.slug):
        yield TotalLine(model.name, model.cost, "M4-CAMP-11")
        return
    buyer = Buyer(faction=arsenal.faction, keywords=arsenal.growth.keywords)
    changes = [(injury.name, injury.stat_mods) for injury in model.injuries]
    changes += [(row.name, row.mods) for row in arsenal.lucky(model.id)]
    own = None if arsenal.growth.has_turned(model.id) else buyer
    yield from crew_price(model.name, model.cost, figures.profile(model.slug), own, changes)


def crew_price(
    name: str,
    cost: int,
    profile: Profile,
    buyer: Buyer | None,
    changes: Iterable[tuple[str, Iterable[StatMod]]],
) -> Iterator[TotalLine]:
    """The Soulstones for a model of that ``cost`` in a Crew: 1 more out of Keyword (``buyer`` is ``None`` for
    who changed sides), and what the ``changes`` by its Injuries and Lucky Misses (each with its name) make of
    it; none for who costs nothing (M4-CAMP-11, -26)."""
    yield TotalLine(name, cost, "M4-CAMP-11")
    if not cost:
        return
    if buyer is not None and (extra := surcharge(profile, buyer)):
        yield TotalLine("out of Keyword", extra, "M4-CAMP-09")
    for because, mods in changes:
        if change := sum(mod.delta for mod in mods if mod.stat == "cost"):
            yield TotalLine(because, change, "M4-CAMP-26")


def _ownership(crew: CampaignCrew, arsenal: Arsenal) -> Iterator[Violation]:
    """Only what the Arsenal holds, each thing once."""
    for model_id, count in Counter(hired.model_id for hired in crew.members).items():
        model = arsenal.model(model_id)
        if model is None:
            yield Violation("M4-CAMP-03", f"Model {model_id} is not in this Arsenal.", "Leave it out.")
        elif count > 1:
            sentence = f"{model.name} is listed {count} times."
            yield Violation("M4-CAMP-03", sentence, "List it once.", model.slug)
    named = Counter(piece for hired in crew.members for piece in hired.upgrade_ids)
    for piece_id, count in named.items():
        piece = arsenal.upgrade(piece_id)
        if piece is None:
            sentence = f"Equipment {piece_id} is not in this Arsenal."
            yield Violation("M4-CAMP-14", sentence, "Take it off.")
        elif count > 1:
            sentence = f"{piece.name}: the Arsenal holds this copy once, it is put on {count} times."
            yield Violation("M4-CAMP-14", sentence, "Put it on one model.", piece.slug)


def _leading(crew: CampaignCrew, arsenal: Arsenal) -> Iterator[Violation]:
    """The Leader is a Master and leads (M4-CAMP-07)."""
    leader = arsenal.leader
    if leader is None:
        yield Violation("M4-CAMP-07", "The Arsenal has no Leader.", "Build one first.")
    elif crew.leader_id != leader.id or leader.id not in {hired.model_id for hired in crew.members}:
        sentence = f"{leader.name} leads each Crew of this Arsenal."
        yield Violation("M4-CAMP-07", sentence, f"Hire {leader.name}.", leader.slug)


def _equipment(model: OwnedModel, pieces: tuple[OwnedUpgrade, ...]) -> Iterator[Violation]:
    """M4-CAMP-14, -27."""
    if pieces and model.station == PEON:
        sentence = f"{model.name} is a Peon and bears no Equipment."
        yield Violation("M4-CAMP-27", sentence, "Give it to another model.", model.slug)
    for slug, count in Counter(piece.slug for piece in pieces).items():
        if count > 1:
            name = next(piece.name for piece in pieces if piece.slug == slug)
            sentence = f"{model.name} has {name} {count} times."
            yield Violation("M4-CAMP-14", sentence, "Give it one copy.", model.slug)
