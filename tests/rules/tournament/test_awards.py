"""Awards: who has the most, ties shared and said, nothing for nothing."""

from __future__ import annotations

from rules.tournament.awards import SeasonFigures, awards


def given(*deeds):
    return {award.name: award for award in awards(deeds)}


def test_the_champion_is_whoever_stands_first_and_shares_it_when_tied():
    awards = given(
        SeasonFigures(1, rank=2, games=3, vp=30),
        SeasonFigures(2, rank=1, games=3),
        SeasonFigures(3, rank=1, games=3),
    )
    assert awards["Champion"].winners == (2, 3)
    assert awards["Champion"].shared
    assert awards["Heaviest Hand"].winners == (1,)
    assert not awards["Heaviest Hand"].shared


def test_nobody_gets_an_award_for_nothing():
    assert awards([SeasonFigures(1, rank=1), SeasonFigures(2, rank=1)]) == []
    assert awards([]) == []
    only = awards([SeasonFigures(1, rank=1, games=1)])
    assert [award.name for award in only] == ["Champion"]


def test_a_player_who_never_played_is_no_champion():
    awards = given(SeasonFigures(1, rank=1), SeasonFigures(2, rank=2, games=4))
    assert awards["Champion"].winners == (2,)


def test_each_reason_says_its_figure_in_good_grammar():
    one = given(
        SeasonFigures(1, rank=1, games=1, vp=1, best=1, kills=1, injuries=1, annihilated=1, earned=1, upset=1)
    )
    more = given(
        SeasonFigures(
            1,
            rank=1,
            games=9,
            vp=8,
            best=8,
            kills=8,
            injuries=8,
            annihilated=8,
            earned=8,
            upset=8,
            streak=8,
            survivor=8,
        )
    )
    assert all("1" in award.reason for name, award in one.items() if name != "Champion")
    assert all("8" in award.reason for name, award in more.items() if name != "Champion")
    assert "1 Injury" in one["Walking Wounded"].reason
    assert "8 Injuries" in more["Walking Wounded"].reason
    assert "Long Run" not in given(SeasonFigures(1, rank=1, games=1, streak=1)), "one win is no run"
    assert len(more) == 10
