"""Points beside results and awards of an event; the tiebreak that decided a place; byes last on the wall."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from mfcampaign.audit.queries import Act
from mfcampaign.events.loading import candidates, record
from mfcampaign.events.models import Game
from mfcampaign.events.operations import creation, points
from mfcampaign.events.operations.importing import take_in
from mfcampaign.events.portable import read, write
from mfcampaign.events.queries import pages
from rules.columns import Criterion
from rules.refusal import Refusal


@pytest.fixture
def day(make_day):
    """Five players after one round: 1 beat 2, 3 beat 4, 5 had a bye."""
    made = make_day(5, rounds=3)
    made.begin()
    made.round()
    return made


def table(day) -> dict[int, int]:
    return {row.player: row.figures[Criterion.POINTS] for row in record(day.fresh()).table().rows}


def test_points_count_in_the_table_alone_until_they_are_taken_back(day, host):
    before = table(day)
    points.give_points(day.event, host, 4, 2, "Painting", key="once")
    points.give_points(day.event, host, 1, -1, "Late for a round")
    after = table(day)
    assert {n: after[n] - before[n] for n in after if after[n] != before[n]} == {4: 2, 1: -1}
    day.round(play=False)
    paired = {entrant.id: entrant.points for entrant in candidates(record(day.fresh()), without={2})}
    assert paired == before, "a pairing is proven from results"
    rows = day.fresh().adjustments
    assert [(row["player"], row["points"], row["why"]) for row in rows] == [
        (4, 2, "Painting"),
        (1, -1, "Late for a round"),
    ]
    points.take_points_back(day.event, host, rows[1]["n"])
    assert table(day)[1] == before[1]
    with pytest.raises(Refusal, match="do not count any more"):
        points.take_points_back(day.event, host, rows[1]["n"])
    told = list(Act.objects.filter(kind__startswith="points.").values_list("sentence", flat=True))
    assert any("loses 1 point: Late for a round." in sentence for sentence in told)


def test_what_is_refused(day, host, make_day):
    for wrong in (0, 21):
        with pytest.raises(Refusal, match="between 1 and 20"):
            points.give_points(day.event, host, 1, wrong, "Painting")
    with pytest.raises(Refusal, match="no such player"):
        points.give_points(day.event, host, 99, 1, "Painting")
    with pytest.raises(Refusal, match="what for"):
        points.give_points(day.event, host, 1, 1, "  ")
    player = day.player(1)
    player.user = host
    player.save(update_fields=["user"])
    with pytest.raises(Refusal, match="about yourself"):
        points.give_points(day.event, host, 1, 1, "Painting")
    ladder = make_day(2, name="Long Ladder", format="ladder")
    with pytest.raises(Refusal, match="do not rank by points"):
        points.give_points(ladder.event, host, 1, 1, "Painting")
    creation.cancel(day.event, host, "The hall has no light.")
    with pytest.raises(Refusal, match="is over"):
        points.give_points(day.event, host, 2, 1, "Painting")
    with pytest.raises(Refusal, match="called off"):
        points.give_award(day.event, host, 2, "Best sport")


def test_the_file_carries_points_and_awards(day, host):
    points.give_points(day.event, host, 4, 2, "Painting")
    points.give_award(day.event, host, 2, "Best painted Crew")
    content = write(record(day.fresh()), {})
    again = take_in(host, read(content))
    assert (again.adjustments, again.awards) == (day.event.adjustments, day.event.awards)
    ranks = [(row.rank, row.player) for row in record(day.event).table().rows]
    assert [(row.rank, row.player) for row in record(again).table().rows] == ranks
    with pytest.raises(Refusal, match="somebody unknown"):
        read(content.replace(b'"player": 4', b'"player": 44'))


def test_the_pages_give_them_and_say_why_somebody_is_ahead(day, host, client):
    client.force_login(host)
    slug = day.event.slug
    client.post(f"/do/give-event-points/{slug}/", {"number": "3", "points": "2", "why": "Sportsmanship"})
    client.post(f"/do/give-event-award/{slug}/", {"number": "2", "award": "Best sport"})
    manage = client.get(reverse("events:manage", args=[slug])).content.decode()
    assert "Take back" in manage
    client.logout()
    standings = client.get(reverse("events:standings", args=[slug])).content.decode()
    assert "Best sport" in standings
    assert "Sportsmanship" in standings
    decided = {row.by for row in pages.standings(day.fresh()) if row.by}
    assert decided, "some place is decided by a tiebreak"
    assert all(f"by {by}" in standings for by in decided)
    client.force_login(get_user_model().objects.create_user("guest-of-the-day"))
    refused = client.post(f"/do/give-event-points/{slug}/", {"number": "3", "points": "2", "why": "Me"})
    assert refused.status_code == 404


def test_byes_are_last_on_the_wall(day, client):
    Game.objects.filter(round__event=day.event, b=None).update(table=0)
    wall = client.get(reverse("events:screen", args=[day.event.slug]), {"part": "0"}).content.decode()
    rows = wall.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
    assert "bye" in rows[-1]
    assert all("bye" not in row for row in rows[:-1])


def test_a_reason_is_kept_whole_or_refused(day, host):
    with pytest.raises(Refusal, match="longer than 120 characters"):
        points.give_points(day.event, host, 4, 2, "x" * 121)
    points.give_points(day.event, host, 4, 2, "x" * 120)
    assert [row["why"] for row in day.fresh().adjustments] == ["x" * 120]
