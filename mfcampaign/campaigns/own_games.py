"""Whoever organises a league and plays in it decides none of their own games.

``watch`` surrounds every act in a league (``audit.operations.guard``): what decides the person's own games is
read before the act and after it, and an act that changed any of it is refused, unless the opponent agreed.
What a player does as a player (``OF_PLAYERS``) is not asked.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress
from mfcampaign.campaigns.aftermath.deadlines import due_at
from mfcampaign.campaigns.game.queries import origin_key
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Availability,
    Campaign,
    Countersign,
    Entry,
    Game,
    GameSide,
    LeaderGrowth,
    PairRule,
    PlayOffMatch,
    PointsGiven,
    Report,
    Tenure,
    Transfer,
    Week,
    WeekEntry,
)
from mfcampaign.play import origins
from rules.refusal import Refusal

OF_PLAYERS = (
    "additional.",
    "aftermath.cards_objected",
    "aftermath.countersigned",
    "aftermath.entered",
    "aftermath.flip_source",
    "aftermath.player",
    "arsenal.",
    "cost.stated",
    "encounter.begun",
    "encounter.confirmed",
    "encounter.consented",
    "encounter.crew_",
    "encounter.given_up",
    "encounter.objected",
    "encounter.report_withdrawn",
    "encounter.reported",
    "encounter.restored",
    "encounter.round_void",
    "encounter.schemes_chosen",
    "encounter.size_proposed",
    "entry.renamed",
    "hire.",
    "league.join_asked",
    "league.join_withdrawn",
    "league.joined",
    "league.left",
    "pairing.availability",
    "pairing.described",
    "restart.",
)
"""The beginnings of the kinds of acts that players do with their own Arsenal and at their own table."""
OF_THE_WEEK: dict[str, tuple[str, ...]] = {
    "week.contest_entered": ("your Scrip",),
    "week.deadline": (),
    "week.event_chosen": (),
    "week.hires_closed": (),
}
"""Acts that take the week on for everybody: fate and the rules may change what belongs to the person, but for
what is named here; and a game whose deadline is past is settled, whoever says so."""
ARSENAL = "the opponent’s Arsenal"
OTHERS_HIRES = "how long the others may hire"
OTHER_ORGANISER = "another organiser rules on it"
FIX = "Ask a second organiser (the organiser tools add one), or your opponent to agree on the game’s page."


class What(Struct, frozen=True, order=True):
    """Something that decides: of a ``game``, or (0) of the person's own ``entry``."""

    game: int
    name: str


class Own(Struct, frozen=True):
    """The entries, sides and games of one person in one league, by id; the games in which their opponent has
    agreed; and for whom they stand in, with the week's number."""

    entries: frozenset[int]
    sides: frozenset[int]
    games: frozenset[int]
    agreed: frozenset[int]
    stands_in: tuple[tuple[int, int], ...]

    @property
    def plays(self) -> bool:
        """Whether the person plays in the league, or did, or stands in for somebody."""
        return bool(self.entries or self.stands_in)


# -- whose game it is --------------------------------------------------------------------------------


def played_by(person: int, entries: str = "") -> Q:
    """The condition that ``person`` plays an entry, or did before somebody took it over."""
    before = Tenure.objects.filter(user=person).values("entry")
    return Q(**{f"{entries}user": person}) | Q(**{f"{entries}pk__in": before})


def own(campaign: Campaign, person: int) -> Own:
    """What ``person`` plays or played: their own, and the sides of weeks in which they stand in (A-47). Four
    queries."""
    entries = frozenset(campaign.entries.filter(played_by(person)).values_list("pk", flat=True))
    said = Availability.objects.filter(entry__campaign=campaign, stand_in=person)
    absent = tuple(said.values_list("entry", "week"))
    played = played_by(person, "entry__")
    for entry, week in absent:
        played |= Q(entry=entry, game__week__number=week)
    sides = GameSide.objects.filter(played, game__week__campaign=campaign)
    mine = dict(sides.values_list("pk", "game"))
    others = GameSide.objects.filter(game__in=set(mine.values())).exclude(pk__in=mine)
    agreed = others.exclude(consented_at=None).values_list("game", flat=True)
    games = frozenset(mine.values())
    return Own(entries, frozenset(mine), games, frozenset(agreed), absent)


