"""The choices of a plain player: a starting Arsenal, a Crew, a hire, a result, an answer."""

from __future__ import annotations

import hashlib
from functools import lru_cache, partial

from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Aftermath, Entry, GameSide, WeekEntry
from rules.campaign.aftermath.asks import Answer, Ask
from rules.campaign.aftermath.bounties import ActiveBounty, tick
from rules.campaign.aftermath.procedure import default_answer
from rules.campaign.candidates import HireCandidate
from rules.campaign.charts import Charts
from rules.campaign.charts.rows import Bounty
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.campaign.encounter import ReportFacts, game_record, with_awards
from rules.campaign.policies import Policies
from rules.campaign.start import StartList, plain_start
from rules.crews.catalogue import Catalogue
from rules.edition import edition_of
from rules.game.league.needs import GameRecord
from rules.game.results.result import Casualty, EncounterResult, SchemeScore, Scoring, SeatResult
from rules.refusal import Refusal

# A player on this Bounty loses no model.
LOST_NOBODY = "just-live-through-this"


def spread(*parts: object, below: int) -> int:
    """A whole number from 0 up to ``below``, fixed by ``parts`` alone and evenly spread."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below


def start_list(entry: Entry, *, taste: str = "") -> StartList:
    """A legal starting Arsenal: a Henchman, then models by taste while the budget lasts, an Upgrade."""
    return _start_list(entry.faction, loading.catalogue(entry.campaign), entry.campaign.rules, taste)


@lru_cache(maxsize=128)
def _start_list(faction: str, figures: Catalogue, rules: Policies, taste: str) -> StartList:
    return plain_start(faction, figures, rules, partial(spread, taste))


def _legal(candidates: tuple[HireCandidate, ...]) -> list[HireCandidate]:
    return [c for c in candidates if c.legal]


def crew(side: GameSide) -> CampaignCrew:
    """A legal Crew: the Arsenal's Leader if it may lead, then the dearest models that fit."""
    game = side.game
    arsenal = loading.arsenal(side.entry)
    figures, rules = loading.catalogue(game.week.campaign), game.week.campaign.rules
    size, check = game.size or game.ceiling, game.week.campaign.played.crew.check
    leaders = sorted(arsenal.models, key=lambda m: (not m.is_leader, -m.cost, m.id))
    for leader in leaders:
        legal_crew = CampaignCrew(leader.id, (CrewModel(leader.id),))
        if not check(legal_crew, arsenal, size, figures, rules).legal:
            continue
        for model in sorted(arsenal.models, key=lambda m: (-m.cost, m.id)):
            wider = CampaignCrew(leader.id, (*legal_crew.members, CrewModel(model.id)))
            if model.id != leader.id and check(wider, arsenal, size, figures, rules).legal:
                legal_crew = wider
        return legal_crew
    rule = edition_of(figures.edition).rows["hire.leader"]
    raise Refusal("Nobody in this Arsenal may lead a Crew.", rule=rule)


def hire(part: WeekEntry, *, taste: str = "") -> str:
    """A model to hire this week; empty when nothing is affordable."""
    campaign = part.week.campaign
    candidates = _legal(
        campaign.played.hires.candidates(
            loading.hire_window(part), loading.catalogue(campaign), campaign.rules
        )
    )
    if not candidates:
        return ""
    return candidates[spread(taste, part.pk, below=len(candidates))].slug


def result(sides: tuple[GameSide, GameSide], *, taste: str = "") -> EncounterResult:
    """A plausible result within the rules: a few VP each, some casualties, some Finished Off."""
    facts = loading.report_facts(sides[0].game, sides)
    scoring = edition_of(facts.edition).scoring
    seats = [_seat(side, facts, taste, scoring) for side in sides]
    plain = EncounterResult(seats=(seats[0], seats[1]), ended_turn=scoring.turns)
    game = game_record(plain, facts, sides[0].game.week.rules)
    ticked = [
        _ticked(seat, side, facts.sides[side.seat].bounty, game, taste)
        for seat, side in zip(seats, sides, strict=True)
    ]
    ended = replace(plain, seats=(ticked[0], ticked[1]))
    return with_awards(ended, facts, sides[0].game.week.rules)


def _ticked(
    seat: SeatResult, side: GameSide, bounty: ActiveBounty | None, game: GameRecord, taste: str
) -> SeatResult:
    """Every other portion that may be ticked and that the game bears out, once; three games of four tick
    something."""
    if bounty is None:
        return seat
    key = (taste, side.game_id, side.seat)
    wanted = [p.id for p in bounty.portions if spread(*key, bounty.slug, p.id, below=4)]
    ticks = tick(bounty, wanted, game, side.seat)[1]
    return replace(seat, bounty=bounty.slug, bounty_ticks=ticks) if ticks else seat


