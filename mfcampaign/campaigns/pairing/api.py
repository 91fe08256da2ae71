"""Operations of pairings: reasons, preferences for the next weeks, changes by hand."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, entry_of, league, player
from mfcampaign.campaigns.models import Entry, PairRule, Week
from mfcampaign.campaigns.pairing import operations as pairing
from mfcampaign.campaigns.pairing import plan as plans
from mfcampaign.campaigns.pairing import queries as pairing_page
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.pairing import values as pairing_values
from rules.refusal import Refusal
from rules.tournament.pairing.changes import Change

TAG = "Pairings"
PAIRING = f"{LEAGUE}weeks/<int:week>/pairing/"
Fact = Annotated[str, Meta(max_length=60)]
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:pairing_plan", tag=TAG)
plays = partial(act, access=access.own_entry, page="campaigns:evenings", tag=TAG)
Evening = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class OtherChoicesQuery(Struct, frozen=True):
    """Whose other choices are asked for."""

    who: Annotated[int, Meta(ge=1, le=2**53, description="An entry: what else it could have had")] | None = (
        None
    )


class PairedEntries(Struct, frozen=True):
    """Two entries who meet, and why."""

    a: int
    b: int
    why: str
    fixed: bool


class PairingView(Struct, frozen=True):
    """Why a week is paired as it is. ``instead`` are the prices of other choices of ``who``."""

    pairs: tuple[PairedEntries, ...]
    bye: int | None
    bye_reason: str
    preferences: tuple[str, ...]
    proven: str
    instead: tuple[str, ...]
    instead_of_bye: tuple[str, ...]


class PairRuleRow(Struct, frozen=True):
    """Two entries who never meet, or do in one week."""

    id: int
    kind: str
    a: int
    b: int
    week: int | None


class PairingPlan(Struct, frozen=True):
    """What is preferred: ``order`` of ``known`` preferences, rules that hold; ``week`` is the one that can
    still be changed by hand."""

    order: tuple[str, ...]
    known: tuple[str, ...]
    rules: tuple[PairRuleRow, ...]
    week: int | None
    next_week: int


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """Preferences, the weightiest first."""

    preferences: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20)]


class NewPairRule(Struct, frozen=True, forbid_unknown_fields=True):
    """``forbidden``: these entries never meet; ``fixed``: they do in the next week that is paired."""

    kind: Literal["forbidden", "fixed"]
    one: Id
    other: Id


class EntryPair(Struct, frozen=True, forbid_unknown_fields=True):
    """Two entries."""

    one: Id
    other: Id


class EntryExchange(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """Two entries, and why they exchange their places."""

    one: Id
    other: Id


class PartialRepairing(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The entries whose games are paired again, besides those that must be; and why."""

    entries: Annotated[tuple[Id, ...], Meta(max_length=64)] = ()


class HarmRow(Struct, frozen=True):
    """One kind of harm and how often it is done: a rematch, a gap in points, a preference that is not met."""

    kind: str
    count: int


class EntryExchangePreview(Struct, frozen=True):
    """What an exchange would break, in sentences; the harm done before and after, the gravest first."""

    worse: bool
    breaks: tuple[str, ...]
    before: tuple[HarmRow, ...]
    after: tuple[HarmRow, ...]


class ComingWeek(Struct, frozen=True):
    """One week to come, as you have said."""

    week: int
    away: bool
    evenings: tuple[str, ...]


class StandInRow(Struct, frozen=True):
    """The stand-in who plays your Crew in a week."""

    week: int
    person: str


class StandInName(Struct, frozen=True, forbid_unknown_fields=True):
    """The sign-in name of who plays your Crew."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]


class NewStandIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The stand-in who plays the Crew of an entry in a week; an empty name removes it."""

    entry: Id
    week: Annotated[int, Meta(ge=1, le=99)]
    username: Annotated[str, Meta(max_length=150)] = ""


class PairingFacts(Struct, frozen=True):
    """What you said of yourself for the pairings, and who plays your Crew in which week."""

    club: str
    company: str
    place: str
    weeks: tuple[ComingWeek, ...]
    stand_ins: tuple[StandInRow, ...]


class NewPairingFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Your club, who you come with, where you live; empty where no preference asks."""

    club: Fact = ""
    company: Fact = ""
    place: Fact = ""


class Availability(Struct, frozen=True, forbid_unknown_fields=True):
    """Away for that week, or the evenings that you can play (none: any)."""

    away: bool = False
    evenings: Annotated[tuple[Evening, ...], Meta(max_length=7)] = ()


@get(PAIRING, PairingView, query=OtherChoicesQuery, tag=TAG)
def week_pairing(call: PersonCall, slug: str, week: int) -> PairingView:
    """The reasons for these pairs and this bye; with ``who`` also the costs of their other choices."""
    visit = league(call, slug, access.member)
    row = get_object_or_404(visit.campaign.weeks, number=week)
    row.campaign = visit.campaign
    page = pairing_page.why(row, call.query.who)
    if page is None:
        raise Http404
    return PairingView(
        tuple(PairedEntries(pair.a.pk, pair.b.pk, pair.why, pair.fixed) for pair in page.pairs),
        page.bye.pk if page.bye else None,
        page.bye_reason,
        page.preferences,
        page.proven,
        page.instead,
        page.instead_of_bye,
    )


@get(f"{PAIRING}certificate/", dict[str, Any], tag=TAG)
def week_certificate(call: PersonCall, slug: str, week: int) -> dict[str, Any]:
    """The proof that no better pairing exists. Where it says who must never meet whom, it is the
    organisers' alone."""
    visit = league(call, slug, access.member)
    row = get_object_or_404(visit.campaign.weeks, number=week)
    field_and_round = pairing_values.stored(row)
    if field_and_round is None or not row.pairing["certificate"]:
        raise Http404
    if field_and_round[0].preferences.forbidden and not visit.organiser:
        raise Http404
    certificate: dict[str, Any] = json.loads(row.pairing["certificate"])
    return certificate


@get(f"{LEAGUE}pairing/", PairingPlan, scope="organise", tag=TAG)
def pairing_plan(call: PersonCall, slug: str) -> PairingPlan:
    """The preferences for the pairings to come."""
    plan = pairing_page.planned(league(call, slug, access.organiser).campaign)
    return PairingPlan(
        plan.order,
        tuple(key for key, _ in pairing_page.preference_choices()),
        tuple(_rule_row(rule) for rule in plan.rules),
        plan.week.number if plan.week is not None else None,
        plan.next_week,
    )


def _rule_row(rule: PairRule) -> PairRuleRow:
    return PairRuleRow(rule.pk, rule.kind, rule.a_id, rule.b_id, rule.week)


@organises("put", f"{LEAGUE}pairing/preferences/", example={"preferences": ["rating", "club"]})
def order_pairing_preferences(call: PersonCall, visit: LeagueVisit, body: Order) -> str:
    """Set the preferences for every pairing to come."""
    plans.set_order(visit.campaign, call.user, body.preferences)
    return "The preferences hold for every pairing to come."


@organises("post", f"{LEAGUE}pairing/rules/", example={"kind": "forbidden", "one": 3, "other": 4}, status=201)
def add_pair_rule(call: PersonCall, visit: LeagueVisit, body: NewPairRule) -> Done[PairRuleRow]:
    """Add a rule: two players never meet, or meet next week."""
    rule = plans.rule_pair(visit.campaign, call.user, body.kind, body.one, body.other)
    return Done("The rule holds from the next pairing on.", _rule_row(rule))


@organises("delete", f"{LEAGUE}pairing/rules/<int:rule>/")
def remove_pair_rule(call: PersonCall, visit: LeagueVisit, rule: int) -> str:
    """Remove a rule on two players."""
    rules = PairRule.objects.filter(campaign=visit.campaign).select_related("campaign")
    plans.lift_rule(get_object_or_404(rules, pk=rule), call.user)
    return "The rule is removed."


def _open_week(visit: LeagueVisit) -> Week:
    week = pairing_page.planned(visit.campaign).week
    if week is None:
        raise Refusal("No week is paired and open.", fix="Wait for the next pairing.")
    week.campaign = visit.campaign
    return week


@asks(
    f"{LEAGUE}pairing/exchange/preview/",
    EntryExchangePreview,
    body=EntryPair,
    example={"one": 3, "other": 4},
    scope="organise",
    tag=TAG,
)
def preview_places(call: PersonCall, slug: str) -> EntryExchangePreview:
    """What exchanging two players this week would break."""
    change, field = pairing.what_if(
        _open_week(league(call, slug, access.organiser)), call.body.one, call.body.other
    )
    return _would(change, pairing.names_of(field))


