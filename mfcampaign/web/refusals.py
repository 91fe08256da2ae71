"""The words of a refusal, for pages and for programs."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from mfcampaign.web.ledger import rows
from rules.edition import edition_of, unnamed
from rules.refusal import Refusal, Violation
from rules.topics import Rows


def rows_of(edition: str = "") -> Rows:
    """The rows of the edition; of the unnamed one where none is at hand."""
    return (edition_of(edition) if edition else unnamed()).rows


def violations_of(refusal: Refusal) -> tuple[Violation, ...]:
    """Every reason of the refusal, at least one."""
    own = rows_of().refusal(refusal)
    return own.violations or (Violation(own.rule, own.sentence, own.fix),)


def in_words(refusal: Refusal) -> str:
    """The sentence with the ID of its rule."""
    return str(rows_of().refusal(refusal))


def rule_link(rule: str, edition: str = "") -> SafeString:
    """A small "?" that opens the rule's row in place, the ``edition``'s own for a topic (without scripts it
    leads to its page), and says its words on hover; nothing for an empty ID."""
    rule = rows_of(edition).named(rule)
    if not rule:
        return SafeString("")
    row = rows().get(rule)
    words = row.words if row else rule
    return format_html(
        '<a class="rule-id" href="{}" title="{}" aria-label="Rule {}">?</a>',
        reverse("web:rule", args=[rule]),
        words,
        rule,
    )


def worded(violation: Violation) -> SafeString:
    """What is wrong, how to fix it, by which rule: one line of HTML, all parts escaped."""
    return format_html(
        '{} <span class="fix">{}</span> {}', violation.sentence, violation.fix, rule_link(violation.rule)
    )


def problem(refusal: Refusal) -> dict[str, Any]:
    """The refusal as RFC 9457 problem details with the rule IDs."""
    return {
        "type": "about:blank",
        "title": "Not allowed",
        "status": 409,
        "detail": refusal.sentence,
        "rule": rows_of().named(refusal.rule),
        "fix": refusal.fix,
        "violations": [
            {"rule": v.rule, "sentence": v.sentence, "fix": v.fix, "subject": v.subject}
            for v in violations_of(refusal)
        ],
    }
