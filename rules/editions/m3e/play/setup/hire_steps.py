"""Set-up, steps E to H, when both players hire in the Encounter (M3E-SETUP-16, -17).

Each step asks both at the same time and reveals nothing until both have answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from rules.crews.catalogue import Profile
from rules.dialogue import Choice, OneOf
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.readings import ThirdReadings
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.setup.before import step_h_reveal
from rules.editions.m3e.play.setup.hiring import Announcing, Hall, LegalCrews, Written, read, titled
from rules.game.events import Event
from rules.game.events.crews import CrewHired, FactionDeclared, LeaderDeclared, MastersAnnounced
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.game.setup.setup import CrewSetup
from rules.game.state import Crew
from rules.refusal import Refusal

BOTH = (0, 1)


def hire(g: Game) -> Proc[None]:
    """Run steps E to H; do nothing when the Crews were hired before."""
    agreed = g.setup.hire
    if agreed is None:
        return
    if g.stock is None:
        raise Refusal("There is nothing here to hire from.", rule="M3E-SETUP-01")
    hall = Hall(g.stock, agreed.size, convert(agreed.policies, ThirdReadings))
    yield from step_e_faction(g, hall)
    yield from step_e_leader(g, hall)
    yield from step_f_masters(g, hall)
    written = yield from step_g_hire(g, hall)
    step_h_crews(g, hall, written)


def step_e_faction(g: Game, hall: Hall) -> Proc[None]:
    """Let both declare Factions, announced at the same time."""
    choices = OneOf(tuple(Choice(faction, FACTIONS[faction]) for faction in hall.factions()))
    yield from _both(
        g,
        lambda seat: Ask(
            seat=seat,
            kind="faction",
            options=choices,
            rule="M3E-SETUP-16",
            text="Told when both have chosen.",
        ),
        lambda seat, answer: FactionDeclared(seat, str(answer)),
    )


def step_e_leader(g: Game, hall: Hall) -> Proc[None]:
    """Let both declare Leaders by name, without titles, revealed at the same time."""

    def asked(seat: int) -> Ask:
        names = dict.fromkeys(profile.name for profile in hall.leaders(g.crew(seat).faction))
        return Ask(
            seat=seat,
            kind="leader",
            options=OneOf(tuple(Choice(name, name) for name in names)),
            rule="M3E-SETUP-16",
            text=f"Of the {FACTIONS[g.crew(seat).faction]}. Only the name is told, not the title.",
        )

    yield from _both(g, asked, lambda seat, answer: LeaderDeclared(seat, str(answer)))


def step_f_masters(g: Game, hall: Hall) -> Proc[None]:
    """Let both choose additional Masters in secret. A player who can have none by what is declared is not
    asked."""
    offers = {seat: hall.masters(g.crew(seat).faction, g.crew(seat).leader) for seat in BOTH}

    def asked(seat: int) -> Ask:
        crew = g.crew(seat)
        offered = tuple(Choice(profile.slug, _priced(profile)) for profile in offers[seat])
        options = Announcing(offered, 0, len(offered), hall=hall, faction=crew.faction, leader=crew.leader)
        return Ask(
            seat=seat,
            kind="masters",
            options=options,
            rule="M3E-HIRE-08",
            text="None, or any that cost less than half of the size together. Whoever is announced is hired.",
        )

    def revealed(seat: int, answer: Any) -> Event:
        masters = tuple(str(slug) for slug in answer)
        names = tuple(profile.full_name for profile in offers[seat] if profile.slug in masters)
        return MastersAnnounced(seat, masters, names)

    yield from _both(g, asked, revealed, [seat for seat in BOTH if offers[seat]])


def _priced(profile: Profile) -> str:
    return f"{profile.full_name} ({profile.cost})"


def step_g_hire(g: Game, hall: Hall) -> Proc[dict[int, Written]]:
    """Let both hire Crews in secret."""
    answers = yield AskEach(tuple(_hiring(g.crew(seat), hall) for seat in BOTH))
    crews = {seat: read(answers[seat]) for seat in BOTH}
    return {seat: titled(written, hall) for seat, written in crews.items() if written is not None}


def _offer(crew: Crew, hall: Hall) -> LegalCrews:
    return LegalCrews(hall=hall, faction=crew.faction, leader=crew.leader, masters=crew.masters)


def _hiring(crew: Crew, hall: Hall) -> Ask:
    return Ask(
        seat=crew.seat,
        kind="hire",
        options=_offer(crew, hall),
        rule="M3E-SETUP-17",
        text=f"{crew.leader} leads a Crew of the {FACTIONS[crew.faction]} for {hall.size} Soulstones. "
        "It is shown when both have hired.",
    )


def step_h_crews(g: Game, hall: Hall, written: dict[int, Written]) -> None:
    """Reveal everything hired: models, titles, Upgrades, the Soulstones left."""
    crews: list[CrewSetup] = []
    slugs: list[str] = []
    bought: list[str] = []
    for seat in BOTH:
        hired = written[seat]
        crew = _offer(g.crew(seat), hall).crew(hired)
        crews.append(step_h_reveal(hired.name, crew, hall.stock.catalogue, hall.policies))
        slugs += [hired.leader, *(member.slug for member in hired.members)]
        bought += crew.bought()
    cards = hall.stock.cards(dict.fromkeys(slugs))
    summoned, attached = hall.stock.arriving(cards.values())
    g.settle(
        replace(
            g.setup,
            crews=(crews[0], crews[1]),
            cards=summoned | cards,
            upgrades=attached | hall.stock.upgrades(dict.fromkeys(bought)),
        )
    )
    for seat, revealed in enumerate(crews):
        g.emit(CrewHired(seat, revealed.name, revealed.stones, g.setup.models_of(seat)))


def _both(
    g: Game, ask_of: Callable[[int], Ask], revealed: Callable[[int, Any], Event], seats: Iterable[int] = BOTH
) -> Proc[None]:
    """Ask those seats at the same time; when all have answered, emit the events of each answer."""
    asks = tuple(ask_of(seat) for seat in seats)
    if not asks:
        return
    answers = yield AskEach(asks)
    for ask in asks:
        g.emit(revealed(ask.seat, answers[ask.seat]))