def _would(change: Change, names: dict[int, str]) -> EntryExchangePreview:
    before, after = (tuple(HarmRow(str(kind), n) for kind, n in p) for p in (change.before, change.after))
    return EntryExchangePreview(
        change.worse, tuple(b.sentence(names) for b in change.breaches), before, after
    )


@organises(
    "post",
    f"{LEAGUE}pairing/exchange/",
    example={"one": 3, "other": 4, "reason": "They share a car."},
)
def exchange_places(call: PersonCall, visit: LeagueVisit, body: EntryExchange) -> str:
    """Exchange two players this week, before their games begin."""
    week = _open_week(visit)
    pairing.change_places(week, call.user, body.one, body.other, body.reason, key=call.key)
    return "They have exchanged their places; the diary says why."


@organises("post", f"{LEAGUE}pairing/again/", example={"entries": [3], "reason": "One of them is ill."})
def pair_week_again(call: PersonCall, visit: LeagueVisit, body: PartialRepairing) -> str:
    """Pair a part of this week again; games that have begun stay."""
    pairing.pair_again(_open_week(visit), call.user, body.entries, body.reason, key=call.key)
    return "That part is paired again; the diary says who meets whom."


@get(f"{LEAGUE}evenings/", PairingFacts, tag=TAG)
def availability(call: PersonCall, slug: str) -> PairingFacts:
    """Your availability in the weeks to come, and your pairing details."""
    entry = player(call, slug)
    facts = getattr(Entry.objects.select_related("facts").get(pk=entry.pk), "facts", None)
    weeks = tuple(ComingWeek(row.number, row.away, row.evenings) for row in pairing_page.weeks_ahead(entry))
    played_for = tuple(StandInRow(row.week, row.person) for row in stand_ins.of_entry(entry))
    if facts is None:
        return PairingFacts("", "", "", weeks, played_for)
    return PairingFacts(facts.club, facts.company, facts.place, weeks, played_for)


@plays("put", f"{LEAGUE}evenings/facts/", example={"club": "Tower"})
def change_pairing_facts(call: PersonCall, entry: Entry, body: NewPairingFacts) -> str:
    """Set where you come from, for the pairings."""
    plans.describe(entry, call.user, club=body.club, company=body.company, place=body.place)
    return "Saved."


@plays("put", f"{LEAGUE}evenings/<int:week>/", example={"evenings": ["tue", "thu"]})
def set_availability(call: PersonCall, entry: Entry, week: int, body: Availability) -> str:
    """Set your availability in a week to come."""
    plans.say_when(entry, call.user, week, away=body.away, evenings=body.evenings)
    return "Saved."


@plays("put", f"{LEAGUE}evenings/<int:week>/stand-in/", example={"username": "robin"})
def name_stand_in(call: PersonCall, entry: Entry, week: int, body: StandInName) -> str:
    """Choose a stand-in who plays your Crew in a week, at the table only, without your Arsenal."""
    person = stand_ins.name_stand_in(entry, call.user, week, body.username)
    return f"{person} plays your Crew in week {week}."


@plays("delete", f"{LEAGUE}evenings/<int:week>/stand-in/")
def end_stand_in(call: PersonCall, entry: Entry, week: int) -> str:
    """Remove your stand-in for a week."""
    stand_ins.end_stand_in(entry, call.user, week)
    return f"You play yourself in week {week}."


@organises(
    "post",
    f"{LEAGUE}organise/stand-in/",
    page="campaigns:organise",
    example={"entry": 4, "week": 2, "username": "robin"},
    tag="Organising",
)
def set_stand_in(call: PersonCall, visit: LeagueVisit, body: NewStandIn) -> str:
    """Choose a stand-in for a player who cannot come."""
    entry = entry_of(visit, body.entry)
    if not body.username:
        stand_ins.end_stand_in(entry, call.user, body.week)
        return f"{entry.label} plays in week {body.week}, nobody else."
    person = stand_ins.name_stand_in(entry, call.user, body.week, body.username)
    return f"{person} plays the Crew of {entry.label} in week {body.week}."
