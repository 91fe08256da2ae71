"""What must hold of a league after every act, each thing counted again from the rows it came from.

Nothing here asks the code that shows a total how it counts: the sums are made anew from transfers,
models and results. Each invariant returns sentences, none when all is well, and reads all it goes by from
the database: ``watch`` sees it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import F

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import catalogue
from mfcampaign.campaigns.models import (
    Account,
    Aftermath,
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Game,
    GameSide,
    Restart,
    Transfer,
    WeekEntry,
)
from rules.campaign.arsenal import injury_limit, skill_limit
from rules.tournament.standings.league import LeagueStanding
from tests.campaigns.seasons.grown import wrong_with_growth

EARNED = ("payday", "event", "bye")
OUT = (Game.State.VOID, Game.State.FORFEITED)


def wrong_with_aftermaths(campaign: Campaign) -> list[str]:
    """Every aftermath, and the Barter flips of every new Arsenal, replayed from their answers: what is
    written of them is what follows."""
    aftermaths = Aftermath.objects.filter(side__game__week__campaign=campaign).select_related(
        "side__entry__campaign", "side__game__week__campaign"
    )
    problems = []
    for row in aftermaths.exclude(state=Aftermath.State.QUEUED):
        view = replay.view(row)
        if len(view.effects) != row.applied:
            problems.append(f"{row}: {row.applied} effects written, {len(view.effects)} follow.")
        if view.scrip < 0:
            problems.append(f"{row}: its purse stands at {view.scrip}.")
        if row.side.game.state == Game.State.VOID:
            continue  # a ruling ended it where it stood
        if view.finished != (row.state == Aftermath.State.LOCKED):
            problems.append(f"{row} is {row.state}, its answers say finished={view.finished}.")
        if view.ask is not None and (view.ask.kind, view.ask.ordinal) != (row.asks, row.asks_ordinal):
            problems.append(f"{row} shows {row.asks} #{row.asks_ordinal}, asks {view.ask.kind}.")
    return [*problems, *_wrong_with_flips(campaign)]


def _wrong_with_flips(campaign: Campaign) -> Iterator[str]:
    for row in Restart.objects.filter(entry__campaign=campaign, state__in=("flipping", "done")):
        if not row.context and not row.flips_due:  # the new Arsenal flips nothing
            continue
        view = replay.view(row)
        if len(view.effects) != row.applied:
            yield f"{row}: {row.applied} effects written, {len(view.effects)} follow."
        if view.finished != (row.state == Restart.State.DONE):
            yield f"{row} is {row.state}, its answers say finished={view.finished}."


def purses(campaign: Campaign) -> dict[int, int]:
    """Scrip of each player: what came in less what went out."""
    balances_by_entry: dict[int, int] = defaultdict(int)
    for debit, credit, amount in Transfer.objects.filter(campaign=campaign).values_list(
        "debit__entry", "credit__entry", "amount"
    ):
        if debit is not None:
            balances_by_entry[debit] -= amount
        if credit is not None:
            balances_by_entry[credit] += amount
    return dict(balances_by_entry)


def _purses(campaign: Campaign) -> Iterator[str]:
    counted = purses(campaign)
    for account in Account.objects.filter(campaign=campaign, kind="purse"):
        if account.balance != counted.get(account.entry_id, 0):
            yield f"Purse {account.entry_id} shows {account.balance}, not what moved: {dict(counted)}."
        if account.balance < 0:
            yield f"Purse {account.entry_id} is below zero: {account.balance}."


def _earned(campaign: Campaign) -> dict[tuple[int, int], int]:
    """What counts towards the maximum of each week, by week and entry, from the transfers."""
    earned: dict[tuple[int, int], int] = defaultdict(int)
    for entry, week, amount, reason, back in Transfer.objects.filter(campaign=campaign).values_list(
        "credit__entry", "week", "amount", "reason", "reversed_by"
    ):
        if entry is not None and week is not None and reason in EARNED and back is None:
            earned[week, entry] += amount
    return earned


def _weeks_earned(campaign: Campaign) -> Iterator[str]:
    """SL-PAY-05: what counts towards the week's maximum never passes it."""
    if "weekly_cap" in campaign.played.policies.not_asked:
        return
    cap = campaign.rules.weekly_cap
    for (week, entry), amount in _earned(campaign).items():
        if amount > cap:
            yield f"Entry {entry} earned {amount} in week {week}; {cap} is the most (SL-PAY-05)."


