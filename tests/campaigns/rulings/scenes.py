"""A league some weeks on, and the shortest words for a ruling on it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.utils import timezone
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.league.queries import standings
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Entry, Game, Ruling, Transfer, Week
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.requests import AnyRequest, CorrectResult
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult
from tests.campaigns.conftest import League


def live(league: League, until: int, *, taste: str = "") -> None:
    """Weeks from the first on, each played whole and closed; the last one is left open."""
    for number in range(1, until + 1):
        play.live_week(league.week(number), taste=f"{taste}{number}")
        if number < until:
            close(league.week(number))


def close(week_row: Week) -> None:
    week.reach_deadline(week_row, None)


def side_of(game: Game, seat: int) -> Any:
    return play.sides(fresh(game))[seat]


def made_of(game: Game, seat: int) -> Aftermath:
    return play.aftermaths(fresh(game))[seat]


def result_of(game: Game) -> EncounterResult:
    result = weeks.settled_result(fresh(game))
    assert result is not None, "the game has no result"
    return result


def fresh(game: Game) -> Game:
    return Game.objects.select_related("week__campaign").get(pk=game.pk)


def scored(seat: SeatResult, vp: int) -> SeatResult:
    """The same side with ``vp`` from the Strategy alone, at most four."""
    strategy = (0, *(int(turn < vp) for turn in range(4)))
    return replace(seat, strategy_vp=strategy, schemes=(), vp=vp)


def with_vp(result: EncounterResult, first: int, second: int) -> EncounterResult:
    a, b = result.seats
    return replace(result, seats=(scored(a, first), scored(b, second)), ended_turn=5)


def with_casualties(game: Game, seat: int, *casualties: Casualty) -> CorrectResult:
    result = result_of(game)
    seats = list(result.seats)
    seats[seat] = replace(seats[seat], casualties=casualties)
    return CorrectResult(encounter=game.pk, result=replace(result, seats=(seats[0], seats[1])))


def unhurt(game: Game, seat: int) -> int:
    """A hired model that is there and was not Finished Off."""
    fell = {c.model_id for c in result_of(game).seats[seat].casualties if c.finished_off}
    hired = {member["id"] for member in fresh(game).reveal["seats"][seat]["members"]}
    there = set(side_of(game, seat).entry.models.owned().values_list("pk", flat=True))
    return min((hired & there) - fell)


def ruled(league: League, request: AnyRequest, **more: Any) -> Ruling:
    """The ruling as an organiser makes it: looked at, then made as it was shown."""
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    ruling = ruling_operations.rule(
        league.campaign, league.organiser, request, "As agreed at the table.", seen=plan.digest, **more
    )
    check(league)
    return ruling


def corrected(league: League, game: Game, first: int, second: int) -> Ruling:
    return ruled(league, CorrectResult(encounter=game.pk, result=with_vp(result_of(game), first, second)))


def purse(entry: Entry) -> int:
    return balances.balance(entry)


def cause_of(game: Game, seat: int) -> str:
    aftermath = made_of(game, seat)
    effects = replay.view(aftermath).effects
    number = next(n for n, effect in enumerate(effects) if type(effect).__name__ == "ScripEarned")
    return f"aftermath:{aftermath.pk}/effect:{number}"


def check(league: League) -> None:
    """What holds after every ruling: the ledger, the week's maximum, every total its recomputation."""
    league.check()
    campaign = league.campaign
    for week_row in campaign.weeks.all():
        week_row.campaign = campaign
        for entry in campaign.entries.select_related("user", "campaign"):
            earned = balances.earned_in_week(entry, week_row.number)
            assert earned <= week_row.rules.weekly_cap, f"{entry} earned {earned} in {week_row}"
            assert weeks.changes_of(entry, week_row, {}) == [], f"{week_row} of {entry} reckons otherwise"
            assert balances.owed(entry) == 0 or balances.balance(entry) == 0, "what is owed is paid first"
    table = {row.entry: row for row in standings(campaign)}
    counted: Counter[int] = Counter()
    for game in Game.objects.filter(week__campaign=campaign, state__in=["aftermath", "closed"]):
        for side in game.sides.all():
            counted[side.entry_id] += game.outcome["vp"][side.seat]
    assert {pk: row.vp for pk, row in table.items()} == {pk: counted[pk] for pk in table}


def transfers(league: League) -> list[tuple[str, int, str]]:
    """Every movement of the league: its cause, its Scrip, why."""
    rows = Transfer.objects.filter(campaign=league.campaign).order_by("pk")
    return list(rows.values_list("natural_key", "amount", "reason"))


def now() -> Any:
    return timezone.now()
