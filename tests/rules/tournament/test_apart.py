"""What is kept apart as a rule outweighs the points; as a wish it does not."""

from __future__ import annotations

import json

import pytest

from rules.tournament.pairing.certificate_check import verify
from rules.tournament.pairing.changes import swap
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences
from rules.tournament.pairing.swiss import pair_round


@pytest.mark.parametrize("rule", [False, True])
def test_one_club_is_kept_apart_as_a_rule_or_as_a_wish(rule):
    """Two of one club lead alone: as a wish they meet for their points, as a rule they do not."""
    field = [
        Entrant(1, points=3, club="Tower"),
        Entrant(2, points=3, club="Tower"),
        Entrant(3, club="Anvil"),
        Entrant(4, club="Lantern"),
    ]
    wanted = (PairingPreference.CLUB,)
    preferences = PairingPreferences(rules=wanted) if rule else PairingPreferences(order=wanted)
    paired = pair_round(field, preferences)
    assert ((1, 2) in paired.couples) is not rule
    assert verify(json.loads(paired.certificate.to_json())).startswith("Best possible pairing")
    if rule:
        change = swap(paired, 2, paired.opponent(1), field, preferences)
        assert change.worse
        assert [breach.text for breach in change.breaches] == [
            "{a} and {b}: against the rule “members of one club kept apart”."
        ]


def test_a_rule_that_cannot_be_kept_is_broken_once_and_told():
    field = [Entrant(id, points=id, club="Tower") for id in (1, 2, 3)] + [Entrant(4, points=9, club="Anvil")]
    paired = pair_round(field, PairingPreferences(rules=(PairingPreference.CLUB,)))
    told = [pair.why for pair in paired.pairs if pair.breaks]
    assert len(told) == 1
    assert "against the rule: members of one club kept apart" in told[0]
    with pytest.raises(ValueError, match="once only"):
        pair_round(field, PairingPreferences((PairingPreference.CLUB,), rules=(PairingPreference.CLUB,)))
    with pytest.raises(ValueError, match="keeps two apart"):
        pair_round(field, PairingPreferences(rules=(PairingPreference.RATING,)))


@pytest.mark.parametrize("rule", [False, True])
def test_of_48_from_eight_clubs_none_meets_their_own_in_four_rounds(rule):
    """The six of each club stand level, so that the points alone would pair them with each other."""
    wanted = (PairingPreference.CLUB,)
    preferences = PairingPreferences(rules=wanted) if rule else PairingPreferences(order=wanted)
    club = {id: f"club {id % 8}" for id in range(1, 49)}
    met: dict[int, dict[int, int]] = {id: {} for id in club}
    points = {id: 3 * (id % 8) for id in club}
    broken = 0
    for _ in range(4):
        field = [Entrant(id, points=points[id], met=met[id], club=club[id]) for id in club]
        paired = pair_round(field, preferences)
        assert len(paired.pairs) == 24
        verify(json.loads(paired.certificate.to_json()))
        broken += sum(club[pair.a] == club[pair.b] for pair in paired.pairs)
        for pair in paired.pairs:
            met[pair.a][pair.b] = met[pair.b][pair.a] = 1
    assert (broken == 0) is rule
