"""How the rules say no, and how a total explains itself.

A refusal is a sentence for a person with the ledger ID of the rule behind it; the page, the API
and the log all show the same one. The ledger is in ``docs/rules``; code that editions share names a topic of
``rules.topics`` instead, until an edition's row takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Violation(Struct, frozen=True):
    """One broken rule.

    ``rule`` is a ledger ID such as ``M3E-HIRE-12``; ``sentence`` says what is wrong, ``fix`` how
    to put it right, ``subject`` names the slug or row it concerns (empty: the whole list).
    """

    rule: str
    sentence: str
    fix: str = ""
    subject: str = ""

    def __str__(self) -> str:
        return _with_row(self.sentence, self.rule)


class Refusal(Exception):
    """An act that the rules, or the state of things, do not allow.

    >>> str(Refusal("Guild Hound: at most 4 in a Crew.", rule="M3E-HIRE-12"))
    'Guild Hound: at most 4 in a Crew. [M3E-HIRE-12]'
    """

    def __init__(
        self, sentence: str, *, rule: str = "", fix: str = "", violations: Iterable[Violation] = ()
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.fix = fix
        self.violations = tuple(violations)

    def __str__(self) -> str:
        return _with_row(self.sentence, self.rule) if self.rule else self.sentence

    @classmethod
    def of(cls, violations: Iterable[Violation]) -> Refusal:
        """One refusal for all ``violations`` (at least one)."""
        broken = tuple(violations)
        first = broken[0]
        more = "" if len(broken) == 1 else f" (and {len(broken) - 1} more)"
        return cls(first.sentence + more, rule=first.rule, fix=first.fix, violations=broken)


def _with_row(sentence: str, rule: str) -> str:
    """With the ID; a topic is no word for a person."""
    return sentence if "." in rule else f"{sentence} [{rule}]"


class TotalLine(Struct, frozen=True):
    """One summand of a total: what, how much, by which rule."""

    label: str
    amount: int
    rule: str = ""
    note: str = ""


class Total(Struct, frozen=True):
    """A number that opens to the lines it came from; ``amount`` may be capped below their sum.

    >>> Total.of([TotalLine("Guild Hound", 3), TotalLine("out of keyword", 1, "M3E-HIRE-05")]).amount
    4
    """

    amount: int
    lines: tuple[TotalLine, ...] = ()

    @classmethod
    def of(cls, lines: Iterable[TotalLine], *, cap: int | None = None, cap_rule: str = "") -> Total:
        summands = list(lines)
        amount = sum(line.amount for line in summands)
        if cap is not None and amount > cap:
            summands.append(TotalLine(f"above the maximum of {cap}", cap - amount, cap_rule))
            amount = cap
        return cls(amount, tuple(summands))


NOTHING = Total(0)


class CheckReport(Struct, frozen=True):
    """What every check answers: all the rules that are broken, and the bill.

    ``total`` of ``budget`` with its lines, ``left`` of it (below 0: too much). Where nothing is paid the
    three are 0.
    """

    violations: tuple[Violation, ...]
    total: Total
    budget: int
    left: int

    @classmethod
    def of(cls, violations: Iterable[Violation], total: Total = NOTHING, *, budget: int = 0) -> CheckReport:
        """
        >>> report = CheckReport.of([], Total.of([TotalLine("Guild Hound", 3)]), budget=35)
        >>> report.legal, report.left
        (True, 32)
        """
        return cls(tuple(violations), total, budget, budget - total.amount)

    @property
    def legal(self) -> bool:
        return not self.violations

    def about(self, subject: str) -> tuple[Violation, ...]:
        return tuple(violation for violation in self.violations if violation.subject == subject)

    def demand(self) -> None:
        """``Refusal`` of everything that is broken, if anything is."""
        if self.violations:
            raise Refusal.of(self.violations)
