"""What a text states of the whole is compared with the Crew that was read from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.crews.hiring import HiringRules, check_crew, hiring_of
from rules.crews.report import HiringReport
from rules.crews.text.lines import Stated
from rules.edition import edition_of
from rules.refusal import Violation
from rules.wording import listed

MOST_SUSPECTS = 3


class Position(Struct, frozen=True):
    """Where members of a Crew stand in the text: ``copies`` of one model, of which the ``first`` has that
    index; -1 is the Leader."""

    line: int
    label: str
    first: int
    copies: int


def unknown_costs(crew: CrewList, catalogue: Catalogue) -> tuple[str, ...]:
    """The names of the hired models whose Cost no source has, one each."""
    joins_free, printed = hiring_of(catalogue).joins_free, edition_of(catalogue.edition).cards
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    hired = [catalogue.profile(slug) for slug in dict.fromkeys(member.slug for member in crew.members)]
    return tuple(
        profile.full_name
        for profile in hired
        if profile.cost is None
        and not printed.needs_no_cost(profile.station)
        and not (joins_free and leader and joins_free(profile, leader))
    )


def fits(stated: Iterable[Stated], crew: CrewList, catalogue: Catalogue) -> bool:
    """Whether the Crew costs and leaves what the text states."""
    report = check_crew(crew, catalogue)
    return not any(_excess(each, report, hiring_of(catalogue)) for each in stated)


def differences(
    stated: Iterable[Stated], crew: CrewList, catalogue: Catalogue, positions: Sequence[Position]
) -> list[Violation]:
    """A violation for each line that states something else than what was read, with the lines that may be at
    fault. Where a Cost is not known, only what is certain: that the known ones alone are too much."""
    report, certain = check_crew(crew, catalogue), not unknown_costs(crew, catalogue)
    violations = []
    for each in stated:
        if each.size is not None and each.size != crew.size:
            violations.append(
                _violation(each.line, f"it counts to {each.size}, the Size is {crew.size}.", "Correct one.")
            )
        excess = _excess(each, report, hiring_of(catalogue))
        if excess > 0 or (excess and certain):
            violations.append(
                _violation(each.line, *_sentences(each, report, excess, _suspects(excess, report, positions)))
            )
    return violations


def _excess(stated: Stated, report: HiringReport, hiring: HiringRules[Any]) -> int:
    """By how many Soulstones what was read costs more than what is stated. Where the pool is what is unspent,
    one above the limit may be stated whole."""
    if stated.spent is not None and stated.spent != report.total.amount:
        return report.total.amount - stated.spent
    unspent = report.left if hiring.lost_rule else report.pool
    return 0 if stated.pool in (None, report.pool, unspent) else stated.pool - unspent


def _sentences(stated: Stated, report: HiringReport, excess: int, suspects: list[str]) -> tuple[str, str]:
    amount = f"{abs(excess)} {'more' if excess > 0 else 'less'}"
    if stated.spent is not None and stated.spent != report.total.amount:
        said = f"it says that {stated.spent} Soulstones are spent; what was read costs {report.total.amount}"
    else:
        said = f"it says Pool {stated.pool}; what was read costs {report.total.amount} of {report.budget}"
    where = f" Look at {listed(suspects, 'or')}." if suspects else " No single line makes the difference."
    return f"{said}, {amount}.{where}", "Correct the line that is wrong, or delete this one."


def _suspects(excess: int, report: HiringReport, positions: Sequence[Position]) -> list[str]:
    """The lines of which one copy more, or fewer, makes the difference; the last line of each model."""
    prices = {sheet.position: sheet.total.amount for sheet in report.lines}
    suspects: dict[str, str] = {}
    for each in positions:
        price = prices.get(each.first, 0)
        copies = next((copies for copies in range(1, each.copies + 1) if price * copies == excess), 0)
        if copies or (excess < 0 and price == -excess):
            suspects[each.label] = f"line {each.line} ({each.label}, {price})"
    return list(suspects.values())[:MOST_SUSPECTS]


def not_compared(stated: Sequence[Stated], unknown: Sequence[str]) -> str:
    """The sentence that says which Costs are missing to compare; empty where nothing is to be told."""
    if not unknown:
        return ""
    names = listed(unknown[:8], "and")
    sentence = f"No source has the Cost of {names}."
    if not stated:
        return sentence
    lines = listed([f"line {each.line}" for each in stated], "and")
    return (
        f"{sentence} What {lines} {'states' if len(stated) == 1 else 'state'} was not compared with the Crew."
    )


def _violation(line: int, sentence: str, fix: str) -> Violation:
    return Violation("", f"Line {line}: {sentence}", fix, f"line {line}")
