"""What a seat has not seen, dealt anew: so a bot that looks ahead reads nothing that it may not know."""

from __future__ import annotations

from msgspec.structs import replace

from rules.fate.shuffle import digest, shuffled
from rules.game.driver import Driver
from rules.game.state import Crew
from rules.game.stored import Checkpoint
from rules.refusal import Refusal


def unseen_reshuffled(play: Driver, seat: int, seed: bytes) -> Checkpoint:
    """The last boundary of an Encounter of whatever edition, with what ``seat`` has not seen since in other
    places. ``Refusal`` where a deck was shuffled since."""
    since, now = play.checkpoint, play.state
    if any(since.state.crews[side].shuffles != now.crews[side].shuffles for side in (0, 1)):
        raise Refusal("A deck was shuffled since.")
    state = since.state
    for side in (0, 1):
        key = digest("mfx-imagined", seed, str(side))
        state = state.with_crew(_hidden_dealt(state.crews[side], now.crews[side], seat, key))
    return Checkpoint(state, since.decisions, since.events, since.hash)


def _hidden_dealt(before: Crew, now: Crew, seat: int, key: bytes) -> Crew:
    """The unseen cards in other places, whichever they were; of the opponent no hidden Scheme."""
    own = before.seat == seat
    slots = now.deck if own else now.deck + now.hand
    as_dealt = dict(zip(slots, shuffled(key, slots), strict=True))
    crew = replace(
        before,
        deck=tuple(as_dealt.get(card, card) for card in before.deck),
        hand=tuple(as_dealt.get(card, card) for card in before.hand),
    )
    if own:
        return crew
    shown = {scheme.name for scheme in now.schemes if scheme.revealed}
    return replace(crew, schemes=tuple(scheme for scheme in crew.schemes if scheme.name in shown))
