"""What befalls a season: people, additional games, events, deadlines, organisers' rulings.

``befalls_…`` is true once the thing has happened; what found no occasion is tried again at the next.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from mfcampaign.campaigns import loading, own_games
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game.steps import sides_of
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, ArsenalUpgrade, Debt, Entry, GameProposal
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.rulings.plans import enter, result
from mfcampaign.campaigns.rulings.plans.weeks import settled_result
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.settings import changes
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.week import weekly_event as events
from rules.campaign.aftermath.bounties import ActiveBounty, tick
from rules.campaign.encounter import ReportFacts, game_record
from rules.edition import edition_of
from rules.game.league.needs import GameRecord
from rules.game.results.result import EncounterResult, SeatResult
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.plan import MOMENTS, Incident
from tests.campaigns.seasons.tables import Tables

# Settings that may change while the league runs, and that no invariant goes by.
CHANGED = (
    "barter_strategy_vp",
    "bounty_cost",
    "bye_policy",
    "bye_scrip",
    "entered_flips",
    "event_cap",
    "first_hire_discount",
    "forced_hire_timeout",
    "report_timeout_h",
    "unplayed_policy",
)
SETTLED = ("aftermath", "closed")


class Incidents(Tables):
    incidents: list[Incident]
    """Those that are still to come."""
    newcomers: list[Any]

    def befall(self, data: Any, moment: str) -> None:
        for due in self.due(moment):
            if getattr(self, f"befalls_{due.kind}")(data):
                self.incidents.remove(due)
            self.count_the_books()

    def due(self, moment: str) -> list[Incident]:
        """What this moment is an occasion for."""
        number = self.week().number
        return [each for each in self.incidents if each.week <= number and moment in MOMENTS[each.kind]]

    # -- people -----------------------------------------------------------------------------------------

    def _somebody(self, data: Any, *states: str) -> Entry | None:
        entry: Entry | None = self.one_of(data, self.entries(*(states or ("active",))), "who")
        return entry

    def befalls_late_joiner(self, data: Any) -> bool:
        if not self.newcomers:
            return True
        token = self.attempt(lambda: operations.invite(self.league(), self.organiser))
        faction = self.factions[data.draw(st.integers(0, 2), label="Faction")]
        user = self.newcomers[-1]
        if self.attempt(lambda: operations.join(self.league(), user, faction=faction, token=token)) is None:
            return False
        self.newcomers.pop()
        return True

    def befalls_restart(self, data: Any) -> bool:
        """Somebody gives the Arsenal up; one in four thinks better of it."""
        entry = self._somebody(data)
        if entry is None or self.attempt(lambda: restarting.ask(entry, entry.user)) is None:
            return False
        if data.draw(st.integers(0, 3), label="calls it off") == 3:
            self.attempt(lambda: restarting.call_off(entry, entry.user))
        return True

    def befalls_leaves(self, data: Any) -> bool:
        """For good, or until the next week."""
        entry = self._somebody(data)
        if entry is None or not self.ruled(requests.SetPlaying(entry=entry.pk, playing=False)):
            return False
        if data.draw(st.integers(0, 2), label="comes back"):
            self.incidents.append(Incident(self.week().number + 1, "comes_back"))
        return True

    def befalls_comes_back(self, data: Any) -> bool:
        entry = self._somebody(data, "retired")
        return entry is None or self.ruled(requests.SetPlaying(entry=entry.pk, playing=True))

    def befalls_replaced(self, data: Any) -> bool:
        entry = self._somebody(data)
        if entry is None or not self.newcomers:
            return entry is None
        done = self.ruled(requests.ReplacePlayer(entry=entry.pk, username=self.newcomers[-1].username))
        if done:
            self.newcomers.pop()
        return done

    # -- additional games, events, time, settings ------------------------------------------------------------

    def befalls_further_game(self, data: Any) -> bool:
        """Offered and agreed to, or declined; it is played with the others of the week."""
        a = self._somebody(data)
        others = game_page.opponents(a, self.week()) if a is not None else []
        b = self.one_of(data, others, "whom")
        if a is None or b is None:
            return False
        set_up = data.draw(st.sampled_from(GameProposal.SetUp.values), label="set-up")
        offer = self.attempt(lambda: additional.propose(a, a.user, b, set_up))
        if offer is None:
            return False
        offer = GameProposal.objects.select_related("by__user", "to__user", "week__campaign").get(pk=offer.pk)
        answer = additional.accept if data.draw(st.integers(0, 3), label="agreed") < 3 else additional.decline
        return self.attempt(lambda: answer(offer, b.user)) is not None

    def befalls_event(self, data: Any) -> bool:
        week = self.week()
        slug = self.one_of(
            data, sorted(row.slug for row in loading.charts(week.campaign).weekly_events), "event"
        )
        return (
            self.attempt(lambda: events.choose_event(week, self.organiser, slug, "For a change.")) is not None
        )

    def befalls_deadline(self, data: Any) -> bool:
        week, hours = self.week(), data.draw(st.integers(-2, 60), label="hours")
        what = "hires" if week.state == "new_hires" else "games"
        until = (self.now + dt.timedelta(hours=hours)).isoformat()
        return self.ruled(requests.MoveDeadline(week=week.number, what=what, until=until))

    def befalls_extended(self, data: Any) -> bool:
        entry = self._somebody(data)
        until = self.now + dt.timedelta(hours=data.draw(st.integers(1, 200), label="hours"))
        return entry is not None and self.ruled(requests.Extend(entry=entry.pk, until=until.isoformat()))

    def befalls_away(self, data: Any) -> bool:
        """Nobody is there, not even the clock; then it strikes twice at once."""
        self.pass_time(data.draw(st.sampled_from((30, 49, 120, 200)), label="hours"))
        return True

    def befalls_settings(self, data: Any) -> bool:
        name = data.draw(st.sampled_from(CHANGED), label="setting")
        value = data.draw(st.sampled_from(drawn.values_of(name) or (2,)), label="value")
        league = self.league()
        policies = {**settings.planned_policies(league), name: value}
        return bool(self.attempt(lambda: settings.change_policies(league, self.organiser, policies)))

    def befalls_holiday(self, data: Any) -> bool:
        week, days = self.week(), data.draw(st.sampled_from((7, 3, 14, -1)), label="days")
        what = "hires" if week.state == "new_hires" else "games"
        return self.ruled(requests.Holiday(week=week.number, what=what, days=days))

    def befalls_changed(self, data: Any) -> bool:
        """The league lasts longer or turns otherwise from the next week on."""
        league = self.league()
        facts = changes.facts_of(league)
        wanted = data.draw(
            st.sampled_from(
                (
                    replace(facts, weeks_total=facts.weeks_total + 1),
                    replace(facts, weeks_total=max(self.week().number, facts.weeks_total - 1)),
                    replace(facts, hire_days=3),
                    replace(facts, turnover_time=dt.time(20, 15), name="Another Name"),
                    replace(facts, zone="Europe/Madrid"),
                )
            ),
            label="change",
        )
        return (
            self.attempt(lambda: changes.change(league, self.organiser, wanted, "We talked it over."))
            is not None
        )

    def befalls_called_off(self, data: Any) -> bool:
        """One league in three that thinks of it ends before its time."""
        if data.draw(st.integers(0, 2), label="really") == 2:
            self.attempt(lambda: operations.cancel(self.league(), self.organiser, "Too few came."))
        return True

    # -- rulings ----------------------------------------------------------------------------------------

    def _settled(self, data: Any) -> Any:
        return self.one_of(data, self.games(*SETTLED), "table")

    def befalls_corrected(self, data: Any) -> bool:
        """A result as it really was: any other."""
        game = self._settled(data)
        if game is None:
            return False
        facts = result.brought(game, game.sides.order_by("seat"))
        outcome = data.draw(drawn.results(facts, game.week.rules), label="as it was")
        return self.ruled(requests.CorrectResult(encounter=game.pk, result=outcome))

    def befalls_owed(self, data: Any) -> bool:
        """A result with enough VP for the Strategy that a Barter flip more is due, or a Bounty done."""
        least = self.league().rules.barter_strategy_vp
        poor = [
            (game, seat)
            for game in self.games("closed")
            if not any(game.outcome["withdrew"])
            for seat, vp in enumerate(game.outcome["strategy_vp"])
            if vp < least
        ]
        game, seat = self.one_of(data, poor, "table and seat") or (None, 0)
        before = settled_result(game) if game is not None else None
        if before is None:
            return False
        outcome = _richer(before, seat, result.brought(game, game.sides.order_by("seat")))
        if not self.ruled(requests.CorrectResult(encounter=game.pk, result=outcome)):
            return False
        changes = self.league().rulings.latest("number").changes
        return any(change["type"] == "FlipsDue" for change in changes)

    def befalls_entered(self, data: Any) -> bool:
        """A game that ended unplayed was played after all, in this week or long ago."""
        game = self.one_of(data, self.games("forfeited"), "table")
        if game is None:
            return False
        sides = sides_of(game)
        crews: Any = ()
        if game.revealed_at is None:
            crews = self.attempt(lambda: tuple(choices.crew(side) for side in sides))
            if not crews or self.attempt(lambda: (enter.bring(game, sides, crews), True)) is None:
                return False
        facts = loading.report_facts(game, sides)
        outcome = data.draw(drawn.results(facts, game.week.rules), label="as it was")
        return self.ruled(requests.EnterResult(encounter=game.pk, result=outcome, crews=crews))

    def befalls_acted_for(self, data: Any) -> bool:
        """The organiser hires or answers for somebody who is away."""
        entry = self._somebody(data)
        if entry is None:
            return False
        waiting = Aftermath.objects.filter(
            side__entry=entry, state=Aftermath.State.OPEN, waiting_for="player"
        ).select_related("side__entry__user", "side__entry__campaign", "side__game__week__campaign")
        with own_games.acting_for(entry):
            row = waiting.first()
            ask = replay.view(row).ask if row is not None else None
            if row is not None and ask is not None and ask.who == "player":
                answer = lambda: aftermath.choose(row, self.organiser, ask.ordinal, ask.default)  # noqa: E731
                return self.attempt(answer) is not None
            return self.attempt(lambda: (hires.lock(entry, self.organiser), True)) is not None

    def befalls_struck(self, data: Any) -> bool:
        """A game of any week counts for nothing."""
        game = self._settled(data)
        return game is not None and self.ruled(requests.VoidGame(encounter=game.pk))

    def befalls_undone(self, data: Any) -> bool:
        ruled = self.league().rulings.exclude(kind="undo").filter(undone_by=None).order_by("number")
        number = self.one_of(data, list(ruled.values_list("number", flat=True)), "ruling")
        return number is not None and self.ruled(requests.Undo(ruling=number))

    def befalls_gift(self, data: Any) -> bool:
        what = data.draw(
            st.sampled_from(("scrip", "model", "injury", "take", "lead", "row", "upgrade")), label="what"
        )
        entry = self._somebody(data, "active", "retired")
        request = getattr(self, f"_gift_{what}")(data, entry) if entry is not None else None
        return request is not None and self.ruled(request)

    def _gift_scrip(self, data: Any, entry: Entry) -> Any:
        amount = data.draw(st.sampled_from((-9, -2, 1, 6)), label="Scrip")
        return requests.Give(entry=entry.pk, what="scrip", amount=amount)

    def _gift_model(self, data: Any, entry: Entry) -> Any:
        figures = [p for p in loading.catalogue(entry.campaign).profiles() if entry.faction in p.factions]
        profile = self.one_of(data, sorted(figures, key=lambda p: p.slug), "figure")
        return profile and requests.Give(entry=entry.pk, what="model", slug=profile.slug)

    def _gift_upgrade(self, data: Any, entry: Entry) -> Any:
        given = entry.campaign.played.charts.given(loading.charts(entry.campaign))
        goods = [slug for slug, _, category in given if category == "equipment"]
        slug = self.one_of(data, sorted(goods), "Equipment")
        return slug and requests.Give(entry=entry.pk, what="campaign_upgrade", slug=slug)

    def _gift_injury(self, data: Any, entry: Entry) -> Any:
        model = self._model(data, entry)
        known = sorted({row.slug for row in loading.charts(entry.campaign).injuries})
        slug = self.one_of(data, known, "injury")
        return model and requests.Give(entry=entry.pk, what="injury", slug=slug, bearer=model.pk)

    def _gift_take(self, data: Any, entry: Entry) -> Any:
        upgrades = list(ArsenalUpgrade.objects.filter(entry=entry).owned().order_by("pk"))
        row = self.one_of(data, upgrades, "Upgrade") if data.draw(st.booleans(), label="Upgrade") else None
        if row is not None:
            return requests.Take(entry=entry.pk, what="upgrade", row=row.pk)
        model = self._model(data, entry)
        return model and requests.Take(entry=entry.pk, what="model", row=model.pk)

    def _gift_lead(self, data: Any, entry: Entry) -> Any:
        model = self._model(data, entry)
        return model and requests.Lead(entry=entry.pk, model=model.pk)

    def _gift_row(self, data: Any, entry: Entry) -> Any:
        model = self._model(data, entry)
        return model and requests.CorrectRow(
            entry=entry.pk, what="model", row=model.pk, name="As it is", cost=model.cost + 1, scrip=-1
        )

    def _model(self, data: Any, entry: Entry) -> ArsenalModel | None:
        owned = list(entry.models.owned().order_by("pk"))
        model: ArsenalModel | None = self.one_of(data, owned, "model")
        return model

    def befalls_reopened(self, data: Any) -> bool:
        """A result, a choice or locked hires are open again; whoever it concerns goes on from there."""
        for game in self.games("aftermath"):
            if self.ruled(requests.ReopenResult(encounter=game.pk)):
                return True
            for row in play.aftermaths(game):
                if row.state == Aftermath.State.OPEN and self.ruled(requests.ReopenAnswer(aftermath=row.pk)):
                    return True
        entry = self._somebody(data)
        return entry is not None and self.ruled(requests.ReopenHires(entry=entry.pk))

    def befalls_forgiven(self, data: Any) -> bool:
        owing = Debt.objects.filter(entry__campaign=self.campaign).order_by("-pk")
        return any(self.ruled(requests.Forgive(entry=debt.entry_id)) for debt in owing[:1])


def _richer(before: EncounterResult, seat: int, facts: ReportFacts) -> EncounterResult:
    """The same game played to its last Turn, with all VP of the Strategy for ``seat`` and every portion of
    its Bounty that could be ticked; what the other side ticked stays as far as that bears it out."""
    mine, scoring = before.seats[seat], edition_of(facts.edition).scoring
    last = min(scoring.turns, 5)
    full = tuple(int(turn >= scoring.first) for turn in range(1, last + 1))
    richer = replace(mine, strategy_vp=full, vp=mine.vp - mine.strategy_total + sum(full))
    seats = (richer, before.seats[1]) if seat == 0 else (before.seats[0], richer)
    after = replace(before, seats=seats, ended_turn=last)
    game = game_record(after, facts)
    first, second = (
        _ticked(own, number, facts.sides[number].bounty, game, everything=number == seat)
        for number, own in enumerate(seats)
    )
    return replace(after, seats=(first, second))


def _ticked(
    own: SeatResult, seat: int, bounty: ActiveBounty | None, game: GameRecord, *, everything: bool
) -> SeatResult:
    wanted = [portion.id for portion in bounty.portions] if bounty and everything else own.bounty_ticks
    ticks = tick(bounty, wanted, game, seat)[1] if bounty is not None else ()
    return replace(own, bounty=bounty.slug if bounty is not None and ticks else "", bounty_ticks=ticks)
