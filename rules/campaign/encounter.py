"""A league's Encounter: what the Arsenals bring, what its report may say, and what follows from it.

Before: ``hired_model`` gives the engine a model of the hired Crew with all it bears (SL-UPG-04);
``terms_of`` the league's settings and claims. The cards are the edition's (``rules.campaign.cards``).

After: ``check_report`` names what is impossible in the ``EncounterResult``, and ``aftermath_context`` turns
the result into the facts of one side's Aftermath. Withdrawals and models Finished Off are judged in
``rules.game`` (``league.withdrawal``, ``league.finished_off``, ``results``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.asks import AftermathContext, OtherTitle
from rules.campaign.aftermath.bounties import ActiveBounty, check_ticks
from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade
from rules.campaign.charts import Charts
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.weekly_events import EventAward, WeekEvent, by_the_players, event_scrip, shown
from rules.campaign.weekly_events import check_ticks as check_event
from rules.crews.catalogue import MASTER, Catalogue
from rules.edition import edition_of
from rules.game.league.needs import Fighter, GameRecord, record_of
from rules.game.league.terms import Award, OpenPortion, SideTerms, Terms
from rules.game.printed import PrintedModel
from rules.game.results.casualties import owes_injuries, were_killed
from rules.game.results.result import (
    EncounterOutcome,
    EncounterResult,
    SchemeChain,
    SeatResult,
    check_result,
    outcome,
)
from rules.game.setup.setup import Hired
from rules.refusal import CheckReport, Violation


def hired_model(
    model: OwnedModel,
    card: PrintedModel,
    loose: Iterable[OwnedUpgrade],
    *,
    leader: bool,
    one_use: Iterable[str],
) -> Hired:
    """A hired model with all its Upgrades, Skills and Injuries included (SL-UPG-04)."""
    borne = (*model.bound, *loose)
    single = set(one_use)
    return Hired(
        card=card.slug,
        leader=leader,
        model_id=model.id,
        called=model.name if model.name != card.name else "",
        upgrades=tuple(dict.fromkeys(upgrade.slug for upgrade in borne)),
        owned={u.slug: u.id for u in borne if u.slug in single and u.kind != "ordinary"},
    )


def terms_of(
    policies: Policies,
    bounties: Mapping[int, ActiveBounty | None],
    awards: Mapping[int, Iterable[EventAward]],
    week_event: WeekEvent | None = None,
    *,
    laid: bool = False,
) -> Terms:
    """The league's terms of one Encounter, by seat, and what the Weekly Event leaves to the players;
    ``laid`` says whether the portal places its pieces."""
    effect = by_the_players(week_event, laid=laid)
    sides = tuple(_side(bounties.get(seat), awards.get(seat, ())) for seat in (0, 1))
    return Terms(
        finish_jokers=policies.finish_jokers,
        finish_trigger=policies.finish_trigger,
        double_withdrawal=policies.double_withdrawal,
        withdraw_buried=policies.withdraw_buried,
        early_withdraw_turn=policies.early_withdraw_turn,
        early_withdraw_winner=policies.early_withdraw_winner,
        event_cap=policies.event_cap,
        event=week_event.event.name if week_event is not None and effect else "",
        effect=effect,
        sides=(sides[0], sides[1]),
    )


def _side(bounty: ActiveBounty | None, awards: Iterable[EventAward]) -> SideTerms:
    open_awards = tuple(Award(a.number, a.condition, a.amount, a.needs) for a in awards if not a.reason)
    if bounty is None:
        return SideTerms(awards=open_awards)
    portions = tuple(
        OpenPortion(
            id=portion.id,
            goal=portion.goal,
            left=max(0, bounty.left(portion)),
            per_game=portion.per_game,
            in_order=portion.order_required,
            needs=portion.needs,
        )
        for portion in bounty.portions
    )
    return SideTerms(
        bounty=bounty.slug,
        bounty_name=bounty.name,
        portions=portions,
        per_game=bounty.per_game,
        awards=open_awards,
    )


class SideFacts(Struct, frozen=True, kw_only=True):
    """What one side brought: the ids of its ``crew``, its active ``bounty``, the Upgrades by id and name that
    Annihilate themselves when used (SL-UPG-13), the ``awards`` of the Weekly Event in this game, and the
    hired models as ``fighters`` for the needs of Bounties and awards. ``achievements`` are what the campaign
    asks of the side (``rules.campaign.system.CrewRules``)."""

    crew: Collection[int]
    bounty: ActiveBounty | None = None
    usable: Mapping[int, str] = {}
    awards: Sequence[EventAward] = ()
    fighters: Mapping[int, Fighter] = {}
    achievements: Mapping[str, str] = {}


class ReportFacts(Struct, frozen=True, kw_only=True):
    """Both sides by seat, the names of the ``schemes`` that may score, and the league's ``edition``;
    ``chain`` where Schemes follow each other during the game. ``finished_off``: the campaign
    asks who was; ``worth`` are the VP of achievements (``rules.campaign.system.EncounterRules``)."""

    sides: tuple[SideFacts, SideFacts]
    schemes: Collection[str]
    edition: str
    chain: SchemeChain | None = None
    finished_off: bool = True
    worth: Mapping[str, int] = {}

    def more_vp(self, achieved: Iterable[str]) -> int:
        """What these achievements bring beside Strategy and Schemes."""
        return sum(self.worth.get(word, 0) for word in achieved)


def check_report(result: EncounterResult, facts: ReportFacts, policies: Policies = POLICIES) -> CheckReport:
    """Everything impossible in a report, each fault with its seat as subject."""
    first, second = facts.sides
    crews = (first.crew, second.crew)
    violations = [*check_result(result, crews, facts.schemes, policies, facts.edition, facts.chain)]
    game = game_record(result, facts, policies)
    for number, (seat, side) in enumerate(zip(result.seats, facts.sides, strict=True)):
        violations += _bounty(number, seat, side, game)
        violations += _used_up(number, seat, side)
        violations += _achieved(number, seat, side)
        if seat.more_vp != (due := facts.more_vp(seat.achieved)):
            sentence = f"{seat.more_vp} VP beside Strategy and Schemes; what was achieved brings {due}."
            violations.append(Violation("", sentence, "Make them agree.", f"seat-{number}"))
        violations += check_event(
            seat.event_ticks, seat.event_scrip, side.awards, policies, seat=number, game=game
        ).violations
    return CheckReport.of(violations)


def game_record(result: EncounterResult, facts: ReportFacts, policies: Policies = POLICIES) -> GameRecord:
    """What was done in the game as far as its report tells (SL-BOUNTY-05)."""
    first, second = facts.sides
    crews = (first.fighters, second.fighters)
    record = record_of(result, outcome(result, policies), crews, facts.schemes)
    return replace(record, scheme_vp=edition_of(facts.edition).scoring.scheme)


def with_awards(
    result: EncounterResult, facts: ReportFacts, policies: Policies = POLICIES
) -> EncounterResult:
    """The report with the awards of the Weekly Event that it proves, and their Scrip with the claimed
    ones (SL-EVENT-04)."""
    game = game_record(result, facts, policies)
    seats = []
    for number, (seat, side) in enumerate(zip(result.seats, facts.sides, strict=True)):
        ticks = tuple(sorted({*seat.event_ticks, *shown(side.awards, number, game)}))
        scrip = event_scrip(ticks, side.awards, policies).amount
        seats.append(replace(seat, event_ticks=ticks, event_scrip=scrip))
    return replace(result, seats=(seats[0], seats[1]))


def _bounty(number: int, seat: SeatResult, side: SideFacts, game: GameRecord) -> Iterator[Violation]:
    if seat.bounty_ticks and side.bounty is not None and seat.bounty != side.bounty.slug:
        sentence = f"The active Bounty is {side.bounty.name}; the ticks are of another."
        yield Violation("SL-BOUNTY-03", sentence, "Tick the portions again.", f"seat-{number}")
    else:
        yield from check_ticks(side.bounty, seat.bounty_ticks, number, game).violations


def _used_up(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    for upgrade_id in seat.used_up:
        if upgrade_id not in side.usable or seat.used_up.count(upgrade_id) > 1:
            sentence = f"Upgrade {upgrade_id} is none that Annihilates itself, or not in that Crew."
            yield Violation("SL-UPG-13", sentence, "Remove it.", f"seat-{number}")


def _achieved(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    for achievement in seat.achieved:
        if achievement not in side.achievements or seat.achieved.count(achievement) > 1:
            sentence = f"“{achievement}” is nothing that is asked of this side, or it is there twice."
            yield Violation("", sentence, "Remove it.", f"seat-{number}")


def aftermath_context(
    result: EncounterResult,
    seat: int,
    arsenal: Arsenal,
    charts: Charts,
    *,
    hired: Collection[int],
    ratings: Sequence[int],
    bounty: ActiveBounty | None = None,
    completed_bounty: bool = False,
    reward_modifier: int = 0,
    accomplished: tuple[str, ...] = (),
    titles: tuple[OtherTitle, ...] = (),
    extra_barter_flips: int = 0,
    policies: Policies = POLICIES,
) -> AftermathContext:
    """The facts from which the Aftermath of the Crew in ``seat`` (0 or 1) starts (SL-AFTER-01).

    ``arsenal`` is the Arsenal after the game, ``hired`` the ids of the Crew, ``ratings`` both Campaign
    Ratings by seat; ``bounty`` is the active one, ``accomplished`` the slugs of all completed ones;
    ``reward_modifier`` are the fate modifiers that the Bounty completed in this game gives (A-48).
    """
    context = AftermathContext(
        faction=arsenal.faction,
        vp=0,
        won=False,
        strategy_vp=0,
        rating=ratings[seat],
        other_rating=ratings[1 - seat],
        scrip=arsenal.scrip,
        models=arsenal.models,
        participants=tuple(sorted(set(hired) & {model.id for model in arsenal.models})),
        charts=charts,
        completed_bounty=completed_bounty,
        reward_modifier=reward_modifier,
        bounty=bounty.held if bounty else None,
        accomplished=accomplished,
        titles=titles if policies.avatar_policy == "title_swap" else (),
        extra_barter_flips=extra_barter_flips,
        owned_upgrades=campaign_upgrades(arsenal),
        policies=policies,
    )
    return context_with_result(context, result, outcome(result, policies), seat)


def context_with_result(
    context: AftermathContext, result: EncounterResult, decided: EncounterOutcome, seat: int
) -> AftermathContext:
    """The facts of one side's Aftermath with ``result``, of its own game or of that game corrected.

    Ratings, Arsenal and purse stay as in ``context``.
    """
    own, policies = result.seats[seat], context.policies
    alive = {model.id for model in context.models}
    owed = owes_injuries(own.casualties, own.successors, policies)
    return replace(
        context,
        vp=decided.vp[seat],
        won=decided.winner == seat,
        strategy_vp=decided.strategy_vp[seat],
        withdrew=decided.withdrew[seat],
        event_scrip=own.event_scrip,
        owed=tuple(model for model in owed if model in alive),
        killed=tuple(model for model in were_killed(own.casualties, policies) if model in alive),
    )


def campaign_upgrades(arsenal: Arsenal) -> tuple[str, ...]:
    """The slugs of the Equipment and Skills owned, one for each copy, by kind and name."""
    skills = (upgrade for model in arsenal.models for upgrade in model.skills)
    equipment = (upgrade for upgrade in arsenal.upgrades if upgrade.kind == "equipment")
    owned = sorted((*skills, *equipment), key=lambda upgrade: (upgrade.kind, upgrade.name, upgrade.id))
    return tuple(upgrade.slug for upgrade in owned)


def other_titles(arsenal: Arsenal, catalogue: Catalogue) -> Iterator[OtherTitle]:
    """The other titles of each owned Master that its Faction may hire (SL-3E-10)."""
    for model in arsenal.models:
        if model.station != MASTER or not catalogue.has_profile(model.slug):
            continue
        name = catalogue.profile(model.slug).name
        for other in catalogue.profiles():
            if other.name == name and other.slug != model.slug and arsenal.faction in other.factions:
                yield OtherTitle(model.id, other.slug, other.full_name)