def _shown_as_earned(campaign: Campaign) -> Iterator[str]:
    earned = _earned(campaign)
    for week in {week for week, _ in earned}:
        stated = balances.earned_by_entry(campaign, week)
        for (of, entry), amount in earned.items():
            if of == week and stated.get(entry) != amount:
                yield f"Entry {entry}, week {week}: {stated.get(entry)} shown as earned, {amount} counted."


def _table(campaign: Campaign) -> Iterator[str]:
    """The standings against results, transfers and models."""
    table, scrip = league_page.standings(campaign), purses(campaign)
    won, drawn, lost, vp, against = (Counter() for _ in range(5))  # type: ignore[var-annotated]
    by_game: dict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    sides = GameSide.objects.filter(
        game__week__campaign=campaign, game__state__in=("aftermath", "closed")
    ).order_by("seat")
    for game, entry, outcome in sides.values_list("game", "entry", "game__outcome"):
        by_game[game].append((entry, outcome))
    for pair in by_game.values():
        for seat, (entry, outcome) in enumerate(pair):
            winner = outcome["winner"]
            (drawn if winner is None else won if winner == seat else lost)[entry] += 1
            vp[entry] += outcome["vp"][seat]
            against[entry] += outcome["vp"][1 - seat]
    byes = Counter(
        WeekEntry.objects.filter(week__campaign=campaign, bye=True).values_list("entry", flat=True)
    )
    bye = campaign.scheme.bye
    for entry, number in byes.items():
        vp[entry] += number * bye.vp
        against[entry] += number * bye.vp_against
    for pk in sorted({*won, *drawn, *lost} - {row.entry for row in table}):
        yield f"Entry {pk} has games and does not stand in the table."
    for row in table:
        pk = row.entry
        counted = (won[pk], drawn[pk], lost[pk], vp[pk], vp[pk] - against[pk], byes[pk], scrip.get(pk, 0))
        stated = (row.wins, row.draws, row.losses, row.vp, row.difference, row.byes, row.scrip)
        if counted != stated:
            yield f"Entry {pk} stands at {stated}; counted again {counted}."
        if row.played != row.wins + row.draws + row.losses:
            yield f"Entry {pk}: {row.played} games played."
    yield from _values(campaign, table)


def _owned(campaign: Campaign) -> dict[int, list[ArsenalModel]]:
    models_by_entry: dict[int, list[ArsenalModel]] = defaultdict(list)
    owned = ArsenalModel.objects.filter(
        entry__campaign=campaign, annihilated_week=None, roster=F("entry__roster")
    )
    for model in owned.order_by("pk"):
        models_by_entry[model.entry_id].append(model)
    return models_by_entry


def _values(campaign: Campaign, table: list[LeagueStanding]) -> Iterator[str]:
    """The value of each Arsenal that the table shows (SL-SIZE-01, -03)."""
    rules, owned, built = campaign.rules, _owned(campaign), campaign.played.start.leader_is_built
    values = {row.entry: row.arsenal_value for row in table}
    for entry in owned.keys() & values.keys():
        value = sum(
            rules.master_value
            if m.station == "Master" and rules.master_value != "printed" and not built
            else m.cost + (m.surcharge if rules.size_uses == "paid" else 0)
            for m in owned[entry]
        )
        if value != values[entry]:
            yield f"Arsenal {entry} is shown worth {values[entry]}, counted {value}."


def _arsenals(campaign: Campaign) -> Iterator[str]:
    """Leader, Masters, Skills and Injuries within their numbers."""
    rules, owned, figures = campaign.rules, _owned(campaign), catalogue(campaign)
    bound: dict[int, Counter[str]] = defaultdict(Counter)
    for bearer, kind in ArsenalUpgrade.objects.filter(
        entry__campaign=campaign, annihilated_week=None, roster=F("entry__roster"), bearer__isnull=False
    ).values_list("bearer", "kind"):
        bound[bearer][kind] += 1
    living = {model.pk for models in owned.values() for model in models}
    yield from (f"Something hangs on model {pk}, which is gone." for pk in bound.keys() - living)
    for entry, models in owned.items():
        leaders = [model for model in models if model.is_leader]
        if len(leaders) != 1:
            yield f"Arsenal {entry} of {len(models)} models has {len(leaders)} Leaders."
        if campaign.played.start.leader_is_built:
            continue
        masters = [model for model in models if model.station == "Master"]
        if len(masters) > rules.max_masters:
            yield f"Arsenal {entry} holds {len(masters)} Masters."
        for model in models:
            weak = figures.has_profile(model.slug) and figures.profile(model.slug).insignificant
            if bound[model.pk]["skill"] > skill_limit(model.station, weak, rules):
                yield f"{model} carries {bound[model.pk]['skill']} Skills (SL-UPG-09)."
            if bound[model.pk]["injury"] > injury_limit(model.station, weak, rules):
                yield f"{model} carries {bound[model.pk]['injury']} Injuries (SL-INJURY-10)."


