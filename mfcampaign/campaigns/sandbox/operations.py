"""Opens a sandbox of a league, has its players take their steps, deletes it.

Nothing that is hidden goes along: a sandbox begins its own first week, with seeds of its own, with the
Arsenals as their owners have them now. Its players are guests of the sandbox alone, so that no game of it
counts among anybody's own.
"""

from __future__ import annotations

from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal.operations import begin_with, building
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.queries import ORIGIN
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week
from mfcampaign.campaigns.next_season.operations import copy_arsenal, league_like
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer.tables import TABLES, Table
from mfcampaign.campaigns.week.scenario import origin_of
from mfcampaign.catalog import operations as drafts
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.play import origins
from mfcampaign.setups import operations as setups
from mfcampaign.web import cache
from rules.refusal import Refusal
from rules.wording import counted

ARSENAL, HIRES, GAME = "sandbox.found", "sandbox.hires", "sandbox.game"
LONGEST_NAME, PRACTICE = 40, " (practice)"
TASTE = "practice"


def try_season(league: Campaign, actor: Person, *, key: str | None = None) -> Campaign:
    """A sandbox of the league, for that organiser alone: settings, charts, pairing preferences, and its
    players with their Arsenals. ``Refusal`` while they have one of it."""
    with operation(league, actor, kind="league.sandbox", key=key) as act:
        if act.row.sandbox:
            raise Refusal("This is a sandbox already.", fix="Try the season of the league itself.")
        own = Campaign.objects.filter(sandbox_of=act.row, organisers__user=actor)
        if (before := own.first()) is not None:
            raise Refusal(f"You have a sandbox of this league: {before.name}.", fix="Delete it first.")
        today = timezone.localdate()
        sandbox = league_like(
            act.row, actor, name=f"Sandbox: {act.row.name}"[:80], starts_on=today, listed=False
        )
        sandbox.sandbox_of = act.row
        sandbox.save(update_fields=["sandbox_of"])
        entries = act.row.entries.exclude(state=Entry.State.RETIRED).select_related("user").order_by("pk")
        for entry in entries:
            _enter(sandbox, entry, actor)
        act.say(f"{actor} opened a sandbox to practise in.", organisers_only=True)
    return sandbox


def _enter(sandbox: Campaign, former: Entry, actor: Person) -> None:
    """A guest under the player's name, with the Arsenal that the player has."""
    guest, _token = accounts.create_guest(f"{former.user}"[: LONGEST_NAME - len(PRACTICE)] + PRACTICE, actor)
    entry = opening.join(sandbox, guest, faction=former.faction, crew_name=former.crew_name, by=actor)
    arsenal = loading.arsenal(former)
    leader = arsenal.leader
    if sandbox.played.start.leader_is_built or leader is None:
        return
    kept = {model.id for model in arsenal.models}
    with operation(sandbox, actor, kind="arsenal.kept") as act:
        fresh = building(entry)
        fresh.campaign = act.row
        begin_with(
            act,
            fresh,
            lambda week: copy_arsenal(former, fresh, kept, leader.id, week),
            scrip=arsenal.scrip,
            memo="As it was when the sandbox was opened",
        )
        act.say(f"{fresh.label} has {counted(len(kept), 'model')}.", entry=fresh.pk)


# -- what its players do ------------------------------------------------------------------------------


def play_on(sandbox: Campaign, actor: Actor, *, key: str | None = None) -> str:
    """Have the workers take the steps that players owe now, as plain players would; what those are, in a
    sentence. Weeks are closed by the organiser, as in any league."""
    with operation(sandbox, actor, kind="league.sandbox_played", key=key) as act:
        if not act.row.sandbox:
            raise Refusal("This is no sandbox.")
        sentence = _order(act.row, act.act.ordinal)
        act.say(sentence, organisers_only=True)
    return sentence


