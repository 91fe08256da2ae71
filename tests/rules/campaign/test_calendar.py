"""Week boundaries and the clocks that jump."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign.calendar import boundary, instant, one_game_more, zone_called
from rules.campaign.policies import Policies
from rules.refusal import Refusal

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Africa/Cairo",
    "Africa/Casablanca",
)
berlin = ZoneInfo("Europe/Berlin")


def test_a_time_that_does_not_exist_is_the_end_of_the_gap():
    assert instant(date(2026, 3, 29), time(2, 30), berlin) == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert instant(date(2026, 3, 29), time(2, 0), berlin) == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert instant(date(2026, 3, 29), time(3, 0), berlin) == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert instant(date(2026, 3, 29), time(1, 59), berlin) == datetime(2026, 3, 29, 0, 59, tzinfo=UTC)


def test_a_time_that_exists_twice_is_the_first():
    assert instant(date(2026, 10, 25), time(2, 30), berlin) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_half_hour_gap():
    lord_howe = ZoneInfo("Australia/Lord_Howe")  # 2:00 becomes 2:30 on 4 October 2026
    assert instant(date(2026, 10, 4), time(2, 15), lord_howe) == datetime(2026, 10, 3, 15, 30, tzinfo=UTC)


def test_a_day_that_does_not_exist():
    apia = ZoneInfo("Pacific/Apia")  # 30 December 2011 was skipped
    assert instant(date(2011, 12, 30), time(12, 0), apia) == datetime(2011, 12, 30, 10, 0, tzinfo=UTC)


def test_weeks_end_on_the_weekday_after_the_start():
    start = date(2026, 3, 2)  # a Monday
    evening = {"wall": time(20, 0), "zone": berlin}
    sunday = boundary(start, week=1, weekday=6, **evening)
    assert sunday == datetime(2026, 3, 8, 19, 0, tzinfo=UTC)
    assert boundary(start, week=1, weekday=0, **evening) == datetime(2026, 3, 9, 19, 0, tzinfo=UTC)
    assert boundary(start, week=5, weekday=6, **evening) == datetime(2026, 4, 5, 18, 0, tzinfo=UTC)
    with pytest.raises(ValueError, match="counted from 1"):
        boundary(start, week=0, weekday=6, **evening)


def test_zones_by_name():
    assert zone_called("Europe/Berlin").key == "Europe/Berlin"
    for wrong in ("Mars/Olympus", "../etc/passwd", ""):
        with pytest.raises(Refusal):
            zone_called(wrong)


@given(
    st.sampled_from(ZONES),
    st.dates(date(2020, 1, 1), date(2036, 12, 31)),
    st.integers(0, 6),
    st.times().map(lambda t: t.replace(second=0, microsecond=0)),
)
def test_boundaries_rise_strictly_and_read_as_asked(name, starts_on, weekday, wall):
    zone = ZoneInfo(name)
    ends = [boundary(starts_on, week=week, weekday=weekday, wall=wall, zone=zone) for week in range(1, 30)]
    for week, end in enumerate(ends, 1):
        local = end.astimezone(zone)
        assert end.tzinfo is UTC
        assert local.weekday() == weekday
        assert (
            starts_on + timedelta(days=7 * week - 6) <= local.date() <= starts_on + timedelta(days=7 * week)
        )
        # As asked; later only where the clocks jumped over it, and then at once after the jump.
        assert local.time() >= wall
        if local.time() != wall:
            before = end - timedelta(seconds=1)
            asked = datetime.combine(local.date(), wall)  # midnight itself may be what is jumped over
            assert before.astimezone(zone).replace(tzinfo=None) < asked
            assert before.astimezone(zone).utcoffset() != local.utcoffset()
    assert all(a < b for a, b in pairwise(ends))
    assert all(timedelta(days=6, hours=21) < b - a < timedelta(days=7, hours=3) for a, b in pairwise(ends))


@pytest.mark.rule("A-41", "SL-SCHEME-02")
@pytest.mark.switch("additional_games", 2)
@pytest.mark.switch("additional_games", 0)
def test_a_player_has_so_many_additional_games_in_a_week():
    assert not list(one_game_more({"Ann": 1, "Bo": 1}, 1))
    (fault,) = one_game_more({"Ann": 1, "Bo": 2}, 1)
    assert (fault.rule, fault.sentence) == ("A-41", "Bo has 2 additional games this week; 2 is the most.")
    none = one_game_more({"Ann": 0}, 0, Policies(additional_games=0))
    assert [each.sentence for each in none] == ["This league plays no additional games."]


@pytest.mark.rule("A-41", "SL-SCHEME-02")
@pytest.mark.switch("opponent_games", 2)
@pytest.mark.switch("opponent_games", 1)
def test_the_same_two_meet_so_often_in_a_week():
    assert not list(one_game_more({"Ann": 0, "Bo": 0}, 1))
    assert ["2 games together" in each.sentence for each in one_game_more({}, 2)] == [True]
    (once,) = one_game_more({}, 1, Policies(opponent_games=1))
    assert once.sentence == "You two have 1 game together this week; 1 is the most."
