"""What the random players do: every choice drawn by Hypothesis, so that a bad season can be shrunk.

Choices never lean on row ids: the same draws make the same season on any database.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import GameSide
from rules.campaign.aftermath.asks import Answer, Ask
from rules.campaign.aftermath.bounties import ActiveBounty, tick
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.campaign.encounter import ReportFacts, SideFacts, game_record, with_awards
from rules.campaign.policies import POLICIES, Policies, policies_from
from rules.campaign.system import system_of
from rules.edition import edition_of
from rules.fate.cards import FULL_DECK, Card
from rules.game.league.needs import GameRecord, finding
from rules.game.results.result import Casualty, EncounterResult, SchemeScore, Scoring, SeatResult

# Of the numbers, those near which something turns; anything else is a default.
NUMBERS = {
    "start_budget": (25, 30, 35, 40),
    "start_scrip_cap": (0, 3, 6),
    "size_bonus": (0, 5),
    "vp_for_scrip": (1, 2, 3),
    "weekly_cap": (4, 8, 16, 99),
    "event_cap": (0, 6),
    "bye_scrip": (0, 3, 20),
    "first_hire_discount": (0, 5, 9),
    "hire_floor": (0, 2),
    "master_scrip": (1, 10),
    "finish_threshold": (0, 3, 9),
    "barter_strategy_vp": (0, 3, 4),
    "purchases_per_barter_flip": (1, 2),
    "pool_cap": (0, 10),
    "master_mirror_bonus": (0, 2),
    "master_value": (15, "printed"),
    "max_masters": (1, 2),
    "early_withdraw_turn": (0, 2, 5),
    "report_timeout_h": (1, 48),
    "offkeyword_surcharge": (0, 1),
}
STRONG = ("injury_flip", "lucky_miss_flip")
_HINTS = get_type_hints(Policies)


def values_of(name: str, before: Policies = POLICIES) -> tuple[Any, ...]:
    """The values of one setting that seasons are played with, apart from what it is ``before``."""
    kind, usual = _HINTS[name], getattr(before, name)
    known = (False, True) if kind is bool else get_args(kind) if isinstance(usual, str) else NUMBERS.get(name)
    return tuple(value for value in known or () if value != usual)


SETTINGS = tuple(name for name in sorted(_HINTS) if values_of(name))


def house_rules(edition: str = "m3e", system: str = "") -> st.SearchStrategy[dict[str, Any]]:
    """The edition's own in one league of three; else some settings of all that there are as nobody has them
    by default."""
    return st.sampled_from((0, 6, 6)).flatmap(lambda most: _settings(most, edition, system))


@st.composite
def _settings(draw: Any, most: int, edition: str, system: str) -> dict[str, Any]:
    played = system_of(system).policies
    own = {**edition_of(edition).readings.usual, **played.usual}
    asked = [name for name in SETTINGS if name not in played.not_asked]
    before = policies_from(own)
    named = st.lists(st.sampled_from(asked), min_size=min(most, 1), max_size=most, unique=True)
    return own | {name: draw(st.sampled_from(values_of(name, before))) for name in draw(named)}


def crew(side: GameSide, fewest: bool) -> CampaignCrew | None:
    """A legal Crew, as large as the size allows or its Leader alone; ``None`` when nobody may lead."""
    game = side.game
    campaign = game.week.campaign
    arsenal, figures = loading.arsenal(side.entry), loading.catalogue(campaign)
    size, rules = game.size or game.ceiling, campaign.rules
    check = campaign.played.crew.check
    ranked = sorted(arsenal.models, key=lambda m: (not m.is_leader, -m.cost, m.id))
    for leader in ranked:
        crew_ = CampaignCrew(leader.id, (CrewModel(leader.id),))
        if not check(crew_, arsenal, size, figures, rules).legal:
            continue
        for model in ranked if not fewest else ():
            wider = CampaignCrew(leader.id, (*crew_.members, CrewModel(model.id)))
            if model.id != leader.id and check(wider, arsenal, size, figures, rules).legal:
                crew_ = wider
        if not campaign.played.start.leader_is_built:
            return crew_
        return _equipped(
            crew_, [piece.id for piece in arsenal.upgrades], check, arsenal, size, figures, rules
        )
    return None


def _equipped(crew: CampaignCrew, pieces: list[int], check: Any, *facts: Any) -> CampaignCrew:
    """Each piece of Equipment on the first who may bear it."""
    for piece in pieces:
        for at, member in enumerate(crew.members):
            bears = CrewModel(member.model_id, (*member.upgrade_ids, piece))
            wider = CampaignCrew(crew.leader_id, (*crew.members[:at], bears, *crew.members[at + 1 :]))
            if check(wider, *facts).legal:
                crew = wider
                break
    return crew


@st.composite
def results(
    draw: Any, facts: ReportFacts, policies: Policies, gone: tuple[int, int] | None = None
) -> EncounterResult:
    """Anything that can have happened at the table; now and then something that cannot. ``gone``: that
    seat withdrew in that Turn."""
    first = gone[1] if gone is not None else 2
    scoring = edition_of(facts.edition).scoring
    ended = draw(st.integers(max(2, first), scoring.turns + 2 * scoring.goes_on))
    leaves = {gone[0]: gone[1]} if gone is not None else {}
    seats = [draw(_seat(side, facts, ended, leaves.get(n), scoring)) for n, side in enumerate(facts.sides)]
    plain = EncounterResult(seats=(seats[0], seats[1]), ended_turn=ended)
    game = game_record(plain, facts)
    ticked = [
        replace(
            draw(_ticked(own, seat, facts.sides[seat].bounty, game)),
            event_ticks=draw(_awards(facts.sides[seat], seat, game)),
        )
        for seat, own in enumerate(seats)
    ]
    return with_awards(replace(plain, seats=(ticked[0], ticked[1])), facts, policies)


@st.composite
def _awards(draw: Any, side: SideFacts, seat: int, game: GameRecord) -> tuple[int, ...]:
    """Some of the awards that the game allows, and now and then one that it does not."""
    possible = (a for a in side.awards if not a.reason and finding(a.needs, seat, game).most != 0)
    offered = [award.number for award in (possible if draw(st.integers(0, 9)) else side.awards)]
    return tuple(number for number in offered if draw(st.booleans()))


@st.composite
def _ticked(
    draw: Any, own: SeatResult, seat: int, bounty: ActiveBounty | None, game: GameRecord
) -> SeatResult:
    """What the game bears out of the Bounty is ticked in two of three, and now and then whatever there is."""
    ticks = draw(st.integers(0, 2))
    if bounty is None or not ticks:
        return own
    wanted = [portion.id for portion in bounty.portions]
    counted = tick(bounty, wanted, game if draw(st.integers(0, 9)) else None, seat)[1]
    return replace(own, bounty=bounty.slug, bounty_ticks=counted) if counted else own


@st.composite
def _seat(
    draw: Any, side: SideFacts, facts: ReportFacts, ended: int, gone: int | None, scoring: Scoring
) -> SeatResult:
    """One VP a Turn from the first that scores on for the Strategy, as many as there are for two of the
    Schemes."""
    last = min(ended, 5) if gone is None else gone - 1
    idle = scoring.first - 1
    most = max(0, last - idle)
    strategy = draw(st.integers(0, most))
    scored = tuple(
        SchemeScore(name=name, vp=_by_turn(draw(st.integers(0, min(scoring.scheme, most))), idle))
        for name in draw(_two_schemes(facts))
    )
    hired = sorted(side.crew)
    most_dead = 4 if side.achievements else 2
    dead = draw(st.lists(st.integers(0, 11), max_size=most_dead, unique=True)) if gone is None else []
    used = sorted(side.usable) if draw(st.integers(0, 2)) == 2 else ()
    asked = [word for word in sorted(side.achievements) if draw(st.booleans())]
    return SeatResult(
        strategy_vp=_by_turn(strategy, idle),
        schemes=scored,
        vp=strategy + sum(sum(scheme.vp) for scheme in scored) + facts.more_vp(asked),
        casualties=tuple(
            _casualty(hired[at], draw(st.integers(0, 14)), facts) for at in sorted(dead) if at < len(hired)
        ),
        achieved=tuple(asked),
        more_vp=facts.more_vp(asked),
        withdrew_turn=gone,
        used_up=tuple(used[:1]),
    )


@st.composite
def _two_schemes(draw: Any, facts: ReportFacts) -> tuple[str, str]:
    """Two of the pool, or one and one that follows it."""
    known = sorted(facts.chain.first if facts.chain else facts.schemes)
    first = draw(st.integers(0, len(known) - 1))
    if facts.chain is None:
        return known[first], known[(first + 1) % len(known)]
    following = sorted(facts.chain.followers[known[first]])
    return known[first], following[draw(st.integers(0, len(following) - 1))]


def _by_turn(vp: int, idle: int) -> tuple[int, ...]:
    """Nobody scores in the first ``idle`` Turns."""
    return (*(0,) * idle, *(1,) * vp) if vp else ()


def _casualty(model_id: int, value: int, facts: ReportFacts) -> Casualty:
    """The card is left out where the threshold of the league would have to be known."""
    return Casualty(model_id=model_id, finished_off=facts.finished_off and value >= 3, flip=None)


@st.composite
def answers(draw: Any, ask: Ask) -> Answer:
    """One of the legal options; a Skill goes to one of those who can take it."""
    options = [option for option in ask.options if option.legal]
    option = draw(st.sampled_from(options))
    bearer, gives_up = None, ""
    takers = [each for each in option.bearers if not each.reason]
    if takers:
        taker = draw(st.sampled_from(takers))
        bearer = taker.model_id
        gives_up = draw(st.sampled_from(taker.replaceable)) if taker.replaceable else ""
    words = "Scrap" if option.asks else ""
    return Answer(kind="choose", option=option.key, bearer=bearer, annihilate=gives_up, words=words)


@st.composite
def cards(draw: Any, ask: Ask) -> list[str]:
    """Cards flipped at the table: any that are still in the deck; now and then one that is not."""
    honest = draw(st.integers(0, 9)) > 0
    deck: list[Card] = [card for card in FULL_DECK if not honest or card.code not in ask.out]
    if ask.kind in STRONG and draw(st.integers(0, 2)) == 2:  # what becomes of a model is on few cards
        deck = [card for card in deck if card.is_joker or card.value == 13] or deck
    several = st.lists(st.sampled_from(deck), min_size=ask.cards, max_size=ask.cards, unique=True)
    return [card.code for card in draw(several)]