def parts_that_keep(week: Week, actor: Actor, until: dt.datetime) -> list[WeekEntry]:
    """The players of that person's own open games, whose deadline stays, but for those who have that long
    already. A few queries."""
    person = getattr(actor, "pk", None)
    if person is None:
        return []
    mine = own(week.campaign, person)
    games = week.games.filter(pk__in=mine.games - mine.agreed, state__in=Game.OPEN_STATES)
    parts = week.parts.filter(entry__sides__game__in=games).exclude(extended_until__gte=until)
    return list(parts.select_related("entry__user").distinct().order_by("pk"))


# -- the watch ---------------------------------------------------------------------------------------


_absent: ContextVar[str] = ContextVar("absent", default="")


@contextmanager
def acting_for(entry: Entry) -> Iterator[None]:
    """What an organiser does in here is done for that player, who is away, and told as such."""
    token = _absent.set(entry.label)
    try:
        yield
    finally:
        _absent.reset(token)


@contextmanager
def watch(act: ActInProgress[Any], person: Person, kind: str) -> Iterator[None]:
    """Refuse what decides a game of the person's own; tell for whom, and with whose consent, it was done."""
    absent = _absent.get()
    if absent or not kind.startswith(OF_PLAYERS):
        with _decides_no_own(act, person, kind):
            yield
    else:
        yield
    if absent and act.act.sentence:
        act.act.sentence = f"{act.act.sentence} {person} acted for {absent}, who is away."


@contextmanager
def _decides_no_own(act: ActInProgress[Any], person: Person, kind: str) -> Iterator[None]:
    campaign: Campaign = act.row
    if campaign.state in Campaign.BEFORE_FIRST_WEEK:
        yield
        return
    before_act = own(campaign, person.pk)
    if not before_act.plays:
        yield
        return
    before = what_decides(campaign, before_act)
    overdue = _overdue(before_act) if kind in OF_THE_WEEK else frozenset()
    paired = frozenset(_paired_weeks(campaign))
    yield
    after_act = own(campaign, person.pk)
    after = what_decides(campaign, after_act)
    # What is there only afterwards changed a game, too; of the own Arsenal every fact is there before.
    changed = {what for what in before | after if before.get(what) != after.get(what)}
    changed = {what for what in changed if what in before or what.game in before_act.games}
    if kind in OF_THE_WEEK:
        changed = {what for what in changed if _forbidden(kind, what, overdue)}
    new = Game.objects.filter(pk__in=after_act.games - before_act.games, week__in=paired)
    if new.exists():
        raise Refusal("This would seat you at another table, so another organiser rules on it.", fix=FIX)
    if refused := sorted(what for what in changed if what.game not in before_act.agreed):
        raise _refusal(refused[0], act.row.played.rows.hires)
    if changed:
        _tell_consent(act, {what.game for what in changed}, before_act)


def _refusal(what: What, hires: str) -> Refusal:
    if what.name == OTHERS_HIRES:
        return Refusal(
            "You play in this league, and others may still hire until the time that everybody knows.",
            rule=hires,
            fix="Wait for them or for that time, or ask an organiser who does not play.",
        )
    if not what.game:
        sentence = f"This is about yourself, so {OTHER_ORGANISER}: {what.name} would change."
        return Refusal(sentence, fix="A second organiser can be added in the organiser tools.")
    game = Game.objects.select_related("week").get(pk=what.game)
    where = f"week {game.week.number}, table {game.table}"
    return Refusal(
        f"You play this game yourself, so {OTHER_ORGANISER}: {what.name} of {where} would change.", fix=FIX
    )


def _tell_consent(act: ActInProgress[Any], games: Iterable[int], mine: Own) -> None:
    others = GameSide.objects.filter(game__in=games).exclude(pk__in=mine.sides).select_related("entry__user")
    names = sorted({side.entry.label for side in others})
    act.act.sentence = f"{act.act.sentence} {' and '.join(names)} agreed to that beforehand.".strip()


def _paired_weeks(campaign: Campaign) -> Iterable[int]:
    opened = (Week.State.GAMES_OPEN, Week.State.CLOSED)
    return campaign.weeks.filter(state__in=opened).values_list("pk", flat=True)


def _forbidden(kind: str, what: What, overdue: frozenset[int]) -> bool:
    """Whether an act ``OF_THE_WEEK`` may not change it."""
    if what.name in (*OF_THE_WEEK[kind], OTHERS_HIRES):
        return True
    return bool(what.game) and what.game not in overdue and what.name != ARSENAL


def _overdue(mine: Own) -> frozenset[int]:
    """The own games whose deadline is past: the portal settles them, whoever asks it to."""
    now = timezone.now()
    due = deadlines(Game.objects.filter(pk__in=mine.games).select_related("week"))
    return frozenset(pk for pk, moment in due.items() if moment <= now)


