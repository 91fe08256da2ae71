"""Template tags for the scenario of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from rules.edition import edition_of

register = template.Library()


@register.simple_tag
def shared_by_both(scenario: Mapping[str, Any], edition: str) -> list[tuple[str, Any]]:
    """The shared feature and the special event of an Encounter, each under what it is called."""
    set_up = edition_of(edition).setup
    feature, event = set_up.feature(scenario.get("feature", "")), set_up.event(scenario.get("event", ""))
    shared: list[tuple[str, Any]] = [("Shared feature", feature)] if feature is not None else []
    return [*shared, (f"Special event, {event.span}", event)] if event is not None else shared
