"""The page of a restart: what it costs and brings, and its progress."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    Campaign,
    Entry,
    Game,
    Restart,
    Week,
)
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.catalog import queries as catalog
from mfcampaign.dispatch import queries as work
from mfcampaign.dispatch.queries import CommandStatus
from rules.campaign.aftermath.asks import Ask, Bearer, Option
from rules.campaign.policies import declarable
from rules.fate.cards import Card
from rules.refusal import Total

State = Restart.State


class Ware(Struct, frozen=True):
    """One option of the open question, with its few words and who could take it."""

    option: Option
    digest: str
    bearers: tuple[Bearer, ...]


class RestartPage(Struct, frozen=True):
    """``week``: the first one the new Arsenal could play (``None``: none is left). ``lost_*`` is what the
    old one leaves behind; ``budget`` (Soulstones), ``scrip`` and ``flips`` are what the new one gets."""

    restart: Restart | None
    may_ask: bool
    may_come_in: bool
    hires_open: bool
    week: int | None
    budget: int
    scrip: Total
    flips: int
    lost_models: int
    lost_scrip: int
    lost_bounty: str
    lost_flips: bool
    factions: tuple[tuple[str, str], ...]
    purse: int
    ask: Ask | None = None
    wares: tuple[Ware, ...] = ()
    cards: tuple[Card, ...] = ()
    brought: tuple[tuple[str, str], ...] = ()
    status: CommandStatus | None = None
    owed: Owed | None = None
    """The flips to make and until when, once the Arsenal is confirmed."""
    stopped: bool = False
    """Whether the league ended before the new Arsenal was ready."""

    @property
    def plays_from(self) -> int | None:
        """The first week of the new Arsenal, as far as it is known."""
        return (self.restart.plays_from if self.restart is not None else None) or self.week

    @property
    def flips_here(self) -> bool:
        """Whether the player is to enter a card now."""
        return (
            self.restart is not None
            and self.restart.flips == "entered"
            and self.ask is not None
            and self.ask.who == "fate"
        )

    @property
    def waiting(self) -> bool:
        """Whether a worker is at it: the page looks again by itself."""
        drawing = self.restart is not None and self.restart.state == State.FLIPPING and not self.stopped
        return drawing and self.ask is not None and self.ask.who == "fate" and not self.flips_here


def restart_page(entry: Entry) -> RestartPage:
    """At most ten queries, whatever the Arsenal holds."""
    campaign = entry.campaign
    restart = entry.restarts.exclude(state=State.CANCELLED).order_by("-pk").first()
    week = next_to_play(campaign)
    under_way = restart is not None and restart.state != State.DONE
    plays_from = (restart.plays_from if restart is not None and under_way else None) or week or 1
    rules = campaign.rules
    bounty = ArsenalBounty.objects.filter(entry=entry, state=ArsenalBounty.State.ACTIVE).first()
    purse = balances.balance(entry)
    models = entry.models.owned().count()
    page = RestartPage(
        restart=restart,
        may_ask=not under_way and entry.state == Entry.State.ACTIVE and week is not None,
        may_come_in=not under_way and entry.state == Entry.State.INACTIVE and not models and week is not None,
        hires_open=campaign.weeks.filter(state=Week.State.NEW_HIRES).exists(),
        week=week,
        budget=campaign.played.restart.budget(rules),
        scrip=campaign.played.restart.scrip(plays_from, rules),
        flips=campaign.played.restart.flips(plays_from, rules),
        lost_models=models,
        lost_scrip=0 if rules.restart_keep_scrip else purse,
        lost_bounty=bounty.name if bounty else "",
        lost_flips=Aftermath.objects.filter(
            side__entry=entry, side__game__state=Game.State.CLOSED, state=Aftermath.State.OPEN
        ).exists(),
        factions=_factions(campaign) if rules.restart_faction_change else (),
        purse=purse,
        owed=owed_by(campaign, [restart])[entry.pk]
        if restart is not None and restart.state in UNFINISHED
        else None,
        stopped=under_way and campaign.state != Campaign.State.RUNNING,
    )
    if restart is None or not restart.context:
        return page
    restart.entry = entry
    return _with_flips(page, restart)


def _factions(campaign: Campaign) -> tuple[tuple[str, str], ...]:
    return tuple(declarable(campaign.rules, campaign.edition).items())


def _with_flips(page: RestartPage, restart: Restart) -> RestartPage:
    view = replay.view(restart)
    ask = view.ask
    charts = catalog.charts(restart.charts_id or 0)
    digests = {upgrade.slug: upgrade.digest for upgrade in charts.upgrades}
    wares = tuple(
        Ware(option, digests.get(option.key, ""), tuple(b for b in option.bearers if not b.reason))
        for option in (ask.options if ask is not None and ask.who == "player" else ())
    )
    waits = ask is not None and ask.who == "fate" and restart.flips == "fate"
    key = restart.flip_key(ask.ordinal) if waits and ask is not None else ""
    return replace(
        page,
        ask=ask,
        wares=wares,
        cards=tuple(flip.final for flip in view.flips),
        brought=tuple((effect.sentence, effect.rule) for effect in view.effects),
        status=work.status_for(key) if key else None,
    )


# Founded, but its Barter flips are still to be made: it does not play yet.
UNFINISHED = (State.SHOPPING, State.FLIPPING)


def restart_under_way(entry: Entry) -> Restart | None:
    """The restart under way, if any."""
    return entry.restarts.filter(state__in=Restart.OPEN_STATES).first()


def unfinished(campaign: Campaign) -> set[int]:
    """Entries whose new Arsenal is founded but not finished: they are not paired."""
    restarts = Restart.objects.filter(entry__campaign=campaign, state__in=UNFINISHED)
    return set(restarts.values_list("entry", flat=True))


class Owed(Struct, frozen=True):
    """Barter flips that a new Arsenal owes before it plays: ``flips`` of them until ``due``, or its player
    sits out week ``week``."""

    flips: int
    week: int
    due: dt.datetime

    @property
    def sentence(self) -> str:
        what = "the Barter flip" if self.flips == 1 else f"the {self.flips} Barter flips"
        return f"{what} of the new Arsenal; without them week {self.week} is sat out"


def owed_by(campaign: Campaign, restarts: Iterable[Restart]) -> dict[int, Owed]:
    """What founded Arsenals of the league still owe, by entry, until the hires of the first week they play
    close. Two queries."""
    week = campaign.weeks.order_by("-number").first()
    open_now = week is not None and week.state == Week.State.NEW_HIRES
    ahead = () if week is None or open_now else Calendar(campaign).to_come(week)
    due = week.hires_close_at if week is not None else timezone.now()
    owed = {}
    for restart in restarts:
        number = restart.plays_from or (week.number if week is not None else 1)
        closes = next((days.hires for days in ahead if days.number >= number), due)
        owed[restart.entry_id] = Owed(restart.flips_due, number, closes)
    return owed


def not_paired_yet(week: Week) -> set[int]:
    """Entries that are not paired in this week: unfinished, or playing from a later one."""
    later = Restart.objects.filter(entry__campaign=week.campaign, plays_from__gt=week.number)
    return unfinished(week.campaign) | set(later.values_list("entry", flat=True))


def next_to_play(campaign: Campaign) -> int | None:
    """The first week that an Arsenal founded now could play; ``None`` when none is left."""
    week = campaign.weeks.order_by("-number").first()
    if week is None or campaign.state != Campaign.State.RUNNING:
        return None
    number = week.number if week.state == Week.State.NEW_HIRES else week.number + 1
    return number if number <= campaign.weeks_total else None