# -- what decides ------------------------------------------------------------------------------------


def deadlines(games: Iterable[Game]) -> dict[int, dt.datetime]:
    """Until when each game may be played: the week's deadline, or longer where one of its players was given
    more time. One query."""
    by_pk = {game.pk: game for game in games}
    longer = dict(
        GameSide.objects.filter(game__in=list(by_pk), entry__weeks__week=F("game__week"))
        .values_list("game")
        .annotate(until=Max("entry__weeks__extended_until"))
    )
    return {pk: max(filter(None, (game.week.games_close_at, longer.get(pk)))) for pk, game in by_pk.items()}


def what_decides(campaign: Campaign, mine: Own) -> dict[What, Any]:
    """All that decides the person's own games and belongs to their own Arsenal, by what it is; two of these
    are equal exactly if nothing of it changed. A fixed number of queries."""
    deciding: dict[What, Any] = {}
    games = list(Game.objects.filter(pk__in=mine.games).select_related("week__campaign"))
    due = deadlines(games)
    keys = [origin_key(game) for game in games if game.state in Game.BEFORE_RESULT]
    here = origins.under_way_or_over(keys)
    for game in games:
        deciding[What(game.pk, "the result")] = (game.state, game.outcome, game.confirmed_at)
        if game.state in Game.OPEN_STATES:
            deciding[What(game.pk, "the deadline")] = due[game.pk]
        if game.state in Game.BEFORE_RESULT:
            deciding[What(game.pk, "the scenario")] = (
                game.scenario,
                game.size,
                game.ceiling,
                game.week.event,
            )
        row = here.get(origin_key(game))
        deciding[What(game.pk, "the Encounter")] = row and (row.pk, row.over)
    _sides(deciding, mine, games)
    _reports(deciding, mine)
    _aftermaths(deciding, mine)
    _own_entry(deciding, campaign, mine)
    _hires(deciding, campaign, mine)
    return deciding


def _sides(deciding: dict[What, Any], mine: Own, games: Iterable[Game]) -> None:
    """Crews of both, who plays for the opponent, and the Arsenal a Crew is still hired from."""
    opponents: dict[int, set[int]] = defaultdict(set)
    hiring = {game.pk for game in games if game.state in Game.BEFORE_RESULT}
    number = {game.pk: game.week.number for game in games}
    for side in GameSide.objects.filter(game__in=mine.games).select_related("entry"):
        crew = (side.crew, side.crew_submitted_at, side.schemes, side.proposed_size)
        deciding[What(side.game_id, f"the Crew of seat {side.seat}")] = crew
        if side.pk not in mine.sides:
            retired = side.entry.state == Entry.State.RETIRED
            deciding[What(side.game_id, "who plays the other side")] = [side.entry.user_id, retired]
            opponents[side.entry_id].add(side.game_id)
    stand_ins = Availability.objects.filter(entry__in=opponents).exclude(stand_in=None)
    for entry, week, person in stand_ins.values_list("entry", "week", "stand_in"):
        for game in opponents[entry]:
            if number[game] == week:
                deciding[What(game, "who plays the other side")].append(person)
    for model in (ArsenalModel, ArsenalUpgrade):
        owned: Any = model
        rows = owned.objects.filter(entry__in=opponents).owned().order_by("pk")
        for row in rows:
            for game in opponents[row.entry_id] & hiring:
                deciding.setdefault(What(game, ARSENAL), []).append(_row(row))
    for grown in LeaderGrowth.objects.filter(entry__in=opponents).order_by("pk"):
        for game in opponents[grown.entry_id] & hiring:
            deciding.setdefault(What(game, ARSENAL), []).append((grown.pk, grown.facts))


def _row(row: ArsenalModel | ArsenalUpgrade) -> tuple[Any, ...]:
    if isinstance(row, ArsenalModel):
        return ("model", row.pk, row.name, row.cost, row.is_leader)
    return ("upgrade", row.pk, row.name, row.ss_cost, row.bearer_id)


def _reports(deciding: dict[What, Any], mine: Own) -> None:
    reports = Report.objects.filter(game__in=mine.games).order_by("game", "number")
    for game, *report in reports.values_list("game", "number", "state", "result", "due_at"):
        deciding.setdefault(What(game, "the report"), []).append(report)
    cards = Countersign.objects.filter(decision__aftermath__side__game__in=mine.games).order_by("pk")
    for game, *card in cards.values_list("decision__aftermath__side__game", "pk", "state"):
        deciding.setdefault(What(game, "the entered cards"), []).append(card)


