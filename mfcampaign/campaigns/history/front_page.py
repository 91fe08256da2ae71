"""The public front page of a league: the last week in sentences, the Arsenal of the week, awards, games to
come.

Everything is computed from the record, so only games with a result are in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils import timezone
from msgspec import Struct

from mfcampaign.campaigns.history.record import Gain, Life, Person, Record, SeasonGame
from mfcampaign.campaigns.history.season import Given, season
from mfcampaign.campaigns.league import dates
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.home import shared
from mfcampaign.campaigns.models import Campaign, Game, Week
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.web.cache import cached
from mfcampaign.web.drawings.sharing import Picture, picture_url
from mfcampaign.web.moments import Moment
from rules.wording import counted, listed

NAMED = 3
PLACES = 5
TO_PLAY = (Game.State.SCHEDULED, Game.State.PLAYING)


class StoryLine(Struct, frozen=True):
    """One sentence of the week's story with the name of the icon beside it."""

    icon: str
    sentence: str


class BestArsenal(Struct, frozen=True):
    """The Arsenal of the week, with the models that played; ``reason`` is a sentence without its subject."""

    person: Person
    reason: str
    models: tuple[Life, ...]


class WeekStory(Struct, frozen=True):
    """A week as the front page tells it; ``closed`` once its last game is over."""

    number: int
    strategy: str
    closed: bool
    lines: tuple[StoryLine, ...]
    games: tuple[SeasonGame, ...]
    best: BestArsenal | None


class Front(Struct, frozen=True):
    """All of the front page: ``story`` is the latest week worth telling, ``week`` the one under way with
    those of its games that are still ``to_play``."""

    record: Record
    story: WeekStory | None
    awards: tuple[Given, ...]
    rows: tuple[league_page.TableRow, ...]
    week: int | None
    to_play: tuple[week_page.WeekTable, ...]
    coming: tuple[Moment, ...]


def front(campaign: Campaign) -> Front:
    """Four queries beside those of the season."""
    archive = cached(campaign, "season", lambda: season(campaign))
    now = shared(campaign)
    under_way = now.week is not None and now.week.state != Week.State.CLOSED
    return Front(
        record=archive.record,
        story=_week_story(archive.record),
        awards=archive.awards,
        rows=archive.table[:PLACES],
        week=now.week.number if now.week is not None and under_way else None,
        to_play=tuple(table for table in now.tables if under_way and table.game.state in TO_PLAY),
        coming=dates.coming(now.moments, timezone.now()),
    )


class Digest(Struct, frozen=True):
    """A closed week as one message: its ``lines``, and the path of its ``picture``."""

    lines: tuple[str, ...]
    picture: str


def digest(campaign: Campaign, number: int) -> Digest | None:
    """The story of a closed week with the games that come next, as far as they are paired; ``None`` where
    nothing was played. One query beside those of the season."""
    record = cached(campaign, "season", lambda: season(campaign)).record
    sentences = [line.sentence for line in lines_of(record, number)]
    if not any(game.week == number for game in record.games):
        return None
    best = best_arsenal(record, number)
    if best is not None:
        sentences.append(f"Arsenal of the week: {best.person.label} {best.reason}.")
    accent = best.person.faction if best is not None else ""
    drawn = Picture(campaign.name, f"Week {number}", tuple(sentences[:NAMED]), "league", accent)
    coming = Game.objects.filter(week__campaign=campaign, week__number=number + 1, state__in=TO_PLAY)
    people = record.people
    pairs = [
        " against ".join(people[s.entry_id].label for s in game.sides.all() if s.entry_id in people)
        for game in coming.order_by("table").prefetch_related("sides")
    ]
    if pairs:
        sentences.append(f"Next: {'; '.join(pairs)}.")
    return Digest(tuple(sentences), picture_url(drawn))


def _week_story(record: Record) -> WeekStory | None:
    """The latest closed week with a game; while there is none, the first week as far as it has come."""
    played = {game.week for game in record.games}
    weeks = [week for week in reversed(record.by_week) if week.number in played]
    closed = [week for week in weeks if week.closed]
    week = next(iter(closed or weeks), None)
    if week is None:
        return None
    return WeekStory(
        week.number,
        week.strategy,
        week.closed,
        tuple(lines_of(record, week.number)),
        tuple(game for game in record.games if game.week == week.number),
        best_arsenal(record, week.number),
    )


def best_arsenal(record: Record, week: int) -> BestArsenal | None:
    """Whose Crew won by the most Victory Points; of those, who beat the Crew rated highest above theirs, then
    who scored most. ``None`` where nobody won."""
    won = [(game, game.winner) for game in record.games if game.week == week and game.winner is not None]
    if not won:
        return None
    game, seat = max(won, key=lambda pair: (_margin(pair[0]), _upset(*pair), pair[0].sides[pair[1]].vp))
    own, other = game.sides[seat], game.sides[1 - seat]
    ahead = f", whose Crew was rated {upset} higher" if (upset := _upset(game, seat)) > 0 else ""
    return BestArsenal(
        record.people[own.entry],
        f"won {own.vp} to {other.vp} against {other.label}{ahead}",
        tuple(
            sorted(
                (record.lives[model] for model in own.crew if model in record.lives),
                key=lambda life: (not life.leader, -life.cost, life.model),
            )
        ),
    )


