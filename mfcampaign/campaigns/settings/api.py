"""Endpoints of house rules and of the figures a league plays with."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import act, asks, get
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, league, organised
from mfcampaign.campaigns.models.league import HireDays, Weeks
from mfcampaign.campaigns.settings import changes
from mfcampaign.campaigns.settings import figures as adoption
from mfcampaign.campaigns.settings import forms as readings
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.settings.changes import MovedDate
from rules.campaign.policies import policies_as_dict, policies_from

TAG = "House rules"
organises = partial(act, access=access.organiser, scope="organise", tag="Organising")


class HouseRule(Struct, frozen=True):
    """One house rule: its ``value`` for programs, ``said`` and ``usual`` in words, ``rules`` it touches;
    ``planned`` what it becomes at the next boundary, ``when`` a change would take effect."""

    name: str
    label: str
    group: str
    rules: tuple[str, ...]
    value: Any
    said: str
    usual: str
    special: bool
    note: str
    planned: str
    when: str


class HouseRulesView(Struct, frozen=True):
    """All a league plays by."""

    edition: str
    season: str
    charts: int
    next_charts: int | None
    pack: int | None
    rules: tuple[HouseRule, ...]


@get(f"{LEAGUE}rules/", HouseRulesView, tag=TAG)
def house_rules(call: PersonCall, slug: str) -> HouseRulesView:
    """Every house rule in words, with the rules of the book that it touches."""
    campaign = league(call, slug, access.member).campaign
    values = policies_as_dict(campaign.rules)
    groups = readings.groups(
        campaign.rules,
        policies_from(settings.planned_policies(campaign)),
        lambda name: settings.when_changed(campaign, name),
        campaign.edition,
    )
    return HouseRulesView(
        campaign.edition,
        campaign.season,
        campaign.charts_id,
        campaign.next_charts_id,
        campaign.pack_id,
        tuple(
            HouseRule(
                each.name,
                each.label,
                group.title,
                each.rules,
                values[each.name],
                each.value,
                each.usual,
                each.special,
                each.note,
                each.planned,
                each.when,
            )
            for group in groups
            for each in group.settings
        ),
    )


class HouseRuleValues(Struct, frozen=True, forbid_unknown_fields=True):
    """All house rules that differ from the defaults, by name."""

    policies: dict[str, Any]


class PackChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A pack of house figures, or none."""

    pack: Id | None


@organises("put", f"{LEAGUE}organise/policies/", example={"policies": {"weekly_cap": 12}})
def change_policies(call: PersonCall, visit: LeagueVisit, body: HouseRuleValues) -> str:
    """Change the house rules; some wait for the next week."""
    try:
        policies_from(body.policies)
    except (ValueError, TypeError) as error:
        raise Problem(422, f"{error}") from None
    settings.change_policies(visit.campaign, call.user, body.policies)
    return ""


@organises("put", f"{LEAGUE}organise/pack/", page="campaigns:settings", example={"pack": None})
def use_pack(call: PersonCall, visit: LeagueVisit, body: PackChoice) -> str:
    """Choose the pack of the league, or none."""
    settings.use_pack(visit.campaign, call.user, body.pack)
    return "The league plays by these figures now."


class FiguresChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A release of the league's edition and a pack over it, or none."""

    release: Id
    pack: Id | None


class FiguresAdoption(Struct, frozen=True, forbid_unknown_fields=True):
    """A release and a pack, or none, from that week on."""

    release: Id
    pack: Id | None
    week: Id


class PlayerFigures(Struct, frozen=True):
    """What changes for one player, in sentences; ``legal_then``: what was legal and is not under these."""

    player: str
    changes: tuple[str, ...]
    legal_then: tuple[str, ...]


class FiguresPreview(Struct, frozen=True):
    """What other figures would change, for whom; ``others`` are changes of what nobody owns."""

    players: tuple[PlayerFigures, ...]
    others: tuple[str, ...]
    number_of_others: int


@asks(
    f"{LEAGUE}organise/figures/preview/",
    FiguresPreview,
    body=FiguresChoice,
    scope="organise",
    tag="Organising",
    example={"release": 1, "pack": None},
)
def preview_figures(call: PersonCall, slug: str) -> FiguresPreview:
    """Preview what a release or pack would change for each player."""
    changed = adoption.preview(organised(call, slug), call.user, call.body.release, call.body.pack)
    return FiguresPreview(
        tuple(
            PlayerFigures(
                player.name,
                tuple(change.sentence for change in player.changes),
                tuple(str(violation.sentence) for violation in player.legal_then),
            )
            for player in changed.players
        ),
        tuple(change.sentence for change in changed.others),
        changed.number_of_others,
    )


@organises(
    "put",
    f"{LEAGUE}organise/figures/",
    page="campaigns:settings",
    example={"release": 1, "pack": None, "week": 2},
)
def adopt_figures(call: PersonCall, visit: LeagueVisit, body: FiguresAdoption) -> str:
    """Adopt a release and a pack from a week to come."""
    settings.adopt_figures(visit.campaign, call.user, body.release, body.pack, week=body.week)
    return f"Adopted from week {body.week} on."


class LeagueChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes different; ``null``: it stays. ``zone`` is an IANA name, ``season`` whose Strategies and
    Schemes are played."""

    name: Annotated[str, Meta(min_length=3, max_length=80)] | None = None
    description: Annotated[str, Meta(max_length=1000)] | None = None
    listed: bool | None = None
    starts_on: dt.date | None = None
    weeks_total: Weeks | None = None
    turnover_time: Annotated[dt.time, Meta(tz=False)] | None = None
    zone: Annotated[str, Meta(max_length=64)] | None = None
    hire_days: HireDays | None = None
    season: Annotated[str, Meta(max_length=20)] | None = None

    def facts(self, now: changes.LeagueFacts) -> changes.LeagueFacts:
        """The league as it would be."""
        given = {name: getattr(self, name) for name in changes.LeagueFacts.__struct_fields__}
        return replace(now, **{name: value for name, value in given.items() if value is not None})


class NewLeagueChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The change, why (needed once the campaign has begun), and the ``digest`` of the plan that was shown: a
    plan that has changed is refused."""

    change: LeagueChange
    reason: Annotated[str, Meta(max_length=300)] = ""
    digest: Annotated[str, Meta(max_length=32)] = ""


class LeagueChangePlan(Struct, frozen=True):
    """What a change does at once, what from the next week on, the dates that move, and what stays."""

    digest: str
    at_once: tuple[str, ...]
    later: tuple[str, ...]
    dates: tuple[MovedDate, ...]
    stays: tuple[str, ...]


@asks(
    f"{LEAGUE}organise/league/preview/",
    LeagueChangePlan,
    body=LeagueChange,
    scope="organise",
    tag="Organising",
    example={"weeks_total": 8},
)
def preview_league_change(call: PersonCall, slug: str) -> LeagueChangePlan:
    """Preview what a change of the league would move."""
    campaign = organised(call, slug)
    plan = changes.preview(campaign, call.body.facts(changes.facts_of(campaign)))
    return LeagueChangePlan(plan.digest, plan.at_once, plan.later, plan.dates, plan.stays)


@organises(
    "patch",
    f"{LEAGUE}organise/league/",
    example={"change": {"weeks_total": 8}, "reason": "We all want two weeks more."},
)
def change_league(call: PersonCall, visit: LeagueVisit, body: NewLeagueChange) -> str:
    """Change name, description, public list, calendar or season of a league."""
    league = visit.campaign
    facts = body.change.facts(changes.facts_of(league))
    changes.change(league, call.user, facts, body.reason, seen=body.digest, key=call.key)
    return ""
