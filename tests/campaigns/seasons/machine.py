"""A league that random people play by the ordinary operations, with a clock that jumps.

Every rule takes one step as somebody at their screen would; a ``Refusal`` is an answer like any other
and must have changed nothing. After each step ``invariants`` counts everything again. A season ends
with its campaign, or with the steps: then the organiser brings it to its end.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import time_machine
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mfcampaign.audit.models import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.autoplay import choices, play
from mfcampaign.campaigns.models import Aftermath, Campaign, Encounter, Entry, Week
from mfcampaign.campaigns.operations import aftermath, arsenal, encounter, hires, results
from mfcampaign.campaigns.operations import league as verbs
from mfcampaign.campaigns.operations import week as weeks
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command
from rules.core.campaign.asks import Ask
from rules.core.campaign.hires import hire_candidates, upgrade_candidates
from rules.core.campaign.start import StartList
from rules.core.refusal import Refusal
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.beginning import FACTIONS, MONDAY, SIZES, WEEKS, opened
from tests.campaigns.seasons.invariants import everything_wrong, wrong_with
from tests.campaigns.seasons.tally import count_league, played

_starts: dict[tuple[str, int, bytes], StartList] = {}


class Season(RuleBasedStateMachine):
    """One season. ``people`` are set by the test, made once outside all examples."""

    people: tuple[Any, ...] = ()
    built: Mapping[int, int] = {}
    """Leagues with founded Arsenals by their number of players, cancelled until a season takes one up."""
    listened = False
    """Whether the notices listen in this season: they cost as much as all the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._savepoint = transaction.atomic()
        self._savepoint.__enter__()
        self.campaign: Campaign | None = None
        self.now = MONDAY - dt.timedelta(days=3)
        self.keys = 0
        self.checked = -1
        self.travels = False
        self._seen: Week | None = None

    def teardown(self) -> None:
        try:
            if self.campaign is not None:
                self._bring_to_an_end()
        finally:
            transaction.set_rollback(True)
            self._savepoint.__exit__(None, None, None)

    # -- how a step is taken ------------------------------------------------------------------------

    def attempt(self, act: Callable[[], Any]) -> Any:
        """``act`` at this hour; a refusal is an answer if it is a sentence and changed nothing."""
        before = Act.objects.count()
        refused: Refusal | None = None
        self._seen = None
        with time_machine.travel(self.now, tick=False):
            try:
                with transaction.atomic():
                    found = act()
            except Refusal as refusal:
                refused = refusal
            if refused is not None:
                assert refused.sentence, "a refusal says why"
                assert Act.objects.count() == before, "a refusal leaves nothing behind"
                played["refused"] += 1
                return None
            self._settle()
        return found

    def _settle(self) -> None:
        dispatch.drain()
        self._seen = None

    def league(self) -> Campaign:
        assert self.campaign is not None
        return Campaign.objects.get(pk=self.campaign.pk)

    def week(self) -> Week | None:
        """The present week; looked up again after each step."""
        if self._seen is None:
            weeks_so_far = Week.objects.filter(campaign=self.campaign).select_related("campaign")
            self._seen = weeks_so_far.order_by("-number").first()
        return self._seen

    def one_of(self, data: Any, rows: list[Any], label: str) -> Any:
        return rows[data.draw(st.integers(0, len(rows) - 1), label=label)] if rows else None

    def games(self, *states: str) -> list[Encounter]:
        found = Encounter.objects.filter(week__campaign=self.campaign, state__in=states)
        return list(found.select_related("week__campaign").order_by("week__number", "table"))

    def entries(self, *states: str) -> list[Entry]:
        found = Entry.objects.filter(campaign=self.campaign, state__in=states)
        return list(found.select_related("user", "campaign").order_by("pk"))

    # -- the league begins --------------------------------------------------------------------------

    @initialize(data=st.data(), players=st.sampled_from(SIZES), weeks_total=st.sampled_from(WEEKS))
    def opens(self, data: Any, players: int, weeks_total: int) -> None:
        rules = data.draw(drawn.house_rules(), label="house rules")
        self.organiser, *members = self.people
        self.travels = data.draw(st.integers(0, 29), label="travels?") == 17
        type(self).listened = data.draw(st.integers(0, 29), label="listened?") == 17
        by_hand = data.draw(st.integers(0, 5), label="by hand?") == 5 or players not in self.built
        if by_hand:
            self._open(data, rules, players, weeks_total)
        else:
            self.campaign = Campaign.objects.get(pk=self.built[players])
            self.campaign.policies, self.campaign.weeks_total = rules, weeks_total
            self.campaign.state = Campaign.State.ARSENAL_BUILD
            self.campaign.save()
        self.newcomers = list(members[players : players + 2])
        self.now = MONDAY
        played["begun"] += 1
        self.tick()

    def _open(self, data: Any, rules: dict[str, Any], players: int, weeks_total: int) -> None:
        """All of a league's beginning, by its people; one in ten is late."""
        with time_machine.travel(self.now, tick=False):
            self.campaign, token = opened(self.organiser, rules, weeks_total)
            for number, user in enumerate(self.people[1 : players + 1]):
                entry = verbs.join(self.campaign, user, faction=FACTIONS[number % len(FACTIONS)], token=token)
                late = players > 2 and data.draw(st.integers(0, 9), label="in time?") == 0
                if not late:
                    self._found(entry, data.draw(st.integers(0, 3), label="taste"))
            verbs.close_registration(self.campaign, self.organiser)

    def _found(self, entry: Entry, taste: int) -> None:
        """A starting Arsenal of that taste; the same list again by the same rules."""
        rules = msgspec.json.encode(entry.campaign.rules)
        start = _starts.get((entry.faction, taste, rules))
        if start is None:
            start = _starts[entry.faction, taste, rules] = choices.start_list(entry, taste=str(taste))
        arsenal.save_draft(entry, entry.user, start)
        arsenal.found(entry, entry.user)

    def tick(self) -> None:
        with time_machine.travel(self.now, tick=False):
            assert dispatch.tick() == []
            self._settle()

    @rule(hours=st.sampled_from((1, 1, 7, 7, 30, 49, 120)))
    def time_passes(self, hours: int) -> None:
        """The clock was away for so long; then it strikes twice at once."""
        self.now += dt.timedelta(hours=hours)
        for _ in range(2):
            self.tick()

    @rule()
    def the_deadline_comes(self) -> None:
        """Straight to what is due next."""
        week = self.week()
        if week is None or week.state == Week.State.CLOSED:
            return
        due = week.hires_close_at if week.state == Week.State.NEW_HIRES else week.games_close_at
        self.now = max(self.now, due)
        self.tick()

    # -- hires --------------------------------------------------------------------------------------

    def _hiring(self) -> bool:
        week = self.week()
        return week is not None and week.state == Week.State.NEW_HIRES

    @precondition(_hiring)
    @rule(data=st.data(), legal=st.integers(0, 4))
    def somebody_hires(self, data: Any, legal: int) -> None:
        entry = self.one_of(data, self.entries("active"), "who hires")
        if entry is None:
            return
        part = self.week().parts.filter(entry=entry).select_related("entry__campaign").first()  # type: ignore[union-attr]
        if part is None:
            return
        part.week = self.week()  # type: ignore[assignment]
        offers = hire_candidates(hires.window(part), loading.catalogue(entry.campaign), entry.campaign.rules)
        wanted = [found for found in offers if found.legal or not legal]
        found = self.one_of(data, wanted, "whom")
        if found is not None:
            key = self._new_key()
            self.attempt(lambda: hires.hire_model(entry, entry.user, found.slug, key=key))
            self._again(lambda: hires.hire_model(entry, entry.user, found.slug, key=key), key)

    @precondition(_hiring)
    @rule(data=st.data())
    def somebody_buys_an_upgrade(self, data: Any) -> None:
        entry = self.one_of(data, self.entries("active"), "who buys")
        part = self.week().parts.filter(entry=entry).first() if entry else None  # type: ignore[union-attr]
        if part is None:
            return
        part.week, part.entry = self.week(), entry  # type: ignore[assignment]
        offers = upgrade_candidates(
            hires.window(part), loading.catalogue(entry.campaign), entry.campaign.rules
        )
        found = self.one_of(data, [offer for offer in offers if offer.legal], "which")
        if found is not None:
            self.attempt(lambda: hires.buy_upgrade(entry, entry.user, found.slug, key=self._new_key()))

    @precondition(_hiring)
    @rule(data=st.data(), again=st.booleans())
    def somebody_is_done_hiring(self, data: Any, again: bool) -> None:
        entry = self.one_of(data, self.entries("active", "inactive"), "who is done")
        if entry is not None:
            self.attempt(lambda: (hires.unlock if again else hires.lock)(entry, entry.user))

    # -- games --------------------------------------------------------------------------------------

    def _games_open(self) -> bool:
        week = self.week()
        return week is not None and week.state == Week.State.GAMES_OPEN

    @precondition(_games_open)
    @rule(data=st.data(), most=st.integers(1, 6))
    def a_table_goes_on(self, data: Any, most: int) -> None:
        """One game takes up to so many steps."""
        self._go_on(data, most, *Encounter.OPEN_STATES)

    @precondition(_games_open)
    @rule(data=st.data(), most=st.integers(2, 8))
    def a_result_is_wanted(self, data: Any, most: int) -> None:
        self._go_on(data, most, "playing", "reported", "disputed", "scheduled")

    @precondition(_games_open)
    @rule(data=st.data(), most=st.integers(2, 8))
    def an_aftermath_goes_on(self, data: Any, most: int) -> None:
        self._go_on(data, most, "aftermath")

    def _go_on(self, data: Any, most: int, *states: str) -> None:
        game = self.one_of(data, self.games(*states), "table")
        for _ in range(most if game is not None else 0):
            game = Encounter.objects.select_related("week__campaign").get(pk=game.pk)
            if game.state in Encounter.OPEN_STATES:
                getattr(self, f"_{game.state}")(data, game)

    def _scheduled(self, data: Any, game: Encounter) -> None:
        both = play.sides(game)
        waiting = [side for side in both if side.crew_submitted_at is None]
        verb = data.draw(st.sampled_from("cccccccpt"), label="Crew, size, take back")
        side = self.one_of(data, waiting if verb == "c" else list(both), "side")
        if verb == "p":
            size = data.draw(st.integers(0, game.ceiling + 1), label="size")
            self.attempt(lambda: encounter.propose_size(side, side.entry.user, size))
        elif verb == "t":
            self.attempt(lambda: encounter.take_back_crew(side, side.entry.user))
        elif (crew := drawn.crew(side, data.draw(st.integers(0, 5)) == 0)) is not None:
            self.attempt(lambda: encounter.submit_crew(side, side.entry.user, crew))

    def _playing(self, data: Any, game: Encounter) -> None:
        both = play.sides(game)
        found, side = data.draw(drawn.results(both), label="result"), self.one_of(data, list(both), "who")
        key = self._new_key()
        self.attempt(lambda: results.report(side, side.entry.user, found, key=key))
        self._again(lambda: results.report(side, side.entry.user, found, key=key), key)

    def _reported(self, data: Any, game: Encounter) -> None:
        verb = data.draw(st.sampled_from("ccccorn"), label="confirm, object, report, nobody")
        side = self.one_of(data, list(play.sides(game)), "who")
        if verb == "c":
            self.attempt(lambda: results.confirm(side, side.entry.user))
        elif verb == "o":
            self.attempt(lambda: results.object_to(side, side.entry.user, "It was two VP."))
        elif verb == "r":
            self._playing(data, game)
        else:
            self.attempt(lambda: results.confirm_unanswered(game))

    def _disputed(self, data: Any, game: Encounter) -> None:
        if data.draw(st.booleans(), label="ruled"):
            found = data.draw(drawn.results(play.sides(game)), label="ruling")
            self.attempt(lambda: results.rule(game, self.organiser, found, "I asked both."))
        else:
            self._playing(data, game)

    def _aftermath(self, data: Any, game: Encounter) -> None:
        made = self.one_of(data, play.aftermaths(game), "whose aftermath")
        if made is None or made.state != Aftermath.State.OPEN:
            return
        ask = aftermath.view(made).ask
        assert ask is not None, "an open aftermath asks something"
        self._answer(data, made, ask)

    def _answer(self, data: Any, made: Aftermath, ask: Ask) -> None:
        user = made.side.entry.user
        if not made.flips or data.draw(st.integers(0, 7), label="changes who flips") == 0:
            source = data.draw(st.sampled_from(("fate", "fate", "entered")), label="who flips")
            self.attempt(lambda: aftermath.flip_source(made, user, source))
        elif ask.who == "fate" and made.flips == "entered":
            codes = data.draw(drawn.cards(ask), label="cards")
            self.attempt(lambda: aftermath.enter_cards(made, user, ask.ordinal, codes))
        elif ask.who == "player":
            chosen = data.draw(drawn.answers(ask), label="answer")
            for _ in range(2):  # the second tap finds the first answer
                self.attempt(
                    lambda: aftermath.choose(
                        made,
                        user,
                        ask.ordinal,
                        chosen.option,
                        bearer=chosen.bearer,
                        annihilate=chosen.annihilate,
                    )
                )

    # -- the organiser's levers, and people who leave -------------------------------------------------

    @rule(data=st.data(), lever=st.sampled_from(("void", "forfeit", "close", "deadline", "later")))
    def the_organiser_pulls_a_lever(self, data: Any, lever: str) -> None:
        week = self.week()
        if week is None:
            return
        game = self.one_of(data, self.games(*Encounter.OPEN_STATES), "table")
        if lever in ("void", "forfeit") and game is not None:
            absent = self.one_of(data, list(play.sides(game)), "absent")
            if lever == "void":
                self.attempt(lambda: results.void(game, self.organiser, "A storm."))
            else:
                self.attempt(lambda: results.forfeit(game, self.organiser, absent, "Did not come."))
        elif lever == "close":
            self.attempt(lambda: weeks.close_hires(week, self.organiser))
        elif lever == "deadline":
            self.attempt(lambda: weeks.reach_deadline(week, self.organiser))
        elif lever == "later":
            when = self.now + dt.timedelta(hours=data.draw(st.integers(-2, 60), label="hours"))
            self.attempt(lambda: weeks.move_deadline(week, self.organiser, when, "A holiday."))

    @rule(data=st.data(), sure=st.integers(0, 3))
    def somebody_leaves(self, data: Any, sure: int) -> None:
        entry = self.one_of(data, self.entries("active", "inactive", "retired"), "who leaves")
        if entry is not None and sure == 0:
            self.attempt(lambda: verbs.retire(entry, entry.user))

    # -- what must hold -------------------------------------------------------------------------------

    @invariant()
    def everything_adds_up(self) -> None:
        if self.campaign is None:
            return
        acts = Act.objects.count()
        if acts != self.checked:  # where no act was left, nothing has changed
            self.checked = acts
            played["steps"] += 1
            assert wrong_with(self.campaign) == []

    def _bring_to_an_end(self) -> None:
        """What is left is settled by the deadlines and, where they cannot, by the organiser; a league with
        more than two weeks to go is called off."""
        league, week = self.league(), self.week()
        if week is None or league.weeks_total - week.number > 2:
            self.attempt(lambda: verbs.cancel(league, self.organiser, "Too few came."))
        for _ in range(9):
            league = self.league()
            if league.state != Campaign.State.RUNNING:
                break
            self.the_deadline_comes()
            for game in self.games("scheduled", "playing", "disputed"):
                self.attempt(lambda game=game: results.void(game, self.organiser, "The season ends."))
            week = self.week()
            if week is not None and week.state == Week.State.GAMES_OPEN:
                self.attempt(lambda week=week: weeks.reach_deadline(week, self.organiser))
            self.tick()
        wrong = everything_wrong(league)
        assert wrong == [], wrong
        stuck = Command.objects.filter(campaign_id=league.pk, status="stuck")
        assert not stuck.exists(), [(command.subject, command.error) for command in stuck]
        count_league(self.league())

    def _new_key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    def _again(self, act: Callable[[], Any], key: str) -> None:
        """The same form sent twice: the first act is found, nothing is done again."""
        before = Act.objects.count()
        assert self.attempt(act) is None
        assert Act.objects.count() == before, f"{key} acted twice"
