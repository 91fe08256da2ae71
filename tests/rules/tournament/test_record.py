"""One person's games as figures."""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from rules.tournament.standings.record import (
    MonthlyRecord,
    PlayedGame,
    latest,
    monthly_record,
    rivals,
    tallies,
    tallies_of_many,
    total,
)
from rules.tournament.standings.statistics import Tally


def game(day: str, rival: str, vp: int, against: int, faction: str = "guild", **more) -> PlayedGame:
    won = None if vp == against else vp > against
    at = dt.datetime.fromisoformat(f"2026-{day}T10:00+00:00")
    return PlayedGame(
        at=at,
        where="Cup",
        about="round 1",
        path="/",
        opponent=rival.title(),
        rival=rival,
        person=None,
        vp=vp,
        vp_against=against,
        won=won,
        faction=faction,
        **more,
    )


GAMES = (
    game("03-01", "ilse", 5, 2),
    game("03-01", "tobin", 3, 3, "bayou"),
    game("05-02", "ilse", 1, 6, strategy="Cloak and Dagger"),
    game("05-03", "ilse", 4, 0, "bayou", forfeit=True),
)


def test_forfeits_are_shown_and_tell_nothing():
    record = total(GAMES)
    assert (record.played, record.wins, record.draws, record.losses) == (3, 1, 1, 1)
    assert (record.vp, record.vp_against) == (9, 11)
    ilse, tobin = rivals(GAMES)
    assert (ilse.name, len(ilse.games), ilse.tally.played) == ("Ilse", 3, 2)
    assert ilse.games[0].forfeit, "the last one first"
    assert (tobin.tally.wins, tobin.tally.draws) == (0, 1)


def test_tallies_by_a_word_leave_out_what_has_none():
    assert [(t.name, t.played) for t in tallies(GAMES, lambda g: g.faction)] == [("guild", 2), ("bayou", 1)]
    assert [(t.name, t.losses) for t in tallies(GAMES, lambda g: g.strategy)] == [("Cloak and Dagger", 1)]


def test_the_course_sums_up_month_by_month_and_keeps_what_was_before():
    assert monthly_record(GAMES) == [MonthlyRecord("2026-03", 1, 1, 0), MonthlyRecord("2026-05", 1, 1, 1)]
    assert monthly_record(GAMES, most=1) == [MonthlyRecord("2026-05", 1, 1, 1)]
    assert monthly_record(()) == []


def test_the_last_first():
    assert [g.rival for g in latest(GAMES[:2])] == ["tobin", "ilse"]


def test_a_game_counts_under_each_of_its_schemes_and_an_opponent_is_one_person() -> None:
    games = (
        game("03-01", "thirteen candles", 5, 2, schemes=("Claim Jump", "Vendetta"), named="Ilse"),
        game("04-01", "thirteen candles", 1, 4, schemes=("Vendetta", "Vendetta"), named="Tobin"),
        game("05-01", "old quarry", 3, 3, schemes=("Claim Jump",), named="Ilse", forfeit=True),
    )
    one, two, three = (replace(each, rival=f"person:{each.named}") for each in games)
    counted = [(t.name, t.wins, t.losses) for t in tallies_of_many((one, two, three), lambda g: g.schemes)]
    assert counted == [("Vendetta", 1, 1), ("Claim Jump", 1, 0)]
    ilse, tobin = rivals((one, two, three))
    assert (ilse.name, ilse.crews, ilse.met) == ("Ilse", ("Old Quarry", "Thirteen Candles"), 2)
    assert (tobin.name, tobin.crews) == ("Tobin", ("Thirteen Candles",))
    led = replace(one, leader="Lady Justice, Death-Touched")
    assert led.leader_name == "Lady Justice"


def test_few_games_say_little() -> None:
    few, many = (Tally("", n, n, 0, 0, 0, 0).interval for n in (2, 40))
    assert few == (34, 100)
    assert many == (91, 100)
    assert Tally("", 0, 0, 0, 0, 0, 0).interval is None
