"""The referee's hand in the Third Edition: its Conditions and caps, the limits of a Crew, its words."""

from __future__ import annotations

from rules.editions.m3e.conditions import CONDITIONS
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.scoring import SCORING
from rules.editions.m3e.scripts.words import StatBonus
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.printed import Models, Part, PrintedModel, PrintedUpgrade
from rules.game.referee.ground import Ground
from rules.game.referee.hand import PlayersApply
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State
from rules.game.table_access.interface import TableAccess


class _Hand(PlayersApply):
    def room_for(
        self,
        cards: Models,
        state: State,
        printed: PrintedModel,
        seat: int,
        leaving: tuple[str, ...] = (),
        coming: tuple[str, ...] = (),
    ) -> bool:
        return room_for(cards, state, printed, seat, leaving, coming)

    def changed_stat(self, stat: str, amount: int) -> Part:
        return StatBonus(stat=stat, amount=amount)

    def parts_of(self, card: PrintedModel | PrintedUpgrade, ability: str) -> tuple[str, tuple[Part, ...]]:
        assert isinstance(card, StatCard | UpgradeCard)
        wanted = ability.casefold()
        known = next((held for held in card.abilities if held.name.casefold() == wanted), None)
        return (known.name, known.parts) if known is not None else ("", ())


def room_for(
    cards: Models,
    state: State,
    printed: PrintedModel,
    seat: int,
    leaving: tuple[str, ...] = (),
    coming: tuple[str, ...] = (),
) -> bool:
    """Whether the limits on copies, and the limit of a Totem to its Master, allow one more beside
    those ``coming`` with it (M3E-SUMM-05, -06)."""
    crew = [cards[model.card] for model in state.crew_of(seat) if model.id not in leaving]
    crew += [cards[card] for card in coming]
    if sum(card.printed_as == printed.printed_as for card in crew) >= printed.limit:
        return False
    return not printed.totem_for or any(card.name == printed.totem_for for card in crew)


HAND = _Hand(CONDITIONS, SCORING, ROWS)


def ground_with(
    setup: EncounterSetup | None = None, table: TableAccess | None = None, seat: int | None = None
) -> Ground:
    """What a check of the edition knows besides the state."""
    return Ground(HAND, setup, table, seat)


BARE = ground_with()