def _order(league: Campaign, ordinal: int) -> str:
    if league.state in Campaign.BEFORE_FIRST_WEEK:
        building_yet = list(league.entries.filter(state=Entry.State.BUILDING))
        for entry in building_yet:
            _submit(ARSENAL, league, ordinal, entry=entry.pk)
        if not building_yet:
            raise Refusal("Every Arsenal is built.", fix="Start week 1.")
        return f"{counted(len(building_yet), 'player')} build their Arsenals."
    week = league.weeks.exclude(state=Week.State.CLOSED).order_by("-number").first()
    if week is None:
        raise Refusal("The sandbox is over.", fix="Delete it, or open another.")
    if week.state in (Week.State.NEW_HIRES, Week.State.EVENT):
        _submit(HIRES, league, ordinal, week=week.pk)
        return f"The players finish their hires of week {week.number}."
    games = list(week.games.filter(state=Game.State.SCHEDULED))
    for game in games:
        _submit(GAME, league, ordinal, game=game.pk)
    if not games:
        raise Refusal("Every game of the week is played.", fix="Close the week.")
    return f"{counted(len(games), 'game')} of week {week.number} {'is' if len(games) == 1 else 'are'} played."


def _submit(kind: str, league: Campaign, ordinal: int, **payload: int) -> None:
    (number,) = payload.values()
    dispatch.submit(
        kind, f"{kind}:{number}/{ordinal}", payload, campaign_id=league.pk, subject=f"{league.name}: practice"
    )


def build_arsenal(entry_id: int) -> None:
    """The worker's part: one player builds an Arsenal."""
    entry = Entry.objects.select_related("user", "campaign").get(pk=entry_id)
    if entry.campaign.sandbox and entry.state == Entry.State.BUILDING:
        play.found_arsenal(entry, taste=TASTE)


def finish_hires(week_id: int) -> None:
    """The worker's part: everybody hires, and what the week's event asks for is written down."""
    week = Week.objects.select_related("campaign").get(pk=week_id)
    if not week.campaign.sandbox:
        return
    if week.state == Week.State.NEW_HIRES:
        play.hire_all(week, taste=TASTE)
    play.contest(week, taste=TASTE)


def play_game(game_id: int) -> None:
    """The worker's part: one game from its Crews to a result that both confirm. The Aftermaths are the
    organiser's to look at; those that nobody finishes end with the week."""
    game = Game.objects.select_related("week__campaign").get(pk=game_id)
    if not game.week.campaign.sandbox or game.state != Game.State.SCHEDULED:
        return
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    both = play.sides(game)
    result = choices.result(both, taste=f"{TASTE}/{game.pk}")
    results.report(both[0], both[0].entry.user, result)
    results.confirm(both[1], both[1].entry.user)


# -- its end ------------------------------------------------------------------------------------------


def delete(sandbox: Campaign, actor: Actor) -> str:
    """Delete a sandbox whole, with its guests; the league that it was of says so in its diary."""
    if (league := sandbox.sandbox_of) is None:
        raise Refusal("This is no sandbox.")
    with operation(league, actor, kind="league.sandbox_deleted") as act:
        row = Campaign.objects.select_for_update().get(pk=sandbox.pk)
        people = list(row.entries.values_list("user", flat=True))
        origins.forget(f"{ORIGIN}:{row.slug}/")
        setups.forget(map(origin_of, row.weeks.all()))
        # Children before parents; what has no place in a file goes with the rows that it hangs on.
        for table in reversed(TABLES):
            if table.model is not Campaign:
                _delete_rows(table, row)
        row.delete()
        drafts.forget_charts(sandbox.pk)
        accounts.forget_guests(people)
        act.say(f"{actor} deleted the sandbox.", organisers_only=True)
    cache.forget(sandbox)
    return f"{sandbox.name} is deleted."


def _delete_rows(table: Table, league: Campaign) -> None:
    """A row that takes another of its table back is deleted before that."""
    if any(field.related_model is table.model for field in table.fields if field.is_relation):
        for each in table.rows(league).reverse():
            each.delete()
    else:
        table.rows(league).delete()
