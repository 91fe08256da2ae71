"""While models are hired: purchases, and Arsenals of those who come late or begin anew."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.models import Entry, Restart, WeekEntry
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.restart import operations as restarting
from rules.campaign.aftermath.asks import Ask
from rules.campaign.hires import upgrade_candidates
from tests.campaigns.seasons import drawn
from tests.campaigns.seasons.basis import Basis

MOST_ANSWERS = 40


class Hiring(Basis):
    def everybody_hires(self, data: Any) -> None:
        parts = self.week().parts.filter(hires_locked_at=None, entry__state=Entry.State.ACTIVE)
        for part in parts.select_related("entry__campaign", "entry__user", "week__campaign").order_by("pk"):
            manner = data.draw(
                st.sampled_from(("leave", "leave", "leave", "hire", "equip", "done")), label="hires"
            )
            if manner in ("hire", "equip"):
                self._hire(data, part)
            if manner == "equip" and not part.week.campaign.played.start.leader_is_built:
                self._equip(data, part)
            if manner != "leave":
                self.attempt(lambda part=part: hires.lock(part.entry, part.entry.user))
                self.count_the_books()

    def _hire(self, data: Any, part: WeekEntry) -> None:
        entry, figures = part.entry, loading.catalogue(part.week.campaign)
        campaign = part.week.campaign
        offers = campaign.played.hires.candidates(loading.hire_window(part), figures, campaign.rules)
        honest = data.draw(st.integers(0, 7), label="honest") > 0
        offer = self.one_of(data, [each for each in offers if each.legal or not honest], "whom")
        if offer is None:
            return
        key = self.new_key()
        self.attempt(lambda: hires.hire_model(entry, entry.user, offer.slug, key=key))
        if data.draw(st.integers(0, 3), label="taps twice") == 3:
            self.again(lambda: hires.hire_model(entry, entry.user, offer.slug, key=key))

    def _equip(self, data: Any, part: WeekEntry) -> None:
        entry, figures = part.entry, loading.catalogue(part.week.campaign)
        part.refresh_from_db(fields=["hired_models", "hired_masters"])
        offers = upgrade_candidates(loading.hire_window(part), figures, part.week.campaign.rules)
        offer = self.one_of(data, [each for each in offers if each.legal], "which")
        if offer is not None:
            self.attempt(lambda: hires.buy_upgrade(entry, entry.user, offer.slug, key=self.new_key()))

    # -- new Arsenals -------------------------------------------------------------------------------------

    def newcomers_build(self, data: Any) -> None:
        """Who has no Arsenal yet, or gave it up, builds one and flips for it; some take another week."""
        for entry in self.entries("inactive"):
            if data.draw(st.booleans(), label="comes in"):
                self.attempt(lambda entry=entry: restarting.join_late(entry, entry.user))
        begun = Restart.objects.filter(entry__campaign=self.campaign, state__in=Restart.OPEN_STATES)
        for restart in begun.exclude(state=Restart.State.QUEUED).order_by("pk"):
            if data.draw(st.integers(0, 4), label="in time") < 4:
                self._build(data, restart)

    def _build(self, data: Any, restart: Restart) -> None:
        entry = Entry.objects.select_related("user", "campaign").get(pk=restart.entry_id)
        if restart.state == Restart.State.BUILDING:
            taste = data.draw(st.integers(0, 3), label="taste")
            self.attempt(lambda: self.found(entry, taste))
            entry.refresh_from_db()
        source = data.draw(st.sampled_from(("fate", "fate", "entered")), label="who flips")
        self.attempt(lambda: restart_barter.begin(entry, entry.user, flips=source))
        for _ in range(MOST_ANSWERS):
            restart.refresh_from_db()
            if restart.state != Restart.State.FLIPPING or restart.waiting_for != "player":
                break
            ask = replay.view(restart).ask
            assert ask is not None, "flips under way ask something"
            self._answer_for_new(data, entry, ask)
        self.count_the_books()

    def _answer_for_new(self, data: Any, entry: Entry, ask: Ask) -> None:
        user = entry.user
        if ask.who == "fate":
            code = data.draw(drawn.cards(ask), label="card")[0]
            self.attempt(lambda: restart_barter.enter_card(entry, user, ask.ordinal, code))
            return
        chosen = data.draw(drawn.answers(ask), label="answer")
        self.attempt(
            lambda: restart_barter.choose(
                entry, user, ask.ordinal, chosen.option, bearer=chosen.bearer, annihilate=chosen.annihilate
            )
        )
