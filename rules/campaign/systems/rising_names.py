"""*Rising Names* as a record (``rules.campaign.system``): the rules stand in ``rules.campaign.rising``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.campaign.aftermath.asks import Ask, Effect, OpponentEarns
from rules.campaign.aftermath.odds import Offers, Risk, Risks
from rules.campaign.arsenal import Arsenal, OwnedModel
from rules.campaign.candidates import HireCandidate
from rules.campaign.charts.printed import PrintedChart
from rules.campaign.crew import CampaignCrew
from rules.campaign.hires import ForcedHire, HireWindow
from rules.campaign.policies import OF_LEADERS_WHO_GROW, Policies
from rules.campaign.rising import forecast
from rules.campaign.rising.aftermath import facts, odds
from rules.campaign.rising.aftermath.facts import RisingContext
from rules.campaign.rising.aftermath.procedure import RisingReplay, payday_of
from rules.campaign.rising.aftermath.recount import faults_of
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import largest_encounter, pool
from rules.campaign.rising.charts import RisingCharts, RisingEvent, load_rising_charts
from rules.campaign.rising.crews import check_crew, crew_rating
from rules.campaign.rising.encounter import (
    ACHIEVEMENTS,
    MORE_ACHIEVEMENTS,
    WORTH,
    achievements,
    facts_of,
    with_result,
)
from rules.campaign.rising.growth import GrownArsenal, Growth, role_of, slugs_owned
from rules.campaign.rising.hires import (
    Buyer,
    hire_candidates,
    hire_is_due,
    keywords_of,
    surcharge,
    titles_of,
)
from rules.campaign.rising.leader import LeaderCard, Source, source_of
from rules.campaign.rising.policies import RISING, rising_policies
from rules.campaign.rising.printed import piece_said, printed
from rules.campaign.rising.start import StartDraft
from rules.campaign.system import (
    AftermathRules,
    AftermathStart,
    CampaignSystem,
    ChartRules,
    CrewRules,
    EncounterRules,
    ForecastRules,
    Gained,
    HireRules,
    LeagueSettings,
    Pair,
    RatingRules,
    Renumber,
    RestartRules,
    SharedRows,
    StartRules,
    Tally,
    Words,
)
from rules.campaign.weekly_events import WeekEvent
from rules.crews.catalogue import Catalogue, Profile
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.refusal import CheckReport, Total, TotalLine, Violation

ASKED = frozenset(
    {
        "forced_hire_timeout",
        "restart_keep_scrip",
        "restart_faction_change",
        "scenario_generator",
        "weekly_events",
        "additional_games",
        "opponent_games",
        "pairing",
        "playoffs",
        "playoff_third",
        "promotion",
        "reminder_h",
        "report_timeout_h",
        "aftermath_h",
        "aftermath_least_h",
        "entered_flips",
        "unplayed_policy",
        "bye_policy",
        "bye_scrip",
        "away_pay",
        "painted_scrip",
        "attendance_scrip",
        "standings_scheme",
        "standings_order",
        *OF_LEADERS_WHO_GROW,
    }
)
"""The settings of weeks, games and tables, which every campaign has, and its own; the others are of Shifting
Loyalties."""


class RisingChartRules(ChartRules):
    def kind(self, edition: str) -> str:
        return f"rising-names-{edition}"

    def load(self, document: Mapping[str, Any], *, in_use: bool = False) -> RisingCharts:
        return load_rising_charts(document)

    def printed(self, charts: RisingCharts) -> Sequence[PrintedChart]:
        return printed(charts)

    def given(self, charts: RisingCharts) -> Sequence[tuple[str, str, str]]:
        return [(row.slug, row.name, "equipment") for row in (*charts.equipment, *charts.thirsting)]

    def injuries(self, charts: RisingCharts) -> Sequence[tuple[str, str]]:
        return [(row.slug, row.name) for row in charts.injuries if row.effect == "injury"]

    def texts(self, charts: RisingCharts) -> Mapping[str, str]:
        pieces = (*charts.equipment, *charts.thirsting)
        texts = {row.name: piece_said(row) for row in pieces}
        texts |= {row.name: row.text for row in charts.injuries}
        return texts | {row.name: row.text for row in charts.lucky_misses}

    def week_event(self, row: RisingEvent, **determined: Any) -> WeekEvent:
        return WeekEvent(event=row.event, gains=row.gains, **determined)

    def used_up(self, charts: RisingCharts) -> frozenset[str]:
        """Those whose text speaks of their annihilation, and Injuries that somebody may end in a game."""
        pieces = (*charts.equipment, *charts.thirsting)
        hurts = (row for row in charts.injuries if row.effect == "injury" and not row.ends)
        texts = {row.slug: row.text for row in pieces} | {row.slug: row.text for row in hurts}
        return frozenset(slug for slug, text in texts.items() if "annihilat" in text.casefold())


def _buyer(arsenal: Arsenal, figures: Catalogue) -> Buyer:
    keywords = arsenal.growth.keywords if isinstance(arsenal, GrownArsenal) else ()
    return Buyer(faction=arsenal.faction, keywords=keywords, owned=tuple(slugs_owned(arsenal, figures)))


class RisingStart(StartRules):
    page = "leader"
    draft = StartDraft
    leader_is_built = True
    kept = Growth

    def renumbered(self, kept: Mapping[str, Any], renumber: Renumber) -> dict[str, Any]:
        growth: dict[str, Any] = msgspec.to_builtins(msgspec.convert(kept, Growth).renumbered(renumber))
        return growth

    def faults_of(self, kept: Mapping[str, Any], effects: Iterable[Effect]) -> Iterator[str]:
        return faults_of(msgspec.convert(kept, Growth), effects)

    def arsenal(
        self, owned: Arsenal, kept: Mapping[str, Any], cards: Mapping[str, Source], charts: RisingCharts
    ) -> Arsenal:
        """As it is, while there is no Leader yet."""
        if not kept:
            return owned
        return GrownArsenal(
            **{name: getattr(owned, name) for name in owned.__struct_fields__},
            growth=msgspec.convert(kept, Growth),
            cards=cards,
            lucky_misses=charts.lucky_misses,
        )

    def keywords(self, owned: Arsenal, model: OwnedModel, card: Profile | LeaderCard) -> tuple[str, ...]:
        """A model with either Keyword has both, and so has one that changed sides (M4-CAMP-04, -26)."""
        if isinstance(card, Profile) and isinstance(owned, GrownArsenal):
            if owned.growth.has_turned(model.id):
                return tuple(dict.fromkeys((*card.keywords, *owned.growth.keywords)))
            return keywords_of(card, Buyer(faction=owned.faction, keywords=owned.growth.keywords))
        return card.keywords

    def gained(self, owned: Arsenal, model: OwnedModel) -> Sequence[Gained]:
        if not isinstance(owned, GrownArsenal):
            return ()
        own = owned.growth.of(model.id)
        return (
            *(Gained(row.name, row.text, row.mods) for row in owned.lucky(model.id)),
            *(Gained(word, "By the doctor.") for word in own.gained),
            *([Gained("A double", "Outside the limits.")] if own.copied else []),
        )

    def card(
        self, profile: Profile, actions: Iterable[Mapping[str, Any]], abilities: Iterable[str]
    ) -> Source:
        return source_of(profile, actions, abilities)

    def grown(self, owned: Arsenal, model: OwnedModel) -> LeaderCard | None:
        """The Leader's or the Totem's, copies by a Lucky Miss included."""
        if not isinstance(owned, GrownArsenal):
            return None
        return {"leader": owned.growth.leader, "totem": owned.growth.totem}.get(role_of(model, owned.growth))


class RisingHires(HireRules):
    discount_rule = "M4-CAMP-09"

    def check(self, slug: str, window: HireWindow, figures: Catalogue, policies: Policies) -> CheckReport:
        scrip = window.arsenal.scrip
        offer = next((each for each in self.candidates(window, figures, policies) if each.slug == slug), None)
        if offer is None:
            sentence = f"{slug}: nobody hires that model."
            unknown = Violation("M4-CAMP-09", sentence, "Choose one from the list.", slug)
            return CheckReport.of([unknown], budget=scrip)
        return CheckReport.of(offer.reasons, offer.price or Total(0), budget=scrip)

    def candidates(
        self, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> tuple[HireCandidate, ...]:
        return hire_candidates(
            _buyer(window.arsenal, figures),
            figures,
            scrip=window.arsenal.scrip,
            hired_this_week=window.hired_models,
            week=window.week,
        )

    def forced(self, window: HireWindow, figures: Catalogue, policies: Policies) -> ForcedHire:
        if window.week < 2 or window.hired_models:
            return ForcedHire("done", "This week's hire is made.", rule="M4-CAMP-09")
        if window.newcomer:
            return ForcedHire("waived", "New this week: no hire is due.", rule="M4-CAMP-28")
        candidates = self.candidates(window, figures, policies)
        if not hire_is_due(candidates, window.hired_models, window.week):
            sentence = f"No model costs {window.arsenal.scrip} Scrip or less."
            return ForcedHire("waived", sentence, rule="M4-CAMP-09")
        legal = [each for each in candidates if each.legal]
        cheapest = min(legal, key=lambda each: (each.price.amount if each.price else 0, each.name))
        timeout = policies.forced_hire_timeout
        return ForcedHire(
            "owed",
            "Each player hires one model a week at least.",
            timeout=timeout,
            slug=cheapest.slug if timeout == "cheapest_legal" else "",
            rule="M4-CAMP-09",
        )

    def joins(self, profile: Profile, figures: Catalogue) -> Profile:
        """As the dearest of its titles (M4-CAMP-10)."""
        return max(titles_of(profile, figures), key=lambda each: (each.cost or 0, each.slug == profile.slug))

    def discounted(self, window: HireWindow, policies: Policies) -> bool:
        return not window.hired_models

    def surcharge(
        self, profile: Profile, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> TotalLine | None:
        extra = surcharge(profile, _buyer(window.arsenal, figures))
        return TotalLine("out of Keyword", extra, "M4-CAMP-09") if extra else None


class RisingCrews(CrewRules):
    def achievements(
        self,
        arsenal: Arsenal,
        pieces: Collection[str],
        had: tuple[Sequence[str], Sequence[str]],
        charts: RisingCharts,
    ) -> Mapping[str, str]:
        return achievements(arsenal, pieces, had, charts)

    def value(self, models: Iterable[OwnedModel], policies: Policies) -> Total:
        """Leader and Totem are owned at 0; a character's titles are one model (M4-CAMP-10, -11)."""
        return Total.of(TotalLine(model.name, model.cost, "M4-CAMP-11") for model in models if model.cost)

    def ceiling(self, a: Total | int, b: Total | int, policies: Policies) -> Total:
        first, second = (value if isinstance(value, int) else value.amount for value in (a, b))
        return largest_encounter(first, second)

    def check(
        self, crew: CampaignCrew, arsenal: Arsenal, size: int, figures: Catalogue, policies: Policies
    ) -> CheckReport:
        return check_crew(crew, arsenal, size, figures)


