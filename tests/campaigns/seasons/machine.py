"""A league that random people play by the ordinary operations, with a clock that jumps.

A season is a plan (``plan``) and the choices of its people. One step lives a stretch of a week: its New
Hires, a contest, its games, what the deadline could not settle. After each act the books are counted
again, after each step and each ruling every total that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import time_machine
from django.db import transaction
from django.db.models import Max
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Aftermath, Campaign, Countersign, Game, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.dispatch.models import Command
from mfcampaign.web import cache as page_cache
from tests.campaigns.seasons.beginning import MONDAY, opened
from tests.campaigns.seasons.incidents import Incidents
from tests.campaigns.seasons.invariants import everything_wrong
from tests.campaigns.seasons.plan import AFTER, BEFORE, HIRES, NEED_A_GAME, TABLE, Plan, plans
from tests.campaigns.seasons.tally import count_league, played

PHRASE = "a phrase for the road"
# Rows of a season are counted from seven millions on (``count_from_afar``).
AFAR = re.compile(r"\b[789]\d{6}\b")
# No season takes as many: eight weeks of hires, contest, games and a late end.
MOST_STRETCHES = 60


class Season(Incidents):
    """One season, from the founding of its Arsenals to its last deadline."""

    built: Mapping[tuple[str, str, int], int] = {}
    """Leagues with founded Arsenals by edition, campaign and players, cancelled until a season takes one
    up."""
    thicker = 1
    """How many times as much befalls a season as usual."""
    over = False
    """Whether the last occasions after the end are past."""
    listened = False
    """Whether the notices listen in this season: they cost as much as all the rest."""

    def teardown(self) -> None:
        try:
            if self.campaign is not None and self.sound:
                self._bring_to_an_end()
        finally:
            self._watching.__exit__(None, None, None)
            transaction.set_rollback(True)
            self._savepoint.__exit__(None, None, None)
            self._alone.__exit__(None, None, None)

    # -- the league begins ------------------------------------------------------------------------------

    @initialize(data=st.data())
    def proves(self, data: Any) -> None:
        plan = self.plan = data.draw(plans(self.thicker, self.edition, self.system), label="plan")
        self.organiser, *members = self.people
        Season.listened = plan.listened
        self.incidents = list(plan.incidents)
        self.newcomers = list(members[plan.players : plan.players + 2])
        if plan.by_hand:
            self._open_by_hand(data, plan)
        else:
            self.campaign = Campaign.objects.get(pk=self.built[self.edition, self.system, plan.players])
            self.campaign.policies, self.campaign.weeks_total = plan.rules, plan.weeks
            self.campaign.state = Campaign.State.ARSENAL_BUILD
            self.campaign.save()
        self.now = MONDAY
        played["begun"] += 1
        self.tick()

    def _open_by_hand(self, data: Any, plan: Plan) -> None:
        """All of a league's beginning, by its people; one in ten is late."""
        with time_machine.travel(self.now, tick=False):
            self.campaign, token = opened(self.organiser, self.edition, plan.rules, plan.weeks, self.system)
            for number, user in enumerate(self.people[1 : plan.players + 1]):
                entry = operations.join(self.campaign, user, faction=self.factions[number % 3], token=token)
                if number < 2 or data.draw(st.integers(0, 9), label="in time?"):
                    self.found(entry, data.draw(st.integers(0, 3), label="taste"))
            operations.close_registration(self.campaign, self.organiser)

    # -- a stretch of it --------------------------------------------------------------------------------

    @rule(data=st.data())
    def a_stretch_is_lived(self, data: Any) -> None:
        if self.over:
            return
        self.sound = False  # until the step is through
        before = self.week().number
        if self.running():
            {
                Week.State.NEW_HIRES: self._new_hires,
                Week.State.EVENT: self._a_contest,
                Week.State.GAMES_OPEN: self._games,
            }[Week.State(self.week().state)](data)
        else:
            self.over = True
            self.befall(data, AFTER)
        if self.plan.travels and self.week().number > before:
            self._travel()
        self.sound = True

    def running(self) -> bool:
        return self.league().state == Campaign.State.RUNNING

    def _still(self, week: Week) -> bool:
        """Whether that stretch of that week goes on; incidents may have ended it."""
        now = self.week()
        return self.running() and (now.number, now.state) == (week.number, week.state)

    def _new_hires(self, data: Any) -> None:
        week = self.week()
        self.befall(data, HIRES)
        if self._still(week):
            self.newcomers_build(data)
        if self._still(week):
            self.everybody_hires(data)
        if self._still(week):
            self.the_deadline_comes()

    def _a_contest(self, data: Any) -> None:
        """An organiser writes down who won it, or nobody does."""
        week = self.week()
        winner = self.one_of(data, [None, *events.contestants(week)], "winner")
        if winner is None:
            self.pass_time(week.campaign.rules.contest_h)
        else:
            act = partial(events.enter_contest, week, self.organiser, [winner.pk], "As played.")
            if self.attempt(act) is None:
                self.pass_time(week.campaign.rules.contest_h)

    def _games(self, data: Any) -> None:
        week = self.week()
        if week.games_close_at <= self.now:
            self._late(data, week)
            return
        self.befall(data, BEFORE)
        if self._still(week):
            self._play(data)
            self._what_was_owed(data)
            self.traitors_change_sides(data)
            self.befall(data, AFTER)
        if self._still(week) and self.plan.ends == week.number:
            self.attempt(lambda: operations.cancel(self.league(), self.organiser, "Too few came."))
        if self._still(week):
            self.the_deadline_comes()

    def _play(self, data: Any) -> None:
        """Each table by what befalls it, or else at the pace of the league; at once where something that
        is to come needs a game that was played."""
        for game in self.games("scheduled"):
            story = next(iter(self.due(TABLE)), None)
            needs_a_game = any(each.kind in NEED_A_GAME for each in self.incidents)
            paces = ("played",) if needs_a_game else self.plan.pace
            kind = story.kind if story else data.draw(st.sampled_from(paces), label="table")
            if getattr(self, f"table_{kind}")(data, game) and story is not None:
                self.incidents.remove(story)
            self.count_the_books()

    def _what_was_owed(self, data: Any) -> None:
        """Flips that a ruling made up for wait for their player."""
        open_again = Aftermath.objects.filter(
            side__game__week__campaign=self.campaign, side__game__state="closed", state="open"
        )
        for aftermath in open_again.select_related(
            "side__entry__user", "side__entry__campaign", "side__game__week__campaign"
        ).order_by("pk"):
            self.answers(data, aftermath, data.draw(st.sampled_from((40, 1, 0)), label="most"))

    def the_deadline_comes(self) -> None:
        """Straight to what is due next."""
        week = self.week()
        due = week.hires_close_at if week.state == Week.State.NEW_HIRES else week.games_close_at
        if week.state == Week.State.NEW_HIRES and self.now >= due:
            longer = week.parts.filter(hires_locked_at=None, extended_until__gt=self.now)
            due = longer.aggregate(last=Max("extended_until"))["last"] or due
        self.now = max(self.now, due)
        self.pass_time(0)

    def _late(self, data: Any, week: Week) -> None:
        """The organiser settles what kept the week open after its deadline; then nobody is waited for."""
        for game in self.games("scheduled", "playing", "disputed"):
            story = data.draw(st.sampled_from(("void", "forfeit", "rule")), label="settled by")
            if story == "forfeit":
                self.table_forfeit(data, game)
            elif story == "rule" and game.revealed_at:
                self.judged(data, game)
            else:
                self._counts_for_nothing(game)
        self._settle_objections()
        if self._still(week):
            self.pass_time(data.draw(st.sampled_from((13, 49, 1)), label="hours"))
        if self._still(week):
            self.attempt(lambda: weeks.reach_deadline(self.week(), self.organiser, "Agreed."))

    def _counts_for_nothing(self, game: Game) -> None:
        """A ruling, or where the campaign has none that voids a game, a forfeit."""
        if not self.ruled(requests.VoidGame(encounter=game.pk)):
            absent = game.sides.order_by("seat")[0]
            self.attempt(partial(results.forfeit, game, self.organiser, absent, "Nobody came."))

    def _settle_objections(self) -> None:
        objected = Countersign.objects.filter(
            decision__aftermath__side__game__week__campaign=self.campaign, state="objected"
        ).select_related("decision__aftermath__side__game__week__campaign")
        for row in objected.order_by("pk"):
            game = row.decision.aftermath.side.game
            act = partial(countersigning.rule, game, self.organiser, row.pk, True, "It stands.")
            self.attempt(act)

    # -- what must hold ---------------------------------------------------------------------------------

    @invariant()
    def everything_adds_up(self) -> None:
        self.sound = False
        self.count_everything()
        self.sound = True

    # -- the end ----------------------------------------------------------------------------------------

    def _bring_to_an_end(self) -> None:
        """What the steps left is settled by the deadlines and, where they cannot, by the organiser."""
        for _ in range(MOST_STRETCHES):
            if not self.running():
                break
            week = self.week()
            self.the_deadline_comes() if week.state != Week.State.EVENT else self.pass_time(200)
            for game in self.games("scheduled", "playing", "disputed"):
                self._counts_for_nothing(game)
            self._settle_objections()
            if self._still(week) and week.state == Week.State.GAMES_OPEN:
                self.attempt(lambda: weeks.reach_deadline(self.week(), self.organiser, "Agreed."))
        league = self.league()
        assert league.state in (Campaign.State.COMPLETE, Campaign.State.CANCELLED), self._what_waits()
        wrong = everything_wrong(league)
        assert wrong == [], wrong
        stuck = Command.objects.filter(campaign_id=league.pk, status="stuck")
        assert not stuck.exists(), [(command.subject, command.error) for command in stuck]
        count_league(league)
        if self.plan.travels:
            self._travel()

    def _what_waits(self) -> list[str]:
        """Why a season does not end, in words."""
        open_still = Aftermath.objects.filter(side__game__week__campaign=self.campaign)
        return [
            *(f"{game} is {game.state}" for game in self.games(*Game.OPEN_STATES)),
            *(
                f"{row} is {row.state}, opened {row.opened_at}, asks {row.asks} of {row.waiting_for}"
                for row in open_still.exclude(state=Aftermath.State.LOCKED)
            ),
        ]

    def _travel(self) -> None:
        """The league as a file, into another league and out again: equal bytes, equal totals, and no row's
        number of this database in it. The other league is gone afterwards."""
        league = self.league()
        with time_machine.travel(self.now, tick=False), transaction.atomic():
            content = write(league, phrase=PHRASE)
            again = transfer.import_league(read(content).opened(PHRASE), self.organiser)
            assert write(again, phrase=PHRASE) == content, "the file of the league that came back is another"
            page_cache._values.clear()
            came, stands = (
                [(r.rank, r.points, r.vp, r.scrip, r.arsenal_value) for r in league_page.standings(each)]
                for each in (again, league)
            )
            wrong = everything_wrong(again)
            transaction.set_rollback(True)
        page_cache._values.clear()  # the next one to come may have the numbers of this
        assert came == stands, (stands, came)
        assert wrong == [], wrong
        lines = [line for line in content.decode().splitlines() if '"is":"sealed"' not in line]
        told = [line[:600] for line in lines if AFAR.search(line)]
        assert told == [], f"numbers of this database are in the file: {told[:3]}"
        played["travelled"] += 1


class SecondSeason(Season):
    """A season by the figures, the hiring, the set-ups and the VP of the Second Edition."""

    edition = "m2e"


class FourthSeason(Season):
    """A season of the Fourth Edition."""

    edition = "m4e"


class RisingSeason(Season):
    """A season in which Leaders are built and grow."""

    edition = "m4e"
    system = "rising-names"
