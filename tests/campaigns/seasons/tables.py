"""One table of the week, from the Crews to the last Injury: as it usually goes, and as it may go instead."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import strategies as st

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning, replay
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Aftermath, Countersign, Game, GameSide
from mfcampaign.campaigns.rising import exchange, growth
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.scripted import play
from rules.campaign.aftermath.asks import Ask
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.grown import written_as_replayed
from tests.campaigns.seasons.hiring import MOST_ANSWERS, Hiring
from tests.campaigns.seasons.tally import played

Sides = tuple[GameSide, GameSide]
THOROUGH = (0, 3, *(2 * MOST_ANSWERS,) * 4)


class Tables(Hiring):
    """``table_…`` are the stories: true once the table went that way."""

    def table_left(self, data: Any, game: Game) -> bool:
        """Nobody does anything about it before the deadline."""
        return True

    def table_played(self, data: Any, game: Game) -> bool:
        return self._reported(data, game) and self._confirmed(data, game) and self._finished(data, game)

    def table_early_withdrawal(self, data: Any, game: Game) -> bool:
        return self._withdrawn(data, game, turn=1)

    def table_late_withdrawal(self, data: Any, game: Game) -> bool:
        return self._withdrawn(data, game, turn=4)

    def _withdrawn(self, data: Any, game: Game, turn: int) -> bool:
        gone = data.draw(st.integers(0, 1), label="who goes"), turn
        done = self._reported(data, game, gone) and self._confirmed(data, game)
        return done and self._finished(data, game)

    def table_own_cards(self, data: Any, game: Game) -> bool:
        """Both flip from their own decks; the opponent countersigns, objects or says nothing."""
        if not (self._reported(data, game) and self._confirmed(data, game)):
            return False
        for aftermath_row in play.aftermaths(game):
            if aftermath_row.state == Aftermath.State.OPEN and aftermath_row.flips != "entered":
                self.attempt(
                    lambda aftermath_row=aftermath_row: aftermath.flip_source(
                        aftermath_row, aftermath_row.side.entry.user, "entered"
                    )
                )
        self._finished(data, game)
        for row in countersigned.of_game(game).filter(state=Countersign.State.WAITING)[:2]:
            self._countersigned(data, game, row)
        return True

    def _countersigned(self, data: Any, game: Game, row: Countersign) -> None:
        side = next(s for s in play.sides(game) if s.pk != row.decision.aftermath.side_id)
        word = data.draw(st.sampled_from(("agree", "object", "nothing")), label="word")
        if word == "agree":
            self.attempt(lambda: countersigning.agree(side, side.entry.user, [row.pk]))
        elif word == "object":
            self.attempt(lambda: countersigning.object_to(side, side.entry.user, row.pk, "It was a nine."))
            stands = data.draw(st.booleans(), label="stands")
            self.attempt(lambda: countersigning.rule(game, self.organiser, row.pk, stands, "I asked."))

    def table_dispute(self, data: Any, game: Game) -> bool:
        """The report is objected to: an organiser rules, somebody reports anew, or it is left at that."""
        if not self._reported(data, game):
            return False
        first, second = play.sides(game)
        by = game.reports.latest("number").by_entry_id
        side = second if by == first.entry_id else first
        if self.attempt(lambda: results.object_to(side, side.entry.user, "It was two VP.")) is None:
            return False
        end = data.draw(st.sampled_from(("ruled", "ruled", "anew", "left")), label="then")
        if end == "ruled":
            self.judged(data, game)
        elif end == "anew":
            self._report(data, game, side, None)
            self._confirmed(data, game)
        return True

    def judged(self, data: Any, game: Game) -> None:
        outcome = self._drawn_result(data, game, None)
        self.attempt(lambda: results.rule(game, self.organiser, outcome, "I asked both."))
        self._finished(data, game)

    def table_voided(self, data: Any, game: Game) -> bool:
        if data.draw(st.booleans(), label="begun"):
            self._revealed(data, game)
        return self.ruled(requests.VoidGame(encounter=game.pk))

    def table_forfeit(self, data: Any, game: Game) -> bool:
        absent = self.one_of(data, list(play.sides(game)), "absent")
        act = partial(results.forfeit, game, self.organiser, absent, "Did not come.")
        return self.attempt(act) is not None

    def table_haggling(self, data: Any, game: Game) -> bool:
        """Sizes are proposed, a Crew is taken back; then it is played after all."""
        size = data.draw(st.integers(1, game.ceiling + 1), label="size")
        for side in play.sides(game):
            self.attempt(lambda side=side: game_operations.propose_size(side, side.entry.user, size))
        side = self.one_of(data, list(play.sides(game)), "who takes back")
        self._handed_in(data, side)
        self.attempt(lambda: game_operations.take_back_crew(side, side.entry.user))
        return self.table_played(data, self._fresh(game))

    # -- steps ------------------------------------------------------------------------------------------

    def _fresh(self, game: Game) -> Game:
        return Game.objects.select_related("week__campaign").get(pk=game.pk)

    def _revealed(self, data: Any, game: Game) -> bool:
        for side in play.sides(game):
            self._handed_in(data, side)
        return self._fresh(game).state == Game.State.PLAYING

    def _handed_in(self, data: Any, side: GameSide) -> None:
        fewest = data.draw(st.integers(0, 5), label="Leader alone") == 5
        if (crew := drawn.crew(side, fewest)) is not None:
            self.attempt(lambda: game_operations.submit_crew(side, side.entry.user, crew))

    def _reported(self, data: Any, game: Game, gone: tuple[int, int] | None = None) -> bool:
        if not self._revealed(data, game):
            return False
        side = self.one_of(data, list(play.sides(game)), "who reports")
        return any(self._report(data, game, side, gone) for _ in range(2))  # the first may be impossible

    def _report(self, data: Any, game: Game, side: GameSide, gone: tuple[int, int] | None) -> bool:
        outcome, key = self._drawn_result(data, game, gone), self.new_key()
        if self.attempt(lambda: results.report(side, side.entry.user, outcome, key=key)) is None:
            return False
        if data.draw(st.integers(0, 3), label="taps twice") == 3:
            self.again(lambda: results.report(side, side.entry.user, outcome, key=key))
        return True

    def _drawn_result(self, data: Any, game: Game, gone: tuple[int, int] | None) -> Any:
        facts = loading.report_facts(game, play.sides(game))
        return data.draw(drawn.results(facts, game.week.rules, gone), label="result")

    def _confirmed(self, data: Any, game: Game) -> bool:
        """True where the result stands now; nobody's word is taken at the deadline."""
        if data.draw(st.integers(0, 4), label="word") == 4:
            return False
        by = game.reports.latest("number").by_entry_id
        side = next(s for s in play.sides(game) if s.entry_id != by)
        return self.attempt(lambda: results.confirm(side, side.entry.user)) is not None

    # -- models that changed sides ------------------------------------------------------------------------

    def traitors_change_sides(self, data: Any) -> None:
        """Whoever may have a model of an opponent takes it, sends it away, or waits."""
        for entry in self.entries("active") if self.league().played.start.leader_is_built else []:
            for traitor, _ in growth.of(entry).traitors:
                word = data.draw(
                    st.sampled_from((exchange.take, exchange.take, exchange.leave, None)), label="word"
                )
                if word is not None:
                    assert self.attempt(partial(word, entry, entry.user, traitor)) is not None
                    played[f"traitor {word.__name__}"] += 1
                    self.count_the_books()

    # -- the Aftermath ----------------------------------------------------------------------------------

    def _finished(self, data: Any, game: Game) -> bool:
        """Both sides answer: all that is asked, the beginning of it, or nothing before the deadline."""
        for aftermath_row in play.aftermaths(game):
            if aftermath_row.state == Aftermath.State.OPEN:
                numbers = THOROUGH if self.plan.thorough else (0, 0, 0, 3, MOST_ANSWERS)
                self.answers(data, aftermath_row, data.draw(st.sampled_from(numbers), label="most"))
        return True

    def answers(self, data: Any, aftermath_row: Aftermath, most: int) -> None:
        was = aftermath_row.state
        for _ in range(most):
            aftermath_row.refresh_from_db(fields=["state", "waiting_for", "flips", "context"])
            if aftermath_row.state != Aftermath.State.OPEN or aftermath_row.waiting_for != "player":
                break
            ask = replay.view(aftermath_row).ask
            assert ask is not None, "an open Aftermath asks something"
            self._answer(data, aftermath_row, ask)
        aftermath_row.refresh_from_db(fields=["state"])
        if was != aftermath_row.state:
            wrong = list(written_as_replayed(aftermath_row))
            assert wrong == [], wrong
        self.count_the_books()

    def _answer(self, data: Any, aftermath_row: Aftermath, ask: Ask) -> None:
        user = aftermath_row.side.entry.user
        if ask.who == "fate" and aftermath_row.flips != "entered":
            source = data.draw(st.sampled_from(("fate", "fate", "fate", "entered")), label="who flips")
            self.attempt(lambda: aftermath.flip_source(aftermath_row, user, source))
        elif ask.who == "fate":
            codes = data.draw(drawn.cards(ask), label="cards")
            self.attempt(lambda: aftermath.enter_cards(aftermath_row, user, ask.ordinal, codes))
        else:
            chosen = data.draw(drawn.answers(ask), label="answer")
            # Now and then a second tap, which finds the first answer.
            for _ in range(1 + (data.draw(st.integers(0, 7), label="taps twice") == 7)):
                self.attempt(
                    lambda: aftermath.choose(
                        aftermath_row,
                        user,
                        ask.ordinal,
                        chosen.option,
                        bearer=chosen.bearer,
                        annihilate=chosen.annihilate,
                        words=chosen.words,
                    )
                )
