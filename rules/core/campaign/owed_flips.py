"""Barter and Reward flips that a ruling found due once the Aftermath was over (SL-BARTER-03, SL-REWARD-01,
ledger 4.5).

The hand was discarded at the lock, so nothing cheats them; what they offer is the player's to take or to
leave, from the purse and for the Arsenal as they are by then.
"""

from __future__ import annotations

from rules.core.campaign.asks import FlipsOwed, Steps
from rules.core.campaign.barter import buy
from rules.core.campaign.flipping import flip
from rules.core.campaign.reward import reward_of
from rules.core.campaign.table import Table
from rules.core.refusal import Refusal


def owed_flips(table: Table, owed: FlipsOwed, run: int) -> Steps:
    """One time (``run``, from 1): a fresh shuffle, each Barter flip bought on or passed, then the Reward."""
    table.phase = "barter" if owed.barter else "reward"
    table.begin_owed(run)
    answer = yield table.ask_system("owed_flips", "What does this Arsenal hold by now?", "SL-AFTER-01")
    if answer.kind != "facts" or answer.scrip is None:
        raise Refusal("Flips that are made up for need the Arsenal as it is now.", rule="SL-AFTER-01")
    table.hold(answer.models, answer.owned_upgrades, answer.scrip)
    for number in range(1, owed.barter + 1):
        sentence = f"Barter flip {number} of {owed.barter}, owed by ruling {owed.ruling}."
        card = yield from flip(table, "barter", sentence, "SL-BARTER-03")
        for _ in range(table.policies.purchases_per_barter_flip):
            if not (yield from buy(table, card)):
                break
    if owed.reward:
        yield from reward_of(table)
