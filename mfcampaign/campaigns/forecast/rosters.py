"""The Arsenals with which simulated seasons begin: the league's own, or typical ones before it has any."""

from __future__ import annotations

from typing import Annotated

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Campaign, Entry, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.scripted import choices
from rules.bounds import within
from rules.campaign.arsenal import Arsenal, OwnedModel, campaign_cost
from rules.campaign.arsenal_rules import Hirer, arsenal_rules
from rules.campaign.forecast import HirableModel, Roster
from rules.campaign.policies import Policies, declarable
from rules.campaign.start import start_scrip
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.words import words_of
from rules.refusal import Refusal

FEWEST, MOST = 2, 16
Players = Annotated[int, within(FEWEST, MOST)]


def first_week(campaign: Campaign) -> int:
    """The first week that is still open: the present one while its hires are, else the next."""
    week = pairing_values.current_week(campaign)
    if week is None:
        return 1
    return week.number if week.state == Week.State.NEW_HIRES else week.number + 1


def rosters(campaign: Campaign, rules: Policies, players: int) -> tuple[Roster, ...]:
    """One for each who plays, with what they own now; before the start typical ones for ``players``."""
    figures = loading.catalogue(campaign)
    playing = list(campaign.entries.filter(state=Entry.State.ACTIVE).select_related("user", "campaign"))
    if len(playing) >= FEWEST:
        owned = loading.arsenals(campaign, playing)
        return tuple(
            Roster(
                arsenal.faction,
                tuple(arsenal.models),
                _market(arsenal.faction, _keywords(arsenal, figures), figures, rules),
                arsenal.scrip,
                arsenal.completed_bounties,
            )
            for arsenal in owned.values()
            if arsenal.models
        )
    factions = [entry.faction for entry in campaign.entries.order_by("pk")]
    factions += [faction for faction in declarable(rules, campaign.edition) if faction not in factions]
    typical: list[Roster] = []
    for number in range(4 * players):
        if len(typical) == players:
            break
        try:
            typical.append(_typical(campaign, factions[number % len(factions)], number, figures, rules))
        except Refusal:  # a Faction none of whose costs is known: somebody else plays
            continue
    if len(typical) < FEWEST:
        raise Refusal("No starting Arsenal can be built by these settings.", rule="SL-START-02")
    return tuple(typical)


def _typical(campaign: Campaign, faction: str, number: int, figures: Catalogue, rules: Policies) -> Roster:
    start = choices.start_list(Entry(campaign=campaign, faction=faction), taste=f"forecast {number}")
    leader = figures.profile(start.leader)
    profiles = [leader, *(figures.profile(slug) for slug in start.models)]
    models = tuple(_model(at, profile, rules) for at, profile in enumerate(profiles, 1))
    market = _market(faction, leader.keywords, figures, rules)
    return Roster(faction, models, market, start_scrip(sum(model.cost for model in models), rules))


def _model(number: int, profile: Profile, rules: Policies) -> OwnedModel:
    return OwnedModel(
        id=number,
        slug=profile.slug,
        name=profile.full_name,
        station=profile.station,
        cost=campaign_cost(profile, rules, leader=number == 1),
        is_leader=number == 1,
        insignificant=profile.insignificant,
        words=tuple(sorted(words_of(profile))),
    )


def _keywords(arsenal: Arsenal, figures: Catalogue) -> tuple[str, ...]:
    """The Leader's, as the figures have them."""
    leader = arsenal.leader
    return figures.profile(leader.slug).keywords if leader and figures.has_profile(leader.slug) else ()


def _market(
    faction: str, keywords: tuple[str, ...], figures: Catalogue, rules: Policies
) -> tuple[HirableModel, ...]:
    """What a Leader of those Keywords can hire in the Faction, with surcharges; each price once a station."""
    wares = set()
    leader = Profile("leader", "Leader", "", (faction,), keywords, HENCHMAN, None)
    edition = arsenal_rules(figures)
    hirer = Hirer(edition, leader, faction, policies=rules)
    for profile in figures.profiles():
        if faction not in profile.factions or profile.station == MASTER or profile.cost is None:
            continue
        if profile.is_totem and not profile.cost:  # it comes with its Master
            continue
        extra = edition.surcharge(profile, hirer)
        wares.add(
            HirableModel(profile.station, campaign_cost(profile, rules) + (extra.amount if extra else 0))
        )
    wares.discard(HirableModel(MASTER, 0))
    return tuple(sorted(wares, key=lambda ware: (ware.cost, ware.station)))
