"""A week in words, from games written down here; and the known past of two players."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from mfcampaign.campaigns.history.front_page import best_arsenal, front, lines_of
from mfcampaign.campaigns.history.record import Gain, Life, Person, Record, SeasonGame, SeasonSide
from rules.game.results.result import Casualty


def side(entry: int, vp: int, rating: int = 0, *fallen: Casualty) -> SeasonSide:
    return SeasonSide(entry, NAMES[entry], vp, rating, (entry * 10,), fallen)


def game(table: int, first: SeasonSide, second: SeasonSide) -> SeasonGame:
    winner = None if first.vp == second.vp else int(second.vp > first.vp)
    return SeasonGame(1, table, (first, second), winner, additional=False)


def life(model: int, name: str, *, gone: int | None = None) -> Life:
    return Life(model, model // 10, 1, name, "", "minion", False, 5, 0, 0, gone, "", gone is not None)


NAMES = {1: "Ann", 2: "Ben", 3: "Cid", 4: "Dot", 5: "Eve"}


def record(*games: SeasonGame, lost: bool = False, gains: tuple[Gain, ...] = ()) -> Record:
    lives = {pk * 10: life(pk * 10, f"Hound {pk}", gone=1 if lost and pk == 2 else None) for pk in NAMES}
    return Record(
        people=MappingProxyType({pk: Person(pk, name, "guild", "active") for pk, name in NAMES.items()}),
        games=games,
        lives=MappingProxyType(lives),
        gains=gains,
        moved=MappingProxyType({}),
        earned=MappingProxyType({}),
        byes=MappingProxyType({5: (1,)}),
        missed=MappingProxyType({}),
        weeks=1,
        by_week=(),
    )


def said(league_record: Record) -> list[str]:
    return [line.sentence for line in lines_of(league_record, 1)]


def test_the_clearest_the_closest_and_who_beat_a_better_crew() -> None:
    played = record(game(1, side(1, 7, 9), side(2, 2, 4)), game(2, side(3, 3, 9), side(4, 4, 5)))
    assert said(played) == [
        "Ann beat Ben 7 to 2, the clearest win of the week.",
        "Dot beat Cid 4 to 3, the closest game of the week.",
        "Dot beat a Crew rated 4 higher.",
        "Eve had a bye.",
    ]


def test_one_game_is_neither_the_clearest_nor_the_closest() -> None:
    assert said(record(game(1, side(1, 5), side(2, 5))))[0] == "Ann drew with Ben 5 to 5."
    assert said(record(game(1, side(1, 2), side(2, 5))))[0] == "Ben beat Ann 5 to 2."


def test_who_fell_and_what_was_carried_home() -> None:
    one = Casualty(model_id=20, finished_off=False, killed_by=10)
    hurt = Gain(1, 1, "injury", "Bad Knee", "", 10, 1, "", None)
    played = record(game(1, side(1, 7), side(2, 2, 0, one)), lost=True, gains=(hurt,))
    assert said(played)[1:4] == [
        "Hound 2 of Ben was killed by Hound 1 of Ann.",
        "Hound 2 of Ben was lost for good.",
        "Hound 1 of Ann came home with an Injury: Bad Knee.",
    ]
    more = record(game(1, side(1, 7), side(2, 2, 0, one, one)), gains=(hurt, hurt))
    assert said(more)[1] == "2 models were killed. Hound 1 of Ann killed 2."
    assert said(more)[2] == (
        "2 Injuries were carried home: Bad Knee (Hound 1 of Ann) and Bad Knee (Hound 1 of Ann)."
    )


def test_the_arsenal_of_the_week_won_most_clearly_then_against_the_better_crew() -> None:
    even = (game(1, side(1, 5), side(2, 2)), game(2, side(3, 2, 9), side(4, 5, 5)))
    best = best_arsenal(record(*even), 1)
    assert best is not None
    assert best.person.label == "Dot"
    assert best.reason == "won 5 to 2 against Cid, whose Crew was rated 4 higher"
    assert [life.label for life in best.models] == ["Hound 4"]
    assert best_arsenal(record(game(1, side(1, 5), side(2, 5))), 1) is None, "nobody won"


@pytest.mark.django_db
def test_the_last_closed_week_is_told(past) -> None:
    page = front(past.campaign)
    assert page.story is not None
    assert (page.story.number, page.story.closed, page.week, page.to_play) == (1, True, 2, ())
    assert page.story.lines[0].sentence == f"{past.first.label} beat {past.second.label} 4 to 2."
    assert page.story.best is not None
    assert page.story.best.person.entry == past.first.pk
    assert page.story.best.models[0].leader
    assert page.rows[0].entry.pk == past.first.pk
    assert "Champion" in [given.award.name for given in page.awards]
