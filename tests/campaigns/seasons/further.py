"""The rarer things that happen in a season: rulings, new starts, late joiners, further games, events.

They stand beside the everyday steps of ``machine.Season`` and are counted again just as those.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import time_machine
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from mfcampaign.campaigns import loading, queries
from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.export import read, write
from mfcampaign.campaigns.models import ArsenalModel, Entry, GameProposal
from mfcampaign.campaigns.operations import anew, events, extra, importing
from mfcampaign.campaigns.operations import league as verbs
from mfcampaign.campaigns.operations.corrections import desk, wishes
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.beginning import FACTIONS
from tests.campaigns.seasons.machine import Season
from tests.campaigns.seasons.tally import played

PHRASE = "a phrase for the road"
WISHES = ("give", "result", "result", "void", "model", "injury", "take", "lead", "extend", "playing", "undo")


class FullSeason(Season):
    """All of the steps."""

    def _under_way(self) -> bool:
        return self.week() is not None

    # -- games as plain players play them: deep seasons at the price of few draws -----------------------

    def _games_are_open(self) -> bool:
        week = self.week()
        return week is not None and week.state == "games_open"

    @precondition(_games_are_open)
    @rule(data=st.data())
    def a_game_is_played_out(self, data: Any) -> None:
        """Crews, result, Aftermaths with Bounty and Reward, by the plainest choices."""
        game = self.one_of(data, self.games("scheduled"), "table")
        if game is not None:
            self.attempt(lambda: play.play(game, taste=self.tastes()))
            self.attempt(lambda: play.finish(game))

    def tastes(self) -> str:
        return str(self.keys)

    # -- rulings --------------------------------------------------------------------------------------

    @precondition(_under_way)
    @rule(data=st.data(), kind=st.sampled_from(WISHES))
    def the_organiser_rules(self, data: Any, kind: str) -> None:
        wish = getattr(self, f"_wish_{kind}")(data)
        if wish is None:
            return
        key = self._new_key()
        self.attempt(lambda: desk.rule(self.league(), self.organiser, wish, "It was wrong.", key=key))
        self._again(lambda: desk.rule(self.league(), self.organiser, wish, "It was wrong.", key=key), key)

    def _somebody(self, data: Any) -> Entry | None:
        found: Entry | None = self.one_of(data, self.entries("active", "inactive", "retired"), "whose")
        return found

    def _model(self, data: Any) -> ArsenalModel | None:
        entry = self._somebody(data)
        owned = list(entry.models.owned().order_by("pk")) if entry is not None else []
        found: ArsenalModel | None = self.one_of(data, owned, "model")
        return found

    def _wish_give(self, data: Any) -> Any:
        entry = self._somebody(data)
        amount = data.draw(st.sampled_from((-9, -2, 1, 6)), label="Scrip")
        return entry and wishes.Give(entry=entry.pk, what="scrip", amount=amount)

    def _wish_result(self, data: Any) -> Any:
        game = self.one_of(data, self.games("aftermath", "closed"), "table")
        if game is None:
            return None
        found = data.draw(drawn.results(play.sides(game)), label="as it was")
        return wishes.CorrectResult(encounter=game.pk, result=found)

    def _wish_void(self, data: Any) -> Any:
        game = self.one_of(data, self.games("playing", "reported", "aftermath", "closed"), "table")
        return game and wishes.VoidGame(encounter=game.pk)

    def _wish_model(self, data: Any) -> Any:
        entry = self._somebody(data)
        if entry is None:
            return None
        hire = [p for p in loading.catalogue(entry.campaign).profiles() if entry.faction in p.factions]
        found = self.one_of(data, sorted(hire, key=lambda p: p.slug), "figure")
        return found and wishes.Give(entry=entry.pk, what="model", slug=found.slug)

    def _wish_injury(self, data: Any) -> Any:
        model = self._model(data)
        if model is None:
            return None
        known = loading.charts(self.league()).injuries
        slug = self.one_of(data, sorted({row.slug for row in known}), "injury")
        return wishes.Give(entry=model.entry_id, what="injury", slug=slug, bearer=model.pk)

    def _wish_take(self, data: Any) -> Any:
        model = self._model(data)
        return model and wishes.Take(entry=model.entry_id, what="model", row=model.pk)

    def _wish_lead(self, data: Any) -> Any:
        model = self._model(data)
        return model and wishes.Lead(entry=model.entry_id, model=model.pk)

    def _wish_extend(self, data: Any) -> Any:
        entry = self._somebody(data)
        until = self.now + dt.timedelta(hours=data.draw(st.integers(1, 80), label="hours"))
        return entry and wishes.Extend(entry=entry.pk, until=until.isoformat())

    def _wish_playing(self, data: Any) -> Any:
        entry = self._somebody(data)
        return entry and wishes.SetPlaying(entry=entry.pk, playing=entry.state == "retired")

    def _wish_undo(self, data: Any) -> Any:
        ruled = list(self.league().corrections.order_by("number").values_list("number", flat=True))
        number = self.one_of(data, ruled, "ruling")
        return number and wishes.Undo(correction=number)

    # -- who comes, and who begins again ---------------------------------------------------------------

    @precondition(_under_way)
    @rule(data=st.data(), verb=st.sampled_from(("anew", "anew", "call off", "come in", "build", "join")))
    def somebody_begins(self, data: Any, verb: str) -> None:
        if verb == "join":
            self._late_joiner()
            return
        entry = self.one_of(data, self.entries("active", "inactive", "building"), "who")
        if entry is None:
            return
        if verb == "build" or entry.state == "building":
            taste = data.draw(st.integers(0, 3), label="taste")
            self.attempt(lambda: self._found(entry, taste))
        elif verb == "anew":
            self.attempt(lambda: anew.ask(entry, entry.user))
        elif verb == "call off":
            self.attempt(lambda: anew.call_off(entry, entry.user))
        else:
            self.attempt(lambda: anew.come_in(entry, entry.user))

    def _late_joiner(self) -> None:
        if not self.newcomers:
            return
        user = self.newcomers.pop()
        faction = FACTIONS[len(self.newcomers) % len(FACTIONS)]
        token = self.attempt(lambda: verbs.invite(self.league(), self.organiser))
        if token is not None:
            self.attempt(lambda: verbs.join(self.league(), user, faction=faction, token=token))

    # -- further games, events --------------------------------------------------------------------------

    @precondition(_games_are_open)
    @rule(data=st.data(), set_up=st.sampled_from(GameProposal.SetUp.values), agreed=st.integers(0, 3))
    def two_agree_on_a_further_game(self, data: Any, set_up: str, agreed: int) -> None:
        pair = self.entries("active")
        if len(pair) < 2:
            return
        a = self.one_of(data, pair, "who asks")
        b = self.one_of(data, [other for other in pair if other.pk != a.pk], "whom")
        offer = self.attempt(lambda: extra.propose(a, a.user, b, set_up))
        if offer is None:
            return
        offer = GameProposal.objects.select_related("by__user", "to__user", "week__campaign").get(pk=offer.pk)
        if agreed:
            self.attempt(lambda: extra.accept(offer, b.user))
        else:
            self.attempt(lambda: extra.decline(offer, b.user))

    @precondition(_under_way)
    @rule(data=st.data(), contest=st.booleans())
    def the_organiser_sets_the_event(self, data: Any, contest: bool) -> None:
        week = self.week()
        assert week is not None
        if contest and week.state == "event":
            winner = self.one_of(data, events.contestants(week), "winner")
            winners = [winner.pk] if winner is not None else []
            self.attempt(lambda: events.enter_contest(week, self.organiser, winners, "As played."))
            return
        known = sorted(row.slug for row in loading.charts(week.campaign).weekly_events)
        slug = self.one_of(data, known, "event")
        if slug:
            self.attempt(lambda: events.choose_event(week, self.organiser, slug, "For a change."))

    # -- the end ------------------------------------------------------------------------------------------

    def _bring_to_an_end(self) -> None:
        super()._bring_to_an_end()
        if self.travels:
            self._travel()

    def _travel(self) -> None:
        """The league as a file, into another league and out again: equal bytes, equal totals."""
        league = self.league()
        with time_machine.travel(self.now, tick=False):
            content = write(league, phrase=PHRASE)
            again = importing.bring_in(read(content).opened(PHRASE), self.organiser)
        assert write(again, phrase=PHRASE) == content, "the file of the league that came back is another one"
        kept = [(r.rank, r.points, r.vp, r.scrip, r.arsenal_value) for r in queries.standings(league)]
        came = [(r.rank, r.points, r.vp, r.scrip, r.arsenal_value) for r in queries.standings(again)]
        assert came == kept, (kept, came)
        played["travelled"] += 1
