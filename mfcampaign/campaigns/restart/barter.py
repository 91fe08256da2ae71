"""The Barter flips of a new Arsenal, run by ``aftermath.session`` (SL-ANEW-04 to -07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath.session import ProcedureSession, step
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Campaign, Entry, Restart, Week
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.week import fate
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import (
    LOCK,
    AftermathView,
    Answer,
    AnyEffect,
    Ask,
    UpgradeBought,
)
from rules.campaign.aftermath.procedure import fate_answer
from rules.campaign.restart import restart_context
from rules.fate.cards import Card
from rules.fate.league import FateDeck
from rules.refusal import Refusal

State = Restart.State


class BarterSession(ProcedureSession[Restart]):
    """The Barter flips of one restart in work."""

    kind = "restart"
    another_question = "The Barter is at another question."

    @property
    def entry(self) -> Entry:
        return self.row.entry

    @property
    def league(self) -> Campaign:
        return self.row.entry.campaign

    def deck(self, ask: Ask) -> FateDeck:
        """The deck from the fate of the week in which it is drawn; the seed is still sealed."""
        week = self.league.weeks.order_by("-number").first()
        if week is None or week.state == Week.State.CLOSED:
            raise Refusal("No week is open whose fate could draw this card.")
        week.campaign = self.league
        return fate.restart_deck(week, self.row.keyed_as, self.row.roster)

    def portal_answer(self, ask: Ask) -> Answer:
        return Answer(kind="choose", option=LOCK)

    def apply(self, effect: AnyEffect, number: int, act: Act) -> None:
        """A purchase is paid and owned; nothing else has an effect here."""
        if not isinstance(effect, UpgradeBought):
            return
        week = self.row.plays_from or self.row.begun_week
        ledger.charge(
            self.entry,
            effect.price,
            reason="barter",
            natural_key=f"restart:{self.row.pk}/effect:{number}",
            week=week,
            act=act,
            memo=effect.name,
        )
        arsenal.add_campaign_upgrade(
            self.entry,
            effect.slug,
            week=week,
            how="barter",
            bearer_id=effect.bearer_id,
            ss_cost=effect.ss_cost,
        )

    def close(self, act: ActInProgress[Campaign] | None) -> None:
        restarting.done(self.row)
        assert act is not None, "flips are made within an act"
        ready = f"{self.entry.label}'s new Arsenal is ready to play from week {self.row.plays_from} on."
        act.say(f"{act.act.sentence} {ready}".strip(), **self.facts)


FLIP = f"{BarterSession.kind}.flip"


def begin(entry: Entry, actor: Actor, *, flips: str = "fate") -> Restart:
    """Make the flips now, with the models and the Scrip there are; then none is hired until they are done."""
    if flips not in ("fate", "entered"):
        raise Refusal("Flips come from the portal or from your own table.")
    with operation(entry.campaign, actor, kind="restart.flips_begun") as act:
        restart = _locked(entry, act.row)
        if restart.state != State.SHOPPING:
            raise Refusal("The Barter flips have begun already, or the Arsenal is not confirmed yet.")
        owned = loading.arsenal(restart.entry)
        restart.charts = act.row.charts
        campaign_upgrades = restart.entry.upgrades.owned().filter(kind__in=["equipment", "skill"])
        facts: dict[str, Any] = msgspec.to_builtins(
            restart_context(
                owned,
                catalog.charts(act.row.charts_id),
                restart.flips_due,
                tuple(campaign_upgrades.values_list("slug", flat=True)),
                act.row.rules,
            )
        )
        del facts["charts"]
        restart.context, restart.state, restart.flips = facts, State.FLIPPING, flips
        restart.save(update_fields=["context", "charts", "state", "flips"])
        act.say(
            f"{restart.entry.label} makes {restart.flips_due} Barter flips for the new Arsenal.",
            entry=entry.pk,
        )
        BarterSession(restart).go_on(act)
    return restart


def choose(
    entry: Entry,
    actor: Person | None,
    ordinal: int,
    option: str,
    *,
    bearer: int | None = None,
    annihilate: str = "",
) -> AftermathView:
    """The player's answer to question ``ordinal``; the same answer twice is one answer."""
    answer = Answer(kind="choose", option=option, bearer=bearer, annihilate=annihilate)
    return _step(entry, actor, ordinal, answer, source="player", who="player")


def enter_card(entry: Entry, actor: Person | None, ordinal: int, code: str) -> AftermathView:
    """A card flipped at the player's own table, written ``10r``, ``RJ``."""
    try:
        card = Card.parse(code)
    except ValueError as error:
        raise Refusal(str(error), fix="Write the value and the suit's first letter, or BJ, RJ.") from None
    restart = restart_page.restart_under_way(entry)
    if restart is None or restart.flips != "entered":
        raise Refusal("The portal draws these cards.")
    answer = Answer(kind="card", card=card, source="entered")
    return _step(entry, actor, ordinal, answer, source="entered", who="fate")


def draw(restart: int, ordinal: int) -> dict[str, Any]:
    """A worker draws the card of question ``ordinal``: the same one however often it is asked."""
    row = Restart.objects.select_related("entry__user", "entry__campaign").get(pk=restart)
    if row.decisions.filter(ordinal=ordinal).exists():
        return {"drawn": ordinal, "again": True}
    if row.state != State.FLIPPING:
        raise Refusal("These flips have moved on; this card is not wanted any more.")
    _step(row.entry, None, ordinal, _fate_answer, source="fate", who="fate")
    return {"drawn": ordinal, "again": False}


def _fate_answer(session: BarterSession, ask: Ask) -> Answer:
    return fate_answer(ask, session.draw(ask))


def _locked(entry: Entry, campaign: Campaign) -> Restart:
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league is not under way; its Arsenals stay as they are.")
    restart = (
        Restart.objects.select_for_update(of=("self",))
        .filter(entry=entry, roster=entry.roster)
        .exclude(state__in=[State.CANCELLED, State.QUEUED])
        .select_related("entry__user")
        .last()
    )
    if restart is None:
        raise Refusal("No new Arsenal of yours has Barter flips to make.", rule="SL-ANEW-04")
    restart.entry.campaign = campaign
    return restart


def _step(
    entry: Entry,
    actor: Person | None,
    ordinal: int,
    answer: Answer | Callable[[BarterSession, Ask], Answer],
    *,
    source: str,
    who: str,
) -> AftermathView:
    def opened(league: Campaign) -> BarterSession:
        restart = _locked(entry, league)
        if restart.state not in (State.FLIPPING, State.DONE):
            raise Refusal("The Barter flips have not begun yet.", rule="SL-ANEW-04")
        return BarterSession(restart)

    return step(
        entry.campaign,
        actor,
        ordinal,
        answer,
        open_session=opened,
        kind=BarterSession.kind,
        source=source,
        who=who,
    )
