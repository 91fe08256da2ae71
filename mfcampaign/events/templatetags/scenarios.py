"""Template tags for the scenario of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from rules.editions.m1e.special import event_named, feature_named

register = template.Library()


@register.filter
def shared_by_both(scenario: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The shared feature and the special event of a First Edition Encounter, each under what it is called."""
    feature, event = feature_named(scenario.get("feature", "")), event_named(scenario.get("event", ""))
    shared: list[tuple[str, Any]] = [("Shared feature", feature)] if feature is not None else []
    return [*shared, (f"Special event, {event.span}", event)] if event is not None else shared
