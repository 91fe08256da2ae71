"""The results that a certificate names: its facts follow from them, and it falls with them."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from rules.tournament.pairing.certificate import result_lines
from rules.tournament.pairing.certificate_check import Unproven, corrected, main, verify
from rules.tournament.pairing.field import Entrant
from rules.tournament.pairing.swiss import draw_round, pair_round
from rules.tournament.standings.criteria import MALIFAUX
from rules.tournament.standings.games import GameResult, Outcome


def played_field() -> tuple[list[Entrant], list[GameResult]]:
    """Four after a round in which one drew, one did not come and one had the bye."""
    results = [
        GameResult(1, 1, 2, 5, 3, table=1),
        GameResult(1, 3, 4, outcome=Outcome.FORFEIT_BY_A, table=2),
        GameResult(1, 5, None),
    ]
    field = [
        Entrant(1, points=3, met={2: 1}, games=1, tables={1: 1}),
        Entrant(2, met={1: 1}, games=1, tables={1: 1}),
        Entrant(4, points=3, met={3: 1}, games=1, tables={2: 1}),
        Entrant(5, points=3, byes=1, games=1),
    ]
    return field, results


def test_a_certificate_names_its_results_and_falls_with_them():
    field, results = played_field()
    made = pair_round(field).certificate.resting_on(results, MALIFAUX)
    document = json.loads(made.to_json())
    assert verify(document) == (
        "Best possible pairing: no other way to pair these 4 is better; 6 pairs checked; "
        "it rests on 3 results."
    )
    assert corrected(document, result_lines(results)) == []
    turned = [replace(results[0], a=2, b=1, vp_a=3, vp_b=5), *results[1:]]
    assert corrected(document, result_lines(turned)) == [], "the same, told from the other side"
    wrong = [replace(results[0], vp_a=3, vp_b=5), *results[1:]]
    assert corrected(document, result_lines(wrong)) == ["Round 1, table 1 is 3–5, and was 5–3."]
    with pytest.raises(Unproven, match="player 1 does not follow"):
        verify(document | {"results": result_lines(wrong)})
    for outcome in (Outcome.FORFEIT_BY_B, Outcome.FORFEIT_BY_BOTH):
        other = [results[0], replace(results[1], outcome=outcome), results[2]]
        assert corrected(document, result_lines(other)) == [
            f"Round 1, table 2 is {outcome.replace('-', ' ')}, and was forfeit by a."
        ]
    assert corrected(document, result_lines(results[:2])) == ["Round 1 is gone, and was a bye."]


@pytest.mark.parametrize("fact", ["points", "byes", "games", "met", "tables"])
def test_a_fact_that_does_not_follow_from_the_results_is_found(fact):
    field, results = played_field()
    wrong = {"met": {2: 2}, "tables": {3: 1}}.get(fact, 2)
    field[0] = replace(field[0], **{fact: wrong})
    given_facts = pair_round(field).certificate
    assert verify(given_facts.document()), "without results the facts are given"
    with pytest.raises(Unproven, match="player 1 does not follow"):
        verify(json.loads(given_facts.resting_on(results, MALIFAUX).to_json()))


def test_a_round_by_lot_rests_on_who_met_and_no_points():
    field, results = played_field()
    made = draw_round(field, 7).certificate.resting_on(results, None)
    assert "it rests on 3 results" in verify(json.loads(made.to_json()))


def test_the_second_program_reads_certificate_and_event(tmp_path, capsys):
    field, results = played_field()
    made = pair_round(field).certificate.resting_on(results, MALIFAUX)
    games = [
        {"table": g.table, "a": g.a, "b": g.b, "vp_a": g.vp_a, "vp_b": g.vp_b}
        | {"outcome": str(g.outcome), "winner": g.winner, "state": "confirmed"}
        for g in results
    ]
    proof, event_file = tmp_path / "round.json", tmp_path / "event.json"
    proof.write_text(made.to_json())
    event_file.write_text(json.dumps({"rounds": [{"number": 1, "games": games}]}))
    assert main([str(proof), str(event_file)]) == 0
    games[0]["vp_b"] = 7
    event_file.write_text(json.dumps({"rounds": [{"number": 1, "games": games}]}))
    assert main([str(proof), str(event_file)]) == 1
    assert "Round 1, table 1 is 5–7, and was 5–3." in capsys.readouterr().out
    assert main([str(proof)]) == 0
