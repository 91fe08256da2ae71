"""Claims recorded for the league: Bounty portions and awards that players claim at the end of an Encounter,
and Upgrades that Annihilate themselves when used (SL-UPG-13)."""

from __future__ import annotations

from collections import Counter

from rules.game.events import Event
from rules.game.events.crews import Claimed
from rules.game.events.table import Detached
from rules.game.league.needs import Finding, finding
from rules.game.league.portions import logged_game
from rules.game.league.terms import Award, OpenPortion, SideTerms
from rules.game.results.from_state import without_ticks
from rules.game.results.result import Scoring
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Claim, Model, State
from rules.refusal import Violation


def ready(setup: EncounterSetup, state: State, seat: int, scoring: Scoring) -> list[OpenPortion]:
    """The portions that the side may claim now, in their order: no more often than is left, than one
    game allows, or than the log supports (SL-BOUNTY-05)."""
    return [portion for portion, why in _portions(setup, state, seat, scoring) if not why]


def why_not(setup: EncounterSetup, state: State, seat: int, scoring: Scoring) -> dict[str, Violation]:
    """The other portions by id, each with the reason why it cannot be claimed now."""
    fix = "Tick it once it is done, or take a tick back first."
    return {
        portion.id: Violation("SL-BOUNTY-05", f"“{portion.goal}” cannot be ticked: {why}.", fix)
        for portion, why in _portions(setup, state, seat, scoring)
        if why
    }


def _portions(
    setup: EncounterSetup, state: State, seat: int, scoring: Scoring
) -> list[tuple[OpenPortion, str]]:
    side = setup.terms.sides[seat] if setup.terms else SideTerms()
    if not side.portions:
        return []
    claimed = (claim.what for claim in state.claims if claim.seat == seat and claim.kind == "portion")
    done = Counter(claimed)
    game = logged_game(setup, state, without_ticks(setup, state), scoring, over=False)
    return [
        (portion, _against(portion, side, done, finding(portion.needs, seat, game)))
        for portion in side.portions
    ]


def _against(portion: OpenPortion, side: SideTerms, done: Counter[str], can: Finding) -> str:
    times = done[portion.id]
    before = side.portions[: side.portions.index(portion)]
    if times >= portion.left:
        return "it is done as often as it asks"
    if side.per_game is not None and done.total() >= side.per_game:
        return f"this Bounty goes on by {side.per_game} in one game"
    if portion.per_game is not None and times >= portion.per_game:
        return f"{portion.per_game} in one game is the most"
    if can.most is not None and times >= can.most:
        return can.why
    if portion.in_order and any(done[earlier.id] < earlier.left for earlier in before):
        return "the portions before it come first"
    return ""


def left_of(setup: EncounterSetup, state: State, seat: int, scoring: Scoring) -> list[Award]:
    """The awards that the side has not claimed and may have achieved; awards that the log proves are
    counted without a claim."""
    awards = setup.terms.sides[seat].awards if setup.terms else ()
    had = {claim.what for claim in state.claims if claim.seat == seat and claim.kind == "award"}
    left = [award for award in awards if str(award.number) not in had]
    if not any(award.needs for award in left):
        return left
    game = logged_game(setup, state, without_ticks(setup, state), scoring, over=False)
    findings = [(award, finding(award.needs, seat, game)) for award in left]
    return [award for award, can in findings if can.most != 0 and not can.proven]


def used_up(model: Model, upgrade: str) -> list[Event]:
    """The events of using up an Upgrade."""
    if upgrade not in model.upgrades:
        return []
    return [
        Detached(model.id, upgrade),
        Claimed(Claim(kind="used_up", seat=model.seat, what=upgrade, model=model.id)),
    ]
