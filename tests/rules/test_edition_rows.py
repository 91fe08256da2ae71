"""Answers cite the rows of the edition that is played, or none where its texts are silent."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal, Total, TotalLine, Violation
from rules.rows import FIRST, OWN, PREFIXES, SECOND, cited, own_row, refused_by


@pytest.mark.parametrize(
    ("rule", "edition", "own"),
    [
        ("M3E-LOS-02", "m3e", "M3E-LOS-02"),
        ("M1-MOVE-09", "m3e", "M1-MOVE-09"),
        ("M3E-LOS-02", "m1e", "M1-GLO-05"),
        ("M3E-LOS-02", "m2e", ""),
        ("T2-FLY-02", "m2e", "T2-FLY-02"),
        ("M1-MOVE-09", "m2e", "T2-FLY-02"),
        ("T2-FLY-02", "m1e", "M1-MOVE-09"),
        ("M1R-SPI-05", "m1e", "M1R-SPI-05"),
        ("M3E-MOVE-16", "m1e", ""),
        ("SL-HIRE-01", "m3e", "SL-HIRE-01"),
        ("SL-HIRE-01", "m2e", "SL-HIRE-01"),
        ("A-09", "m1e", "A-09"),
        ("M3E-HIRE-20", "m2e", "M2-HIRE-45"),
        ("SL-3E-08", "m3e", "SL-3E-08"),
        ("SL-3E-08", "m2e", "M2-HIRE-56"),
        ("SL-3E-04", "m2e", "SL-CREW-06"),
        ("", "m1e", ""),
    ],
)
def test_a_row_is_the_editions_own(rule, edition, own) -> None:
    assert own_row(rule, edition) == own


def test_every_row_that_stands_for_another_is_of_its_edition_or_of_none() -> None:
    for edition, rows in OWN.items():
        assert all(own_row(own, edition) == own for own in rows.values())
        assert not [rule for rule in rows if rule.startswith(PREFIXES[edition])], "those stand for themselves"
    assert FIRST.keys() - SECOND.keys(), "each is silent about something else"


def test_rules_are_changed_wherever_they_stand_in_an_answer() -> None:
    total = Total(3, (TotalLine("a slope", 2, "M3E-TRAIT-13", "M3E-LOS-02"), TotalLine("plain", 1)))
    own = cited(total, "m1e")
    assert own == Total(3, (TotalLine("a slope", 2, "M1-TER-10", "M3E-LOS-02"), TotalLine("plain", 1)))
    assert cited(total, "m3e") is total
    pair = cited((Violation("M3E-LOS-07", "Hidden."), 7, "M3E-LOS-07"), "m2e")
    assert pair == (Violation("T2-DENSE-01", "Hidden."), 7, "M3E-LOS-07")


def test_a_refusal_names_the_editions_rows() -> None:
    one = Refusal("Too far.", rule="M3E-MOVE-02", fix="Stop nearer.")
    own = refused_by(one, "m1e")
    assert (own.sentence, own.rule, own.fix) == ("Too far.", "M1-MOVE-01", "Stop nearer.")
    assert refused_by(one, "m3e") is one
    several = Refusal.of([Violation("M3E-LOS-02", "Hidden."), Violation("M3E-MOVE-02", "Too far.")])
    assert [violation.rule for violation in refused_by(several, "m1e").violations] == [
        "M1-GLO-05",
        "M1-MOVE-01",
    ]
