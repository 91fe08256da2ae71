"""The pairing plan: what organisers require of the pairings to come, and what players say of themselves."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import (
    Availability,
    Campaign,
    Entry,
    PairingPlan,
    PairRule,
    PlayerFacts,
)
from mfcampaign.campaigns.pairing.values import IN_LEAGUES, next_to_pair
from rules.refusal import Refusal
from rules.tournament.pairing.field import PairingPreference

EVENINGS = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}


def set_order(campaign: Campaign, actor: Actor, preferences: Sequence[str]) -> None:
    """Preferences for every pairing to come, the weightiest first; none twice, none unknown."""
    if len(set(preferences)) != len(preferences):
        raise Refusal("A preference can stand in the order once only.", fix="Leave one of them out.")
    if unknown := [preference for preference in preferences if preference not in IN_LEAGUES]:
        raise Refusal(f"Leagues know no preference called {unknown[0]!r}.", fix="Choose from the list.")
    with operation(campaign, actor, kind="pairing.preferences") as act:
        PairingPlan.objects.update_or_create(campaign=act.row, defaults={"preferences": list(preferences)})
        words = ", then ".join(PairingPreference(preference).words for preference in preferences) or "none"
        act.say(f"Preferences for the pairings to come: {words}.", preferences=list(preferences))


def rule_pair(campaign: Campaign, actor: Actor, kind: str, one: int, other: int) -> PairRule:
    """Two entries never meet from now on, or do in the next week that is paired."""
    with operation(campaign, actor, kind=f"pairing.{kind}") as act:
        entries = {e.pk: e for e in act.row.entries.filter(pk__in=(one, other)).select_related("user")}
        if len(entries) != 2:
            raise Refusal("A pair are two different players of this league.", fix="Choose two.")
        week = next_to_pair(act.row) if kind == PairRule.Kind.FIXED else None
        a, b = sorted(entries)
        standing = PairRule.objects.filter(campaign=act.row, lifted_at=None)
        if standing.filter(a=a, b=b).exists():
            raise Refusal("These two have a rule already.", fix="Remove it first.")
        fixed = standing.filter(kind=PairRule.Kind.FIXED, week=week).values_list("a", "b")
        if week is not None and {pk for pair in fixed for pk in pair} & {a, b}:
            raise Refusal("One of them has a fixed opponent in that week.", fix="Remove that one first.")
        rule = PairRule.objects.create(campaign=act.row, a_id=a, b_id=b, kind=kind, week=week)
        who = f"{entries[a].label} and {entries[b].label}"
        if week is None:
            act.say(f"{who} are never paired.", organisers_only=True)
        else:
            act.say(f"{who} meet in week {week}, whatever that breaks.")
    return rule


def lift_rule(rule: PairRule, actor: Actor) -> None:
    """The rule holds no more; it stays on record. Lifting again changes nothing."""
    with operation(rule.campaign, actor, kind="pairing.rule_lifted") as act:
        fresh = PairRule.objects.select_for_update().get(pk=rule.pk)
        if fresh.lifted_at is None:
            fresh.lifted_at = timezone.now()
            fresh.save(update_fields=["lifted_at"])
        act.say("A rule on two players' pairings was removed.", organisers_only=True)


def describe(entry: Entry, actor: Actor, *, club: str, company: str, place: str) -> None:
    """The club, who one comes with, where one lives; empty where no preference asks."""
    texts = {"club": club, "company": company, "place": place}
    facts = {name: " ".join(text.split())[:60] for name, text in texts.items()}
    with operation(entry.campaign, actor, kind="pairing.described") as act:
        expect_going_on(act.row)
        PlayerFacts.objects.update_or_create(entry=entry, defaults=facts)
        act.say(f"{entry.label} said where they come from, for the pairings.", organisers_only=True)


def say_when(entry: Entry, actor: Actor, week: int, *, away: bool, evenings: Sequence[str]) -> None:
    """When one can play in week ``week``; ``Refusal`` once it is paired."""
    days = [day for day in EVENINGS if day in evenings]
    with operation(entry.campaign, actor, kind="pairing.availability") as act:
        expect_going_on(act.row)
        if not next_to_pair(act.row) <= week <= act.row.weeks_total:
            raise Refusal("That week is paired already, or never comes.", fix="Choose a later one.")
        Availability.objects.update_or_create(
            entry=entry, week=week, defaults={"away": away, "evenings": [] if away else days}
        )
        when = "is away" if away else f"can play on {', '.join(EVENINGS[d] for d in days) or 'any evening'}"
        act.say(f"{entry.label} {when} in week {week}.", organisers_only=True)