class RisingRatings(RatingRules):
    def ratings(
        self,
        crews: Sequence[CampaignCrew],
        arsenals: Sequence[Arsenal],
        figures: Catalogue,
        policies: Policies,
    ) -> Pair:
        first, second = (
            crew_rating(crew, arsenal, figures) for crew, arsenal in zip(crews, arsenals, strict=True)
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
        first, second = (total.amount for total in self.ratings(crews, arsenals, figures, policies))
        return pool(max(0, left[0]), first, second), pool(max(0, left[1]), second, first)


class RisingAftermath(AftermathRules):
    replay = RisingReplay
    carries_limit = False
    paid = facts.ScripPaid
    phases = (
        ("hand", "Hand"),
        ("payday", "Payday"),
        ("barter", "Barter"),
        ("advance", "Advancement"),
        ("doctor", "Doctor"),
        ("injury", "Injuries"),
    )

    def begin(self, facts: AftermathStart) -> RisingContext:
        assert isinstance(facts.arsenal, GrownArsenal), "an Arsenal of this campaign has a Leader"
        return facts_of(
            facts.result,
            facts.seat,
            facts.arsenal,
            facts.charts,
            facts.figures,
            crew=facts.crew,
            ratings=facts.ratings,
            judged=facts.policies,
            pieces=facts.pieces,
            event=facts.event,
            outstanding=facts.outstanding,
            policies=rising_policies(facts.policies),
        )

    def names(self, context: RisingContext) -> dict[int, str]:
        return {model.id: model.name for model in context.arsenal.models}

    def tally(self, effect: Effect) -> Tally:
        match effect:
            case facts.ScripPaid():
                return Tally("gained", earned=effect.total.amount)
            case facts.EquipmentBought() | facts.Advanced():
                return Tally("gained", spent=effect.price)
            case facts.InjuryTreated():
                return Tally("gained" if effect.healed else "", spent=effect.price)
            case facts.MadeUp():
                return Tally()
            case (
                facts.ExperienceGained() | facts.LuckyMissGained() | facts.ModelCopied() | facts.InjuryEnds()
            ):
                return Tally("gained")
            case (
                facts.InjurySuffered()
                | facts.EquipmentSpares()
                | OpponentEarns()
                | facts.ModelBetrays()
                | facts.ModelLost()
                | facts.LeaderRecovers()
                | facts.CrewEnds()
            ):
                return Tally("lost")
        return Tally()

    def about(self, context: RisingContext, ask: Ask, key: str) -> Sequence[str]:
        charts = context.charts
        if ask.kind == "barter_buy":
            pieces = (*charts.equipment, *charts.thirsting)
            return [row.text for row in pieces if row.slug == key and row.text]
        if ask.kind == "advance_take":
            modifications = (*charts.attack_modifications, *charts.tactical_modifications)
            talents = (*charts.actions, *charts.abilities, *charts.summonings, *charts.crew_effects)
            said = [row.text for row in modifications if row.slug == key and row.text]
            said += [row.action.text if row.action else row.text for row in talents if row.slug == key]
            return list(dict.fromkeys(filter(None, said)))
        return []

    def digest(self, context: RisingContext, effect: Effect) -> str:
        charts = context.charts
        match effect:
            case facts.InjurySuffered():
                texts = [row.text for row in charts.injuries if row.slug == effect.slug]
            case facts.LuckyMissGained():
                texts = [row.text for row in charts.lucky_misses if row.slug == effect.slug]
            case _:
                return ""
        return f"{effect.name}: {texts[0]}" if any(texts) else ""

    def offers(self, state: RisingState, ask: Ask) -> Iterable[Offers]:
        return odds.offers(state, ask)

    def risks(self, state: RisingState, ask: Ask | None) -> Iterable[Risks]:
        return odds.risks(state, ask)

    def flip_risks(self, state: RisingState, ask: Ask) -> tuple[Risk, ...]:
        return odds.flip_risks(state, ask)

    def payday_lines(self, context: RisingContext) -> Sequence[TotalLine]:
        return () if context.withdrew == "early" else payday_of(context).lines

    def corrected(
        self, context: RisingContext, result: EncounterResult, decided: EncounterOutcome, seat: int
    ) -> RisingContext:
        return with_result(context, result, decided, seat)


class RisingRestart(RestartRules):
    asked_rule = lost_rule = scrip_rule = "M4-CAMP-28"
    start_rule = "M4-CAMP-03"

    def budget(self, policies: Policies) -> int:
        return RISING.start_budget

    def scrip(self, week: int, policies: Policies) -> Total:
        """5 Scrip for each week after the first (M4-CAMP-28)."""
        return Total.of(
            TotalLine(f"week {number}", RISING.late_scrip, "M4-CAMP-28") for number in range(2, week + 1)
        )

    def flips(self, week: int, policies: Policies) -> int:
        return 0


SYSTEM = CampaignSystem(
    code="rising-names",
    name="Rising Names",
    ledger=(("rising", "Rising Names, a campaign in which Leaders grow"),),
    policies=LeagueSettings(
        usual={
            "weekly_events": "off",
            "early_withdraw_winner": "by_vp",
            "additional_games": 99,
            "weekly_cap": 99,
        },
        not_asked=frozenset(Policies.__struct_fields__) - ASKED,
    ),
    charts=RisingChartRules(),
    start=RisingStart(),
    hires=RisingHires(),
    crew=RisingCrews(),
    rating=RisingRatings(),
    encounter=EncounterRules(
        on_screen=False,
        finished_off=False,
        achievements=(*ACHIEVEMENTS, *MORE_ACHIEVEMENTS),
        worth=WORTH,
        withdraw_rule="M4-CAMP-15",
    ),
    aftermath=RisingAftermath(),
    restart=RisingRestart(),
    forecast=ForecastRules(
        roster=forecast.RisingRoster,
        season=forecast.RisingSeason,
        assumed=forecast.ASSUMED,
        columns=(
            ("advancements", "Advancements"),
            ("injuries", "Injuries"),
            ("annihilated", "Annihilated"),
            ("ended", "Crews ended"),
        ),
        roster_of=forecast.roster_of,
        typical=forecast.typical,
    ),
    rows=SharedRows(
        faction="M4-CAMP-02",
        size="M4-CAMP-11",
        smaller="M4-CAMP-11",
        hires="M4-CAMP-09",
        owed="M4-CAMP-09",
        event="M4-CAMP-30",
        event_set="M4-CAMP-30",
        used_up="M4-CAMP-20",
        scrip="M4-CAMP-18",
        answered="M4-CAMP-16",
    ),
    words=Words(
        about="A Leader of one's own who grows with every game; Equipment and a back-alley doctor.",
        hand="A card may cheat one flip of Barter, advancement, doctor or Injuries",
        hand_rule="M4-CAMP-16",
        late="5 Scrip for each week that you missed",
        unanswered=(
            ("the portal draws every card that is still owed;", ""),
            ("every flip is kept, no card of your hand is used;", "M4-CAMP-16"),
            ("nothing is bought in the Barter;", "M4-CAMP-19"),
            ("each advancement is the first that is lawful and costs nothing;", "M4-CAMP-23"),
            ("no doctor is paid;", "M4-CAMP-25"),
            ("no Equipment is annihilated instead of an Injury;", "M4-CAMP-26"),
            ("Injuries are flipped in the order of the roster.", "M4-CAMP-26"),
        ),
    ),
)
