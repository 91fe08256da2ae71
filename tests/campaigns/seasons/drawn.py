"""What the random players do: every choice drawn by Hypothesis, so that a bad season can be shrunk.

Choices never lean on row ids: the same draws make the same season on any database.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import EncounterSide
from rules.core.campaign.asks import Answer, Ask
from rules.core.campaign.crew import CampaignCrew, Hired, check_crew
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.fate.cards import FULL_DECK, Card
from rules.core.game.result import Casualty, EncounterResult, SchemeScore, SeatResult

# Of the numbers, those near which something turns; anything else is a default.
NUMBERS = {
    "start_budget": (25, 30, 35, 40),
    "start_scrip_cap": (0, 3, 6),
    "size_bonus": (0, 5),
    "weekly_cap": (4, 8, 16, 99),
    "event_cap": (0, 6),
    "bye_scrip": (0, 3, 20),
    "first_hire_discount": (0, 5, 9),
    "hire_floor": (0, 2),
    "master_scrip": (1, 10),
    "finish_threshold": (0, 3, 9),
    "barter_strategy_vp": (0, 3),
    "purchases_per_barter_flip": (1, 2),
    "pool_cap": (0, 10),
    "master_mirror_bonus": (0, 2),
    "master_value": (15, "printed"),
    "max_masters": (1, 2),
    "early_withdraw_turn": (0, 2, 5),
    "report_timeout_h": (1, 48),
    "offkeyword_surcharge": (0, 1),
}
_HINTS = get_type_hints(Policies)


def values_of(name: str) -> tuple[Any, ...]:
    """The values of one setting that seasons are played with; its default among them."""
    kind, usual = _HINTS[name], getattr(POLICIES, name)
    if kind is bool:
        return (False, True)
    if isinstance(usual, str) and get_args(kind):
        return get_args(kind)
    return tuple(dict.fromkeys((usual, *NUMBERS.get(name, ()))))


@st.composite
def house_rules(draw: Any) -> dict[str, Any]:
    """Some settings of all that there are, each with one of its values."""
    names = draw(st.lists(st.sampled_from(sorted(Policies.__struct_fields__)), max_size=6, unique=True))
    return {name: draw(st.sampled_from(values_of(name))) for name in names}


def crew(side: EncounterSide, fewest: bool) -> CampaignCrew | None:
    """A legal Crew, as large as the size allows or its Leader alone; ``None`` when nobody may lead."""
    game = side.encounter
    campaign = game.week.campaign
    arsenal, figures = loading.arsenal(side.entry), loading.catalogue(campaign)
    size, rules = game.size or game.ceiling, campaign.rules
    ranked = sorted(arsenal.models, key=lambda m: (not m.is_leader, -m.cost, m.id))
    for leader in ranked:
        found = CampaignCrew(leader.id, (Hired(leader.id),))
        if not check_crew(found, arsenal, size, figures, rules).legal:
            continue
        for model in ranked if not fewest else ():
            wider = CampaignCrew(leader.id, (*found.members, Hired(model.id)))
            if model.id != leader.id and check_crew(wider, arsenal, size, figures, rules).legal:
                found = wider
        return found
    return None


@st.composite
def results(draw: Any, sides: tuple[EncounterSide, EncounterSide]) -> EncounterResult:
    """Anything that can have happened at the table; now and then something that cannot."""
    schemes = [scheme["name"] for scheme in sides[0].encounter.scenario["schemes"]]
    ended = draw(st.integers(2, 5))
    gone = draw(st.sampled_from([None] * 6 + [0, 1]))
    seats = [draw(_seat(side, schemes, ended, gone == side.seat)) for side in sides]
    return EncounterResult(seats=(seats[0], seats[1]), ended_turn=ended)


@st.composite
def _seat(draw: Any, side: EncounterSide, schemes: list[str], ended: int, gone: bool) -> SeatResult:
    last = draw(st.integers(1, ended)) if gone else None
    turns = range(2, ended + 1)
    strategy = (0, *(draw(st.integers(0, 1)) for _ in turns))
    first = draw(st.integers(0, len(schemes) - 1))
    names = (schemes[first], schemes[(first + 1) % len(schemes)])
    scored = tuple(
        SchemeScore(name=name, vp=(0, *(draw(st.integers(0, 1)) for _ in turns))[:3]) for name in names
    )
    hired = sorted(loading.hired_ids(side))
    dead = draw(st.lists(st.integers(0, 11), max_size=4, unique=True)) if not gone else []
    casualties = tuple(_casualty(hired[at], draw(st.integers(0, 14))) for at in dead if at < len(hired))
    vp = sum(strategy) + sum(sum(scheme.vp) for scheme in scored)
    return SeatResult(
        strategy_vp=strategy,
        schemes=scored,
        vp=vp,
        casualties=casualties,
        withdrew_turn=last,
        event_scrip=draw(st.sampled_from((0, 0, 0, 2, 6))),
    )


def _casualty(model_id: int, value: int) -> Casualty:
    """The card is left out where the threshold of the league would have to be known."""
    return Casualty(model_id=model_id, finished_off=value >= 3, flip=None)


@st.composite
def answers(draw: Any, ask: Ask) -> Answer:
    """One of the legal options; a Skill goes to one of those who can take it."""
    options = [option for option in ask.options if option.legal]
    option = draw(st.sampled_from(options))
    bearer, gives_up = None, ""
    takers = [found for found in option.bearers if not found.reason]
    if takers:
        taker = draw(st.sampled_from(takers))
        bearer = taker.model_id
        gives_up = draw(st.sampled_from(taker.replaceable)) if taker.replaceable else ""
    return Answer(kind="choose", option=option.key, bearer=bearer, annihilate=gives_up)


@st.composite
def cards(draw: Any, ask: Ask) -> list[str]:
    """Cards flipped at the table: any that are still in the deck; now and then one that is not."""
    honest = draw(st.integers(0, 9)) > 0
    deck: list[Card] = [card for card in FULL_DECK if not honest or card.code not in ask.out]
    wanted = st.lists(st.sampled_from(deck), min_size=ask.cards, max_size=ask.cards, unique=True)
    return [card.code for card in draw(wanted)]