def _seat(side: GameSide, facts: ReportFacts, taste: str, scoring: Scoring) -> SeatResult:
    key = (taste, side.game_id, side.seat)
    idle = scoring.first - 1
    later = scoring.turns - idle
    scored = spread(*key, "strategy", below=min(scoring.strategy, later) + 1)
    strategy = (*(0,) * idle, *(int(turn < scored) for turn in range(later)))
    scores = tuple(
        SchemeScore(name=name, vp=_scheme_vp((*key, name), scoring)) for name in _held(key, facts, scoring)
    )
    hired = sorted(loading.hired_ids(side))
    other = side.game.sides.exclude(pk=side.pk).get()
    foes = sorted(loading.hired_ids(other))
    lost = hired[: spread(*key, "lost", below=max(1, len(hired)))]
    bounty = loading.active_bounties([side.entry_id]).get(side.entry_id)
    if bounty is not None and bounty.slug == LOST_NOBODY:
        lost = []
    achieved = tuple(
        word for word in sorted(facts.sides[side.seat].achievements) if spread(*key, word, below=2)
    )
    more = facts.more_vp(achieved)
    return SeatResult(
        strategy_vp=strategy,
        schemes=scores,
        vp=sum(strategy) + sum(sum(s.vp) for s in scores) + more,
        casualties=tuple(_casualty(model, foes, *key) for model in lost),
        achieved=achieved,
        more_vp=more,
    )


def _held(key: tuple[object, ...], facts: ReportFacts, scoring: Scoring) -> list[str]:
    """Schemes that may give a side all their VP: some of the pool, or one and those that followed it."""
    most = scoring.of_schemes // scoring.scheme
    pool = list(facts.chain.first if facts.chain else facts.schemes)
    first = spread(*key, "scheme", below=max(1, len(pool)))
    turned = pool[first:] + pool[:first]
    if facts.chain is None:
        return turned[:most]
    held = turned[:1]
    while held and len(held) < most:
        following = list(facts.chain.followers[held[-1]])
        held.append(following[spread(*key, held[-1], below=len(following))])
    return held


def _scheme_vp(key: tuple[object, ...], scoring: Scoring) -> tuple[int, ...]:
    """One VP or none in the middle of the game, and one or none at its end if the Scheme still may score."""
    vp = [0] * scoring.turns
    vp[scoring.turns // 2] = spread(*key, below=2)
    if sum(vp) < scoring.scheme:
        vp[-1] += spread(*key, 5, below=2)
    return tuple(vp)


def _casualty(model_id: int, foes: list[int], *key: object) -> Casualty:
    value = 1 + spread(*key, model_id, below=13)
    return Casualty(
        model_id=model_id,
        finished_off=value >= 3,
        flip=f"{value}{'rmct'[model_id % 4]}",
        killed_by=foes[spread(*key, model_id, "by", below=len(foes))] if foes else None,
    )


def _length(bounty: Bounty | None) -> tuple[bool, int, str]:
    """The shortest first, those that speak of a Scheme's VP last: a plain result might belie them."""
    if bounty is None:
        return (False, 0, "")
    of_schemes = any(p.goal.startswith("full VP") for p in bounty.portions)
    return (of_schemes, sum(p.repeat for p in bounty.portions), bounty.slug)


def saving_for_a_bounty(aftermath: Aftermath) -> int:
    """What a plain player keeps in the Barter: every other one without a Bounty means to buy one."""
    entry = aftermath.side.entry
    if aftermath.side.game.table % 2 != aftermath.side.seat or loading.active_bounties([entry.pk]):
        return 0
    return aftermath.side.game.week.rules.bounty_cost


def answer(ask: Ask, purse: int, *, keep: int = 0, charts: Charts | None = None) -> Answer:
    """Buy the dearest offer that leaves ``keep`` Scrip, and a Bounty when none is held: one of the shortest
    of ``charts``. Cheat nothing, flip Rewards on the Faction's chart, else do what is done by default."""
    options = [o for o in ask.options if o.legal]
    if ask.kind == "barter_buy":
        offers = [o for o in options if o.price is not None and o.price <= purse - keep]
        offers.sort(key=lambda o: (-(o.price or 0), o.key))
        for offer in offers:
            if (bearer := offer.ready) or not offer.bearers:
                return Answer(kind="choose", option=offer.key, bearer=bearer.model_id if bearer else None)
    if ask.kind == "bounty_buy" and not any(o.rule == "SL-BOUNTY-03" for o in ask.options):
        ticks = {b.slug: sum(p.repeat for p in b.portions) for b in (charts.bounties if charts else ())}
        # A ruling may have taken Scrip since the question was put.
        paid = (o.key for o in options if o.price is not None and o.price <= purse)
        if wares := sorted(paid, key=lambda key: (ticks.get(key, 0), key))[:3]:
            return Answer(kind="choose", option=wares[spread(purse, *wares, below=len(wares))])
    if ask.kind == "reward_chart":
        return Answer(kind="choose", option=options[0].key)
    default = ask.option(ask.default)
    if default is not None and default.legal:
        return default_answer(ask)
    return Answer(kind="choose", option=options[0].key)
