"""Plays weeks of a league: each function takes one step of a league as its people would."""

from __future__ import annotations

from django.conf import settings

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Entry, Game, GameSide, Week, WeekEntry
from mfcampaign.campaigns.rising import drafts
from mfcampaign.campaigns.scripted import choices
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.aftermath.asks import AftermathView, Ask


def settle() -> None:
    """Do at once whatever waits, where there are no workers; a commit has usually rung for it already."""
    if settings.DISPATCH_IN_PROCESS:
        dispatch.drain()


def found_arsenal(entry: Entry, *, taste: str = "") -> None:
    """Draft and found a legal starting Arsenal."""
    if entry.campaign.played.start.leader_is_built:
        drafts.suggest(entry, entry.user, turn=choices.spread(taste, entry.faction, below=97))
        drafts.buy(entry, entry.user)
        return
    arsenal.save_draft(entry, entry.user, choices.start_list(entry, taste=taste))
    arsenal.found_arsenal(entry, entry.user)


def hire(part: WeekEntry, *, taste: str = "") -> None:
    """Hire one model if any is affordable, then be done."""
    slug = choices.hire(part, taste=taste)
    if slug:
        hires.hire_model(part.entry, part.entry.user, slug)
    hires.lock(part.entry, part.entry.user)


def hire_all(week: Week, *, taste: str = "") -> None:
    for part in parts(week):
        hire(part, taste=taste)


def contest(week: Week, *, taste: str = "") -> None:
    """An organiser writes down who won the contest of the week's event, if one is waited for."""
    week = Week.objects.select_related("campaign").get(pk=week.pk)
    if week.state != Week.State.EVENT:
        return
    organiser = week.campaign.organisers.select_related("user").earliest("pk").user
    others = [e for e in events.contestants(week) if e.user_id != organiser.pk]
    winner = others[choices.spread(taste, "contest", below=len(others))]
    events.enter_contest(week, organiser, [winner.pk], "As it was played")


def parts(week: Week) -> list[WeekEntry]:
    rows = week.parts.filter(hires_locked_at=None, entry__state=Entry.State.ACTIVE)
    return list(rows.select_related("entry__user", "entry__campaign", "week__campaign"))


def sides(game: Game) -> tuple[GameSide, GameSide]:
    rows = GameSide.objects.filter(game=game).select_related(
        "entry__user", "entry__campaign", "game__week__campaign"
    )
    first, second = rows.order_by("seat")
    return first, second


def submit_crew(side: GameSide) -> None:
    game_operations.submit_crew(side, side.entry.user, choices.crew(side))


def report(game: Game, *, taste: str = "", seat: int = 0) -> None:
    both = sides(game)
    results.report(both[seat], both[seat].entry.user, choices.result(both, taste=taste))


def confirm(game: Game, *, seat: int = 1) -> None:
    side = sides(game)[seat]
    results.confirm(side, side.entry.user)


def play(game: Game, *, taste: str = "") -> None:
    """From the pairing to a confirmed result and the first cards of both aftermaths."""
    both = sides(game)
    for side in both:
        submit_crew(side)
    report(game, taste=taste)
    results.confirm(both[1], both[1].entry.user)
    let_draw(game)
    settle()


def let_draw(game: Game) -> None:
    """Sides that have not chosen who flips let the portal draw."""
    for row in aftermaths(game):
        if row.state == Aftermath.State.OPEN and not row.flips:
            aftermath.flip_source(row, row.side.entry.user, "fate")


def finish_aftermath(row: Aftermath, *, until: str = "", most: int = 200) -> None:
    """Answer every question of one aftermath, or those before the phase ``until``; the flips come from the
    dispatcher in between."""
    settle()
    row.refresh_from_db(fields=["context"])
    for _ in range(most):
        row.refresh_from_db(fields=["state", "waiting_for", "flips"])
        if row.state != Aftermath.State.OPEN or row.waiting_for != "player":
            return
        ask = replay.view(row).ask
        while ask is not None and ask.who == "player":
            if ask.phase == until:
                return
            ask = _answered(row, ask).ask
        if ask is not None and not row.flips:
            aftermath.flip_source(row, row.side.entry.user, "fate")
        settle()
    raise RuntimeError(f"{row} does not come to an end.")


def _answered(row: Aftermath, ask: Ask) -> AftermathView:
    """One question answered as a plain player would, looking at the purse where something is for sale."""
    entry = row.side.entry
    purse = balances.balance(entry) if ask.kind in ("barter_buy", "bounty_buy") else 0
    keep = choices.saving_for_a_bounty(row) if ask.kind == "barter_buy" else 0
    charts = loading.charts(entry.campaign) if ask.kind == "bounty_buy" else None
    chosen = choices.answer(ask, purse, keep=keep, charts=charts)
    return aftermath.choose(
        row, entry.user, ask.ordinal, chosen.option, bearer=chosen.bearer, annihilate=chosen.annihilate
    )


def finish(game: Game) -> None:
    for row in aftermaths(game):
        finish_aftermath(row)


def aftermaths(game: Game) -> list[Aftermath]:
    rows = Aftermath.objects.filter(side__game=game)
    return list(
        rows.select_related(
            "side__entry__user", "side__entry__campaign", "side__game__week__campaign"
        ).order_by("side__seat")
    )


def live_week(week: Week, *, taste: str = "") -> None:
    """Hires if they are open, every game, every aftermath; the deadline is left to the caller."""
    week.refresh_from_db()
    if week.state == Week.State.NEW_HIRES:
        hire_all(week, taste=taste)
    contest(week, taste=taste)
    for game in week.games.filter(state=Game.State.SCHEDULED).order_by("table"):
        play(game, taste=taste)
        finish(game)
