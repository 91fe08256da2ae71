"""The end of a week, a wall-clock time in the league's time zone, as an instant; and the limit of games that
one player may play in it.

No clock is read. Daylight saving: a wall time that does not exist means the first valid instant after the
gap; one that exists twice means the first of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rules.campaign.policies import POLICIES, Policies
from rules.refusal import Refusal, Violation


def one_game_more(
    additional: dict[str, int], together: int, policies: Policies = POLICIES
) -> Iterator[Violation]:
    """Why two players may not agree on another game this week (A-41). ``additional`` maps each name to
    the additional games in it, ``together`` counts all games of the two against each other.

    >>> [fault.sentence for fault in one_game_more({"Ann": 2, "Bo": 0}, 1)]
    ['Ann has 2 additional games this week; 2 is the most.']
    """
    most = policies.additional_games
    for name, games in additional.items():
        if games >= most:
            has = "1 additional game" if games == 1 else f"{games} additional games"
            sentence = f"{name} has {has} this week; {most} is the most."
            sentence = sentence if most else "This league plays no additional games."
            yield Violation("A-41", sentence, "Play again next week.")
    if together >= policies.opponent_games:
        sentence = (
            f"You two have {together} game{'' if together == 1 else 's'} together this week; "
            f"{policies.opponent_games} is the most."
        )
        yield Violation("A-41", sentence, "Play somebody else.")


def zone_called(name: str) -> ZoneInfo:
    """The IANA zone ``name``. Raise ``Refusal`` when there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal(
            f"“{name}” is no time zone I know.",
            fix="Write it as Europe/Berlin or America/New_York.",
        ) from None


def instant(day: date, wall: time, zone: ZoneInfo) -> datetime:
    """The aware UTC instant of that wall time on ``day`` in ``zone``.

    >>> instant(date(2026, 3, 29), time(2, 30), ZoneInfo("Europe/Berlin")).isoformat()
    '2026-03-29T01:00:00+00:00'
    """
    naive = datetime.combine(day, wall)
    moment = naive.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == naive:
        return moment
    return _end_of_gap(naive, zone)


def taken(wall: datetime, zone: ZoneInfo) -> tuple[datetime, str]:
    """The aware UTC instant of a naive wall time that a person wrote, and a sentence that says what
    was taken for it where the clocks skip it or show it twice; else "".

    >>> berlin = ZoneInfo("Europe/Berlin")
    >>> taken(datetime(2026, 3, 29, 2, 30), berlin)[1]
    'The clocks of Europe/Berlin skip 02:30 on 29 March 2026: 03:00 is taken.'
    >>> taken(datetime(2026, 10, 25, 2, 30), berlin)[1]
    'The clocks of Europe/Berlin show 02:30 twice on 25 October 2026: the first is taken, 00:30 UTC.'
    >>> taken(datetime(2026, 10, 25, 3, 0), berlin)[1]
    ''
    """
    moment = instant(wall.date(), wall.time(), zone)
    said, day = f"{wall:%H:%M}", f"{wall.day} {wall:%B %Y}"
    shown = moment.astimezone(zone)
    if shown.replace(tzinfo=None) != wall:
        other_day = "" if shown.date() == wall.date() else f" on {shown.day} {shown:%B}"
        return moment, f"The clocks of {zone.key} skip {said} on {day}: {shown:%H:%M}{other_day} is taken."
    if shown.utcoffset() != shown.replace(fold=1).utcoffset():
        twice = f"The clocks of {zone.key} show {said} twice on {day}"
        return moment, f"{twice}: the first is taken, {moment:%H:%M} UTC."
    return moment, ""


def boundary(starts_on: date, *, week: int, weekday: int, wall: time, zone: ZoneInfo) -> datetime:
    """The aware UTC instant at which ``week`` (1, 2, …) ends.

    ``starts_on`` is the league's first local day; week 1 ends on the first ``weekday`` (Monday 0 to Sunday 6)
    strictly after it, each later week seven local days later.
    """
    if week < 1:
        raise ValueError("weeks are counted from 1")
    first = starts_on + timedelta(days=(weekday - starts_on.weekday() - 1) % 7 + 1)
    return instant(first + timedelta(weeks=week - 1), wall, zone)


def shifted(moment: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """The instant whose wall time in ``zone`` is ``by`` after that of ``moment``: a week later is the
    same hour, whatever daylight saving does.

    >>> before = datetime(2026, 3, 23, 19, tzinfo=UTC)
    >>> shifted(before, timedelta(weeks=1), ZoneInfo("Europe/London")).isoformat()
    '2026-03-30T18:00:00+00:00'
    """
    wall = moment.astimezone(zone).replace(tzinfo=None) + by
    return instant(wall.date(), wall.time(), zone)


def wall_between(earlier: datetime, later: datetime, zone: ZoneInfo) -> timedelta:
    """The difference of two moments in wall time (negative when the second is earlier)."""
    first, second = (moment.astimezone(zone).replace(tzinfo=None) for moment in (earlier, later))
    return second - first


def _end_of_gap(naive: datetime, zone: ZoneInfo) -> datetime:
    """The instant at which the gap that contains ``naive`` ends, to the second.

    Reading a skipped time with the offset before the gap (fold=0) gives an instant after the jump, with the
    offset after it (fold=1) one before it: the jump is between the two.
    """
    after = naive.replace(tzinfo=zone, fold=0).astimezone(UTC)
    before = naive.replace(tzinfo=zone, fold=1).astimezone(UTC)
    offset = before.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds()) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return (before + timedelta(seconds=high)).replace(microsecond=0)
