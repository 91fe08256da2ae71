"""What matters to a league alone: falls, heirs, withdrawals, claims."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.game.events.base import Event
from rules.core.game.state import Claim, Fall, Heir, State, Withdrawal


class Fell(Event, frozen=True):
    """A hired model's first fall, with its Finished Off flip (SL-FINISH-01, -06)."""

    fall: Fall

    def on(self, state: State) -> State:
        return replace(state, falls=(*state.falls, self.fall))


class Succeeded(Event, frozen=True):
    """A model stands for hired ones that were Replaced by it, or by whom it Replaced (SL-3E-12)."""

    heir: Heir

    def on(self, state: State) -> State:
        gone = set(self.heir.originals)
        kept = tuple(found for found in state.heirs if not gone & set(found.originals))
        return replace(state, heirs=(*kept, self.heir))


class Withdrew(Event, frozen=True):
    """The Crew declared its Strategic Withdrawal; its models leave by ``LeftPlay`` (SL-WITHDRAW-03)."""

    seat: int

    def on(self, state: State) -> State:
        return replace(state, withdrawals=(*state.withdrawals, Withdrawal(self.seat, state.turn)))


class Claimed(Event, frozen=True):
    """A player wrote something down for the league (SL-BOUNTY-05, SL-EVENT-04, SL-UPG-13)."""

    claim: Claim

    def on(self, state: State) -> State:
        return replace(state, claims=(*state.claims, self.claim))
