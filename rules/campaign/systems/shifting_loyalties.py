"""*Shifting Loyalties* as a record (``rules.campaign.system``): the rules stand in ``rules.campaign``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.campaign import hires
from rules.campaign.aftermath import asks, odds
from rules.campaign.aftermath.asks import AftermathContext, Ask
from rules.campaign.aftermath.odds import Offers, Risk, Risks
from rules.campaign.aftermath.procedure import AftermathReplay
from rules.campaign.aftermath.reward import signs
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import Arsenal, OwnedModel, arsenal_value, size_ceiling
from rules.campaign.candidates import HireCandidate
from rules.campaign.charts import Charts, load_charts
from rules.campaign.crew import CampaignCrew, brought, campaign_rating, check_hired_crew, pools
from rules.campaign.encounter import aftermath_context, context_with_result
from rules.campaign.forecast import shifting
from rules.campaign.hires import ForcedHire, HireWindow
from rules.campaign.policies import OF_LEADERS_WHO_GROW, Policies
from rules.campaign.restart import restart_flips, restart_scrip
from rules.campaign.rulings.recomputation import payday_lines
from rules.campaign.start import StartDraft
from rules.campaign.system import (
    AftermathRules,
    AftermathStart,
    CampaignSystem,
    ChartRules,
    CrewRules,
    EncounterRules,
    ForecastRules,
    HireRules,
    LeagueSettings,
    Pair,
    RatingRules,
    RestartRules,
    SharedRows,
    StartRules,
    Tally,
    Words,
)
from rules.crews.catalogue import MASTER, Catalogue, Profile
from rules.edition import edition_of, meant_by
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.refusal import CheckReport, Refusal, Total, TotalLine


class ShiftingChartRules(ChartRules):
    def kind(self, edition: str) -> str:
        played = edition_of(meant_by(edition))
        if not played.charts:
            raise Refusal(f"Leagues of the {played.name} are not played here.")
        return played.charts

    def load(self, document: Mapping[str, Any], *, in_use: bool = False) -> Charts:
        return load_charts(document, in_use=in_use)

    def given(self, charts: Charts) -> Sequence[tuple[str, str, str]]:
        return [(upgrade.slug, upgrade.name, upgrade.category) for upgrade in charts.upgrades]

    def injuries(self, charts: Charts) -> Sequence[tuple[str, str]]:
        return [(injury.slug, injury.name) for injury in charts.injuries]

    def used_up(self, charts: Charts) -> frozenset[str]:
        return frozenset(upgrade.slug for upgrade in charts.upgrades if upgrade.self_annihilates)

    def texts(self, charts: Charts) -> Mapping[str, str]:
        upgrades = {row.name: row.digest for row in charts.upgrades}
        return upgrades | {row.name: row.digest for row in charts.injuries}


class ShiftingStart(StartRules):
    page = "arsenal_start"
    draft = StartDraft


class ShiftingHires(HireRules):
    discount_rule = "SL-HIRE-05"

    def check(self, slug: str, window: HireWindow, figures: Catalogue, policies: Policies) -> CheckReport:
        return hires.check_hire(slug, window, figures, policies)

    def candidates(
        self, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> tuple[HireCandidate, ...]:
        return hires.hire_candidates(window, figures, policies)

    def forced(self, window: HireWindow, figures: Catalogue, policies: Policies) -> ForcedHire:
        return hires.forced_hire(window, figures, policies)

    def discounted(self, window: HireWindow, policies: Policies) -> bool:
        return hires.discounted(window, policies)

    def surcharge(
        self, profile: Profile, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> TotalLine | None:
        hirer = hires.hirer_of(window.arsenal, figures, policies)
        return None if profile.station == MASTER else hirer.rules.surcharge(profile, hirer)


class ShiftingCrews(CrewRules):
    def value(self, models: Iterable[OwnedModel], policies: Policies) -> Total:
        return arsenal_value(models, policies)

    def ceiling(self, a: Total | int, b: Total | int, policies: Policies) -> Total:
        return size_ceiling(a, b, policies)

    def check(
        self, crew: CampaignCrew, arsenal: Arsenal, size: int, figures: Catalogue, policies: Policies
    ) -> CheckReport:
        return check_hired_crew(crew, arsenal, size, figures, policies)


class ShiftingRatings(RatingRules):
    def ratings(
        self,
        crews: Sequence[CampaignCrew],
        arsenals: Sequence[Arsenal],
        figures: Catalogue,
        policies: Policies,
    ) -> Pair:
        first, second = (
            campaign_rating(crew, arsenal, policies) for crew, arsenal in zip(crews, arsenals, strict=True)
        )
        return first, second

    def pools(
        self,
        crews: Sequence[CampaignCrew],
        arsenals: Sequence[Arsenal],
        left: Sequence[int],
        figures: Catalogue,
        policies: Policies,
    ) -> Pair:
        first, second = (
            brought(crew, arsenal, figures, left=rest, rating=rating.amount)
            for crew, arsenal, rest, rating in zip(
                crews, arsenals, left, self.ratings(crews, arsenals, figures, policies), strict=True
            )
        )
        return pools(first, second, policies, figures.edition)


class ShiftingAftermath(AftermathRules):
    replay = AftermathReplay
    bounties = True
    paid = asks.ScripEarned
    phases = (
        ("hand", "Hand"),
        ("payday", "Payday"),
        ("barter", "Barter"),
        ("reward", "Reward"),
        ("bounty", "Bounty"),
        ("injury", "Injuries"),
    )

    def begin(self, facts: AftermathStart) -> AftermathContext:
        return aftermath_context(
            facts.result,
            facts.seat,
            facts.arsenal,
            facts.charts,
            hired={member.model_id for member in facts.crew.members},
            ratings=facts.ratings,
            policies=facts.policies,
            **facts.more,
        )

    def names(self, context: AftermathContext) -> dict[int, str]:
        return {model.id: model.name for model in context.models}

    def tally(self, effect: asks.Effect) -> Tally:
        match effect:
            case asks.ScripEarned():
                return Tally("gained", earned=effect.total.amount)
            case asks.UpgradeBought() | asks.BountyBought():
                return Tally("gained", spent=effect.price)
            case asks.UpgradeGained() | asks.SkillGained() | asks.TitleSwapped():
                return Tally("gained")
            case (
                asks.InjuryAttached()
                | asks.ModelAnnihilated()
                | asks.SkillAnnihilated()
                | asks.BountyDropped()
            ):
                return Tally("lost")
        return Tally()

    def about(self, context: AftermathContext, ask: Ask, key: str) -> Sequence[str]:
        """Of an Upgrade or a Bounty."""
        for bounty in context.charts.bounties:
            if bounty.slug == key:
                goals = [
                    portion.goal + (f", {portion.repeat} times" if portion.repeat > 1 else "")
                    for portion in bounty.portions
                ]
                flip = f"Its Reward flip: {signs(bounty.reward_modifier)}"
                return [*goals, flip] if bounty.reward_modifier else goals
        try:
            return [context.charts.upgrade(key).digest]
        except KeyError:
            return []

    def digest(self, context: AftermathContext, effect: asks.Effect) -> str:
        charts = context.charts
        match effect:
            case asks.InjuryAttached():
                return f"{effect.name}: {charts.injury(effect.slug).digest}".removesuffix(": ")
            case asks.UpgradeGained() | asks.SkillGained():
                return f"{effect.name}: {charts.upgrade(effect.slug).digest}".removesuffix(": ")
        return ""

    def offers(self, state: AftermathState, ask: Ask) -> Iterable[Offers]:
        return odds.barter_to_come(state, ask)

    def risks(self, state: AftermathState, ask: Ask | None) -> Iterable[Risks]:
        return odds.injuries_to_come(state, ask)

    def flip_risks(self, state: AftermathState, ask: Ask) -> tuple[Risk, ...]:
        if ask.kind != "injury_flip" or ask.model_id is None:
            return ()
        return odds.injury_risks(state, ask.model_id)

    def payday_lines(self, context: AftermathContext) -> Sequence[TotalLine]:
        return payday_lines(context)

    def corrected(
        self, context: AftermathContext, result: EncounterResult, decided: EncounterOutcome, seat: int
    ) -> AftermathContext:
        return context_with_result(context, result, decided, seat)


class ShiftingRestart(RestartRules):
    asked_rule, lost_rule = "SL-ANEW-01", "SL-ANEW-02"
    start_rule, scrip_rule, flips_rule = "SL-START-02", "SL-ANEW-03", "SL-ANEW-04"

    def budget(self, policies: Policies) -> int:
        return policies.start_budget

    def scrip(self, week: int, policies: Policies) -> Total:
        return restart_scrip(week, policies)

    def flips(self, week: int, policies: Policies) -> int:
        return restart_flips(week, policies)


SYSTEM = CampaignSystem(
    code="shifting-loyalties",
    name="Shifting Loyalties",
    unnamed=True,
    ledger=(("campaign", "Shifting Loyalties campaign"),),
    policies=LeagueSettings(not_asked=frozenset(OF_LEADERS_WHO_GROW)),
    charts=ShiftingChartRules(),
    start=ShiftingStart(),
    hires=ShiftingHires(),
    crew=ShiftingCrews(),
    rating=ShiftingRatings(),
    encounter=EncounterRules(withdraw_rule="SL-WITHDRAW-02"),
    aftermath=ShiftingAftermath(),
    restart=ShiftingRestart(),
    forecast=ForecastRules(
        roster=shifting.Roster,
        season=shifting.ShiftingSeason,
        assumed=shifting.ASSUMED,
        columns=(
            ("injuries", "Injuries"),
            ("annihilated", "Annihilated"),
            ("masters", "First Master, in 100"),
        ),
        roster_of=shifting.roster_of,
        typical=shifting.typical,
    ),
    rows=SharedRows(
        faction="SL-START-01",
        size="SL-SIZE-02",
        smaller="SL-SIZE-04",
        hires="SL-HIRE-01",
        owed="SL-HIRE-02",
        event="SL-EVENT-01",
        event_set="SL-EVENT-02",
        used_up="SL-UPG-13",
        scrip="SL-SCRIP-01",
        answered="SL-AFTER-08",
        most_scrip="SL-PAY-05",
    ),
    words=Words(
        about="Weeks of games, Scrip, Barter, Bounties and Injuries.",
        hand="A card may cheat one Barter, Reward or Injury flip",
        hand_rule="SL-AFTER-07",
        late="extra Scrip and Barter flips for the weeks you missed",
        unanswered=(
            ("the portal draws every card that is still owed;", ""),
            ("every flip is kept, no card of your hand is used;", "SL-AFTER-07"),
            ("nothing is bought in the Barter, no Bounty is bought;", "SL-BOUNTY-01"),
            (
                "a Reward is flipped on the generic chart; a Skill goes to the first model with room for it;",
                "SL-REWARD-01",
            ),
            ("Injuries are flipped in the order of the roster; no Skill is given up;", "SL-INJURY-03"),
            ("a lost Leader is followed by the most expensive model that may lead.", "SL-LEADER-04"),
        ),
    ),
)
