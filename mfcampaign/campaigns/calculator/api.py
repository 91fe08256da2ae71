"""Endpoints of the campaign's sums: they store nothing and need no account."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import asks
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import loading
from mfcampaign.catalog import queries as catalog
from rules.campaign import payday as sums
from rules.campaign.arsenal import Arsenal, arsenal_value
from rules.campaign.charts.rows import BarterRow
from rules.campaign.crew import Brought, CampaignCrew, campaign_rating, check_hired_crew, pools
from rules.campaign.policies import Policies
from rules.campaign.readings import usual_policies
from rules.edition import unnamed
from rules.fate.cards import Card
from rules.game.setup.drawn import flip_scenario
from rules.game.setup.scenario import Scenario
from rules.refusal import CheckReport, Total

TAG = "Calculator"
Some = Annotated[int, Meta(ge=-1000, le=1000)]
Code = Annotated[str, Meta(min_length=2, max_length=3, pattern=r"^([1-9][rmct]|1[0-3][rmct]|RJ|BJ)$")]


class PaydayQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """One Encounter as its Payday sees it: final VP, Campaign Ratings, Scrip of the Weekly Event, and what
    was earned this week already. Without ``policies`` by those usual in leagues of the ``edition``."""

    vp: Annotated[int, Meta(ge=0, le=100)]
    winner: bool
    rating: Some = 0
    other_rating: Some = 0
    event_scrip: Annotated[int, Meta(ge=0, le=100)] = 0
    earned_this_week: Annotated[int, Meta(ge=0, le=1000)] = 0
    edition: EditionCode = unnamed().code
    policies: Policies | None = None


class CampaignCrewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A Crew hired from an Arsenal for an Encounter of ``size`` Soulstones, by figures and rules of the
    ``edition``; without ``policies`` by those usual in its leagues."""

    arsenal: Arsenal
    crew: CampaignCrew
    size: Annotated[int, Meta(ge=1, le=1000)]
    edition: EditionCode = unnamed().code
    policies: Policies | None = None


class CampaignCrewAnswer(Struct, frozen=True):
    """Whether the Crew is legal, its bill, its Campaign Rating, the value of the Arsenal."""

    legal: bool
    report: CheckReport
    rating: Total
    value: Total


class PoolsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What is left of the size on either side, the ratings, and whether Masters lead. Without ``policies`` by
    those usual in leagues of the ``edition``."""

    left: tuple[Some, Some]
    ratings: tuple[Some, Some]
    master_led: tuple[bool, bool] = (False, False)
    edition: EditionCode = unnamed().code
    policies: Policies | None = None


class BarterQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A card after any cheat, on the house charts of the ``edition``."""

    card: Code
    edition: EditionCode = unnamed().code


class BarterOffer(Struct, frozen=True):
    """What a card offers, and its price in Scrip."""

    slug: str
    name: str
    price: int


class ScenarioQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The season, and the cards in the order in which they fell: both sides first, then the Schemes."""

    season: Annotated[str, Meta(max_length=20)]
    cards: Annotated[tuple[Code, ...], Meta(max_length=54)]


@asks(
    "calculator/campaign/payday/",
    Total,
    body=PaydayQuestion,
    open=True,
    tag=TAG,
    example={"vp": 5, "winner": True, "rating": -1, "other_rating": 3},
)
def payday(call: PortalCall) -> Total:
    """The Scrip of one Encounter, line by line."""
    question: PaydayQuestion = call.body
    return sums.payday(
        vp=question.vp,
        winner=question.winner,
        rating=question.rating,
        other_rating=question.other_rating,
        event_scrip=question.event_scrip,
        earned_this_week=question.earned_this_week,
        policies=_policies(question),
    )


def _policies(question: PaydayQuestion | CampaignCrewQuestion | PoolsQuestion) -> Policies:
    return usual_policies(question.edition) if question.policies is None else question.policies


@asks(
    "calculator/campaign/crew/",
    CampaignCrewAnswer,
    body=CampaignCrewQuestion,
    example={
        "arsenal": {
            "faction": "guild",
            "models": [
                {
                    "id": 1,
                    "slug": "sergeant",
                    "name": "Sergeant",
                    "station": "Henchman",
                    "cost": 7,
                    "is_leader": True,
                }
            ],
        },
        "crew": {"leader_id": 1, "members": [{"model_id": 1}]},
        "size": 30,
    },
    open=True,
    tag=TAG,
)
def check_campaign_crew(call: PortalCall) -> CampaignCrewAnswer:
    """Whether a Crew is legal, what it costs, and its Campaign Rating, by the current figures."""
    question: CampaignCrewQuestion = call.body
    policies, release = _policies(question), catalog.current_release(question.edition)
    figures = loading.figures_of(release.pk, None)
    report = check_hired_crew(question.crew, question.arsenal, question.size, figures, policies)
    rating = campaign_rating(question.crew, question.arsenal, policies)
    return CampaignCrewAnswer(report.legal, report, rating, arsenal_value(question.arsenal.models, policies))


@asks(
    "calculator/campaign/pools/",
    tuple[Total, Total],
    body=PoolsQuestion,
    open=True,
    tag=TAG,
    example={"left": [3, 5], "ratings": [0, 2]},
)
def soulstone_pools(call: PortalCall) -> tuple[Total, Total]:
    """Both Soulstone Pools, line by line."""
    question: PoolsQuestion = call.body
    a, b = (
        Brought(left=left, rating=rating, master_led=led)
        for left, rating, led in zip(question.left, question.ratings, question.master_led, strict=True)
    )
    return pools(a, b, _policies(question), question.edition)


@asks(
    "calculator/campaign/barter/",
    tuple[BarterOffer, ...],
    body=BarterQuestion,
    open=True,
    tag=TAG,
    example={"card": "10r"},
)
def barter_offers(call: PortalCall) -> tuple[BarterOffer, ...]:
    """What a card offers in Barter, by the house charts."""
    question: BarterQuestion = call.body
    charts = catalog.charts(catalog.default_chart_set(question.edition).pk)
    rows: list[BarterRow] = list(charts.barter_offers(Card.parse(question.card)))
    return tuple(
        BarterOffer(row.upgrade, charts.upgrade(row.upgrade).name, row.campaign_cost) for row in rows
    )


@asks(
    "calculator/scenario/",
    Scenario,
    body=ScenarioQuestion,
    open=True,
    tag=TAG,
    example={"season": "gg0", "cards": ["10r", "3c", "1m", "2t", "5r", "7c", "12m"]},
)
def scenario_of_cards(call: PortalCall) -> Scenario:
    """Strategy, Deployment and Schemes of the cards as they fell at the table; 409 when they run out."""
    question: ScenarioQuestion = call.body
    if len(set(question.cards)) < len(question.cards):
        raise Problem(422, "A deck holds each card once.")
    return flip_scenario((Card.parse(code) for code in question.cards), catalog.season(question.season))
