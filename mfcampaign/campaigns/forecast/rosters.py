"""The Arsenals with which simulated seasons begin: the league's own, or typical ones before it has any."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.league import queries as league
from mfcampaign.campaigns.models import Campaign, Entry, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from rules.bounds import within
from rules.campaign.forecast.season import Begun, ForecastSetting
from rules.campaign.policies import declarable
from rules.edition import edition_of
from rules.refusal import Refusal

FEWEST, MOST = 2, 16
Players = Annotated[int, within(FEWEST, MOST)]


def first_week(campaign: Campaign) -> int:
    """The first week that is still open: the present one while its hires are, else the next."""
    week = pairing_values.current_week(campaign)
    if week is None:
        return 1
    return week.number if week.state == Week.State.NEW_HIRES else week.number + 1


def setting(campaign: Campaign, charts: Any, **more: Any) -> ForecastSetting:
    """What the core needs of a league, with ``charts`` and what else is simulated."""
    scoring, built = edition_of(campaign.edition).scoring, campaign.played.start.leader_is_built
    return ForecastSetting(
        charts=charts,
        strategy_vp=scoring.strategy,
        scheme_vp=scoring.of_schemes,
        vp_of_scheme=scoring.scheme,
        figures=loading.catalogue(campaign),
        cards=loading.printed_cards(campaign) if built else {},
        **more,
    )


def rosters(campaign: Campaign, given: ForecastSetting, players: int) -> tuple[Begun, ...]:
    """One for each who plays and has models, with what they own and have won by now; typical ones for
    ``players`` where those are too few, as before the start."""
    rules = campaign.played.forecast
    active = list(campaign.entries.filter(state=Entry.State.ACTIVE).select_related("user", "campaign"))
    owned = loading.arsenals(campaign, active)
    playing = [entry for entry in active if owned[entry.pk].models]
    if len(playing) >= FEWEST:
        table = {row.standing.entry: row.standing for row in league.table(campaign)}
        return tuple(
            replace(
                rules.roster_of(owned[entry.pk], given),
                label=entry.label,
                won=table[entry.pk].wins,
                vp=table[entry.pk].vp,
            )
            for entry in playing
        )
    factions = [entry.faction for entry in campaign.entries.order_by("pk")]
    factions += [each for each in declarable(given.policies, campaign.edition) if each not in factions]
    typical: list[Begun] = []
    for number in range(4 * players):
        if len(typical) == players:
            break
        try:
            typical.append(rules.typical(factions[number % len(factions)], number, given))
        except Refusal:  # a Faction none of whose costs is known: somebody else plays
            continue
    if len(typical) < FEWEST:
        raise Refusal("No starting Arsenal can be built by these settings.", rule="SL-START-02")
    return tuple(typical)