def _margin(game: SeasonGame) -> int:
    return abs(game.sides[0].vp - game.sides[1].vp)


def _upset(game: SeasonGame, seat: int) -> int:
    """How much higher the opposing Crew was rated (SL-RATING-01)."""
    return game.sides[1 - seat].rating - game.sides[seat].rating


def lines_of(record: Record, week: int) -> Iterator[StoryLine]:
    """What happened in a week, the most remarkable first."""
    games = [game for game in record.games if game.week == week]
    yield from _results(games)
    yield from _fallen(record, games)
    lost = [life for life in record.lives.values() if life.annihilated and life.gone == week]
    if lost:
        yield StoryLine("grave", f"{_some([_owned(record, life) for life in lost])} lost for good.")
    for kind, one, more in (
        ("injury", "came home with an Injury", "Injuries were carried home"),
        ("skill", "learned a Skill", "Skills were learned"),
    ):
        gained = [gain for gain in record.gains if _came_of(record, gain, kind, week)]
        if gained:
            icon = "injury" if kind == "injury" else "star"
            yield StoryLine(icon, _gained(record, gained, one, more))
    idle = [person.label for pk, person in record.people.items() if week in record.byes.get(pk, ())]
    if idle:
        yield StoryLine("hourglass", f"{listed(idle)} had a bye.")


def _results(games: list[SeasonGame]) -> Iterator[StoryLine]:
    won = [game for game in games if game.winner is not None]
    clearest = max(won, key=lambda game: (_margin(game), -game.table), default=None)
    nearest = min(games, key=lambda game: (_margin(game), game.table), default=None)
    if clearest is not None:
        most = ", the clearest win of the week" if len(won) > 1 else ""
        yield StoryLine("trophy", f"{headline(clearest)}{most}.")
    if nearest is not None and nearest is not clearest:
        close = "" if nearest.winner is None else ", the closest game of the week"
        yield StoryLine("swords", f"{headline(nearest)}{close}.")
    upsets = [(_upset(game, game.winner), game) for game in won if game.winner is not None]
    ahead, game = max(upsets, key=lambda pair: (pair[0], -pair[1].table), default=(0, None))
    if game is not None and ahead > 0:
        winner = game.sides[game.winner or 0].label
        yield StoryLine("crown", f"{winner} beat a Crew rated {ahead} higher.")


def headline(game: SeasonGame) -> str:
    """A game in one sentence without its full stop."""
    seat = game.winner or 0
    own, other = game.sides[seat], game.sides[1 - seat]
    names = [side.label for side in (own, other)]
    return f"{(' drew with ' if game.winner is None else ' beat ').join(names)} {own.vp} to {other.vp}"


def _fallen(record: Record, games: list[SeasonGame]) -> Iterator[StoryLine]:
    fallen = [casualty for game in games for side in game.sides for casualty in side.casualties]
    if not fallen:
        return
    by = Counter(c.killed_by for c in fallen if c.killed_by in record.lives)
    killer, kills = by.most_common(1)[0] if by else (None, 0)
    if len(fallen) == 1 and (life := record.lives.get(fallen[0].model_id)) is not None:
        to = f" by {_owned(record, record.lives[killer])}" if killer is not None else ""
        yield StoryLine("swords", f"{_owned(record, life)} was killed{to}.")
        return
    most = f" {_owned(record, record.lives[killer])} killed {kills}." if killer is not None else ""
    yield StoryLine(
        "swords", f"{counted(len(fallen), 'model')} {'was' if len(fallen) == 1 else 'were'} killed.{most}"
    )


def _came_of(record: Record, gain: Gain, kind: str, week: int) -> bool:
    return gain.kind == kind and gain.since == week and gain.bearer in record.lives


def _gained(record: Record, gained: list[Gain], one: str, more: str) -> str:
    if len(gained) == 1:
        return f"{_owned(record, record.lives[gained[0].bearer or 0])} {one}: {gained[0].name}."
    named = [f"{gain.name} ({_owned(record, record.lives[gain.bearer or 0])})" for gain in gained[:NAMED]]
    among = ", among them " if len(gained) > NAMED else ": "
    return f"{len(gained)} {more}{among}{listed(named)}."


def _owned(record: Record, life: Life) -> str:
    return f"{life.label} of {record.people[life.entry].label}"


def _some(names: list[str]) -> str:
    """Names and a verb of being, a few of them where they are many."""
    if len(names) > NAMED:
        others = counted(len(names) - NAMED, "other")
        return f"{', '.join(names[:NAMED])} and {others} were"
    return f"{listed(names)} {'was' if len(names) == 1 else 'were'}"