def _bounties(campaign: Campaign) -> Iterator[str]:
    """One at a time, and each accomplished once at the most (SL-BOUNTY-03, -04)."""
    held: Counter[tuple[int, str]] = Counter()
    for entry, slug, state in ArsenalBounty.objects.filter(entry__campaign=campaign).values_list(
        "entry", "slug", "state"
    ):
        held[entry, "" if state == "active" else slug if state == "accomplished" else "-"] += 1
    for (entry, what), count in held.items():
        if count > 1 and what != "-":
            yield f"Entry {entry} has {count} Bounties {what or 'at once'} (SL-BOUNTY-03, -04)."


def _games(campaign: Campaign) -> Iterator[str]:
    """Ratings and Pools are the sums of their lines; events within their cap; results as reported."""
    games = Game.objects.filter(week__campaign=campaign)
    for game, reveal in games.values_list("pk", "reveal"):
        for seat in reveal.get("seats", ()):
            for name in ("rating", "pool", "cost"):
                total = seat[name]
                if total["amount"] != sum(line["amount"] for line in total["lines"]):
                    yield f"Game {game}: the {name} {total['amount']} is not the sum of its lines."
    under_way = GameSide.objects.filter(game__week__campaign=campaign, game__state__in=OUT)
    for side in under_way.filter(aftermath__opened_at__isnull=False).exclude(aftermath__state="locked"):
        yield f"{side}: no game counts, but its aftermath is under way."


def _weeks(campaign: Campaign) -> Iterator[str]:
    """Each player once at a table of the pairing or on a bye; nobody both."""
    seated: dict[int, Counter[int]] = defaultdict(Counter)
    sides = GameSide.objects.filter(game__week__campaign=campaign).exclude(game__state="void")
    for week, entry in sides.filter(game__additional=False).values_list("game__week", "entry"):
        seated[week][entry] += 1
    for week, counted in seated.items():
        yield from (f"Entry {pk} sits at {n} tables of week {week}." for pk, n in counted.items() if n > 1)
    for part in WeekEntry.objects.filter(week__campaign=campaign, bye=True):
        if seated[part.week_id][part.entry_id]:
            yield f"Entry {part.entry_id} has a bye and a game in week {part.week_id}."
    numbers = list(campaign.weeks.order_by("number").values_list("number", "state"))
    if [number for number, _ in numbers] != list(range(1, len(numbers) + 1)):
        yield f"The weeks are numbered {numbers}."
    if any(state != "closed" for _, state in numbers[:-1]):
        yield f"An earlier week is open: {numbers}."
    if campaign.state == Campaign.State.COMPLETE and numbers and numbers[-1][1] != "closed":
        yield "The campaign is complete, its last week is not."


def _told(campaign: Campaign) -> Iterator[str]:
    """The diary has no gap, and the league has counted every act."""
    ordinals = Act.objects.filter(aggregate=f"campaign:{campaign.pk}").order_by("ordinal")
    numbers = list(ordinals.values_list("ordinal", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        yield "The acts are not numbered without a gap."
    if len(numbers) != campaign.acts:
        yield f"{len(numbers)} acts are told, the league counts {campaign.acts}."


Invariant = Callable[[Campaign], Iterable[str]]
# Counted again after each act.
BOOKS: dict[str, Invariant] = {
    "ledger": balances.verify,
    "purses": _purses,
    "weeks earned": _weeks_earned,
    "Arsenals": _arsenals,
    "Bounties": _bounties,
    "games": _games,
    "weeks": _weeks,
}
# Totals that pages show: after each stretch of a week and each ruling.
SHOWN: dict[str, Invariant] = {
    "table": _table,
    "earned": _shown_as_earned,
    "diary": _told,
}


def everything_wrong(campaign: Campaign) -> list[str]:
    """All of it at once, and every Aftermath replayed."""
    campaign = Campaign.objects.get(pk=campaign.pk)
    faults = [wrong for again in (BOOKS | SHOWN).values() for wrong in again(campaign)]
    return [*faults, *wrong_with_aftermaths(campaign), *wrong_with_growth(campaign)]