def _aftermaths(deciding: dict[What, Any], mine: Own) -> None:
    longer = WeekEntry.objects.filter(week=OuterRef("side__game__week"), entry=OuterRef("side__entry"))
    rows: Any = (
        Aftermath.objects.filter(side__game__in=mine.games)
        .select_related("side__game__week__campaign")
        .annotate(answers=Count("decisions"), longer=Subquery(longer.values("extended_until")[:1]))
        .order_by("pk")
    )
    for row in rows:
        is_open = row.state == Aftermath.State.OPEN
        until = max(filter(None, (due_at(row), row.longer))) if is_open else None
        aftermath = (row.pk, row.state, row.context, row.flips, row.answers, until)
        deciding.setdefault(What(row.side.game_id, "the Aftermath"), []).append(aftermath)


def _own_entry(deciding: dict[What, Any], campaign: Campaign, mine: Own) -> None:
    """The own Arsenal and purse, so far as organisers give or take; and whom one meets."""
    rows: list[Any] = list(ArsenalModel.objects.filter(entry__in=mine.entries).owned().order_by("pk"))
    rows += ArsenalUpgrade.objects.filter(entry__in=mine.entries).owned().order_by("pk")
    deciding[What(0, "what you own")] = [_row(row) for row in rows]
    grown = LeaderGrowth.objects.filter(entry__in=mine.entries).order_by("pk")
    deciding[What(0, "your Leader")] = list(grown.values_list("pk", "facts"))
    bounties = ArsenalBounty.objects.filter(entry__in=mine.entries).order_by("pk")
    done = bounties.annotate(done=Sum("ticks__count", filter=Q(ticks__stands=True)))
    deciding[What(0, "your Bounty")] = list(done.values_list("pk", "state", "done"))
    ruled = Transfer.objects.filter(Q(debit__entry__in=mine.entries) | Q(credit__entry__in=mine.entries))
    given = ruled.filter(reason__in=(Transfer.Reason.RULING, Transfer.Reason.EVENT))
    deciding[What(0, "your Scrip")] = sorted(given.values_list("pk", flat=True))
    points = PointsGiven.objects.filter(entry__in=mine.entries, taken_back_at=None).order_by("pk")
    deciding[What(0, "your points")] = list(points.values_list("pk", "points"))
    entries = Entry.objects.filter(pk__in=mine.entries).order_by("pk")
    for pk, division, state in entries.values_list("pk", "division", "state"):
        deciding[What(0, "your division")] = division
        if state == Entry.State.RETIRED:
            deciding[What(0, f"whether entry {pk} plays")] = state
    pairs = PairRule.objects.filter(Q(a__in=mine.entries) | Q(b__in=mine.entries), lifted_at=None)
    deciding[What(0, "whom you meet")] = list(pairs.order_by("pk").values_list("pk", "kind", "week"))
    in_match = Q(higher__in=mine.entries) | Q(lower__in=mine.entries)
    for entry, week in mine.stands_in:
        in_match |= Q(higher=entry, week__number=week) | Q(lower=entry, week__number=week)
    matches = PlayOffMatch.objects.filter(in_match, playoff__campaign=campaign)
    deciding[What(0, "your match of the play-offs")] = list(
        matches.order_by("pk").values_list("pk", "winner")
    )
    parts = WeekEntry.objects.filter(entry__in=mine.entries).exclude(week__state=Week.State.CLOSED)
    deciding[What(0, "your part of the week")] = [
        (part.pk, part.bye, part.hires_locked_at, part.hire_waived, _hires_until(part))
        for part in parts.select_related("week").order_by("pk")
    ]


def _hires_until(part: WeekEntry) -> dt.datetime | None:
    return part.extended_until if part.week.state == Week.State.NEW_HIRES else None


def _hires(deciding: dict[What, Any], campaign: Campaign, mine: Own) -> None:
    """Others may hire until the hour that was known, also those who may be the next opponent."""
    week = campaign.weeks.filter(state=Week.State.NEW_HIRES).first()
    if week is None or week.hires_close_at <= timezone.now():
        return
    undone = week.parts.filter(hires_locked_at=None, entry__state=Entry.State.ACTIVE)
    if undone.exclude(entry__in=mine.entries).exists():
        deciding[What(0, OTHERS_HIRES)] = True
